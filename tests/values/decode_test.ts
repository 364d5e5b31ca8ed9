import assert from "node:assert/strict";
import fc from "fast-check";
import type { EncodedValue } from "codebias/core/types.ts";
import {
  decode,
  encode,
  encodeText,
  float,
  isList,
  type PythonValue,
  splitList,
  validate,
} from "codebias/values/mod.ts";
import { SEED } from "../property.ts";
import { arbitraryValue, ordered } from "./arbitrary_value.ts";

/** The value, or undefined if the bytes are refused; anything but a SyntaxError goes up. */
function decoded(bytes: EncodedValue): { value: PythonValue } | undefined {
  try {
    return { value: decode(bytes) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isValid(bytes: EncodedValue): boolean {
  try {
    validate(bytes);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** What must hold for any bytes at all. */
function holds(bytes: EncodedValue): void {
  const result = decoded(bytes);
  assert.equal(isValid(bytes), result !== undefined);
  if (!result) return;
  const again = encode(result.value);
  const isExact = !hasNaN(result.value) && !hasPair(bytes);
  if (isExact) assert.equal(again.toHex(), bytes.toHex());
  else if (!hasPair(bytes)) assert.deepEqual(decode(again), ordered(result.value));
}

/** Whether there is a NaN in the value, of which a number here keeps no payload. */
function hasNaN(value: PythonValue): boolean {
  if (value === null || typeof value !== "object") return false;
  if (isList(value)) return value.some(hasNaN);
  switch (value.$type) {
    case "float":
      return Number.isNaN(value.value);
    case "complex":
      return Number.isNaN(value.real) || Number.isNaN(value.imag);
    case "bytes":
      return false;
    case "dict":
      return value.items.some((entry) => entry.some(hasNaN));
    case "instance":
      return value.fields.some(([, item]) => hasNaN(item));
    case "object":
      return hasNaN(value.value);
    default:
      return value.items.some(hasNaN);
  }
}

/** Whether there may be a text with two lone surrogates that look like a pair: here they are one character. */
function hasPair(bytes: EncodedValue): boolean {
  return /eda[0-9a-f]..edb/.test(bytes.toHex());
}

/** The one answer of the reader to the bytes of a list; undefined if they are refused. */
function split(bytes: EncodedValue): EncodedValue[] | undefined {
  try {
    return splitList(bytes);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** splitList() takes exactly the lists without tags that decode() takes, and loses nothing. */
function splits(bytes: EncodedValue): void {
  const [parts, result] = [split(bytes), decoded(bytes)];
  const isPlainList = result !== undefined && bytes[0] === 0 && isList(result.value);
  assert.equal(parts !== undefined, isPlainList);
  if (!parts || !result) return;
  assert.deepEqual(parts.map(decode), result.value);
  const joined = parts.map((part) => part.subarray(1).toHex()).join("");
  assert.equal(joined, bytes.subarray(6).toHex());
}

const CODES = [..."NTF.ilgysu([{<>0"].map((character) => character.charCodeAt(0));
const letters = fc.constantFrom(...CODES);

const little = (value: number) => Uint8Array.of(value, value >> 8, value >> 16, value >> 24).toHex();
const shortText = fc.constantFrom("", "A", "a", "set", "frozenset").map((name) =>
  `75${little(name.length)}${encodeText(name).toHex()}`
);

/** Well-formed marshal, which an honest worker may or may not write: hexadecimal, without the flag. */
const marshal = fc.letrec<{ value: string; items: string; field: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("4e", "54", "46", "6901000000", "6902000000", "67000000000000f87f", "67000000000000f03f"),
    shortText,
    letters.map((code) => Uint8Array.of(code).toHex()),
    fc.tuple(
      fc.constantFrom(-4, -3, -2, -1, 0, 1, 2, 3, 4),
      fc.constantFrom("0000", "0100", "0200", "ff7f", "0080"),
    )
      .map(([size, top]) =>
        `6c${little(size)}${"ff7f".repeat(Math.max(0, Math.abs(size) - 1))}${size ? top : ""}`
      ),
    fc.tuple(fc.constantFrom("28", "5b"), tie("items")).map(([code, items]) => code + items),
    fc.array(fc.tuple(tie("value"), tie("value")), { maxLength: 2 }).map((pairs) =>
      `7b${pairs.flat().join("")}30`
    ),
    fc.tuple(shortText, tie("value")).map(([name, value]) => `28${little(3)}2e${name}${value}`),
    fc.tuple(fc.constantFrom("736574", "66726f7a656e736574"), tie("items"))
      .map(([name, items]) => `28${little(3)}2e75${little(name.length / 2)}${name}28${items}`),
    fc.tuple(shortText, fc.array(tie("field"), { maxLength: 3 }))
      .map(([name, fields]) => `28${little(4)}2e2e${name}28${little(fields.length)}${fields.join("")}`),
  ),
  field: fc.tuple(shortText, tie("value")).map((parts) => `28${little(2)}${parts.join("")}`),
  items: fc.array(tie("value"), { maxLength: 3 }).map((items) => little(items.length) + items.join("")),
})).value;

/** Bytes that look like encodings. */
const plausible = fc.tuple(fc.nat(9), marshal).map(([choice, hex]) => {
  const flag = choice === 0 ? "00" : choice === 1 ? "01" : hex.includes("2e") ? "01" : "00";
  return Uint8Array.fromHex(flag + hex);
});

const mutated = fc.tuple(
  arbitraryValue.map((value) => encode(value)),
  fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), letters), fc.nat(3)), { minLength: 1, maxLength: 3 }),
).map(([encoding, edits]) => {
  let bytes = [...encoding];
  for (const [where, byte, action] of edits) {
    const at = where % Math.max(1, bytes.length);
    if (action === 0) bytes[at] = byte;
    else if (action === 1) bytes.splice(at, 0, byte);
    else if (action === 2) bytes.splice(at, 1);
    else bytes = [...bytes.slice(0, at), ...bytes.slice(at >> 1)];
  }
  return Uint8Array.from(bytes);
});

