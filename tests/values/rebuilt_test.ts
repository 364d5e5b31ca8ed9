import assert from "node:assert/strict";
import fc from "fast-check";
import { encode, type ExactJson, fromJson, type PythonValue, toJson } from "codebias/values/mod.ts";
import { parseJson } from "codebias/values/parse_json.ts";
import { REBUILT } from "codebias/values/rebuilt.ts";
import { SEED } from "../property.ts";
import { orSkipped, PYTHON, PYTHONS } from "../pythons.ts";
import { askPython, hasModule } from "./python_side.ts";

const read = (text: string) => fromJson(parseJson(text));

/** Of each class that Python rebuilds, JSON of what it can be built from, and of what not. */
const CONTENTS: Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>> = {
  "set": { good: [], bad: ["[]", "5", "[[1]]", tupleText("1")] },
  "frozenset": { good: [], bad: ["[]", "5", tupleText("1")] },
  "bytearray": {
    good: [bytesText(""), bytesText("00ff")],
    bad: ["5", "-1", '"a"', "[1]", "[256]", "null", objectText("bytearray", bytesText(""))],
  },
  "collections.Counter": {
    good: ["{}", '{"a": 2}', '{"a": "x"}', '{"$type": "dict", "items": [[1, [2]]]}'],
    bad: [
      "[1]",
      "5",
      '"aab"',
      "null",
      "[[1]]",
      objectText("dict", "1"),
      objectText("collections.Counter", "{}"),
    ],
  },
  "collections.OrderedDict": {
    good: ["{}", '{"b": 2, "a": 1}'],
    bad: ["[1]", "5", '"aab"', "null", "[[1]]", objectText("dict", "1")],
  },
  "collections.deque": {
    good: ["[]", "[1, [2], {}]", `[${objectText("range", tupleText("1, 2, 3"))}]`],
    bad: ["5", "null", "1.0", '"ab"', "{}"],
  },
  "range": {
    good: [
      tupleText("0, 3, 1"),
      tupleText("5, 0, -1"),
      tupleText('0, {"$type": "int", "value": "-0x1ffffffffffffff"}, 7'),
    ],
    bad: [
      "3",
      "[0, 3, 1]",
      tupleText("0, 3, 0"),
      tupleText("0, 3"),
      tupleText("0, 3, 1, 1"),
      tupleText("0, 3.0, 1"),
      tupleText('"0", 3, 1'),
      tupleText("null, 3, 1"),
    ],
  },
  "decimal.Decimal": {
    good: [
      "1",
      "-1.50",
      "+.5",
      "1.",
      "1E+10",
      "1e-7",
      "0E-3",
      "NaN",
      "-NaN",
      "Infinity",
      "-Infinity",
      "1e999999999",
      "1e-999999999",
      "9".repeat(5000),
    ]
      .map((text) => JSON.stringify(text)),
    bad: [
      ...["", "x", "1,5", ".", "e5", "1e", "0x10", "1 2", "--1", "١"].map((text) => JSON.stringify(text)),
      "null",
      "[1]",
      tupleText("0, 1"),
      "{}",
    ],
  },
  "fractions.Fraction": {
    good: [tupleText("1, 2"), tupleText("-6, 4"), tupleText("6, -4"), tupleText("0, 1")],
    bad: [
      tupleText("1, 0"),
      tupleText("1.0, 2"),
      tupleText('"1", 2'),
      tupleText("1, 2, 3"),
      "[1, 2]",
      "null",
      tupleText("null, 1"),
    ],
  },
  "datetime.datetime": {
    good: [
      "2026-01-31T12:00:00",
      "0001-01-01T00:00",
      "9999-12-31T23:59:59.999999",
      "2024-02-29T00:00:00.123+00:00",
      "2024-02-29T00:00:00-23:59:59.999999",
    ]
      .map((text) => JSON.stringify(text)),
    bad: [
      ...[
        "2026-02-29T00:00:00",
        "2026-13-01T00:00:00",
        "2026-00-01T00:00:00",
        "0000-01-01T00:00:00",
        "2026-01-31T25:00:00",
        "2026-01-31T12:60:00",
      ],
      ...[
        "2026-01-31T12:00:60",
        "2026-01-31T12:00:00+24:00",
        "2026-01-31T12:00:00+1",
        "2026-04-31T00:00",
        "x",
        "",
        "10000-01-01T00:00",
      ],
    ].map((text) => JSON.stringify(text)).concat("5", "null"),
  },
  "datetime.date": {
    good: ['"2026-01-31"', '"2000-02-29"', '"0001-01-01"', '"9999-12-31"'],
    bad: ["2026-02-30", "1900-02-29", "2026-13-01", "0000-01-01", "2026-1-31", "10000-01-01", "today", ""]
      .map((text) => JSON.stringify(text)).concat("5", "null"),
  },
  "datetime.time": {
    good: [
      "12:00:00",
      "00:00",
      "23:59:59.999999",
      "12:00:00.123",
      "12:00+01:00",
      "12:00:00-23:59",
      "12:00+01:00:30",
    ]
      .map((text) => JSON.stringify(text)),
    bad: ["25:00:00", "12:60", "12:00:60", "12:00:00+24:00", "1:00", "12:00:00.1234567890x", "noon", ""]
      .map((text) => JSON.stringify(text)).concat("5", "null"),
  },
  "datetime.timedelta": {
    good: [
      tupleText("1, 2, 3"),
      tupleText("999999999, 86399, 999999"),
      tupleText("-999999999, 0, 0"),
      tupleText("-1000000000000, 86400000000000000, 0"),
      tupleText("0, -1, -1"),
    ],
    bad: [
      tupleText("1000000000, 0, 0"),
      tupleText("999999999, 86400, 0"),
      tupleText("999999998, 999999998, 0"),
      tupleText("-999999999, 0, -1"),
      tupleText('"1", 0, 0'),
      tupleText("null, 0, 0"),
      tupleText("1, 2, 3, 4, 5, 6, 7"),
      "5",
      "null",
    ],
  },
};

