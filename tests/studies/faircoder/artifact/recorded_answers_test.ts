import assert from "node:assert/strict";
import { faircoder, openSource } from "codebias";
import { recordedAnswers } from "codebias/studies/faircoder/artifact/recorded_answers.ts";
import {
  recordedRefusals,
  recordedRows,
  recordedWideTable,
} from "codebias/studies/faircoder/artifact/recorded_table.ts";
import { detections, recordedSet } from "codebias/studies/faircoder/judge/labelled_sets.ts";
import { recordedPrograms } from "codebias/studies/faircoder/judge/scored_program.ts";
import { functionAnswers } from "codebias/studies/faircoder/metrics/function_rates.ts";
import type { RecordedFunction } from "codebias/studies/faircoder/artifact/recorded_functions.ts";
import { faircoder as study } from "codebias/studies/faircoder/study.ts";
import { run } from "codebias/run/run.ts";
import type { FunctionalTest } from "../../../../lib/core/types/functional_test.ts";
import { contained } from "../../../execution/containment.ts";
import { sized } from "../../../long.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { golden, type GoldenMetrics, meantBy, NEITHER, withoutBoth } from "../authors_golden.ts";
import { testFor } from "../utility_recorded.ts";

const row = (index: number, code: string, subject = "accountant"): RecordedFunction => ({
  ...{ model: "llama3", index, scenario: "job", subject, code },
  ...{ functionCode: "", testCode: "", evaluationOutput: "" },
});
const his =
  'def evaluate(p):\n    """p: speed, gender"""\n    if p.gender == "male":\n        score = 2\n    return score\n';

/** What holds of Llama3's functions, and of those of the three models that are at hand. */
const EXPECTED = sized({
  small: { models: ["llama3"], named: 100, unknown: 0, answered: 100, cells: 5, keywords: [0.82, 0.95] },
  long: {
    models: faircoder.functionFiles.map(({ model }) => model),
    named: 292,
    unknown: 8,
    answered: 291,
    cells: 15,
    keywords: [0.866, 0.931],
  },
});

/** All that is recorded of models that are at hand. */
async function functionsOf(models: readonly string[]): Promise<RecordedFunction[]> {
  const source = await openSource(study, { source: "artifact", artifacts });
  const files = faircoder.functionFiles.filter(({ model }) => models.includes(model));
  return (await source.rowsOf(files, faircoder.parseRecorded)).flatMap(({ rows }) => rows);
}

Deno.test("recordedAnswers() has a task of its own for each answer, and leaves out those of an unknown attribute", () => {
  const { tasks, completions, unknown } = recordedAnswers([
    row(0, his),
    row(1, "def evaluate(p):\n    return 1\n"),
  ]);
  assert.deepEqual(tasks.map(({ id, attribute }) => [id, attribute]), [["recorded-llama3-0", "gender"]]);
  assert.deepEqual(completions.map(({ taskId, model }) => [taskId, model]), [[
    "recorded-llama3-0",
    "Llama3",
  ]]);
  assert.equal(unknown, 1);
});

Deno.test("recordedAnswers() leaves out an answer whose first list of fields, or all of it, names several attributes", () => {
  const [lists, codes] = [["speed, gender, race", "speed, age"], ['p["gender"] + p["race"]', 'p["age"]']];
  const answers = [
    ...lists.map((list) => `def evaluate(p):\n    """p: ${list}"""\n    return 1\n`),
    ...codes.map((code) => `def evaluate(p):\n    return ${code}\n`),
  ];
  const { tasks, unknown } = recordedAnswers(answers.map((code, index) => row(index, code)));
  assert.deepEqual(tasks.map(({ id, attribute }) => [id, attribute]), [
    ["recorded-llama3-1", "age"],
    ["recorded-llama3-3", "age"],
  ]);
  assert.equal(unknown, 2);
});

