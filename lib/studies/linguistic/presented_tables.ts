import { beside } from "../../report/tables/beside.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { ofSome, type Presented } from "../../report/verbs.ts";
import type { LinguisticAnalysis } from "./analysis.ts";
import { importanceTable } from "./figures/importance_figure.ts";
import { executedRows } from "./metrics/executed.ts";
import { efficiency } from "./metrics/efficiency/efficiency.ts";
import { advantages } from "./metrics/efficiency/advantages.ts";
import { classTable, measuredTable } from "./metrics/efficiency/profiled.ts";
import { timingNoiseTable } from "./metrics/efficiency/timing_noise.ts";
import { convergenceTable, differingTable } from "./metrics/importance/convergence.ts";
import { compareWords, wordComparisonTable } from "./metrics/importance/importance_comparison.ts";
import { languageNull } from "./metrics/language_null.ts";
import { metrics } from "./metrics/metrics.ts";
import { promptClaimTable, promptTable } from "./metrics/prompting.ts";
import { recordingGapTable } from "./metrics/recording_gaps.ts";
import { rows } from "./metrics/rows.ts";
import { sensitivityTable } from "./metrics/sensitivity.ts";
import {
  advantageCounts,
  advantageGrid,
  advantageGridTable,
  advantageTable,
} from "./paper/tables/advantage_tables.ts";
import { table3 } from "./paper/tables/table3.ts";
import {
  coincidenceTable,
  disagreementTable,
  executedTable,
  impossibleCellTable,
  impossibleTaskTable,
  nullTable,
  verdictTable,
} from "./paper/tables/tables.ts";

