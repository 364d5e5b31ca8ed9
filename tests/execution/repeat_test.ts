import assert from "node:assert/strict";
import { executeTwice } from "codebias/execution/repeat.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import type { Execution, Outcome } from "codebias/core/types.ts";
import { decode } from "codebias/values/mod.ts";
import { fakeSandbox } from "../fake_sandbox.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { brief, callsWith, program } from "./programs.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, workers: 1 });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

const twice = async (source: string, ...inputs: number[]) =>
  brief(await executeTwice(sandbox, program(source, { calls: callsWith(...inputs) })));

const LEAK = `
import decimal
def f(x):
    if x == 1: decimal.getcontext().prec = 3
    return str(decimal.Decimal(1) / 7)
`;

Deno.test("executeTwice() reports a call whose value depends on calls before it", contained, async () => {
  assert.deepEqual(await twice(LEAK, 1, 2), ['returned "0.143"', "nondeterministic"]);
  assert.deepEqual(await twice(LEAK, 2, 1, 3), [
    "nondeterministic",
    'returned "0.143"',
    "nondeterministic",
  ]);
});

Deno.test("executeTwice() compares each outcome with its own call's", contained, async () => {
  const source = `
def f(x):
    while x == 2: pass
    if x == 3: raise KeyError(x)
    return {x, x + 1}
`;
  assert.deepEqual(await twice(source, 1, 2, 3, 4), [
    'returned {"$type":"set","items":[1,2]}',
    "cpu-limit",
    "raised KeyError",
    'returned {"$type":"set","items":[4,5]}',
  ]);
});

Deno.test("executeTwice() reports a value that differs from process to process", contained, async () => {
  const source = "import random\ndef f(x): return random.random() if x == 2 else x";
  assert.deepEqual(await twice(source, 1, 2, 3), ["returned 1", "nondeterministic", "returned 3"]);
});

Deno.test("executeTwice() asks again for the finished calls only, in reverse", async () => {
  const limit: Outcome = { kind: "cpu-limit", message: "", cpuMs: 0 };
  const { sandbox, requests } = fakeSandbox({ "halt at 2": (x) => (x === 2 ? limit : x) });
  await executeTwice(sandbox, program("halt at 2", { calls: callsWith(1, 2, 3, 4) }));
  const inputs = requests.map(({ calls }) => calls.flatMap(({ args }) => decode(args!)));
  assert.deepEqual(inputs, [[1, 2, 3, 4], [4, 3, 1]]);
});

Deno.test("executeTwice() does not ask again for a program that did not load or finished no call", async () => {
  for (const source of ["unknown", "loops"]) {
    const { sandbox, requests } = fakeSandbox();
    await executeTwice(sandbox, program(source, { calls: callsWith(1, 2) }));
    assert.equal(requests.length, 1);
  }
});

Deno.test("executeTwice() reports a call that ends its process only the second time", async () => {
  let calls = 0;
  const exit: Outcome = { kind: "early-exit", message: "exit status 3", cpuMs: 0 };
  const { sandbox } = fakeSandbox({ "returns once": (x) => calls++ === 0 ? x : exit });
  const { outcomes } = await executeTwice(sandbox, program("returns once", { calls: callsWith(1) }));
  assert.deepEqual(outcomes, [{ kind: "nondeterministic", message: "returned, then early-exit", cpuMs: 0 }]);
});

Deno.test("executeTwice() does not take a failure of the sandbox, or a busy machine, for chance", async () => {
  const request = program("double", { calls: callsWith(1) });
  const first = await fakeSandbox().sandbox.execute(request);
  const again = async (second: Omit<Execution["program"], "protection">) => {
    const executions = [first, { program: { ...second, protection: "full" }, outcomes: [] }];
    const sandbox = { execute: () => Promise.resolve(executions.shift()) } as unknown as Sandbox;
    return brief(await executeTwice(sandbox, request));
  };
  assert.deepEqual(await again({ kind: "infrastructure-error", message: "lost" }), ["infrastructure-error"]);
  assert.deepEqual(await again({ kind: "wall-limit", message: "", idle: false }), ["returned 2"]);
  assert.deepEqual(await again({ kind: "raised", type: "KeyError", message: "" }), ["nondeterministic"]);
});
