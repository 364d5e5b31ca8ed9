import assert from "node:assert/strict";
import fc from "fast-check";
import { float, fromJson, JsonFloat, type PythonValue, toJson, tuple } from "codebias/values/mod.ts";
import { parseJson, parseWithTexts } from "codebias/values/parse_json.ts";
import { arbitraryValue } from "./arbitrary_value.ts";
import { processorMs } from "../processor_time.ts";

const read = (text: string) => fromJson(parseJson(text));

Deno.test("toJson() writes what fromJson() reads back, for every kind of value", () => {
  fc.assert(
    fc.property(arbitraryValue, (value) => {
      const text = toJson(value);
      assert.doesNotThrow(() => JSON.parse(text));
      assert.deepEqual(read(text), value);
    }),
    { numRuns: 1000 },
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

Deno.test("toJson() writes the fields that an object has beside what it carries, and fromJson() reads them", () => {
  const value: PythonValue = {
    $type: "object",
    class: "program.R",
    value: 5,
    fields: [["2", float(1)], ["a", []]],
  };
  const text = '{"$type":"object","class":"program.R","value":5,"fields":{"2":1.0,"a":[]}}';
  assert.equal(toJson(value), text);
  assert.deepEqual(fromJson(parseJson(text)), value);
  const without: PythonValue = { $type: "object", class: "program.R", value: 5 };
  assert.deepEqual(
    fromJson(parseJson('{"$type":"object","class":"program.R","value":5,"fields":{}}')),
    without,
  );
});

Deno.test("toJson() writes an instance with its fields as they are called", () => {
  const value: PythonValue = {
    $type: "instance",
    class: "program.P",
    fields: [["a", 1], ["$type", tuple()], ["0", float(1)], ["__proto__", null], ['"', true]],
  };
  const text = '{"$type":"instance","class":"program.P","fields":' +
    '{"a":1,"$type":{"$type":"tuple","items":[]},"0":1.0,"__proto__":null,"\\"":true}}';
  assert.equal(toJson(value), text);
  assert.deepEqual(read(text), value);
});

Deno.test("toJson() writes a very long text in pieces, none of which splits a character", () => {
  const text = `${"x".repeat(65535)}\u{1F600}\n"\ud800`.repeat(300);
  assert(text.length > 2 ** 24);
  assert(toJson(text) === JSON.stringify(text));
});

Deno.test("toJson() says when a text would be too long for a string", () => {
  const tooLong: PythonValue[] = ["\0".repeat(2 ** 27), { $type: "bytes", bytes: new Uint8Array(2 ** 28) }];
  for (const value of tooLong) assert.throws(() => toJson(value), RangeError);
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
    new Map([["a", new JsonFloat(2.5)]]),
  ]);
});

Deno.test("parseJson() keeps the order of fields, also of those that look like integers", () => {
  const entries = (text: string) => [...parseJson(text) as Map<string, unknown>];
  assert.deepEqual(entries('{"b":1,"1":2,"a":3,"0":4}'), [["b", 1], ["1", 2], ["a", 3], ["0", 4]]);
  assert.deepEqual(entries('{"b":1,"1":2,"b":3,"__proto__":4}'), [["b", 3], ["1", 2], ["__proto__", 4]]);
});

Deno.test("parseJson() reads every number as Python does", () => {
  const texts = [
    "-0",
    "-0.0",
    "1E2",
    "1e400",
    "-1e400",
    "999999999999999",
    "1000000000000000",
    "9007199254740993",
  ];
  assert.deepEqual(parseJson(`[${texts}]`), [
    0,
    new JsonFloat(-0),
    new JsonFloat(100),
    new JsonFloat(Infinity),
    new JsonFloat(-Infinity),
    999999999999999,
    1000000000000000,
    9007199254740993n,
  ]);
});

Deno.test("parseJson() gives what JSON.parse() gives, but for numbers and objects", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("", " ", "\t"), (value, space) => {
      const text = JSON.stringify(value, null, space);
      assert.deepEqual(plain(parseJson(text)), JSON.parse(text));
    }),
  );
});

/** A parsed value as JSON.parse() has it. */
function plain(json: ReturnType<typeof parseJson>): unknown {
  if (json instanceof JsonFloat || typeof json === "bigint") {
    return Number(json instanceof JsonFloat ? json.value : json);
  }
  if (Array.isArray(json)) return json.map(plain);
  return json instanceof Map
    ? Object.fromEntries(Array.from(json, ([key, value]) => [key, plain(value)]))
    : json;
}

