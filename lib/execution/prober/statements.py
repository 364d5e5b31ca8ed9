class Statements(ast.NodeTransformer):
    """The part of the instrumentation that handles tokens in statements."""

    def visit_Expr(self, node):
        replaced = self.unused(printed(node)) if self.prints else None
        if replaced is None:
            return self.generic_visit(node)
        node.value = replaced
        return node

    def unused(self, texts):
        """A call that replaces unused texts; None if they are not such texts."""
        parts = parts_of_texts(texts)
        return called(UNUSED, *[kept(self.visit(part)) for part in parts]) if parts else None

    def visit_Assign(self, node):
        if all(map(self.is_unread, node.targets)) and isinstance(node.value, ast.JoinedStr):
            node.value = self.unused([node.value]) or self.visit(node.value)
            return node
        into_new = all(map(self.is_new_field, node.targets))
        self.generic_visit(node)
        if all(isinstance(target, ast.Name) for target in node.targets):
            node.value = named(node.value)
        elif all(is_names(target) for target in node.targets):
            node.value = kept_items(node.value)
        else:
            node.value = self.put(node.value, into_new)
        return node

    def visit_AnnAssign(self, node):
        into_new = self.is_new_field(node.target)
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
            to_name = isinstance(node.target, ast.Name)
            node.value = named(node.value) if to_name else self.put(node.value, into_new)
        return node

    def is_unread(self, target):
        return isinstance(target, ast.Name) and target.id in self.unread and not self.in_class

    def visit_AugAssign(self, node):
        if self.is_unread(node.target) and isinstance(node.value, ast.JoinedStr):
            node.value = self.unused([node.value]) or self.visit(node.value)
            return node
        self.generic_visit(node)
        node.value = self.opened(node.value)
        if not isinstance(node.target, ast.Name) or node.target.id not in self.bound:
            return node
        # The operator may change a mutable value in place, so the name must not hold a token.
        same = placed(ast.Name(node.target.id, ast.Load()), node)
        return [placed(ast.Assign([node.target], self.wrapped(same)), node), node]

    def put(self, value, into_new):
        """The value for an assignment to fields and containers; in fields of a new object, it may be a token."""
        kept_there = is_call_of(value, READ) or isinstance(value, (ast.Dict, ast.Tuple))
        return kept(value) if into_new and kept_there else self.opened(value)

    def is_new_field(self, target):
        if isinstance(target, ast.Tuple):
            return all(map(self.is_new_field, target.elts))
        return isinstance(target, ast.Attribute) and is_name(target.value, self.made)

    def visit_Return(self, node):
        self.generic_visit(node)
        if node.value is not None and self.is_called_back:
            node.value = self.opened(node.value, SETTLE)
        return node

    def visit_For(self, node):
        self.generic_visit(node)
        node.iter = self.iterated(node)
        return node

    def iterated(self, node):
        """The iterable of a visited loop; if the loop assigns items to names, the items may remain tokens."""
        return kept_items(node.iter) if is_names(node.target) else self.opened(node.iter)

    def visit_YieldFrom(self, node):
        self.generic_visit(node)
        node.value = node.value and self.opened(node.value)
        return node

    visit_Yield = visit_YieldFrom
