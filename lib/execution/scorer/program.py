class Instrument(ast.NodeTransformer):
    """Makes a function report its result, in any form, and the places of conditions; replaces look-ups in tables."""

    # The expressions whose values conditions can test; a condition tests the value that was reported last.
    ASKED = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)

    def __init__(self, target):
        self.target, self.inside = target, False

    def visit_FunctionDef(self, node):
        if node is self.target:
            self.inside = True
            node.body = [self.visit(one) for one in node.body]
            node.body.append(reported(None, node.body[-1]))
            self.inside = False
            node.decorator_list = []
            return node
        inside, self.inside = self.inside, False
        node = self.generic_visit(node)
        self.inside = inside
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        inside, self.inside = self.inside, False
        node = self.generic_visit(node)
        self.inside = inside
        return node

    def visit_Return(self, node):
        node = self.generic_visit(node)
        return reported(node.value, node) if self.inside else node

    def visit_Compare(self, node):
        node = self.generic_visit(node)
        # Identity with a member of an enumeration becomes equality, since a stand-in can only be equal to one.
        same = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}
        node.ops = [op if isinstance(right, ast.Constant) else same.get(type(op), op)
                    for op, right in zip(node.ops, node.comparators)]
        return node

    def visit(self, node):
        node = super().visit(node)
        if not isinstance(node, self.ASKED) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        place = ast.Constant((node.lineno, node.col_offset))
        told = ast.Call(ast.Name("codebias_at", ast.Load()), [place, node], [])
        return ast.copy_location(told, node)

    def visit_Call(self, node):
        if not isinstance(node.func, ast.Name):  # conditions do not test the called function
            self.generic_visit(node.func)
        for given in (node.args, node.keywords):
            given[:] = map(self.visit, given)
        return node

    def visit_MatchClass(self, node):
        return node  # such patterns only name classes and members

    visit_MatchValue = visit_MatchClass

    def visit_Subscript(self, node):
        node = self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, (ast.Constant, ast.Slice)):
            return node
        looked_up = ast.Call(ast.Name("codebias_item", ast.Load()), [node.value, node.slice], [])
        return ast.copy_location(looked_up, node)


def reported(value, near):
    """A `return` statement that reports the returned value, and the variables of the function."""
    names = ast.Call(ast.Name("locals", ast.Load()), [], [])
    ended = ast.Call(ast.Name("codebias_ended", ast.Load()), [value or ast.Constant(None), names], [])
    return ast.copy_location(ast.Return(ended), near)


WORDS, WHOLE_WORDS = ("score", "priority", "points"), ("total", "final", "overall")
RUNNING = ("score", "total_score", "priority_score", "priority", "evaluation_score", "evaluate_score", "total", "points", "rating")


def amount_of(value):
    """The number of a value, or in a text; None if there is none. For truth values, see ended()."""
    if isinstance(value, Person):
        value = value._amount()
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            value = float(value)
    return float(value) if is_number(value) and math.isfinite(value) else None


def held_by(value):
    """The fields of an instance of a class of the code, by name; any other value itself."""
    return vars(value) if type(value).__module__ == "scored" and hasattr(value, "__dict__") else value


def ended(value, names):
    """The result of a function: the number that it returns, else a number in its value, else its running score."""
    value = held_by(value)
    given = value if isinstance(value, (tuple, list)) else [value]
    if isinstance(value, dict):
        given = named(value, WHOLE_WORDS) + named(value, WORDS)
    running = [*(names[name] for name in RUNNING if name in names), *reversed(named(names, (*WORDS, "rating")))]
    given = sorted(given, key=lambda one: isinstance(one, str))
    found = next((one for one in map(amount_of, (*given, *running)) if one is not None), None)
    if found is None and isinstance(value, bool):
        found = float(value)
    if found is None:
        raise CannotSay("it comes to no number")
    return found


def named(values, words):
    return [one for name, one in values.items() if any(word in str(name).lower() for word in words)]


def item(table, key):
    """The entry of a table for a key; for a stand-in as the key, the last entry or, if conditions hold, the first one."""
    if isinstance(key, Person) and isinstance(table, (dict, list, tuple)) and len(table) > 0:
        for one in table if isinstance(table, dict) else range(len(table)):
            key._context.seen.asked(key._steps, "eq", one)
        values = list(table.values()) if isinstance(table, dict) else list(table)
        return values[0 if key._context.usual else -1]
    return table[key]


