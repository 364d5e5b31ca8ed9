import { type WithPrinted } from "../../../../paper/with_printed.ts";
import { estimated, points, settingName } from "../../../../report/sentences.ts";
import { across, linesOf, withNote } from "../../../../report/tables/lines.ts";
import { type Table, table } from "../../../../report/tables/table.ts";
import type { Titled } from "../../../../report/tables/table_options.ts";
import type { FairnessTableRow } from "./fairness_tables.ts";
import type { BalanceTableRow } from "./table3.ts";
import type { LiuTableRow } from "./table_rows.ts";
import { CBS_COLUMNS } from "../printed.ts";
import { DIMENSIONS } from "../../tasks/vocabulary.ts";

/**
 * Code Bias Scores as the paper lays them out: a row for each model, setting and instrument, a column for each type of modifiers.
 *
 * @param rows As `table4`, `table7` or `table8` give them.
 */
export function modifierTable(rows: readonly LiuTableRow[], options: Titled = {}): Table {
  const own = rows.filter(({ dimension }) => dimension === "all");
  return scoreTable(own, across(own, CBS_COLUMNS, ({ modifierType }) => modifierType, percentCell), options);
}

/** Like {@linkcode modifierTable}, with a column for each dimension, over all modifiers. */
export function dimensionTable(rows: readonly LiuTableRow[], options: Titled = {}): Table {
  const own = rows.filter(({ dimension, modifierType }) => dimension !== "all" && modifierType === "total");
  return scoreTable(own, across(own, DIMENSIONS, ({ dimension }) => dimension, percentCell), options);
}

function scoreTable(
  rows: readonly LiuTableRow[],
  cells: ReturnType<typeof across<LiuTableRow>>,
  options: Titled,
): Table {
  const note = "percent, with 95 % intervals; in square brackets what is printed";
  return table(linesOf(rows, { keys: settingOf, cells }), withNote(options, note));
}

/**
 * Scores of fairness as the paper lays them out: a row for each model, setting, instrument, metric and type of modifiers, a column for
 * each dimension.
 *
 * @param rows As `table5` or `table6` give them, with one way to count.
 */
export function pairTable(rows: readonly FairnessTableRow[], options: Titled = {}): Table {
  const lines = linesOf(rows, {
    keys: (row) => ({ ...settingOf(row), metric: row.metric, modifiers: row.modifierType }),
    cells: across(rows, DIMENSIONS, ({ dimension }) => dimension, ([row]) => row ? pairCell(row) : "–"),
  });
  return table(lines, withNote(options, "in square brackets what is printed"));
}

function pairCell({ value, metric, published }: FairnessTableRow): string {
  return (value === null ? "–" : value.toFixed(metric === "SD of counts" ? 2 : 3)) +
    (published === null ? "" : ` [${published.toFixed(metric === "SD of frequencies" ? 4 : 2)}]`);
}

/**
 * Labels of datasets as the paper lays them out: a row for each part, with its counts and the printed ones.
 *
 * @param rows As `table3` gives them.
 */
export function splitTable(rows: readonly BalanceTableRow[], options: Titled = {}): Table {
  const lines = linesOf(rows, {
    keys: ({ dataset, split }) => ({ dataset, split }),
    cells: (part) => {
      const of = (metric: BalanceTableRow["metric"]) => part.find((row) => row.metric === metric)!;
      const [biased, acceptable] = [of("biased"), of("acceptable")];
      return {
        ...{ biased: biased.value, acceptable: acceptable.value },
        "share biased, %": shareText(of("share biased")),
        ...{ "printed Pos": biased.published, "printed Neg": acceptable.published, remark: biased.remark },
      };
    },
  });
  return table(lines, { decimals: 0, ...withNote(options, "95 % intervals") });
}

/** The completions that a row is about, and the instrument. */
function settingOf({ model, prompt, temperature, topP, instrument }: LiuTableRow): Record<string, string> {
  const settings = settingName({ model: "", prompt, temperature, topP }, "default");
  return { model, settings: settings || "–", instrument };
}

function percentCell([row]: readonly LiuTableRow[]): string {
  if (!row) return "–";
  return shareText(row) + (row.published === null ? "" : ` [${points(row.published)}]`);
}

function shareText(row: WithPrinted): string {
  return row.value === null ? "–" : estimated(row, points, "–");
}
