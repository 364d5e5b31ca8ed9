import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decode,
  dict,
  encode,
  encodeDict,
  encodeList,
  encodeText,
  float,
  type PythonValue,
  sameEncoding,
  tuple,
  validate,
} from "codebias/values/mod.ts";
import { arbitraryValue, ordered } from "./arbitrary_value.ts";

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const nested = (levels: number): PythonValue => {
  let value: PythonValue = 7;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : tuple(value);
  return value;
};

Deno.test("encode() writes what decode() reads back, for every kind of value", () => {
  fc.assert(
    fc.property(arbitraryValue, (value) => {
      assert.deepEqual(decode(encode(value)), ordered(value));
    }),
    { numRuns: 500 },
  );
});

Deno.test("encode() writes what validate() accepts", () => {
  fc.assert(fc.property(arbitraryValue, (value) => validate(encode(value))));
});

Deno.test("encode() gives the same bytes for the same value", () => {
  fc.assert(fc.property(arbitraryValue, (value) => {
    assert(sameEncoding(encode(value), encode(structuredClone(value))));
  }));
});

Deno.test("encode() writes marshal, version 2, after a flag", () => {
  assert.deepEqual([...encode(null)], [0, ...ascii("N")]);
  assert.deepEqual([...encode(-2)], [0, ...ascii("i"), 0xfe, 0xff, 0xff, 0xff]);
  assert.deepEqual([...encode(2 ** 31)], [0, ...ascii("l"), 3, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
  assert.deepEqual([...encode(-(2 ** 31) - 1)], [0, ...ascii("l"), 0xfd, 255, 255, 255, 1, 0, 0, 0, 2, 0]);
  assert.deepEqual([...encode("é")], [0, ...ascii("u"), 2, 0, 0, 0, 0xc3, 0xa9]);
  assert.deepEqual([...encode([true])], [0, ...ascii("["), 1, 0, 0, 0, ...ascii("T")]);
  assert.deepEqual([...encode({ $type: "dict", items: [[false, null]] })], [0, ...ascii("{FN0")]);
});

Deno.test("encode() gives the same bytes for a set in any order, at any depth", () => {
  const shuffled = fc.array(arbitraryValue, { maxLength: 6 }).chain((items) =>
    fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }))
  );
  fc.assert(fc.property(shuffled, fc.constantFrom("set" as const, "frozenset" as const), ([a, b], $type) => {
    const [left, right] = [a, b].map((items): PythonValue => [{ $type, items: [{ $type, items }] }]);
    assert(sameEncoding(encode(left), encode(right)));
  }));
});

Deno.test("encode() writes a set as a tag with its items in the order of their encodings", () => {
  const head = (name: string, count: number) => [
    ...[1, ...ascii("("), 3, 0, 0, 0, ...ascii(".u"), name.length, 0, 0, 0, ...ascii(name)],
    ...[...ascii("("), count, 0, 0, 0],
  ];
  const items = [256, "", 1, -1, null, true];
  const expected = [
    ...ascii("NT"),
    ...[...ascii("i"), 0, 1, 0, 0],
    ...[...ascii("i"), 1, 0, 0, 0],
    ...[...ascii("i"), 255, 255, 255, 255],
    ...[...ascii("u"), 0, 0, 0, 0],
  ];
  assert.deepEqual([...encode({ $type: "set", items })], [...head("set", 6), ...expected]);
  assert.deepEqual([...encode({ $type: "frozenset", items })], [...head("frozenset", 6), ...expected]);
});

Deno.test("encode() writes an instance by its class and its fields, in their order", () => {
  const value: PythonValue = { $type: "instance", class: "p.A", fields: [["b", 1], ["a", null]] };
  const text = (name: string) => [...ascii("u"), name.length, 0, 0, 0, ...ascii(name)];
  const pair = [...ascii("("), 2, 0, 0, 0];
  assert.deepEqual([...encode(value)], [
    ...[1, ...ascii("("), 4, 0, 0, 0, ...ascii("..")],
    ...text("p.A"),
    ...[...ascii("("), 2, 0, 0, 0],
    ...[...pair, ...text("b"), ...ascii("i"), 1, 0, 0, 0],
    ...[...pair, ...text("a"), ...ascii("N")],
  ]);
});

