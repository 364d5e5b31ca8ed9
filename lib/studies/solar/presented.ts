import { calibrationSentence } from "../../report/sentences.ts";
import { reasonTable } from "../../report/tables/reason_table.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { tableWith } from "../../report/tables/table_with.ts";
import { figureOf, isKnown, labelOfMore, some, tableOf, tablesOf } from "../../report/presenting.ts";
import type { Presented } from "../../report/verbs.ts";
import type { SolarAnalysis, SolarRun } from "./analysis.ts";
import { answerBias, answerMitigation, answerTemperature } from "./figures/answers.ts";
import { leaningFigure, mitigationFigure, temperatureFigure } from "./figures/figures.ts";
import type { SettingsComparison } from "./metrics/comparisons.ts";
import { isPlain, type Rule, type SolarKeys, type SolarRate } from "./metrics/counts.ts";
import { paperAudit } from "./paper/rules.ts";
import { recordedRates } from "./paper/recorded_rates.ts";
import { recordedTests } from "./paper/recorded_tests.ts";
import { ruleTable } from "./paper/tables/rule_table.ts";
import { starTable, table5, table8 } from "./paper/tables/star_tables.ts";
import { rateTable } from "./paper/tables/table_rows.ts";
import { table3, table4 } from "./paper/tables/tables.ts";
import { table1, table2 } from "./paper/tables/task_tables.ts";

const RECORDED = "Computed from counts that are recorded in the artifact's notebooks";

/** The columns of a comparison of prompts or rounds in the short layout. */
const EFFECT = ["value", "referenceValue", "difference", "low", "high", "n"] as const;

