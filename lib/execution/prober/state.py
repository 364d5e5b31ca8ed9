# Methods that change their object, and functions that change an argument.
CHANGING = frozenset(
    "append extend insert remove pop popitem clear sort reverse add discard update setdefault appendleft popleft "
    "extendleft rotate difference_update intersection_update symmetric_difference_update __setitem__ __setattr__ "
    "__delitem__ subtract move_to_end send seed shuffle insort insort_left insort_right heappush heappop heapreplace "
    "heappushpop heapify iadd ior iand isub ixor iconcat setitem delitem".split()
)
REACHING = frozenset(
    "globals vars locals setattr delattr exec eval compile sys gc inspect importlib modules os ctypes "
    "contextvars threading decimal logging warnings".split()
)
HARMLESS = ("dataclass", "dataclasses.dataclass", "property", "staticmethod", "classmethod")


def keeps_nothing(tree):
    """Whether no call can leave any state for the next one, so that the module need not be loaded for each call.

    Code that is not understood counts as keeping state.
    """
    if not all(is_definition(statement) for statement in tree.body):
        return False
    top = set(top_names(tree))
    made = made_names(tree)
    if not all(is_only_looked_at(tree, name) for name in changeable_names(tree)):
        return False
    changing = False
    for node in nodes_of(tree):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Delete)):
            return False
        if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in tree.body:
            return False
        if isinstance(node, ast.Name) and node.id in REACHING:
            return False
        if isinstance(node, ast.Attribute):
            if node.attr.startswith("__") or node.attr in REACHING:
                return False
            changing = changing or node.attr in CHANGING
            if isinstance(node.ctx, ast.Store):  # a field of a parameter or of a new object, not of a class or function
                if not isinstance(node.value, ast.Name) or node.value.id in top or node.value.id not in made:
                    return False
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            changing = True
        if isinstance(node, ast.AugAssign) or (isinstance(node, ast.Name) and node.id in CHANGING):
            changing = True
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            defaults = [one for one in [*node.args.defaults, *node.args.kw_defaults] if one is not None]
            if not all(is_fixed(one) for one in defaults):
                return False
    return not changing or all(is_fixed(value) for value in top_values(tree))


def made_names(tree):
    """The names of objects that belong to one call: parameters, except classes, and results of calls."""
    names = {node.arg for node in nodes_of(tree) if isinstance(node, ast.arg)} - set(class_parameters(tree))
    assigned = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    made = isinstance(node.value, ast.Call) and not is_named(node.value.func, ("type", "getattr"))
                    assigned.setdefault(target.id, []).append(made)
    return (names - assigned.keys()) | {name for name, calls in assigned.items() if all(calls)}


def class_parameters(tree):
    """The names of parameters that may be classes: those of class methods, and all if a class is passed as an argument."""
    yield "cls"
    called = {id(node.func) for node in nodes_of(tree) if isinstance(node, ast.Call)}
    classes = {node.name for node in nodes_of(tree) if isinstance(node, ast.ClassDef)}
    handed = any(
        isinstance(node, ast.Name) and node.id in classes and id(node) not in called for node in values_in(tree)
    )
    for node in nodes_of(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            takes = [*node.args.posonlyargs, *node.args.args]
            of_class = any(isinstance(by, ast.Name) and by.id == "classmethod" for by in node.decorator_list)
            for one in takes if handed else takes[:1] if of_class or node.name in OF_CLASSES else ():
                yield one.arg


OF_CLASSES = ("__new__", "__init_subclass__", "__set_name__", "__class_getitem__")


def values_in(tree):
    """All arguments of calls."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Call):
            yield from node.args
            yield from (keyword.value for keyword in node.keywords)


def changeable_names(tree):
    """The names at the top level whose values could be changed."""
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None and not is_fixed(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


LOOKING = frozenset("len sorted sum min max any all list set frozenset tuple dict enumerate zip reversed iter map filter".split())


def is_only_looked_at(tree, name):
    """Whether the value of a name gets no second name, through which it could be changed."""
    looked = set()
    for node in nodes_of(tree):
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            looked.add(id(node.value))
        elif isinstance(node, ast.Compare):
            looked.update(id(part) for part in [node.left, *node.comparators])
        elif isinstance(node, (ast.For, ast.comprehension)):
            looked.add(id(node.iter))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOOKING:
            looked.update(id(part) for part in node.args)
    named = [node for node in nodes_of(tree) if isinstance(node, ast.Name) and node.id == name]
    return all(id(node) in looked for node in named if isinstance(node.ctx, ast.Load))


def is_definition(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return all(name.name.partition(".")[0] not in REACHING for name in node.names)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return all(ast.unparse(one) in HARMLESS for one in node.decorator_list)
    if isinstance(node, ast.ClassDef):
        decorated = all(ast.unparse(one).partition("(")[0] in HARMLESS for one in node.decorator_list)
        return decorated and not node.keywords and all(is_definition(one) for one in node.body)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.AnnAssign):
        return node.value is None or is_literal(node.value)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets) and is_literal(node.value)
    return isinstance(node, ast.Pass)


def is_literal(node):
    if isinstance(node, ast.Dict):
        return all(key is not None and is_literal(key) for key in node.keys) and all(map(is_literal, node.values))
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(map(is_literal, node.elts))
    if isinstance(node, ast.Call) and is_named(node.func, ("field",)) and not node.args:
        return all(is_fixed(one.value) or is_named(one.value, ("list", "dict", "set")) for one in node.keywords)
    return is_fixed(node)


def is_fixed(node):
    """Whether the value of an expression can never change."""
    if isinstance(node, ast.UnaryOp):
        return is_fixed(node.operand)
    if isinstance(node, ast.BinOp):
        return is_fixed(node.left) and is_fixed(node.right)
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Tuple) and all(map(is_fixed, node.elts)))


def top_names(tree):
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((name.asname or name.name).partition(".")[0] for name in node.names)
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def top_values(tree):
    """The expressions whose values a module or a class keeps."""
    for node in nodes_of(tree):
        if isinstance(node, (ast.Module, ast.ClassDef)):
            yield from (one.value for one in node.body if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value)
