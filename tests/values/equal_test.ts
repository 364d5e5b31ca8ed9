import assert from "node:assert/strict";
import fc from "fast-check";
import { decode } from "codebias/values/decode.ts";
import { encode } from "codebias/values/encode.ts";
import { equal } from "codebias/values/equal.ts";
import { dict, float, type PythonValue, tuple } from "codebias/values/python_value.ts";
import { arbitraryPair, arbitraryValue } from "./arbitrary_value.ts";
import { PYTHON } from "../pythons.ts";
import { askPython } from "./python_side.ts";

const set = (...items: PythonValue[]): PythonValue => ({ $type: "set", items });
const frozenset = (...items: PythonValue[]): PythonValue => ({ $type: "frozenset", items });
const object = (name: string, value: PythonValue): PythonValue => ({ $type: "object", class: name, value });
const complex = (real: number, imag: number): PythonValue => ({ $type: "complex", real, imag });

/** Values of which every two are compared here and in Python. */
const EXPRESSIONS = [
  ...["None", "True", "False", "0", "1", "-1", "1.0", "0.0", "-0.0", "0.5", "float('nan')", "float('inf')"],
  ...[
    "2**53",
    "2**53 + 1",
    "2.0**53",
    "10**400",
    "10**22",
    "1e22",
    "1e23",
    "1 + 0j",
    "1 - 0j",
    "1j",
    "complex(1, -1)",
  ],
  ...["complex(float('nan'), 0)", "complex(2**53, 0)", "''", "'1'", "'a'", "b''", "b'a'", "bytearray(b'a')"],
  ...[
    "[]",
    "()",
    "{}",
    "set()",
    "frozenset()",
    "[1]",
    "(1,)",
    "[1.0]",
    "[True]",
    "[1, 2]",
    "[2, 1]",
    "[[1]]",
    "[None]",
  ],
  ...[
    "{1}",
    "{1.0}",
    "frozenset({1})",
    "{1, 2}",
    "{2, 1.0}",
    "{0.5}",
    "{(1, 2)}",
    "{(True, 2.0)}",
    "{frozenset({1})}",
  ],
  ...["{1 + 0j}", "{'1'}", "{b'1'}", "{None}", "{1: 2}", "{1.0: 2.0}", "{True: 2}", "{1: 3}", "{1: 2, 3: 4}"],
  ...["{3: 4, 1: 2}", "{'1': 2}", "{(): 1}", "{frozenset(): 1}", "{'a': [1, {2}]}", "{'a': [1.0, {2.0}]}"],
  ...["Colour.RED", "[Colour.RED]", "{Colour.RED}", "{Colour.RED: 2}", "Name('a')", "Point(1, 2)", "(1, 2)"],
  ...[
    "{Point(1, 2)}",
    "collections.Counter({1: 2})",
    "collections.OrderedDict({1: 2})",
    "Flag(b'a')",
    "Angle(1)",
  ],
];

Deno.test("equal() agrees with Python's == on every two of some telling values", async () => {
  const { encoded, products } = await askPython(PYTHON, { expressions: EXPRESSIONS, products: true });
  const values = encoded.map((hex) => decode(Uint8Array.fromHex(hex)));
  assert.equal(values.length, EXPRESSIONS.length);
  values.forEach((a, i) =>
    values.forEach((b, j) => {
      const what = `${EXPRESSIONS[i]} == ${EXPRESSIONS[j]}`;
      assert.equal(equal(a, b, { nanEqualsNan: false }), products[i][j], what);
    })
  );
});

Deno.test("equal() agrees with Python's == on random pairs that are nearly equal", async () => {
  const pairs = fc.sample(arbitraryPair, 600);
  const { equal: expected } = await askPython(PYTHON, {
    pairs: pairs.map(([a, b]) => [encode(a).toHex(), encode(b).toHex()]),
  });
  assert(expected.filter(Boolean).length > 60, "too few equal pairs for the test to mean much");
  assert(expected.filter((same) => !same).length > 40, "too few different pairs for the test to mean much");
  pairs.forEach(([a, b], index) => {
    const what = Deno.inspect([a, b], { depth: 20 });
    assert.equal(equal(a, b, { nanEqualsNan: false }), expected[index], what);
  });
});

Deno.test("equal() holds between a value and its copy, under all rules", () => {
  fc.assert(fc.property(arbitraryValue, fc.boolean(), (value, exactTypes) => {
    assert(equal(value, decode(encode(value)), { exactTypes }));
  }));
});