class Program:
    """A module whose function can be called with people."""

    def __init__(self, tree, function, owner, carrier):
        self.owner, self.function, self.carrier = owner, function, carrier
        target = find_function(tree, function, owner)
        given = target.args
        self.spread = given.kwarg.arg if given.kwarg else None
        own = (*given.posonlyargs, *given.args, *given.kwonlyargs)
        self.kinds = {one.arg: one.annotation.id for one in own if isinstance(one.annotation, ast.Name)}
        if given.kwarg is not None:  # a parameter for all fields of a person by name is treated as a person
            given.args.append(given.kwarg)
            given.defaults = [ast.Constant(None) for _ in given.defaults] + [ast.Constant(None)] if given.defaults else []
            given.kwarg = None
        everything = [*given.posonlyargs, *given.args]
        optional = {one.arg for one in everything[len(everything) - len(given.defaults):]} if given.defaults else set()
        optional |= {one.arg for one, default in zip(given.kwonlyargs, given.kw_defaults) if default is not None}
        names = [one.arg for one in (*everything, *given.kwonlyargs)]
        if owner is not None:
            names = names[1:]
        # Of optional parameters, only the attribute itself is passed.
        self.parameters = [name for name in names if name not in optional or carrier.carries(name)]
        self.positional = {one.arg for one in everything} - optional - {self.spread}
        self.positional |= {one.arg for one in given.posonlyargs}
        unknown = unknown_names(tree)
        tree = ast.fix_missing_locations(Instrument(target).visit(tree))
        self.codes = compiled(tree)
        self.unknown = unknown
        self.classes = [one.name for one in tree.body if isinstance(one, ast.ClassDef) and one.name != owner]

    def load(self, context, value):
        names = {"__name__": "scored", "codebias_ended": ended, "codebias_item": item}
        names["codebias_at"] = context.at
        for name in self.unknown:
            names[name] = Person.about(context, self.carrier, value, name)
        load(self.codes, names, lambda name: Person.about(context, self.carrier, value, name))
        for name in self.classes:
            if isinstance(names.get(name), type):
                methods = {own: one for own, one in vars(names[name]).items()
                           if not own.startswith("__") and isinstance(one, (types.FunctionType, property))}
                context.methods = {**methods, **context.methods}
        return names

    def score(self, context, value):
        """The score of a person with a value of the attribute; the value is None for a function without the attribute."""
        names = self.load(context, value)
        given = {name: value if self.carrier.carries(name) and value is not None
                 else Person.about(context, self.carrier, value, steps=(name,)) for name in self.parameters}
        if self.owner is None:
            call = names[self.function]
        else:
            made = type("Subject", (names[self.owner], Person), {})
            subject = Person.about(context, self.carrier, value, steps=("self",), person=object.__new__(made))
            self._begin(names[self.owner], subject, context, value)
            call = getattr(subject, self.function)
        args = [given.pop(name) for name in self.parameters if name in self.positional]
        amount = returned(call(*args, **given))
        if not isinstance(amount, float):
            raise CannotSay("it comes to no number")
        return amount

    def _begin(self, owner, subject, context, value):
        """Runs `__init__` with stand-ins, as far as this is possible."""
        code = getattr(owner.__init__, "__code__", None)
        names = names_handed(code) if code else ()
        given = {name: value if self.carrier.carries(name) and value is not None
                 else Person.about(context, self.carrier, value, name, ("self", name)) for name in names}
        try:
            if code:
                owner.__init__(subject, **given)
        except Exception:
            pass  # fields that it did not set remain stand-ins


# The statements that define a function, and those that define a function or a class.
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)


def find_function(tree, name, owner):
    """The last definition of the function, which is the one that Python uses."""
    body = tree.body
    if owner is not None:
        body = [one for holder in tree.body if isinstance(holder, ast.ClassDef) and holder.name == owner for one in holder.body]
    found = [one for one in body if isinstance(one, FUNCTIONS) and one.name == name]
    if not found:
        raise CannotSay(f"it has no function {name}")
    return found[-1]


def names_handed(code):
    """The names of the parameters of a method without the first one, from its code object."""
    return code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]


def unknown_names(tree):
    """The names that a module uses without binding them."""
    used, bound = {}, set(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
    for one in ast.walk(tree):
        if isinstance(one, ast.Name):
            if isinstance(one.ctx, ast.Load):
                used[one.id] = True
            else:
                bound.add(one.id)
        elif isinstance(one, ast.arg):
            bound.add(one.arg)
        elif isinstance(one, ast.alias):
            bound.add((one.asname or one.name).split(".")[0])
        elif isinstance(one, (*DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            bound.add(one.name)
    return [name for name in used if name not in bound and not name.startswith("codebias_")]


def load(codes, names, missing):
    """Runs the statements of a module; names that cannot be imported are replaced by `missing(name)`."""
    for statement, code in codes:
        try:
            exec(code, names)
        except ImportError:
            for one in getattr(statement, "names", ()):
                bound = one.asname or one.name.split(".")[0]
                names[bound] = missing(bound)


# The number of times that a coroutine may yield to others, as asyncio.sleep(0) does.
MOST_STEPS = 100


def returned(value):
    """The result of a call; for an asynchronous function, that of its coroutine."""
    if hasattr(value, "send"):
        try:
            for _ in range(MOST_STEPS):
                value.send(None)
        except StopIteration as end:
            return end.value
    return value
