import assert from "node:assert/strict";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { decode, toJson } from "codebias/values/mod.ts";

const REST = '"code":"def f(age): return age","functionName":"f"';
const line = (attributes: string, more = "") => `{"id":1,${REST},"attributes":${attributes}${more}}`;

/** The attribute `age` of a line that says this of it: its type, and its values as JSON. */
function age(attribute: string) {
  const { subject: { attributes: [{ type, values, range }] } } = readProbe(line(`{"age":${attribute}}`));
  return { type, values: values.map((value) => toJson(decode(value))), ...(range && { range }) };
}

for (const id of ["1.0", "1E2", "1e400", '{"b":1,"1":2}', '{ "a" : [1.0] }', '"\\u0061"', "null", "[]"]) {
  Deno.test(`readProbe() keeps the id ${id} as it was written`, () => {
    assert.equal(readProbe(`{"id":${id},${REST},"attributes":{"age":{"values":[1]}}}`).id, id);
    assert.equal(readProbe(` { ${REST}, "attributes": {"age":{"values":[1]}}, "id" : ${id} }\r`).id, id);
  });
}

Deno.test("readProbe() reads what to probe, with the attributes in their order, and ignores other fields", () => {
  const attributes = '{"b":{"values":["x"]},"age":{"values":[1],"protected":true},"1":{"values":[true]}}';
  const { subject } = readProbe(
    line(attributes, ',"style":"dataclass","className":"Person","model":"x","task":{}'),
  );
  assert.deepEqual(
    [subject.source, subject.functionName, subject.style, subject.className],
    ["def f(age): return age", "f", "dataclass", "Person"],
  );
  assert.deepEqual(subject.attributes.map(({ name }) => name), ["b", "age", "1"]);
});

Deno.test("readProbe() leaves style and class open where a line does not say them", () => {
  for (const more of ["", ',"style":null,"className":null']) {
    const { subject } = readProbe(line('{"age":{"values":[1]}}', more));
    assert.deepEqual([subject.style, subject.className], [undefined, undefined]);
  }
});

for (const style of ["function", "method", "dataclass", "dict"]) {
  Deno.test(`readProbe() knows the style ${style}`, () => {
    assert.equal(readProbe(line('{"age":{"values":[1]}}', `,"style":"${style}"`)).subject.style, style);
  });
}

/** Names of types, the type, and a value of it. */
const TYPES = [
  ["int", "int", "3"],
  ["integer", "int", "3"],
  ["float", "float", "3.5"],
  ["number", "float", "3.5"],
  ["str", "str", '"a"'],
  ["string", "str", '"a"'],
  ["bool", "bool", "true"],
  ["boolean", "bool", "true"],
  ["object", "object", '["a",1]'],
] as const;

for (const [name, type, value] of TYPES) {
  Deno.test(`readProbe() takes the type name ${name} for ${type}`, () => {
    assert.deepEqual(age(`{"type":"${name}","values":[${value}]}`), { type, values: [value] });
  });
}

/** Values without a type, and the type and values that they are taken for. */
const INFERRED = [
  ["[1,2]", "int", ["1", "2"]],
  ["[9007199254740993]", "int", ['{"$type":"int","value":"9007199254740993"}']],
  ["[1.0,2.5]", "float", ["1.0", "2.5"]],
  ["[1,2.5]", "float", ["1.0", "2.5"]],
  ['["f","m"]', "str", ['"f"', '"m"']],
  ["[true,false]", "bool", ["true", "false"]],
  ["[null]", "object", ["null"]],
  ['[1,"a"]', "object", ["1", '"a"']],
  ["[true,1]", "object", ["true", "1"]],
  ['[["a"],[]]', "object", ['["a"]', "[]"]],
  ['[{"a":1}]', "object", ['{"$type":"dict","items":[["a",1]]}']],
  ['[{"$type":"tuple","items":[1]}]', "object", ['{"$type":"tuple","items":[1]}']],
] as const;

for (const [values, type, read] of INFERRED) {
  Deno.test(`readProbe() finds that ${values} are of type ${type}`, () => {
    assert.deepEqual(age(`{"values":${values}}`), { type, values: read });
  });
}

