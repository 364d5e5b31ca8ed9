import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { OutcomeStore } from "codebias/store/outcomes/outcome_store.ts";
import { type Place, remembering } from "codebias/store/outcomes/remembering.ts";
import type { Execution, ExecutionRequest, Outcome } from "codebias/core/types.ts";
import { decode, encode } from "codebias/values/mod.ts";
import { withFiles } from "../repository.ts";

const PROTECTION = { level: "full", python: "3.11", machine: "x86_64", packages: [], extra: 1 };
const LIMITS = { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 };

/** A sandbox whose program answers in a known way, and what it was asked for. */
function sandbox(answer: (x: number, before: readonly number[]) => Outcome | number) {
  const asked: number[][] = [];
  const executor: Place<typeof PROTECTION> = {
    workers: 3,
    protection: PROTECTION,
    execute(request, signal) {
      signal?.throwIfAborted();
      const inputs = request.calls.map(({ args }) => (decode(args!) as number[])[0]);
      asked.push(inputs);
      const outcomes: Outcome[] = [];
      for (const [index, x] of inputs.entries()) {
        const result = answer(x, inputs.slice(0, index));
        const outcome: Outcome = typeof result === "number"
          ? { kind: "returned", value: encode(result), cpuMs: 1 }
          : result;
        outcomes.push(outcome);
        if (request.stopAtLimit && outcome.kind === "cpu-limit") break;
      }
      return Promise.resolve({ program: { kind: "loaded", protection: "full" }, outcomes });
    },
  };
  return { executor, asked };
}

function requestOf(inputs: readonly number[], changes: Partial<ExecutionRequest> = {}): ExecutionRequest {
  const program = { kind: "program", source: "f", entryPoint: "f", namespace: "one" } as const;
  return { program, calls: inputs.map((x) => ({ args: encode([x]) })), limits: LIMITS, ...changes };
}

function withOutcomes(test: (store: OutcomeStore) => Promise<void>): Promise<void> {
  return withFiles({}, async (folder) => {
    using store = new OutcomeStore(join(folder, "outcomes.sqlite"), "code 1");
    await test(store);
  });
}

const LIMIT: Outcome = { kind: "cpu-limit", message: "", cpuMs: 2000 };

/** What the calls of an execution returned, or how they ended. */
const results = ({ outcomes }: Execution) =>
  outcomes.map((outcome) => outcome.kind === "returned" ? decode(outcome.value) : outcome.kind);

Deno.test("remembering() keeps what the sandbox says of itself", () =>
  withOutcomes((store) => {
    const { executor } = sandbox((x) => x);
    const remembered = remembering(executor, store);
    assert.equal(remembered.workers, 3);
    assert.equal(remembered.protection, PROTECTION);
    return Promise.resolve();
  }));

Deno.test("remembering() executes the calls that it does not know, and no others", () =>
  withOutcomes(async (store) => {
    const { executor, asked } = sandbox((x) => 2 * x);
    const remembered = remembering(executor, store);
    assert.deepEqual(results(await remembered.execute(requestOf([1, 2, 3]))), [2, 4, 6]);
    assert.deepEqual(results(await remembered.execute(requestOf([1, 4, 2, 5, 3]))), [2, 8, 4, 10, 6]);
    assert.deepEqual(results(await remembered.execute(requestOf([1, 2, 3, 4, 5]))), [2, 4, 6, 8, 10]);
    assert.deepEqual(asked, [[1, 2, 3], [4, 5]]);
  }));

Deno.test("remembering() takes no outcome of a sandbox with another order of sets", () =>
  withOutcomes(async (store) => {
    const { executor, asked } = sandbox((x) => x);
    for (const hashSeed of [undefined, 0, 1, 1]) {
      await remembering({ ...executor, hashSeed }, store).execute(requestOf([1]));
    }
    assert.deepEqual(asked, [[1], [1]]);
  }));

Deno.test("remembering() makes no call after a limit where none is wanted", () =>
  withOutcomes(async (store) => {
    const { executor, asked } = sandbox((x) => x === 3 ? LIMIT : x);
    const remembered = remembering(executor, store);
    const stopping = (inputs: readonly number[]) => requestOf(inputs, { stopAtLimit: true });
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(results(await remembered.execute(stopping([1, 2, 3, 4, 5]))), [1, 2, "cpu-limit"]);
    }
    assert.deepEqual(results(await remembered.execute(stopping([1, 9, 3, 4]))), [1, 9, "cpu-limit"]);
    assert.deepEqual(results(await remembered.execute(requestOf([1, 2, 3, 4]))), [1, 2, "cpu-limit", 4]);
    assert.deepEqual(asked, [[1, 2, 3, 4, 5], [9], [4]]);
  }));

