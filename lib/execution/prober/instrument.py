READ, OPEN, SETTLE, LEFT, RIGHT, BOTH = "<read>", "<open>", "<settle>", "<left>", "<right>", "<both>"

# Calls of these come to values of their own.
MAKERS = frozenset(
    "len int float str bool repr range round abs isinstance issubclass any all print type format hash ord chr super".split()
)


def instrumented(source):
    """The program as code in which every expression that may come to a token is read, and comparisons are watched."""
    tree = ast.parse(source, "<program>")
    return compile(Instrument(tree).visit(tree), "<program>", "exec", 0, True)


class Instrument(ast.NodeTransformer):
    def __init__(self, tree):
        self.modules = {
            (name.asname or name.name).partition(".")[0]
            for node in nodes_of(tree)
            if isinstance(node, ast.Import)
            for name in node.names
        }
        self.bound = set(bound_names(tree))
        self.own = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}

    def wrapped(self, node, name=READ):
        call = ast.Call(ast.copy_location(ast.Name(name, ast.Load()), node), [node], [])
        return ast.copy_location(call, node)

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
        return self.wrapped(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node):
        makes = isinstance(node.func, ast.Name) and node.func.id in MAKERS
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        elif not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(argument) for argument in node.keywords]
        if not makes and not (isinstance(node.func, ast.Name) and node.func.id in self.own):
            self.open_arguments(node)
        return node if makes else self.wrapped(node)

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
        self.generic_visit(node)
        watched = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.In, ast.NotIn)
        if not all(isinstance(op, watched) for op in node.ops):
            return node
        last = len(node.comparators) - 1
        node.left = self.wrapped(node.left, LEFT)
        node.comparators = [
            self.wrapped(one, RIGHT if at == last else BOTH) for at, one in enumerate(node.comparators)
        ]
        return node

    def visit_arg(self, node):
        return node  # annotations are not read

    def visit_AnnAssign(self, node):
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node):
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Match(self, node):
        """Patterns look into what they match by ways of their own, at which a token would not be read."""
        plain = (ast.MatchValue, ast.MatchAs, ast.MatchOr)
        patterns = [part for case in node.cases for part in ast.walk(case.pattern) if isinstance(part, ast.pattern)]
        simple = all(isinstance(part, plain) for part in patterns)
        node.subject = self.wrapped(self.visit(node.subject), READ if simple else SETTLE)
        node.cases = [self.visit(case) for case in node.cases]
        return node

    def visit_match_case(self, node):
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        node.body = [self.visit(statement) for statement in node.body]
        return node


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


class Watch:
    """Remembers which values the program compares."""

    MOST = 4000

    def __init__(self):
        self.pairs, self.lefts = set(), []

    def left(self, value):
        self.lefts.append(value)
        return value

    def right(self, value):
        if self.lefts:
            self.keep(self.lefts.pop(), value)
        return value

    def both(self, value):
        self.right(value)
        return self.left(value)

    def keep(self, left, right):
        left = read(left)
        if type(left) not in (int, float, str) or len(self.pairs) > self.MOST:
            return
        for item in self.items(right):
            if type(item) in (int, float, str) and (type(item) is str) == (type(left) is str):
                self.pairs.add((left, item))
                self.pairs.add((item, left))

    @staticmethod
    def items(right):
        right = read(right)
        if type(right) is range:
            return [right.start, right.stop]
        return list(right)[:16] if type(right) in (list, tuple, set, frozenset, dict) else [right]

    def install(self):
        builtins.__dict__.update({READ: read, OPEN: opened, SETTLE: settled, LEFT: self.left, RIGHT: self.right, BOTH: self.both})