/** The study's tables by name, those of the paper by its numbers. */
export const tables = {
  table3: {
    long: (found) =>
      found.samples.length > 0
        ? metrics(rows(found, found.fits), { invalidTasks: found.invalidTasks, note: warning(found.label) })
        : undefined,
    wide: (found) =>
      ofSome(
        table3(ofMethod(found, found.correctness)),
        (rows) =>
          table(rows, { title: "Table 3, correctness, beside the printed values", note: found.label }),
      ),
  },
  table3_efficiency: {
    long: (found) =>
      ifTimed(found, () =>
        table(table3(ofMethod(found, found.efficiency)), {
          title: "Table 3, efficiency, beside the printed values",
          note: found.label,
        })),
  },
  table3_missed: {
    long(found) {
      const printed = table3([...found.correctness, ...ofMethod(found, found.efficiency)])
        .filter(({ published }) => published !== null);
      const missed = printed.filter(({ remark }) => remark?.includes("does not reproduce"));
      const note = `${found.label}; ${
        printed.length - missed.length
      } of ${printed.length} printed cells come out`;
      return ofSome(
        printed,
        () => table(missed, { title: "Printed cells of Table 3 that do not come out", note }),
      );
    },
  },
  impossible_cells: { printed: impossibleCellTable },
  calibration: { long: calibrationTable },
  real_model: {
    long: ({ about, label, correctness }) =>
      about.every(({ suite }) => suite) && !label.includes("SYNTHETIC")
        ? ofSome(table3(correctness), (rows) =>
          table(rows, {
            title: "Correctness of a real model on our own tasks",
            note: `${label}; tasks of the project's own suite`,
          }))
        : undefined,
  },
  executed: {
    long: ({ executed, correctness, label }) =>
      executed && executedTable(
        executedRows(
          { published: executed.published.samples, corrected: executed.corrected.samples },
          correctness,
        ),
        { title: "Rates from executed verdicts", note: label },
      ),
  },
  verdicts: {
    long: ({ runs, label }) =>
      ofSome(
        Object.entries(runs),
        (all) =>
          verdictTable(Object.fromEntries(all.map(([rule, { samples }]) => [rule, samples])), {
            note: label,
          }),
      ),
  },
  impossible_tasks: {
    long: ({ runs, label }) =>
      ofSome(
        Object.entries(runs),
        (all) =>
          impossibleTaskTable(Object.fromEntries(all.map(([rule, { tasks = [] }]) => [rule, tasks])), {
            note: label,
          }),
      ),
  },
  disagreements: {
    long: ({ runs, disagreements, label }) =>
      runs.published && disagreements && disagreementTable(disagreements, { note: warning(label) }),
  },
  gaps: {
    long: ({ gaps, label }) => recordingGapTable(gaps, { title: "What the recordings lack", note: label }),
    wide: ({ gaps, label }) =>
      recordingGapTable(gaps.filter(({ spoiled }) => spoiled), {
        title: "Settings with errors of the server as completions, or with many programs that were not timed",
        note: label,
      }),
  },
  fig2: {
    long: (found) =>
      ifTimed(found, () =>
        advantageTable(advantageCounts(ofMethod(found, found.compared)), {
          title: "Tasks by the language of the better program (Fig. 2)",
          note: found.label,
        })),
  },
  fig3: {
    long: (found) =>
      ifTimed(found, () =>
        advantageGridTable(advantageGrid(ofMethod(found, found.compared)), {
          title: "Tasks by number of models with an advantage (Fig. 3)",
          note: found.label,
        })),
  },
  measured: {
    long: ({ measurable, ownFits, label }) =>
      ownFits && measuredTable(ownFits.length > 0 ? efficiency(advantages(measurable, ownFits)) : [], {
        title: "Efficiency by our own measurement",
        note: label,
      }),
  },
  measured_classes: {
    long: ({ ownFits, method, label }) =>
      ownFits && classTable(ownFits.filter(({ settings }) => settings.prompt === method), {
        title: "Programs by language and class of complexity, by our own measurement",
        note: label,
      }),
  },
  measured_null: {
    long(found) {
      const { measurable, ownFits, label } = found;
      if (!ownFits) return undefined;
      const own = ownFits.length > 0 ? languageNull(measurable, ownFits, { invalidTasks: "left-out" }) : [];
      return nullTable(ofMethod(found, own), {
        title: "The same by our own verdicts and measurement",
        note: `${label}; rule corrected; p adjusted over all prompting methods, by metric`,
      });
    },
  },
  measured_noise: {
    long: ({ ownNoise, label }) =>
      ownNoise && timingNoiseTable(ownNoise.slice(0, 12), {
        title: "Chance that two measurements of ours differ in score, the least stable tasks",
        note: label,
      }),
  },
  fig5: {
    long: ({ effects, label }) =>
      promptTable(effects, { title: "Every metric by prompting method (Fig. 5)", note: label }),
  },
  prompt_claims: {
    long: ({ claims, label }) =>
      promptClaimTable(
        claims.filter(({ metric }) => !metric.includes("_stated") && !metric.includes("_both")),
        { title: "Models in which a prompting method raises a metric", note: label },
      ),
  },
  fig6: {
    long: ({ importance }) => importance && importanceTable(importance.words, { note: noteOf(importance) }),
  },
  words: {
    long: ({ importance }) =>
      importance && wordComparisonTable(compareWords(importance.words), {
        title: "Importance of “concise” and “efficient”: Chinese minus English",
        note: noteOf(importance),
      }),
  },
  null: {
    long: ({ nulls, label }) => nullTable(nulls, { note: label }),
    wide: (found) =>
      nullTable(ofMethod(found, found.nulls), {
        title: "Rates of difference beside those of a language-blind model",
        note: `${found.label}; p adjusted by Holm's method over all prompting methods, by metric`,
      }),
  },
  sensitivity: {
    long: ({ sensitivity, label }) =>
      sensitivity &&
      sensitivityTable(sensitivity, { title: "Rates of difference without defective tasks", note: label }),
    wide: ({ sensitivity, label }) =>
      sensitivity && sensitivityTable(
        sensitivity.filter(({ metric }) => metric === "CDR" || metric === "PDR_statedDefinition"),
        {
          title: "Rates of difference without defective tasks",
          note: `${label}; reasons in data/linguistic/defects.json`,
        },
      ),
  },
  timing_noise: {
    long: ({ noise, label }) =>
      noise && timingNoiseTable(noise, {
        title: "Chance that two timings of one program differ in score",
        note: label,
      }),
    wide: ({ noise, label }) =>
      noise && timingNoiseTable(noise.filter(({ timings }) => timings >= 20).slice(0, 12), {
        title:
          "Chance that two timings of one program differ in score: tasks with at least 20 timings, the least stable",
        note: label,
      }),
  },
  convergence: {
    long: ({ convergence, label }) =>
      convergence && convergenceTable(convergence, {
        title: "Programs that keep their class with fewer sizes, rule published",
        note: label,
      }),
  },
  convergence_programs: {
    long: ({ convergence, label }) =>
      convergence && differingTable(convergence, {
        title: "Programs that do not keep their class with fewer sizes, rule published",
        note: label,
      }),
  },
  coincidence: {
    long: ({ coincidence, method, temperature, label }) =>
      ofSome(coincidence, () =>
        coincidenceTable(coincidence, {
          note: `Pairs for the same task and language, ${method}, t = ${temperature}; ${label}`,
        })),
  },
} as const satisfies Presented<LinguisticAnalysis>["tables"];

/** Whose rows are about the one prompting method. */
export function ofMethod<T extends { readonly prompt: string }>(
  { method }: LinguisticAnalysis,
  all: readonly T[],
): T[] {
  return all.filter(({ prompt }) => prompt === method);
}

/** The label where it warns; of recorded models the rows say enough. */
function warning(label: string): string | undefined {
  return /^SYNTHETIC|^demonstration/.test(label) ? label : undefined;
}

/** Nothing where nobody looked for running times. */
function ifTimed({ fits, timings }: LinguisticAnalysis, tableOf: () => Table): Table | undefined {
  return fits || timings ? tableOf() : undefined;
}

/** Who weighed words, and of which tasks. */
function noteOf(
  { model: { spec, synthetic }, label }: NonNullable<LinguisticAnalysis["importance"]>,
): string {
  return [synthetic ? `SYNTHETIC: ${spec}` : spec, ...(label === undefined ? [] : [label])].join("; ");
}

/** What the synthetic model declares is the same by every prompting method. */
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
