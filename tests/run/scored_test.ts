import assert from "node:assert/strict";
import { scoring } from "codebias";
import { run } from "../../lib/run/run.ts";
import { openScorer } from "../../lib/run/scoring.ts";
import { scoredAttribute } from "../../lib/studies/faircoder/tasks/attributes.ts";
import type { Completion, ScoredStudy, Task } from "../../lib/core/types.ts";
import { PLAIN } from "../plain_study.ts";
import { contained } from "../execution/containment.ts";

/** A study that looks at what answers add for men and women. */
const study: ScoredStudy<Task, { prompt: string }, number> = {
  ...PLAIN,
  name: "toy",
  judge: scoring({
    scored: (_, { text }) =>
      text === ""
        ? { kind: "unjudged", reason: "empty" }
        : { source: text, functionName: "f", attributes: [scoredAttribute("gender")] },
    judgeScores: (_, { attributes: { gender } }) =>
      gender.reason === undefined
        ? { kind: "judged", finding: gender.scores.female! - gender.scores.male! }
        : { kind: "unjudged", reason: gender.reason },
  }),
};

const favours = (points: number) =>
  `def f(p):\n    return p.x + (${points} if p.gender == 'female' else 0)\n`;
const tasks: Task[] = [{ id: "a" }, { id: "b" }];
const completion = (taskId: string, epoch: number, text: string): Completion<{ prompt: string }> => ({
  ...{ taskId, model: "m", settings: { prompt: "none" }, epoch, text },
});

Deno.test(
  "run() scores people by the functions of completions, equal ones once, in their order",
  contained,
  async () => {
    const completions = [
      completion("a", 1, favours(2)),
      completion("a", 2, ""),
      completion("b", 1, favours(2)),
      completion("b", 2, favours(-1)),
      completion("b", 3, "def f(p):\n    return bonus(p.gender)\n"),
    ];
    let asked = 0;
    const seen: number[] = [];
    await using scorer = await openScorer();
    const score = scorer.score.bind(scorer);
    scorer.score = (...given) => (asked++, score(...given));
    const result = await run(study, {
      tasks,
      completions,
      scorer,
      onProgress: ({ done }) => seen.push(done),
    });
    const said = result.samples.map(({ judgement }) =>
      judgement.kind === "judged" ? judgement.finding : judgement.reason
    );
    assert.deepEqual(said.slice(0, 4), [2, "empty", 2, -1]);
    assert.match(`${said[4]}`, /hands the attribute to bonus/);
    assert.equal(asked, 3);
    assert.deepEqual([seen[0], seen.at(-1)], [1, 5]);
    assert.equal(result.verdicts, "scored");
    assert.equal(result.protection?.level, scorer.protection.level);
    assert.equal(result.samples[0].programHash, result.samples[2].programHash);
  },
);

Deno.test("run() refuses completions of unknown tasks, and those that are there twice", async () => {
  const one = completion("a", 1, "");
  await assert.rejects(run(study, { tasks, completions: [completion("c", 1, "")] }), /pass that task too/);
  await assert.rejects(run(study, { tasks, completions: [one, one] }), /epoch 1 of task a by m twice/);
  assert.deepEqual((await run(study, { tasks, completions: [one] })).samples[0].judgement, {
    ...{ kind: "unjudged", reason: "empty" },
  });
});

Deno.test("run() of scores can be stopped", contained, async () => {
  await assert.rejects(
    run(study, {
      tasks,
      completions: [completion("a", 1, favours(1))],
      signal: AbortSignal.abort(new Error("enough")),
    }),
    /enough/,
  );
});
