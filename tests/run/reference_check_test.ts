import assert from "node:assert/strict";
import { join } from "node:path";
import { checkTask } from "codebias/run/reference_check.ts";
import { run } from "codebias/run/run.ts";
import { keyFor } from "codebias/run/tool.ts";
import type { Outcome } from "codebias/core/types.ts";
import { OutcomeStore } from "codebias/store/outcomes/outcome_store.ts";
import { remembering } from "codebias/store/outcomes/remembering.ts";
import { dict, encode } from "codebias/values/mod.ts";
import { fakeSandbox, type Observed, tally } from "../fake_sandbox.ts";
import { answer, toy, type ToyCompletion, type ToyTask } from "../toy_study.ts";

type Options = { rule?: "strict" | "lenient"; seed?: number; draws?: number; outcomes?: OutcomeStore };

/** Checks programs against a task in a fake sandbox. */
async function check(
  texts: readonly string[],
  { sandbox }: Observed,
  { rule = "lenient", seed = 1, draws, outcomes, ...given }: Options & Partial<ToyTask> = {},
) {
  const task = { id: "a", ...given };
  const completions = texts.map((text) => answer("a", text));
  const { report, judgements } = await checkTask(
    task,
    completions,
    toy.judge.check(task, { rule, seed, draws }),
    {
      judge: toy.judge,
      rule,
      sandbox: outcomes ? remembering(sandbox, outcomes) : sandbox,
    },
  );
  const found = completions.map((completion) => judgements.get(completion)!.judgement);
  return { report, findings: found.map((one) => (one.kind === "judged" ? one.finding : one.reason)) };
}

