"""Records how code uses people, from the questions to stand-ins and from the code itself."""


class Member(collections.namedtuple("Member", "of name")):
    """A member of one of the code's enumerations: a new object each time the code is loaded."""

    def found(self, names):
        return names[self.of][self.name]


class Seen:
    """The questions about people in all contexts: for each path, its uses and the values compared with it."""

    def __init__(self):
        self.uses, self.against, self.below, self.carried, self.called = {}, {}, {}, {}, {}

    def child(self, steps, name, use):
        self.uses.setdefault(steps, set()).add(use)
        self.below.setdefault(steps, {})[name] = True

    def asked(self, steps, use, other):
        self.uses.setdefault(steps, set()).add(use)
        if isinstance(other, enum.Enum):
            other = Member(type(other).__name__, other.name)
        if isinstance(other, (str, int, float, Member)) and not isinstance(other, Value):
            self.against.setdefault(steps, {})[other] = True


class Noticed:
    """Adds fields for which no stand-in was asked, and the values that the code compares with them."""

    def __init__(self, program, seen, reading, carrier):
        self.parameters, self.seen, self.reading, self.carrier = program.parameters, seen, reading, carrier
        for node in ast.walk(find_function(reading.tree, program.function, program.owner)):
            for steps, name, use in self.fields(node):
                self.seen.child(steps, name, use)
                if len(steps) == 1 and self.carrier.carries(name):
                    self.seen.carried[(*steps, name)] = True
            for part, held in self.beside(node):
                told = [one for each in held for one in ast.walk(each) if isinstance(one, ast.Constant)]
                for steps in self.paths(part):
                    for one in told:
                        self.seen.asked(steps, "eq", one.value)

    def beside(self, node):
        """Expressions, each with the nodes of the values that the code compares with it."""
        if isinstance(node, ast.Compare):
            yield from ((part, [node]) for part in (node.left, *node.comparators))
        elif isinstance(node, ast.Match):
            patterns = [case.pattern for case in node.cases]
            are_plain = any(isinstance(one, (ast.MatchValue, ast.MatchOr)) for one in patterns)
            parts = [one for one in ast.walk(node.subject) if are_plain or one is not node.subject]
            yield from ((part, patterns) for part in (*parts, node))

    def paths(self, node):
        if isinstance(node, ast.Name) and node.id in self.parameters:
            yield (node.id,)
        yield from ((*steps, name) for steps, name, _ in self.fields(node))

    def fields(self, node):
        """The fields of an argument that an expression or a pattern reads: path, name, kind of use."""
        found, whole = [], None
        if isinstance(node, ast.Attribute):
            whole, found = node.value, [(node.attr, "attribute")]
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            whole, found = node.value, [(node.slice.value, "entry")]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            whole = node.func.value
            found = [(one.value, "entry") for one in node.args[:1] if isinstance(one, ast.Constant)]
        elif isinstance(node, ast.Call):  # a call with all fields as keyword arguments
            whole = next((one.value for one in node.keywords if one.arg is None), None)
            found = [(name, "entry") for name in self.reading.taken_by(called_name(node.func))]
        elif isinstance(node, ast.Match):
            whole, patterns = node.subject, [one for case in node.cases for one in ast.walk(case.pattern)]
            keys = [key for one in patterns if isinstance(one, ast.MatchMapping) for key in one.keys]
            found = [(key.value, "entry") for key in keys if isinstance(key, ast.Constant)]
            classes = [one for one in patterns if isinstance(one, ast.MatchClass)]
            found += [(name, "attribute") for one in classes for name in one.kwd_attrs]
        if isinstance(whole, ast.Name) and whole.id in (*self.parameters, "self"):
            yield from (
                ((whole.id,), name, use)
                for name, use in found
                if isinstance(name, str) and name != "get" and not name.startswith("__")
            )
