import fc from "fast-check";
import { encode, float, isA, isList, type PythonValue, tuple } from "codebias/values/mod.ts";
import { compareBytes } from "codebias/values/encoding.ts";
import { integer, type PythonObject } from "codebias/values/python_value.ts";

const ints = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }).map(integer),
  fc.tuple(
    fc.constantFrom(15n, 30n, 31n, 32n, 45n, 53n, 60n, 63n, 64n, 1000n),
    fc.integer({ min: -2, max: 2 }),
  )
    .map(([power, offset]) => integer(2n ** power + BigInt(offset))),
);

/** Any text, lone surrogates and astral characters included. */
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })))
    .map((units) => String.fromCharCode(...units)),
);

const object = (name: string, value: PythonValue): PythonValue => ({ $type: "object", class: name, value });

const bytes = fc.uint8Array({ maxLength: 20 })
  .map((items): PythonValue => ({ $type: "bytes", bytes: Uint8Array.from(items) }));

const complexes = fc.tuple(fc.double(), fc.double())
  .map(([real, imag]): PythonValue => ({ $type: "complex", real, imag }));

/** Names of classes that Python does not know, so that what an object carries stands in for it. */
const classNames = texts.map((text) => `program.${text}`);

const dates = fc.date({
  min: new Date("0001-01-01"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
})
  .map((date) => date.toJSON().replace(".000Z", "").replace("Z", "000"));

/** Objects of the classes that Python rebuilds, as Python would write them. */
const rebuilt = fc.oneof(
  bytes.map((value) => object("bytearray", value)),
  fc.tuple(ints, ints, ints.filter((step) => step !== 0)).map((items) => object("range", tuple(...items))),
  fc.oneof(
    ints.map(String),
    fc.double({ noNaN: true }).map((value) => `${value}`.toUpperCase()),
    fc.constant("NaN"),
  )
    .map((value) => object("decimal.Decimal", value.replace("INFINITY", "Infinity"))),
  ints.map((numerator) => object("fractions.Fraction", tuple(integer(2n * BigInt(numerator) + 1n), 2))),
  dates.map((text) => object("datetime.datetime", text)),
  dates.map((text) => object("datetime.date", text.slice(0, 10))),
  dates.map((text) => object("datetime.time", text.slice(11))),
  fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.nat(86_399), fc.nat(999_999))
    .map((items) => object("datetime.timedelta", tuple(...items))),
);

/** Hashable values of which no two are equal in Python unless they are the same. */
const keys: fc.Arbitrary<PythonValue> = fc.oneof(
  ints,
  texts,
  bytes,
  fc.constant(null),
  fc.integer({ min: -9, max: 9 }).map((whole) => float(whole + 0.5)),
  fc.tuple(ints, texts).map((items): PythonValue => ({ $type: "tuple", items })),
);

const identity = (value: PythonValue) =>
  JSON.stringify(value, (_name, part) => typeof part === "bigint" ? `${part}n` : part);

const distinctKeys = fc.uniqueArray(keys, { selector: identity, maxLength: 6 });

const fields = (values: fc.Arbitrary<PythonValue>): fc.Arbitrary<[string, PythonValue][]> =>
  fc.uniqueArray(fc.tuple(texts, values), { selector: ([name]) => name, maxLength: 4 });

/** Any Python value, as `values/` represents it. */
export const arbitraryValue: fc.Arbitrary<PythonValue> = fc.letrec<{ value: PythonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<PythonValue>(null, true, false),
    ints,
    fc.double().map(float),
    texts,
    complexes,
    bytes,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(tie("value"), { maxLength: 5 }).map((items): PythonValue => ({ $type: "tuple", items })),
    fc.tuple(fc.constantFrom("set" as const, "frozenset" as const), distinctKeys)
      .map(([$type, items]): PythonValue => ({ $type, items })),
    distinctKeys.chain((names) =>
      fc.tuple(...names.map(() => tie("value"))).map((values): PythonValue => ({
        $type: "dict",
        items: values.map((value, index) => [names[index], value]),
      }))
    ),
    fc.tuple(classNames, tie("value")).map(([name, value]) => object(name, value)),
    fc.tuple(classNames, tie("value"), fields(tie("value")))
      .map(([name, value, fields]): PythonValue =>
        fields.length > 0 ? { $type: "object", class: name, value, fields } : object(name, value)
      ),
    fc.tuple(classNames, fields(tie("value"))).map(([name, fields]): PythonValue => ({
      $type: "instance",
      class: name,
      fields,
    })),
    fc.array(tie("value"), { maxLength: 5 }).map((items) => object("collections.deque", items)),
    fields(tie("value")).map((items) => object("collections.OrderedDict", { $type: "dict", items })),
    rebuilt,
  ),
})).value;

