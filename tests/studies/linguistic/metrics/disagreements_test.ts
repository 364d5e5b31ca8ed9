import assert from "node:assert/strict";
import { check, generatorDrawsOf } from "codebias/studies/linguistic/judge/check.ts";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import { programOf, referenceOf } from "codebias/studies/linguistic/judge/programs.ts";
import type { Execution, ExecutionRequest, Outcome, ProgramReport } from "codebias/core/types.ts";
import { decode, encode } from "codebias/values/mod.ts";
import type { PythonDict } from "codebias/values/python_value.ts";
import { doubling, sample } from "../samples.ts";

const task = doubling();
const THEY_PASSED = sample("wrong", { recorded: { passed: true, result: "passed" } });
const THEY_FAILED = sample("passed", { recorded: { passed: false, result: "timed out & " } });

/** What the harness said on some draws, e.g. `{ same: 499, different: 1 }`. */
function said(counts: Readonly<Record<string, number>>): Execution {
  const outcomes = Object.entries(counts).flatMap(([text, count]) =>
    Array<Outcome>(count).fill({ kind: "returned", value: encode(text), cpuMs: 0 })
  );
  return { program: { kind: "loaded", protection: "full" }, outcomes };
}

/** What the harness said until it met a limit. */
function stopped(
  counts: Readonly<Record<string, number>>,
  kind: "cpu-limit" | "wall-limit" | "infrastructure-error",
) {
  const { program, outcomes } = said(counts);
  return { program, outcomes: [...outcomes, { kind, message: "", cpuMs: 0 }] };
}

function next(of: typeof THEY_PASSED, ...executions: Execution[]): ExecutionRequest {
  const step = linguistic.explain(of, task, executions);
  assert(!("conclusion" in step));
  return step;
}

/** Cause and evidence. */
function conclusion(of: typeof THEY_PASSED, ...executions: Execution[]): [string, string] {
  const step = linguistic.explain(of, task, executions);
  assert("conclusion" in step);
  assert.equal(step.conclusion.sample, of);
  return [step.conclusion.cause, step.conclusion.evidence];
}

/** What the harness is told in each draw. */
function told({ calls }: ExecutionRequest): Record<string, unknown>[] {
  return calls.map(({ kwargs }) => Object.fromEntries((decode(kwargs!) as PythonDict).items));
}

Deno.test("explain() first asks for program and reference on one object, five times the task's draws", () => {
  for (const one of [THEY_PASSED, THEY_FAILED]) {
    const request = next(one);
    assert.equal(request.calls.length, 500);
    assert.equal(request.stopAtLimit, true);
    assert.equal(request.program.entryPoint, "draw");
    assert(told(request).every(({ shared }) => shared === true));
    assert.deepEqual(told(request)[0], {
      n: 100,
      shared: true,
      rules: task.generator,
      program: (programOf(task, one, "published") as { source: string }).source,
      reference: referenceOf(task, "published").source,
      name: "double",
    });
  }
});

Deno.test("explain() draws the inputs of the run itself, and four times as many others", () => {
  const seeds = next(THEY_FAILED).calls.map(({ seed }) => seed);
  assert.equal(new Set(seeds).size, 500);
  assert.deepEqual(next(THEY_PASSED).calls.map(({ seed }) => seed), seeds);
  const own = check(task, { rule: "published", seed: 1 }).generator.calls;
  assert.deepEqual(seeds.slice(0, 100), own.map(({ seed }) => seed));
  const sizes = told(next(THEY_FAILED)).map(({ n }) => n);
  assert.deepEqual(sizes.slice(0, 100), own.map(({ args }) => (decode(args!) as number[])[0]));
  const other = linguistic.explain(THEY_FAILED, task, [], 2);
  assert(!("conclusion" in other));
  assert.notDeepEqual(other.calls.map(({ seed }) => seed), seeds);
});

Deno.test("explain() tries a recorded failure that shows up on copies of the same inputs, too", () => {
  const second = next(THEY_FAILED, said({ same: 490, different: 10 }));
  const first = next(THEY_FAILED);
  assert.deepEqual(told(second), told(first).map((draw) => ({ ...draw, shared: false })));
  assert.deepEqual(second.calls.map(({ seed }) => seed), first.calls.map(({ seed }) => seed));
});

Deno.test("explain() calls a recorded failure aliasing that shows up on one object only", () => {
  assert.deepEqual(conclusion(THEY_FAILED, said({ same: 490, different: 10 }), said({ same: 500 })), [
    "aliasing",
    "on one object 10 of 500 draws fail (different 10), on copies 0 of 500 draws fail",
  ]);
});

Deno.test("explain() calls a recorded failure luck that shows up on copies, too", () => {
  const executions = [said({ same: 498, different: 2 }), said({ same: 499, "program raised KeyError": 1 })];
  assert.deepEqual(conclusion(THEY_FAILED, ...executions), [
    "luck",
    "on one object 2 of 500 draws fail (different 2), on copies 1 of 500 draws fail (program raised KeyError 1)",
  ]);
});