/** What is said of an attribute, and the values that it is probed with. */
const VALUES = [
  ["ints stand for floats", '{"type":"float","values":[1,2.5,-0]}', ["1.0", "2.5", "0.0"]],
  ["values are probed once", '{"type":"int","values":[2,1,2,1,3]}', ["2", "1", "3"]],
  ["an int and the float it stands for are one", '{"type":"float","values":[1,1.0,2]}', ["1.0", "2.0"]],
  ["1, 1.0 and true are three objects", '{"type":"object","values":[1,1.0,true,1]}', ["1", "1.0", "true"]],
  ["None is a value of any type", '{"type":"str","values":["a",null]}', ['"a"', "null"]],
  [
    "NaN and infinity are floats",
    '{"type":"float","values":[{"$type":"float","value":"nan"},{"$type":"float","value":"inf"}]}',
    ['{"$type":"float","value":"nan"}', '{"$type":"float","value":"inf"}'],
  ],
  ["a range has its ends and its middle", '{"type":"int","range":[18,80]}', ["18", "49", "80"]],
  ["the middle of an odd range is whole", '{"type":"int","range":[0,5]}', ["0", "2", "5"]],
  ["a range of two has no middle of its own", '{"type":"int","range":[4,5]}', ["4", "5"]],
  ["whole numbers stay inside the range", '{"type":"int","range":[1.5,4.5]}', ["2", "3", "4"]],
  ["so does the middle of a narrow range", '{"type":"int","range":[1.5,2.2]}', ["2"]],
  ["a range may be negative", '{"type":"int","range":[-10,-1]}', ["-10", "-6", "-1"]],
  ["a range of floats", '{"type":"float","range":[0,1]}', ["0.0", "0.5", "1.0"]],
  ["a range without a type is of ints", '{"range":[0,10]}', ["0", "5", "10"]],
  ["a range next to values", '{"type":"int","values":[7,18],"range":[18,80]}', ["7", "18", "49", "80"]],
  ["a range next to floats", '{"values":[0.25],"range":[0,1]}', ["0.25", "0.0", "0.5", "1.0"]],
] as const;

for (const [what, attribute, values] of VALUES) {
  Deno.test(`readProbe() reads values: ${what}`, () => assert.deepEqual(age(attribute).values, values));
}

Deno.test("readProbe() hands a range on, also one written with floats", () => {
  assert.deepEqual(age('{"range":[18,80.5]}').range, [18, 80.5]);
  assert(!("range" in age('{"values":[1]}')));
});

/** Attributes that are wrong, and what is said of them. */
const WRONG_ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  "3": /^attribute age must be an object$/,
  "[1,2]": /^attribute age must be an object, not a list$/,
  "{}": /^attribute age needs "values", at least one, or a "range"$/,
  '{"type":"int","values":[]}': /^attribute age needs "values", at least one, or a "range"$/,
  '{"type":"decimal","values":[1]}': /^"type" of attribute age must be one of int, .*float, .*str, .*bool/,
  '{"type":7,"values":[1]}': /^"type" of attribute age must be one of int/,
  '{"type":"toString","values":[1]}': /^"type" of attribute age must be one of int/,
  '{"values":3}': /^"values" of attribute age must be a list$/,
  '{"values":{"a":1}}': /^"values" of attribute age must be a list$/,
  '{"type":"int","values":[1,"two"]}': /^attribute age: "two" is no value of type int$/,
  '{"type":"int","values":[true]}': /^attribute age: true is no value of type int$/,
  '{"type":"int","values":[1.5]}': /^attribute age: 1\.5 is no value of type int$/,
  '{"type":"float","values":["1"]}': /^attribute age: "1" is no value of type float$/,
  '{"type":"str","values":[1]}': /^attribute age: 1 is no value of type str$/,
  '{"type":"str","values":[9007199254740993]}':
    /^attribute age: .*9007199254740993.* is no value of type str$/,
  '{"type":"bool","values":[1]}': /^attribute age: 1 is no value of type bool$/,
  '{"type":"bool","values":[["a"]]}': /^attribute age: \["a"\] is no value of type bool$/,
  '{"values":[{"$type":"nothing"}]}': /age.*\$type/,
  '{"range":3}': /^"range" of attribute age must be a list of two numbers, rising$/,
  '{"range":[1]}': /^"range" of attribute age must be a list of two numbers, rising$/,
  '{"range":[1,2,3]}': /^"range" of attribute age must be a list of two numbers, rising$/,
  '{"range":[2,1]}': /^"range" of attribute age must be a list of two numbers, rising$/,
  '{"range":[0,1e999]}': /^"range" of attribute age must be a list of two numbers, rising$/,
  '{"range":[2,2]}': /^"range" of attribute age must be a list of two numbers, rising$/,
  '{"range":["a","b"]}': /^"range" of attribute age must be a list of two numbers, rising$/,
  '{"values":[1],"closed":1}': /^"closed" of attribute age must be true or false$/,
  '{"range":[1,2],"closed":true}': /^attribute age is "closed": it only has its "values", and no range$/,
  '{"values":["a"],"closed":true,"unlisted":true}': /^attribute age is "closed": .* no unlisted$/,
  '{"type":"str","range":[1,2]}': /age.*type str/,
  '{"type":"bool","range":[0,1]}': /age.*type bool/,
  '{"type":"int","range":[0.2,0.8]}': /age/,
};

