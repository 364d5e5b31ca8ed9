import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { run } from "codebias/run/run.ts";
import type { RunOptions } from "codebias/run/run_options.ts";
import type { Rule } from "codebias/studies/linguistic/judge/programs.ts";
import { linguistic } from "codebias/studies/linguistic/study.ts";
import { fakeSandbox, type Observed, PROTECTION, tally } from "../fake_sandbox.ts";
import { completion, doubling } from "../studies/linguistic/samples.ts";
import { answer, toy, type ToyCompletion, type ToySettings, type ToyTask } from "../toy_study.ts";

type Options = RunOptions<ToyTask, ToySettings>;

const TASKS: readonly ToyTask[] = [{ id: "a" }, { id: "b" }, { id: "c", generator: "no inputs" }];

/** Runs completions of the toy study in a fake sandbox. */
function execute(
  completions: readonly ToyCompletion[],
  { sandbox }: Observed = fakeSandbox(),
  options: Partial<Options> = {},
) {
  return run(toy, { tasks: TASKS, completions, verdicts: "executed", rule: "strict", sandbox, ...options });
}

/** What was found about each sample. */
const findings = ({ samples }: Awaited<ReturnType<typeof execute>>) =>
  samples.map(({ judgement }) => (judgement.kind === "judged" ? judgement.finding : judgement.reason));

Deno.test("run() with recorded verdicts takes the authors' word, in the order of the completions", async () => {
  const completions = [
    answer("b", "x", { recorded: { passed: false, result: "timed out" } }),
    answer("a", "y", { recorded: { passed: true, result: "passed" } }),
  ];
  const judgement = (finding: string) => ({ kind: "judged" as const, finding });
  assert.deepEqual(await run(toy, { tasks: TASKS, completions, verdicts: "recorded" }), {
    study: "toy",
    verdicts: "recorded",
    samples: [
      { ...completions[0], judgement: judgement("false timed out") },
      { ...completions[1], judgement: judgement("true passed") },
    ],
    tasks: [],
  });
});

Deno.test("run() refuses recorded verdicts where a completion has none", async () => {
  const completions = [
    answer("a", "x", { recorded: { passed: true, result: "" } }),
    answer("a", "y", { model: "B" }),
  ];
  await assert.rejects(run(toy, { tasks: TASKS, completions, verdicts: "recorded" }), {
    name: "RangeError",
    message: 'Cannot use recorded verdicts: B has completions without one; use verdicts: "executed"',
  });
});

Deno.test("run() refuses to execute without a rule, or by one that there is not", async () => {
  const options = { tasks: TASKS, completions: [answer("a", "double")], verdicts: "executed" } as const;
  await assert.rejects(run(toy, options), {
    name: "RangeError",
    message: "Cannot execute programs without a rule: name one",
  });
  const { sandbox, requests } = fakeSandbox();
  const other = { tasks: [doubling()], completions: [completion()], rule: "Corrected" as Rule, sandbox };
  await assert.rejects(run(linguistic, { ...other, verdicts: "executed" }), {
    name: "RangeError",
    message: 'Cannot check by the rule "Corrected": it must be one of published, corrected',
  });
  assert.deepEqual(requests, []);
});

Deno.test("run() refuses completions of a task that it was not handed", async () => {
  const observed = fakeSandbox();
  await assert.rejects(execute([answer("a", "double"), answer("z", "double")], observed), {
    name: "RangeError",
    message: "Cannot execute completions of z: pass that task too",
  });
  assert.deepEqual(observed.requests, []);
});

Deno.test("run() of no completions executes nothing and needs no sandbox", async () => {
  const result = await run(toy, { tasks: TASKS, completions: [], verdicts: "executed", rule: "strict" });
  assert.deepEqual(result, { study: "toy", verdicts: "executed", rule: "strict", samples: [], tasks: [] });
});

Deno.test("run() gives samples in the order of the completions, whatever finishes first", async () => {
  const completions = [
    answer("c", "double"),
    answer("b", "wrong from 50"),
    answer("a", "double"),
    answer("b", "-"),
    answer("a", "raises"),
    answer("b", "double", { epoch: 2 }),
    answer("a", "not a program"),
  ];
  const result = await execute(completions);
  assert.deepEqual(findings(result), [
    "invalid: bad",
    "returned at 51",
    "agreed on 100",
    "empty",
    "raised at 1",
    "agreed on 100",
    "syntax-error",
  ]);
  for (const [index, { judgement: _, programHash: __, ...sample }] of result.samples.entries()) {
    assert.deepEqual(sample, completions[index]);
  }
});

