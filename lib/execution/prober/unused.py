def unread_names(tree):
    """The names that are assigned to, but never read."""
    names = [node for node in nodes_of(tree) if isinstance(node, ast.Name)]
    written = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    by_name = REACHING | {"dir", "super"}  # functions that may read a variable without naming it
    if any(node.id in by_name for node in names):
        return set()
    outside = {name for node in nodes_of(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    added_to = {target.id for node in nodes_of(tree) if isinstance(node, ast.AugAssign) for target in named_targets(node)}
    texts = {id(target) for node in nodes_of(tree) if gives_text(node) for target in named_targets(node)}
    not_texts = {node.id for node in names if isinstance(node.ctx, ast.Store) and id(node) not in texts}
    read = {node.id for node in names if not isinstance(node.ctx, ast.Store)}
    return written - outside - read - (added_to & not_texts)


def named_targets(node):
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target for target in targets if isinstance(target, ast.Name)]


def gives_text(node):
    """Whether a statement assigns a text to a name, or adds a text to it."""
    if not isinstance(node, ast.Assign) and not (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)):
        return False
    value = node.value
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and type(value.value) is str)


def printed(node):
    """The texts that a statement prints, if it does nothing else; otherwise None."""
    call = node.value
    if not isinstance(call, ast.Call) or not is_name(call.func, "print"):
        return None
    if not all(keyword.arg in ("sep", "end", "flush") and isinstance(keyword.value, ast.Constant) for keyword in call.keywords):
        return None
    return call.args


def parts_of_texts(texts):
    """The expressions in texts with standard formatting; None if there are none, or an argument is not such a text."""
    found = []
    for text in texts or ():
        for part in text.values if isinstance(text, ast.JoinedStr) else [text]:
            if isinstance(part, ast.FormattedValue) and part.conversion == -1 and part.format_spec is None:
                found.append(part.value)
            elif not isinstance(part, ast.Constant) or type(part.value) is not str:
                return None
    return found


def unused(*values):
    """Formats the values of an unused text, if that could have a side effect; returns an empty text."""
    for value in values:
        if type(value) is not Token or not is_plain(value):
            format(value)
    return ""
