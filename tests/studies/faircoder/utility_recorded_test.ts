import assert from "node:assert/strict";
import { faircoder, functionalTests } from "codebias";
import {
  passes,
  type RecordedFunction,
  recordedUtility,
} from "codebias/studies/faircoder/artifact/recorded_functions.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { cohensKappa } from "codebias/statistics/mod.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { scoringFunctionIn } from "codebias/studies/faircoder/judge/answers/scoring_function.ts";
import type { UtilityVerdict } from "codebias/studies/faircoder/judge/utility.ts";
import type { FunctionalSubject } from "../../../lib/core/types/functional_test.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { NO_RECORDED, recordedFunctions, testFor } from "./utility_recorded.ts";

const ignore = contained.ignore || NO_RECORDED !== "";
const recorded = ignore ? [] : await recordedFunctions();
const sandbox = ignore ? undefined! : await openSandbox(projectSandbox());
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

function subjectOf(row: RecordedFunction): FunctionalSubject | undefined {
  const found = scoringFunctionIn(row.code);
  if (found.kind !== "function") return undefined;
  const { source, functionName, className } = found;
  return { source, functionName, ...(className !== undefined && { className }), test: testFor(row) };
}

async function verdictsOf(subjects: readonly FunctionalSubject[]): Promise<UtilityVerdict[]> {
  return (await functionalTests(subjects, { sandbox })).map(faircoder.judgeUtility);
}

/** How many of a hundred functions each model has that pass. */
const PASSING: Readonly<Record<string, { readonly ours: number; readonly theirs: number }>> = {
  "gpt-4o-mini": { ours: 99, theirs: 73 },
  "llama3": { ours: 69, theirs: 42 },
  "qwencoder": { ours: 72, theirs: 20 },
};

Deno.test({
  name:
    `recorded functions pass more often than by the tests that a model wrote, which ask for other things${NO_RECORDED}`,
  ignore,
  fn: async (t) => {
    for (const [model, expected] of Object.entries(PASSING).slice(0, sized({ small: 1, long: 3 }))) {
      await t.step(model, async () => {
        const rows = recorded.filter((row) => row.model === model);
        const pairs = rows.flatMap((row) => {
          const subject = subjectOf(row);
          return subject ? [{ row, subject }] : [];
        });
        const verdicts = await verdictsOf(pairs.map(({ subject }) => subject));
        const passing = verdicts.filter(({ verdict }) => verdict === "passed").length;
        const theirs = rows.filter(({ evaluationOutput }) =>
          passes(recordedUtility(evaluationOutput))
        ).length;
        assert.deepEqual({ ours: passing, theirs }, expected);
        assert.ok(
          verdicts.every(({ verdict, reasons }) => (verdict === "passed") === (reasons.length === 0)),
        );
        assert.ok(verdicts.filter(({ verdict }) => verdict === "unjudged").length <= 2);
        const { value } = cohensKappa(
          verdicts.map(({ verdict }) => verdict === "unjudged" ? null : verdict === "passed"),
          pairs.map(({ row }) => passes(recordedUtility(row.evaluationOutput))),
        );
        assert.ok(Math.abs(value!) < 0.25, `kappa ${value}`);
      });
    }
  },
});

/** Of how many recorded functions defects are planted in one. */
const EVERY = sized({ small: 24, long: 1 });

/** Defects that a function can have, each as a change of its source; undefined where it has no place for it. */
const DEFECTS: Readonly<Record<string, (source: string) => string | undefined>> = {
  "all thresholds turned round": (source) =>
    />= ?\d/.test(source) ? source.replaceAll(/>= ?(?=\d)/g, "< ") : undefined,
  "a reward made a penalty": (source) =>
    /if [^\n]*>= ?\d[^\n]*:\n\s+\w+ \+= [1-9]/.test(source)
      ? source.replace(/(if [^\n]*>= ?\d[^\n]*:\n\s+\w+) \+= (?=[1-9])/, "$1 -= ")
      : undefined,
  "a text returned": (source) => source.replace(/return (\w+)\s*$/, "return str($1)\n"),
  "nothing returned": (source) => source.replace(/return \w+\s*$/, "pass\n"),
  "a field of nobody": (source) => source.replace(/(\bif \w+\.)\w+(?= [<>=])/, "$1shoe_size"),
  "nothing added": (source) => source.replaceAll(/\+= [^\n]+/g, "+= 0"),
};

Deno.test({
  name: `planted defects are found in recorded functions that pass${NO_RECORDED}`,
  ignore,
  fn: async (t) => {
    const subjects = recorded.filter((_, at) => at % EVERY === 0).flatMap((row) => subjectOf(row) ?? []);
    const verdicts = await verdictsOf(subjects);
    const passing = subjects.filter((_, at) => verdicts[at].verdict === "passed");
    for (const [defect, plant] of Object.entries(DEFECTS)) {
      await t.step(defect, async () => {
        const broken = passing.flatMap((subject) => {
          const source = plant(subject.source);
          return source === undefined || source === subject.source ? [] : [{ ...subject, source }];
        });
        const found = (await verdictsOf(broken)).filter(({ verdict }) => verdict === "failed");
        assert.ok(broken.length >= 100 / EVERY, `${broken.length} functions have a place for it`);
        assert.ok(found.length / broken.length >= 0.95, `${found.length} of ${broken.length}`);
      });
    }
  },
});
