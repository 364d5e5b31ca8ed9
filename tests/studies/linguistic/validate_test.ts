import assert from "node:assert/strict";
import fc from "fast-check";
import { validate } from "codebias/studies/linguistic/judge/check.ts";
import { wilson } from "codebias/statistics/mod.ts";
import type { Rule } from "codebias/studies/linguistic/judge/programs.ts";
import type { Draw, DrawProblem } from "codebias/core/types.ts";
import { dict, encode } from "codebias/values/mod.ts";
import { doubling } from "./samples.ts";

const task = doubling();
const USABLE: Draw = { seed: 1, kwargs: encode(dict({ x: 1 })), expected: encode(2) };

const raised = (type: string, stage: DrawProblem["stage"] = "generator"): Draw => ({
  seed: 1,
  problem: { stage, outcome: { kind: "raised", type, message: "", cpuMs: 0 } },
});

/** Draws of which some are usable, and the others fail in the generator. */
function draws(usable: number, bad: number): Draw[] {
  return [...Array<Draw>(usable).fill(USABLE), ...Array<Draw>(bad).fill(raised("ValueError"))];
}

function isValid(usable: number, bad: number, rule: Rule): boolean {
  return validate(task, draws(usable, bad), rule).invalid === undefined;
}

Deno.test("validate() reports draws, usable ones and problems", () => {
  const mixed = [
    ...draws(95, 2),
    raised("IndexError"),
    raised("ValueError", "reference"),
    raised("ValueError", "reference"),
  ];
  assert.deepEqual(validate(task, mixed, "corrected"), {
    taskId: "test/1",
    draws: 100,
    usable: 95,
    problems: {
      "input generator raised ValueError": 2,
      "input generator raised IndexError": 1,
      "reference solution raised ValueError": 2,
    },
  });
});

Deno.test("validate() has nothing to say about a task without problems, whatever the rule", () => {
  for (const rule of ["published", "corrected"] as const) {
    assert.deepEqual(validate(task, draws(100, 0), rule), {
      taskId: "test/1",
      draws: 100,
      usable: 100,
      problems: {},
    });
  }
});

Deno.test("validate() finds a task with 20 % usable draws invalid under published, valid under corrected", () => {
  const report = validate(task, draws(20, 80), "published");
  assert.equal(report.invalid, "input generator raised ValueError");
  assert.equal(report.usable, 20);
  assert.equal(validate(task, draws(20, 80), "corrected").invalid, undefined);
});

Deno.test("validate() does not find a task invalid for 1 bad draw in 100", () => {
  assert(isValid(99, 1, "published"));
  assert(isValid(99, 1, "corrected"));
});

Deno.test("validate() under published is invalid where 100 clean draws have a probability below 1 in 1,000", () => {
  assert(wilson(89, 100).high ** 100 > 0.001 && wilson(88, 100).high ** 100 < 0.001);
  assert(isValid(89, 11, "published"));
  assert(!isValid(88, 12, "published"));
});

Deno.test("validate() under published does not condemn a task for one bad draw of few", () => {
  assert(isValid(2, 1, "published"));
  assert(!isValid(1, 2, "published"));
  assert(!isValid(0, 3, "published"));
});

Deno.test("validate() under corrected is invalid where fewer than a tenth of the draws are usable", () => {
  assert(isValid(10, 90, "corrected"));
  assert(!isValid(9, 91, "corrected"));
  assert(!isValid(0, 3, "corrected"));
});

Deno.test("validate() under corrected accepts whatever published accepts, and more usable draws never hurt", () => {
  const count = fc.integer({ min: 0, max: 60 });
  fc.assert(fc.property(count, count, (usable, bad) => {
    fc.pre(usable + bad > 0);
    for (const rule of ["published", "corrected"] as const) {
      if (isValid(usable, bad, rule)) assert(isValid(usable + 1, bad, rule));
    }
    if (isValid(usable, bad, "published")) assert(isValid(usable, bad, "corrected"));
  }));
});

Deno.test("validate() names each way in which generator and reference can fail", () => {
  const problems: [DrawProblem, string][] = [
    [{
      stage: "generator",
      outcome: { kind: "syntax-error", type: "SyntaxError", message: "", protection: "full" },
    }, "input generator is not valid Python"],
    [{
      stage: "reference",
      outcome: { kind: "unserialisable", type: "generator", message: "a generator", cpuMs: 0 },
    }, "reference solution returned a generator"],
    [
      { stage: "reference", outcome: { kind: "cpu-limit", message: "", cpuMs: 4000 } },
      "reference solution: cpu-limit",
    ],
    [
      { stage: "generator", outcome: { kind: "memory-limit", message: "", cpuMs: 1 } },
      "input generator: memory-limit",
    ],
    [
      { stage: "generator", outcome: { kind: "no-entry-point", protection: "full" } },
      "input generator: no-entry-point",
    ],
    [
      { stage: "reference", outcome: { kind: "raised", type: "NameError", protection: "full" } },
      "reference solution raised NameError",
    ],
  ];
  for (const [problem, name] of problems) {
    const report = validate(task, [{ seed: 1, problem }], "corrected");
    assert.deepEqual(report.problems, { [name]: 1 });
    assert.equal(report.invalid, name);
  }
});

Deno.test("validate() gives all problems as the reason, each once", () => {
  const all = [raised("ValueError"), raised("ValueError"), raised("TypeError", "reference")];
  assert.equal(
    validate(task, all, "published").invalid,
    "input generator raised ValueError; reference solution raised TypeError",
  );
});
