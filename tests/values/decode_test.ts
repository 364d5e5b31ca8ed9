import assert from "node:assert/strict";
import fc from "fast-check";
import type { EncodedValue } from "codebias/types.ts";
import { decode, validate } from "codebias/values/decode.ts";
import { encode } from "codebias/values/encode.ts";
import type { PythonValue } from "codebias/values/python_value.ts";
import { arbitraryValue } from "./arbitrary_value.ts";

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
  if (result) assert.deepEqual(decode(encode(result.value)), result.value);
}

const CODES = [..."NTF.ilgysu([{<>0"].map((character) => character.charCodeAt(0));
const letters = fc.constantFrom(...CODES);

/** Bytes that look like encodings: flags, type codes and small lengths. */
const plausible = fc.tuple(
  fc.constantFrom(0, 1),
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: letters.map((code) => [code]) },
      { weight: 4, arbitrary: fc.nat(4).map((length) => [length, 0, 0, 0]) },
      { weight: 3, arbitrary: fc.tuple(letters, fc.nat(3)).map(([code, length]) => [code, length, 0, 0, 0]) },
      { weight: 1, arbitrary: fc.constant([..."(\x03\0\0\0.u\x01\0\0\0A"].map((c) => c.charCodeAt(0))) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }).map((byte) => [byte]) },
    ),
    { maxLength: 24 },
  ),
).map(([flag, parts]) => Uint8Array.of(flag, ...parts.flat()));

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
  let accepted = 0;
  fc.assert(
    fc.property(plausible, (bytes) => {
      holds(bytes);
      accepted += Number(isValid(bytes));
    }),
    { numRuns: 5000 },
  );
  assert(accepted > 50, `only ${accepted} of 5000 were values: the test has lost its point`);
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
  assert(accepted > 100 && refused > 100, `${accepted} accepted, ${refused} refused`);
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
  "a tag without the flag": "002803000000" + "2e" + text("41") + "4e",
  "a tag alone": "012e",
  "a tag in a list": "015b03000000" + "2e" + text("41") + "4e",
  "a tag in a set": "013c01000000" + "2e",
  "a tag in a frozenset": "013e01000000" + "2e",
  "a tag as a key": "017b2e4e30",
  "a tag as a dict's value": "017b4e2e30",
  "a tag in second place": "012802000000" + "4e2e",
  "a tag in fourth place": "012804000000" + "4e4e4e2e",
  "a tag without a value": "012802000000" + "2e" + text("41"),
  "a tag with two values": "012804000000" + "2e" + text("41") + "4e4e",
  "a tag whose name is no text": "012803000000" + "2e4e4e",
  "a tag whose value is a tag's mark": "012803000000" + "2e" + text("41") + "2e",
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

Deno.test("decode() takes 110 levels of nesting and refuses 111", () => {
  const container: Readonly<Record<string, (inner: string) => string>> = {
    list: (inner) => "5b01000000" + inner,
    tuple: (inner) => "2801000000" + inner,
    set: (inner) => "3c01000000" + inner,
    frozenset: (inner) => "3e01000000" + inner,
    dict: (inner) => "7b4e" + inner + "30",
    object: (inner) => "2803000000" + "2e" + text("41") + inner,
  };
  for (const [name, wrap] of Object.entries(container)) {
    let inner = "4e";
    for (let level = 0; level < 110; level++) inner = wrap(inner);
    assert.notEqual(decoded(Uint8Array.fromHex("01" + inner)), undefined, name);
    assert(isValid(Uint8Array.fromHex("01" + inner)), name);
    assert.equal(decoded(Uint8Array.fromHex("01" + wrap(inner))), undefined, name);
    assert(!isValid(Uint8Array.fromHex("01" + wrap(inner))), name);
  }
  assert.equal(decoded(Uint8Array.fromHex("00" + "5b01000000".repeat(1_000_000))), undefined);
});

Deno.test("decode() allocates nothing for a length that is not there", () => {
  const before = Deno.memoryUsage();
  for (let round = 0; round < 200; round++) {
    for (const code of "usl[(<>") {
      const bytes = Uint8Array.of(0, code.charCodeAt(0), 0xff, 0xff, 0xff, 0x7f, 0x4e);
      assert.throws(() => decode(bytes), SyntaxError);
      assert.throws(() => validate(bytes), SyntaxError);
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
