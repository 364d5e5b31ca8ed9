import type { FindingRow, ProbedSample, StudyForm } from "../../core/types.ts";
import { behaviourVerdict } from "./judge/behaviour_verdict.ts";
import { lexiconFinding, ownLexicon } from "./judge/lexicon.ts";
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

function behaviourRow(task: LiuTask, sample: ProbedSample): FindingRow {
  const { dimension } = task;
  return rowOf("behaviour", dimension, behaviourVerdict(dimension, codeOf(task, sample), sample.judgement));
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
