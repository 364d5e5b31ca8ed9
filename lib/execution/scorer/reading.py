"""Finds the parts of the code that may read the attribute, by its name or without it."""

# The functions and fields that read fields without naming them.
WHOLE = ("vars", "dir", "locals", "globals", "attrgetter", "itemgetter", "methodcaller")
WHOLE_FIELDS = (*WHOLE, "__dict__", "_asdict", "__getattribute__", "__reduce__")
OF_TABLES = ("items", "values", "keys", "popitem", "copy", "__iter__", "__str__", "__repr__", "__format__")
# The functions that read a field whose name is passed to them, with the position of the name among the arguments.
BY_NAME = {
    "getattr": 1,
    "hasattr": 1,
    "get": 0,
    "pop": 0,
    "setdefault": 0,
    "__getattr__": 0,
    "__getitem__": 0,
}
# The functions that read no other fields of a person who is passed to them.
BLIND = ("isinstance", "setattr", "super", "type", "id", "callable", *BY_NAME)


class Reading:
    """The nodes of a module that may read an attribute: by its name, see `by`, or without it."""

    def __init__(self, tree, function, owner):
        self.tree, self.nodes = tree, list(ast.walk(tree))
        self.functions = [one for one in self.nodes if isinstance(one, FUNCTIONS)]
        self.classes = {one.name: one for one in self.nodes if isinstance(one, ast.ClassDef)}
        self.by_name = {}
        for one in self.functions:
            self.by_name.setdefault(one.name, []).append(one)
        makers = self.by_name.get("__init__", []) if owner else []
        self.people = self._people([find_function(tree, function, owner), *makers])
        lines = [one.value for one in self.nodes if isinstance(one, ast.Expr)]
        texts = {id(one) for one in lines if isinstance(one, ast.Constant)}
        self.told = [one for one in self.nodes if id(one) not in texts]
        # Whether any code could read an attribute without naming it, or cannot be analysed.
        self.is_hidden = any(self.is_dynamic(one) or is_opaque(one) for one in self.told)

    def by(self, carrier):
        """A copy for one attribute, with the names of the fields that carry it."""
        found = copy.copy(self)
        found.carrier = carrier
        return found

    def _people(self, handed):
        """The names that may stand for a whole person; `handed`: the functions to which a person is passed."""
        self.people = {one.arg for function in handed for one in parameters(function)}
        called = {id(one.func) for one in self.nodes if isinstance(one, ast.Call)}
        for one in self.nodes:  # functions that any code may call
            if isinstance(one, ast.Lambda) or isinstance(one, ast.Name) and id(one) not in called:
                self._hand(one)
        calls = [one for one in self.nodes if isinstance(one, ast.Call)]
        pairs = [pair for one in self.nodes for pair in given_names(one)]
        before = -1
        while before != len(self.people):
            before = len(self.people)
            for call in calls:
                if any(map(self.is_somebody, given_to(call))):
                    self._hand(call.func)
            for target, value in pairs:
                if self.is_somebody(value):
                    self.people.update(names_written(target))
        return self.people

    def _hand(self, node):
        """Records that a person may be passed to the function that an expression names."""
        name = called_name(node)
        for function in [node] if isinstance(node, ast.Lambda) else self.called(name):
            self.people.update(one.arg for one in parameters(function) if one.arg != "self")
            ends = (one.value for one in ast.walk(function) if isinstance(one, ast.Return) and one.value)
            if isinstance(function, ast.FunctionDef) and any(map(self.is_somebody, ends)):
                self.people.add(name)

    def called(self, name):
        """The functions that a call of a name may reach."""
        makers = [one for one in self._parts(name) if getattr(one, "name", None) == "__init__"]
        return [*self.by_name.get(name, []), *makers]

    def _parts(self, name):
        """The statements of a class; empty if there is no class of this name."""
        return getattr(self.classes.get(name), "body", [])

    def taken_by(self, name):
        """The names of the arguments of a function, or of the constructor of a class."""
        lists = [(*function.args.args, *function.args.kwonlyargs) for function in self.called(name)]
        given = [one.arg for each in lists for one in each if one.arg != "self"]
        return given + [one.target.id for one in self._parts(name) if isinstance(one, ast.AnnAssign)]

    def may_read(self):
        """Whether any code reads the attribute, could read it without naming it, or cannot be analysed."""
        return self.is_hidden or any(map(self.names_it, self.told))

    def reads(self, node):
        """Whether a node itself may read the attribute: by its name, or without it."""
        return self.names_it(node) or self.is_dynamic(node)

    def names_it(self, node):
        if self.carrier.reads(node):
            return True
        if isinstance(node, ast.Name):
            return self.carrier.carries(node.id)
        if isinstance(node, ast.MatchClass):
            return any(map(self.carrier.carries, node.kwd_attrs))
        return is_text(node) and self.carrier.mentions(node.value)

    def is_dynamic(self, node):
        """Whether a node may read a field without its name, or reads a whole person."""
        if isinstance(node, ast.Attribute):
            return node.attr in WHOLE_FIELDS or node.attr in OF_TABLES and self.is_somebody(node.value)
        if isinstance(node, ast.Name):
            return node.id in WHOLE
        if isinstance(node, ast.Subscript):
            if not isinstance(node.ctx, ast.Load) or is_text(node.slice):
                return False
            return self.is_somebody(node.value) or not isinstance(node.slice, (ast.Constant, ast.Slice))
        if isinstance(node, ast.Call):
            name = called_name(node.func)
            if any(one.arg is None for one in node.keywords):
                return True
            at = BY_NAME.get(name, len(node.args))
            if at < len(node.args) and not isinstance(node.args[at], ast.Constant):
                return True
            return self._is_handed_on(node)
        return any(map(self.is_somebody, self._taken_apart(node)))

    def _taken_apart(self, node):
        """The values whose parts a node reads, or which it makes a part of another value."""
        if isinstance(node, ast.BinOp):  # text formatting, and merging of tables
            return {ast.Mod: [node.right], ast.BitOr: [node.left, node.right]}.get(type(node.op), [])
        if isinstance(node, ast.Compare):
            pairs = zip(node.ops, node.comparators)
            return [right for op, right in pairs if isinstance(op, (ast.In, ast.NotIn))]
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            return [node.iter]
        if isinstance(node, ast.Match):
            return [node.subject]
        if isinstance(node, ast.Assign):
            return [node.value for one in node.targets if isinstance(one, (ast.Tuple, ast.List))]
        holds = (ast.FormattedValue, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Starred, ast.YieldFrom)
        return ast.iter_child_nodes(node) if isinstance(node, holds) else []

    def _is_handed_on(self, call):
        """Whether a person is passed to a function that is not in the code."""
        name = called_name(call.func)
        is_followed = name in self.by_name or name in self.classes or name in BLIND
        return not is_followed and any(map(self.is_somebody, given_to(call)))

    def is_somebody(self, node):
        """Whether an expression may be a whole person."""
        if isinstance(node, (ast.Name, ast.Attribute)):
            name = called_name(node)
            return isinstance(node.ctx, ast.Load) and (name in self.people or Carrier.is_person(name))
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Constant) and Carrier.is_person(node.slice.value)
        if isinstance(node, ast.Call):
            return called_name(node.func) in self.people or self._is_handed_on(node)
        if isinstance(node, ast.BoolOp):
            return any(map(self.is_somebody, node.values))
        if isinstance(node, ast.IfExp):
            return self.is_somebody(node.body) or self.is_somebody(node.orelse)
        return isinstance(node, ast.NamedExpr) and self.is_somebody(node.value)


