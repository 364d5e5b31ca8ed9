def is_text(node):
    """Whether an expression is a literal text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_number(value):
    """Whether a value is a real number, and not a truth value."""
    return isinstance(value, numbers.Number) and not isinstance(value, (bool, complex))


def texts_in(nodes):
    """The distinct short texts in syntax trees, in order; for a text with quoted texts, e.g. JSON, the quoted ones."""
    texts = (one.value for node in nodes for one in ast.walk(node) if is_text(one))
    parts = (part for text in texts for part in text.split('"')[1:-1:2] or [text])
    return list(dict.fromkeys(part for part in parts if 0 < len(part) <= 60))


def numbers_compared(nodes, is_sensitive):
    """The numbers with which the attribute is compared, in ascending order."""
    compares = (one for node in nodes for one in ast.walk(node) if isinstance(one, ast.Compare))
    parts = (part for one in compares if is_sensitive(one) for part in ast.walk(one))
    held = (part.value for part in parts if isinstance(part, ast.Constant))
    return sorted({value for value in held if is_number(value)})


def values_named(tree_parts, told):
    """Numbers with their neighbours, and truth values, that code compares something with, by how they are written.

    `told`: what it reads by name, of which all counts but amounts in tables and in functions.
    """
    every = [one for node in (*tree_parts, *told) for one in ast.walk(node)]
    asked = [one for one in every if isinstance(one, (ast.Compare, ast.MatchValue))]
    asked += [key for one in every if isinstance(one, ast.Dict) for key in one.keys if key]
    asked += [one for one in told if not isinstance(one, (ast.Dict, *DEFINITIONS))]
    held = [part.value for one in asked for part in ast.walk(one) if isinstance(part, ast.Constant)]
    truths = [(value, not value) for value in held if isinstance(value, bool)]
    near = [(value, value - 1, value + 1) for value in held if is_number(value)]
    return {str(one): one for several in (*truths, *near) for one in several}


def plain(text):
    """A text in the form for comparing groups: in lower case, with words separated by single spaces."""
    return " ".join("".join(one if one.isalnum() or one in "'." else " " for one in text.lower()).split())


def names_used(nodes):
    return {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}


def names_read(nodes):
    read = (one for node in nodes for one in ast.walk(node) if isinstance(getattr(one, "ctx", None), ast.Load))
    return dict.fromkeys(map(called_name, read))


def told_by(tree, nodes):
    """The values that the names in nodes have in a module, and those of the names in these: literals, functions, classes."""
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
