CHOICES = ("sum", "max", "min")
ARITHMETIC = (*CHOICES, "round", "int", "float", "abs")


class Remover:
    """Removes the parts of functions that depend on the attribute: statements, terms of sums, entries of tables.

    A chain of if, elif and else is cut from the first branch whose condition depends on the attribute. A name that only
    gets values of the attribute carries it, too; a name that had another value before keeps that value.
    """

    def __init__(self, carrier, function):
        self.carrier, self.function_name = carrier, function
        self.is_helper = True
        self.tainted = set()
        self.given = set()
        self.removed = []  # syntax trees with the texts and numbers with which the attribute is compared
        self.lines = set()

    def without(self, tree):
        """The module without its sensitive parts; the tree itself is changed."""
        tree.body = self.block(tree.body)
        return ast.fix_missing_locations(tree)

    # Statements

    def block(self, statements, filled=True):
        kept = [one for statement in statements for one in self.statement(statement)]
        return kept or ([ast.Pass()] if filled else [])

    def statement(self, node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.function(node)
            return [node]
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            return self.assignment(node)
        if isinstance(node, ast.AugAssign):
            is_sum = isinstance(node.op, (ast.Add, ast.Sub))
            depends = self.is_sensitive(node.value)
            value = self.expression(node.value, is_sum)
            # The rest of a term without other facts about the person belongs to the amount that the attribute adds.
            if value is None or self.is_sensitive(node.target) or is_sum and depends and not self._knows_else(value):
                return self.out(node)
            node.value = value
            return [node]
        if isinstance(node, (ast.Assert, ast.Delete)) and self.is_sensitive(node):
            return self.out(node)
        if isinstance(node, (*self.ASKED, ast.ClassDef, ast.With, ast.AsyncWith, ast.Try)):
            return self.compound(node, self.ASKED.get(type(node)))
        if isinstance(node, (ast.Return, ast.Expr)) and node.value:
            # If only the attribute decides between amounts, 0 is left; otherwise the rest is unknown.
            is_plain = self.is_helper or not self._holds_other(node.value)
            value = self.expression(node.value)
            if value is None:
                left = ast.Constant(0) if is_plain else ast.Name("codebias_nothing_is_left", ast.Load())
                kept = [ast.copy_location(ast.Return(left), node)] if isinstance(node, ast.Return) else []
                return kept + self.out(node)
            node.value = value
        return [node]

    # The field of each statement that determines whether, or how often, its blocks run.
    ASKED = {ast.If: "test", ast.While: "test", ast.For: "iter", ast.AsyncFor: "iter", ast.Match: "subject"}

    def compound(self, node, field):
        """Handles a statement with blocks; `field`: its field in ASKED, if it has one."""
        asked = getattr(node, field) if field else None
        if field and self.is_sensitive(asked):
            self.taint_assigned(node)
            return self.out(node)
        if field in ("test", "iter"):
            self.entries(asked)
        if field == "iter":
            self.given |= names_used([node.target])
        # Which of its blocks runs is not known, so that a name carries the attribute if it does after one of them.
        before, tainted, given = (self.tainted, self.given), set(), set()
        for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            for name in ("body", "orelse", "finalbody"):
                if hasattr(part, name):
                    self.tainted, self.given = before[0] | tainted, set(before[1])
                    setattr(part, name, self.block(getattr(part, name), name == "body"))
                    tainted, given = tainted | self.tainted, given | self.given
        self.tainted, self.given = tainted, given
        return [node]

    def out(self, node):
        self.removed.append(node)
        self.lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return []

    def function(self, node):
        outside, removed = (self.tainted, self.given, self.is_helper), len(self.removed)
        self.is_helper = node.name != self.function_name
        names = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        self.tainted = self.tainted | {name for name in names if self.carrier.carries(name)}
        self.given = {name for name in names if name not in self.tainted}
        node.body = self.block(node.body)
        if self._only_decided(node.body, self.removed[removed:]):
            node.body.append(ast.copy_location(ast.Return(ast.Constant(0)), node))
        self.tainted, self.given, self.is_helper = outside

    def _only_decided(self, body, removed):
        """Whether only the attribute decides between the amounts of a function, of whose body nothing is left."""
        parts = [part for one in removed for part in ast.walk(one)]
        asked = [getattr(part, self.ASKED[type(part)]) for part in parts if type(part) in self.ASKED]
        amounts = [part.value for part in parts if isinstance(part, ast.Return) and part.value]
        is_empty = all(isinstance(one, ast.Pass) or is_text(getattr(one, "value", None)) for one in body)
        return is_empty and amounts and all(map(self.is_sensitive, asked)) and not any(map(self._knows_else, amounts))

    def assignment(self, node):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is None:
            return [node]
        if len(targets) == 1 and self._pairs_up(targets[0], node.value) and self.is_sensitive(node.value):
            pairs = zip(targets[0].elts, node.value.elts)
            each = [ast.copy_location(ast.Assign([target], value), node) for target, value in pairs]
            return [kept for one in each for kept in self.assignment(one)]
        if any(self.is_sensitive(target) and not isinstance(target, ast.Name) for target in targets):
            return self.out(node)  # a separate field or entry for the attribute
        value = self.expression(node.value)
        names = names_used(targets)
        if value is None:
            self.tainted |= names - self.given
            return self.out(node)
        self.tainted.difference_update(names)
        self.given.update(names)
        node.value = value
        return [node]

    def _pairs_up(self, target, value):
        lists = (ast.Tuple, ast.List)
        return isinstance(target, lists) and isinstance(value, lists) and len(target.elts) == len(value.elts) and not any(
            isinstance(one, ast.Starred) for one in (*target.elts, *value.elts))

    def taint_assigned(self, node):
        """Marks names that get their first value in a removed part."""
        made = [one for one in ast.walk(node) if isinstance(one, (ast.Assign, ast.AnnAssign))]
        self.tainted |= names_used(target for one in made for target, _ in given_names(one)) - self.given

    # Expressions

    def is_sensitive(self, node):
        return any(
            self.carrier.reads(one) or (isinstance(one, ast.Name) and one.id in self.tainted) for one in ast.walk(node)
        )

    def expression(self, node, is_term=False):
        """An expression without the parts that depend on the attribute; None if nothing is left."""
        left = self._left_of(node, is_term)
        return left if left is None else self.entries(left)

    def _left_of(self, node, is_term, drops=True):
        """`drops`: whether items that depend on the attribute are removed from a list or a table; not for a row in one."""
        if not self.is_sensitive(node):
            return node
        if isinstance(node, ast.expr):
            self.lines.add(node.lineno)
        if isinstance(node, ast.BinOp):
            return self._operation(node, is_term)
        if drops and isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            rows = (ast.List, ast.Tuple, ast.Dict)
            node.elts = [left for one in node.elts if (left := self._item(one, True, isinstance(one, rows)))]
            return node if node.elts else None
        if drops and isinstance(node, ast.Dict):
            pairs = [(key, left) for key, one in zip(node.keys, node.values) if (left := self._item(one, is_term))]
            node.keys, node.values = [key for key, _ in pairs], [one for _, one in pairs]
            return node if pairs else None
        name = called_name(node.func) if isinstance(node, ast.Call) and not node.keywords else None
        if name in CHOICES:
            asked = sum(map(self.is_sensitive, node.args))
            kept = [left for one in node.args if (left := self._left_of(one, is_term or name == "sum"))]
            gone = len(node.args) - len(kept)
            if not kept or name == "min" and gone == asked:
                return None  # nothing is left, or only a limit
            is_one = gone and len(kept) == 1 and not isinstance(kept[0], (ast.List, ast.Tuple))
            node.args = kept
            return kept[0] if is_one else node
        is_math = name is not None and names_used([node.func]) == {"math"}
        is_amount = isinstance(node, ast.UnaryOp) or name in ARITHMETIC or is_math
        if not self.carrier.reads(node) and not isinstance(node, ast.Name) and self._is_filled(node, is_term, is_amount):
            return node
        self.removed.append(node)
        return None

    def _item(self, node, is_term, is_row=True):
        """The rest of an item; for a row, only the line of its table is recorded."""
        lines = {*self.lines}
        left = self._left_of(node, is_term, False)
        self.lines = lines if is_row else self.lines
        return left

    def _is_filled(self, node, is_term, is_amount):
        """Replaces the parts of a node by their rest; whether each is an amount, or uses other facts about the person."""
        for name, value in ast.iter_fields(node):
            parts = [*value] if isinstance(value, list) else [value]
            for at, one in enumerate(parts):
                if isinstance(one, ast.AST) and self.is_sensitive(one):
                    parts[at] = self._left_of(one, is_term or isinstance(node, ast.GeneratorExp), False)
                    if parts[at] is None or not (is_amount or self._knows_else(parts[at])):
                        return False
            setattr(node, name, parts if isinstance(value, list) else parts[0])
        return True

    def _operation(self, node, is_term):
        is_sum = isinstance(node.op, (ast.Add, ast.Sub))
        left = self._left_of(node.left, is_term or is_sum)
        right = self._left_of(node.right, is_term or is_sum)
        if left is not None and right is not None:
            node.left, node.right = left, right
            return node
        self.removed.append(node.left if left is None else node.right)
        if is_sum:
            if left is None and right is not None and isinstance(node.op, ast.Sub):
                return ast.copy_location(ast.UnaryOp(ast.USub(), right), node)
            return right if left is None else left
        if is_term or left is None or not self._knows_else(left):
            self.removed.append(node)
            return None
        return left  # the other operand of a factor is kept

    def _holds_other(self, node):
        """Whether the attribute decides between other values than numbers and names with values from the attribute."""
        amounts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
        return any(
            isinstance(one, ast.Name) and one.id not in self.tainted
            for amount in amounts for one in ast.walk(amount) if not self.is_sensitive(amount)
        )

    def _knows_else(self, node):
        return any(name not in ARITHMETIC and name != "math" for name in names_used([node]))

    def entries(self, node):
        """An expression whose tables and lists of names no longer have an entry for the attribute."""
        for one in ast.walk(node):
            if isinstance(one, ast.Dict) and any(map(self.carrier.carries_text, one.keys)):
                pairs = list(zip(one.keys, one.values))
                self._drop(one, filter(self.carrier.carries_text, one.keys))
                self.removed.extend(value for key, value in pairs if self.carrier.carries_text(key))
                kept = [(key, value) for key, value in pairs if not self.carrier.carries_text(key)]
                one.keys, one.values = [key for key, _ in kept], [value for _, value in kept]
            elif isinstance(one, (ast.List, ast.Tuple, ast.Set)) and any(map(self.carrier.carries_text, one.elts)):
                self._drop(one, filter(self.carrier.carries_text, one.elts))
                one.elts = [item for item in one.elts if not self.carrier.carries_text(item)]
        return node

    def _drop(self, node, entries):
        self.removed.append(node)
        self.lines.update(entry.lineno for entry in entries)
