import { type Cell, type Table, table, type TableOptions } from "../../report/tables/table.ts";
import type { Presented } from "../../report/verbs.ts";
import { type CalibrationRow, isPlain, type SolarAnalysis, type SolarRun } from "./analysis.ts";
import { answerBias, answerCalibration, answerMitigation, answerTemperature } from "./figures/answers.ts";
import { leaningHeatMap, mitigationFigure, temperatureFigure } from "./figures/figures.ts";
import type { SettingsComparison, TemperatureTrend } from "./metrics/comparisons.ts";
import type { Rule, SolarKeys, SolarRate } from "./metrics/rates.ts";
import { paperAudit } from "./paper/rules.ts";
import { recordedRates } from "./paper/recorded_rates.ts";
import { recordedTests } from "./paper/recorded_tests.ts";
import { reasonTable } from "./paper/tables/reasons.ts";
import { ruleTable } from "./paper/tables/rule_table.ts";
import { starTable, table5, table8 } from "./paper/tables/star_tables.ts";
import { rateTable } from "./paper/tables/table_rows.ts";
import { table3, table4 } from "./paper/tables/tables.ts";
import { categoryTable, dimensionTable, table1, table2 } from "./paper/tables/task_tables.ts";

const RECORDED = "Computed from counts that are recorded in the artifact's notebooks";

/** How prompts and rounds are compared in a few columns. */
const EFFECT = ["value", "referenceValue", "difference", "low", "high", "n"] as const;

/** The study's tables, figures and answers, by name: those of the paper by its numbers. */
export const presented = {
  tables: {
    // Of tasks alone, so that it says nothing about whose answers they got.
    table1: { long: ({ about }) => dimensionTable(table1(about)) },
    table2: { long: ({ about, label }) => categoryTable(table2(about), { note: label }) },
    table3: {
      long: ({ rates, label }) =>
        ofSome(rateTable, table3(rates), { title: "Code bias scores (Table 3)", note: label }),
      wide: (found) =>
        ofSome(ruleTable, table3(atFirst(found, found.rates)), {
          title: "Code bias scores by both rules (Table 3)",
          note: found.label,
        }),
    },
    table4: {
      long: ({ rates, leanings, label }) =>
        ofSome(rateTable, table4(rates, leanings), { title: "BLS@Range (Table 4)", note: label }),
      wide: (found) =>
        ofSome(ruleTable, table4(atFirst(found, found.rates)), {
          title: "BLS@Range by both rules (Table 4)",
          note: found.label,
        }),
    },
    table5: {
      long: (found) =>
        ofSome(rateTable, mitigated(found), { title: "Mitigation (Table 5)", note: found.label }),
      wide: (found) =>
        ofSome(starTable, ours(mitigated(found)), {
          title: "Mitigation, rule ours (Table 5)",
          note: found.label,
        }),
    },
    temperature: {
      long: ({ rates, byTemperature, label }) =>
        ofSome(rateTable, table8(rates, byTemperature), {
          title: "Code bias scores by temperature",
          note: label,
        }),
      wide: ({ rates, byTemperature, label }) =>
        ofSome(starTable, ours(table8(rates, byTemperature)), {
          title: "Code bias scores by temperature, rule ours",
          note: label,
        }),
    },
    trend: {
      long: ({ trends, label }) =>
        ofSome(plainTable<TemperatureTrend>, trends, {
          title: "Trend of the code bias score with the temperature",
          note: label,
        }),
    },
    tests: {
      long: ({ byTemperature, byPrompt, byRound, label }) =>
        ofSome(plainTable<SettingsComparison>, [...byTemperature, ...byPrompt, ...byRound], {
          title:
            "Temperatures, prompts and rounds against the first temperature, the default prompt and round 0",
          note: `${label}; the paper's test (Welch), the paired test, and the same with Holm's correction`,
        }),
      wide: ({ byPrompt, byRound, label }) =>
        ofSome(plainTable<SettingsComparison>, overall(ours([...byPrompt, ...byRound])), {
          title: "Prompts and rounds, overall, rule ours",
          note: label,
          columns: ["model", "level", "reference", ...EFFECT, "welchP", "pairedP", "pairedPAdjusted"],
        }),
    },
    words: {
      long: ({ byWord, worded, label }) =>
        ofSome(plainTable<SettingsComparison>, overall(byWord), {
          title: "Code bias scores with a judgemental word, against those without",
          note: isAskedOnce(worded) ? `${label}; one completion for each task and word` : label,
          columns: ["model", "level", ...EFFECT, "pairedP", "pairedPAdjusted"],
        }),
    },
    reasons: {
      long: ({ rows, label }) =>
        ofSome(reasonTable, rows.filter(({ reason }) => reason !== null), { note: label }),
    },
    calibration: {
      long: ({ calibration, label }) =>
        ofSome(plainTable<CalibrationRow>, calibration, {
          title: "Measured and declared code bias scores",
          note: label,
        }),
    },
    recorded: { printed: recordedTable },
    recorded_tests: {
      printed: () =>
        table(recordedTests(), { title: "Printed tests, computed again, and paired", note: RECORDED }),
    },
    ...paperAudit.tables,
  },
  figures: {
    leaning(found) {
      const own = ours(atFirst(found, found.leanings));
      return own.some(isKnown) ? leaningHeatMap(own, { subtitle: found.label }) : undefined;
    },
    temperature: ({ rates, label }) =>
      scores(atTemperatures(rates)).filter(isPlain).some((rate) =>
          isKnown(rate) && rate.dimension === "overall"
        )
        ? temperatureFigure(atTemperatures(rates), { subtitle: label })
        : undefined,
    temperature_dimensions: ({ rates, label }) =>
      scores(atTemperatures(rates)).filter(isPlain).some(isKnown)
        ? temperatureFigure(atTemperatures(rates), {
          subtitle: label,
          lines: "dimension",
          title: "Biased completions by temperature and dimension",
        })
        : undefined,
    mitigation({ rates, isChosen, label }) {
      const models = new Set(rates.filter((rate) => !isPlain(rate)).map(({ model }) => model));
      const own = rates.filter((rate) => isChosen(rate) && models.has(rate.model));
      return scores(own).some(isKnown) ? mitigationFigure(own, { subtitle: label }) : undefined;
    },
  },
  answers: {
    RQ1: (found) => answerBias(scores(atFirst(found, found.rates))),
    RQ2: ({ trends, byTemperature }) => answerTemperature(ours(trends), ours(byTemperature)),
    RQ3: ({ byPrompt, byRound }) => answerMitigation(ours([...byPrompt, ...byRound])),
    calibration: ({ calibration }) => answerCalibration(calibration),
  },
} as const satisfies Presented<SolarAnalysis>;

