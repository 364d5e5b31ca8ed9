def defined(tree):
    """The names of the program's functions, including nested ones, and of its methods, except decorated ones."""
    functions, methods = set(), set()
    for node in nodes_of(tree):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
                plain = all(isinstance(by, ast.Name) and by.id in KEEPING for by in one.decorator_list)
                if isinstance(node, ast.ClassDef) and plain:
                    methods.add(one.name)
                elif not isinstance(node, ast.ClassDef) and not one.decorator_list:
                    functions.add(one.name)
    return functions, methods


KEEPING = frozenset(("staticmethod", "classmethod"))


def called_back(tree):
    """The names of functions and methods that are passed on, and of methods in classes with bases outside of the program."""
    called, own = {id(node.func) for node in nodes_of(tree) if isinstance(node, ast.Call)}, has_own_bases(tree)
    functions, methods = set(), set()
    for node in nodes_of(tree):
        if isinstance(node, ast.ClassDef) and node.bases and not own:
            methods.update(one.name for one in node.body if isinstance(one, ast.FunctionDef))
        elif isinstance(getattr(node, "ctx", None), ast.Load) and id(node) not in called:
            if isinstance(node, ast.Name):
                functions.add(node.id)
            elif isinstance(node, ast.Attribute):
                methods.add(node.attr)
    return functions, methods


def bound_names(tree):
    """The names to which some statement may assign a token."""
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
    """The targets that never get a token: of a constant, of the result of an operator, of an item of a range."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign) and is_fixed(node.value):
            yield from node.targets
        elif isinstance(node, ast.AugAssign):
            yield node.target
        elif isinstance(node, (ast.For, ast.comprehension)) and is_call_of(node.iter, "range"):
            yield node.target


def has_own_bases(tree):
    """Whether all classes derive only from classes of the program."""
    classes = [node for node in nodes_of(tree) if isinstance(node, ast.ClassDef)]
    own = {node.name for node in classes} | {"object", "ABC"}
    return all(isinstance(base, ast.Name) and base.id in own for node in classes for base in node.bases)