Deno.test("decode() throws a SyntaxError or returns a value that survives, for random bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => holds(Uint8Array.from(bytes))), {
    numRuns: 2000,
  });
});

Deno.test("decode() throws a SyntaxError or returns a value that survives, for bytes that look like a value", () => {
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(plausible, (bytes) => {
      holds(bytes);
      if (isValid(bytes)) accepted++;
      else refused++;
    }),
    { numRuns: 5000 },
  );
  assert(accepted > 500 && refused > 500, `${accepted} accepted, ${refused} refused; seed ${SEED}`);
});

Deno.test("decode() throws a SyntaxError or returns a value that survives, for damaged encodings", () => {
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(mutated, (bytes) => {
      holds(bytes);
      if (isValid(bytes)) accepted++;
      else refused++;
    }),
    { numRuns: 3000 },
  );
  assert(accepted > 100 && refused > 100, `${accepted} accepted, ${refused} refused; seed ${SEED}`);
});

Deno.test("splitList() takes the lists that decode() takes, whatever the bytes are", () => {
  let lists = 0;
  const list = fc.array(arbitraryValue, { maxLength: 5 }).map((items) => encode(items));
  const damaged = fc.tuple(list, fc.nat(), fc.nat(255)).map(([bytes, where, byte]) =>
    bytes.with(where % bytes.length, byte)
  );
  fc.assert(
    fc.property(fc.oneof(list, damaged, plausible), (bytes) => {
      splits(bytes);
      lists += Number(split(bytes) !== undefined);
    }),
    { numRuns: 5000 },
  );
  assert(lists > 200, `only ${lists} of 5000 were lists; seed ${SEED}`);
});

Deno.test("decode() takes every NaN, whatever its payload and sign", () => {
  for (const hex of ["000000000000f87f", "000000000000f8ff", "010000000000f07f", "ffffffffffffffff"]) {
    const encoding = Uint8Array.fromHex(`0067${hex}`);
    assert.deepEqual(decode(encoding), float(NaN));
    validate(encoding);
  }
});

Deno.test("decode() refuses every encoding that is cut short", () => {
  fc.assert(fc.property(arbitraryValue, (value) => {
    const bytes = encode(value);
    for (let length = 0; length < Math.min(bytes.length, 300); length++) {
      const part = bytes.slice(0, length);
      assert.equal(decoded(part), undefined);
      assert(!isValid(part));
    }
  }));
});

Deno.test("decode() refuses bytes after the value", () => {
  fc.assert(fc.property(arbitraryValue, fc.nat(255), (value, byte) => {
    const bytes = Uint8Array.of(...encode(value), byte);
    assert.throws(() => decode(bytes), SyntaxError);
    assert.throws(() => validate(bytes), SyntaxError);
  }));
});

Deno.test("decode() reads a value inside a larger buffer", () => {
  const value = ["é", 2 ** 40, { $type: "float", value: -0.5 }, {
    $type: "bytes",
    bytes: Uint8Array.of(1),
  }] as const;
  const larger = Uint8Array.of(1, 2, 3, ...encode(value), 4, 5);
  assert.deepEqual(decode(larger.subarray(3, larger.length - 2)), value);
});

