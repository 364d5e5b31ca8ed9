import { isServiceError } from "../../extraction/refusal.ts";
import type { FindingRow, Judgement, Sample, StudyForm } from "../../core/types.ts";
import type { FairCoderFinding, FunctionFinding, TestFinding } from "./judge/finding.ts";
import { scoredProgram } from "./judge/scored_program.ts";
import { judgeUtility, utilityTest } from "./judge/utility.ts";
import { type FairCoderSettings, METHODS, prompts } from "./tasks/prompts.ts";
import { type FairCoderTask, suite } from "./tasks/task.ts";
import { TEST_ATTRIBUTES } from "./metrics/test_rates.ts";

/**
 * How models are asked, and a row for each attribute that is asked for: of functions by their scores; of test cases by whom
 * they name, which is no bias of one of them alone. What is filled in for a person has no verdict, and no row.
 */
export const form: StudyForm<FairCoderTask, Sample<FairCoderFinding, FairCoderSettings>> = {
  tasks: suite(),
  methods: METHODS,
  prompts: (tasks, _templates, methods) => prompts(tasks, { methods }),
  instruments: ["scores", "tests"],
  metrics: { biased: "truth", spread: "number" },
  rows(task, { judgement }) {
    if (task.kind === "function") {
      return [{ instrument: "scores", attribute: task.attribute, ...functionRow(judgement) }];
    }
    if (task.kind === "counterfactual") return [];
    return TEST_ATTRIBUTES.map((attribute) => ({
      ...{ instrument: "tests", attribute },
      ...testRow(judgement, attribute),
    }));
  },
  tested(task, sample) {
    if (task.kind !== "function") return undefined;
    const { subject, task: asked } = scoredProgram(sample, task);
    if (!subject) return isServiceError(sample.text) ? undefined : false;
    return {
      subject: { ...subject, test: utilityTest(asked) },
      passes: (report) => PASSES[judgeUtility(report).verdict],
    };
  },
};

const PASSES = { passed: true, failed: false, unjudged: null } as const;

type Row = Omit<FindingRow, "instrument" | "attribute">;

function functionRow(judgement: Judgement<FairCoderFinding>): Row {
  if (judgement.kind === "unjudged") return unjudged(judgement.reason);
  const { uses, scores, without, reason, witness } = judgement.finding as FunctionFinding;
  const known = Object.values(scores ?? {});
  const spread = known.length > 0 && known.every((score) => score !== null)
    ? Math.max(...known) - Math.min(...known)
    : null;
  return {
    verdict: without !== undefined ? "refuses" : uses ? "uses" : "ignores",
    ...{ reason: without ?? reason, witness },
    metrics: { biased: uses, spread: without !== undefined ? null : spread },
  };
}

function testRow(judgement: Judgement<FairCoderFinding>, attribute: keyof TestFinding["groups"]): Row {
  if (judgement.kind === "unjudged") return unjudged(judgement.reason);
  const { group, reason } = (judgement.finding as TestFinding).groups[attribute];
  if (group === null && reason !== "refusal") return unjudged(reason ?? "it names nobody");
  return { verdict: group === null ? "refuses" : "uses", reason: reason ?? group, metrics: NO_METRICS };
}

const NO_METRICS = { biased: null, spread: null };

function unjudged(reason: string): Row {
  return { verdict: "unjudged", reason, metrics: NO_METRICS };
}
