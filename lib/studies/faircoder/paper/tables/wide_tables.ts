import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { CounterfactualTableRow } from "./counterfactual_tables.ts";
import { type Setting, settingKey } from "../../tasks/setting_names.ts";
import { type WithPrinted } from "../../../../paper/with_printed.ts";
import { type FairCoderTableRow, UTILITY } from "./table_rows.ts";
import { cells } from "../../tasks/task.ts";
import { type Category, topics } from "../../tasks/topics.ts";

/** What a wide table says about itself: the note comes before what its cells say. */
export type WideOptions = Pick<TableOptions<string>, "title" | "note">;

/** The setting of a line with answers asked for in the usual way. */
const NO_SETTINGS = "–";

/** What the cells of a wide table say beside the estimate. */
const NOTE = "with 95 % intervals; in square brackets what is printed";

/**
 * Means as the paper lays them out: a line for each model and setting, a column each for functions, test cases and utility.
 *
 * @param rows As `table1` gives them.
 */
export function overallTable(rows: readonly FairCoderTableRow[], options: WideOptions = {}): Table {
  const scores = rows.filter(({ metric }) => metric !== UTILITY);
  // A utility has no rule: it stands beside the scores by each.
  const utilities = rows.filter(({ metric }) => metric === UTILITY).flatMap((row) => {
    const rules = new Set(
      scores.filter((one) => settingKey(one) === settingKey(row)).map(({ rule }) => rule),
    );
    return rules.size === 0 ? [row] : [...rules].map((rule) => ({ ...row, rule }));
  });
  return wide([...scores, ...utilities], {
    columns: ["functions", "test cases", UTILITY],
    columnOf: ({ kind, metric }) =>
      metric === UTILITY ? UTILITY : kind === "function" ? "functions" : "test cases",
    keysOf: ({ rule }) => ({ rule }),
    ...options,
  });
}

/**
 * FairScores with and without mitigation: a line for each model and way to ask, a column for each kind of traits.
 *
 * @param rows As `table2` gives them.
 */
export function mitigationTable(rows: readonly FairCoderTableRow[], options: WideOptions = {}): Table {
  return wide(rows, {
    columns: ["traits of men", "traits of women"],
    columnOf: ({ topic }) => topic,
    keysOf: ({ rule }) => ({ rule }),
    ...options,
  });
}

/**
 * Differences as the paper lays them out: a line for each model and setting, a column for each trait.
 *
 * @param rows As `table4` or `table5` give them.
 */
export function traitTable(rows: readonly CounterfactualTableRow[], options: WideOptions = {}): Table {
  return wide(rows, {
    columns: topics.map(({ topic }) => topic),
    columnOf: ({ topic }) => topic,
    saying: `men minus women, ${NOTE}`,
    ...options,
  });
}

/**
 * Metrics of functions as the paper lays them out: a line for each model, setting, metric and rule, a column for each scenario and
 * attribute.
 *
 * @param rows As `table8`, `table9` or `table10` give them.
 */
export function scenarioTable(rows: readonly FairCoderTableRow[], options: WideOptions = {}): Table {
  return wide(rows.filter(({ kind }) => kind === "function"), {
    columns: cells().map(({ scenario, attribute }) => `${scenario} ${attribute}`),
    columnOf: ({ scenario, attribute }) => `${scenario} ${attribute}`,
    keysOf: ({ metric, rule }) => ({ metric, rule }),
    ...options,
  });
}

/**
 * Metrics of test cases: a line for each model, setting, attribute, metric and rule, a column for each topic.
 *
 * @param rows As `table11` to `table16` give them.
 * @param options.category Topics of one kind alone: all 18 have room on few pages.
 */
export function topicTable(
  rows: readonly FairCoderTableRow[],
  { category, ...options }: WideOptions & { readonly category?: Category } = {},
): Table {
  const shown = topics.filter((one) => (category ?? one.category) === one.category);
  return wide(rows.filter(({ kind }) => kind === "test"), {
    columns: shown.map(({ topic }) => topic),
    columnOf: ({ topic }) => topic,
    keysOf: ({ attribute, metric, rule }) => ({ attribute, metric, rule }),
    ...options,
  });
}

/** How rows become cells. */
interface Layout<R> extends WideOptions {
  /** In order; those without rows are left out. */
  readonly columns: readonly string[];
  readonly columnOf: (row: R) => string;
  /** What else tells the lines apart. @default nothing */
  readonly keysOf?: (row: R) => Readonly<Record<string, string>>;
  /** @default {@linkcode NOTE} */
  readonly saying?: string;
}

function wide<R extends Setting & WithPrinted>(rows: readonly R[], layout: Layout<R>): Table {
  const { columns, columnOf, keysOf = () => ({}), saying = NOTE, title, note } = layout;
  const lines = Map.groupBy(rows, (row) => JSON.stringify([settingKey(row), keysOf(row)]));
  const has = columns.filter((name) => rows.some((row) => columnOf(row) === name));
  const keys = [...lines.values()].map((line) => ({ ...settingOf(line[0]), ...keysOf(line[0]) }));
  const cells = [...lines.values()].map((line, at): Record<string, string> => ({
    ...telling(keys, at),
    ...Object.fromEntries(has.map((name) => {
      const row = line.find((one) => columnOf(one) === name);
      return [name, row ? cellText(row) : "–"];
    })),
  }));
  return table(cells, { title, note: note === undefined ? saying : `${note}; ${saying}` });
}

/**
 * What a line is about: the model and its settings, and what is not the same for all lines, which the title
 * says.
 */
function telling(lines: readonly Readonly<Record<string, string>>[], at: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lines[at]).filter(([name, value]) =>
      name === "model" || lines.some((line) => line[name] !== (name === "settings" ? NO_SETTINGS : value))
    ),
  );
}

function settingOf({ model, prompt, temperature }: Setting): Record<string, string> {
  const settings = [
    ...(prompt === "default" ? [] : [prompt]),
    ...(temperature === null ? [] : [`t = ${temperature}`]),
  ];
  return { model, settings: settings.join(", ") || NO_SETTINGS };
}

/** A cell: the value, its interval, and in square brackets what is printed. */
export function cellText({ value, low, high, published }: WithPrinted): string {
  const interval = low === null || high === null ? "" : ` (${text(low)} to ${text(high)})`;
  if (value === null) return published === null ? "–" : `[${text(published)}]`;
  return `${text(value)}${interval}${published === null ? "" : ` [${text(published)}]`}`;
}

function text(value: number): string {
  const shown = value.toFixed(2);
  return shown === "-0.00" ? "0.00" : shown.replace("-", "−");
}
