import assert from "node:assert/strict";
import fc from "fast-check";
import { decode, dict, encode, float, type PythonValue, toJson, tuple } from "codebias/values/mod.ts";
import type { PythonObject } from "codebias/values/python_value.ts";
import { SEED } from "../property.ts";
import { orSkipped, PYTHON, PYTHONS } from "../pythons.ts";
import { arbitraryValue, ordered } from "./arbitrary_value.ts";
import { askPython, hasModule } from "./python_side.ts";

/** A value in Python and here; `back` is what Python makes of our encoding, if not the same. */
interface Golden {
  readonly python: string;
  readonly value: PythonValue;
  readonly back?: string;
}

const bytes = (...items: number[]) => ({ $type: "bytes", bytes: Uint8Array.from(items) }) as const;
const object = (name: string, value: PythonValue) => ({ $type: "object", class: name, value }) as const;
const set = (...items: PythonValue[]) => ({ $type: "set", items }) as const;
const frozenset = (...items: PythonValue[]) => ({ $type: "frozenset", items }) as const;
const instance = (name: string, ...fields: [string, PythonValue][]) =>
  ({ $type: "instance", class: name, fields }) as const;
const having = (carrying: PythonObject, ...fields: [string, PythonValue][]) => ({ ...carrying, fields });
const entries = (...items: [PythonValue, PythonValue][]) => ({ $type: "dict", items }) as const;
const complex = (real: number, imag: number) => ({ $type: "complex", real, imag }) as const;

