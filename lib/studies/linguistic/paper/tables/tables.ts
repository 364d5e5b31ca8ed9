import { tableFrom, tableWith } from "../../../../report/tables/table_with.ts";
import { linesOf } from "../../../../report/tables/lines.ts";
import { type Table, table } from "../../../../report/tables/table.ts";
import type { LinguisticRun } from "../../analysis.ts";
import type { Coincidence } from "../../metrics/coincidence.ts";
import type { ExplainedDisagreement } from "../../metrics/disagreements.ts";
import type { ExecutedRow } from "../../metrics/executed.ts";
import type { LanguageNull } from "../../metrics/language_null.ts";
import { impossibleCells } from "../rules.ts";
import { VERDICTS } from "../../judge/verdict.ts";

/** A run with the rule under which it was executed. */
type Executed<K extends keyof LinguisticRun> = readonly [rule: string, run: Pick<LinguisticRun, K>];

/** The number of samples with each verdict, a row for each rule, model, prompting method, temperature and language. */
export const verdictTable = tableFrom(
  (runs: readonly Executed<"samples">[]) => {
    const all = runs.flatMap(([rule, { samples }]) =>
      samples.map(({ model, settings: { prompt, temperature, language }, judgement }) => ({
        ...{ rule, model, prompt, temperature, language },
        kind: judgement.kind === "judged" ? judgement.finding.kind : "unjudged",
      }))
    );
    return linesOf(all, {
      keys: ({ kind: _, ...keys }) => keys,
      cells: (line) => ({
        samples: line.length,
        ...Object.fromEntries(
          [...VERDICTS, "unjudged"].map((name) => [name, line.filter(({ kind }) => kind === name).length]),
        ),
      }),
    });
  },
  ["rule", "model", "prompt", "temperature", "language", "samples", ...VERDICTS, "unjudged"],
  { title: "What became of the samples" },
);

/** The tasks that no program can pass, with the reason: a defect of the dataset, never of a model. */
export const impossibleTaskTable = tableFrom(
  (runs: readonly Executed<"tasks">[]) =>
    runs.flatMap(([rule, { tasks = [] }]) =>
      tasks.filter((report) => report.invalid !== undefined).map(({ problems, ...report }) => ({
        ...{ rule, ...report },
        reason: Object.entries(problems)
          .map(([problem, count]) => `${problem} (${count} of ${report.draws} draws)`).join("; "),
      }))
    ),
  ["rule", "taskId", "draws", "usable", "reason"],
  { title: "Tasks that no program can pass" },
);

/** Printed cells of the paper's Table 3 that cannot be right, whatever the data were. */
export function impossibleCellTable(): Table {
  return table(impossibleCells(), {
    title: "Cells of the paper's Table 3 that are impossible as printed",
    note: "Numbers as printed in the paper",
    decimals: 2,
  });
}

/** A table of how often models answer with identical texts. */
export const coincidenceTable = tableWith<Coincidence>(["model", "other", "share", "identical", "pairs"], {
  title: "Pairs of completions that are identical",
});

/** A table of rates of difference beside those of a language-blind model. */
export const nullTable = tableWith<LanguageNull>([
  ...["model", "prompt", "temperature", "metric", "value", "low", "high", "n"] as const,
  ...["expected", "expectedLow", "expectedHigh", "p", "pAdjusted"] as const,
]);

/** A table of rates from executed verdicts beside those from recorded verdicts. */
export const executedTable = tableWith<ExecutedRow>([
  ...["rule", "model", "prompt", "temperature", "metric"] as const,
  ...["value", "low", "high", "n", "recorded", "difference"] as const,
]);

/** A table of every sample whose executed verdict is not the recorded one, with the cause. */
export const disagreementTable = tableFrom(
  (found: readonly ExplainedDisagreement[]) =>
    found.map(({ sample: { model, settings, taskId, epoch, recorded, judgement }, cause, evidence }) => ({
      ...{ model, ...settings, taskId, epoch, cause, evidence },
      recorded: recorded!.passed ? "passed" : "failed",
      executed: judgement.kind === "judged" ? judgement.finding.kind : judgement.reason,
    })),
  [
    ...["model", "prompt", "temperature", "language", "taskId", "epoch"] as const,
    ...["recorded", "executed", "cause", "evidence"] as const,
  ],
  { title: "Executed verdicts that are not the recorded ones" },
);
