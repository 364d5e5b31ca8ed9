"""Finds code that could make a difference and was not tried with any person."""

# The fields of a statement that hold statements.
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Doubt(Exception):
    """The reason why a function may use the attribute, although no difference was found."""


class Doubts:
    """Searches the reports of a watched copy for code that could make a difference and was never tried."""

    def __init__(self, taint, watched, groups, are_all):
        """`are_all`: whether the groups had all values that are possible for them."""
        self.taint, self.watched, self.groups, self.are_all = taint, watched, frozenset(groups), are_all
        self.nodes = list(ast.walk(taint.tree))
        self.number = {id(node): at for at, node in enumerate(self.nodes)}
        self.unused = {id(one.value) for one in self.nodes if isinstance(one, ast.Expr)}

    def first(self):
        """The first doubt, as a sentence; None if there is none."""
        found = self.taint.opaque()
        if found:
            return f"line {found[0]}: it cannot be followed what {found[1]} does with the attribute"
        self.taint.spread([self.nodes[at] for at in self.watched.differing])
        try:
            for function in self.taint.reached:
                self.block(function.body, self.groups, False)
            for one in (one for part in self.taint.loose for one in ast.walk(part)):
                if isinstance(one, ast.Lambda):
                    self.expression(one.body, self.groups)
            for node in self.nodes:
                self.hidden(node)
        except Doubt as why:
            return str(why)
        return None

    def hidden(self, node):
        """Doubts an expression that is the same for all groups although a part of it is not, e.g. a product."""
        is_made = isinstance(node, (ast.BinOp, ast.Call, ast.Subscript))
        if not is_made or not self.evaluated(node) or self.differs(node):
            return
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            return
        if isinstance(node, ast.Call):
            name = called_name(node.func)
            if name in self.taint.by_name or name in self.taint.classes or id(node) in self.unused:
                return
        if any(map(self.differs, ast.iter_child_nodes(node))) and not self.taint.is_pure(node):
            raise Doubt(
                f"line {node.lineno} computes with the attribute, which made no difference to those tried"
            )

    def differs(self, node):
        return self.number[id(node)] in self.watched.differing

    def evaluated(self, node):
        return self.watched.ran.get(self.number[id(node)], frozenset())

    def truths(self, node):
        """The truth values that an expression had, by group."""
        return self.watched.truths.get(self.number[id(node)], {})

    # Statements

    def block(self, statements, groups, forced):
        for one in statements:
            self.statement(one, groups, forced)

    def statement(self, node, groups, forced):
        """`forced`: whether only some groups reach the statement, so that any effect of it could be a difference."""
        if isinstance(node, (*DEFINITIONS, ast.Pass, ast.Import, ast.ImportFrom)):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        fields = [one for name, one in ast.iter_fields(node) if name not in BLOCKS]
        each = [one for field in fields for one in (field if isinstance(field, list) else [field])]
        own = [one for one in each if isinstance(one, ast.expr)]
        concerned = forced or any(map(self.concerns, own))
        if concerned:
            self.need(node, groups)
            for one in own:
                self.expression(one, groups)
        if isinstance(node, (ast.If, ast.While)):
            sensitive = self.taint.depends(node.test)
            yes, no = self.ways(node.test, groups) if concerned else (groups, groups)
            self.block(node.body, yes, forced or sensitive)
            self.block(node.orelse, no, forced or sensitive)
            return
        if isinstance(node, ast.AugAssign) and forced and not isinstance(node.value, ast.Constant):
            truths = self.truths(node.value)
            if truths and not any(True in told for told in truths.values()):
                raise Doubt(f"line {node.lineno} never came to anything with those who were tried")
        if isinstance(node, (ast.For, ast.AsyncFor)):
            self.block(node.body, groups, forced or self.concerns(node.iter))
            self.block(node.orelse, groups, forced)
        elif isinstance(node, ast.Match):
            self.match(node, groups, forced)
        elif isinstance(node, ast.Try):
            self.block([*node.body, *node.orelse, *node.finalbody], groups, forced)
            for handler in node.handlers:
                self.block(handler.body, groups, False)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self.block(node.body, groups, forced)

    def match(self, node, groups, forced):
        depends = (
            self.taint.depends(node.subject)
            or self.taint.reads(node)
            or any(self.taint.names_it(one) for case in node.cases for one in ast.walk(case.pattern))
        )
        for case in node.cases:
            ran = self.evaluated(case.body[0])
            if case.guard:
                asked = self.evaluated(case.guard) or groups
                self.expression(case.guard, asked)
                self.ways(case.guard, asked)
            if depends and self.are_all and self.taint.is_pure(node.subject):
                self.block(case.body, ran if not case.guard else ran or groups, True)
            elif depends or forced:
                self.block(case.body, ran or groups, True)
            else:
                self.block(case.body, groups, False)

    def need(self, node, groups):
        if groups - self.evaluated(node):
            raise Doubt(
                f"line {node.lineno} may depend on the attribute and was not reached with every group"
            )

    def concerns(self, node):
        return self.taint.depends(node) or any(map(self.taint.reads, ast.walk(node)))

    # Expressions

    def expression(self, node, groups):
        """Checks that each part that may depend on the attribute was evaluated with every group that can reach it."""
        if isinstance(node, ast.BoolOp):
            for one in node.values:
                self.expression(one, groups)
                groups = self.ways(one, groups)[0 if isinstance(node.op, ast.And) else 1]
            return
        if isinstance(node, ast.IfExp):
            self.expression(node.test, groups)
            yes, no = self.ways(node.test, groups)
            self.expression(node.body, yes)
            self.expression(node.orelse, no)
            return
        if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
            for one in node.generators:
                self.expression(one.iter, groups)
                for test in one.ifs:
                    self.expression(test, groups)
                    groups = self.ways(test, groups)[0]
            for one in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
                self.expression(one, groups)
            return
        is_watched = not isinstance(
            node, (ast.Constant, ast.Starred, ast.Slice, ast.Lambda, ast.FormattedValue, ast.Await, ast.Yield)
        )
        is_watched = is_watched and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if is_watched and groups and self.concerns(node):
            self.need(node, groups)
        if isinstance(node, ast.Compare):
            self.ways(node, groups)
        for one in ast.iter_child_nodes(node):
            if isinstance(one, (ast.expr, ast.keyword)) and not (
                isinstance(node, ast.Call) and one is node.func and isinstance(one, ast.Name)
            ):
                self.expression(one.value if isinstance(one, ast.keyword) else one, groups)

    def ways(self, test, groups):
        """The groups for which a condition can hold, and those for which it can fail."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.ways(test.operand, groups)[::-1]
        if isinstance(test, ast.BoolOp):
            stay, leave = groups, frozenset()
            for one in test.values:
                yes, no = self.ways(one, stay)
                on, off = (yes, no) if isinstance(test.op, ast.And) else (no, yes)
                stay, leave = on, leave | off
            found = (stay, leave) if isinstance(test.op, ast.And) else (leave, stay)
            return self.both_seen(test, *found)
        if isinstance(test, ast.Constant):
            return (groups, frozenset()) if test.value else (frozenset(), groups)
        if self.are_all and self.taint.is_pure(test):
            truths = self.truths(test)
            if any(isinstance(one, ast.BinOp) and self.concerns(one) for one in ast.walk(test)):
                every = dict.fromkeys(groups, set().union(*truths.values()))
                self.untried(test, every, groups, groups)  # for which numbers it goes the other way is not known
            return tuple(frozenset(one for one in groups if way in truths.get(one, ())) for way in (True, False))
        return self.both_seen(test, groups, groups)

    def both_seen(self, test, yes, no):
        self.untried(test, self.truths(test), yes, no)
        return yes, no

    def untried(self, test, truths, yes, no):
        """Doubts a condition that never held for a group for which it can, or never failed."""
        for way, groups in ((True, yes), (False, no)):
            if any(way not in truths.get(one, ()) for one in groups):
                raise Doubt(
                    f"line {test.lineno}: nobody was tried for whom {ast.unparse(test)} "
                    f"{'holds' if way else 'fails'}"
                )
