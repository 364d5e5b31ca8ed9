import assert from "node:assert/strict";
import { investigate, linguistic } from "codebias";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { LinguisticTask } from "codebias/studies/linguistic/tasks/layout.ts";
import { doubling, type LinguisticSample, sample } from "./samples.ts";

const PASSED = { passed: true, result: "passed" };
const FAILED = { passed: false, result: "failed: AssertionError+Wrong Answer & " };

/** Returns the largest of some numbers; the reference is given as its body. */
function task(given: Partial<LinguisticTask>): LinguisticTask {
  return doubling({
    entryPoint: "f",
    prompts: { en: "def f(xs):\n", zh: "def f(xs):\n" },
    reference: "    return max(xs)\n",
    generator: "def rules(n):\n    import random\n    return {'xs': random.sample(range(10 * n), n)}\n",
    maxSize: 20,
    ...given,
  });
}

const plain = task({ id: "plain" });
const inPlace = task({ id: "in place", reference: "    xs.reverse()\n    return xs\n" });
const flaky = task({
  id: "flaky",
  generator:
    "def rules(n):\n    import random\n    return {'xs': [] if random.randrange(100) == 0 else [n]}\n",
  reference: "    return xs[0]\n",
});
const rarely = task({
  id: "rarely",
  generator: "def rules(n):\n    import random\n    return {'xs': [[1]][random.randrange(1500) == 7]}\n",
});

/** A sample and what must be found out about it. */
interface Case {
  readonly about: string;
  readonly sample: LinguisticSample;
  readonly expected: RegExp;
}

const CASES: readonly Case[] = [
  {
    about: "its change of the input is seen by the reference",
    sample: sample("passed", {
      taskId: "plain",
      recorded: FAILED,
      text: "    largest = max(xs)\n    xs.append(largest + 1)\n    return largest\n",
    }),
    expected:
      /^aliasing: on one object 500 of 500 draws fail \(different 500\), on copies 0 of 500 draws fail$/,
  },
  {
    about: "does nothing, and the reference changes what it returned",
    sample: sample("wrong", { taskId: "in place", recorded: PASSED, text: "    return xs\n" }),
    expected:
      /^aliasing: on one object 0 of 500 draws fail, on copies 500 of 500 draws fail \(different 500\)$/,
  },
  {
    about: "generator and program fail together now and then",
    sample: sample("passed", { taskId: "flaky", recorded: FAILED, text: "    return xs[0]\n" }),
    expected:
      /^luck: on one object (\d+ of 500 draws fail) \(program raised IndexError \d+\), on copies \1 \(program raised/,
  },
  {
    about: "the generator fails very rarely",
    sample: sample("passed", { taskId: "rarely", recorded: FAILED, text: "    return 1\n" }),
    expected: /^luck: the input generator alone: \d+ of 3000 draws fail \(generator raised IndexError \d+\)$/,
  },
  {
    about: "is wrong on rare inputs",
    sample: sample("wrong", {
      taskId: "plain",
      recorded: PASSED,
      text: "    return max(xs) if sum(xs) % 100 else None\n",
    }),
    expected:
      /^luck: on one object (\d+ of 500 draws fail) \(different \d+\), on copies \1 \(different \d+\)$/,
  },
  {
    about: "is right, whatever was recorded",
    sample: sample("passed", { taskId: "plain", recorded: FAILED, text: "    return sorted(xs)[-1]\n" }),
    expected:
      /^unexplained: on one object 0 of 500 draws fail; recorded: failed: AssertionError\+Wrong Answer/,
  },
  {
    about: "is wrong, whatever was recorded",
    sample: sample("wrong", { taskId: "plain", recorded: PASSED, text: "    return xs[0]\n" }),
    expected: /^unexplained: on one object 4\d\d of 500 draws fail \(different 4\d\d\)$/,
  },
];

Deno.test("explain() finds out by execution why verdicts differ", async () => {
  await using sandbox = await openSandbox(projectSandbox());
  const byId = new Map([plain, inPlace, flaky, rarely].map((task) => [task.id, task]));
  const found = await investigate(
    CASES.map(({ sample }) => sample),
    (one, executions) => linguistic.explain(one, byId.get(one.taskId)!, executions),
    { sandbox },
  );
  for (const [index, { about, sample, expected }] of CASES.entries()) {
    assert.equal(found[index].sample, sample);
    assert.match(`${found[index].cause}: ${found[index].evidence}`, expected, about);
  }
});
