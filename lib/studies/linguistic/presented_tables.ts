import { beside } from "../../report/tables/beside.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { temperatureName } from "../../report/sentences.ts";
import { tableWith } from "../../report/tables/table_with.ts";
import { some, tableOf, tablesOf } from "../../report/presenting.ts";
import type { Presented } from "../../report/verbs.ts";
import type { LinguisticAnalysis } from "./analysis.ts";
import { importanceTable } from "./figures/importance_figure.ts";
import { executedRows } from "./metrics/executed.ts";
import { efficiency, measuredTable } from "./metrics/efficiency/efficiency.ts";
import { advantages } from "./metrics/efficiency/advantages.ts";
import { convergenceTable, differingTable } from "./metrics/efficiency/convergence.ts";
import { classTable } from "./metrics/efficiency/fits.ts";
import { timingNoiseTable } from "./metrics/efficiency/timing_noise.ts";
import { compareWords, wordComparisonTable } from "./metrics/importance/importance_comparison.ts";
import { languageNull, sensitivityTable } from "./metrics/language_null.ts";
import { promptClaimTable, promptTable } from "./metrics/prompting.ts";
import { recordingGapTable } from "./metrics/recording_gaps.ts";
import { metrics, rows } from "./metrics/rows.ts";
import {
  advantageCounts,
  advantageGrid,
  advantageGridTable,
  advantageTable,
} from "./paper/tables/advantage_tables.ts";
import { table3, type Table3Row } from "./paper/tables/table3.ts";
import {
  coincidenceTable,
  disagreementTable,
  executedTable,
  impossibleCellTable,
  impossibleTaskTable,
  nullTable,
  verdictTable,
} from "./paper/tables/tables.ts";

const WITHOUT_DEFECTS = "Rates of difference without defective tasks";

/** The study's tables by name; those of the paper are named by their numbers. */
export const tables = {
  table3: {
    long: (found) =>
      found.samples.length > 0
        ? metrics(rows(found.samples, found.fits), {
          invalidTasks: found.invalidTasks,
          note: warning(found.label),
        })
        : undefined,
    wide: tableOf(
      tableWith(),
      (found) => some(table3(ofMethod(found, found.correctness))),
      "Table 3, correctness, beside the printed values",
    ),
  },
  table3_efficiency: tableOf(
    tableWith(),
    (found) => ifTimed(found, () => table3(ofMethod(found, found.efficiency))),
    "Table 3, efficiency, beside the printed values",
  ),
  table3_missed: tableOf(
    tableWith(),
    (found) => printedCells(found).length > 0 ? missedIn(printedCells(found)) : undefined,
    "Printed cells of Table 3 that do not come out",
    (found) => {
      const printed = printedCells(found);
      return `${found.label}; ${
        printed.length - missedIn(printed).length
      } of ${printed.length} printed cells come out`;
    },
  ),
  impossible_cells: { printed: impossibleCellTable },
  calibration: calibrationTable,
  real_model: tableOf(
    tableWith(),
    ({ about, label, correctness }) =>
      some(about.every(({ suite }) => suite) && !label.includes("SYNTHETIC") ? table3(correctness) : []),
    "Correctness of a real model on our own tasks",
    "tasks of the project's own suite",
  ),
  executed: tableOf(
    executedTable,
    ({ executed, correctness }) =>
      executed && executedRows(
        { published: executed.published.samples, corrected: executed.corrected.samples },
        correctness,
      ),
    "Rates from executed verdicts",
  ),
  verdicts: tableOf(verdictTable, runsOf),
  impossible_tasks: tableOf(impossibleTaskTable, runsOf),
  disagreements: tableOf(
    disagreementTable,
    ({ runs, disagreements }) => runs.published && disagreements,
    undefined,
    ({ label }) => warning(label),
  ),
  gaps: tablesOf([recordingGapTable, recordingGapTable], ({ gaps }) => gaps, "What the recordings lack", {
    wideTitle: "Settings with errors of the server as completions, or with many programs that were not timed",
    isShown: (_found, { spoiled }) => spoiled,
  }),
  fig2: tableOf(
    advantageTable,
    (found) => ifTimed(found, () => advantageCounts(ofMethod(found, found.compared))),
    "Tasks by the language of the better program (Fig. 2)",
  ),
  fig3: tableOf(
    advantageGridTable,
    (found) => ifTimed(found, () => advantageGrid(ofMethod(found, found.compared))),
    "Tasks by number of models with an advantage (Fig. 3)",
  ),
  measured: tableOf(
    measuredTable,
    ({ measurable, ownFits }) =>
      ownFits && (ownFits.length > 0 ? efficiency(advantages(measurable, ownFits)) : []),
    "Efficiency by our own measurement",
  ),
  measured_classes: tableOf(
    classTable,
    ({ ownFits, method }) => ownFits?.filter(({ settings }) => settings.prompt === method),
    "Programs by language and class of complexity, by our own measurement",
  ),
  measured_null: tableOf(
    nullTable,
    (found) => {
      const { measurable, ownFits } = found;
      const isTimed = ownFits && ownFits.length > 0;
      const own = isTimed ? languageNull(measurable, ownFits, { invalidTasks: "left-out" }) : [];
      return ownFits && ofMethod(found, own);
    },
    "The same by our own verdicts and measurement",
    "rule corrected; p adjusted over all prompting methods, by metric",
  ),
  measured_noise: tableOf(
    timingNoiseTable,
    ({ ownNoise }) => ownNoise?.slice(0, 12),
    "Chance that two measurements of ours differ in score, the least stable tasks",
  ),
  fig5: tableOf(promptTable, ({ effects }) => effects, "Every metric by prompting method (Fig. 5)"),
  prompt_claims: tableOf(
    promptClaimTable,
    ({ claims }) => claims.filter(({ metric }) => !metric.includes("_stated") && !metric.includes("_both")),
    "Models in which a prompting method raises a metric",
  ),
  fig6: tableOf(importanceTable, ({ importance }) => importance?.words, undefined, whoWeighed),
  words: tableOf(
    wordComparisonTable,
    ({ importance }) => importance && compareWords(importance.words),
    "Importance of “concise” and “efficient”: Chinese minus English",
    whoWeighed,
  ),
  null: {
    long: tableOf(nullTable, ({ nulls }) => nulls),
    wide: tableOf(
      nullTable,
      (found) => ofMethod(found, found.nulls),
      "Rates of difference beside those of a language-blind model",
      "p adjusted by Holm's method over all prompting methods, by metric",
    ),
  },
  sensitivity: {
    long: tableOf(sensitivityTable, ({ sensitivity }) => sensitivity, WITHOUT_DEFECTS),
    wide: tableOf(
      sensitivityTable,
      ({ sensitivity }) =>
        sensitivity?.filter(({ metric }) => metric === "CDR" || metric === "PDR_statedDefinition"),
      WITHOUT_DEFECTS,
      "reasons in data/linguistic/defects.json",
    ),
  },
  timing_noise: {
    long: tableOf(
      timingNoiseTable,
      ({ noise }) => noise,
      "Chance that two timings of one program differ in score",
    ),
    wide: tableOf(
      timingNoiseTable,
      ({ noise }) => noise?.filter(({ timings }) => timings >= 20).slice(0, 12),
      "Chance that two timings of one program differ in score: tasks with at least 20 timings, the least stable",
    ),
  },
  convergence: tableOf(
    convergenceTable,
    ({ convergence }) => convergence,
    "Programs that keep their class with fewer sizes, rule published",
  ),
  convergence_programs: tableOf(
    differingTable,
    ({ convergence }) => convergence,
    "Programs that do not keep their class with fewer sizes, rule published",
  ),
  coincidence: tableOf(
    coincidenceTable,
    "coincidence",
    undefined,
    ({ method, temperature, label }) =>
      `Pairs for the same task and language, ${method}, ${temperatureName(temperature ?? null)}; ${label}`,
  ),
} as const satisfies Presented<LinguisticAnalysis>["tables"];

