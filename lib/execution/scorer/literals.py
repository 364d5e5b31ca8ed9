def texts_in(nodes):
    """The short texts in syntax trees, each once, in order."""
    found = {}
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and 0 < len(one.value) <= 60:
                found[one.value] = True
    return list(found)


def numbers_compared(nodes, is_sensitive):
    """Numbers that the attribute is compared with, ascending."""
    found = set()
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Compare) and is_sensitive(one):
                for part in ast.walk(one):
                    if isinstance(part, ast.Constant) and isinstance(part.value, (int, float)) and not isinstance(part.value, bool):
                        found.add(part.value)
    return sorted(found)


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
