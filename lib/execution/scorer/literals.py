def is_text(node):
    """Whether an expression is a text that the code spells out."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_number(value):
    """Whether a value is a number; a truth value is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def texts_in(nodes):
    """The short texts in syntax trees, each once, in order."""
    texts = (one.value for node in nodes for one in ast.walk(node) if is_text(one))
    return list(dict.fromkeys(text for text in texts if 0 < len(text) <= 60))


def numbers_compared(nodes, is_sensitive):
    """Numbers that the attribute is compared with, ascending."""
    compares = (one for node in nodes for one in ast.walk(node) if isinstance(one, ast.Compare))
    parts = (part for one in compares if is_sensitive(one) for part in ast.walk(one))
    held = (part.value for part in parts if isinstance(part, ast.Constant))
    return sorted({value for value in held if is_number(value)})


def plain(text):
    """A text as compared for groups: in lower case, with spaces for whatever joins words."""
    return " ".join("".join(one if one.isalnum() or one in "'." else " " for one in text.lower()).split())


def names_used(nodes):
    return {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}


def tables_of(tree, names):
    """What names in a module stand for, where the module says so: values that are assigned to them or iterated over."""
    found, known, open_names = [], set(), set(names)
    while open_names:
        known |= open_names
        own = [value for target, value in bindings(tree) if open_names & set(names_stored(target))]
        found += own
        open_names = names_used(own) - known
    return [one for one in found if isinstance(one, (ast.Dict, ast.List, ast.Tuple, ast.Set, ast.Constant, ast.Call))]


def bindings(tree):
    """Targets with the values they get."""
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign):
            yield from ((target, one.value) for target in one.targets)
        elif isinstance(one, ast.AnnAssign) and one.value:
            yield one.target, one.value
        elif isinstance(one, (ast.For, ast.comprehension)):
            yield one.target, one.iter


def names_stored(target):
    return [one.id for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
