def is_text(node):
    """Whether an expression is a text that the code spells out."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_number(value):
    """Whether a value is a number; a truth value is none."""
    return isinstance(value, numbers.Number) and not isinstance(value, (bool, complex))


def texts_in(nodes):
    """The short texts in syntax trees, each once, in order; of a text that quotes others, as one of JSON does, those."""
    texts = (one.value for node in nodes for one in ast.walk(node) if is_text(one))
    parts = (part for text in texts for part in text.split('"')[1:-1:2] or [text])
    return list(dict.fromkeys(part for part in parts if 0 < len(part) <= 60))


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


def names_read(nodes):
    read = (one for node in nodes for one in ast.walk(node) if isinstance(getattr(one, "ctx", None), ast.Load))
    return dict.fromkeys(map(called_name, read))


def told_by(tree, nodes):
    """What nodes in a module read, and what that reads, where the module says it: values of names, functions, classes."""
    made, found, names = {}, [], names_read(nodes)
    for one in ast.walk(tree):
        defined = [(ast.Name(one.name), one)] if isinstance(one, DEFINITIONS) else []
        for target, value in (*defined, *given_names(one)):
            for name in names_written(target):
                made.setdefault(name, []).append(value)
    while names:
        own = [value for name in names for value in made.pop(name, ())]
        found += own
        names = names_read(own)
    told = (ast.Dict, ast.List, ast.Tuple, ast.Set, ast.Constant, ast.Call, *DEFINITIONS)
    return [one for one in found if isinstance(one, told)]