const GOLDEN: readonly Golden[] = [
  { python: "None", value: null },
  { python: "True", value: true },
  { python: "False", value: false },
  { python: "0", value: 0 },
  { python: "-1", value: -1 },
  { python: "2**31 - 1", value: 2 ** 31 - 1 },
  { python: "2**31", value: 2 ** 31 },
  { python: "-2**31", value: -(2 ** 31) },
  { python: "-2**31 - 1", value: -(2 ** 31) - 1 },
  { python: "2**45 + 1", value: 2 ** 45 + 1 },
  { python: "2**53 - 1", value: Number.MAX_SAFE_INTEGER },
  { python: "2**53", value: 2n ** 53n },
  { python: "-2**53", value: -(2n ** 53n) },
  { python: "2**64", value: 2n ** 64n },
  { python: "-2**64 + 1", value: -(2n ** 64n) + 1n },
  { python: "10**400", value: 10n ** 400n },
  { python: "-10**400", value: -(10n ** 400n) },
  { python: "1.0", value: float(1) },
  { python: "0.1", value: float(0.1) },
  { python: "5e-324", value: float(5e-324) },
  { python: "1.7976931348623157e308", value: float(Number.MAX_VALUE) },
  { python: "float('nan')", value: float(NaN) },
  { python: "float('inf')", value: float(Infinity) },
  { python: "float('-inf')", value: float(-Infinity) },
  { python: "0.0", value: float(0) },
  { python: "-0.0", value: float(-0) },
  { python: "1 - 2.5j", value: complex(1, -2.5) },
  { python: "complex(-0.0, float('inf'))", value: complex(-0, Infinity) },
  { python: "''", value: "" },
  { python: "'h\\xe9\\u4e2d'", value: "h\xe9\u4e2d" },
  { python: "'\\0\\n\"'", value: '\0\n"' },
  { python: "'\\U0001F600!'", value: "\u{1F600}!" },
  { python: "'a\\ud800b\\udfff'", value: "a\ud800b\udfff" },
  { python: "'\\udc00\\ud800\\U00010000'", value: "\udc00\ud800\ud800\udc00" },
  { python: "'\\ufeff\\uffff'", value: "\ufeff\uffff" },
  { python: "'identifier_that_is_interned'", value: "identifier_that_is_interned" },
  { python: "b''", value: bytes() },
  { python: "b'\\x00\\xff'", value: bytes(0, 255) },
  { python: "[]", value: [] },
  { python: "[1, True, 1.0, None]", value: [1, true, float(1), null] },
  { python: "[[], [[1]], 'a', 'a']", value: [[], [[1]], "a", "a"] },
  { python: "()", value: tuple() },
  { python: "(1, ('a', [()]))", value: tuple(1, tuple("a", [tuple()])) },
  { python: "{}", value: dict({}) },
  { python: "{'b': 1, 'a': [2]}", value: dict({ b: 1, a: [2] }) },
  {
    python: "{2: 'x', (1, 'a'): {}, None: 0.5}",
    value: entries([2, "x"], [tuple(1, "a"), dict({})], [null, float(0.5)]),
  },
  { python: "set()", value: set() },
  { python: "{3, 'a', (1, 2)}", value: set(3, "a", tuple(1, 2)) },
  { python: "frozenset([2**70, frozenset([1])])", value: frozenset(2n ** 70n, frozenset(1)) },
  { python: "{frozenset({1}): {2}}", value: entries([frozenset(1), set(2)]) },
  { python: "(lambda a: [a, a])([1])", value: [[1], [1]] },
  { python: "bytearray(b'ab')", value: object("bytearray", bytes(97, 98)) },
  { python: "collections.Counter('aab')", value: object("collections.Counter", dict({ a: 2, b: 1 })) },
  {
    python: "collections.OrderedDict([('z', 1), ('a', 2)])",
    value: object("collections.OrderedDict", dict({ z: 1, a: 2 })),
  },
  { python: "Point(1, [2])", value: object("__main__.Point", tuple(1, [2])), back: "(1, [2])" },
  { python: "[Colour.RED, 1]", value: [object("__main__.Colour", 1), 1], back: "[1, 1]" },
  {
    python: "{Colour.RED: Name('n')}",
    value: entries([object("__main__.Colour", 1), object("__main__.Name", "n")]),
    back: "{1: 'n'}",
  },
  { python: "{Point(1, 'a')}", value: set(object("__main__.Point", tuple(1, "a"))), back: "{(1, 'a')}" },
  { python: "Flag(b'a')", value: object("__main__.Flag", bytes(97)), back: "b'a'" },
  { python: "Angle(1j)", value: object("__main__.Angle", complex(0, 1)), back: "1j" },
  {
    python: "collections.defaultdict(list, {1: [2]})",
    value: object("collections.defaultdict", entries([1, [2]])),
    back: "{1: [2]}",
  },
  {
    python: "[collections.Counter({Point(1, 2): Colour.RED})]",
    value: [
      object(
        "collections.Counter",
        entries([object("__main__.Point", tuple(1, 2)), object("__main__.Colour", 1)]),
      ),
    ],
    back: "[collections.Counter({(1, 2): 1})]",
  },
];

/** Sets of which Python's own order differs between versions, and of text between processes. */
const SETS: readonly Golden[] = [
  { python: "{'b', 'a', 'c', 'aa', ''}", value: set("b", "a", "c", "aa", "") },
  { python: "set('sphinx of black quartz')", value: set(...new Set("sphinx of black quartz")) },
  { python: "set(range(-3, 300))", value: set(...Array.from({ length: 303 }, (_, index) => index - 3)) },
  {
    python: "{2**31, 2**31 - 1, -2**31, -2**31 - 1}",
    value: set(2 ** 31, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) - 1),
  },
  { python: "{2**70, -2**70, 0}", value: set(2n ** 70n, -(2n ** 70n), 0) },
  {
    python: "{0.5, -0.5, 1e300, float('inf')}",
    value: set(float(0.5), float(-0.5), float(1e300), float(Infinity)),
  },
  {
    python: "{(2, 'b'), (1, 'z'), (1, 'a'), ()}",
    value: set(tuple(2, "b"), tuple(1, "z"), tuple(1, "a"), tuple()),
  },
  {
    python: "{None, True, 7, 0.5, 'x', b'x', 2j, (None,), frozenset({'p', 'q'})}",
    value: set(null, true, 7, float(0.5), "x", bytes(120), complex(0, 2), tuple(null), frozenset("p", "q")),
  },
  {
    python: "frozenset({frozenset('ab'), frozenset('ba'), frozenset('cd')})",
    value: frozenset(frozenset("a", "b"), frozenset("c", "d")),
  },
  { python: "{'\\xe9', '\\ud800', '\\U0001F600', 'z'}", value: set("\xe9", "\ud800", "\u{1F600}", "z") },
  { python: "[{'k': {'b', 'a'}}, ({1, 'a'},)]", value: [dict({ k: set("a", "b") }), tuple(set(1, "a"))] },
  {
    python: "{Name('b'), 'a', Colour.RED}",
    value: set(object("__main__.Name", "b"), "a", object("__main__.Colour", 1)),
    back: "{'b', 'a', 1}",
  },
  {
    python: "{Place(1), Place('a')}",
    value: set(instance("__main__.Place", ["x", 1]), instance("__main__.Place", ["x", "a"])),
    back: "{Instance('__main__.Place', {'x': 1}), Instance('__main__.Place', {'x': 'a'})}",
  },
];