/** What fromJson() refuses although Python takes it: it is nothing that toJson() writes. */
const STRICTER = new Set([
  ...["5", "[1]", objectText("bytearray", bytesText(""))].map((value) => objectText("bytearray", value)),
  ...["[1]", '"aab"', "null", objectText("collections.Counter", "{}")]
    .map((value) => objectText("collections.Counter", value)),
  ...['"ab"', "{}"].map((value) => objectText("collections.deque", value)),
  ...["[0, 3, 1]", tupleText("0, 3")].map((value) => objectText("range", value)),
  ...["[1, 2]"].map((value) => objectText("fractions.Fraction", value)),
  ...['"١"'].map((value) => objectText("decimal.Decimal", value)),
  ...["set", "frozenset"].flatMap((name) => ["[]", tupleText("1")].map((value) => objectText(name, value))),
  ...[tupleText("1, 2, 3, 4, 5, 6, 7")].map((value) => objectText("datetime.timedelta", value)),
]);

Deno.test("every class that Python rebuilds has contents to try", () => {
  assert.deepEqual(
    Object.keys(CONTENTS).sort(),
    Object.keys(REBUILT).filter((name) => name !== "numpy.ndarray").sort(),
  );
});

for (const [name, { good, bad }] of Object.entries(CONTENTS)) {
  Deno.test(`fromJson() reads what a ${name} can be built from, and refuses the rest`, () => {
    for (const text of good) {
      const value = read(objectText(name, text));
      assert.deepEqual(value, { $type: "object", class: name, value: read(text) });
      assert.deepEqual(read(toJson(value)), value);
    }
    for (const text of bad) {
      const whole = objectText(name, text);
      assert.throws(
        () => read(whole),
        { name: "TypeError", message: /^Cannot read a value with \$type / },
        text,
      );
      assert.throws(() => read(`[{"a": ${whole}}]`), TypeError);
    }
  });
}

