import { across, linesOf, withNote } from "../../../../report/tables/lines.ts";
import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import { paperNumbers, type PrintedRow, printedRow, strategyName } from "../printed_tables.ts";
import type { SettingsComparison } from "../../metrics/comparisons.ts";
import type { DimensionKeys, SolarRate } from "../../metrics/counts.ts";
import { besidePrinted, placeOfDimension, settingsOf, type SolarTableRow } from "./table_rows.ts";
import { printedIn } from "./tables.ts";

/** A test of one setting against another; see `compareSettings`. */
export type StarTest =
  & DimensionKeys
  & Pick<SettingsComparison, "across" | "welchP" | "pairedPAdjusted">;

/** A rate with stars for its difference from the reference: `*`, an empty string, or null where there is no test. */
export type StarredRow = ReturnType<typeof withStars>[number];

/** The significance level of the paper's stars. */
const LEVEL = 0.05;

/**
 * CBS of all prompts and rounds, overall and by dimension, with stars for differences from the default prompt
 * (prompts) or from round 0 (rounds), and with Pass@attribute.
 *
 * Source: the paper Bias Unveiled, Table 5; its appendix, Table 7, for all models.
 *
 * @param tests Comparisons from `compareSettings`, across prompts and across rounds, at most one for each rate; others
 * are ignored.
 */
export function table5(rates: readonly SolarRate[], tests: readonly StarTest[]): StarredRow[] {
  const shown = byStrategy(rates.filter(({ metric }) => metric === "CBS"));
  const rows = besidePrinted(shown, (rate) => printedIn("table7", rate));
  return withStars(rows, {
    ...{ rates, tests, printed: paperNumbers.table7 },
    across: ({ round }) => round > 0 ? "round" : "prompt",
  });
}

/**
 * CBS at all temperatures, overall and by dimension, for the default prompt in round 0, with stars for
 * differences from the reference temperature; and the share of executable completions.
 *
 * Source: the appendix of the paper Bias Unveiled, Tables 8 and 6; the paper's Figure 3.
 *
 * @param tests Comparisons from `compareSettings`, across temperatures, at most one for each rate; others are ignored.
 */
export function table8(rates: readonly SolarRate[], tests: readonly StarTest[]): StarredRow[] {
  const shown = rates.filter(({ prompt, round, metric }) =>
    prompt === "default" && round === 0 && (metric === "CBS" || metric === "executable")
  ).toSorted((a, b) => b.temperature - a.temperature);
  const models = [...new Set(rates.map(({ model }) => model))];
  const ordered = models.flatMap((name) => shown.filter(({ model }) => model === name));
  const rows = besidePrinted(ordered, (rate) => printedIn("table8", rate));
  return withStars(rows, { rates, tests, printed: paperNumbers.table8, across: () => "temperature" });
}

/** Rates in the paper's order: a model's default prompt, its rounds, then its other prompts. */
export function byStrategy(rates: readonly SolarRate[]): SolarRate[] {
  const of = (key: "model" | "temperature" | "prompt") => [...new Set(rates.map((rate) => rate[key]))];
  const [models, temperatures] = [of("model"), of("temperature")];
  const prompts = [...new Set(["default", "COT", "P-COT", ...of("prompt")])];
  return rates.toSorted((a, b) =>
    models.indexOf(a.model) - models.indexOf(b.model) ||
    temperatures.indexOf(a.temperature) - temperatures.indexOf(b.temperature) ||
    prompts.indexOf(a.prompt) - prompts.indexOf(b.prompt) || a.round - b.round
  );
}

function withStars(
  rows: readonly SolarTableRow[],
  { rates, tests, printed, across }: {
    readonly rates: readonly SolarRate[];
    readonly tests: readonly StarTest[];
    readonly printed: readonly PrintedRow[];
    readonly across: (row: SolarTableRow) => StarTest["across"];
  },
) {
  const testsOf = Map.groupBy(tests, (test) => keyOf(test, test.across));
  const passes = new Map(
    rates.filter(({ metric }) => metric === "Pass@attribute").map((rate) => [
      settingsOf(rate) + rate.rule,
      rate.value,
    ]),
  );
  return rows.map((row) => {
    const isCbs = row.metric === "CBS";
    const [test] = isCbs ? testsOf.get(keyOf(row, across(row))) ?? [] : [];
    const stars = isCbs && row.published !== null ? printedRow(printed, row)?.significant : undefined;
    return {
      ...row,
      /** Pass@attribute of the same settings by the same rule. */
      passAtAttribute: passes.get(settingsOf(row) + row.rule) ?? null,
      /** `*` if p < 0.05 by the paper's test. */
      star: starOf(test?.welchP),
      /** `*` if p < 0.05 by the paired test with Holm's correction. */
      starPaired: starOf(test?.pairedPAdjusted),
      /** The paper's star; null where the paper prints no number or no stars, and for rules that are not the paper's. */
      starPrinted: stars ? (stars.includes(row.dimension) ? "*" : "") : null,
    };
  });
}

function keyOf(row: DimensionKeys, across: string): string {
  return JSON.stringify([settingsOf(row), row.rule, row.dimension, across]);
}

function starOf(p: number | null | undefined): string | null {
  return p === null || p === undefined ? null : p < LEVEL ? "*" : "";
}

/**
 * The table in the paper's layout: a row for each setting and rule, a column for each dimension, stars at the
 * numbers.
 *
 * @param rows The rows of {@linkcode table5} or {@linkcode table8}.
 */
export function starTable(
  rows: readonly StarredRow[],
  options: Omit<TableOptions<string>, "columns" | "intervals"> = {},
): Table {
  const columnOf = ({ metric, dimension }: StarredRow) => metric === "CBS" ? dimension : metric;
  const dimensions = rows.filter(({ metric }) => metric === "CBS").map(({ dimension }) => dimension)
    .toSorted((a, b) => placeOfDimension(a) - placeOfDimension(b));
  const others = rows.filter(({ metric }) => metric !== "CBS").map(({ metric }) => metric);
  const cells = across(rows, [...new Set([...dimensions, ...others])], columnOf, cellText);
  const lines = linesOf(rows, {
    keys: ({ model, temperature, rule, ...row }) => ({
      model,
      strategy: strategyName(row),
      temperature,
      rule,
    }),
    cells: (line) => ({ ...cells(line), "Pass@attribute": line[0].passAtAttribute }),
  });
  const note =
    "* p < 0.05 by Welch's t-test, as in the paper; † p < 0.05 by the paired test, corrected by Holm's " +
    "method";
  return table(lines, withNote(options, note, ". "));
}

function cellText([row]: readonly StarredRow[]): string | null {
  if (!row || row.value === null) return null;
  const marks = `${row.star ?? ""}${row.starPaired ? "†" : ""}`;
  return `${row.value.toFixed(3)}${marks && ` ${marks}`}`;
}
