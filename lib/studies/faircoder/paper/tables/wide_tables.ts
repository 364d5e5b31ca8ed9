import { estimated } from "../../../../report/sentences.ts";
import { fixed } from "../../../../report/words.ts";
import { across, linesOf, withNote } from "../../../../report/tables/lines.ts";
import { type Table, table } from "../../../../report/tables/table.ts";
import type { Titled } from "../../../../report/tables/table_options.ts";
import type { CounterfactualTableRow } from "./counterfactual_tables.ts";
import { type Setting, settingKey, settingName } from "../../tasks/settings.ts";
import { type WithPrinted } from "../../../../paper/with_printed.ts";
import { type FairCoderTableRow, UTILITY } from "./table_rows.ts";
import { cells } from "../../tasks/task.ts";
import { type Category, topics } from "../../tasks/topics.ts";

/** The text for the settings of a line that has the usual ones. */
const NO_SETTINGS = "–";

/** The note on what cells show beside the estimate. */
const NOTE = "with 95 % intervals; in square brackets what is printed";

/**
 * Means as the paper lays them out: a line for each model and setting, a column each for functions, test cases and utility.
 *
 * @param rows As `table1` gives them.
 */
export function overallTable(rows: readonly FairCoderTableRow[], options: Titled = {}): Table {
  const scores = rows.filter(({ metric }) => metric !== UTILITY);
  // A utility has no rule: it stands beside the scores by each rule.
  const utilities = rows.filter(({ metric }) => metric === UTILITY).flatMap((row) => {
    const rules = new Set(
      scores.filter((one) => settingKey(one) === settingKey(row)).map(({ rule }) => rule),
    );
    return rules.size === 0 ? [row] : [...rules].map((rule) => ({ ...row, rule }));
  });
  return laidOut<FairCoderTableRow>(
    ["functions", "test cases", UTILITY],
    ({ kind, metric }) => metric === UTILITY ? UTILITY : kind === "function" ? "functions" : "test cases",
    ({ rule }) => ({ rule }),
  )([...scores, ...utilities], options);
}

/**
 * FairScores with and without mitigation: a line for each model and prompt, a column for each kind of traits.
 *
 * @param rows As `table2` gives them.
 */
export const mitigationTable = laidOut<FairCoderTableRow>(
  ["traits of men", "traits of women"],
  ({ topic }) => topic,
  ({ rule }) => ({ rule }),
);

/**
 * Differences as the paper lays them out: a line for each model and setting, a column for each trait.
 *
 * @param rows As `table4` or `table5` give them.
 */
export const traitTable = laidOut<CounterfactualTableRow>(
  topics.map(({ topic }) => topic),
  ({ topic }) => topic,
  () => ({}),
  `men minus women, ${NOTE}`,
);

/**
 * Metrics of functions as the paper lays them out: a line for each model, setting, metric and rule, a column for each scenario and
 * attribute.
 *
 * @param rows As `table8`, `table9` or `table10` give them.
 */
export const scenarioTable = laidOut<FairCoderTableRow>(
  cells().map(nameOfColumn),
  nameOfColumn,
  ({ metric, rule }) => ({ metric, rule }),
);

/**
 * Metrics of test cases: a line for each model, setting, attribute, metric and rule, a column for each topic.
 *
 * @param rows As `table11` to `table16` give them.
 * @param options.category The one kind of topics to show: all 18 topics fit on few pages.
 */
export function topicTable(
  rows: readonly FairCoderTableRow[],
  { category, ...options }: Titled & { readonly category?: Category } = {},
): Table {
  const shown = topics.filter((one) => (category ?? one.category) === one.category);
  return laidOut<FairCoderTableRow>(
    shown.map(({ topic }) => topic),
    ({ topic }) => topic,
    ({ attribute, metric, rule }) => ({ attribute, metric, rule }),
  )(rows, options);
}

/** The name of the column of functions about an attribute in a scenario. */
export function nameOfColumn(
  { scenario, attribute }: { readonly scenario: string; readonly attribute: string },
): string {
  return `${scenario} ${attribute}`;
}

/** Returns a function that lays out rows with some columns and, besides model and settings, some keys. */
function laidOut<R extends Setting & WithPrinted>(
  columns: readonly string[],
  columnOf: (row: R) => string,
  keysOf: (row: R) => Readonly<Record<string, string>>,
  saying = NOTE,
) {
  return (rows: readonly R[], options: Titled = {}): Table => {
    const hasSettings = rows.some((row) => settingsOf(row) !== NO_SETTINGS);
    const lines = linesOf(rows, {
      keys: (row) => ({
        model: row.model,
        ...(hasSettings && { settings: settingsOf(row) }),
        ...keysOf(row),
      }),
      // The title says what is the same for all lines.
      varying: ["metric", "rule", "attribute"],
      cells: across(rows, columns, columnOf, cellText),
    });
    return table(lines, withNote(options, saying));
  };
}

function settingsOf({ prompt, temperature }: Setting): string {
  return settingName({ model: "", prompt, temperature }) || NO_SETTINGS;
}

/** The text of a cell: the value, its interval, and the printed number in square brackets. */
export function cellText([row]: readonly WithPrinted[]): string {
  const { value = null, published = null } = row ?? {};
  const parts = [
    ...(value === null ? [] : [estimated(row, text)]),
    ...(published === null ? [] : [`[${text(published)}]`]),
  ];
  return parts.join(" ") || "–";
}

function text(value: number): string {
  return fixed(value, 2).replace("-", "−");
}