for (const python of PYTHONS) {
  Deno.test(`Python ${python.version} builds what fromJson() reads, and only that${orSkipped(python)}`, {
    ignore: !python.command,
  }, async () => {
    const texts = (which: "good" | "bad") =>
      Object.entries(CONTENTS).flatMap(([name, contents]) =>
        contents[which].map((text) => objectText(name, text))
      );
    const [good, bad] = [texts("good"), texts("bad")];
    const attempts = [...good.map(read), ...bad.map(unchecked)].map((value) => encode(value).toHex());
    const { built } = await askPython(python.command!, { attempts });
    [...good, ...bad].forEach((text, index) => {
      // Later versions read more forms of time.
      const isLater = index >= good.length && /"datetime\.(date|time|datetime)"/.test(text) &&
        python.version !== "3.10";
      const isBuilt = index < good.length || STRICTER.has(text);
      if (!isLater) assert.equal(built[index] !== null, isBuilt, text);
    });
  });

  Deno.test(
    `Python ${python.version} builds, and hashes where it is to, whatever fromJson() reads${
      orSkipped(python)
    }`,
    {
      ignore: !python.command,
    },
    async () => {
      const accepted = fc.sample(anyContent, 4000).filter(isRead);
      assert(accepted.length > 400 && accepted.length < 3600, `${accepted.length} of 4000; seed ${SEED}`);
      const inSets = accepted.map((text) => `{"$type": "set", "items": [${text}]}`).filter(isRead);
      assert(
        inSets.length > 100 && inSets.length < accepted.length,
        `${inSets.length} of ${accepted.length}; seed ${SEED}`,
      );
      const all = [...accepted, ...inSets];
      const { built } = await askPython(python.command!, {
        attempts: all.map((text) => encode(read(text)).toHex()),
      });
      all.forEach((text, index) => assert.notEqual(built[index], null, `${text}; seed ${SEED}`));
    },
  );
}

/** An object's value without a look at what the class can be built from. */
function unchecked(text: string): PythonValue {
  const json = parseJson(text) as Map<string, ExactJson>;
  return { $type: "object", class: json.get("class") as string, value: fromJson(json.get("value")!) };
}