/** The study's tables, figures and answers, by name; those of the paper are named by their numbers. */
export const presented = {
  tables: {
    // The table is about tasks alone, so that its note does not name any models.
    table1: tableOf(
      tableWith(),
      ({ about }) => table1(about),
      "Dimensions and demographics",
      () => undefined,
    ),
    table2: tableOf(tableWith(), ({ about }) => table2(about), "Categories of tasks"),
    table3: tablesOf(
      [rateTable, ruleTable],
      ({ rates }) => some(table3(rates)),
      "Code bias scores (Table 3)",
      {
        wideTitle: "Code bias scores by both rules (Table 3)",
        isShown: ({ isChosen }, row) => isChosen(row),
      },
    ),
    table4: {
      long: tableOf(rateTable, ({ rates, leanings }) => some(table4(rates, leanings)), "BLS@Range (Table 4)"),
      wide: tableOf(
        ruleTable,
        (found) => some(table4(atFirst(found, found.rates))),
        "BLS@Range by both rules (Table 4)",
      ),
    },
    table5: tablesOf(
      [rateTable, starTable],
      ({ rates, isChosen, byPrompt, byRound }) =>
        some(table5(rates.filter(isChosen), [...byPrompt, ...byRound])),
      "Mitigation (Table 5)",
      { wideTitle: "Mitigation, rule ours (Table 5)", isShown: (_, row) => isOurs(row) },
    ),
    temperature: tablesOf(
      [rateTable, starTable],
      ({ rates, byTemperature }) => some(table8(rates, byTemperature)),
      "Code bias scores by temperature",
      { wideTitle: "Code bias scores by temperature, rule ours", isShown: (_, row) => isOurs(row) },
    ),
    trend: tableOf(tableWith(), "trends", "Trend of the code bias score with the temperature"),
    tests: {
      long: tableOf(
        tableWith(),
        ({ byTemperature, byPrompt, byRound }) => some([...byTemperature, ...byPrompt, ...byRound]),
        "Temperatures, prompts and rounds against the first temperature, the default prompt and round 0",
        "the paper's test (Welch), the paired test, and the same with Holm's correction",
      ),
      wide: tableOf(
        tableWith<SettingsComparison>(
          ["model", "level", "reference", ...EFFECT, "welchP", "pairedP", "pairedPAdjusted"],
        ),
        ({ byPrompt, byRound }) => some(overall(ours([...byPrompt, ...byRound]))),
        "Prompts and rounds, overall, rule ours",
      ),
    },
    words: tableOf(
      tableWith<SettingsComparison>(["model", "level", ...EFFECT, "pairedP", "pairedPAdjusted"]),
      ({ byWord }) => some(overall(byWord)),
      "Code bias scores with a judgemental word, against those without",
      ({ worded, label }) => isAskedOnce(worded) ? `${label}; one completion for each task and word` : label,
    ),
    reasons: tableOf(
      reasonTable,
      ({ rows }) => some(rows.filter(({ reason }) => reason !== null)),
      "Completions without an executable program",
    ),
    calibration: tableOf(tableWith(), "calibration", "Measured and declared code bias scores"),
    recorded: { printed: recordedTable },
    recorded_tests: {
      printed: () =>
        table(recordedTests(), { title: "Printed tests, computed again, and paired", note: RECORDED }),
    },
    ...paperAudit.tables,
  },
  figures: {
    leaning: figureOf(leaningFigure, (found) => {
      const own = ours(atFirst(found, found.leanings));
      return own.some(isKnown) ? own : undefined;
    }),
    temperature: figureOf(temperatureFigure, ({ rates }) => atTemperatures(rates, ["overall"])),
    temperature_dimensions: figureOf(
      temperatureFigure,
      ({ rates }) => atTemperatures(rates),
      () => ({ lines: "dimension", title: "Biased completions by temperature and dimension" } as const),
    ),
    mitigation: figureOf(mitigationFigure, ({ rates, isChosen }) => {
      const models = new Set(rates.filter((rate) => !isPlain(rate)).map(({ model }) => model));
      const own = rates.filter((rate) => isChosen(rate) && models.has(rate.model));
      return scores(own).some(isKnown) ? own : undefined;
    }, (found) => ({ subtitle: labelOfMore(found, "default") })),
  },
  answers: {
    RQ1: (found) => answerBias(scores(atFirst(found, found.rates))),
    RQ2: ({ trends, byTemperature }) => answerTemperature(ours(trends), ours(byTemperature)),
    RQ3: ({ byPrompt, byRound }) => answerMitigation(ours([...byPrompt, ...byRound])),
    calibration: ({ calibration }) => [
      calibrationSentence(calibration, "dimensions and rounds are of the same completions"),
    ],
  },
  basis: { RQ3: (found) => labelOfMore(found, "default") },
} as const satisfies Presented<SolarAnalysis>;

function isAskedOnce(worded: SolarRun | undefined): boolean {
  return new Set(worded?.samples.map(({ epoch }) => epoch)).size === 1;
}

/** The rows of the default prompt in round 0, at the reference temperature of their model. */
function atFirst<T extends SolarKeys>({ isChosen }: SolarAnalysis, all: readonly T[]): T[] {
  return all.filter((one) => isPlain(one) && isChosen(one));
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
  return rows.filter(isOurs);
}

function isOurs({ rule }: { readonly rule: Rule }): boolean {
  return rule === "ours";
}

function overall<T extends { readonly dimension: string }>(rows: readonly T[]): T[] {
  return rows.filter(({ dimension }) => dimension === "overall");
}

/** The CBS rates by rule `ours`. */
function scores(rates: readonly SolarRate[]): SolarRate[] {
  return ours(rates).filter(({ metric }) => metric === "CBS");
}

/** The rates of answers with a known temperature; undefined if no CBS of these dimensions is known. */
function atTemperatures(
  rates: readonly SolarRate[],
  dimensions?: readonly string[],
): SolarRate[] | undefined {
  const own = rates.filter(({ temperature }) => temperature !== null);
  const shown = scores(own).filter((rate) => isPlain(rate) && (dimensions?.includes(rate.dimension) ?? true));
  return shown.some(isKnown) ? own : undefined;
}