const text = (bytes: string) => `75${(bytes.length / 2).toString(16).padStart(2, "0")}000000${bytes}`;

/** A tag by the value that it carries. */
const sequence = (carried: string, name = "736574") => "012803000000" + "2e" + text(name) + carried;

/** A tag by its fields. */
const instance = (fields: string) => "012804000000" + "2e2e" + text("41") + fields;

/** A tag by the value that it carries, and by its fields. */
function ownObject(fields: string, name = "70726f6772616d2e41"): string {
  return "012804000000" + "2e" + text(name) + "4e" + fields;
}

const MALFORMED: Readonly<Record<string, string>> = {
  "nothing": "",
  "a flag alone": "00",
  "an unknown flag": "024e",
  "an unknown type code": "0078",
  "marshal's null": "0030",
  "an interned text": "007401000000" + "61",
  "a small tuple": "002901" + "4e",
  "a negative length": "005bffffffff",
  "the smallest length": "0073" + "00000080",
  "a text beyond the end": "007505000000" + "6161",
  "a list beyond the end": "005b02000000" + "4e",
  "a dict without an end": "007b4e4e",
  "a dict with a key alone": "007b4e30",
  "an int digit of 16 bits": "006c01000000" + "0080",
  "an int with leading zeros": "006c02000000" + "01000000",
  "an int that is all zeros": "006c01000000" + "0000",
  "a negative int beyond the end": "006c" + "feffffff" + "0100",
  "an int with the smallest size": "006c" + "00000080",
  "a long form of 0": "006c" + "00000000",
  "a long form of 1": "006c" + "01000000" + "0100",
  "a long form of -1": "006c" + "ffffffff" + "0100",
  "a long form of 2^31 - 1": "006c" + "03000000" + "ff7fff7f0100",
  "a long form of -2^31": "006c" + "fdffffff" + "000000000200",
  "Python's own set": "003c01000000" + "4e",
  "Python's own frozenset": "003e01000000" + "4e",
  "the flag for tags without a tag": "014e",
  "the flag for tags without a tag, in a list": "015b01000000" + "2800000000",
  "a tag without the flag": "002803000000" + "2e" + text("41") + "4e",
  "a tag alone": "012e",
  "a tag in a list": "015b03000000" + "2e" + text("41") + "4e",
  "a tag as a key": "017b2e4e30",
  "a tag as a dict's value": "017b4e2e30",
  "a tag in second place": "012802000000" + "4e2e",
  "a tag in fourth place": "012804000000" + "4e4e4e2e",
  "a tag without a value": "012802000000" + "2e" + text("41"),
  "a tag with two values": "012804000000" + "2e" + text("41") + "4e4e",
  "a tag whose name is no text": "012803000000" + "2e4e4e",
  "a tag whose value is a tag's mark": "012803000000" + "2e" + text("41") + "2e",
  "a tag of five": "012805000000" + "2e2e" + text("41") + "2800000000" + "4e",
  "a tag of four whose fields are None": ownObject("4e"),
  "a tag of four without fields": ownObject("2800000000"),
  "a tag of four with a field twice": ownObject("2802000000" + ("2802000000" + text("61") + "4e").repeat(2)),
  "a tag of four of no program": ownObject("2801000000" + "2802000000" + text("61") + "4e", "736574"),
  "a set that carries a list": sequence("5b00000000"),
  "a set that carries None": sequence("4e"),
  "a set out of order": sequence("2802000000" + "54" + "4e"),
  "a set out of order by length": sequence("2802000000" + text("6161") + text("61")),
  "a frozenset out of order": sequence("2802000000" + "54" + "4e", "66726f7a656e736574"),
  "an item twice in a set": sequence("2802000000" + "4e4e"),
  "a text twice in a set": sequence("2802000000" + text("61").repeat(2)),
  "a frozenset twice in a set": sequence(
    "2802000000" + sequence("280100000054", "66726f7a656e736574").slice(2).repeat(2),
  ),
  "an instance whose name is no text": "012804000000" + "2e2e4e" + "2800000000",
  "an instance whose fields are a list": instance("5b00000000"),
  "an instance whose fields are a tag": instance("2803000000" + "2e" + text("41") + "4e"),
  "an instance with a field that is no tuple": instance("2801000000" + "4e"),
  "an instance with a field of three": instance("2801000000" + "2803000000" + text("61") + "4e4e"),
  "an instance with a field of one": instance("2801000000" + "2801000000" + text("61")),
  "an instance with a field without a name": instance("2801000000" + "2802000000" + "4e4e"),
  "an instance with a field twice": instance(
    "2802000000" + ("2802000000" + text("61") + "4e").repeat(2),
  ),
  "an overlong character": "00" + text("c080"),
  "a continuation byte alone": "00" + text("80"),
  "a character beyond Unicode": "00" + text("f5808080"),
  "half a surrogate": "00" + text("eda0"),
  "a surrogate with a wrong second byte": "00" + text("edff80"),
  "a surrogate with a wrong third byte": "00" + text("eda0ff"),
  "a surrogate, then a broken character": "00" + text("eda080c3"),
};

