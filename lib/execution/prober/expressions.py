def placed(new, node):
    return ast.copy_location(new, node)


def called(name, *arguments):
    return placed(ast.Call(placed(ast.Name(name, ast.Load()), arguments[0]), list(arguments), []), arguments[0])


def no_parameters():
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name


def is_named(node, names):
    """Whether an expression is one of some names, possibly as an attribute."""
    return getattr(node, "id", getattr(node, "attr", None)) in names


def is_call_of(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def kept(node):
    """A visited expression, changed so that it yields a token where it can."""
    if is_call_of(node, READ):
        return node.args[0]
    if is_call_of(node, COMPARE) and len(node.args) == 3:
        node.func.id = LATER
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        node.elt = kept(node.elt.args[0] if is_call_of(node.elt, OPEN) else node.elt)
    return kept_items(node)


def kept_items(node):
    if isinstance(node, (ast.Tuple, ast.List)):
        node.elts = [kept(item) for item in node.elts]
    return node


def named(node):
    """The same for a value that gets a name. Lists may be passed on and changed: they hold tokens of comparisons at most."""
    if isinstance(node, ast.List):
        node.elts = [kept(item) if is_call_of(item, COMPARE) else item for item in node.elts]
        return node
    return node if isinstance(node, (ast.ListComp, ast.GeneratorExp)) else kept(node)


def tested(node):
    """A visited expression of which only the truth value is needed."""
    if is_call_of(node, READ):
        return node.args[0]
    if isinstance(node, ast.BoolOp):
        node.values = [tested(value) for value in node.values]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = tested(node.operand)
    return node


def arguments_of(node):
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def looks_into_fields(node):
    """Whether a visited expression names a function or a field that gives access to the fields of objects."""
    return is_named(node, FIELDS)


def is_names(target):
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(map(is_names, target.elts))
    return isinstance(target, ast.Name)


def is_no_container(node):
    """Whether a visited expression certainly yields no container of tokens."""
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, (ast.Add, ast.Mult, ast.BitOr, ast.BitAnd))
    return isinstance(node, (ast.Constant, ast.JoinedStr, ast.UnaryOp, ast.GeneratorExp, ast.Lambda))


def is_movable(node):
    """Whether an operand has the same meaning in a function of its own."""
    fixed = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    for part in ast.walk(node):
        if isinstance(part, fixed) or getattr(part, "id", None) in ("super", "locals", "vars", "dir", "eval", "exec"):
            return False
    return True
