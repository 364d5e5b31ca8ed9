import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { task } from "./task.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

/** Sends lines through `deno task execute`. */
async function execute(
  lines: readonly (string | Json)[],
): Promise<{ code: number; text: string; answers: Json[] }> {
  const stdin = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n") +
    "\n";
  const { code, stdout } = await task("execute", [], { stdin });
  assert.ok(stdout === "" || stdout.endsWith("\n"));
  return {
    code,
    text: stdout,
    answers: stdout.trim().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line)),
  };
}

const echo = "def f(x):\n    return x\n";

Deno.test("deno task execute answers in the order of its lines, whatever they take", async () => {
  const lines = Array.from({ length: 30 }, (_, index) => ({
    id: `p${index}`,
    source: `def f():\n    total = 0\n    for i in range(${
      index % 3 === 0 ? 400_000 : 10
    }):\n        total += 1\n    return ${index}\n`,
    entryPoint: "f",
    calls: [{}],
  }));
  const { code, answers } = await execute(lines);
  assert.equal(code, 0);
  assert.deepEqual(answers.map(({ id }) => id), lines.map(({ id }) => id));
  assert.deepEqual(answers.map(({ outcomes }) => outcomes[0].value), lines.map((_, index) => index));
});

Deno.test("deno task execute keeps exact types in args and values", async () => {
  const cases: [string, string, string][] = [
    // argument as JSON, expected value as JSON text, expected type
    ["1", "1", "int"],
    ["1.0", "1.0", "float"],
    ["-0.0", "-0.0", "float"],
    ["1e300", "1e+300", "float"],
    ["true", "true", "bool"],
    ["null", "null", "NoneType"],
    ['"汉字 \\ud83d\\ude00 \\ud800"', '"汉字 😀 \\ud800"', "str"],
    ["[1, [2.0, []]]", "[1,[2.0,[]]]", "list"],
    ["9007199254740992", "9007199254740992", "int"],
    ["9007199254740993", '{"$type":"int","value":"9007199254740993"}', "int"],
    ["-123456789012345678901234567890", '{"$type":"int","value":"-123456789012345678901234567890"}', "int"],
    ['{"$type":"float","value":"nan"}', '{"$type":"float","value":"nan"}', "float"],
    ['{"$type":"tuple","items":[1,2.0]}', '{"$type":"tuple","items":[1,2.0]}', "tuple"],
    ['{"$type":"bytes","hex":"00ff"}', '{"$type":"bytes","hex":"00ff"}', "bytes"],
    ['{"$type":"set","items":[3]}', '{"$type":"set","items":[3]}', "set"],
    ['{"a": 1}', '{"$type":"dict","items":[["a",1]]}', "dict"],
    ['{"b": 1, "1": 2}', '{"$type":"dict","items":[["b",1],["1",2]]}', "dict"],
    ["1e400", '{"$type":"float","value":"inf"}', "float"],
    [
      '{"$type":"dict","items":[[1,"x"],[2.5,null]]}',
      '{"$type":"dict","items":[[1,"x"],[2.5,null]]}',
      "dict",
    ],
  ];
  const calls = cases.map(([argument]) => `{"args":[${argument}]}`).join(",");
  const { code, text, answers } = await execute([
    `{"id":1,"source":${JSON.stringify(echo)},"entryPoint":"f","calls":[${calls}]}`,
  ]);
  assert.equal(code, 0);
  for (const [index, [argument, value, type]] of cases.entries()) {
    assert.ok(
      text.includes(`{"kind":"returned","value":${value},"type":"${type}"`),
      `${argument} came back otherwise`,
    );
    assert.equal(answers[0].outcomes[index].type, type);
  }
});

Deno.test("deno task execute passes keyword arguments", async () => {
  const { answers } = await execute([
    {
      id: 1,
      source: "def f(a, *, b=2):\n    return [a, b]\n",
      entryPoint: "f",
      calls: [{ args: [1], kwargs: { b: 3 } }, { kwargs: { a: 5 } }],
    },
  ]);
  assert.deepEqual(answers[0].outcomes.map((outcome: Json) => outcome.value), [[1, 3], [5, 2]]);
});

