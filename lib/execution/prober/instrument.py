READ, OPEN, SETTLE, COMPARE, LATER = "<read>", "<open>", "<settle>", "<compare>", "<later>"
CALL, METHOD, ITEM, FIELDS_OF, UNUSED = "<call>", "<method>", "<item>", "<fields>", "<unused>"


def install():
    """Adds the functions that an instrumented program calls to the builtins."""
    builtins.__dict__.update({READ: read, OPEN: opened, SETTLE: settled, COMPARE: compared, LATER: compared_later})
    builtins.__dict__.update({CALL: called_function, METHOD: called_method, ITEM: taken_item})
    builtins.__dict__.update({FIELDS_OF: taken_fields, UNUSED: unused})


# Methods of dicts, lists and tuples, except those that are alike for all objects.
METHODS_OF_CONTAINERS = {name for kind in (dict, list, tuple) for name in dir(kind)} - set(dir(object)) | {"__eq__", "__ne__"}

# Names that give access to the fields of objects.
FIELDS = frozenset("vars getattr asdict astuple attrgetter __dict__ __getattribute__ __getstate__".split())

CONSTRUCTORS = frozenset(("__init__", "__post_init__"))

# The function that replaces one without a return value (lib/run/probing/observed.ts); it handles tokens without reading them.
OBSERVER = "_observed_call"

# By these a program may get hold of what it prints, or print in a way of its own.
WATCHING_PRINTS = frozenset(("stdout", "redirect_stdout", "print"))

# Functions that return the fields of an object.
AS_FIELDS = frozenset(("asdict", "astuple"))

# Calls of these functions return new values.
MAKERS = frozenset(
    "len int float str bool repr range round abs isinstance issubclass any all print type format hash ord chr super".split()
)

# Calls of these functions only test whether their arguments are true.
TESTING = frozenset("all any bool".split())


def instrumented(tree):
    """The code of a program that reads tokens where it needs values, and compares them by functions of the search.

    The tree is changed.
    """
    return compile(Instrument(tree).visit(tree), "<program>", "exec", 0, True)


