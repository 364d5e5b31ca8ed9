class NoShape(Exception):
    """The reason why the program cannot be called with the attributes."""


class Attribute:
    """An attribute with the values that it may take: first the given ones, then the added ones."""

    KINDS = {"int": int, "float": float, "str": str, "bool": bool}

    def __init__(self, name, kind, values, bounds, unlisted=False, closed=False):
        self.unlisted = unlisted  # whether to try a category that is not among the values, or a list of such categories
        self.closed = closed  # whether no other values exist
        self.name, self.kind, self.values, self.bounds = name, self.KINDS.get(kind), list(values), bounds
        self.given = [True] * len(self.values)

    def add(self, values):
        for value in values:
            self.values.append(value)
            self.given.append(self.bounds is not None and self.bounds[0] <= value <= self.bounds[1])


class Shape:
    """The way to call a program with values by attribute.

    kind      the form in which the program takes the attributes
    function  the attributes as parameters
    dict      one dict of the attributes
    argument  one instance of a class that is made of the attributes
    method    no parameters: a method of such an instance
    member    the attributes as parameters: a method of an instance that is made without arguments
    """

    def __init__(self, kind, entry, owner=None, positional=(), named=(), unused=(), appended=""):
        self.kind, self.entry, self.owner = kind, entry, owner
        self.positional, self.named, self.unused, self.appended = list(positional), list(named), list(unused), appended

    @property
    def is_bare(self):
        """Whether it is a method without a class, for which a class was made."""
        return self.kind == "method" and self.appended != ""

    def described(self):
        return {name: value for name, value in vars(self).items()}

    def call(self, names, values):
        """Calls the function of a loaded module; `values` by attribute, which may be tokens."""
        function = names[self.entry] if self.kind in ("function", "dict", "argument") else None
        if self.kind == "dict":
            return function({name: values[name] for name in self.named})
        if self.kind == "argument":
            return function(names[self.owner](**{name: values[name] for name in self.named}))
        if self.kind == "method":
            return getattr(names[self.owner](**{name: values[name] for name in self.named}), self.entry)()
        if self.kind == "member":
            function = getattr(names[self.owner](), self.entry)
        return function(*[values[name] for name in self.positional], **{name: values[name] for name in self.named})


def find_shape(tree, names, asked, attributes):
    """The way to call the function: the requested one, if there is one, else the one that the code suggests."""
    wanted = [attribute.name for attribute in attributes]
    entry, style, owner = asked["functionName"], asked["style"], asked["className"]
    function = names.get(entry)
    if isinstance(function, type):
        raise NoShape("%s is a class, not a function" % entry)
    if not callable(function):
        return shape_of_method(tree, names, entry, owner, style, wanted)
    takes = parameters(function, entry)
    required = [one.name for one in takes if is_required(one)]
    if style == "function" or (style is None and all(name in wanted for name in required) and any_taken(takes, wanted)):
        return of_parameters("function", function, wanted, entry)
    single = required or [one.name for one in takes[:1]]
    if len(single) != 1 or (style is None and single[0] in wanted):
        if style in ("dict", "dataclass", "method"):
            raise NoShape("%s takes %s, not one value for a person" % (entry, ", ".join(required) or "nothing"))
        return of_parameters("function", function, wanted, entry)
    (parameter,) = single
    if style is None and owner is None and takes_dict(tree, names, takes, entry, parameter, wanted):
        return Shape("dict", entry, named=wanted)
    made_of = owner if is_own_class(names.get(owner)) else class_for(names, takes, parameter, wanted)
    if style == "dict" or (style is None and made_of is None and not uses_fields(tree, entry, parameter, wanted)):
        return Shape("dict", entry, named=wanted)
    if style == "method" and owner is None:
        made_of = class_for(names, takes, parameter, wanted, annotated=False)
    if made_of is not None:
        return of_fields("argument", names, entry, made_of, wanted)
    if style == "dataclass":
        raise NoShape("no class of the program has the attributes as fields")
    return bare_method(names, entry, attributes, owner or "Person", asked["madeClass"])