Deno.test("deno task execute names what happened in each call", async () => {
  const program = (id: string, body: string, calls: Json[] = [{}], limits?: Json) => ({
    id,
    source: `import os, sys, threading\ndef f(*args):\n    ${body}\n`,
    entryPoint: "f",
    calls,
    ...(limits && { limits }),
  });
  const { code, answers } = await execute([
    program("returned", "return 7"),
    program("raised", "raise KeyError('k')"),
    program("cpu-limit", "while True: pass", [{}], { cpuMs: 100 }),
    program("wall-limit", "__import__('time').sleep(60)", [{}], { wallMs: 6_000 }),
    program("memory-limit", "return len([0] * 10**11)"),
    program("output-limit", "return 'x' * (2 << 20)", [{}], { outputMiB: 1 }),
    program("process-limit", "os.fork()"),
    program("signal", "__import__('ctypes').string_at(0)"),
    program("early-exit", "os._exit(0)"),
    program("unserialisable", "return print"),
    program("nondeterministic", "return __import__('random').random()"),
  ]);
  assert.equal(code, 0);
  for (const { id, outcomes, program } of answers) {
    assert.equal(outcomes[0].kind, id);
    assert.equal(program.kind, "loaded");
    assert.equal(typeof outcomes[0].cpuMs, "number");
  }
  assert.deepEqual(
    { type: answers[1].outcomes[0].type, message: answers[1].outcomes[0].message },
    { type: "KeyError", message: "'k'" },
  );
});

Deno.test("deno task execute lets one hanging input cost that input only", async () => {
  const source = "def f(n):\n    while n == 2: pass\n    return n\n";
  const calls = [1, 2, 3].map((n) => ({ args: [n] }));
  const { answers } = await execute([{ id: 1, source, entryPoint: "f", calls, limits: { cpuMs: 150 } }]);
  assert.deepEqual(answers[0].outcomes.map(({ kind, value }: Json) => value ?? kind), [1, "cpu-limit", 3]);
});

Deno.test("deno task execute reports the program, never its source", async () => {
  const sources = ["def f(:\n", "def g(): pass\n", "1 / 0\n", echo];
  const { text, answers } = await execute(
    sources.map((source, id) => ({ id, source, entryPoint: "f", calls: [{ args: [1] }] })),
  );
  assert.deepEqual(answers.map(({ program }) => program.kind), [
    "syntax-error",
    "no-entry-point",
    "raised",
    "loaded",
  ]);
  assert.deepEqual(answers.map(({ outcomes }) => outcomes.length), [0, 0, 0, 1]);
  for (const [index, { program }] of answers.entries()) {
    assert.equal(program.sha256, createHash("sha256").update(sources[index]).digest("hex"));
    assert.match(program.protection, /^(full|without-)/);
  }
  assert.ok(!text.includes("def f"));
});

Deno.test("deno task execute answers a bad line with its number and goes on", async () => {
  const good = { id: "good", source: echo, entryPoint: "f", calls: [{ args: [1] }] };
  const { code, answers } = await execute([
    good,
    '{"id": 1, "source": ',
    "[]",
    { ...good, id: undefined },
    { ...good, source: 5 },
    { ...good, entryPoint: null },
    { ...good, calls: {} },
    { ...good, calls: [{ args: 5 }] },
    { ...good, calls: [{ kwargs: [1] }] },
    { ...good, calls: [{ arg: [] }] },
    { ...good, calls: [{ args: [{ $type: "nonsense" }] }] },
    { ...good, calls: [{ args: [{ $type: "set", items: [[1]] }] }] },
    { ...good, calls: [{ args: [{ $type: "object", class: "numpy.ndarray", value: 1 }] }] },
    { ...good, limits: { cpuMs: 0 } },
    { ...good, limits: { cpuMs: 1.5 } },
    { ...good, limits: { cpu: 5 } },
    "",
    good,
  ]);
  assert.equal(code, 1);
  assert.equal(answers.length, 17);
  assert.deepEqual(answers.filter(({ line }) => line !== undefined).map(({ line }) => line), [
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
  ]);
  for (const answer of answers.slice(1, 16)) assert.ok(answer.error.length > 10, JSON.stringify(answer));
  assert.deepEqual([answers[0].id, answers[16].id], ["good", "good"]);
});