const OBJECTS: readonly Golden[] = [
  {
    python: "Person('Ada', 36)",
    value: instance("__main__.Person", ["name", "Ada"], ["age", 36]),
    back: "Instance('__main__.Person', {'name': 'Ada', 'age': 36})",
  },
  {
    python: "[Person('A'), {'k': Place(Person('B', 1.5))}]",
    value: [
      instance("__main__.Person", ["name", "A"], ["age", 0]),
      dict({
        k: instance("__main__.Place", ["x", instance("__main__.Person", ["name", "B"], ["age", float(1.5)])]),
      }),
    ],
    back: "[Instance('__main__.Person', {'name': 'A', 'age': 0}), " +
      "{'k': Instance('__main__.Place', {'x': Instance('__main__.Person', {'name': 'B', 'age': 1.5})})}]",
  },
  { python: "Node()", value: instance("__main__.Node"), back: "Instance('__main__.Node', {})" },
  {
    python: "Node(z=[{1}], a=None)",
    value: instance("__main__.Node", ["z", [set(1)]], ["a", null]),
    back: "Instance('__main__.Node', {'z': [{1}], 'a': None})",
  },
  {
    python: "Slotted(1, (2,))",
    value: instance("__main__.Slotted", ["left", 1], ["right", tuple(2)]),
    back: "Instance('__main__.Slotted', {'left': 1, 'right': (2,)})",
  },
  {
    python: "Both(1, 2, 'x')",
    value: instance("__main__.Both", ["left", 1], ["right", 2], ["more", "x"]),
    back: "Instance('__main__.Both', {'left': 1, 'right': 2, 'more': 'x'})",
  },
  {
    python: "Mood.GOOD",
    value: instance("__main__.Mood", ["name", "GOOD"], ["value", tuple("g", 1)]),
    back: "Instance('__main__.Mood', {'name': 'GOOD', 'value': ('g', 1)})",
  },
  {
    python: "ValueError('no', 3)",
    value: instance("ValueError", ["args", tuple("no", 3)]),
    back: "Instance('ValueError', {'args': ('no', 3)})",
  },
  {
    python: "[Odd()]",
    value: [instance("__main__.Odd", ["args", tuple()])],
    back: "[Instance('__main__.Odd', {'args': ()})]",
  },
  {
    python: "Counting()",
    value: instance("__main__.Counting", ["at", 2]),
    back: "Instance('__main__.Counting', {'at': 2})",
  },
  {
    python: "[having(Score(5), reason='none', at={1})]",
    value: [having(object("program.Score", 5), ["reason", "none"], ["at", set(1)])],
    back: "[5]",
  },
  { python: "Score(5)", value: object("program.Score", 5), back: "5" },
  {
    python: "having(Report([1]), more=having(Score(2), left=3), left=True)",
    value: having(
      object("program.Report", [1]),
      ["left", true],
      ["more", having(object("program.Score", 2), ["left", 3])],
    ),
    back: "[1]",
  },
  {
    python: "having(Ticket({1: 2}), approved=False)",
    value: having(object("program.Ticket", entries([1, 2])), ["approved", false]),
    back: "{1: 2}",
  },
  { python: "Level.LOW", value: object("program.Level", 1), back: "1" },
  { python: "Loose({'a': 1})", value: object("program.Loose", dict({ a: 1 })), back: "{'a': 1}" },
  { python: "having(Name('a'), left=3)", value: object("__main__.Name", "a"), back: "'a'" },
  { python: "range(3)", value: object("range", tuple(0, 3, 1)) },
  { python: "range(10, -2**70, -7)", value: object("range", tuple(10, -(2n ** 70n), -7)) },
  {
    python: "collections.deque([1, [2]], maxlen=5)",
    value: object("collections.deque", [1, [2]]),
    back: "collections.deque([1, [2]])",
  },
  { python: "decimal.Decimal('1.50')", value: object("decimal.Decimal", "1.50") },
  { python: "decimal.Decimal('-Infinity')", value: object("decimal.Decimal", "-Infinity") },
  { python: "decimal.Decimal('NaN')", value: object("decimal.Decimal", "NaN") },
  {
    python: "decimal.Decimal(10) ** 40",
    value: object("decimal.Decimal", "1.000000000000000000000000000E+40"),
  },
  { python: "fractions.Fraction(-6, 4)", value: object("fractions.Fraction", tuple(-3, 2)) },
  { python: "datetime.date(2024, 2, 29)", value: object("datetime.date", "2024-02-29") },
  { python: "datetime.time(1, 2)", value: object("datetime.time", "01:02:00") },
  { python: "datetime.time(1, 2, 3, 4)", value: object("datetime.time", "01:02:03.000004") },
  { python: "datetime.datetime(1, 1, 1)", value: object("datetime.datetime", "0001-01-01T00:00:00") },
  {
    python:
      "datetime.datetime(2024, 12, 31, 23, 59, 59, 5, datetime.timezone(-datetime.timedelta(hours=3, seconds=1)))",
    value: object("datetime.datetime", "2024-12-31T23:59:59.000005-03:00:01"),
  },
  { python: "datetime.timedelta(hours=-1)", value: object("datetime.timedelta", tuple(-1, 82800, 0)) },
  {
    python: "datetime.timedelta.max",
    value: object("datetime.timedelta", tuple(999_999_999, 86_399, 999_999)),
  },
  { python: "{'b': 1, 'a': 2}.keys()", value: object("dict_keys", ["b", "a"]), back: "['b', 'a']" },
  { python: "{'b': 1, 'a': 2}.values()", value: object("dict_values", [1, 2]), back: "[1, 2]" },
  {
    python: "{'b': 1, 'a': 2}.items()",
    value: object("dict_items", [tuple("b", 1), tuple("a", 2)]),
    back: "[('b', 1), ('a', 2)]",
  },
  { python: "count(1, [2])", value: object("generator", [1, [2]]), back: "[1, [2]]" },
  {
    python: "(count(i) for i in range(2))",
    value: object("generator", [object("generator", [0]), object("generator", [1])]),
    back: "[[0], [1]]",
  },
  { python: "map(str, [1, 2])", value: object("map", ["1", "2"]), back: "['1', '2']" },
  { python: "filter(None, [0, 1])", value: object("filter", [1]), back: "[1]" },
  { python: "zip('a', [1])", value: object("zip", [tuple("a", 1)]), back: "[('a', 1)]" },
  { python: "enumerate('a')", value: object("enumerate", [tuple(0, "a")]), back: "[(0, 'a')]" },
  { python: "reversed([1, 2])", value: object("list_reverseiterator", [2, 1]), back: "[2, 1]" },
  { python: "iter((1, 2))", value: object("tuple_iterator", [1, 2]), back: "[1, 2]" },
  { python: "iter([])", value: object("list_iterator", []), back: "[]" },
  { python: "itertools.chain([1], 'a')", value: object("itertools.chain", [1, "a"]), back: "[1, 'a']" },
  {
    python: "itertools.combinations([1, 2], 1)",
    value: object("itertools.combinations", [tuple(1), tuple(2)]),
    back: "[(1,), (2,)]",
  },
];

