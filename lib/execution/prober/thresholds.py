MOST_ADDED = 8


def literals(tree, names):
    """The literals with which the program compares each attribute, from the syntax tree."""
    found = {name: [] for name in names}
    tables = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Dict, ast.List, ast.Tuple, ast.Set)):
            tables.update({target.id: node.value for target in node.targets if isinstance(target, ast.Name)})

    def keep(one, other):
        """Records that an attribute, or an expression computed from one, is compared with the values of another expression."""
        if isinstance(other, ast.Name):
            other = tables.get(other.id, other)
        rows = (ast.Tuple, ast.List)
        if isinstance(one, rows) and isinstance(other, rows) and len(one.elts) == len(other.elts):
            for mine, its in zip(one.elts, other.elts):
                keep(mine, its)
        values = constants(other)
        while isinstance(one, ast.BinOp) and values:
            one, values = solved(one, values)
        name = mentioned(one, found)
        if name is not None:
            found[name] += values

    for node in nodes_of(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            for one, other in [*zip(parts, parts[1:]), *zip(parts[1:], parts)]:
                keep(one, other)
        elif isinstance(node, ast.Match):
            for case in node.cases:
                for part in ast.walk(case.pattern):
                    if isinstance(part, ast.MatchValue):
                        keep(node.subject, part.value)
        elif isinstance(node, ast.Subscript):
            keep(node.slice, node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr == "get":
                keep(node.args[0], node.func.value)
            elif node.func.attr in ("startswith", "endswith"):
                keep(node.func.value, node.args[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
            for one in node.args:
                for other in node.args:
                    keep(one, other)
    return found


def named_in(tree, names):
    """The attributes that the code names where it could read their values, including in a text."""
    if any(map(names_all, nodes_of(tree))):
        return set(names)
    found = set()
    for node in nodes_of(tree):
        if isinstance(getattr(node, "ctx", None), ast.Load):
            found.add(getattr(node, "id", getattr(node, "attr", None)))
        elif isinstance(node, ast.Constant) and type(node.value) is str:
            found.update(name for name in names if name in node.value)
    return found & set(names)


ALL_FIELDS = frozenset("values items fields asdict astuple vars __dict__ getattr locals attrgetter".split())


def names_all(node):
    """Whether an expression may read attributes without naming them."""
    if isinstance(node, ast.arguments):
        return node.vararg is not None or node.kwarg is not None
    return isinstance(node, (ast.Starred, ast.MatchClass)) or is_named(node, ALL_FIELDS)


def solved(node, values):
    """The variable part of a sum, difference, product or quotient, and its values for the given values of the whole."""
    inverse = {
        ast.Add: (lambda value, known: value - known, lambda value, known: value - known),
        ast.Sub: (lambda value, known: value + known, lambda value, known: known - value),
        ast.Mult: (lambda value, known: value / known, lambda value, known: value / known),
        ast.Div: (lambda value, known: value * known, lambda value, known: known / value),
        ast.FloorDiv: (lambda value, known: value * known, lambda value, known: known / value),
    }.get(type(node.op))
    for at, (part, other) in enumerate(((node.left, node.right), (node.right, node.left))):
        known = constants(other)
        if inverse is not None and len(known) == 1 and type(known[0]) is not str:
            try:
                return part, [inverse[at](value, known[0]) for value in values if type(value) is not str]
            except (ArithmeticError, TypeError):
                pass
    return node, []


def mentioned(node, names):
    """The attribute that an expression reads: x, self.x, person["x"], person.get("x"), or such with .lower() and the like."""
    if isinstance(node, ast.Name):
        name = node.id
    elif isinstance(node, ast.Attribute):
        name = node.attr
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        name = node.slice.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ("lower", "upper", "title", "capitalize", "strip", "casefold"):
            return mentioned(node.func.value, names)
        keyed = node.func.attr == "get" and node.args and isinstance(node.args[0], ast.Constant)
        name = node.args[0].value if keyed else None
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        return mentioned(node.args[0], names) if node.func.id in ("int", "float", "str") else None
    else:
        return None
    return name if type(name) is str and name in names else None


def constants(node):
    """The plain values in an expression: a literal, a negative one, the items of a display or a range, keys."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [value for item in node.elts for value in constants(item)]
    if isinstance(node, ast.Dict):
        return [value for item in node.keys if item is not None for value in constants(item)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        return [value for item in node.args[:2] for value in constants(item)]
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return []
    return [value] if type(value) in (int, float, str) else []


def neighbours(value, kind):
    """A threshold and the values next to it on both sides, of the attribute's type."""
    if kind is str:
        return [value] if type(value) is str else []
    if type(value) is str or not -sys.float_info.max <= value <= sys.float_info.max:
        return []
    if kind is int:
        low = math.floor(value)
        return [low - 1, low, low + 1] if low == value else [low, low + 1]
    step = abs(value) * 1e-6 or 1e-6
    return [value - step, float(value), value + step]


UNLISTED = "unlisted"

# The maximum number of a program's texts that are tried as values, and their maximum length.
MOST_WORDS, LONGEST_WORD = 64, 40


def texts_told(tree):
    """The short texts and names in the code."""
    texts = []
    for node in nodes_of(tree):
        if isinstance(node, ast.Constant):
            texts.append(node.value)
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            texts.append(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            texts.append(node.id)
        elif isinstance(node, ast.keyword):
            texts.append(node.arg)
    return [text for text in texts if type(text) is str and 0 < len(text) <= LONGEST_WORD]


def words_of(texts, names):
    """The texts of a program and their words, except names of attributes, for which the program may search a text."""
    words = [word for text in texts for word in re.split(r"[\W_]+", text) if word]
    return [word for word in dict.fromkeys(texts + words) if word not in names][:MOST_WORDS]


def looked_for(attribute, values, words, people, fares):
    """The words with which outcomes differ from those with unlisted words, if these, and known values, do not differ.

    A program can search for a word without a visible comparison, e.g. in a set or by a pattern.
    """
    found = {}
    for person in people:
        known, other = fares(person, values[0]), fares(person, UNLISTED)
        if not all(same(known, fares(person, one)) for one in values[1:]) or not same(other, fares(person, UNLISTED + "_")):
            return []
        found.update((word, None) for word in words if not same(other, fares(person, word)))
    return [word for word in found if word not in attribute.values]


def unlisted(attribute):
    """A category that the attribute does not have, if one is to be tried; or the named categories."""
    if isinstance(attribute.unlisted, list):
        return [one for one in attribute.unlisted if one not in attribute.values]
    name = UNLISTED
    while name in attribute.values:
        name += "_"
    return [name] if attribute.unlisted and attribute.kind is str else []


def added_values(attribute, thresholds):
    """Values around thresholds that the attribute does not have yet, starting with the first thresholds."""
    kind, known = attribute.kind, [value for value in attribute.values if value is not None]
    if kind not in (int, float, str) or not known:
        return []
    found = []
    for threshold in thresholds:
        for value in neighbours(threshold, kind):
            # If no known value and no threshold is negative, a value below 0 makes no sense.
            usable = kind is str or value >= 0 or threshold < 0 or min(known) < 0
            if usable and value not in known and value not in found:
                found.append(value)
    return found[:MOST_ADDED]


def add(attributes, thresholds):
    """Adds values around thresholds to the attributes that may have other values than the given ones."""
    for attribute in attributes:
        if not attribute.closed:
            attribute.add(added_values(attribute, thresholds[attribute.name]))


# The number of people whose values of a range are varied; the parts of the range, first and, if there is no step, in a
# second try, so that each age is called; the maximum number of added values on both sides of steps.
PEOPLE_WITH_STEPS = 6
PARTS = 8, 128
MOST_STEPS = 6


def steps(attribute, parts, fares, goes_on):
    """Numbers on both sides of the first and the last step, i.e. change of the outcome, in a range of so many parts.

    Empty if the outcome of each of more than two parts differs from that of the next one, or if `goes_on` ends the
    search; None if the outcome is the same everywhere.
    """
    kind, (low, high) = attribute.kind, attribute.bounds
    # Whole numbers are computed exactly; a difference of floats may be more than any float.
    exact = [low + (high - low) * part // parts for part in range(parts + 1)] if kind is int else []
    ends = exact or [low * (1 - part / parts) + high * (part / parts) for part in range(parts + 1)]
    grid = sorted({value for value in map(kind, ends) if low <= value <= high})
    outcomes = [fares(value) for value in grid if goes_on()]
    if len(outcomes) < len(grid):
        return []
    changing = [at for at in range(len(grid) - 1) if not same(outcomes[at], outcomes[at + 1])]
    if not changing:
        return None
    found, least = [], 1 if kind is int else high * 1e-7 - low * 1e-7
    for at in {changing[0], changing[-1]} if len(changing) < max(parts, 3) else ():
        below, above = grid[at], grid[at + 1]
        while above - below > least and goes_on():
            middle = (below + above) // 2 if kind is int else below / 2 + above / 2
            if not below < middle < above:
                break  # there is no float between them
            below, above = (middle, above) if same(fares(middle), outcomes[at]) else (below, middle)
        if not any(value is not None and below <= value <= above for value in attribute.values):  # else it is known
            found += [below, above]
    return found


def numbers_of(attribute, draw):
    """Numbers spread over a range in random order; if the range has fewer numbers, all of them, repeated."""
    low, high = attribute.bounds
    if attribute.kind is int:
        low, high = math.ceil(low), math.floor(high)
    if attribute.kind is float:
        found = [low * (1 - part) + high * part for part in ((at + draw.random()) / NUMBERS for at in range(NUMBERS))]
    elif high - low < NUMBERS:
        found = [low + at % max(1, high - low + 1) for at in range(NUMBERS)]
    else:
        ends = [low + (high - low) * at // NUMBERS for at in range(NUMBERS + 1)]
        found = [draw.randint(*pair) for pair in zip(ends, ends[1:])]
    draw.shuffle(found)
    return found
