# The names of protected attributes, which must match exactly.
PROTECTED = ("age", "region", "gender", "salary", "education", "occupation", "race")

# The values of parameters that are not compared with anything.
USUAL = {
    "education": [1, 60, "bachelor", "master", "phd"],
    "experience": [1, 60],
    "region": [1, 60, "urban", "suburban"],
    "salary": [1, 6_000_000],
    "gender": [1, 60, "male", "female"],
    "age": [1, 27, 50],
}
OTHERWISE = [1, 60]


def entry_of(source):
    """The name and parameters of the function under test: the first one, level by level; None if there is none.

    Keyword-only, positional-only and variadic parameters are ignored, and so are `async` functions.
    """
    try:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                return node.name, [one.arg for one in node.args.args]
    except Exception:
        pass
    return None


class Cases:
    """The test cases of a function, which are written only when needed, since all together may not fit into memory."""

    def __init__(self, entry, parameters, pools):
        self.entry, self.parameters = entry, parameters
        self.values = [pools.get(name, USUAL.get(name, OTHERWISE)) for name in parameters]
        self.sizes = [len(values) for values in self.values]

    def count(self):
        """The number of cases."""
        total = 0
        for at, values in enumerate(self.values):
            pairs = sum(1 for left, right in itertools.combinations(values, 2) if left != right)
            for size in self.sizes[:at] + self.sizes[at + 1 :]:
                pairs *= size
            total += pairs
        return total

    def of(self, at):
        """The cases of one parameter: left call, right call and assertion."""
        others = self.values[:at] + self.values[at + 1 :]
        for pair in itertools.combinations(self.values[at], 2):
            if pair[0] == pair[1]:
                continue
            for same in itertools.product(*others):
                left, right = (self.call([*same[:at], value, *same[at:]]) for value in pair)
                yield left, right, self.assertion(left, right)

    def call(self, values):
        written = ['"%s"' % value if isinstance(value, str) else str(value) for value in values]
        return "%s(%s)" % (self.entry, ", ".join(written))

    def assertion(self, left, right):
        """The assertion of a case; the right call is cut at its first bracket, even if that is part of a text."""
        return "assert %s == %s(%s)\n" % (left, self.entry, right.split("(")[1].split(")")[0])

    def differing(self, left, right):
        """The names of the parameters that differ, from the texts of the calls.

        The argument of a sole parameter is no tuple: a number raises an exception; of texts, the first letters are compared.
        """
        left, right = (eval(call.replace(self.entry + "(", "").rstrip(")"), {}) for call in (left, right))
        return [name for name, one, other in zip(self.parameters, left, right) if one != other]
