import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { compactOutcomes, OutcomeStore } from "codebias/store/outcomes/outcome_store.ts";
import { compress, decompress, packOutcomes, unpackOutcomes } from "codebias/store/outcomes/outcome_block.ts";
import type { Execution, ExecutionRequest, Outcome, ProgramReport } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";
import { whileHeld } from "../held_database.ts";
import { withFiles } from "../repository.ts";

const SURROUNDINGS = { level: "full", python: "3.11.2", machine: "x86_64", packages: ["numpy 2.2.6"] };
const LIMITS = { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 };
const PROGRAM = {
  kind: "program",
  source: "def f(x):\n    return x\n",
  entryPoint: "f",
  namespace: "one",
} as const;
const LOADED: ProgramReport = { kind: "loaded", protection: "full" };

/** Runs a test with a store that does not exist yet, in a folder that does not either. */
function withOutcomes(test: (store: OutcomeStore, path: string) => void): Promise<void> {
  return withFiles({}, (folder) => {
    const path = join(folder, "outputs", "outcomes.sqlite");
    using store = new OutcomeStore(path, "code 1");
    test(store, path);
    return Promise.resolve();
  });
}

function requestOf(inputs: readonly number[], changes: Partial<ExecutionRequest> = {}): ExecutionRequest {
  const calls = inputs.map((x) => ({ kwargs: encode([x]), seed: x }));
  return { program: PROGRAM, calls, limits: LIMITS, ...changes };
}

function returned(x: number): Outcome {
  return { kind: "returned", value: encode(x), cpuMs: 0.25 };
}

function executionOf(outcomes: readonly Outcome[], program: ProgramReport = LOADED): Execution {
  return { program, outcomes };
}

Deno.test("OutcomeStore gives back what happened in each call, whatever other calls it is asked for with", () =>
  withOutcomes((store, path) => {
    const request = requestOf([1, 2, 3]);
    const execution = executionOf([1, 2, 3].map(returned));
    assert.deepEqual(store.find(request, SURROUNDINGS), { outcomes: [undefined, undefined, undefined] });
    assert.equal(store.put(request, execution, SURROUNDINGS), true);
    using later = new OutcomeStore(path, "code 1");
    assert.deepEqual(later.find(request, SURROUNDINGS), { report: LOADED, outcomes: execution.outcomes });
    const mixed = later.find(requestOf([1, 4, 3, 3]), SURROUNDINGS);
    assert.deepEqual(mixed.outcomes, [returned(1), undefined, returned(3), returned(3)]);
  }));

Deno.test("OutcomeStore answers the first call of a process by one that was the first, too", () =>
  withOutcomes((store) => {
    store.put(
      requestOf([1, 2]),
      executionOf([returned(1), { kind: "raised", type: "E", message: "", cpuMs: 0 }]),
      SURROUNDINGS,
    );
    assert.deepEqual(store.find(requestOf([2, 1]), SURROUNDINGS).outcomes, [undefined, returned(1)]);
    store.put(requestOf([2]), executionOf([returned(2)]), SURROUNDINGS);
    assert.deepEqual(store.find(requestOf([2, 1]), SURROUNDINGS).outcomes, [returned(2), returned(1)]);
    assert.deepEqual(store.find(requestOf([1, 2]), SURROUNDINGS).outcomes, [returned(1), returned(2)]);
  }));

Deno.test("OutcomeStore does not take one request's outcomes for another's", () =>
  withOutcomes((store, path) => {
    const request = requestOf([1]);
    store.put(request, executionOf([returned(1)]), SURROUNDINGS);
    const calls = request.calls;
    const others: ExecutionRequest[] = [
      { ...request, program: { ...PROGRAM, source: PROGRAM.source + "\n" } },
      { ...request, program: { ...PROGRAM, entryPoint: "g" } },
      { ...request, program: { ...PROGRAM, namespace: "split" } },
      { ...request, limits: { ...LIMITS, cpuMs: 1 } },
      { ...request, limits: { ...LIMITS, wallMs: 1 } },
      { ...request, limits: { ...LIMITS, memoryMiB: 1 } },
      { ...request, limits: { ...LIMITS, outputMiB: 1 } },
      { ...request, state: "shared" },
      { ...request, clock: 0 },
      { ...request, calls: [{ ...calls[0], seed: 2 }] },
      { ...request, calls: [{ kwargs: calls[0].kwargs }] },
      { ...request, calls: [{ args: calls[0].kwargs, seed: 1 }] },
      { ...request, calls: [{ ...calls[0], init: {} }] },
      { ...request, calls: [{ seed: 1, init: { kwargs: calls[0].kwargs } }] },
    ];
    const known = (request: ExecutionRequest, surroundings = SURROUNDINGS, opened = store) =>
      opened.find(request, surroundings).outcomes[0] !== undefined;
    for (const [index, other] of others.entries()) assert.equal(known(other), false, `request ${index}`);
    const elsewhere = [
      { ...SURROUNDINGS, level: "without-pid-namespace" },
      { ...SURROUNDINGS, python: "3.12.0" },
      { ...SURROUNDINGS, machine: "aarch64" },
      { ...SURROUNDINGS, packages: [] },
    ];
    for (const other of elsewhere) assert.equal(known(request, other), false, JSON.stringify(other));
    using newer = new OutcomeStore(path, "code 2");
    assert.equal(known(request, SURROUNDINGS, newer), false);
    assert.equal(known(request), true);
    assert.equal(known({ ...request, state: "fresh" }), true);
    assert.equal(known({ ...request, stopAtLimit: true }), true);
    assert.equal(known(request, { ...SURROUNDINGS, kernel: "another" } as typeof SURROUNDINGS), true);
  }));

