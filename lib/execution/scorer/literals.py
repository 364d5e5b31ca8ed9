def texts_in(nodes):
    """The short texts in syntax trees, each once, in their order."""
    found = {}
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and 0 < len(one.value) <= 60:
                found[one.value] = True
    return list(found)


def numbers_compared(nodes, is_sensitive):
    """The numbers that the attribute is compared with, rising."""
    found = set()
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Compare) and is_sensitive(one):
                for part in ast.walk(one):
                    if isinstance(part, ast.Constant) and isinstance(part.value, (int, float)) and not isinstance(part.value, bool):
                        found.add(part.value)
    return sorted(found)


def plain(text):
    """A text as groups are compared: in lower case, with spaces for all that joins words."""
    return " ".join("".join(one if one.isalnum() or one in "'." else " " for one in text.lower()).split())


def names_used(nodes):
    return {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}


def tables_of(tree, names):
    """What names stand for in a module, where that is written down in it: the values that are assigned to them, or gone through."""
    found, known, open_names = [], set(), set(names)
    while open_names:
        known |= open_names
        own = [value for target, value in bindings(tree) if open_names & set(names_stored(target))]
        found += own
        open_names = names_used(own) - known
    return [one for one in found if isinstance(one, (ast.Dict, ast.List, ast.Tuple, ast.Set, ast.Constant, ast.Call))]


def bindings(tree):
    """Targets with what they are given."""
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign):
            yield from ((target, one.value) for target in one.targets)
        elif isinstance(one, ast.AnnAssign) and one.value:
            yield one.target, one.value
        elif isinstance(one, (ast.For, ast.comprehension)):
            yield one.target, one.iter


def names_stored(target):
    return [one.id for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