/** Opens a store in a folder of its own. */
async function withStore(use: (outcomes: OutcomeStore) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    using outcomes = new OutcomeStore(join(folder, "outcomes.sqlite"), "code 1");
    await use(outcomes);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("checkTask() executes a wrong program on one draw if the first one shows it", async () => {
  const observed = fakeSandbox();
  const { findings } = await check(["raises", "wrong from 0", "loops"], observed);
  assert.deepEqual(findings, ["raised at 1", "returned at 1", "cpu-limit at 1"]);
  const counts = tally(observed.requests);
  for (const source of ["raises", "wrong from 0", "loops"]) {
    assert.deepEqual(counts[source], { times: 1, calls: 1 });
  }
});

Deno.test("checkTask() executes a wrong program little more often than it takes, and in few requests", async () => {
  for (const from of [1, 3, 4, 12, 50, 99]) {
    const observed = fakeSandbox();
    const source = `wrong from ${from}`;
    assert.deepEqual((await check([source], observed)).findings, [`returned at ${from + 1}`]);
    const { times, calls } = tally(observed.requests)[source];
    assert(times <= 5, `${times} requests`);
    assert(calls > from && calls <= Math.min(101, 8 * from + 13), `${calls} calls to find draw ${from + 1}`);
  }
});

Deno.test("checkTask() executes a right program on every draw once, in few requests", async () => {
  const observed = fakeSandbox();
  assert.deepEqual((await check(["sum"], observed)).findings, ["agreed on 100"]);
  const counts = tally(observed.requests);
  assert.equal(counts.sum.calls, 100);
  assert(counts.sum.times <= 5, `${counts.sum.times} requests`);
  assert.equal(counts.inputs.calls, 100);
  assert.equal(counts.double.calls, 100);
});

Deno.test("checkTask() gives reference and program a draw's own seed, and not the generator's", async () => {
  const seeds: number[][] = [];
  const note = (x: number, seed: number) => {
    seeds[x] = [...seeds[x] ?? [], seed];
    return 2 * x;
  };
  const inputs = (x: number, seed: number) => (note(x, seed), dict({ x }));
  await check(["sum"], fakeSandbox({ inputs, double: note, sum: note }), { draws: 30, seed: 4 });
  for (const [x, [generator, reference, program, ...rest]] of seeds.entries()) {
    assert.equal(generator, 4000 + x);
    assert.equal(reference, program);
    assert(Number.isSafeInteger(program) && program >= 0 && Math.abs(program - generator) > 1_000_000);
    assert.deepEqual(rest, []);
  }
  assert.equal(new Set(seeds.flat()).size, 60);
});

Deno.test("checkTask() does not take for a failure what only fails after other calls in one process", async () => {
  assert.deepEqual((await check(["right once a process"], fakeSandbox())).findings, ["agreed on 100"]);
});

Deno.test("checkTask() leaves out draws on which generator or reference fail", async () => {
  const { report, findings } = await check(["double", "wrong from 4"], fakeSandbox(), {
    generator: "odd inputs",
  });
  assert.deepEqual(report, { taskId: "a", draws: 100, usable: 50, problems: { bad: 50 } });
  assert.deepEqual(findings, ["agreed on 50", "returned at 3"], "inputs 1 and 3 come first");
  const fails = fakeSandbox({
    picky: (x) => x < 10 ? 2 * x : { kind: "raised", type: "X", message: "", cpuMs: 0 },
  });
  const other = await check(["sum"], fails, { reference: "picky" });
  assert.deepEqual([other.report.usable, other.findings], [10, ["agreed on 10"]]);
});

Deno.test("checkTask() executes no program against a task that fails from the start", async () => {
  for (const given of [{ generator: "no inputs" }, { reference: "raises" }, { generator: "not a program" }]) {
    const observed = fakeSandbox();
    const { report, findings } = await check(["double", "-", "sum"], observed, given);
    assert.equal(report.usable, 0);
    assert.deepEqual(findings, Array(3).fill("invalid: bad"));
    assert(!("sum" in tally(observed.requests)), JSON.stringify(given));
  }
});

Deno.test("checkTask() judges all programs by the task's report, even those that failed before it was clear", async () => {
  const late = fakeSandbox({
    "late failure": (x) =>
      x < 50 ? dict({ x }) : { kind: "raised", type: "ValueError", message: "", cpuMs: 0 },
  });
  const { report, findings } = await check(["wrong from 0", "double"], late, {
    rule: "strict",
    generator: "late failure",
  });
  assert("wrong from 0" in tally(late.requests));
  assert.equal(report.invalid, "bad");
  assert.deepEqual(findings, ["invalid: bad", "invalid: bad"]);
});

Deno.test("checkTask() with a store executes nothing twice and finds the same", async () => {
  await withStore(async (outcomes) => {
    const texts = ["double", "wrong from 30", "-", "raises", "not a program"];
    const first = fakeSandbox();
    const before = await check(texts, first, { outcomes });
    assert(first.requests.length > 0);
    const second = fakeSandbox();
    assert.deepEqual(await check(texts, second, { outcomes }), before);
    assert.deepEqual(second.requests, []);
  });
});

Deno.test("checkTask() with a store executes only the programs that are new", async () => {
  await withStore(async (outcomes) => {
    await check(["double", "raises"], fakeSandbox(), { outcomes });
    const observed = fakeSandbox();
    const { findings } = await check(["raises", "sum", "double"], observed, { outcomes });
    assert.deepEqual(findings, ["raised at 1", "agreed on 100", "agreed on 100"]);
    const programs = observed.requests.filter(({ stopAtLimit }) => stopAtLimit);
    assert.deepEqual(Object.keys(tally(programs)), ["sum"]);
  });
});

Deno.test("checkTask() with a store executes nothing again on fewer draws", async () => {
  await withStore(async (outcomes) => {
    await check(["sum", "wrong from 3"], fakeSandbox(), { outcomes });
    const observed = fakeSandbox();
    const { findings } = await check(["sum", "wrong from 3"], observed, { outcomes, draws: 99 });
    assert.deepEqual(findings, ["agreed on 99", "returned at 4"]);
    assert.deepEqual(observed.requests, []);
  });
});

Deno.test("run() with a store executes nothing again to judge by another rule", async () => {
  await withStore(async (outcomes) => {
    const options = {
      tasks: [{ id: "a" }],
      completions: ["sum", "wrong from 3", "raises"].map((text) => answer("a", text)),
      verdicts: "executed",
      rule: "strict",
      outcomes,
    } as const;
    await run(toy, { ...options, sandbox: fakeSandbox().sandbox });
    const milder: typeof toy = {
      ...toy,
      version: 2,
      judge: {
        ...toy.judge,
        judge: (draws, execution, before, task) =>
          execution.outcomes.some(({ kind }) => kind === "raised")
            ? toy.judge.judge(draws, execution, before, task)
            : undefined,
      },
    };
    const observed = fakeSandbox();
    const { samples } = await run(milder, { ...options, sandbox: observed.sandbox });
    const findings = samples.map((
      { judgement },
    ) => (judgement.kind === "judged" ? judgement.finding : judgement.reason));
    assert.deepEqual(findings, ["agreed on 100", "agreed on 100", "raised at 1"]);
    // What the stricter rule had no need of: the calls of the wrong program after its first wrong answer.
    assert.deepEqual(Object.keys(tally(observed.requests)), ["wrong from 3"]);
    assert(tally(observed.requests)["wrong from 3"].calls <= 100 - 4);
  });
});

Deno.test("checkTask() with a store does not take one check's outcomes for another's", async () => {
  await withStore(async (outcomes) => {
    await check(["sum"], fakeSandbox(), { outcomes });
    const other = fakeSandbox();
    await check(["sum"], other, { outcomes, seed: 2 });
    assert("sum" in tally(other.requests), "another seed");
    const observed = fakeSandbox();
    const elsewhere = { ...observed.sandbox.protection, python: "3.1" };
    await check(
      ["sum"],
      { ...observed, sandbox: Object.assign(observed.sandbox, { protection: elsewhere }) },
      { outcomes },
    );
    assert("sum" in tally(observed.requests), "another Python");
  });
});

Deno.test("checkTask() with a store remembers what it found about an invalid task", async () => {
  await withStore(async (outcomes) => {
    const before = await check(["double"], fakeSandbox(), { outcomes, generator: "no inputs" });
    const observed = fakeSandbox();
    assert.deepEqual(await check(["double"], observed, { outcomes, generator: "no inputs" }), before);
    assert.deepEqual(observed.requests, []);
  });
});

Deno.test("checkTask() never stores an infrastructure failure", async () => {
  await withStore(async (outcomes) => {
    const first = await check(["lost", "double"], fakeSandbox(), { outcomes });
    assert.deepEqual(first.findings, ["infrastructure-error", "agreed on 100"]);
    const repaired = fakeSandbox({ lost: (x) => 2 * x });
    assert.deepEqual(
      (await check(["lost", "double"], repaired, { outcomes })).findings,
      Array(2).fill("agreed on 100"),
    );
  });
});

Deno.test("checkTask() raises a sandbox that fails in generator or reference, and stores nothing of it", async () => {
  await withStore(async (outcomes) => {
    const failures = [[{ generator: "lost inputs" }, "generator"], [
      { reference: "lost" },
      "reference",
    ]] as const;
    for (const [given, stage] of failures) {
      await assert.rejects(check(["sum"], fakeSandbox(), { outcomes, ...given }), {
        name: "SandboxError",
        message: `Cannot check a: the sandbox failed in its ${stage}: lost`,
      });
      const repaired = fakeSandbox({
        "lost inputs": (x) => dict({ x }),
        lost: (x) => 2 * x,
      });
      assert.deepEqual((await check(["sum"], repaired, { outcomes, ...given })).findings, ["agreed on 100"]);
    }
  });
  const killed: Outcome = { kind: "signal", message: "signal 9", cpuMs: 0 }; // as where memory runs out
  await assert.rejects(check(["sum"], fakeSandbox({ killed: () => killed }), { reference: "killed" }), {
    name: "SandboxError",
    message: "Cannot check a: the sandbox failed in its reference: signal 9",
  });
});

Deno.test("checkTask() raises a machine that is too busy for generator or reference, but not one that waits", async () => {
  await assert.rejects(check(["sum"], fakeSandbox(), { reference: "starved" }), {
    name: "SandboxError",
    message: "Cannot check a: this machine is too busy for its reference; run it again when it is quieter",
  });
  await assert.rejects(check(["sum"], fakeSandbox(), { generator: "starved" }), { name: "SandboxError" });
  const { report } = await check(["sum"], fakeSandbox(), { reference: "sleeps" });
  assert.equal(report.usable, 0);
});

Deno.test("run() with a store goes on where it stopped", async () => {
  await withStore(async (outcomes) => {
    const tasks = [{ id: "a" }, { id: "b" }];
    const completions: ToyCompletion[] = [answer("a", "double"), answer("b", "raises"), answer("b", "sum")];
    const options = { tasks, completions, verdicts: "executed", rule: "strict", outcomes } as const;
    await run(toy, { ...options, completions: completions.slice(0, 1), sandbox: fakeSandbox().sandbox });
    const rest = fakeSandbox();
    const result = await run(toy, { ...options, sandbox: rest.sandbox });
    // Tasks of the toy study draw the same inputs, which are known after the first.
    assert.deepEqual(Object.keys(tally(rest.requests)).sort(), ["raises", "sum"]);
    const again = fakeSandbox();
    assert.deepEqual(await run(toy, { ...options, sandbox: again.sandbox }), result);
    assert.deepEqual(again.requests, []);
  });
});

Deno.test("keyFor() is the same for equal requests and differs for different bytes", () => {
  const base = toy.judge.check({ id: "a" }, { rule: "strict", seed: 1 });
  assert.equal(keyFor(base), keyFor(toy.judge.check({ id: "a" }, { rule: "strict", seed: 1 })));
  const others = [
    toy.judge.check({ id: "a" }, { rule: "strict", seed: 2 }),
    toy.judge.check({ id: "a" }, { rule: "lenient", seed: 1 }),
    toy.judge.check({ id: "a", reference: "sum" }, { rule: "strict", seed: 1 }),
    { ...base, generator: { ...base.generator, calls: base.generator.calls.slice(1) } },
    { ...base, generator: { ...base.generator, calls: [{ args: Uint8Array.of(1) }] } },
    { ...base, generator: { ...base.generator, calls: [{ args: Uint8Array.of(2) }] } },
  ];
  assert.equal(new Set([base, ...others].map(keyFor)).size, others.length + 1);
});

/** The toy study with three cases, of the inputs 1000 to 1002, whose result the programs of the fake sandbox say. */
const withCases = (results: string): typeof toy => ({
  ...toy,
  judge: {
    ...toy.judge,
    check: (task, options) => {
      const check = toy.judge.check(task, options);
      const request = (source: string) => ({
        ...check.generator,
        program: { ...check.generator.program, source },
        calls: [0, 1, 2].map((at) => ({ args: encode([at]), seed: at })),
      });
      return {
        ...check,
        passes: "args",
        cases: { inputs: request("case inputs"), results: request(results) },
      };
    },
  },
});

const CASES = {
  "inputs": (x: number) => [x],
  "case inputs": (x: number) => [1000 + x],
  "case results": (x: number) => 2 * (1000 + x),
  "other results": (x: number) => x === 2 ? 7 : 2 * (1000 + x),
  "wrong in one case": (x: number) => x === 1001 ? 0 : 2 * x,
  "right in cases": (x: number) => x >= 1000 ? 2 * x : -1,
};

const CASE_PROGRAMS = ["double", "wrong in one case", "right in cases"];

async function checkCases(results: string, rule: "strict" | "lenient" = "strict") {
  const { sandbox, requests } = fakeSandbox(CASES);
  const completions = CASE_PROGRAMS.map((text) => answer("a", text));
  const options = { tasks: [{ id: "a" }], completions, verdicts: "executed", rule, sandbox } as const;
  const { samples, tasks } = await run(withCases(results), options);
  const findings = samples.map(({ judgement }) =>
    judgement.kind === "judged" ? judgement.finding : "unjudged"
  );
  return { findings, tasks, requests };
}

Deno.test("run() tries cases with a known result before random inputs", async () => {
  const { findings, tasks, requests } = await checkCases("case results");
  assert.deepEqual(findings, ["agreed on 103", "returned at 2", "returned at 4"]);
  assert.deepEqual(tasks, [{ taskId: "a", draws: 103, usable: 103, problems: {} }]);
  assert(requests.flatMap(({ calls }) => calls).every(({ kwargs }) => kwargs === undefined));
});

Deno.test("run() takes the known result of a case for right, whatever the reference says", async () => {
  assert.deepEqual((await checkCases("other results")).findings, [
    "returned at 3",
    "returned at 2",
    "returned at 3",
  ]);
});

Deno.test("run() does not use a case whose result cannot be had", async () => {
  const { findings, tasks } = await checkCases("raises", "lenient");
  assert.deepEqual(findings, ["agreed on 100", "agreed on 100", "returned at 1"]);
  assert.deepEqual(tasks, [{ taskId: "a", draws: 103, usable: 100, problems: { bad: 3 } }]);
});