/** A value and one that is the same but for order, types of numbers, and perhaps a leaf or an item. */
export const arbitraryPair: fc.Arbitrary<[PythonValue, PythonValue]> = fc.tuple(
  arbitraryValue,
  fc.array(fc.nat(99), { minLength: 50, maxLength: 50 }),
).map(([value, choices]) => [value, variant(value, cycle(choices))]);

function* cycle(choices: readonly number[]): Generator<number, never> {
  for (;;) yield* choices;
}

/** Of an object that Python rebuilds: what it carries, another one, or the same number in another type. */
function variantOfRebuilt(
  value: PythonObject,
  choice: number,
  choices: Iterator<number, never>,
): PythonValue {
  if (choice > 90) return value.value;
  if (isList(value.value)) return { ...value, value: value.value.map((item) => variant(item, choices)) };
  if (isA(value.value, "dict")) {
    const items = value.value.items.map(([key, item]) => [key, variant(item, choices)] as const);
    return { ...value, value: { $type: "dict", items } };
  }
  if (value.class === "fractions.Fraction" && choice < 60 && isA(value.value, "tuple")) {
    const half = Number(value.value.items[0]) / 2;
    return choice < 30 ? float(half) : object("decimal.Decimal", `${half}`.toUpperCase());
  }
  if (value.class === "decimal.Decimal" && choice < 60 && typeof value.value === "string") {
    if (/^-?\d+$/.test(value.value)) {
      return choice < 30 ? integer(BigInt(value.value)) : object(value.class, `${value.value}.0`);
    }
    return float(Number(value.value));
  }
  if (value.class === "bytearray" && choice < 50) return value.value;
  return value;
}

function variant(value: PythonValue, choices: Iterator<number, never>): PythonValue {
  const choice = choices.next().value;
  if (choice < 3) return null;
  if (typeof value === "boolean") return choice < 50 ? Number(value) : choice > 90 ? !value : value;
  if (typeof value === "string") return choice > 90 ? value + "x" : value;
  if (typeof value === "number") {
    return choice < 30 ? float(value) : choice > 90 ? value - (Math.sign(value) || 1) : value;
  }
  if (value === null || typeof value !== "object") return value;
  const items = (list: readonly PythonValue[]) => list.map((item) => variant(item, choices));
  if (isList(value)) {
    return choice === 99 ? value.slice(1) : choice === 98 ? { $type: "tuple", items: value } : items(value);
  }
  switch (value.$type) {
    case "float":
      return Number.isSafeInteger(value.value) && choice < 50 ? Number(value.value) + 0 : value;
    case "tuple":
      return { ...value, items: choice === 99 ? value.items.slice(1) : items(value.items) };
    case "set":
    case "frozenset": {
      const reordered = choice % 2 ? value.items.toReversed() : value.items;
      const $type = choice < 30 ? "set" : "frozenset";
      return { $type, items: choice > 90 ? reordered.slice(1) : reordered };
    }
    case "dict": {
      const entries = value.items.map(([key, item]) => [key, variant(item, choices)] as const);
      return {
        ...value,
        items: choice > 95 ? entries.slice(1) : choice % 2 ? entries.toReversed() : entries,
      };
    }
    case "instance": {
      const fields = value.fields.map(([name, item]) => [name, variant(item, choices)] as const);
      if (choice > 95) return { $type: "dict", items: fields };
      if (choice > 90) return { ...value, class: `${value.class}x` };
      return { ...value, fields: choice > 85 ? fields.slice(1) : choice % 2 ? fields.toReversed() : fields };
    }
    case "object":
      if (!value.class.startsWith("program.")) return variantOfRebuilt(value, choice, choices);
      if (value.fields && choice > 80) {
        const fields = value.fields.map(([name, item]) => [name, variant(item, choices)] as const);
        return { ...value, fields: choice % 2 ? fields.toReversed() : fields };
      }
      return choice < 50 ? variant(value.value, choices) : { ...value, value: variant(value.value, choices) };
    default:
      return value;
  }
}

/** The value with the items of every set in the order of their encodings, in which they come back. */
export function ordered(value: PythonValue): PythonValue {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(ordered);
  switch (value.$type) {
    case "set":
    case "frozenset": {
      const bytes = (item: PythonValue) => encode(item).subarray(1);
      return { ...value, items: value.items.map(ordered).sort((a, b) => compareBytes(bytes(a), bytes(b))) };
    }
    case "tuple":
      return { ...value, items: value.items.map(ordered) };
    case "dict":
      return { ...value, items: value.items.map(([key, item]) => [ordered(key), ordered(item)] as const) };
    case "object":
      return {
        ...value,
        value: ordered(value.value),
        ...value.fields && { fields: value.fields.map(([name, item]) => [name, ordered(item)] as const) },
      };
    case "instance":
      return { ...value, fields: value.fields.map(([name, item]) => [name, ordered(item)] as const) };
    default:
      return value;
  }
}
