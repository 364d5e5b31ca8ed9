def unread_names(tree):
    """Names that are assigned to, but nowhere read."""
    names = [node for node in nodes_of(tree) if isinstance(node, ast.Name)]
    written = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    by_name = REACHING | {"dir", "super"}  # what may read a variable without naming it
    if any(node.id in by_name for node in names):
        return set()
    outside = {name for node in nodes_of(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    return written - outside - {node.id for node in names if not isinstance(node.ctx, ast.Store)}


def printed(node):
    """The texts that a statement prints, if it does no more than that; else None."""
    call = node.value
    if not isinstance(call, ast.Call) or not is_name(call.func, "print"):
        return None
    if not all(keyword.arg in ("sep", "end", "flush") and isinstance(keyword.value, ast.Constant) for keyword in call.keywords):
        return None
    return call.args


def parts_of_texts(texts):
    """The expressions that texts are filled with in the usual way; None if there are none, or something is no such text."""
    found = []
    for text in texts or ():
        for part in text.values if isinstance(text, ast.JoinedStr) else [text]:
            if isinstance(part, ast.FormattedValue) and part.conversion == -1 and part.format_spec is None:
                found.append(part.value)
            elif not isinstance(part, ast.Constant) or type(part.value) is not str:
                return None
    return found


def unused(*values):
    """Fills a text of which no use is made, where that could have an effect."""
    for value in values:
        if type(value) is not Token or not is_plain(value):
            format(value)
