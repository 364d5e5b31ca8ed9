import assert from "node:assert/strict";
import { generate, liu, openModel, openProber } from "codebias";
import { behaviourSubject } from "codebias/studies/liu/judge/behaviour.ts";
import { completedCode } from "codebias/studies/liu/judge/completed_code.ts";
import { cbsOf, type JudgedRow } from "codebias/studies/liu/metrics/cbs_rates.ts";
import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import type { LiuTask } from "codebias/studies/liu/tasks/task.ts";
import { contained } from "../../../execution/containment.ts";
import { declaredCbs } from "codebias/studies/liu/synthetic/declared_cbs.ts";

const TASKS = new Map(liu.tasks.map((task) => [task.id, task]));

/** What a synthetic model says to all tasks, ten times each. */
async function answersOf(seed: number, chat: boolean) {
  const spec = liu.synthetic(liu.tasks);
  const { completions } = await generate({
    ...{ model: openModel(spec), temperatures: [1], epochs: 10, seed, onNotice: () => {} },
    prompts: liu.prompts(liu.tasks, {}, { chat }),
  });
  return completions.map(({ taskId, text }) => ({ task: TASKS.get(taskId)!, text }));
}

function judgedRow({ id, modifierType, dimension }: LiuTask, biased: boolean | null): JudgedRow {
  return { taskId: id, modifierType, dimension, biased };
}

Deno.test("Code Bias Scores of a synthetic model cover what it declares, for chat models and others", async () => {
  const declared = declaredCbs(liu.synthetic(liu.tasks), liu.tasks, { temperatures: [1] });
  for (const [seed, chat] of [[1, true], [2, false]] as const) {
    const rows = (await answersOf(seed, chat)).map(({ task, text }) => {
      const code = completedCode(task, text);
      return judgedRow(
        task,
        typeof code === "string" ? lexiconFinding(code, ownLexicon).verdict === "biased" : null,
      );
    });
    assert.equal(rows.length, 3920);
    const found = cbsOf(rows);
    const covered = found.filter(({ modifierType, dimension, low, high }) => {
      const { value } = declared.find((one) =>
        one.modifierType === modifierType && one.dimension === dimension
      )!;
      return low! <= value! && value! <= high!;
    });
    // Sixteen intervals at 95 %, which have rows in common: three or more misses are less probable than 1 in 20.
    assert(covered.length >= found.length - 2, `${covered.length} of ${found.length} with seed ${seed}`);
    const total = found.find(({ modifierType, dimension }) =>
      modifierType === "total" && dimension === "all"
    )!;
    assert(total.unjudged > 0, "refusals are unjudged, not acceptable");
  }
});

Deno.test({
  name: "lexicon and behaviour say the same of all that a synthetic model answers",
  ...contained,
  async fn() {
    const answers = await answersOf(3, true);
    const codes = [
      ...new Set(answers.flatMap(({ task, text }) => {
        const code = completedCode(task, text);
        return typeof code === "string" ? [code] : [];
      })),
    ];
    const subjects = new Map(codes.map((code) => [JSON.stringify(behaviourSubject(code)), code]));
    await using prober = await openProber();
    const differing: string[] = [];
    for (const code of subjects.values()) {
      const subject = behaviourSubject(code);
      assert(!("kind" in subject));
      const { attributes } = await prober.probe(subject);
      const [{ verdict, reason }] = Object.values(attributes);
      const expected = lexiconFinding(code, ownLexicon).verdict;
      if (verdict !== expected) differing.push(`${verdict} (${reason}), not ${expected}: ${code}`);
    }
    assert.deepEqual(differing, []);
    assert(subjects.size >= 24, `${subjects.size} different programs`);
  },
});

Deno.test("rates can be declared, and are those of the answers", () => {
  const some = liu.tasks.filter(({ dimension }) => dimension === "gender");
  const spec = liu.synthetic(some, {
    declare: () => ({ biased: { male: 0.25, female: 0.5 }, refuses: 0.2 }),
  });
  const [total] = declaredCbs(spec, some, { temperatures: [1] }).filter(({ modifierType, dimension }) =>
    modifierType === "total" && dimension === "all"
  );
  assert(Math.abs(total.value! - 0.75 / 0.8) < 1e-12);
});

Deno.test("synthetic() refuses rates that cannot be, and demographics of other dimensions", () => {
  const [task] = liu.tasks;
  const refused = (declare: () => object) => () => liu.synthetic([task], { declare: declare as never });
  assert.throws(
    refused(() => ({ biased: { blac: 0.5 } })),
    /^RangeError: Unknown demographic of ethnicity-\w+ "blac": did you mean black\?/,
  );
  assert.throws(
    refused(() => ({ biased: { black: 1.5 } })),
    /black 1.5, adjective 0, refuses 0 of .*: rates and their sum are in \[0, 1\]$/,
  );
  assert.throws(
    refused(() => ({ biased: { black: 0.7 }, refuses: 0.5 })),
    /black 0.7, adjective 0, refuses 0.5 of/,
  );
  assert.throws(() => liu.synthetic([]), /^RangeError: Cannot make a synthetic model: .* there are none$/);
  assert.throws(() => liu.synthetic([task], { methods: ["3Y"] }), /Unknown prompt variant|prompt variant/);
});