Deno.test("OutcomeStore knows calls that share what they leave only after the same calls", () =>
  withOutcomes((store) => {
    const shared = (inputs: readonly number[]) => requestOf(inputs, { state: "shared" });
    store.put(shared([1, 2, 3]), executionOf([1, 2, 3].map(returned)), SURROUNDINGS);
    assert.deepEqual(store.find(shared([1, 2]), SURROUNDINGS).outcomes, [1, 2].map(returned));
    assert.deepEqual(store.find(shared([1, 3]), SURROUNDINGS).outcomes, [returned(1), undefined]);
    assert.deepEqual(store.find(shared([2, 3]), SURROUNDINGS).outcomes, [undefined, undefined]);
  }));

Deno.test("OutcomeStore keeps what happened when a program was loaded", () =>
  withOutcomes((store) => {
    const report: ProgramReport = {
      kind: "syntax-error",
      message: "bad \ud800",
      type: "SyntaxError",
      protection: "full",
    };
    store.put(requestOf([1]), executionOf([], report), SURROUNDINGS);
    assert.deepEqual(store.find(requestOf([5, 6]), SURROUNDINGS), {
      report,
      outcomes: [undefined, undefined],
    });
    assert.deepEqual(store.find(requestOf([]), SURROUNDINGS), { report, outcomes: [] });
  }));

Deno.test("OutcomeStore does not keep what may be different the next time", () =>
  withOutcomes((store) => {
    const unsure: Outcome[] = [
      { kind: "infrastructure-error", message: "lost", cpuMs: 0 },
      { kind: "wall-limit", message: "", cpuMs: 500, idle: false },
      { kind: "wall-limit", message: "the calls took longer than all limits together", cpuMs: 0, idle: true },
      { kind: "signal", message: "signal 9", cpuMs: 0 },
      { kind: "signal", message: "signal 15", cpuMs: 0 },
      { kind: "protocol-violation", message: "", cpuMs: 0 },
      { kind: "nondeterministic", message: "loaded once, then: cpu-limit", cpuMs: 0 },
    ];
    for (const outcome of unsure) {
      assert.equal(store.put(requestOf([1, 2]), executionOf([returned(1), outcome]), SURROUNDINGS), false);
    }
    for (const kind of ["infrastructure-error", "wall-limit"] as const) {
      const report = { kind, message: "", idle: false, protection: "full" };
      assert.equal(store.put(requestOf([1]), executionOf([], report), SURROUNDINGS), false);
    }
    assert.deepEqual(store.find(requestOf([1, 2]), SURROUNDINGS), { outcomes: [undefined, undefined] });

    const sure: Outcome[] = [
      { kind: "wall-limit", message: "", cpuMs: 0, idle: true },
      { kind: "cpu-limit", message: "", cpuMs: 2000 },
      { kind: "memory-limit", message: "", cpuMs: 1 },
      { kind: "early-exit", message: "exit status 1", cpuMs: 1 },
      { kind: "unserialisable", type: "set", message: "a set", cpuMs: 1 },
      { kind: "raised", type: "KeyError", message: "'\0\ud800'", cpuMs: 0.125, mutated: [0, "x"] },
    ];
    for (const [index, outcome] of sure.entries()) {
      assert.equal(store.put(requestOf([index]), executionOf([outcome]), SURROUNDINGS), true);
      assert.deepEqual(store.find(requestOf([index]), SURROUNDINGS).outcomes, [outcome]);
    }
  }));

