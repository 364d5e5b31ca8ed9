"""Records which code ran, and with which results, for each value of the attribute."""


class Watch(ast.NodeTransformer):
    """Makes a copy of code that reports its executed statements and the values of its expressions, by node numbers.

    If `whole` is false, it only counts the executed statements and reports the result of the function.
    """

    def __init__(self, tree, target, whole):
        self.number = {id(node): at for at, node in enumerate(ast.walk(tree))}
        self.target, self.whole, self.inside, self.depth = target, whole, False, 0

    def visit_FunctionDef(self, node):
        outside, self.inside = self.inside, node is self.target
        self.depth += 1
        if self.whole:
            node.args.defaults = [self.visit(one) for one in node.args.defaults]
        node.body = self.block(node.body)
        if self.inside:
            node.body.append(reported(None, node.body[-1]))
        self.depth -= 1
        self.inside = outside
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        outside, self.inside = self.inside, False
        self.depth += 1
        node.body = self.visit(node.body)
        self.depth -= 1
        self.inside = outside
        return node

    def visit_ClassDef(self, node):
        depth, self.depth = self.depth, 0
        node.body = [self.visit(one) for one in node.body]
        self.depth = depth
        return node

    def visit_AnnAssign(self, node):
        if node.value:
            node.value = self.visit(node.value)
        return node

    def block(self, statements):
        """Statements, each preceded by a report that it runs; a docstring remains the first statement."""
        found = []
        for at, one in enumerate(statements):
            is_text = at == 0 and isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            if self.depth and not is_text:
                found.append(self._told("codebias_ran", one, []))
            found.append(self.visit(one))
        return found

    def generic_visit(self, node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                setattr(node, name, self.block(block))
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                if value and not isinstance(value[0], ast.stmt):
                    value[:] = [self.visit(one) if isinstance(one, ast.AST) else one for one in value]
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def visit_MatchValue(self, node):
        return node

    visit_MatchSingleton = visit_MatchSequence = visit_MatchMapping = visit_MatchClass = visit_MatchValue
    visit_MatchStar = visit_MatchAs = visit_MatchOr = visit_MatchValue

    def visit_JoinedStr(self, node):
        for one in node.values:
            if isinstance(one, ast.FormattedValue):
                one.value = self.visit(one.value)
        return self._seen(node)

    def visit_Return(self, node):
        node = self.generic_visit(node)
        return reported(node.value, node) if self.inside else node

    def visit_Call(self, node):
        if not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        node.args = [self.visit(one) for one in node.args]
        for one in node.keywords:
            one.value = self.visit(one.value)
        return self._seen(node)

    def visit(self, node):
        own = getattr(self, "visit_" + type(node).__name__, None)
        if own is not None:
            return own(node)
        node = self.generic_visit(node)
        plain = (ast.Constant, ast.Starred, ast.Slice, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await)
        if not isinstance(node, ast.expr) or isinstance(node, plain):
            return node
        return self._seen(node) if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) else node

    def _seen(self, node):
        return self._told("codebias_saw", node, [node]).value if self.whole else node

    def _told(self, name, node, given):
        told = ast.Call(ast.Name(name, ast.Load()), [ast.Constant(self.number[id(node)]), *given], [])
        return ast.copy_location(ast.Expr(told), node)


class Watched:
    """The reports of a watched copy: for the number of each expression, its results by value of the attribute."""

    MOST, KEPT = 50_000, 40

    def __init__(self, whole):
        self.whole = whole  # people who are dicts, by their ids
        self.ran, self.truths, self.differing = {}, {}, set()
        self.compared = 0  # the number of people for whom at least two values gave an amount
        self.begin()

    def begin(self):
        """Begins the next person."""
        self.of_person, self.returned = {}, {}

    def call(self, group):
        """Begins the next call, with the person of a group."""
        self.group, self.steps, self.amount, self.values = group, 0, None, {}
        self.of_person[group] = self.values

    def names(self):
        return {"codebias_ran": self.runs, "codebias_saw": self.saw, "codebias_ended": self.ended}

    def runs(self, number):
        self.steps += 1
        if self.steps > self.MOST:
            raise CannotSay("it asks without end")
        self.ran.setdefault(number, set()).add(self.group)

    def saw(self, number, value):
        self.runs(number)
        kept = self.values.setdefault(number, [])
        if len(kept) < self.KEPT:
            kept.append("person" if id(value) in self.whole else digest(value))
            if isinstance(value, (bool, int, float, str, list, tuple, dict, set, types.NoneType)):
                self.truths.setdefault(number, {}).setdefault(self.group, set()).add(bool(value))
        return value

    def ended(self, value, names):
        try:
            self.amount = ended(value, names)
        except CannotSay:
            self.amount = None
        return value

    def end(self):
        """Records the expressions whose results differ between the groups of a person."""
        every = {number for values in self.of_person.values() for number in values}
        for number in every:
            told = {repr(values[number]) for values in self.of_person.values() if number in values}
            if len(told) > 1:
                self.differing.add(number)


def digest(value, depth=2):
    """A key that tells a value from others, and is the same in two loads of the code."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return type(value).__name__, value if not isinstance(value, enum.Enum) else value.name
    if depth and isinstance(value, (list, tuple)) and len(value) < 30:
        return type(value).__name__, *(digest(one, depth - 1) for one in value)
    if depth and isinstance(value, dict) and len(value) < 30:
        return "dict", *((digest(key, 0), digest(one, depth - 1)) for key, one in value.items())
    return type(value).__name__
