import { type WithPrinted } from "../../../../paper/with_printed.ts";
import { estimated, settingName } from "../../../../report/sentences.ts";
import { across, linesOf, withNote } from "../../../../report/tables/lines.ts";
import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { FairnessTableRow } from "./fairness_tables.ts";
import type { BalanceTableRow } from "./table3.ts";
import type { LiuTableRow } from "./table_rows.ts";
import { CBS_COLUMNS } from "../printed.ts";
import { DIMENSIONS } from "../../tasks/vocabulary.ts";

/** The title and the note of a wide table. */
type WideOptions = Pick<TableOptions<string>, "title" | "note">;

/** The note on what cells show beside the estimate. */
const NOTE = "percent, with 95 % intervals; in square brackets what is printed";

/**
 * Code Bias Scores as the paper lays them out: a row for each model, setting and instrument, a column for each type of modifiers.
 *
 * @param rows As `table4`, `table7` or `table8` give them.
 */
export function modifierTable(rows: readonly LiuTableRow[], options: WideOptions = {}): Table {
  const own = rows.filter(({ dimension }) => dimension === "all");
  return wide(own, { columns: CBS_COLUMNS, columnOf: ({ modifierType }) => modifierType }, options);
}

/** Like {@linkcode modifierTable}, with a column for each dimension, over all modifiers. */
export function dimensionTable(rows: readonly LiuTableRow[], options: WideOptions = {}): Table {
  const own = rows.filter(({ dimension, modifierType }) => dimension !== "all" && modifierType === "total");
  return wide(own, { columns: DIMENSIONS, columnOf: ({ dimension }) => dimension }, options);
}

/**
 * Scores of fairness as the paper lays them out: a row for each model, setting, instrument, metric and type of modifiers, a column for
 * each dimension.
 *
 * @param rows As `table5` or `table6` give them, with one way to count.
 */
export function pairTable(rows: readonly FairnessTableRow[], options: WideOptions = {}): Table {
  return wide(rows, {
    columns: DIMENSIONS,
    columnOf: ({ dimension }) => dimension,
    cellOf: ({ value, metric, published }) =>
      (value === null ? "–" : value.toFixed(metric === "SD of counts" ? 2 : 3)) +
      (published === null ? "" : ` [${published.toFixed(metric === "SD of frequencies" ? 4 : 2)}]`),
    keysOf: ({ metric, modifierType }) => ({ metric, modifiers: modifierType }),
    saying: "in square brackets what is printed",
  }, options);
}

/**
 * Labels of datasets as the paper lays them out: a row for each part, with its counts and the printed ones.
 *
 * @param rows As `table3` gives them.
 */
export function splitTable(rows: readonly BalanceTableRow[], options: WideOptions = {}): Table {
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

/** How to make cells of rows. */
interface Layout<R extends LiuTableRow> {
  readonly columns: readonly string[];
  readonly columnOf: (row: R) => string;
  /** @default in percent */
  readonly cellOf?: (row: R) => string;
  /** Other keys that tell the lines apart. @default none */
  readonly keysOf?: (row: R) => Readonly<Record<string, string>>;
  /** @default {@linkcode NOTE} */
  readonly saying?: string;
}

function wide<R extends LiuTableRow>(rows: readonly R[], layout: Layout<R>, options: WideOptions): Table {
  const { columns, columnOf, cellOf = percentCell, keysOf, saying = NOTE } = layout;
  const lines = linesOf(rows, {
    keys: (row) => ({ ...settingOf(row), ...keysOf?.(row) }),
    cells: across(rows, columns, columnOf, ([row]) => row ? cellOf(row) : "–"),
  });
  return table(lines, withNote(options, saying));
}

/** The completions that a row is about, and the instrument. */
function settingOf({ model, prompt, temperature, topP, instrument }: LiuTableRow): Record<string, string> {
  const settings = settingName({ model: "", prompt, temperature, topP }, "default");
  return { model, settings: settings || "–", instrument };
}

function percentCell(row: LiuTableRow): string {
  return shareText(row) + (row.published === null ? "" : ` [${percent(row.published)}]`);
}

function shareText(row: WithPrinted): string {
  return row.value === null ? "–" : estimated(row, percent, "–");
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