function isRead(text: string): boolean {
  try {
    read(text);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const scalarText = fc.oneof(
  fc.integer({ min: -2, max: 3 }).map(String),
  fc.constantFrom(
    "999999999",
    "-999999999",
    "86399",
    "1000000",
    "1.5",
    "null",
    "true",
    '"a"',
    '{"$type": "int", "value": "1180591620717411303424"}',
  ),
);
const digits = fc.constantFrom("00", "01", "02", "12", "13", "23", "24", "29", "30", "31", "59", "60");
const dayText = fc.tuple(fc.constantFrom("0000", "0001", "1900", "2000", "2023", "9999"), digits, digits)
  .map((parts) => parts.join("-"));
const timeText = fc.tuple(
  fc.tuple(digits, digits).map((parts) => parts.join(":")),
  fc.oneof(fc.constant(""), digits.map((text) => `:${text}`), digits.map((text) => `:${text}.123`)),
  fc.oneof(
    fc.constant(""),
    fc.tuple(fc.constantFrom("+", "-"), digits, digits).map(([sign, ...at]) => sign + at.join(":")),
  ),
  fc.oneof({ weight: 5, arbitrary: fc.constant("") }, digits.map((text) => `:${text}`)),
).map((parts) => parts.join(""));
const numberText = fc.array(fc.constantFrom("0", "1", "9", ".", "E", "-", "+", "5"), { maxLength: 6 })
  .map((parts) => parts.join(""));

const spanText = fc.array(scalarText, { minLength: 2, maxLength: 3 }).map((items) => tupleText(items.join()));
const momentText = fc.tuple(dayText, timeText).map((parts) => parts.join("T"));
const plainText = fc.constantFrom("[]", "[[]]", "{}", '{"a": []}', bytesText("00"));
const quote = (texts: fc.Arbitrary<string>) => texts.map((text) => JSON.stringify(text));

/** JSON of an object of a class that Python rebuilds, with content that often fits. */
const anyContent = fc.oneof(
  fc.tuple(fc.constantFrom("range", "fractions.Fraction", "datetime.timedelta"), spanText),
  fc.tuple(fc.constant("datetime.datetime"), quote(momentText)),
  fc.tuple(fc.constant("datetime.date"), quote(dayText)),
  fc.tuple(fc.constant("datetime.time"), quote(timeText)),
  fc.tuple(fc.constant("decimal.Decimal"), quote(numberText)),
  fc.tuple(fc.constantFrom(...Object.keys(CONTENTS)), fc.oneof(plainText, spanText, quote(dayText))),
).map(([name, value]) => objectText(name, value));

function objectText(name: string, value: string): string {
  return `{"$type": "object", "class": "${name}", "value": ${value}}`;
}

function tupleText(items: string): string {
  return `{"$type": "tuple", "items": [${items}]}`;
}

function bytesText(hex: string): string {
  return `{"$type": "bytes", "hex": "${hex}"}`;
}

for (
  const text of [
    objectText("numpy.ndarray", "1"),
    array('"<f8"', "1", "00"),
    array('"<i3"', "1", "000000"),
    array('"|O"', "1", "0000000000000000"),
    array('"<i2"', "-1, -1", "0000"),
    array('"<i2"', "1.0", "0000"),
    array('"<i2"', "0, 4611686018427387904", ""),
    array('"U"', "1", "61000000"),
    array('"<i2"', Array(65).fill("1").join(), "0000"),
    array("1", "1", "0000"),
  ]
) {
  Deno.test(`fromJson() refuses ${text}`, () => {
    assert.throws(() => read(text), { name: "TypeError", message: /^Cannot read a value with \$type / });
  });
}

for (
  const text of [array('"<i2"', "1, 2", "01000200"), array('"|b1"', "", "01"), array('">c16"', "3, 0", "")]
) {
  Deno.test(`fromJson() reads ${text}`, () => void read(text));
}

/** The JSON text of a numpy array. */
function array(dtype: string, shape: string, hex: string): string {
  const items = `[${dtype}, {"$type": "tuple", "items": [${shape}]}, {"$type": "bytes", "hex": "${hex}"}]`;
  return `{"$type": "object", "class": "numpy.ndarray", "value": {"$type": "tuple", "items": ${items}}}`;
}

const ignore = !await hasModule(PYTHON, "numpy");
Deno.test(
  `numpy builds the arrays that fromJson() reads${ignore ? " (skipped: numpy is not installed)" : ""}`,
  { ignore },
  async () => {
    const kinds = [..."bifuc"].flatMap((kind) => [1, 2, 4, 8, 16, 32].map((size) => [kind, size] as const));
    const texts = ["<", ">", "=", "|", ""].flatMap((order) =>
      kinds.flatMap(([kind, size]) =>
        [[], [0], [1], [2, 3], [3, 0], Array(33).fill(1)].map((shape) => {
          const length = size * shape.reduce((product, side) => product * side, 1);
          return array(`"${order}${kind}${size}"`, shape.join(), "00".repeat(length));
        })
      )
    );
    const accepted = texts.filter(isRead);
    assert(accepted.length > 100 && accepted.length < texts.length);
    const { built } = await askPython(PYTHON, {
      attempts: accepted.map((text) => encode(read(text)).toHex()),
    });
    accepted.forEach((text, index) => assert.notEqual(built[index], null, text));
  },
);