Deno.test("explain() does not call a recorded failure luck that is too rare for 100 draws", () => {
  const rare = said({ same: 19_999, different: 1 });
  assert.equal(conclusion(THEY_FAILED, rare, rare)[0], "unexplained");
  const often = said({ same: 19_997, different: 3 });
  assert.equal(conclusion(THEY_FAILED, often, often)[0], "luck");
});

Deno.test("explain() does not call a recorded failure luck when the program cannot have passed here", () => {
  for (const failed of [500, 300, 30]) {
    const often = said({ same: 500 - failed, "program raised NameError": failed });
    assert.equal(conclusion(THEY_FAILED, often, often)[0], "unexplained", `${failed} of 500`);
  }
  assert((1 - 22 / 500) ** 100 > 0.01);
  const seldom = said({ same: 478, "program raised NameError": 22 });
  assert.equal(conclusion(THEY_FAILED, seldom, seldom)[0], "luck");
});

Deno.test("explain() does not call a recorded failure luck of a generator that fails too seldom", () => {
  const rare = said({ generated: 19_999, "generator raised IndexError": 1 });
  assert.equal(conclusion(THEY_FAILED, said({ same: 500 }), rare)[0], "unexplained");
});

Deno.test("explain() tries the generator alone when a recorded failure does not show up", () => {
  const request = next(THEY_FAILED, said({ same: 500 }));
  assert.equal(request.calls.length, generatorDrawsOf(task));
  assert(told(request).every(({ program }) => program === null));
  assert.deepEqual(
    conclusion(THEY_FAILED, said({ same: 500 }), said({ generated: 2995, "generator raised IndexError": 5 })),
    ["luck", "the input generator alone: 5 of 3000 draws fail (generator raised IndexError 5)"],
  );
});

Deno.test("explain() leaves a recorded failure unexplained that shows up nowhere, and says what was recorded", () => {
  assert.deepEqual(conclusion(THEY_FAILED, said({ same: 500 }), said({ generated: 3000 })), [
    "unexplained",
    "on one object 0 of 500 draws fail; recorded: timed out & ",
  ]);
});

Deno.test("explain() tries a recorded pass that shows up on copies of the same inputs, too", () => {
  const second = next(THEY_PASSED, said({ same: 500 }));
  assert.deepEqual(told(second), told(next(THEY_PASSED)).map((draw) => ({ ...draw, shared: false })));
});

Deno.test("explain() calls a recorded pass aliasing that shows up on one object only", () => {
  assert.deepEqual(conclusion(THEY_PASSED, said({ same: 500 }), said({ different: 400, same: 100 })), [
    "aliasing",
    "on one object 0 of 500 draws fail, on copies 400 of 500 draws fail (different 400)",
  ]);
});

Deno.test("explain() leaves a failure of ours unexplained that cannot be had again on our own draws", () => {
  for (const verdict of ["wrong", "raised", "timed-out", "memory", "crashed", "no-program"] as const) {
    const ours = sample(verdict, { recorded: { passed: true, result: "passed" } });
    assert.deepEqual(conclusion(ours, said({ same: 500 }), said({ same: 500 })), [
      "unexplained",
      "on one object 0 of 500 draws fail, on copies 0 of 500 draws fail",
    ]);
    assert.equal(conclusion(ours, said({ same: 490, different: 10 }), said({ same: 500 }))[0], "unexplained");
  }
});

Deno.test("explain() calls a recorded pass luck only if 100 clean draws have a probability of 1 % or more", () => {
  assert((1 - 22 / 500) ** 100 > 0.01 && (1 - 23 / 500) ** 100 < 0.01);
  assert.deepEqual(conclusion(THEY_PASSED, said({ same: 478, different: 22 }), said({ different: 500 })), [
    "luck",
    "on one object 22 of 500 draws fail (different 22), on copies 500 of 500 draws fail (different 500)",
  ]);
  assert.deepEqual(conclusion(THEY_PASSED, said({ same: 477, different: 23 })), [
    "unexplained",
    "on one object 23 of 500 draws fail (different 23)",
  ]);
});

Deno.test("explain() counts every way of failing, a limit that ended the draws included", () => {
  const first = stopped(
    { same: 1, "program raised KeyError": 1, "reference raised KeyError": 1 },
    "cpu-limit",
  );
  assert.deepEqual(conclusion(THEY_PASSED, first), [
    "unexplained",
    "on one object 3 of 4 draws fail (program raised KeyError 1, reference raised KeyError 1, cpu-limit 1)",
  ]);
});

Deno.test("explain() concludes nothing from a machine that failed", () => {
  const report = (kind: ProgramReport["kind"]): Execution => ({
    program: { kind, protection: "full" },
    outcomes: [],
  });
  for (const one of [THEY_PASSED, THEY_FAILED]) {
    for (const kind of ["infrastructure-error", "wall-limit"] as const) {
      const expected = ["unexplained", `could not be looked into: ${kind}`];
      assert.deepEqual(conclusion(one, report(kind)), expected);
      assert.deepEqual(conclusion(one, stopped({ same: 3 }, kind)), expected);
      assert.deepEqual(conclusion(one, said({ same: 500 }), stopped({}, kind)), expected);
    }
  }
});
