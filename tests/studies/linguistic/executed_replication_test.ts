import assert from "node:assert/strict";
import { investigate, linguistic, openSource, run } from "codebias";
import { agreement } from "codebias/studies/linguistic/metrics/executed.ts";
import { answerAgreement } from "codebias/studies/linguistic/figures/answers.ts";
import { disagreementTable } from "codebias/studies/linguistic/paper/tables/tables.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { sized } from "../../long.ts";
import { artifacts, NO_ARTIFACT } from "./artifact.ts";

/** The tasks that no program can pass under the authors' rule. */
const INVALID = [
  ...["HumanEval/26", "HumanEval/34", "HumanEval/35", "HumanEval/43", "HumanEval/52", "HumanEval/58"],
  ...["HumanEval/70", "HumanEval/94", "HumanEval/109", "MBPP/27"],
  ...["leetcode/409", "leetcode/697", "leetcode/961", "leetcode/1200"],
];

/** How many of the ten samples of a task are executed, and of how many tasks one. */
const [EPOCHS, EVERY] = sized({ small: [1, 3], long: [10, 1] });

Deno.test({
  name: "executing CodeLlama's programs gives the recorded verdicts, up to luck and aliasing" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openSource(linguistic, { source: "artifact", artifacts });
    const all = await source.tasks();
    const tasks = all.filter((_, at) => at % EVERY === 0);
    const ids = new Set(tasks.map(({ id }) => id));
    const expected = INVALID.filter((id) => ids.has(id));
    assert(expected.length >= 3);
    const recorded = linguistic.toExecute(await source.completions({ models: ["CodeLlama"] }));
    assert.equal(recorded.length, 2 * 52 * 10);
    const completions = recorded.filter(({ taskId, epoch }) => ids.has(taskId) && epoch <= EPOCHS);
    await using sandbox = await openSandbox(projectSandbox());
    const result = await run(linguistic, {
      tasks,
      completions,
      verdicts: "executed",
      rule: "published",
      sandbox,
    });
    const invalid = result.tasks.filter((task) => task.invalid !== undefined).map(({ taskId }) => taskId);
    assert.deepEqual(invalid.toSorted(), expected.toSorted());

    const { estimate, disagreements } = agreement(result.samples, result.tasks);
    assert.equal(
      estimate.n + estimate.unjudged,
      (tasks.length - expected.length) * 2 * EPOCHS,
      "every sample is accounted for",
    );
    assert(estimate.unjudged <= 2, `${estimate.unjudged} samples could not be judged`);
    assert.equal(Math.round(estimate.value! * estimate.n), estimate.n - disagreements.length);

    const byId = new Map(tasks.map((task) => [task.id, task]));
    const causes = await investigate(
      disagreements,
      (sample, executions) => linguistic.explain(sample, byId.get(sample.taskId)!, executions),
      { sandbox },
    );
    assert.deepEqual(causes.map(({ sample }) => sample), disagreements, "no disagreement is dropped");
    const count = (cause: string) => causes.filter((found) => found.cause === cause).length;
    assert.equal(count("luck") + count("aliasing") + count("unexplained"), disagreements.length);

    // `deno test --quiet` keeps this to itself.
    for (const sentence of answerAgreement(estimate, causes)) console.log(sentence);
    console.log(disagreementTable(causes).toString());
    assert(estimate.value! >= 0.95, "most samples agree without any explanation");
    const agreed = estimate.n - disagreements.length;
    const explained = count("luck") + count("aliasing");
    assert(agreed / (estimate.n - explained) >= 0.99, `${count("unexplained")} are unexplained`);
  },
});
