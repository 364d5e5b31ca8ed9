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
    """What names stand for in a module, where that is written down in it: the values that are assigned to them."""
    found = []
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign) and any(isinstance(target, ast.Name) and target.id in names for target in one.targets):
            found.append(one.value)
        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id in names and one.value:
            found.append(one.value)
    return [one for one in found if isinstance(one, (ast.Dict, ast.List, ast.Tuple, ast.Set, ast.Constant, ast.Call))]