Deno.test("parseWithTexts() has the text of each field of the outermost object as it was written", () => {
  const text = '{"a": 1.0,"b":{ "b":1,"1" :[2] } , "\\u0063":"\\u0064","b2":-0.0, "a" : [1E2,{"x":1}]}';
  assert.deepEqual([...parseWithTexts(text).fieldTexts], [
    ["a", '[1E2,{"x":1}]'],
    ["b", '{ "b":1,"1" :[2] }'],
    ["c", '"\\u0064"'],
    ["b2", "-0.0"],
  ]);
  for (const other of ["[1]", '[{"a":1}]', "1", "{}"]) assert.equal(parseWithTexts(other).fieldTexts.size, 0);
});

Deno.test("parseJson() refuses what nests deeper than 1,000 levels; up to there fromJson() follows", () => {
  const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const dicts = (depth: number) => '{"$type":"tuple","items":['.repeat(depth) + "]}".repeat(depth);
  for (const text of [lists(1000), dicts(500)]) assert.doesNotThrow(() => read(text));
  for (const depth of [1001, 100_000]) {
    assert.throws(() => parseJson(lists(depth)), { name: "RangeError", message: /1000 levels/ });
  }
});

Deno.test("parseJson() reads a long text in a few seconds of processor time", async () => {
  const text = JSON.stringify(Array.from({ length: 1_000_000 }, (_, at) => at));
  const ms = await processorMs(() => assert.equal((parseJson(text) as unknown[]).length, 1e6));
  assert(ms < 5_000, `${ms} ms`);
});

Deno.test("parseJson() refuses what is not JSON", () => {
  for (const text of ["", "nan", "[1,]", "{'a':1}", "1 2", "// 1", "1 /**/", "[1e]", "01"]) {
    assert.throws(() => parseJson(text), SyntaxError);
  }
});

Deno.test("fromJson() reads a plain object as a dict with string keys", () => {
  assert.deepEqual(read('{"b": 1, "__proto__": [1.0], "a": {}}'), {
    $type: "dict",
    items: [["b", 1], ["__proto__", [float(1)]], ["a", { $type: "dict", items: [] }]],
  });
  assert.deepEqual(read('{"b": 1, "1": 2}'), { $type: "dict", items: [["b", 1], ["1", 2]] });
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
    '{"$type": "object", "class": "program.A", "value": 1, "fields": [["a", 1]]}',
    '{"$type": "__proto__"}',
    '{"$type": "instance", "class": "A"}',
    '{"$type": "instance", "fields": {}}',
    '{"$type": "instance", "class": 1, "fields": {}}',
    '{"$type": "instance", "class": "A", "fields": [["a", 1]]}',
    '{"$type": "instance", "class": "A", "fields": {"a": {"$type": "int"}}}',
    '{"$type": "set", "items": [{"$type": "instance", "class": "A", "fields": {}}]}',
    '{"$type": "dict", "items": [[{"$type": "instance", "class": "A", "fields": {}}, 1]]}',
    // what Python cannot hash
    '{"$type": "set", "items": [[1]]}',
    '{"$type": "frozenset", "items": [{"$type": "set", "items": []}]}',
    '{"$type": "set", "items": [{"$type": "tuple", "items": [1, {"a": 1}]}]}',
    '{"$type": "dict", "items": [[[], 1]]}',
    '{"$type": "dict", "items": [[{"$type": "object", "class": "A", "value": [1]}, 1]]}',
    '{"$type": "set", "items": [{"$type": "object", "class": "bytearray", "value": {"$type": "bytes", "hex": ""}}]}',
  ]
) {
  Deno.test(`fromJson() refuses ${text}`, () => {
    assert.throws(() => read(text), { name: "TypeError", message: /^Cannot read a value with \$type / });
    assert.throws(() => read(`[{"a": ${text}}]`), TypeError);
  });
}

for (
  const text of [
    '{"$type": "set", "items": [1, {"$type": "tuple", "items": [{"$type": "frozenset", "items": [null]}]}]}',
    '{"$type": "dict", "items": [[{"$type": "object", "class": "A", "value": {"$type": "tuple", "items": []}}, []]]}',
    '{"$type": "object", "class": "__proto__", "value": [1]}',
  ]
) {
  Deno.test(`fromJson() reads ${text}`, () => void read(text));
}