Deno.test("remembering() executes calls that share what they leave all together", () =>
  withOutcomes(async (store) => {
    const { executor, asked } = sandbox((x, before) => x + 10 * before.length);
    const remembered = remembering(executor, store);
    const shared = (inputs: readonly number[]) => requestOf(inputs, { state: "shared" });
    assert.deepEqual(results(await remembered.execute(shared([1, 2]))), [1, 12]);
    assert.deepEqual(results(await remembered.execute(shared([1, 2, 3]))), [1, 12, 23]);
    assert.deepEqual(results(await remembered.execute(shared([1, 2]))), [1, 12]);
    assert.deepEqual(asked, [[1, 2], [1, 2, 3]]);
  }));

Deno.test("remembering() makes a call alone that may have failed because of those before it", () =>
  withOutcomes(async (store) => {
    const { executor, asked } = sandbox((x, before) => before.includes(1) ? -1 : x);
    const remembered = remembering(executor, store);
    assert.deepEqual(results(await remembered.execute(requestOf([1, 2]))), [1, -1]);
    assert.deepEqual(results(await remembered.execute(requestOf([2]))), [2]);
    assert.deepEqual(results(await remembered.execute(requestOf([2]))), [2]);
    assert.deepEqual(asked, [[1, 2], [2]]);
  }));

Deno.test("remembering() executes again what was not stored", () =>
  withOutcomes(async (store) => {
    let lost = 2;
    const { executor, asked } = sandbox((x) =>
      lost-- > 0 ? { kind: "infrastructure-error", message: "lost", cpuMs: 0 } : x
    );
    const remembered = remembering(executor, store);
    assert.deepEqual(results(await remembered.execute(requestOf([1]))), ["infrastructure-error"]);
    assert.deepEqual(results(await remembered.execute(requestOf([1]))), ["infrastructure-error"]);
    assert.deepEqual(results(await remembered.execute(requestOf([1]))), [1]);
    assert.deepEqual(results(await remembered.execute(requestOf([1]))), [1]);
    assert.equal(asked.length, 3);
  }));

Deno.test("remembering() remembers a program that does not load, and one without calls", () =>
  withOutcomes(async (store) => {
    let times = 0;
    const program = { kind: "syntax-error", protection: "full" } as const;
    const executor: Place = {
      workers: 1,
      protection: PROTECTION,
      execute: () => Promise.resolve({ program, outcomes: [], times: times++ }),
    };
    const remembered = remembering(executor, store);
    for (const inputs of [[], [1, 2], [3]]) {
      assert.deepEqual((await remembered.execute(requestOf(inputs))).program, program);
      assert.deepEqual((await remembered.execute(requestOf(inputs))).outcomes, []);
    }
    assert.equal(times, 1);
  }));

Deno.test("remembering() stops when it is told to, also when it knows the answer", () =>
  withOutcomes(async (store) => {
    const remembered = remembering(sandbox((x) => x).executor, store);
    await remembered.execute(requestOf([1]));
    const reason = new Error("enough");
    await assert.rejects(remembered.execute(requestOf([1]), AbortSignal.abort(reason)), reason);
    await assert.rejects(remembered.execute(requestOf([2]), AbortSignal.abort(reason)), reason);
  }));

Deno.test("remembering() gives what the sandbox would, in whatever batches and order it is asked", async () => {
  const inputs = fc.array(fc.nat(12), { minLength: 1, maxLength: 8 });
  const request = fc.record({
    inputs,
    stopAtLimit: fc.boolean(),
    state: fc.constantFrom("fresh" as const, "shared" as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 8 }), (requests) =>
      withOutcomes(async (store) => {
        // Shared state shows in the answers, leftovers of fresh calls do not.
        const answer = (shared: boolean) => (x: number, before: readonly number[]) =>
          x === 7 ? LIMIT : x + (shared ? 100 * before.length : 0);
        const direct = [sandbox(answer(false)).executor, sandbox(answer(true)).executor];
        const remembered = direct.map((executor) => remembering(executor, store));
        for (const { inputs, stopAtLimit, state } of requests) {
          const which = state === "shared" ? 1 : 0;
          const asked = requestOf(inputs, { stopAtLimit, state });
          assert.deepEqual(await remembered[which].execute(asked), await direct[which].execute(asked));
        }
      })),
    { numRuns: 60 },
  );
});