def called_name(node):
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", None)


def given_to(call):
    return [*call.args, *(one.value for one in call.keywords)]


def parameters(function):
    given = function.args
    named = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
    return [one for one in named if one]


def names_taken(functions):
    """The names of the parameters of functions."""
    return {one.arg for function in functions for one in parameters(function)}


def given_names(node):
    """The targets to which a statement or an expression itself assigns values, with these values."""
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value:
        yield node.target, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield node.target, node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars:
        yield node.optional_vars, node.context_expr
    elif isinstance(node, ast.Match):
        parts = [one for case in node.cases for one in ast.walk(case.pattern)]
        captured = [getattr(one, "name", None) or getattr(one, "rest", None) for one in parts]
        yield from ((ast.Name(name, ast.Store()), node.subject) for name in captured if name)
    elif isinstance(node, (*FUNCTIONS, ast.Lambda)):
        last = [*node.args.posonlyargs, *node.args.args][-len(node.args.defaults) :]
        pairs = [*zip(last, node.args.defaults), *zip(node.args.kwonlyargs, node.args.kw_defaults)]
        yield from ((ast.Name(one.arg, ast.Store()), default) for one, default in pairs if default)


def names_written(target):
    """The names of the variables, fields and tables to which an assignment writes."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Attribute):
        return [target.attr]
    if isinstance(target, ast.Subscript):
        key = target.slice
        return [*([key.value] if is_text(key) else []), *names_written(target.value)]
    return [name for one in ast.iter_child_nodes(target) for name in names_written(one)]
