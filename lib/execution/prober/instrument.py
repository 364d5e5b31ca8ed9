READ, OPEN, SETTLE, COMPARE, LATER = "<read>", "<open>", "<settle>", "<compare>", "<later>"
CALL, METHOD, ITEM = "<call>", "<method>", "<item>"


def install():
    """Makes the functions known that an instrumented program calls."""
    builtins.__dict__.update({READ: read, OPEN: opened, SETTLE: settled, COMPARE: compared, LATER: compared_later})
    builtins.__dict__.update({CALL: called_function, METHOD: called_method, ITEM: taken_item})

# Calls of these come to values of their own.
MAKERS = frozenset(
    "len int float str bool repr range round abs isinstance issubclass any all print type format hash ord chr super".split()
)


def instrumented(source):
    """The program as code that reads tokens where it needs values, and compares them by functions of the search."""
    tree = ast.parse(source, "<program>")
    return compile(Instrument(tree).visit(tree), "<program>", "exec", 0, True)


class Instrument(ast.NodeTransformer):
    """Wraps every expression that may come to a token in a function that reads it.

    Where nothing is learned of a token yet it stays one: in an assignment to a name, in a comparison, in a test, and as
    an argument of a function of the program.
    """

    def __init__(self, tree):
        self.modules = {
            (name.asname or name.name).partition(".")[0]
            for node in nodes_of(tree)
            if isinstance(node, ast.Import)
            for name in node.names
        }
        self.bound = set(bound_names(tree))
        functions = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        self.own = {node.name for node in functions if not node.decorator_list} - self.bound
        self.in_class = False  # directly in the body of a class, whose names a function in it does not see

    def wrapped(self, node, name=READ):
        return placed(ast.Call(placed(ast.Name(name, ast.Load()), node), [node], []), node)

    def visit_Name(self, node):
        return self.wrapped(node) if isinstance(node.ctx, ast.Load) and node.id in self.bound else node

    def visit_Attribute(self, node):
        of_module = isinstance(node.value, ast.Name) and node.value.id in self.modules
        if of_module and node.value.id not in self.bound:
            return node
        self.generic_visit(node)
        return self.wrapped(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and is_call_of(node.slice, READ):
            return self.wrapped(called(ITEM, node.value, kept(node.slice)))
        return self.wrapped(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node):
        pure = self.visit_pure(node)
        if pure is not None:
            return self.wrapped(pure)
        makes = isinstance(node.func, ast.Name) and node.func.id in MAKERS
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        elif not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(argument) for argument in node.keywords]
        own = isinstance(node.func, ast.Name) and node.func.id in self.own
        if own or (makes and node.func.id in TESTING):
            keep = named if own else kept
            node.args = [keep(argument) for argument in node.args]
            for argument in node.keywords:
                argument.value = keep(argument.value)
        elif not makes:
            self.open_arguments(node)
        return node if makes else self.wrapped(node)

    def visit_pure(self, node):
        """A call that changes nothing, if it is one, so that its argument may stay a token; None if it is none."""
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            return None
        if isinstance(node.func, ast.Name) and node.func.id in PURE_NAMES and node.func.id not in self.bound | self.own:
            if not 1 <= len(node.args) <= 2 or isinstance(node.args[0], ast.GeneratorExp):
                return None
            return called(CALL, node.func, *[named(self.visit(argument)) for argument in node.args])
        if isinstance(node.func, ast.Attribute) and node.func.attr in PURE_METHODS:
            value = kept(self.visit(node.func.value))
            arguments = [kept(self.visit(argument)) for argument in node.args]
            return called(METHOD, placed(ast.Constant(node.func.attr), node), value, *arguments)
        return None

    def open_arguments(self, node):
        """Has containers that are handed to code outside of the program hold values: it could mistake a token."""
        for at, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                argument.value = self.wrapped(argument.value, OPEN)
            elif not isinstance(argument, (ast.Constant, ast.GeneratorExp, ast.Lambda)):
                node.args[at] = self.wrapped(argument, OPEN)
        for keyword in node.keywords:
            if not isinstance(keyword.value, (ast.Constant, ast.GeneratorExp, ast.Lambda)):
                keyword.value = self.wrapped(keyword.value, OPEN)

    def visit_Compare(self, node):
        chain = node.comparators[1:]
        if chain and (self.in_class or not all(map(is_movable, chain))):
            return self.generic_visit(node)
        self.generic_visit(node)
        operands = [kept(one) for one in (node.left, *node.comparators)]
        later = [placed(ast.Lambda(no_parameters(), one), one) for one in operands[2:]]
        signs = placed(ast.Constant(tuple(type(op).__name__ for op in node.ops)), node)
        return placed(ast.Call(placed(ast.Name(COMPARE, ast.Load()), node), [signs, *operands[:2], *later], []), node)

    def visit_test(self, node):
        self.generic_visit(node)
        node.test = tested(node.test)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = visit_test

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return tested(node)

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.ifs = [tested(one) for one in node.ifs]
        node.iter = kept_items(node.iter)
        return node

    def visit_For(self, node):
        self.generic_visit(node)
        node.iter = kept_items(node.iter)
        return node

    def visit_Assign(self, node):
        self.generic_visit(node)
        if all(isinstance(target, ast.Name) for target in node.targets):
            node.value = named(node.value)
        elif all(is_names(target) for target in node.targets):
            node.value = kept_items(node.value)
        return node

    def visit_arg(self, node):
        return node  # annotations are not read

    def visit_AnnAssign(self, node):
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
            if isinstance(node.target, ast.Name):
                node.value = named(node.value)
        return node

    def visit_ClassDef(self, node):
        return self.visit_within(node, True)

    def visit_Lambda(self, node):
        return self.visit_within(node, False)

    def visit_FunctionDef(self, node):
        returns, node.returns = node.returns, None
        self.visit_within(node, False)
        node.returns = returns
        return node

    def visit_within(self, node, in_class):
        before, self.in_class = self.in_class, in_class
        self.generic_visit(node)
        self.in_class = before
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Match(self, node):
        """Patterns look into what they match by ways of their own, at which a token would not be read."""
        plain = (ast.MatchValue, ast.MatchAs, ast.MatchOr)
        patterns = [part for case in node.cases for part in ast.walk(case.pattern) if isinstance(part, ast.pattern)]
        simple = all(isinstance(part, plain) for part in patterns)
        subject = self.visit(node.subject)
        node.subject = kept(subject) if simple else self.wrapped(subject, SETTLE)
        node.cases = [self.visit(case) for case in node.cases]
        return node

    def visit_match_case(self, node):
        if node.guard is not None:
            node.guard = tested(self.visit(node.guard))
        node.body = [self.visit(statement) for statement in node.body]
        return node


