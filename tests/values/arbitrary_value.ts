import fc from "fast-check";
import { float, integer, isList, type PythonValue } from "codebias/values/python_value.ts";

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

const bytes = fc.uint8Array({ maxLength: 20 })
  .map((items): PythonValue => ({ $type: "bytes", bytes: Uint8Array.from(items) }));

const complexes = fc.tuple(fc.double(), fc.double())
  .map(([real, imag]): PythonValue => ({ $type: "complex", real, imag }));

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
    fc.tuple(texts, tie("value")).map(([name, value]): PythonValue => ({
      $type: "object",
      class: name,
      value,
    })),
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
    case "object":
      return choice < 50 ? variant(value.value, choices) : { ...value, value: variant(value.value, choices) };
    default:
      return value;
  }
}