Deno.test("equal() is symmetric", () => {
  fc.assert(fc.property(arbitraryPair, fc.boolean(), fc.boolean(), ([a, b], exactTypes, nanEqualsNan) => {
    const rules = { exactTypes, nanEqualsNan };
    assert.equal(equal(a, b, rules), equal(b, a, rules));
  }));
});

Deno.test("equal() is stricter with exact types", () => {
  fc.assert(fc.property(arbitraryPair, ([a, b]) => {
    if (equal(a, b, { exactTypes: true })) assert(equal(a, b));
  }));
});

Deno.test("equal() keeps exact types apart at any depth", () => {
  const different: [PythonValue, PythonValue][] = [
    [1, true],
    [1, float(1)],
    [0, false],
    [float(1), complex(1, 0)],
    [set(1), frozenset(1)],
    [[1], [float(1)]],
    [dict({ a: 1 }), dict({ a: true })],
    [{ $type: "dict", items: [[1, 2]] }, { $type: "dict", items: [[true, 2]] }],
    [set(1), set(float(1))],
    [set(tuple(1)), set(tuple(true))],
    [object("A", 1), object("B", 1)],
    [object("A", 1), 1],
    [set(object("A", 1)), set(object("B", 1))],
  ];
  for (const [a, b] of different) {
    assert(!equal(a, b, { exactTypes: true }), Deno.inspect([a, b]));
    assert(equal(a, b), Deno.inspect([a, b]));
  }
});

Deno.test("equal() takes NaN for equal unless told otherwise", () => {
  assert(equal([float(NaN)], [float(NaN)]));
  assert(!equal([float(NaN)], [float(NaN)], { nanEqualsNan: false }));
  assert(equal(complex(NaN, 1), complex(NaN, 1)));
  assert(!equal(float(NaN), float(0)));
});

Deno.test("equal() accepts a relative difference up to the tolerance, between floats", () => {
  const rules = { tolerance: 1e-6 };
  assert(equal(float(1e9), float(1e9 + 999), rules));
  assert(!equal(float(1e9), float(1e9 + 1001), rules));
  assert(equal(float(0), float(9e-7), rules));
  assert(!equal(float(0), float(1.1e-6), rules));
  assert(equal([complex(1, 1)], [complex(1, 1 + 1e-9)], rules));
  assert(!equal(float(1), float(1 + 1e-9)));
  assert(!equal(float(Infinity), float(Number.MAX_VALUE), { tolerance: 2 }));
});

Deno.test("equal() has no tolerance between ints", () => {
  assert(!equal(10 ** 9, 10 ** 9 + 1, { tolerance: 1e-6 }));
  assert(!equal(2n ** 70n, 2n ** 70n + 1n, { tolerance: 1e-6 }));
});

Deno.test("equal() does not take a set or dict with forged duplicates for a larger one", () => {
  assert(!equal(set(1, 2), set(1, 1)));
  assert(!equal(set(1, 1), set(1, 2)));
  const twice: PythonValue = { $type: "dict", items: [["a", 1], ["a", 1]] };
  assert(!equal(dict({ a: 1, b: 2 }), twice));
  assert(!equal(twice, dict({ a: 1, b: 2 })));
});

Deno.test("equal() compares sets and dicts without order, lists and tuples with it", () => {
  assert(equal(set(1, "a", tuple(2)), set(tuple(2), 1, "a")));
  assert(equal(set(frozenset(1, 2)), set(frozenset(2, 1))));
  assert(equal(dict({ a: 1, b: 2 }), dict({ b: 2, a: 1 })));
  assert(equal(object("collections.OrderedDict", dict({ a: 1, b: 2 })), dict({ b: 2, a: 1 })));
  assert(!equal([1, 2], [2, 1]));
  assert(!equal(tuple(1, 2), tuple(2, 1)));
});

Deno.test("equal() does not look through numpy arrays", () => {
  const data = tuple("<i8", tuple(0), { $type: "bytes", bytes: new Uint8Array(0) });
  assert(equal(object("numpy.ndarray", data), object("numpy.ndarray", data)));
  assert(!equal(object("numpy.ndarray", data), data));
});

Deno.test("equal() does not mix up texts with what surrounds them", () => {
  assert(!equal(set('a","b'), set("a", "b")));
  assert(!equal(set(tuple("a,b")), set(tuple("a", "b"))));
  assert(!equal(set("n1"), set(1)));
  assert(!equal(set("N"), set(null)));
});
