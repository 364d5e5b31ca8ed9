"""Writes programs in other ways, by a seed: {id, code, functionName, attributes} a line in, the same and `added` a line out.

Each does what it did, unless a rule for some people was added in front, which goes by the attribute in `added`.
"""

import ast
import json
import random
import sys

chance = random.Random(int(sys.argv[1]))

# A text x is c: what stands above the program, and the condition.
EQUAL = [
    ("", "{x} in {{{c}}}"), ("", "{{{c}: True}}.get({x}, False)"), ("", "not {x} != {c}"), ("", "[{c}].count({x}) == 1"),
    ("import re", "re.fullmatch(re.escape({c}), {x}) is not None"), ("", "any(map({c}.__eq__, ({x},)))"),
    ("", "f'{{{x}}}' == {c}"), ("import operator", "operator.eq({x}, {c})"), ("", "next((True for v in ({c},) if v == {x}), False)"),
    ("import collections", "collections.Counter([{x}])[{c}] == 1"), ("", "(lambda value: value == {c})({x})"),
    ("import json", "json.loads(json.dumps({x})) == {c}"), ("", "(False, True)[{x} == {c}]"), ("{n} = {c}", "{x} == {n}"),
    ("import enum\nclass {n}(str, enum.Enum):\n    ONE = {c}", "{x} == {n}.ONE"), ("def {n}(v):\n    return v == {c}", "{n}({x})"),
    ("import functools\n@functools.cache\ndef {n}(v):\n    return v == {c}", "{n}({x})"), ("", "{x}.startswith({c}) and len({x}) == len({c})"),
    ("import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass {n}:\n    one: str = {c}", "{x} == {n}().one"),
    ("def {n}(v):\n    try:\n        return {{{c}: True}}[v]\n    except KeyError:\n        return False", "{n}({x})"),
    ("def {n}(v):\n    match v:\n        case {c}:\n            return True\n    return False", "{n}({x})"),
    ("class {n}:\n    def __init__(self, v):\n        self.v = v\n    @property\n    def holds(self):\n        return self.v == {c}", "{n}({x}).holds"),
]
# A number x is at least c.
AT_LEAST = [
    ("", "not {x} < {c}"), ("", "{x} - {c} >= 0"), ("", "max({x}, {c}) == {x}"), ("", "sorted([{x}, {c}])[1] == {x}"),
    ("import bisect", "bisect.bisect_right([{c}], {x}) == 1"), ("import decimal", "decimal.Decimal({x}) >= {c}"),
    ("", "int({x} >= {c}) == 1"), ("", "('no', 'yes')[{x} >= {c}] == 'yes'"), ("", "abs({x} - {c}) == {x} - {c}"),
    ("class {n}:\n    LEAST = {c}\n    @classmethod\n    def holds(cls, v):\n        return v >= cls.LEAST", "{n}.holds({x})"),
]
AND = ["all([{l}])", "all(f() for f in ({f},))", "not any([{no}])", "sum([{b}]) == {n}", "[{b}] == [True] * {n}", "{{{b}}} == {{True}}"]
OR = ["any([{l}])", "any(f() for f in ({f},))", "not all([{no}])", "sum([{b}]) > 0", "True in [{b}]", "max([{b}])"]


class Conditions(ast.NodeTransformer):
    """Puts conditions on attributes in other words, by the types of their values; `above` is what they need."""

    def __init__(self, attributes):
        self.above = []
        self.kinds = {name: {type(value) for value in one.get("values", one.get("range"))} for name, one in attributes.items()}

    def written(self, way, x, c, no):
        above, condition = way
        words = {"x": x, "c": c, "n": f"_own_{len(self.above)}"}
        self.above.append(above.format(**words))
        return ast.parse(("not " if no else "") + "(" + condition.format(**words) + ")", mode="eval").body

    def visit_Compare(self, node):
        told, c = (type(node.ops[0]).__name__, node.comparators[0]) if len(node.ops) == 1 else ("", None)
        if not isinstance(node.left, (ast.Name, ast.Attribute)) or not isinstance(c, ast.Constant) or chance.random() < 0.3:
            return node
        kind, x, c = type(c.value), ast.unparse(node.left), repr(c.value)
        kinds = self.kinds.get(getattr(node.left, "id", getattr(node.left, "attr", None)), set())
        if kinds == {kind} == {str} and told in ("Eq", "NotEq"):
            return self.written(chance.choice(EQUAL), x, c, told == "NotEq")
        if kind in (int, float) and kinds and kinds <= {int, float} and told in ("GtE", "Lt"):
            return self.written(chance.choice(AT_LEAST), x, c, told == "Lt")
        return node

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        parts = [f"({ast.unparse(one)})" for one in node.values]
        joined = {
            "l": ", ".join(parts), "n": len(parts), "f": ", ".join("lambda: " + one for one in parts),
            "no": ", ".join("not " + one for one in parts), "b": ", ".join(f"bool{one}" for one in parts),
        }
        way = chance.choice(AND if isinstance(node.op, ast.And) else OR)
        return node if chance.random() < 0.6 else ast.parse(f"({way.format(**joined)})", mode="eval").body


# What is made of a body: @ stands for it.
BODIES = [
    "@", "def decide():\n    @\nreturn decide()", "while True:\n    @\n    return None", "try:\n    @\nfinally:\n    pass",
    "note = 'case'\nprint(note)\n@", "if True:\n    @", "for _ in range(1):\n    @", "with __import__('contextlib').suppress(ZeroDivisionError):\n    @",
]


def rewritten(line):
    tree = ast.parse(line["code"])
    function = next(one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == line["functionName"])
    own, added = Conditions(line["attributes"]), None
    body = [own.visit(one) for one in function.body]
    takes = [one.arg for one in function.args.args]
    if takes != ["self"] and set(line["attributes"]) <= set(takes) and chance.random() < 0.4:
        some = {name: one["values"] for name, one in line["attributes"].items() if "values" in one}
        added, *others = chance.sample(sorted(some), min(len(some), chance.randint(1, 3))) if some else [None]
        rule = " and ".join(f"{name} == {chance.choice(some[name])!r}" for name in (*others, added)) if some else "False"
        body = ast.parse(f"if {rule}:\n    return 'by a rule that was added'").body + body
    stored = {one.id for part in body for one in ast.walk(part) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    text = "\n".join(map(ast.unparse, body))
    way = chance.choice(BODIES) if not stored & set(takes) and "nonlocal" not in text and "global" not in text else "@"
    indent = "    " if "    @" in way else ""
    function.body = ast.parse("def f():\n    " + way.replace("@", text.replace("\n", "\n" + indent)).replace("\n", "\n    ")).body[0].body
    future = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    tree.body = future + ast.parse("\n".join(own.above)).body + [one for one in tree.body if one not in future]
    return {**line, "code": ast.unparse(ast.fix_missing_locations(tree)), "added": added}


for line in sys.stdin:
    print(json.dumps(rewritten(json.loads(line))))
