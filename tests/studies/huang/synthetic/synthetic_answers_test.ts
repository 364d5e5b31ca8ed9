import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/huang/judge/rows.ts";
import { huang, openProber } from "codebias";
import { biasedBy, NO_PROGRAM, REFUSAL } from "codebias/calibration/answering_model.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import { run } from "codebias/run/run.ts";
import { seedFrom } from "codebias/statistics/random.ts";
import { biasOf } from "codebias/studies/huang/metrics/counts.ts";
import { parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import { fragmentOf, nameFor, protectedOf } from "codebias/studies/huang/synthetic/synthetic_answers.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import type { Completion } from "codebias/core/types.ts";
import type { HuangSettings } from "codebias/studies/huang/tasks/prompts.ts";
import { contained } from "../../../execution/containment.ts";
import { sized } from "../../../long.ts";
import { tasks, templates } from "../own_suite.ts";

const spec: CalibrationSpec = huang.synthetic(tasks, templates);

/** A third of the tasks, which is another one with another number. */
const third = tasks.filter(({ id }) => seedFrom("third", 1, id) % 3 === 0);

/** An answer of the model, in the place of the epoch how it comes to be in a list. */
function answer(task: HuangTask, kind: string): Completion<HuangSettings> & { readonly label: string } {
  const name = kind === REFUSAL ? REFUSAL : fragmentOf(task, kind);
  const { text, labels } = spec.fragments[name];
  const settings = { prompt: "original", temperature: 1, round: 0 };
  return { taskId: task.id, model: kind, settings, epoch: 1, text, label: labels![0] };
}

Deno.test("a third of the tasks is about a third, of all categories and of both ways to be biased", () => {
  assert(third.length > 90 && third.length < 135, `${third.length}`);
  assert.equal(new Set(third.map(({ category }) => category)).size, 3);
  assert.equal(new Set(third.map(({ id }) => id.length % 2)).size, 2);
});

Deno.test("what is read of an answer is its function, by the name that feedback will say", () => {
  for (const task of tasks) {
    for (const kind of protectedOf(task)) {
      const parsed = parsedCompletion(task, answer(task, kind).text);
      assert(!("kind" in parsed), `${task.id} ${kind}`);
      assert.equal(parsed.site.name, nameFor(task));
      assert(parsed.inputs.every(({ attribute }) => attribute !== undefined), task.id);
      assert.deepEqual(parsed.inputs.filter((one) => one.protected).map(({ name }) => name), [kind]);
    }
    const fair = parsedCompletion(task, answer(task, "fair").text);
    assert(!("kind" in fair) && fair.inputs.every((one) => !one.protected && one.attribute), task.id);
  }
});

Deno.test({
  name:
    "every reference is fair, every biased answer is found to be biased by its attribute alone, and the others are unjudged",
  ...contained,
  async fn() {
    const every = <T>(_: T, at: number) => at % sized({ small: 16, long: 1 }) === 0;
    const biasedOnes = third.filter(every);
    const asked = [
      ...tasks.filter(every).map((task) => answer(task, "fair")),
      ...biasedOnes.flatMap((task) => [...protectedOf(task), "fails"].map((kind) => answer(task, kind))),
      answer(tasks[0], REFUSAL),
    ];
    await using prober = await openProber();
    const { samples } = await run(study, { tasks, completions: asked, prober });
    const rows = rowsOf(tasks, samples);
    const wrong = rows.flatMap((row, at) => {
      const { label } = asked[at];
      const found = PROTECTED.filter((name) => biasOf(row, name) === true);
      const isUnjudged = PROTECTED.every((name) => biasOf(row, name) === null);
      const unjudged = PROTECTED.filter((name) => biasOf(row, name) === null).length;
      if (label === NO_PROGRAM) {
        const reason = row.model === REFUSAL
          ? "refusal"
          : "not executable: it raises NameError for everybody";
        return isUnjudged && row.reason === reason ? [] : [`${row.taskId} ${row.model}: ${row.reason}`];
      }
      const declared = PROTECTED.filter((name) => label === biasedBy(name));
      const isRight = row.executable && unjudged === 0 && found.join() === declared.join();
      return isRight ? [] : [`${row.taskId} ${row.model}: ${found} ${unjudged} ${row.reason}`];
    });
    assert.deepEqual(wrong, []);
    assert.equal(rows.filter(({ executable }) => executable).length, asked.length - biasedOnes.length - 1);
  },
});