/** The rows of the one prompting method. */
export function ofMethod<T extends { readonly prompt: string }>(
  { method }: LinguisticAnalysis,
  all: readonly T[],
): T[] {
  return all.filter(({ prompt }) => prompt === method);
}

/** The label if it is a warning; for recorded models the rows say enough. */
function warning(label: string): string | undefined {
  return /^SYNTHETIC|^demonstration/.test(label) ? label : undefined;
}

/** The rows; undefined where no running times were given or measured. */
function ifTimed<R>({ fits, timings }: LinguisticAnalysis, rowsOf: () => R[]): R[] | undefined {
  return fits || timings ? rowsOf() : undefined;
}

/** The model that weighed words, and the origin of the tasks. */
function whoWeighed({ importance }: LinguisticAnalysis): string {
  const { model: { spec, synthetic }, label } = importance!;
  return [synthetic ? `SYNTHETIC: ${spec}` : spec, ...(label === undefined ? [] : [label])].join("; ");
}

/** The executed runs with their rules; undefined where nothing was executed. */
function runsOf({ runs }: LinguisticAnalysis) {
  return some(Object.entries(runs));
}

/** The cells of Table 3 that the paper prints. */
function printedCells(found: LinguisticAnalysis): Table3Row[] {
  return table3([...found.correctness, ...ofMethod(found, found.efficiency)])
    .filter(({ published }) => published !== null);
}

function missedIn(printed: readonly Table3Row[]): Table3Row[] {
  return printed.filter(({ remark }) => remark?.includes("does not reproduce"));
}

/** A table of measured and declared rates; the declared rates are the same for every prompting method. */
function calibrationTable({ correctness, declared = [], label }: LinguisticAnalysis): Table | undefined {
  const ours = correctness.filter(({ model }) => model === "calibration/linguistic");
  if (ours.length === 0 || declared.length === 0) return undefined;
  const methods = [...new Set(ours.map(({ prompt }) => prompt))];
  const expected = methods.flatMap((prompt) => declared.map((rate) => ({ prompt, ...rate })));
  return table(beside(ours, expected, { on: ["prompt", "temperature", "metric"] }), {
    title: "Measured and declared rates",
    note: label,
    headings: { published: "declared" },
  });
}