Deno.test("deno task execute gives back ids as they came", async () => {
  const ids = ['"a"', "1", "1.5", "null", '[1,{"x":2}]', "12345678901234567890"];
  ids.push("1.0", "-0.0", "1E2", "1e400", '{"b":1,"1":2}');
  const lines = ids.map((id) => `{"id":${id},"source":${JSON.stringify(echo)},"entryPoint":"f","calls":[]}`);
  const { text } = await execute(lines);
  assert.deepEqual(text.trim().split("\n").map((line) => line.slice(6, line.indexOf(',"outcomes"'))), ids);
});

Deno.test("deno task execute gives an output-limit for a value whose JSON text is too long", async () => {
  const source = "def f(n): return '\\0' * n\n";
  const limits = { outputMiB: 128, memoryMiB: 1024, cpuMs: 20_000, wallMs: 60_000 };
  const calls = [{ args: [1] }, { args: [100_000_000] }, { args: [2] }];
  const { code, answers } = await execute([{ id: "long", source, entryPoint: "f", calls, limits }]);
  assert.deepEqual([code, answers[0].id], [0, "long"]);
  assert.deepEqual(answers[0].outcomes.map(({ kind, value }: Json) => value ?? kind), [
    "\0",
    "output-limit",
    "\0\0",
  ]);
});

Deno.test("deno task execute --help says how it is used; another argument is refused", async () => {
  for (const argument of ["-h", "--help"]) {
    const { code, stdout, stderr } = await task("execute", [argument]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^Usage: deno task execute </);
  }
  for (const argument of ["--limits", "programs.ndjson"]) {
    const { code, stdout, stderr } = await task("execute", [argument], { stdin: "nonsense\n" });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      new RegExp(`^deno task execute takes no arguments, but was given ${argument}: .+\n$`),
    );
  }
});

Deno.test("deno task execute writes nothing for no input", async () => {
  assert.deepEqual(await task("execute", [], { stdin: "" }), { code: 0, stdout: "", stderr: "" });
});

Deno.test({
  name: "npx -y deno@2.9.6 task execute does the same as deno task execute",
  ignore: !await npxIsThere(),
  async fn() {
    const stdin = JSON.stringify({ id: 1, source: echo, entryPoint: "f", calls: [{ args: [2.0] }] }) + "\n";
    const process = new Deno.Command("npx", {
      args: ["-y", "deno@2.9.6", "task", "--quiet", "execute"],
      cwd: new URL("../../..", import.meta.url),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
    const { code, stdout } = await process.output();
    const answer = JSON.parse(new TextDecoder().decode(stdout));
    assert.deepEqual([code, answer.outcomes[0].kind, answer.outcomes[0].value], [0, "returned", 2]);
  },
});

async function npxIsThere(): Promise<boolean> {
  try {
    return (await new Deno.Command("npx", { args: ["--version"], stdout: "null", stderr: "null" }).output())
      .success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("deno task execute calls methods, hands over instances, stops the clock and tells what changed", async () => {
  const person = "from dataclasses import dataclass\n@dataclass\nclass P:\n    age: int\n" +
    "    def older(self, than): return self.age > than\n" +
    "def grow(p, by=[1]):\n    p.age += by.pop()\n    return p\n" +
    "async def now():\n    import time\n    return time.time()\n";
  const instance = { $type: "instance", class: "P", fields: { age: 3 } };
  const { code, answers } = await execute([
    { id: 1, source: person, entryPoint: "P.older", calls: [{ init: { args: [3] }, args: [2] }] },
    { id: 2, source: person, entryPoint: "grow", calls: [{ args: [instance], kwargs: { by: [2] } }] },
    { id: 3, source: person, entryPoint: "now", calls: [{}], clock: 86400 },
    {
      id: 4,
      source: "n = [0]\ndef f(x):\n    n[0] += x\n    return n[0]\n",
      entryPoint: "f",
      calls: [{ args: [1] }, { args: [1] }],
      state: "shared",
    },
  ]);
  assert.equal(code, 0);
  const [older, grown, now, shared] = answers.map(({ outcomes }) => outcomes);
  assert.equal(older[0].value, true);
  assert.deepEqual(grown[0].value, { $type: "instance", class: "program.P", fields: { age: 5 } });
  assert.deepEqual(grown[0].mutated, [0, "by"]);
  assert.equal(now[0].value, 86400);
  assert.deepEqual(shared.map(({ value }: Json) => value), [1, 2]);
});
