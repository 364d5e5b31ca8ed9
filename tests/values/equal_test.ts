import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decode,
  dict,
  encode,
  equal,
  equalInAnyOrder,
  equalityKey,
  float,
  type PythonValue,
  tuple,
} from "codebias/values/mod.ts";
import type { EqualityRules } from "codebias/values/equal.ts";
import { arbitraryPair, arbitraryValue } from "./arbitrary_value.ts";
import { PYTHON } from "../pythons.ts";
import { askPython } from "./python_side.ts";
import { processorMs } from "../processor_time.ts";
import { SEED } from "../property.ts";

const set = (...items: PythonValue[]): PythonValue => ({ $type: "set", items });
const frozenset = (...items: PythonValue[]): PythonValue => ({ $type: "frozenset", items });
const object = (name: string, value: PythonValue): PythonValue => ({ $type: "object", class: name, value });
const instance = (name: string, ...fields: [string, PythonValue][]): PythonValue => ({
  $type: "instance",
  class: name,
  fields,
});
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
  ...[
    "Person('a')",
    "Person('a', 0.0)",
    "Person('a', 1)",
    "{'name': 'a', 'age': 0}",
    "('a', 0)",
    "[Person('a')]",
  ],
  ...[
    "Place(1)",
    "{Place(1)}",
    "{Place(1.0), Place(2)}",
    "{Place(1), Place(2)}",
    "{Place(1): 2}",
    "{Place(True): 2.0}",
  ],
  ...[
    "collections.deque([1])",
    "collections.deque([1.0])",
    "collections.deque()",
    "[collections.deque([1])]",
  ],
  ...[
    "range(0)",
    "range(5, 2)",
    "range(1)",
    "range(0, 2, 5)",
    "range(0, 3, 2)",
    "range(0, 4, 2)",
    "range(3, -1, -2)",
  ],
  ...["range(3, -2, -2)", "range(0, 2**70)", "range(0, 2**70 + 1)", "(0, 3, 1)", "range(3)", "[0, 1, 2]"],
  ...["decimal.Decimal(1)", "decimal.Decimal('1.0')", "decimal.Decimal('1E+2')", "100", "'1'", "'1.0'"],
  ...[
    "decimal.Decimal('0.5')",
    "decimal.Decimal('0.1')",
    "0.1",
    "decimal.Decimal('0.10')",
    "decimal.Decimal('-0.0')",
  ],
  ...[
    "decimal.Decimal('NaN')",
    "decimal.Decimal('Infinity')",
    "decimal.Decimal(0.1)",
    "decimal.Decimal('1E+22')",
  ],
  ...["decimal.Decimal('5E-324')", "5e-324", "decimal.Decimal(5e-324)", "decimal.Decimal('1E+5000')"],
  ...[
    "decimal.Decimal('10E+4999')",
    "decimal.Decimal('-1.25')",
    "-1.25",
    "{decimal.Decimal('-1.250')}",
    "{-1.25}",
  ],
  ...[
    "fractions.Fraction(1, 2)",
    "fractions.Fraction(1)",
    "fractions.Fraction(1, 3)",
    "fractions.Fraction(1, 10)",
  ],
  ...["fractions.Fraction(-5, 4)", "{fractions.Fraction(-5, 4): 1}", "{-1.25: True}", "(1, 3)", "1 / 3"],
  ...["fractions.Fraction(2**60 + 1, 2)", "float(2**59)", "datetime.date(2024, 1, 1)", "'2024-01-01'"],
  ...[
    "datetime.datetime(2024, 1, 1)",
    "'2024-01-01T00:00:00'",
    "datetime.time(0)",
    "datetime.timedelta(1)",
    "(1, 0, 0)",
  ],
  ...[
    "{1: 2}.keys()",
    "{1.0: 3}.keys()",

    "{(1, 2)}",
    "{1: 2}.items()",
  ],
  ...["pathlib.PurePosixPath('a/b')", "'a/b'"],
  ...["Mood.GOOD", "[Mood.GOOD]", "('g', 1)", "Slotted(1, 2)", "{'left': 1, 'right': 2}"],
];

/** Objects that are equal in Python only to themselves, and here to those of the same class with the same content. */
const BY_IDENTITY = ["Slotted(1, 2)"];

Deno.test("equal() agrees with Python's == on every two of some telling values", async () => {
  const { encoded, products } = await askPython(PYTHON, { expressions: EXPRESSIONS, products: true });
  const values = encoded.map((hex) => decode(Uint8Array.fromHex(hex)));
  assert.equal(values.length, EXPRESSIONS.length);
  values.forEach((a, i) =>
    values.forEach((b, j) => {
      const what = `${EXPRESSIONS[i]} == ${EXPRESSIONS[j]}`;
      const expected = products[i][j] || (i === j && BY_IDENTITY.includes(EXPRESSIONS[i]));
      assert.equal(equal(a, b, { nanEqualsNan: false }), expected, what);
    })
  );
});