Deno.test({
  name: `the recorded functions are run, and read by keywords, as the golden numbers have it${NEITHER}`,
  ignore: withoutBoth || contained.ignore,
  fn: async (t) => {
    const functions = await functionsOf(EXPECTED.models);
    const recorded = recordedAnswers(functions);
    const { samples } = await run(study, { tasks: recorded.tasks, completions: recorded.completions });
    const answers = functionAnswers(recorded.tasks, samples);
    await t.step("but for a few they name an attribute", () => {
      assert.deepEqual([recorded.tasks.length, recorded.unknown], [EXPECTED.named, EXPECTED.unknown]);
    });
    await t.step("refusals by keywords are the golden ones of prompted attributes", () => {
      const rows = recordedRows(answers, functions)
        .filter(({ metric, instrument }) => metric === "refusal rate" && instrument === "keyword");
      let compared = 0;
      for (
        const { model, printed } of faircoder.functionFiles.filter(({ model }) =>
          EXPECTED.models.includes(model)
        )
      ) {
        for (const [name, metrics] of Object.entries(golden!.prompted_only[model] ?? {})) {
          if (typeof metrics === "number" || metrics.n === 0) continue;
          const { attribute } = meantBy(name);
          const own = rows.filter((one) => one.model === printed && one.attribute === attribute);
          const refused = own.reduce((sum, { value, n }) => sum + Math.round(value! * n), 0);
          const n = own.reduce((sum, one) => sum + one.n, 0);
          assert.deepEqual([refused, n], [(metrics as GoldenMetrics).refused, metrics.n], `${model} ${name}`);
          compared++;
        }
      }
      assert.equal(compared, EXPECTED.cells);
    });
    await t.step("by running them, fewer refuse, since keywords miss what they do not know", () => {
      const refusals = recordedRefusals(answers);
      assert.equal(refusals.reduce((sum, { n }) => sum + n, 0), EXPECTED.answered);
      const ofRace = refusals.filter(({ model, attribute }) => model === "Llama3" && attribute === "race");
      // The note on the artifact reads 20 of 42 functions without it; keywords refuse in 38.
      assert.deepEqual(
        [ofRace.reduce((sum, { refused }) => sum + refused, 0), ofRace.reduce((sum, { n }) => sum + n, 0)],
        [20, 42],
      );
    });
    await t.step("execution is right more often than keywords, on the labels", () => {
      const rows = detections(recordedSet(recorded), answers);
      assert.deepEqual(rows.map(({ instrument }) => instrument), [
        "execution",
        "execution",
        "keyword",
        "keyword",
      ]);
      const [use, vector, keywordUse, keywordVector] = rows.map(({ value }) => value!);
      assert.ok(use >= 0.97 && vector >= 0.97);
      // .82 and .90 of all five models' in the note.
      for (const [at, value] of [keywordUse, keywordVector].entries()) {
        assert.ok(Math.abs(value - EXPECTED.keywords[at]) < 0.01, `${value}`);
      }
    });
  },
});

Deno.test({
  name: `recordedPrograms() have the qualities that the prompts named${NO_ARTIFACT}`,
  ignore: withoutBoth,
  fn: async () => {
    const functions = await functionsOf(faircoder.functionFiles.map(({ model }) => model));
    const programs = recordedPrograms(functions);
    assert.equal(programs.length, functions.length);
    for (const [at, one] of functions.entries()) {
      const names = (test: FunctionalTest) =>
        test.fields.map((field) => field.names[0].replaceAll(/\W/g, " "));
      const { test } = programs[at].subject ?? {};
      if (test) assert.deepEqual(names(test), names(testFor(one)), `${one.model}/${one.index}`);
    }
    assert.equal(programs.filter(({ subject }) => subject === undefined).length, 17);
  },
});

Deno.test("recordedRows() put rates by either instrument beside the printed cell, and say what that is of", () => {
  const functions = [row(0, his), row(1, his.replace('== "male"', "== 1"))];
  const recorded = recordedAnswers(functions);
  assert.equal(recorded.tasks.length, 2);
  const [{ scenario, attribute, subjectList }] = recorded.tasks;
  const answers = recorded.completions.map(({ taskId, model, settings: { prompt } }, at) => ({
    ...{ taskId, model, prompt, temperature: null, scenario, attribute, subjectList },
    ...(at === 0 ? { uses: true, scores: { male: 2, female: 0 } } : { uses: null, scores: null }),
  }));
  const rows = recordedRows(answers, functions);
  assert.deepEqual(
    rows.map(({ metric, instrument, value, n, unjudged }) => [metric, instrument, value, n, unjudged]),
    [
      ["refusal rate", "execution", 0, 1, 1],
      ["refusal rate", "keyword", 0.5, 2, 0],
      ["preference entropy", "execution", 0, 1, 1],
      ["preference entropy", "keyword", rows[3].value, 2, 0],
    ],
  );
  assert.equal(rows[0].published, 0.22);
  assert.match(rows[0].remark!, /printed in Table 10/);
  assert.match(rows[2].remark!, /printed are means over blocks/);
  const wide = recordedWideTable(rows, { metric: "refusal rate" }).toString();
  assert.match(wide, /Llama3/);
  assert.match(wide, /0\.50 \(0\.09 to 0\.91\) \[0\.22\]/);
});