const NUMPY: readonly Golden[] = [
  { python: "numpy.float64(0.5)", value: object("numpy.float64", float(0.5)), back: "0.5" },
  { python: "numpy.int64(-3)", value: object("numpy.int64", -3), back: "-3" },
  { python: "[numpy.complex128(1j)]", value: [object("numpy.complex128", complex(0, 1))], back: "[1j]" },
  {
    python: "numpy.array([[1, 2]], dtype='<i2')",
    value: object("numpy.ndarray", tuple("<i2", tuple(1, 2), bytes(1, 0, 2, 0))),
  },
  {
    python: "numpy.array([0.0, 1.0], dtype='<f8')[::-1]",
    value: object(
      "numpy.ndarray",
      tuple("<f8", tuple(2), bytes(0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0)),
    ),
  },
  {
    python: "numpy.array([['yes', ''], ['\\xe9', 'no']])",
    value: object("numpy.ndarray", tuple("U", tuple(2, 2), ["yes", "", "é", "no"])),
  },
  {
    python: "numpy.where(numpy.array(31) > 30, 'approve', 'deny')",
    value: object("numpy.ndarray", tuple("U", tuple(), ["approve"])),
  },
  {
    python: "numpy.array([], dtype=str)",
    value: object("numpy.ndarray", tuple("U", tuple(0), [])),
  },
  { python: "numpy.str_('a')", value: object("numpy.str_", "a"), back: "'a'" },
  {
    python: "numpy.array([[]], dtype='<f8')",
    value: object("numpy.ndarray", tuple("<f8", tuple(1, 0), bytes())),
  },
];