Deno.test("equal() agrees with Python's == on random pairs that are nearly equal", async () => {
  const pairs = fc.sample(arbitraryPair, 600);
  const { equal: expected } = await askPython(PYTHON, {
    pairs: pairs.map(([a, b]) => [encode(a).toHex(), encode(b).toHex()]),
  });
  const few = (which: string) => `too few ${which} pairs for the test to mean much; seed ${SEED}`;
  assert(expected.filter(Boolean).length > 60, few("equal"));
  assert(expected.filter((same) => !same).length > 40, few("different"));
  pairs.forEach(([a, b], index) => {
    const what = `${Deno.inspect([a, b], { depth: 20 })}; seed ${SEED}`;
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
  const seen = { exact: 0, loose: 0, different: 0 };
  fc.assert(
    fc.property(arbitraryPair, fc.boolean(), ([a, b], nanEqualsNan) => {
      const [exact, loose] = [true, false].map((exactTypes) => equal(a, b, { exactTypes, nanEqualsNan }));
      if (exact) assert(loose);
      seen[exact ? "exact" : loose ? "loose" : "different"]++;
    }),
    { numRuns: 1000 },
  );
  assert(Math.min(...Object.values(seen)) > 20, `${JSON.stringify(seen)}; seed ${SEED}`);
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
    [object("m.A", 1), object("m.B", 1)],
    [object("m.A", 1), 1],
    [set(object("m.A", 1)), set(object("m.B", 1))],
    [instance("m.A", ["a", 1]), instance("m.A", ["a", true])],
    [set(instance("m.A", ["a", 1])), set(instance("m.A", ["a", true]))],
    [object("decimal.Decimal", "1.0"), 1],
    [object("decimal.Decimal", "0.5"), object("fractions.Fraction", tuple(1, 2))],
    [set(object("decimal.Decimal", "0.5")), set(float(0.5))],
    [object("dict_keys", [1]), set(1)],
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

Deno.test("equal() takes the tolerance relative to the unit for smaller numbers", () => {
  const rules = { tolerance: 1e-6, unit: 1e-6 };
  assert(equal(float(1e-3), float(1e-3 + 9e-10), rules));
  assert(!equal(float(1e-3), float(1e-3 + 1.1e-9), rules));
  assert(equal(float(0), float(9e-13), rules));
  assert(!equal(float(0), float(1.1e-12), rules));
  assert(equal(2n ** 70n, float(2 ** 70 * (1 + 1e-7)), rules));
  assert(!equal(2n ** 70n, float(2 ** 70 * (1 + 1e-5)), rules));
  assert(!equal(2n ** 2000n, float(Number.MAX_VALUE), { tolerance: 2 }));
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
  const ordered = [dict({ a: 1, b: 2 }), dict({ b: 2, a: 1 })].map((one) =>
    object("collections.OrderedDict", one)
  );
  assert(equal(ordered[0], dict({ b: 2, a: 1 })));
  assert(equal(ordered[0], ordered[1]));
  assert(!equal(ordered[0], ordered[1], { orderedDicts: true }));
  assert(equal(ordered[0], ordered[0], { orderedDicts: true }));
  assert(!equal([1, 2], [2, 1]));
  assert(!equal(tuple(1, 2), tuple(2, 1)));
});

Deno.test("equal() sees what an object of a program's own class carries alone, unless told otherwise", () => {
  const one: PythonValue = { $type: "object", class: "program.R", value: 5, fields: [["reason", "a"]] };
  const others: PythonValue[] = [
    { ...one, fields: [["reason", "b"]] },
    { ...one, fields: [["reasons", "a"]] },
    object("program.R", 5),
    { ...one, class: "program.S" },
    5,
  ];
  for (const other of others) {
    for (const [a, b] of [[one, other], [[one], [other]], [set(one), set(other)]]) {
      const what = Deno.inspect([a, b]);
      assert(equal(a, b), what);
      assert(!equal(a, b, { ownClasses: true }), what);
      assert(!equal(a, b, { exactTypes: true }), what);
      assert.equal(equalityKey(a), equalityKey(b), what);
      assert.notEqual(equalityKey(a, { ownClasses: true }), equalityKey(b, { ownClasses: true }), what);
    }
  }
  assert(equalInAnyOrder([one, 1], [1, 5]));
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

Deno.test("equal() compares instances by the name of their class and their fields, without order", () => {
  const value = instance("m.A", ["a", 1], ["b", [float(NaN)]]);
  assert(equal(value, instance("m.A", ["b", [float(NaN)]], ["a", 1])));
  assert(equal(value, instance("m.A", ["b", [float(NaN)]], ["a", 1]), { exactTypes: true }));
  assert(!equal(value, instance("m.A", ["b", [float(NaN)]], ["a", 1]), { nanEqualsNan: false }));
  assert(
    equal(instance("m.A", ["a", float(1)]), instance("m.A", ["a", float(1 + 1e-9)]), { tolerance: 1e-6 }),
  );
  const others = [
    instance("m.B", ["a", 1], ["b", [float(NaN)]]),
    instance("m.A", ["a", 1]),
    instance("m.A", ["a", 2], ["b", [float(NaN)]]),
    instance("m.A", ["a", 1], ["c", [float(NaN)]]),
    instance("m.A", ["a", 1], ["b", [float(NaN)]], ["c", null]),
    object("m.A", dict({ a: 1, b: [float(NaN)] })),
    dict({ a: 1, b: [float(NaN)] }),
    tuple(1, [float(NaN)]),
  ];
  for (const other of others) {
    assert(!equal(value, other), Deno.inspect(other));
    assert(!equal(other, value), Deno.inspect(other));
  }
});

Deno.test("equal() compares instances in sets and as keys of dicts", () => {
  const [a, b] = [instance("m.A", ["x", 1], ["y", "z"]), instance("m.A", ["y", "z"], ["x", float(1)])];
  const other = instance("m.B", ["x", 1], ["y", "z"]);
  const keyed = (key: PythonValue, item: PythonValue): PythonValue => ({
    $type: "dict",
    items: [[key, item]],
  });
  assert(equal(set(a, 2), set(2, b)));
  assert(!equal(set(a), set(other)));
  assert(!equal(set(a), set(instance("m.A", ["x", 1]))));
  assert(equal(keyed(a, 1), keyed(b, float(1))));
  assert(!equal(keyed(a, 1), keyed(b, float(1)), { exactTypes: true }));
  assert(!equal(keyed(a, 1), keyed(other, 1)));
  assert(!equal(set(instance("m.A", ["x", "1,2"])), set(instance("m.A", ["x", "1"], ["y", "2"]))));
  assert(!equal(set(instance('m.A{"x":n1}', ["y", 1])), set(instance("m.A", ["x", 1], ["y", 1]))));
});

Deno.test("equal() takes an iterator for another only if it is of the same class, with the same items", () => {
  assert(equal(object("generator", [1]), object("generator", [float(1)])));
  for (const other of [object("generator", [2]), object("map", [1]), [1], object("itertools.chain", [1])]) {
    assert(!equal(object("generator", [1]), other), Deno.inspect(other));
  }
  assert(!equal(object("_csv.reader", [1]), [1]));
  assert(equal(object("builtins.A", [1]), [1]), "a class of a program without a name");
});

Deno.test("equal() takes Decimals and Fractions of one number for the same type only with their own", () => {
  const exact = { exactTypes: true };
  const [decimal, fraction] = ["decimal.Decimal", "fractions.Fraction"];
  assert(equal(object(decimal, "1.0"), object(decimal, "1.00"), exact));
  assert(equal(set(object(decimal, "1.0")), set(object(decimal, "1E+0")), exact));
  assert(!equal(object(decimal, "1.0"), 1, exact));
  assert(!equal(object(decimal, "0.1"), object(fraction, tuple(1, 10)), exact));
  assert(equal(object(decimal, "NaN"), object(decimal, "NaN"), exact));
  assert(!equal(object(decimal, "NaN"), object(decimal, "NaN"), { nanEqualsNan: false }));
  assert(equal(object("range", tuple(0, 3, 2)), object("range", tuple(0, 4, 2)), exact));
});

Deno.test("equal() takes forged content of a known class as it stands, at once", async () => {
  const forged: PythonValue[] = [
    ...[1, "x", "1E", "", ".", "E5", null].map((value) => object("decimal.Decimal", value)),
    ...[tuple(1, 0), tuple(1, -2), tuple(1), tuple(), [1, 2], tuple("a", 1), tuple(true, 2)]
      .map((value) => object("fractions.Fraction", value)),
    ...[tuple(1, 2, 0), tuple(1, 2), 3, tuple(1, float(2), 1)].map((value) => object("range", value)),
    ...[1, null].map((value) => object("dict_keys", value)),
    object("decimal.Decimal", "1E+999999999999999999"),
    object("decimal.Decimal", "1E-999999999999999999"),
    object("decimal.Decimal", `${"9".repeat(1_000_000)}`),
    object("decimal.Decimal", `0.${"5".repeat(1_000_000)}`),
    object("fractions.Fraction", tuple(1, 2n ** 100_000n)),
  ];
  const ms = await processorMs(() =>
    forged.forEach((a, i) =>
      forged.forEach((b, j) => assert.equal(equal(a, b), i === j, Deno.inspect([i, j])))
    )
  );
  assert(ms < 5_000, `${ms} ms`);
});

/** Whether two values are equal also with exact types, without alone, or not at all. */
function sameness(a: PythonValue, b: PythonValue, rules: Omit<EqualityRules, "exactTypes"> = {}) {
  if (equal(a, b, { ...rules, exactTypes: true })) return "identical";
  return equal(a, b, rules) ? "equal" : "different";
}

Deno.test("equal() tells by exactTypes whether two values are the same down to their types, or only loosely", () => {
  const cases: [PythonValue, PythonValue, string][] = [
    [1, 1, "identical"],
    [1, float(1), "equal"],
    [1, true, "equal"],
    [1, 2, "different"],
    [[dict({ a: 1 })], [dict({ a: true })], "equal"],
    [set(1, 2), set(2, 1), "identical"],
    [set(1), frozenset(1), "equal"],
    [[1], tuple(1), "different"],
    [object("collections.Counter", dict({ a: 1 })), dict({ a: 1 }), "equal"],
    [object("m.A", 1), object("m.A", 1), "identical"],
    [object("m.A", 1), object("m.B", 1), "equal"],
    [instance("m.A", ["a", 1], ["b", 2]), instance("m.A", ["b", 2], ["a", 1]), "identical"],
    [instance("m.A", ["a", 1]), instance("m.A", ["a", float(1)]), "equal"],
    [instance("m.A", ["a", 1]), dict({ a: 1 }), "different"],
    [float(NaN), float(NaN), "identical"],
    [float(0), float(-0), "identical"],
  ];
  for (const [a, b, expected] of cases) {
    assert.equal(sameness(a, b), expected, Deno.inspect([a, b]));
    assert.equal(sameness(b, a), expected, Deno.inspect([b, a]));
  }
});

Deno.test("equal() keeps to its other rules with exact types, too", () => {
  assert.equal(sameness(float(1), float(1 + 1e-9)), "different");
  assert.equal(sameness(float(1), float(1 + 1e-9), { tolerance: 1e-6 }), "identical");
  assert.equal(sameness(1, float(1 + 1e-9), { tolerance: 1e-6 }), "equal");
  assert.equal(sameness(float(NaN), float(NaN), { nanEqualsNan: false }), "different");
});

Deno.test("equalInAnyOrder() takes lists with the same items for equal, however they are ordered", () => {
  const shuffled = fc.array(arbitraryValue, { maxLength: 8 }).chain((items) =>
    fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }))
  );
  fc.assert(fc.property(shuffled, ([items, other]) => {
    assert(equalInAnyOrder(items, other));
    assert(equalInAnyOrder(other, items));
  }));
});

Deno.test("equalInAnyOrder() agrees with pairing off items that equal() takes for equal", () => {
  const small = fc.oneof(
    fc.constantFrom<PythonValue>(0, 1, true, null, "1", float(1), float(NaN), float(-0), float(0.5)),
    fc.constantFrom<PythonValue>([1], tuple(1), [float(1)], set(1), dict({ a: 1 }), complex(1, 0)),
  );
  const lists = fc.array(small, { maxLength: 5 });
  fc.assert(
    fc.property(lists, lists, (a, b) => {
      const left = [...b];
      for (const item of a) {
        const at = left.findIndex((other) => equal(item, other));
        if (at >= 0) left.splice(at, 1);
      }
      assert.equal(equalInAnyOrder(a, b), a.length === b.length && left.length === 0);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("equalInAnyOrder() keeps the order of what is inside, and of what is no list", () => {
  assert(!equalInAnyOrder([[1, 2]], [[2, 1]]));
  assert(!equalInAnyOrder([1, 1, 2], [1, 2, 2]));
  assert(!equalInAnyOrder([1], [1, 1]));
  assert(!equalInAnyOrder(tuple(1, 2), tuple(2, 1)));
  assert(!equalInAnyOrder([1, 2], tuple(1, 2)));
  assert(equalInAnyOrder(tuple(1, 2), tuple(1, 2)));
  assert(!equalInAnyOrder("ab", "ba"));
});
