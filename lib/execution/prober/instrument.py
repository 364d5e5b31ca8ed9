READ, OPEN, SETTLE, COMPARE, LATER = "<read>", "<open>", "<settle>", "<compare>", "<later>"
CALL, METHOD, ITEM = "<call>", "<method>", "<item>"


def install():
    """Makes the functions known that an instrumented program calls."""
    builtins.__dict__.update({READ: read, OPEN: opened, SETTLE: settled, COMPARE: compared, LATER: compared_later})
    builtins.__dict__.update({CALL: called_function, METHOD: called_method, ITEM: taken_item})


# Methods of dicts, lists and tuples, but for those by which they differ in nothing from other objects.
METHODS_OF_CONTAINERS = {name for kind in (dict, list, tuple) for name in dir(kind)} - set(dir(object)) | {"__eq__", "__ne__"}

# What looks into objects.
FIELDS = frozenset("vars getattr asdict astuple attrgetter __dict__ __getattribute__ __getstate__".split())

# Calls of these come to values of their own.
MAKERS = frozenset(
    "len int float str bool repr range round abs isinstance issubclass any all print type format hash ord chr super".split()
)

# Calls of these come to whether their arguments are true.
TESTING = frozenset("all any bool".split())


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
        self.called_back = set(called_back(tree))
        self.is_called_back = False  # in a function that others may call, too
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
        if isinstance(node.ctx, ast.Load) and node.attr in METHODS_OF_CONTAINERS:
            node.value = self.wrapped(node.value, OPEN)  # somebody else will call it
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
            self.open_arguments(node, SETTLE if any(map(looks_into_fields, arguments_of(node))) else OPEN)
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

    def open_arguments(self, node, name=OPEN):
        """Has containers that are handed to code outside of the program hold values: it could mistake a token."""
        for at, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                argument.value = self.wrapped(argument.value, name)
            else:
                node.args[at] = self.opened(argument, name)
        for keyword in node.keywords:
            keyword.value = self.opened(keyword.value, name)

    def opened(self, node, name=OPEN):
        """An expression, once it was visited, that comes to containers of values."""
        plain = isinstance(node, (ast.Constant, ast.GeneratorExp, ast.Lambda)) or is_call_of(node, name)
        return node if plain else self.wrapped(node, name)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod) and not isinstance(node.right, ast.Constant):
            node.right = self.opened(node.right)  # what a text is filled with
        return node

    def visit_Set(self, node):
        self.generic_visit(node)
        for one in node.elts:
            if isinstance(one, ast.Starred):
                one.value = self.opened(one.value)
        return node

    def visit_YieldFrom(self, node):
        self.generic_visit(node)
        node.value = self.opened(node.value)
        return node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        node.value = self.opened(node.value)
        if not isinstance(node.target, ast.Name) or node.target.id not in self.bound:
            return node
        # A value that can be changed is changed itself.
        same = placed(ast.Name(node.target.id, ast.Load()), node)
        return [placed(ast.Assign([node.target], self.wrapped(same)), node), node]

    def visit_Return(self, node):
        self.generic_visit(node)
        if node.value is not None and self.is_called_back:
            node.value = self.opened(node.value, SETTLE)
        return node

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
        else:
            node.value = self.opened(node.value)
        return node

    def visit_arg(self, node):
        return node  # annotations are not read

    def visit_AnnAssign(self, node):
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
            node.value = named(node.value) if isinstance(node.target, ast.Name) else self.opened(node.value)
        return node

    def visit_ClassDef(self, node):
        return self.visit_within(node, True)

    def visit_Lambda(self, node):
        self.visit_within(node, False)
        if any(map(looks_into_fields, ast.walk(node))):
            node.body = self.opened(node.body, SETTLE)
        return node

    def visit_FunctionDef(self, node):
        returns, node.returns = node.returns, None
        before, self.is_called_back = self.is_called_back, node.name in self.called_back
        self.visit_within(node, False)
        node.returns, self.is_called_back = returns, before
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