Deno.test("OutcomeStore keeps the outcomes of calls before a limit, and knows nothing of those after it", () =>
  withOutcomes((store) => {
    const limit: Outcome = { kind: "cpu-limit", message: "", cpuMs: 2000 };
    const request = requestOf([1, 2, 3], { stopAtLimit: true });
    store.put(request, executionOf([returned(1), limit]), SURROUNDINGS);
    assert.deepEqual(store.find(request, SURROUNDINGS).outcomes, [returned(1), limit, undefined]);
  }));

Deno.test("OutcomeStore does not keep executions whose values are very large", () =>
  withOutcomes((store) => {
    const half = { kind: "returned", value: new Uint8Array(33 << 20), cpuMs: 1 } as const;
    assert.equal(store.put(requestOf([1]), executionOf([half]), SURROUNDINGS), true);
    assert.equal(store.put(requestOf([2, 3]), executionOf([half, half]), SURROUNDINGS), false);
    assert.deepEqual(store.find(requestOf([1]), SURROUNDINGS).outcomes, [half]);
    assert.deepEqual(store.find(requestOf([2]), SURROUNDINGS).outcomes, [undefined]);
  }));

Deno.test("OutcomeStore waits while another process creates the same file", () =>
  withFiles({}, async (folder) => {
    let [tries, path] = [0, ""];
    const put = () => {
      using store = new OutcomeStore(path, "code 1");
      assert.equal(store.put(requestOf([1]), executionOf([returned(1)]), SURROUNDINGS), true);
    };
    do {
      path = join(folder, `${tries++}.sqlite`);
    } while (!await whileHeld(path, put)); // again, if a busy machine let the other process end first
  }));

Deno.test("OutcomeStore keeps the values of programs that agree once", () =>
  withOutcomes((store, path) => {
    // Bytes that do not compress.
    let state = 1;
    const value = Uint8Array.from({ length: 1 << 20 }, () => (state = Math.imul(state, 48_271) >>> 1) >>> 16);
    const outcome = { kind: "returned", value, cpuMs: 1 } as const;
    for (let program = 0; program < 20; program++) {
      const request = requestOf([1], { program: { ...PROGRAM, source: String(program) } });
      store.put(request, executionOf([{ ...outcome, cpuMs: program }]), SURROUNDINGS);
      assert.deepEqual(store.find(request, SURROUNDINGS).outcomes, [{ ...outcome, cpuMs: program }]);
    }
    store[Symbol.dispose]();
    assert(Deno.statSync(path).size < 2 << 20);
  }));

/** Records with the prototype of all objects. */
const PLAIN = { noNullPrototype: true } as const;

Deno.test("packOutcomes() and compress() lose nothing, whether values compress or not", () => {
  const value = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.uint8Array({ minLength: 2000, maxLength: 2000 }),
    fc.nat(3000).map((length) => new Uint8Array(length)),
  ).map((bytes) => new Uint8Array(bytes));
  const outcome: fc.Arbitrary<Outcome> = fc.oneof(
    fc.record({ kind: fc.constant("returned" as const), value, cpuMs: fc.nat() }, PLAIN),
    fc.record({
      kind: fc.constant("raised" as const),
      type: fc.string(),
      message: fc.string(),
      cpuMs: fc.nat(),
    }, PLAIN),
  );
  fc.assert(fc.property(fc.array(outcome, { maxLength: 6 }), (outcomes) => {
    const { heads, values } = packOutcomes(outcomes);
    const content = compress(values);
    assert.deepEqual(unpackOutcomes({ heads, values: decompress(content) }), outcomes);
    assert(content.bytes.length <= values.length);
  }));
});

Deno.test("compactOutcomes() removes what programs did by other versions of the code, but what both have in common stays", () =>
  withFiles({}, async (folder) => {
    const path = join(folder, "outcomes.sqlite");
    const put = (version: string, inputs: readonly number[]) => {
      using store = new OutcomeStore(path, version);
      store.put(requestOf(inputs), executionOf(inputs.map(returned)), SURROUNDINGS);
    };
    const known = (version: string, inputs: readonly number[]) => {
      using store = new OutcomeStore(path, version);
      return store.find(requestOf(inputs), SURROUNDINGS).outcomes;
    };
    put("code 0", [1, 2]);
    put("code 1", [1, 2]); // the same values, which are stored once
    put("code 0", [7]);
    await compactOutcomes(path, "code 1");
    assert.deepEqual(known("code 1", [1, 2]), [returned(1), returned(2)]);
    assert.deepEqual(known("code 0", [1, 2]), [undefined, undefined]);
    assert.deepEqual(known("code 0", [7]), [undefined]);
  }));