for (const [what, hex] of Object.entries(MALFORMED)) {
  Deno.test(`decode() refuses ${what}`, () => {
    const bytes = Uint8Array.fromHex(hex);
    assert.throws(() => decode(bytes), { name: "SyntaxError", message: /^Cannot decode the value: / });
    assert.throws(() => validate(bytes), { name: "SyntaxError", message: /^Cannot decode the value: / });
  });
}

Deno.test("decode() reads a byte order mark and lone surrogates as they are", () => {
  assert.equal(decode(Uint8Array.fromHex("00" + text("efbbbf61"))), "\ufeffa");
  assert.equal(decode(Uint8Array.fromHex("00" + text("61eda08062edbfbf"))), "a\ud800b\udfff");
});

Deno.test("decode() takes an item of a set twice that may be unequal to itself", () => {
  const nan = "67000000000000f87f";
  const object = "2803000000" + "2e" + text("41") + "4e";
  for (const item of [nan, "2801000000" + nan, object, instance("2800000000").slice(2)]) {
    assert.notEqual(decoded(Uint8Array.fromHex(sequence("2802000000" + item.repeat(2)))), undefined, item);
  }
});

Deno.test("decode() takes 440 levels of nesting and refuses more", () => {
  const name = text("41");
  const containers: Readonly<Record<string, [raw: number, wrap: (inner: string) => string]>> = {
    list: [1, (inner) => "5b01000000" + inner],
    tuple: [1, (inner) => "2801000000" + inner],
    dict: [1, (inner) => "7b4e" + inner + "30"],
    object: [1, (inner) => "2803000000" + "2e" + name + inner],
    frozenset: [2, (inner) => sequence("2801000000" + inner, "66726f7a656e736574").slice(2)],
    instance: [3, (inner) => instance("2801000000" + "2802000000" + name + inner).slice(2)],
  };
  for (const [name, [raw, wrap]] of Object.entries(containers)) {
    const flag = wrap("").includes("2e") ? "01" : "00";
    const levels = Math.ceil(440 / raw);
    let inner = "4e";
    for (let level = 0; level < levels; level++) inner = wrap(inner);
    assert.notEqual(decoded(Uint8Array.fromHex(flag + inner)), undefined, name);
    assert(isValid(Uint8Array.fromHex(flag + inner)), name);
    assert.equal(decoded(Uint8Array.fromHex(flag + wrap(inner))), undefined, name);
    assert(!isValid(Uint8Array.fromHex(flag + wrap(inner))), name);
    const [before, after] = wrap("|").split("|");
    const far = Uint8Array.fromHex(flag + before.repeat(100_000) + "4e" + after.repeat(100_000));
    assert.equal(decoded(far), undefined, name);
    assert(!isValid(far), name);
  }
});

Deno.test("decode() allocates nothing for a length that is not there", () => {
  const before = Deno.memoryUsage();
  for (let round = 0; round < 200; round++) {
    for (const code of "usl[(") {
      const bytes = Uint8Array.of(0, code.charCodeAt(0), 0xff, 0xff, 0xff, 0x7f, 0x4e);
      assert.throws(() => decode(bytes), SyntaxError);
      assert.throws(() => validate(bytes), SyntaxError);
      assert.throws(() => splitList(bytes), SyntaxError);
    }
  }
  const after = Deno.memoryUsage();
  const grown = after.heapTotal + after.external - before.heapTotal - before.external;
  assert(grown < 64 << 20, `grew by ${grown >> 20} MiB`);
});

Deno.test("decode() reads an int of 1 MiB", () => {
  const value = (1n << 8_000_000n) - 12_345n;
  assert.equal(decode(encode(value)), value);
  assert.equal(decode(encode(-value)), -value);
});

Deno.test("validate() returns nothing", () => {
  assert.equal(validate(encode([1])), undefined);
});