Deno.test("encode() writes an object by its class, what it carries and the fields beside that", () => {
  const value: PythonValue = { $type: "object", class: "p.A", value: true, fields: [["b", 1]] };
  const [mark, none, name] = [".".charCodeAt(0), "T".charCodeAt(0), "u".charCodeAt(0)];
  const [open, four] = ["(".charCodeAt(0), [4, 0, 0, 0]];
  const pairs = [open, 1, 0, 0, 0, open, 2, 0, 0, 0, name, 1, 0, 0, 0, 98, 105, 1, 0, 0, 0];
  assert.deepEqual([...encode(value)], [
    1,
    open,
    ...four,
    mark,
    name,
    3,
    0,
    0,
    0,
    112,
    46,
    65,
    none,
    ...pairs,
  ]);
});

Deno.test("encode() sets the flag only when there is an object", () => {
  const object = { $type: "object", class: "A", value: null } as const;
  assert.deepEqual([...encode(object)], [
    1,
    ...ascii("("),
    3,
    0,
    0,
    0,
    ...ascii(".u"),
    1,
    0,
    0,
    0,
    ...ascii("AN"),
  ]);
  assert.equal(encode([1, [object]])[0], 1);
  assert.equal(encode([1, [null]])[0], 0);
});

Deno.test("encode() keeps int, float and bool apart", () => {
  const encodings = [1, float(1), true].map((value) => encode(value).toHex());
  assert.equal(new Set(encodings).size, 3);
});

Deno.test("encodeList() and encodeDict() make of encodings what encode() makes of the values", () => {
  fc.assert(fc.property(fc.array(arbitraryValue, { maxLength: 4 }), (values) => {
    const encodings = values.map((value) => encode(value));
    assert.deepEqual(encodeList(encodings), encode(values));
    const names = [..."abcd"].slice(0, values.length);
    const made = encodeDict(names.map((name) => encode(name)), encodings);
    assert.deepEqual(made, encode(dict(Object.fromEntries(names.map((name, at) => [name, values[at]])))));
  }));
});

Deno.test("encode() refuses a number that is not an exact integer", () => {
  for (const value of [1.5, NaN, Infinity, 2 ** 53]) assert.throws(() => encode([value]), RangeError);
});

Deno.test("encode() takes 110 levels of nesting and refuses 111", () => {
  assert.deepEqual(decode(encode(nested(110))), nested(110));
  assert.throws(() => encode(nested(111)), RangeError);
  const dict = { $type: "dict", items: [[1, nested(110)]] } as const;
  const object = { $type: "object", class: "A", value: nested(110) } as const;
  assert.throws(() => encode(dict), RangeError);
  assert.throws(() => encode(object), RangeError);
  const holders: ((inner: PythonValue) => PythonValue)[] = [
    (inner) => ({ $type: "frozenset", items: [inner] }),
    (inner) => ({ $type: "instance", class: "A", fields: [["a", inner]] }),
    (inner) => ({ $type: "object", class: "A", value: inner }),
  ];
  for (const hold of holders) {
    const deep = (levels: number) => Array.from({ length: levels }).reduce<PythonValue>(hold, 1);
    assert.deepEqual(decode(encode(deep(110))), deep(110));
    assert.throws(() => encode(deep(111)), RangeError);
  }
});

Deno.test("encode() grows with its value", () => {
  const long = "x".repeat(100_000);
  const many = Array.from({ length: 10_000 }, (_, index) => index);
  assert.deepEqual(decode(encode([long, many, long])), [long, many, long]);
});

Deno.test("encodeText() writes lone surrogates as three bytes and pairs as four", () => {
  assert.equal(encodeText("a\ud800b").toHex(), "61eda08062");
  assert.equal(encodeText("\udfff\ud83d\ude00\ud83d").toHex(), "edbfbff09f9880eda0bd");
});

Deno.test("sameEncoding() compares bytes", () => {
  const longer = Uint8Array.of(9, ...encode("a"));
  assert(sameEncoding(encode("a"), longer.subarray(1)));
  assert(!sameEncoding(encode("a"), encode("b")));
  assert(!sameEncoding(encode("a"), longer));
});
