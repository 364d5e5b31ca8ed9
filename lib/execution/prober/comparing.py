SCALARS = frozenset((type(None), bool, int, float, str))
CONTAINERS = (tuple, list, set, frozenset, dict, range, type({}.keys()))
TABLES = frozenset((dict, collections.OrderedDict, collections.defaultdict, collections.Counter))
MOST_COMPARED = 64

SIGNS = {
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Is": operator.is_,
    "IsNot": operator.is_not,
    "In": lambda item, container: item in container,
    "NotIn": lambda item, container: item not in container,
}


def applied(made, value):
    for function, before, after in made:
        value = function(*before, value, *after)
    return value


def derived(token, function, before=(), after=()):
    """A token of the result of a function of the token's value, with constants before and after it."""
    reader, name, made = parts_of(token)
    return Token(name, reader, made + ((function, before, after),))


def truth(token):
    reader, name, _ = parts_of(token)
    return value_of(derived(token, bool)) if name in reader.plain else bool(value_of(token))


def compared(signs, left, right, *others):
    """The result of a comparison; in a chain, the third and later operands are given as functions."""
    result = result_of(signs[0], left, right)
    for sign, other in zip(signs[1:], others):
        if not result:
            return result
        left, right = right, other()
        result = result_of(sign, left, right)
    return result


def compared_later(signs, left, right):
    """The same for two operands, but as a token if the result can wait, i.e. if no value makes it raise an exception."""
    return postponed(comparison(signs[0], left, right))


def result_of(sign, left, right):
    return read(comparison(sign, left, right))


def postponed(result):
    """The token itself, or its value if some value of the attribute makes it raise an exception."""
    if type(result) is Token:
        reader, name, made = parts_of(result)
        answers = (reader.answered(name, made, place) for place in reader.places(name))
        if name in reader.held or any(answer[0] == "raised" for answer in answers):
            return value_of(result)
    return result


def comparison(sign, left, right):
    """The result of a comparison, or a token of it if one operand is a token and the other a plain value."""
    WATCH.keep(left, right)
    if type(left) is Token and type(right) is Token:
        left = value_of(left)
    operate = SIGNS[sign]
    if type(left) is Token:
        if is_plain(left) and (type(right) in SCALARS or sign in ("In", "NotIn") and is_plain_container(right)):
            return derived(left, operate, after=(right if type(right) in SCALARS else snapshot(right),))
        left = value_of(left)
    elif type(right) is Token:
        if is_plain(right) and type(left) in SCALARS:
            return derived(right, operate, before=(left,))
        right = value_of(right)
    if sign not in ("Is", "IsNot") and (holds_tokens(left) or holds_tokens(right)):
        return of_rows(sign, left, right)
    return operate(left, right)


def is_plain(token):
    reader, name, _ = parts_of(token)
    return name in reader.plain


def is_plain_container(value):
    return type(value) in CONTAINERS and (
        type(value) is range or len(value) <= MOST_COMPARED and all(type(item) in SCALARS for item in value)
    )


def snapshot(container):
    """The present content of a container, for repeating the question about values that are added later."""
    if type(container) in (tuple, range):
        return container
    return tuple(container) if type(container) is list else frozenset(container)


def holds_tokens(value):
    """Whether a value is a tuple or list that contains a token, directly or in an inner tuple or list."""
    return type(value) in (tuple, list) and len(value) <= MOST_COMPARED and any(
        type(item) is Token or holds_tokens(item) for item in value
    )


def of_rows(sign, left, right):
    """Compares tuples and lists as Python does: item by item, up to the first items that differ."""
    if sign in ("In", "NotIn") and is_searched(left, right):
        found = any(item is left or result_of("Eq", item, left) for item in right)
        return found == (sign == "In")
    if type(left) is not type(right) or sign not in ("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE"):
        return SIGNS[sign](opened(left), opened(right))
    if sign in ("Eq", "NotEq") and len(left) != len(right):
        return sign == "NotEq"
    for one, other in zip(left, right):
        if one is not other and not result_of("Eq", one, other):
            return sign == "NotEq" if sign in ("Eq", "NotEq") else result_of(sign, one, other)
    return SIGNS[sign](len(left), len(right))


def is_searched(item, container):
    """Whether searching a container for an item can be done by comparing the item with one after the other."""
    if type(container) in (set, frozenset, dict):
        rows = all(type(one) is tuple and all(type(part) in SCALARS for part in one) for one in container)
        return rows and type(item) is tuple and len(container) <= MOST_COMPARED and all(
            type(part) in SCALARS or type(part) is Token and is_plain(part) for part in item
        )
    return type(container) in (tuple, list) and len(container) <= MOST_COMPARED


def lend_comparison(name, sign):
    setattr(Token, "__%s__" % name, lambda self, other: result_of(sign, self, other))


for one, sign in zip("lt le gt ge eq ne".split(), SIGNS):
    lend_comparison(one, sign)
Token.__bool__ = truth


class Watch:
    """Records the pairs of values that the program compares, including with the keys of tables in which it looks them up."""

    MOST = 4000

    def __init__(self):
        self.pairs = set()

    def keep(self, left, right):
        left = seen(left)
        if type(left) not in (int, float, str) or len(self.pairs) > self.MOST:
            return
        right = seen(right)
        for item in (right,) if type(right) in SCALARS else self.items(right):
            if type(item) in (int, float, str) and (type(item) is str) == (type(left) is str):
                self.pairs.add((left, item))
                self.pairs.add((item, left))

    @staticmethod
    def items(right):
        if type(right) is range:
            return [right.start, right.stop]
        if type(right) in (list, tuple, set, frozenset) or type(right) in TABLES:
            return [seen(item) for item in itertools.islice(right, 16)]
        return ()


def seen(value):
    """The value of a token in this call, read without a question of the program."""
    if type(value) is not Token:
        return value
    reader, name, made = parts_of(value)
    return applied(made, reader.value(name)) if name in reader.plain else None


WATCH = Watch()