async function checkGolden(command: string, cases: readonly Golden[]): Promise<void> {
  const answer = await askPython(command, {
    expressions: cases.map(({ python }) => python),
    encodings: cases.map(({ value, python, back = python }) => [encode(value).toHex(), back]),
  });
  assert.equal(answer.encoded.length, cases.length);
  assert.equal(answer.decoded.length, cases.length);
  cases.forEach(({ python, value }, index) => {
    assert.deepEqual(decode(Uint8Array.fromHex(answer.encoded[index])), ordered(value), python);
    assert.equal(answer.encoded[index], encode(value).toHex(), python);
    const [got, expected] = answer.decoded[index];
    assert.deepEqual(got, expected, python);
  });
}

for (const python of PYTHONS) {
  const { version, command } = python;
  Deno.test(
    `decode() and encode() agree with Python ${version}${orSkipped(python)}`,
    { ignore: !command },
    () => checkGolden(command!, [...GOLDEN, ...SETS, ...OBJECTS]),
  );
  Deno.test(
    `Python ${version} decodes and encodes again to the same bytes${orSkipped(python)}`,
    { ignore: !command },
    async () => {
      const encodings = fc.sample(arbitraryValue, 500).filter(comesBack).map((value) =>
        encode(value).toHex()
      );
      assert(encodings.length > 200, `only ${encodings.length} values to try; seed ${SEED}`);
      const { again } = await askPython(command!, { attempts: encodings });
      again.forEach((hex, index) =>
        assert.equal(hex, encodings[index], `${encodings[index]} became ${hex}; seed ${SEED}`)
      );
    },
  );
}

/** Whether there is no object in it that Python knows only by what it carries or by its fields. */
function comesBack(value: PythonValue): boolean {
  return !/"(program\.|instance)/.test(toJson(value));
}

Deno.test("decode() and encode() agree with the project's Python", () =>
  checkGolden(PYTHON, [...GOLDEN, ...SETS, ...OBJECTS]));

const ignore = !await hasModule(PYTHON, "numpy");
Deno.test(
  `decode() and encode() agree with Python on numpy's types${
    ignore ? " (skipped: numpy is not installed)" : ""
  }`,
  { ignore },
  () => checkGolden(PYTHON, NUMPY),
);
