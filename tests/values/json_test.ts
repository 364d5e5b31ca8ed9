import assert from "node:assert/strict";
import fc from "fast-check";
import { fromJson, JsonFloat, parseJson, toJson } from "codebias/values/json.ts";
import { float, type PythonValue, tuple } from "codebias/values/python_value.ts";
import { arbitraryValue } from "./arbitrary_value.ts";

const read = (text: string) => fromJson(parseJson(text));

Deno.test("toJson() writes what fromJson() reads back, for every kind of value", () => {
  fc.assert(
    fc.property(arbitraryValue, (value) => {
      const text = toJson(value);
      assert.doesNotThrow(() => JSON.parse(text));
      assert.deepEqual(read(text), value);
    }),
    { numRuns: 500 },
  );
});

Deno.test("toJson() is plain where JSON is faithful", () => {
  const value: PythonValue = [null, true, -3, 2 ** 53 - 1, "é\n", float(0.1), []];
  assert.equal(toJson(value), '[null,true,-3,9007199254740991,"é\\n",0.1,[]]');
});

Deno.test("toJson() always gives a float a point or an exponent", () => {
  const texts = [1, -0, 0, 1e21, 1e300, 5e-324, 123456789].map((value) => toJson(float(value)));
  assert.deepEqual(texts, ["1.0", "-0.0", "0.0", "1e+21", "1e+300", "5e-324", "123456789.0"]);
});

Deno.test("toJson() tags what JSON cannot say", () => {
  assert.equal(toJson(float(NaN)), '{"$type":"float","value":"nan"}');
  assert.equal(toJson(float(-Infinity)), '{"$type":"float","value":"-inf"}');
  assert.equal(toJson([2n ** 53n, -(2n ** 53n)]), "[9007199254740992,-9007199254740992]");
  assert.equal(toJson(2n ** 53n + 1n), '{"$type":"int","value":"9007199254740993"}');
  assert.equal(toJson(2n ** 64n), '{"$type":"int","value":"18446744073709551616"}');
  assert.equal(toJson(-(2n ** 64n)), '{"$type":"int","value":"-18446744073709551616"}');
  assert.equal(toJson({ $type: "bytes", bytes: Uint8Array.of(0, 255) }), '{"$type":"bytes","hex":"00ff"}');
  assert.equal(
    toJson({ $type: "dict", items: [[1, tuple("a")]] }),
    '{"$type":"dict","items":[[1,{"$type":"tuple","items":["a"]}]]}',
  );
  assert.equal(
    toJson({
      $type: "object",
      class: "collections.Counter",
      value: { $type: "complex", real: 1, imag: NaN },
    }),
    '{"$type":"object","class":"collections.Counter","value":' +
      '{"$type":"complex","real":1.0,"imag":{"$type":"float","value":"nan"}}}',
  );
});

Deno.test("toJson() writes a very long int in hexadecimal, which reads back", () => {
  for (const value of [16n ** 5000n, -(16n ** 5000n) + 1n, 10n ** 3000n]) {
    assert.equal(/"-?0x/.test(toJson(value)), value !== 10n ** 3000n);
    assert.deepEqual(read(toJson(value)), value);
  }
});

Deno.test("parseJson() keeps 1.0 apart from 1 and integers exact", () => {
  assert.deepEqual(parseJson('[1, 1.0, 1e0, 12345678901234567890, -0.0, {"a": 2.5}]'), [
    1,
    new JsonFloat(1),
    new JsonFloat(1),
    12345678901234567890n,
    new JsonFloat(-0),
    { a: new JsonFloat(2.5) },
  ]);
});

Deno.test("parseJson() refuses what is not JSON", () => {
  for (const text of ["", "nan", "[1,]", "{'a':1}", "1 2"]) assert.throws(() => parseJson(text), SyntaxError);
});

Deno.test("fromJson() reads a plain object as a dict with string keys", () => {
  assert.deepEqual(read('{"b": 1, "__proto__": [1.0], "a": {}}'), {
    $type: "dict",
    items: [["b", 1], ["__proto__", [float(1)]], ["a", { $type: "dict", items: [] }]],
  });
});

for (
  const text of [
    '{"$type": 1}',
    '{"$type": "date"}',
    '{"$type": "int", "value": "1.5"}',
    '{"$type": "int", "value": 1}',
    '{"$type": "float", "value": "infinity"}',
    '{"$type": "complex", "real": 1.0}',
    '{"$type": "bytes", "hex": "abc"}',
    '{"$type": "bytes", "hex": "zz"}',
    '{"$type": "set", "items": {"0": 1}}',
    '{"$type": "dict", "items": [[1, 2, 3]]}',
    '{"$type": "dict", "items": [1]}',
    '{"$type": "object", "class": "A"}',
    '{"$type": "object", "value": 1}',
    '{"$type": "__proto__"}',
  ]
) {
  Deno.test(`fromJson() refuses ${text}`, () => {
    assert.throws(() => read(text), { name: "TypeError", message: /^Cannot read a value with \$type / });
    assert.throws(() => read(`[{"a": ${text}}]`), TypeError);
  });
}
