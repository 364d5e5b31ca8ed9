import assert from "node:assert/strict";
import fc from "fast-check";
import { joined } from "codebias/execution/joined.ts";
import type { Execution, ExecutionRequest, Outcome } from "codebias/core/types.ts";
import { decode } from "codebias/values/mod.ts";
import { fakeSandbox } from "../fake_sandbox.ts";
import { callsWith, program } from "./programs.ts";

const LIMIT: Outcome = { kind: "cpu-limit", message: "", cpuMs: 0 };
const PROGRAMS = { "stops at 0": (x: number) => (x === 0 ? LIMIT : x) };

const asked = (...inputs: number[]) =>
  program("stops at 0", { calls: callsWith(...inputs), stopAtLimit: true });

const inputsOf = ({ calls }: ExecutionRequest) => calls.flatMap(({ args }) => decode(args!));

Deno.test("joined() makes calls in one process that are asked for at the same time, in their order", async () => {
  const { sandbox, requests } = fakeSandbox(PROGRAMS);
  const executor = joined(sandbox);
  const executions = await Promise.all([asked(1, 2), asked(), asked(3)].map((one) => executor.execute(one)));
  assert.deepEqual(requests.map(inputsOf), [[1, 2, 3]]);
  assert.deepEqual(executions.map(({ outcomes }) => outcomes.length), [2, 0, 1]);
  await executor.execute(asked(4));
  assert.deepEqual(requests.map(inputsOf).slice(1), [[4]]);
});

Deno.test("joined() keeps programs, limits and signals apart", async () => {
  const { sandbox, requests } = fakeSandbox(PROGRAMS);
  const executor = joined(sandbox);
  const stopped = AbortSignal.abort(new Error("enough"));
  const executions = await Promise.allSettled([
    executor.execute(asked(1)),
    executor.execute(asked(2), stopped),
    executor.execute(program("double", { calls: callsWith(3) })),
    executor.execute({ ...asked(4), limits: { ...asked().limits, memoryMiB: 99 } }),
    executor.execute(asked(5)),
  ]);
  assert.deepEqual(requests.map(inputsOf).toSorted(), [[1, 5], [2], [3], [4]]);
  assert.deepEqual(executions.map(({ status }) => status === "fulfilled"), [true, false, true, true, true]);
});

Deno.test("joined() hands on why a program does not load", async () => {
  const { sandbox } = fakeSandbox();
  const executor = joined(sandbox);
  const executions = await Promise.all(
    [1, 2].map((x) => executor.execute(program("?", { calls: callsWith(x) }))),
  );
  assert.deepEqual(executions.map((one) => one.program.kind), ["syntax-error", "syntax-error"]);
});

Deno.test("joined() gives what a process for each request gives", async () => {
  const inputs = fc.array(fc.array(fc.nat({ max: 4 }), { maxLength: 5 }), { minLength: 1, maxLength: 5 });
  await fc.assert(fc.asyncProperty(inputs, async (all) => {
    const outcomesOf = (executions: Execution[]) => executions.map(({ outcomes }) => outcomes);
    const each = async (execute: (one: ExecutionRequest) => Promise<Execution>) =>
      outcomesOf(await Promise.all(all.map((some) => execute(asked(...some)))));
    const { sandbox } = fakeSandbox(PROGRAMS);
    const executor = joined(sandbox);
    assert.deepEqual(await each((one) => executor.execute(one)), await each((one) => sandbox.execute(one)));
  }));
});
