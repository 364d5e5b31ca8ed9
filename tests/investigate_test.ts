import assert from "node:assert/strict";
import { investigate } from "codebias";
import type { Execution, ExecutionRequest, Program } from "codebias/core/types.ts";
import { decode, encode } from "codebias/values/mod.ts";
import { fakeSandbox } from "./fake_sandbox.ts";

const LIMITS = { cpuMs: 1, wallMs: 1, memoryMiB: 1, outputMiB: 1 };

function request(source: string, x: number): ExecutionRequest {
  const program: Program = { kind: "program", source, entryPoint: "f", namespace: "one" };
  return { program, calls: [{ args: encode([x]) }], limits: LIMITS };
}

const valueOf = ({ outcomes: [outcome] }: Execution) =>
  outcome.kind === "returned" ? decode(outcome.value) as number : NaN;

/** Doubles a number until it is above 100. */
function doubleUp(start: number, executions: readonly Execution[]) {
  const last = executions.length > 0 ? valueOf(executions.at(-1)!) : start;
  return last > 100 ? { conclusion: { last, steps: executions.length } } : request("double", last);
}

Deno.test("investigate() asks for executions until there is a conclusion, in the order of the cases", async () => {
  const { sandbox } = fakeSandbox();
  assert.deepEqual(await investigate([60, 7, 200], doubleUp, { sandbox }), [
    { last: 120, steps: 1 },
    { last: 112, steps: 4 },
    { last: 200, steps: 0 },
  ]);
});

Deno.test("investigate() executes equal requests once, also those that are equal only later", async () => {
  const { sandbox, requests } = fakeSandbox();
  const found = await investigate([7, 7, 14, 28], doubleUp, { sandbox });
  assert.deepEqual(found.map(({ last }) => last), [112, 112, 112, 112]);
  assert.equal(requests.length, 4, "7, 14, 28 and 56");
});

Deno.test("investigate() tells requests apart that differ in anything", async () => {
  const { sandbox, requests } = fakeSandbox();
  const first = request("double", 1);
  const others: ExecutionRequest[] = [
    first,
    request("double", 2),
    request("sum", 1),
    { ...first, calls: [{ ...first.calls[0], seed: 1 }] },
    { ...first, limits: { ...LIMITS, cpuMs: 2 } },
    { ...first, stopAtLimit: true },
    { ...first, program: { ...first.program, namespace: "split" } },
  ];
  await investigate(
    others,
    (one, executions) => (executions.length === 0 ? one : { conclusion: 0 }),
    { sandbox },
  );
  assert.equal(requests.length, others.length);
});

Deno.test("investigate() says how far it is, up to the total", async () => {
  const { sandbox } = fakeSandbox();
  const states: { done: number; total: number }[] = [];
  await investigate([1, 60, 200], doubleUp, { sandbox, onProgress: (state) => states.push(state) });
  assert.deepEqual(states, [1, 2, 3].map((done) => ({ done, total: 3 })));
});

Deno.test("investigate() of nothing needs no sandbox", async () => {
  assert.deepEqual(await investigate([], doubleUp), []);
});

Deno.test("investigate() stops with the signal's reason", async () => {
  const { sandbox } = fakeSandbox();
  const reason = new Error("enough");
  await assert.rejects(investigate([1], doubleUp, { sandbox, signal: AbortSignal.abort(reason) }), reason);
});
