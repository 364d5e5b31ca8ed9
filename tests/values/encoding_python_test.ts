import assert from "node:assert/strict";
import { decode } from "codebias/values/decode.ts";
import { encode } from "codebias/values/encode.ts";
import { toJson } from "codebias/values/json.ts";
import { dict, float, isList, type PythonValue, tuple } from "codebias/values/python_value.ts";
import { orSkipped, PYTHON, PYTHONS } from "../pythons.ts";
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
    python: "numpy.array([[]], dtype='<f8')",
    value: object("numpy.ndarray", tuple("<f8", tuple(1, 0), bytes())),
  },
];

/** The value with the items of every set in one order. */
function ordered(value: PythonValue): PythonValue {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(ordered);
  switch (value.$type) {
    case "set":
    case "frozenset": {
      const items = value.items.map(ordered).sort((a, b) => (toJson(a) < toJson(b) ? -1 : 1));
      return { ...value, items };
    }
    case "tuple":
      return { ...value, items: value.items.map(ordered) };
    case "dict":
      return { ...value, items: value.items.map(([key, item]) => [ordered(key), ordered(item)] as const) };
    case "object":
      return { ...value, value: ordered(value.value) };
    default:
      return value;
  }
}

async function checkGolden(command: string, cases: readonly Golden[]): Promise<void> {
  const answer = await askPython(command, {
    expressions: cases.map(({ python }) => python),
    encodings: cases.map(({ value, python, back = python }) => [encode(value).toHex(), back]),
  });
  assert.equal(answer.encoded.length, cases.length);
  assert.equal(answer.decoded.length, cases.length);
  cases.forEach(({ python, value }, index) => {
    assert.deepEqual(ordered(decode(Uint8Array.fromHex(answer.encoded[index]))), ordered(value), python);
    if (!/"(frozen)?set"/.test(toJson(value))) {
      assert.equal(encode(value).toHex(), answer.encoded[index], python);
    }
    const [got, expected] = answer.decoded[index];
    assert.deepEqual(got, expected, python);
  });
}

for (const python of PYTHONS) {
  const { version, command } = python;
  Deno.test(
    `decode() and encode() agree with Python ${version}${orSkipped(python)}`,
    { ignore: !command },
    () => checkGolden(command!, GOLDEN),
  );
}

Deno.test("decode() and encode() agree with the project's Python", () => checkGolden(PYTHON, GOLDEN));

const ignore = !await hasModule(PYTHON, "numpy");
Deno.test(
  "decode() and encode() agree with Python on numpy's types",
  { ignore },
  () => checkGolden(PYTHON, NUMPY),
);
