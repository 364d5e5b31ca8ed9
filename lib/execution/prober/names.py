def called_back(tree):
    """Names of functions that are handed on, and of methods that replace those of a class from elsewhere."""
    called = {id(node.func) for node in nodes_of(tree) if isinstance(node, ast.Call)}
    for node in nodes_of(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in called:
            yield node.id
        elif isinstance(node, ast.ClassDef) and node.bases:
            yield from (one.name for one in node.body if isinstance(one, ast.FunctionDef))


def bound_names(tree):
    """Names that some statement may give a token."""
    plain = {id(target) for target in plain_targets(tree)}
    for node in nodes_of(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in plain:
            yield node.id
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest


def plain_targets(tree):
    """Where names are given what is no token: a constant, what an operator comes to, an item of a range."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign) and is_fixed(node.value):
            yield from node.targets
        elif isinstance(node, ast.AugAssign):
            yield node.target
        elif isinstance(node, (ast.For, ast.comprehension)) and is_call_of(node.iter, "range"):
            yield node.target
