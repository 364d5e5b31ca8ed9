class Carrier:
    """Finds where code reads the attribute: fields and parameters with certain names."""

    PEOPLE = ("candidate", "applicant", "patient", "person", "employee", "profile")
    PREFIXES = ("get_", *(f"{name}_" for name in PEOPLE))

    def __init__(self, names):
        self.names = frozenset(names)
        self.first = names[0]
        self.known = {}

    def carries(self, name):
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = self._carries(name)
        return found

    def _carries(self, name):
        plain = "".join(letter if letter.isalnum() else "_" for letter in str(name).lower().replace("'", ""))
        plain = plain.strip("_")
        if plain in self.names:
            return True
        return any(plain.startswith(one) and plain[len(one):] in self.names for one in self.PREFIXES)

    @classmethod
    def is_person(cls, name):
        """Whether a field or an argument is named like a person."""
        return name in cls.PEOPLE

    def carries_text(self, node):
        return is_text(node) and self.carries(node.value)

    def mentions(self, text):
        """Whether the words of a text include a name of the attribute."""
        plain = "".join(letter if letter.isalnum() else "_" for letter in text.lower())
        return self.carries(text) or any(f"_{name}_" in f"_{plain}_" for name in self.names)

    def looks_for(self, node):
        """Whether an expression tests whether a person has a field that carries the attribute."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hasattr":
            return len(node.args) > 1 and self.carries_text(node.args[1])
        is_search = isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn))
        return is_search and self.carries_text(node.left)

    def reads(self, node):
        """Whether an expression itself, not one of its parts, reads the attribute of a person."""
        if isinstance(node, ast.Attribute):
            return self.carries(node.attr) or self._path_carries(node)
        if isinstance(node, ast.Subscript):
            return self.carries_text(node.slice)
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Attribute) and function.attr in ("get", "pop", "setdefault"):
                return bool(node.args) and self.carries_text(node.args[0])
            if isinstance(function, ast.Name) and function.id == "getattr":
                return len(node.args) > 1 and self.carries_text(node.args[1])
        return False

    def _path_carries(self, node):
        inner = node.value
        return isinstance(inner, ast.Attribute) and self.carries(f"{inner.attr}_{node.attr}")


def reads_handed_names(tree, function, owner):
    """Whether a function reads fields whose names are passed to it, so that they do not appear in its code."""
    target = find_function(tree, function, owner)
    parameters = {one.arg for one in (*target.args.posonlyargs, *target.args.args, *target.args.kwonlyargs)}

    stored = {one.id for one in ast.walk(target) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}
    tables = {name.id for one in tree.body if isinstance(one, ast.Assign) and isinstance(one.value, ast.Dict)
              for name in one.targets if isinstance(name, ast.Name)} - stored - parameters

    handed = set()
    for one in ast.walk(target):
        if isinstance(one, (ast.For, ast.comprehension)) and not parameters.isdisjoint(names_used([one.iter])):
            handed |= names_used([one.target])
    for one in ast.walk(target):
        key = None
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "getattr" and len(one.args) > 1:
            key = one.args[1]
        elif isinstance(one, ast.Subscript) and not parameters.isdisjoint(names_used([one.value])):
            key = one.slice
        elif isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "get" and one.args:
            is_table = isinstance(one.func.value, ast.Name) and one.func.value.id in tables
            key = None if is_table else one.args[0]
        if isinstance(key, ast.Name) and key.id in handed:
            return True
    return False
