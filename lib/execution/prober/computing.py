# Methods of texts, and one of dicts, without side effects.
PURE_METHODS = frozenset(
    "lower upper casefold title capitalize swapcase strip lstrip rstrip startswith endswith replace get".split()
)
PURE_FUNCTIONS = {one: one.__name__ for one in (len, int, float, str, abs, round, min, max, isinstance)}
PURE_NAMES = frozenset(PURE_FUNCTIONS.values())
PURE_TYPES = frozenset((int, float, str, bool, complex, bytes, list, tuple, dict, set))


def called_function(function, *arguments):
    """The result of a call of a function with the name of a built-in one; a token if that is possible."""
    at = the_token(arguments)
    if at is not None and type(function) in (type, type(len)) and function in PURE_FUNCTIONS:
        return computed(function, arguments, at, arguments[:at] + arguments[at + 1 :])
    return function(*map(read, arguments))


def called_method(name, value, *arguments):
    """The result of a method of a text, or of a look-up in a table; a token if that is possible."""
    if type(value) is Token and name != "get":
        return computed(METHODS[name], (value, *arguments), 0, arguments)
    if name == "get" and arguments and type(value) in TABLES:
        WATCH.keep(arguments[0], value)
    if name == "get" and is_table(value) and arguments and type(arguments[0]) is Token:
        return computed(looked_up, (tuple(value.items()), *arguments), 1, arguments[1:], value.get)
    return getattr(read(value), name)(*map(opened, arguments))


def taken_item(container, index):
    """The item of a container at an index."""
    if type(container) in TABLES:
        WATCH.keep(index, container)
    if type(index) is Token and is_table(container):
        return computed(item_of, (tuple(container.items()), index), 1, (), container.__getitem__)
    return container[read(index)]


def taken_fields(function, value):
    """The result of a function of dataclasses for an instance: its fields, which may remain tokens."""
    library = sys.modules.get("dataclasses")
    if library is not None and function in (library.asdict, library.astuple) and hasattr(type(value), FIELDS_BY_NAME):
        found = {field.name: getattr(value, field.name) for field in library.fields(value)}
        if all(type(item) is Token or type(item) in SCALARS for item in found.values()):
            return found if function is library.asdict else tuple(found.values())
    return function(opened(value))


FIELDS_BY_NAME = "__dataclass_fields__"


def method_of(name):
    return lambda value, *arguments: getattr(value, name)(*arguments)


METHODS = {name: method_of(name) for name in PURE_METHODS}


def looked_up(items, key, *default):
    return dict(items).get(key, *default)


def item_of(items, key):
    return dict(items)[key]


def the_token(arguments):
    """The index of the only token among arguments, or None."""
    found = [at for at, one in enumerate(arguments) if type(one) is Token]
    return found[0] if len(found) == 1 else None


def is_table(value):
    return type(value) is dict and len(value) <= MOST_COMPARED and all(
        type(key) in SCALARS and type(item) in SCALARS for key, item in value.items()
    )


def computed(function, arguments, at, others, native=None):
    """A token of the result of a function without side effects, if the result is plain for all values of its token.

    Otherwise the value is read, and `native`, or the function itself if there is none, is called.
    """
    token = arguments[at]
    if is_plain(token) and all(map(is_constant, others)):
        result = derived(token, function, arguments[:at], arguments[at + 1 :])
        reader, name, made = parts_of(result)
        answers = [reader.answered(name, made, place) for place in given(reader.attributes[name], reader.places(name))]
        if name not in reader.held and all(answer[0] in SCALARS for answer in answers):
            # For an added value, the function may fail; then it must fail at once.
            fails = reader.answered(name, made, reader.person.get(name, 0))[0] not in SCALARS
            return value_of(result) if fails else result
    values = [opened(read(one)) for one in arguments]
    return function(*values) if native is None else native(*values[1:])


def is_constant(value):
    if type(value) is tuple:
        return all(map(is_constant, value))
    return type(value) in SCALARS or (type(value) is type and value in PURE_TYPES)