def shape_of_method(tree, names, entry, owner, style, wanted):
    """The shape of a method of a class of the program."""
    if "." in entry:
        owner, _, entry = entry.rpartition(".")
    classes = [name for name, value in names.items() if is_own_class(value)]
    owners = [name for name in classes if name == owner or owner is None]
    owners = [name for name in owners if callable(getattr(names[name], entry, None)) or getter(names[name], entry)]
    if not owners:
        raise NoShape("it defines no function %s" % entry)
    fields = {name: len({one.name for one in constructor(names[name])} & set(wanted)) for name in owners}
    owner = max(reversed(owners), key=lambda name: fields[name])
    kind, alias = names[owner], entry
    while alias in names:
        alias += "_"
    if getter(kind, entry):
        shape = of_fields("argument", names, alias, owner, wanted)
        shape.appended = "\n\n%s = %s.%s.%s\n" % (alias, owner, entry, getter(kind, entry))
        return shape
    if isinstance(inspect.getattr_static(kind, entry), (staticmethod, classmethod)):
        shape = of_parameters("function", getattr(kind, entry), wanted, alias)
        shape.appended = "\n\n%s = %s.%s\n" % (alias, owner, entry)
        return shape
    if style != "dataclass" and any_taken(parameters(getattr(kind, entry), entry)[1:], wanted):
        if not any(map(is_required, constructor(kind))):
            shape = of_parameters("member", getattr(kind, entry), wanted, entry, bound=True)
            shape.owner = owner
            return shape
    if style is None and not any(map(is_required, constructor(kind))) and not any_taken(constructor(kind), wanted):
        shape = of_person(tree, names, entry, owner, alias, wanted)
        if shape is not None:
            return shape
    return of_fields("method", names, entry, owner, wanted)


def of_person(tree, names, entry, owner, alias, wanted):
    """The shape of a method that takes a person (a dict or an instance of another class), on an instance without arguments."""
    takes = parameters(getattr(names[owner], entry), entry)[1:]
    required = [one.name for one in takes if is_required(one)]
    if len(required) != 1:
        return None
    (parameter,) = required
    made_of = class_for(names, takes, parameter, wanted)
    if takes_dict(tree, names, takes, entry, parameter, wanted) or not (made_of or uses_fields(tree, entry, parameter, wanted)):
        shape = Shape("dict", alias, named=wanted)
    else:
        shape = of_fields("argument", names, alias, made_of, wanted)
    shape.appended = "\n\n%s = lambda person: %s().%s(person)\n" % (alias, owner, entry)
    return shape


def getter(kind, entry):
    """The name under which a property holds its function; None if the class has no such property."""
    found = type(getattr(kind, entry, None))
    return {("builtins", "property"): "fget", ("functools", "cached_property"): "func"}.get((found.__module__, found.__name__))


def parameters(function, entry):
    try:
        return list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        raise NoShape("what %s takes cannot be found out" % entry) from None


def is_required(parameter):
    return parameter.default is parameter.empty and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)


def constructor(kind):
    try:
        return list(inspect.signature(kind).parameters.values())
    except (ValueError, TypeError):
        return []


def any_taken(takes, wanted):
    return any(one.name in wanted or one.kind in (one.VAR_KEYWORD, one.VAR_POSITIONAL) for one in takes)


def of_parameters(kind, function, wanted, entry, bound=False):
    """The shape with the attributes as parameters, by name if possible."""
    takes, rest = parameters(function, entry)[bound:], list(wanted)
    # A decorator's wrapper may report the parameters of the function, but accept them in one way only.
    try:
        outer = list(inspect.signature(function, follow_wrapped=False).parameters.values())
    except ValueError:
        outer = takes  # a wrapper that is written in C, e.g. of a cache
    kinds = {one.kind for one in outer}
    by_name = inspect.Parameter.VAR_POSITIONAL not in kinds or any(one.name in wanted for one in outer)
    star = any(one.kind is one.VAR_POSITIONAL for one in takes)
    everything = any(one.kind is one.VAR_KEYWORD for one in takes)
    positional, named = [], []
    for one in takes:
        if one.name in wanted and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            rest.remove(one.name)
            by_place = one.kind is one.POSITIONAL_ONLY or (one.kind is one.POSITIONAL_OR_KEYWORD and not by_name)
            (positional if by_place else named).append(one.name)
        elif is_required(one):
            raise NoShape("%s takes %s, which is none of the attributes" % (entry, one.name))
        else:
            by_name = True  # parameters after one that is left to its default must be named
    if everything:
        return Shape(kind, entry, None, positional, named + rest)
    if star and not positional and not named:
        return Shape(kind, entry, None, rest)
    return Shape(kind, entry, None, positional, named, rest)


