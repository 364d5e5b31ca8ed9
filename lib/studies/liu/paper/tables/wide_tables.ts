import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { FairnessTableRow } from "./fairness_tables.ts";
import type { BalanceTableRow } from "./table3.ts";
import type { LiuTableRow } from "./table_rows.ts";
import { CBS_COLUMNS } from "../printed.ts";
import { DIMENSIONS } from "../../tasks/vocabulary.ts";

/** What a wide table says about itself. */
export type WideOptions = Pick<TableOptions<string>, "title" | "note">;

/** What the cells of a wide table say beside the estimate. */
const NOTE = "percent, with 95 % intervals; in square brackets what is printed";

/**
 * Code Bias Scores as the paper lays them out: a row for each model, setting and instrument, a column for each type of modifiers.
 *
 * @param rows As `table4`, `table7` or `table8` give them.
 */
export function modifierTable(rows: readonly LiuTableRow[], options: WideOptions = {}): Table {
  const own = rows.filter(({ dimension }) => dimension === "all");
  return wide(own, {
    ...{ columns: CBS_COLUMNS, columnOf: ({ modifierType }) => modifierType, cellOf: percentCell },
    ...withNote(NOTE, options),
  });
}

/** The same with a column for each dimension, over all modifiers. */
export function dimensionTable(rows: readonly LiuTableRow[], options: WideOptions = {}): Table {
  const own = rows.filter(({ dimension, modifierType }) => dimension !== "all" && modifierType === "total");
  return wide(own, {
    ...{ columns: DIMENSIONS, columnOf: ({ dimension }) => dimension, cellOf: percentCell },
    ...withNote(NOTE, options),
  });
}

/**
 * Scores of fairness as the paper lays them out: a row for each model, setting, instrument, metric and type of modifiers, a column for
 * each dimension.
 *
 * @param rows As `table5` or `table6` give them, counted in one way.
 */
export function pairTable(rows: readonly FairnessTableRow[], options: WideOptions = {}): Table {
  return wide(rows, {
    columns: DIMENSIONS,
    columnOf: ({ dimension }) => dimension,
    cellOf: ({ value, metric }) => value === null ? "–" : value.toFixed(metric === "SD of counts" ? 2 : 3),
    printedOf: ({ published, metric }) =>
      published === null ? "" : ` [${published.toFixed(metric === "SD of frequencies" ? 4 : 2)}]`,
    keysOf: ({ metric, modifierType }) => ({ metric, modifiers: modifierType }),
    ...withNote("in square brackets what is printed", options),
  });
}

/**
 * Labels of datasets as the paper lays them out: a row for each part, with its counts and the printed ones.
 *
 * @param rows As `table3` gives them.
 */
export function splitTable(rows: readonly BalanceTableRow[], options: WideOptions = {}): Table {
  const parts = Map.groupBy(rows, ({ dataset, split }) => JSON.stringify([dataset, split]));
  const lines = [...parts.values()].map((part) => {
    const of = (metric: BalanceTableRow["metric"]) => part.find((row) => row.metric === metric)!;
    const [biased, acceptable, share] = [of("biased"), of("acceptable"), of("share biased")];
    return {
      ...{ dataset: share.dataset, split: share.split, biased: biased.value, acceptable: acceptable.value },
      "share biased, %": percentCell(share),
      ...{ "printed Pos": biased.published, "printed Neg": acceptable.published, remark: biased.remark },
    };
  });
  return table(lines, { decimals: 0, ...withNote("95 % intervals", options) });
}

/** Whose answers they are stands before how they are to be read. */
function withNote(how: string, { note, ...options }: WideOptions): WideOptions {
  return { ...options, note: note === undefined ? how : `${note}; ${how}` };
}

/** How rows become cells. */
interface Layout<R extends LiuTableRow> extends WideOptions {
  readonly columns: readonly string[];
  readonly columnOf: (row: R) => string;
  readonly cellOf: (row: R) => string;
  /** @default in percent */
  readonly printedOf?: (row: R) => string;
  /** What else tells the lines apart. @default nothing */
  readonly keysOf?: (row: R) => Readonly<Record<string, string>>;
}

function wide<R extends LiuTableRow>(rows: readonly R[], layout: Layout<R>): Table {
  const { columns, columnOf, cellOf, printedOf = printedPercent, keysOf = () => ({}), ...options } = layout;
  const lines = Map.groupBy(rows, (row) => JSON.stringify([settingOf(row), keysOf(row)]));
  const has = columns.filter((name) => rows.some((row) => columnOf(row) === name));
  const cells = [...lines.values()].map((line) => ({
    ...settingOf(line[0]),
    ...keysOf(line[0]),
    ...Object.fromEntries(has.map((name) => {
      const row = line.find((one) => columnOf(one) === name);
      return [name, row ? cellOf(row) + printedOf(row) : "–"];
    })),
  }));
  return table(cells as Record<string, string>[], options);
}

/** Which completions a row is about, and who judged them. */
function settingOf({ model, prompt, temperature, topP, instrument }: LiuTableRow): Record<string, string> {
  const settings = [
    ...(prompt === "default" ? [] : [prompt]),
    ...(temperature === null ? [] : [`t = ${temperature}`]),
    ...(topP === null ? [] : [`top-p = ${topP}`]),
  ];
  return { model, settings: settings.join(", ") || "–", instrument };
}

function percentCell({ value, low, high }: Pick<LiuTableRow, "value" | "low" | "high">): string {
  if (value === null) return "–";
  const interval = low === null || high === null ? "" : ` (${percent(low)}–${percent(high)})`;
  return percent(value) + interval;
}

function printedPercent({ published }: LiuTableRow): string {
  return published === null ? "" : ` [${percent(published)}]`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