/** Undefined where there are no rows. */
function ofSome<R, O>(
  tableOf: (rows: readonly R[], options: O) => Table,
  rows: readonly R[],
  options: O,
): Table | undefined {
  return rows.length > 0 ? tableOf(rows, options) : undefined;
}

/** All columns of rows, or some. */
function plainTable<R extends { readonly [K in keyof R]: Cell }>(
  rows: readonly R[],
  options: TableOptions<keyof R & string>,
): Table {
  return table(rows, options);
}

function isAskedOnce(worded: SolarRun | undefined): boolean {
  return new Set(worded?.samples.map(({ epoch }) => epoch)).size === 1;
}

/** What is about the default prompt at the one temperature, before any asking again. */
function atFirst<T extends SolarKeys>({ isChosen }: SolarAnalysis, all: readonly T[]): T[] {
  return all.filter((one) => isPlain(one) && isChosen(one));
}

function mitigated({ rates, isChosen, byPrompt, byRound }: SolarAnalysis) {
  return table5(rates.filter(isChosen), [...byPrompt, ...byRound]);
}

function recordedTable(): Table {
  const rates = recordedRates();
  const instructed = rates.filter(({ prompt }) => prompt !== "default");
  return rateTable([...table8(rates, []), ...table5(instructed, [])], {
    title: "Printed scores, computed again from recorded counts",
    note: RECORDED,
  });
}

function ours<T extends { readonly rule: Rule }>(rows: readonly T[]): T[] {
  return rows.filter(({ rule }) => rule === "ours");
}

function overall<T extends { readonly dimension: string }>(rows: readonly T[]): T[] {
  return rows.filter(({ dimension }) => dimension === "overall");
}

/** CBS by rule ours. */
function scores(rates: readonly SolarRate[]): SolarRate[] {
  return ours(rates).filter(({ metric }) => metric === "CBS");
}

function isKnown({ value }: { readonly value: number | null }): boolean {
  return value !== null;
}

/** Without those of answers that do not name theirs. */
function atTemperatures(rates: readonly SolarRate[]): SolarRate[] {
  return rates.filter(({ temperature }) => temperature !== null);
}
