import assert from "node:assert/strict";
import { readRequest } from "codebias/execution/request_line.ts";
import { decode } from "codebias/values/mod.ts";

const REST = '"source":"def f(x): return x","entryPoint":"f"';
const line = (id: string, calls = "[]") => `{"id":${id},${REST},"calls":${calls}}`;

for (
  const id of ["1.0", "-0.0", "1E2", "1e400", '{"b":1,"1":2}', '{ "a" : [1.0] }', '"\\u0061"', "null", "[]"]
) {
  Deno.test(`readRequest() keeps the id ${id} as it was written`, () => {
    assert.equal(readRequest(line(id)).id, id);
    assert.equal(readRequest(`  { ${REST}, "calls": [], "id" : ${id} }\r`).id, id);
  });
}

Deno.test("readRequest() keeps the last of several ids, as the value would be", () => {
  assert.equal(readRequest(`{"id":1,${REST},"calls":[],"id":2.0}`).id, "2.0");
});

Deno.test("readRequest() keeps the order of keys in args and kwargs", () => {
  const [{ args, kwargs }] =
    readRequest(line("1", '[{"args":[{"b":1,"1":2}],"kwargs":{"x":1,"0":2}}]')).request.calls;
  assert.deepEqual(decode(args!), [{ $type: "dict", items: [["b", 1], ["1", 2]] }]);
  assert.deepEqual(decode(kwargs!), { $type: "dict", items: [["x", 1], ["0", 2]] });
});

Deno.test("readRequest() refuses what nests too deep, however deep", () => {
  const nested = (depth: number) => line("1", `[{"args":[${"[".repeat(depth)}${"]".repeat(depth)}]}]`);
  assert.doesNotThrow(() => readRequest(nested(109)));
  for (const depth of [110, 900]) assert.throws(() => readRequest(nested(depth)), /deeper than 110 levels/);
  for (const depth of [1_000, 3_000, 100_000]) {
    assert.throws(() => readRequest(nested(depth)), {
      name: "SyntaxError",
      message: "the line is nested too deep",
    });
  }
});

for (
  const value of ['{"$type":"set","items":[[1]]}', '{"$type":"object","class":"numpy.ndarray","value":1}']
) {
  Deno.test(`readRequest() refuses ${value}, which Python could not build`, () => {
    assert.throws(() => readRequest(line("1", `[{"args":[${value}]}]`)), TypeError);
    assert.throws(() => readRequest(line("1", `[{"kwargs":{"x":${value}}}]`)), TypeError);
  });
}

Deno.test("readRequest() takes the limits that the README names, unless the line says otherwise", () => {
  const usual = { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 };
  assert.deepEqual(readRequest(line("1")).request.limits, usual);
  const given = readRequest(`{"id":1,${REST},"calls":[],"limits":{"cpuMs":5,"outputMiB":1}}`);
  assert.deepEqual(given.request.limits, { ...usual, cpuMs: 5, outputMiB: 1 });
});

Deno.test("readRequest() reads what a method, a seed, a shared state and a clock need", () => {
  const calls = '[{"args":[1],"init":{"kwargs":{"age":3}},"seed":7}]';
  const { request } = readRequest(`{"id":1,${REST},"calls":${calls},"state":"shared","clock":0.5}`);
  const [{ init, seed, args }] = request.calls;
  assert.deepEqual(decode(init!.kwargs!), { $type: "dict", items: [["age", 3]] });
  assert.deepEqual([decode(args!), seed, request.state, request.clock], [[1], 7, "shared", 0.5]);
  const usual = readRequest(line("1", '[{"args":[1]}]')).request;
  assert.deepEqual(Object.keys(usual), ["program", "calls", "limits"]);
  assert.deepEqual(Object.keys(usual.calls[0]), ["args"]);
});

/** Lines that are wrong in one field, and what is said of it. */
const WRONG: Readonly<Record<string, RegExp>> = {
  '"calls":[{"seed":-1}]': /^"seed" of calls\[0\] must be an integer from 0/,
  '"calls":[{"seed":1.5}]': /^"seed" of calls\[0\]/,
  '"calls":[{"seed":9007199254740993}]': /^"seed" of calls\[0\]/,
  '"calls":[{},{"init":[1]}]': /^"init" of calls\[1\] must be an object/,
  '"calls":[{"init":{"self":1}}]': /^"init" of calls\[0\] has an unknown field "self"/,
  '"calls":[{"init":{"args":1}}]': /^"args" of "init" of calls\[0\] must be a list/,
  '"calls":[],"state":"new"': /^"state" must be "fresh" or "shared"/,
  '"calls":[],"clock":"now"': /^"clock" must be seconds since 1970/,
  '"calls":[],"clock":-1': /^"clock" must be/,
  '"calls":[],"clock":1e15': /^"clock" must be/,
};

for (const [fields, message] of Object.entries(WRONG)) {
  Deno.test(`readRequest() refuses ${fields}`, () => {
    assert.throws(() => readRequest(`{"id":1,${REST},${fields}}`), { name: "TypeError", message });
  });
}