def of_fields(kind, names, entry, owner, wanted):
    """The shape with an instance that is made of the attributes by keyword."""
    if not isinstance(names.get(owner), type):
        raise NoShape("it defines no class %s" % owner)
    takes = constructor(names[owner])
    accepted = [one.name for one in takes]
    everything = any(one.kind is one.VAR_KEYWORD for one in takes)
    for one in takes:
        if is_required(one) and one.name not in wanted:
            raise NoShape("%s is made of %s, which is none of the attributes" % (owner, one.name))
    named = [name for name in wanted if everything or name in accepted]
    if not named:
        raise NoShape("%s is made of none of the attributes" % owner)
    return Shape(kind, entry, owner, (), named, [name for name in wanted if name not in named])


def class_for(names, takes, parameter, wanted, annotated=True):
    """The name of the class of a parameter: the annotated one, or the one with the attributes as fields; else None."""
    (one,) = [one for one in takes if one.name == parameter]
    text = one.annotation if type(one.annotation) is str else getattr(one.annotation, "__name__", "")
    if annotated and is_own_class(names.get(text)):
        return text
    found = []
    for name, value in names.items():
        if is_own_class(value):
            fields = [field.name for field in constructor(value)]
            if fields and sum(field in wanted for field in fields) * 2 >= len(wanted):
                found.append(name)
    return found[-1] if found else None


def is_own_class(value):
    return isinstance(value, type) and value.__module__ == "program" and not issubclass(value, dict)


def uses_fields(tree, entry, parameter, wanted):
    """Whether a function uses its parameter as an object with fields, and not as a dict."""
    if parameter == "self":
        return True
    for node in nodes_of_function(tree, entry):
        of_parameter = is_name(getattr(node, "value", None), parameter)
        if isinstance(node, ast.Attribute) and of_parameter and (node.attr in wanted or node.attr == "__dict__"):
            return True
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Name) and node.args[0].id == parameter:
            if ast.unparse(node.func).rpartition(".")[2] in ("vars", "getattr", "hasattr", "asdict", "astuple", "attrgetter"):
                return True
    return False


# Words in annotations of parameters that can be a dict.
DICTS = frozenset(("dict", "Dict", "Mapping", "MutableMapping"))


def takes_dict(tree, names, takes, entry, parameter, wanted):
    """Whether a parameter is annotated as a dict, or else used as one, and not as an object with fields."""
    (said,) = [one.annotation for one in takes if one.name == parameter]
    said = names.get(said, said) if type(said) is str else said
    if is_own_class(said):
        return False
    words = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in str(said)).split()
    return not DICTS.isdisjoint(words) or (
        not uses_fields(tree, entry, parameter, wanted) and uses_items(tree, entry, parameter, wanted)
    )


def uses_items(tree, entry, parameter, wanted):
    """Whether a function looks attributes up in its parameter, or passes it on as keyword arguments."""
    for node in nodes_of_function(tree, entry):
        if isinstance(node, ast.Subscript) and is_name(node.value, parameter):
            if isinstance(node.slice, ast.Constant) and node.slice.value in wanted:
                return True
        if isinstance(node, ast.keyword) and node.arg is None and is_name(node.value, parameter):
            return True
    return False


def nodes_of_function(tree, name):
    """All nodes of the last function with a name; none if there is no such function."""
    functions = [node for node in nodes_of(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name]
    return ast.walk(functions[-1]) if functions else ()


def class_of(shape, code, names):
    """The class that is made for a method, from the code of the program without the class, and the names of that code."""
    names = dict(names)
    exec(compile(shape.appended, "<program>", "exec", code.co_flags & FUTURES, True), names)
    return names[shape.owner]


FUTURES = functools.reduce(operator.or_, (getattr(__future__, one).compiler_flag for one in __future__.all_feature_names))


def bare_method(names, entry, attributes, owner, made_class):
    """The shape of a method without a class; a class is appended to the code, so that lines keep their numbers."""
    while owner in names:
        owner += "_"
    appended = made_class.replace("{owner}", owner).replace("{entry}", entry)
    return Shape("method", entry, owner, (), [one.name for one in attributes], appended=appended)