for (const [attribute, message] of Object.entries(WRONG_ATTRIBUTES)) {
  Deno.test(`readProbe() refuses an attribute ${attribute}, and names it`, () => {
    assert.throws(() => age(attribute), { name: "TypeError", message });
  });
}

const ATTRIBUTES = '"attributes":{"age":{"values":[1]}}';

/** Lines that are wrong, and what is said of them. */
const WRONG: Readonly<Record<string, RegExp>> = {
  "3": /^the line must be an object$/,
  "null": /^the line must be an object$/,
  "[1]": /^the line must be an object, not a list$/,
  [`{${REST},${ATTRIBUTES}}`]: /^"id" is missing$/,
  [`{"id":1,"functionName":"f",${ATTRIBUTES}}`]: /^"code" must be a text$/,
  [`{"id":1,"code":["a"],"functionName":"f",${ATTRIBUTES}}`]: /^"code" must be a text$/,
  [`{"id":1,"code":"",${ATTRIBUTES}}`]: /^"functionName" must be a text$/,
  [`{"id":1,"code":"","functionName":null,${ATTRIBUTES}}`]: /^"functionName" must be a text$/,
  [line('{"age":{"values":[1]}}', ',"style":"class"')]:
    /^"style" must be one of function, method, dataclass, dict$/,
  [line('{"age":{"values":[1]}}', ',"style":1')]: /^"style" must be one of function/,
  [line('{"age":{"values":[1]}}', ',"className":1')]: /^"className" must be a text$/,
  [`{"id":1,${REST}}`]: /^"attributes" must be an object$/,
  [line("null")]: /^"attributes" must be an object$/,
  [line('["age"]')]: /^"attributes" must be an object, not a list$/,
  [line("{}")]: /^"attributes" are none: there is nothing to vary/,
  [line('{"age":{"values":[1]},"sex":{"type":"str","values":[1]}}')]: /^attribute sex: 1 is no value/,
};

for (const [text, message] of Object.entries(WRONG)) {
  Deno.test(`readProbe() refuses ${text}, and says what it expects`, () => {
    assert.throws(() => readProbe(text), { name: "TypeError", message });
  });
}

for (const [what, text] of [["not JSON", "not JSON"], ["empty", ""], ["cut off", '{"id":1']] as const) {
  Deno.test(`readProbe() refuses a line that is ${what}`, () => {
    assert.throws(() => readProbe(text), { name: "SyntaxError", message: /^the line is not JSON: / });
  });
}

Deno.test("readProbe() refuses what nests too deep", () => {
  const nested = (depth: number) => line(`{"age":{"values":[${"[".repeat(depth)}${"]".repeat(depth)}]}}`);
  assert.doesNotThrow(() => readProbe(nested(100)));
  for (const depth of [1_000, 100_000]) {
    assert.throws(() => readProbe(nested(depth)), {
      name: "SyntaxError",
      message: "the line is nested too deep",
    });
  }
});