class Instrument(Statements):
    """Wraps every expression that may yield a token in a function that reads it.

    A token is not read where the program learns nothing from it yet: in an assignment to a name, in a comparison, in a
    test, and as an argument of a function of the program.
    """

    def __init__(self, tree):
        self.modules = {
            (name.asname or name.name).partition(".")[0]
            for node in nodes_of(tree)
            if isinstance(node, ast.Import)
            for name in node.names
        }
        self.bound = set(bound_names(tree))
        functions, methods = defined(tree)
        self.own, self.methods = functions - self.bound, methods
        self.unread = unread_names(tree)
        watched = WATCHING_PRINTS & {getattr(node, part, None) for node in nodes_of(tree) for part in ("attr", "value", "name")}
        self.prints = not watched and not {"print", OBSERVER} & (self.bound | functions)
        self.called_back = called_back(tree)  # functions, methods
        self.own_bases = has_own_bases(tree)
        self.made = None  # in a constructor: the name of its parameter for the new object
        self.is_called_back = False  # in a function that code outside of the program may call
        self.in_class = False  # directly in the body of a class, whose names are not visible in its functions

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
            node.value = self.wrapped(node.value, OPEN)  # code outside of the program will call it
        return self.wrapped(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and is_call_of(node.slice, READ):
            return self.wrapped(called(ITEM, node.value, kept(node.slice)))
        return self.wrapped(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node):
        own = self.is_own(node.func) or self.fills(node)
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
        if own or (makes and node.func.id in TESTING):
            keep = named if own else kept
            node.args = [keep(argument) for argument in node.args]
            for argument in node.keywords:
                argument.value = keep(argument.value)
        elif not makes:
            self.open_arguments(node, SETTLE if any(map(looks_into_fields, arguments_of(node))) else OPEN)
        return node if makes else self.wrapped(node)

    def is_own(self, function):
        """Whether a call is one of a function of the program, or of a method of the same object."""
        if isinstance(function, ast.Attribute):
            return isinstance(function.value, ast.Name) and function.value.id in ("self", "cls") and function.attr in self.methods
        return isinstance(function, ast.Name) and function.id in self.own

    def fills(self, node):
        """Whether a call in a constructor passes values on to fields of the new object, where they may remain tokens."""
        if self.made is None:
            return False
        if isinstance(node.func, ast.Name):
            return node.func.id == "setattr" and len(node.args) == 3 and is_name(node.args[0], self.made)
        if not isinstance(node.func, ast.Attribute):
            return False
        of = node.func.value
        if node.func.attr == "update" and isinstance(of, ast.Attribute):
            return of.attr == "__dict__" and is_name(of.value, self.made)
        to_parent = isinstance(of, ast.Call) and is_name(of.func, "super")
        return node.func.attr == "__init__" and to_parent and self.own_bases

    def visit_pure(self, node):
        """The replacement of a call without side effects, whose argument may remain a token; None for any other call."""
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            return None
        if isinstance(node.func, ast.Name) and node.func.id in PURE_NAMES and node.func.id not in self.bound | self.own:
            if not 1 <= len(node.args) <= 2 or isinstance(node.args[0], ast.GeneratorExp):
                return None
            return called(CALL, node.func, *[named(self.visit(argument)) for argument in node.args])
        if is_named(node.func, AS_FIELDS) and len(node.args) == 1:
            return called(FIELDS_OF, node.func, self.visit(node.args[0]))
        if isinstance(node.func, ast.Attribute) and node.func.attr in PURE_METHODS:
            value = kept(self.visit(node.func.value))
            arguments = [kept(self.visit(argument)) for argument in node.args]
            return called(METHOD, placed(ast.Constant(node.func.attr), node), value, *arguments)
        return None

    def open_arguments(self, node, name=OPEN):
        """Replaces tokens by values in containers that are passed to code outside of the program, which may misread tokens."""
        for at, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                argument.value = self.wrapped(argument.value, name)
            else:
                node.args[at] = self.opened(argument, name)
        for keyword in node.keywords:
            keyword.value = self.opened(keyword.value, name)

    def opened(self, node, name=OPEN):
        """A visited expression, changed so that it yields containers of values."""
        if is_call_of(node, name) or is_no_container(node):
            return node
        return self.wrapped(node.args[0] if is_call_of(node, READ) else node, name)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod) and not isinstance(node.right, ast.Constant):
            node.right = self.opened(node.right)  # the values that are inserted into a text
        return node

    def visit_Dict(self, node):
        self.generic_visit(node)
        node.values = [kept(one) if is_call_of(one, READ) or is_call_of(one, COMPARE) else one for one in node.values]
        return node

    def visit_Set(self, node):
        self.generic_visit(node)
        for one in node.elts:
            if isinstance(one, ast.Starred):
                one.value = self.opened(one.value)
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
        node.iter = self.iterated(node)
        return node

    def visit_arg(self, node):
        return node  # annotations are not read

    def visit_ClassDef(self, node):
        return self.visit_within(node, True)

    def visit_Lambda(self, node):
        self.visit_within(node, False)
        node.body = self.opened(node.body, SETTLE if any(map(looks_into_fields, ast.walk(node))) else OPEN)
        return node

    def visit_GeneratorExp(self, node):
        self.generic_visit(node)
        node.elt = self.opened(node.elt)  # code outside of the program may read the items
        return node

    def visit_FunctionDef(self, node):
        if node.name == OBSERVER:
            return node
        returns, node.returns = node.returns, None
        before = self.is_called_back, self.made
        self.is_called_back, self.made = node.name in self.called_back[self.in_class], self.made_by(node)
        self.visit_within(node, False)
        node.returns = returns
        self.is_called_back, self.made = before
        return node

    def made_by(self, node):
        takes = [*node.args.posonlyargs, *node.args.args]
        return takes[0].arg if self.in_class and node.name in CONSTRUCTORS and takes else None

    def visit_within(self, node, in_class):
        before, self.in_class = self.in_class, in_class
        self.generic_visit(node)
        self.in_class = before
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Match(self, node):
        """Patterns access their subject in ways in which a token would not be read."""
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