Deno.test("run() says with what it ran, and which tasks could be used, in the dataset's order", async () => {
  const result = await execute([answer("c", "double"), answer("a", "double")], fakeSandbox(), { seed: 7 });
  const { samples: _, ...rest } = result;
  assert.deepEqual(rest, {
    study: "toy",
    verdicts: "executed",
    rule: "strict",
    seed: 7,
    protection: PROTECTION,
    tasks: [
      { taskId: "a", draws: 100, usable: 100, problems: {} },
      { taskId: "c", draws: 100, usable: 0, problems: { bad: 100 }, invalid: "bad" },
    ],
  });
  assert.equal((await execute([answer("a", "double")])).seed, 1);
});

Deno.test("run() hands seed, rule and number of draws to the study", async () => {
  const observed = fakeSandbox();
  const result = await execute([answer("a", "double")], observed, { seed: 3, draws: 5, rule: "lenient" });
  assert.deepEqual(findings(result), ["agreed on 5"]);
  const { source, namespace } = observed.requests[1].program;
  assert.deepEqual([source, namespace], ["double", "one"]);
  const seeds = observed.requests.filter(({ program }) => program.source === "inputs")
    .flatMap(({ calls }) => calls.map(({ seed }) => seed));
  assert.deepEqual(seeds, [3000, 3001, 3002, 3003, 3004]);
});

Deno.test("run() says how far it is, up to the total", async () => {
  const states: { done: number; total: number }[] = [];
  const completions = [answer("a", "double"), answer("b", "sum"), answer("a", "raises"), answer("c", "-")];
  await execute(completions, fakeSandbox(), { onProgress: (state) => states.push(state) });
  assert(states.every(({ total }) => total === 4));
  const done = states.map(({ done }) => done);
  assert.deepEqual(done, done.toSorted((a, b) => a - b));
  assert.equal(done.at(-1), 4);
});

Deno.test("run() stops with the signal's reason, and executes nothing after it", async () => {
  const reason = new Error("enough");
  const before = fakeSandbox();
  const signal = AbortSignal.abort(reason);
  await assert.rejects(execute([answer("a", "double")], before, { signal }), reason);
  assert.deepEqual(before.requests, []);

  const controller = new AbortController();
  const sources = Array.from({ length: 50 }, (_, index) => `wrong from ${index + 1}`);
  const during = fakeSandbox({
    inputs: (x) => {
      if (x === 50) controller.abort(reason);
      return { $type: "dict", items: [["x", x]] };
    },
  });
  const options = { signal: controller.signal };
  await assert.rejects(execute(sources.map((source) => answer("a", source)), during, options), reason);
  const count = during.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(during.requests.length, count);
  assert(count < 120, `${count} executions`);
});

Deno.test("run() fails as a whole when the sandbox does", async () => {
  const { sandbox } = fakeSandbox();
  const broken = Object.assign(sandbox, { execute: () => Promise.reject(new Error("no more processes")) });
  await assert.rejects(
    execute([answer("a", "double"), answer("b", "double")], { sandbox: broken, requests: [] }),
    /no more processes/,
  );
});

Deno.test("run() executes equal programs of a task once", async () => {
  const observed = fakeSandbox();
  const completions = ["double", "double\n", "double  \n\t\r\n", "sum"].map((text) => answer("a", text));
  const result = await execute([...completions, answer("b", "double")], observed);
  assert.deepEqual(findings(result), Array(5).fill("agreed on 100"));
  const programs = observed.requests.filter(({ stopAtLimit }) => stopAtLimit);
  const sources = tally(programs.map((request) => ({
    ...request,
    program: { ...request.program, source: request.program.source.trimEnd() },
  })));
  assert.equal(sources.double.calls, 200, "once in a, once in b");
  assert.equal(sources.sum.calls, 100);
});

Deno.test("run() tells programs apart that differ in white space that Python does not ignore", async () => {
  const sources = ["double\u3000", "double\u00a0", "double\v", "double", "\ndouble"];
  const observed = fakeSandbox();
  await execute(sources.map((text) => answer("a", text)), observed);
  const programs = observed.requests.filter(({ stopAtLimit }) => stopAtLimit);
  assert.deepEqual(Object.keys(tally(programs)).sort(), sources.toSorted());
});

Deno.test("run() gives each sample the hash of its own program, and none where there is none", async () => {
  const { samples } = await execute([answer("a", "double"), answer("a", "-"), answer("c", "double")]);
  const hash = createHash("sha256").update("double").digest("hex");
  assert.deepEqual(samples.map(({ programHash }) => programHash), [hash, undefined, undefined]);
});
