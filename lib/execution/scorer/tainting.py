"""Finds the code that may depend on the attribute, and the code that depends on nothing else."""

# The names with which code is run or inspected in ways that cannot be analysed.
OPAQUE = ("eval", "exec", "compile", "__import__", "__builtins__")
OPAQUE_FIELDS = (
    "eval",
    "exec",
    "__code__",
    "__globals__",
    "__builtins__",
    "__subclasses__",
    "__closure__",
    "f_locals",
    "f_back",
    "_getframe",
    "settrace",
    "setprofile",
    "__loader__",
    "import_module",
    "get_objects",
    "get_referrers",
)
OPAQUE_MODULES = ("inspect", "gc", "ctypes", "importlib", "builtins", "dis", "ast", "traceback", "code")


class Taint:
    """The parts of a module that may depend on the attribute, and those that depend on nothing else.

    The analysis is by names, regardless of function and order, so it may find too much rather than too little.
    """

    def __init__(self, reading, function, owner):
        self.reading, self.tree, self.carrier = reading, reading.tree, reading.carrier
        self.functions, self.by_name, self.classes = reading.functions, reading.by_name, reading.classes
        self.reads, self.names_it = reading.reads, reading.names_it
        self.target = find_function(self.tree, function, owner)
        # The statements that run when the module is loaded, without definitions.
        self.loose = [one for one in self.tree.body if not isinstance(one, DEFINITIONS)]
        self.reached = self._reached(owner)
        self.names, self.seeds = set(), set()

    def _reached(self, owner):
        """The functions that the scored function may reach, by their names."""
        found, open_nodes, known = [], [self.target, *self.loose], set()
        if owner is not None:
            open_nodes += self._own(owner)
        while open_nodes:
            node = open_nodes.pop()
            if node in found:
                continue
            found.append(node)
            for one in ast.walk(node):
                told = one.value if is_text(one) else called_name(one)
                if told is None or told in known:
                    continue
                known.add(told)
                open_nodes += self.by_name.get(told, [])
                if told in self.classes:
                    open_nodes += self._own(told)
            if isinstance(node, ast.FunctionDef) and node is self.target:
                for name in self.classes:  # people may be of any class
                    if name != owner:
                        open_nodes += self._own(name)
        return [one for one in found if isinstance(one, FUNCTIONS)]

    # Methods that may be called on a whole person; that is checked where a person is passed on.
    OF_ALL = ("__str__", "__repr__", "__format__", "__eq__", "__ne__", "__hash__")

    def _own(self, name):
        """The parts of a class that run without being named."""
        return [
            one
            for one in self.classes[name].body
            if not isinstance(one, FUNCTIONS) or one.name.startswith("__") and one.name not in self.OF_ALL
        ]

    def opaque(self):
        """The first code that cannot be analysed, as (line, name); None if there is none."""
        nodes = (one for part in (*self.reached, *self.loose) for one in ast.walk(part))
        return next(((one.lineno, is_opaque(one)) for one in nodes if is_opaque(one)), None)

    # Dependence on the attribute

    def spread(self, differing):
        """Propagates the attribute; `differing`: the nodes whose results differ between groups."""
        self.seeds = set(map(id, differing))
        self.names = set(filter(self.carrier.carries, names_taken(self.reached)))
        before = -1
        while before != len(self.names):
            before = len(self.names)
            for function in (*self.reached, self.tree):
                for node in ast.walk(function):
                    self._follow(node, function)
        self._find_pure()

    def depends(self, node):
        return any(
            id(one) in self.seeds
            or self.names_it(one)
            or isinstance(one, (ast.Name, ast.Attribute))
            and called_name(one) in self.names
            for one in ast.walk(node)
        )

    def _follow(self, node, function):
        for target, value in given_names(node):
            if self.depends(value):
                self.names.update(names_written(target))
        if isinstance(node, (ast.If, ast.While, ast.For, ast.Match)):
            test = getattr(node, "test", None) or getattr(node, "iter", None) or node.subject
            if self.depends(test):
                self._write(node, function)
        elif isinstance(node, ast.Try) and any(self.depends(one) for one in node.body):
            self._write(node, function)
        elif (
            isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom))
            and node.value
            and function is not self.target
            and (self.depends(node.value))
        ):
            self.names.add(getattr(function, "name", ""))
        elif isinstance(node, ast.Call):
            if any(map(self.depends, given_to(node))):
                called = self.reading.called(called_name(node.func))
                self.names |= names_taken(called) - {"self"}
                if isinstance(node.func, ast.Attribute) and not called:
                    self.names.update(names_written(node.func.value))

    def _write(self, node, function):
        """Marks the names that a part writes, and the function if it returns there."""
        self._write_all(node)
        for one in ast.walk(node):
            if isinstance(one, (ast.Return, ast.Yield, ast.YieldFrom)) and function is not self.target:
                self.names.add(getattr(function, "name", ""))
            if isinstance(one, ast.ExceptHandler) and one.name:
                self.names.add(one.name)
            if isinstance(one, (ast.Break, ast.Continue)):
                for loop in ast.walk(function):
                    if isinstance(loop, (ast.For, ast.While)):
                        self._write_all(loop)

    def _write_all(self, node):
        for one in ast.walk(node):
            for target, _ in given_names(one):
                self.names.update(names_written(target))

    # Dependence on nothing else

    def _find_pure(self):
        """Finds the names that only get values which are the same for all people of a group."""
        given, taken = {}, names_taken(self.functions)
        carrying = set(filter(self.carrier.carries, taken))
        unsure = {one.arg for one in ast.walk(self.tree) if isinstance(one, ast.arg)} - carrying
        for function in (self.tree, *self.functions):
            for statement in function.body:
                if isinstance(statement, DEFINITIONS):
                    continue
                for node in ast.walk(statement):
                    for target, value in given_names(node):
                        is_plain = node is statement and isinstance(node, (ast.Assign, ast.AnnAssign))
                        known = value if is_plain or isinstance(node, ast.comprehension) else None
                        for name in names_written(target):
                            given.setdefault(name, []).append(known)
                    # A call may change its own object.
                    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                        for name in names_written(getattr(node.value.func, "value", node.value.func)):
                            given.setdefault(name, []).append(None)
        pure = {name for name, values in given.items() if name not in unsure and None not in values}
        self.pure_names = pure | {*self.by_name, *self.classes} | carrying
        before = -1
        while before != len(self.pure_names):
            before = len(self.pure_names)
            for name, values in given.items():
                if name in self.pure_names and not all(map(self.is_pure, values)):
                    self.pure_names.discard(name)

    BUILTINS = frozenset(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)

    def is_pure(self, node):
        """Whether an expression depends on no fact about a person except the attribute."""
        if self.carrier.reads(node) or self.carrier.looks_for(node):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.pure_names or node.id in self.BUILTINS and node.id not in self.names
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.by_name:
            return False
        parts = (one for one in ast.iter_child_nodes(node) if isinstance(one, (ast.expr, ast.comprehension)))
        return all(map(self.is_pure, parts))


def is_opaque(node):
    """The name in a node that cannot be analysed; None if the node can be."""
    if isinstance(node, ast.Name):
        return node.id if node.id in OPAQUE else None
    if isinstance(node, ast.Attribute):
        is_modules = node.attr == "modules" and isinstance(node.value, ast.Name) and node.value.id == "sys"
        return node.attr if node.attr in OPAQUE_FIELDS or is_modules else None
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        names = [getattr(node, "module", None) or "", *(one.name for one in node.names)]
        return next((name for name in names if name.split(".")[0] in OPAQUE_MODULES), None)
    return None