# Calls of these come to whether their arguments are true.
TESTING = frozenset("all any bool".split())


def placed(new, node):
    return ast.copy_location(new, node)


def called(name, *arguments):
    return placed(ast.Call(placed(ast.Name(name, ast.Load()), arguments[0]), list(arguments), []), arguments[0])


def no_parameters():
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def is_call_of(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def kept(node):
    """An expression, once it was visited, so that what may come to a token does come to it."""
    if is_call_of(node, READ):
        return node.args[0]
    if is_call_of(node, COMPARE) and len(node.args) == 3:
        node.func.id = LATER
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        node.elt = kept(node.elt)
    return kept_items(node)


def kept_items(node):
    if isinstance(node, (ast.Tuple, ast.List)):
        node.elts = [kept(item) for item in node.elts]
    return node


def named(node):
    """The same of what gets a name. Lists are handed on and changed: they hold tokens of comparisons at most."""
    if isinstance(node, ast.List):
        node.elts = [kept(item) if is_call_of(item, COMPARE) else item for item in node.elts]
        return node
    return node if isinstance(node, (ast.ListComp, ast.GeneratorExp)) else kept(node)


def tested(node):
    """An expression, once it was visited, of which only the truth is asked."""
    if is_call_of(node, READ):
        return node.args[0]
    if isinstance(node, ast.BoolOp):
        node.values = [tested(value) for value in node.values]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = tested(node.operand)
    return node


def is_names(target):
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(map(is_names, target.elts))
    return isinstance(target, ast.Name)


def is_movable(node):
    """Whether an operand means the same in a function of its own."""
    fixed = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    for part in ast.walk(node):
        if isinstance(part, fixed) or getattr(part, "id", None) in ("super", "locals", "vars", "dir", "eval", "exec"):
            return False
    return True


def bound_names(tree):
    """Names that some statement gives a value, other than by a definition or an import."""
    for node in nodes_of(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
