import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { InstrumentRow } from "./instruments.ts";
import { COLUMNS } from "../printed_tables.ts";
import type { HuangTableRow } from "./table_rows.ts";

/** What a wide table says about itself. */
export type WideOptions = Pick<TableOptions<string>, "title" | "note">;

/** A cell of a wide table. */
type Cell = string | number | null;

const PERCENT = "percent, with 95 % intervals";

/**
 * Rates as the paper lays them out: a row for each model, strategy, temperature and metric, a column for each attribute, in percent. Without
 * feedback and with it stand in one cell, as A / B, where there are both.
 *
 * @param rows As `table4`, `table6`, `table7` or `table8` give them.
 */
export function attributeTable(rows: readonly HuangTableRow[], options: WideOptions = {}): Table {
  const hasRounds = new Set(rows.map(({ round }) => round)).size > 1;
  const strategies = new Set(rows.map(({ prompt }) => prompt)).size > 1;
  const temperatures =
    new Set(rows.map(({ temperature }) => temperature).filter((one) => one !== null)).size > 1;
  const groups = Map.groupBy(
    rows,
    ({ model, prompt, temperature, metric }) => JSON.stringify([model, prompt, temperature, metric]),
  );
  const attributes = COLUMNS.filter((name) => rows.some(({ attribute }) => attribute === name));
  const lines = [...groups.values()].map((group) => {
    const { model, prompt, temperature, metric } = group[0];
    const cell = (name: string) =>
      [...new Set(group.map(({ round }) => round))].sort((a, b) => a - b)
        .map((round) =>
          cellOf(group.find((row) => row.round === round && row.attribute === name), !hasRounds)
        )
        .join(" / ");
    return {
      model,
      ...(strategies && { strategy: prompt }),
      ...(temperatures && { temperature }),
      metric,
      ...Object.fromEntries(attributes.map((name) => [name, cell(name)])),
    } as Record<string, Cell>;
  });
  const note = hasRounds ? "percent; A / B: without and with feedback" : PERCENT;
  return table(lines, { ...options, note: [options.note, note].filter((part) => part).join("; ") });
}

function cellOf(row: HuangTableRow | undefined, withInterval: boolean): string {
  if (!row || row.value === null) return "–";
  const percent = (share: number) => (100 * share).toFixed(1);
  const { value, low, high } = row;
  return withInterval && low !== null && high !== null
    ? `${percent(value)} (${percent(low)}–${percent(high)})`
    : percent(value);
}

/**
 * Confusion matrices, a row for each instrument, set of labels and kind of values.
 *
 * @param rows As `table5` or `table9` give them.
 */
export function matrixTable(rows: readonly InstrumentRow[], options: WideOptions = {}): Table {
  const groups = Map.groupBy(
    rows,
    ({ instrument, labels, pools }) => JSON.stringify([instrument, labels, pools]),
  );
  const hasCosts = rows.some(({ metric }) => metric === "seconds");
  const lines = [...groups.values()].map((group) => {
    const { instrument, labels, pools } = group[0];
    const count = (metric: string) => group.find((row) => row.metric === metric)?.value ?? null;
    const rate = (metric: string) => {
      const row = group.find((one) => one.metric === metric);
      return row && row.value !== null ? rateCell(row) : null;
    };
    return {
      ...{
        instrument,
        labels,
        values: pools,
        TP: count("tp"),
        FN: count("fn"),
        FP: count("fp"),
        TN: count("tn"),
      },
      ...{ unjudged: count("unjudged"), precision: rate("precision"), recall: rate("recall") },
      ...(hasCosts && { calls: count("calls"), seconds: count("seconds") }),
    } as Record<string, Cell>;
  });
  return table(lines, {
    ...options,
    note: [options.note, "95 % intervals (Wilson)"].filter((part) => part).join("; "),
  });
}

function rateCell({ value, low, high }: InstrumentRow): string {
  const interval = low === null || high === null ? "" : ` (${low.toFixed(2)}–${high.toFixed(2)})`;
  return `${value!.toFixed(2)}${interval}`;
}
