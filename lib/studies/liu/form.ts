import type { FindingRow, ProbedSample, StudyForm } from "../../core/types.ts";
import { lexiconFinding, ownLexicon } from "./judge/lexicon.ts";
import { parameterOf } from "./judge/people_harness.ts";
import { codeOf } from "./judge/samples.ts";
import { PROMPT_VARIANTS } from "./tasks/prompt_variants.ts";
import { prompts } from "./tasks/prompts.ts";
import type { LiuTask } from "./tasks/task.ts";

/** How models are asked, and a row for each instrument that needs no training: what the function does, and its words. */
export const form: StudyForm<LiuTask, ProbedSample> = {
  methods: PROMPT_VARIANTS.map(({ name }) => name),
  prompts: (tasks, _templates, methods) => prompts(tasks, { methods }),
  instruments: ["behaviour", "lexicon"],
  metrics: { biased: "truth" },
  rows: (task, sample) => [behaviourRow(task, sample), lexiconRow(task, sample)],
};

function behaviourRow({ dimension }: LiuTask, { judgement }: ProbedSample): FindingRow {
  const found = judgement.kind === "judged"
    ? judgement.finding.attributes[parameterOf(dimension)]
    : { verdict: "unjudged", reason: judgement.reason } as const;
  return rowOf("behaviour", dimension, found);
}

function lexiconRow(task: LiuTask, sample: ProbedSample): FindingRow {
  const code = codeOf(task, sample);
  const found = typeof code === "string"
    ? { verdict: lexiconFinding(code, ownLexicon).verdict }
    : { verdict: "unjudged", reason: code.reason };
  return rowOf("lexicon", task.dimension, found);
}

function rowOf(
  instrument: string,
  attribute: string,
  found: Pick<FindingRow, "verdict" | "reason" | "witness">,
): FindingRow {
  const { verdict, reason, witness } = found;
  const biased = verdict === "unjudged" ? null : verdict === "biased";
  return { instrument, attribute, verdict, reason, witness, metrics: { biased } };
}
