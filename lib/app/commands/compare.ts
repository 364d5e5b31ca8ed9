/**
 * `deno task compare`: compares the levels of a column in any table of an analyst.
 *
 * @module
 */

import type pl from "nodejs-polars";
import { compare, type CompareOptions } from "../../comparison/compare.ts";
import { notes, refuseIfNone } from "../../comparison/comparison_frame.ts";
import { TEST_NAMES } from "../../comparison/tests/test_names.ts";
import { command, oneOf, type Options, runCommand, type Values } from "../command_line/command.ts";
import { print } from "../command_line/print.ts";
import { numberOf } from "../command_line/numbers.ts";
import { table } from "../../report/tables/table.ts";
import { typedPath } from "../../store/paths.ts";
import { scanTable } from "../../store/table_files.ts";
import { visible } from "../../core/visible.ts";

const OPTIONS = {
  metric: "COL  what is measured: numbers, or true and false",
  across: "COL  the column whose levels are compared, e.g. temperature",
  within: "COL*  compare separately for each of its values; may be given several times",
  "paired-by":
    "COL  ids that the levels share, e.g. task; several rows of an id at a level are averaged first",
  test: `TEST  ${TEST_NAMES.slice(0, 6).join(", ")},
    ${TEST_NAMES.slice(6).join(", ")}
    (default: paired with --paired-by, else welch)`,
  cluster: `COL  rows with equal COL are not independent: for welch, pooled, paired and trend
    (default, without --test and --paired-by: a column that looks like a task, with a note)`,
  independent: "rows are independent, even with such a column",
  alternative: "A  two-sided (default), less, greater: the higher level's values are less or greater",
  correction: "C  holm (default; paper: none), bonferroni, benjamini-hochberg, none: p_adjusted is empty",
  level: "L  of the intervals, which are always two-sided (default 0.95)",
  delimiter: `D  between the cells of CSV (default ,) and TSV (default tab); unless it is , numbers may have
    decimal commas`,
  "drop-unpaired": "leave out ids that one level does not have, instead of refusing them",
  seed: "S  of random permutations (default 1)",
  format: "F  table (default), csv, json",
  full: "more columns: size of the effect, clusters, which assumption fails, what was done",
} as const satisfies Options;

/** The columns that are printed only with `--full`. */
const FULL_COLUMNS: readonly string[] = [
  ...["effect", "effect_size", "effect_low", "effect_high", "clusters", "assumption", "remark"],
];

const formats: Readonly<Record<string, (frame: pl.DataFrame) => string>> = {
  table: (frame) => `${table(frame, { decimals: 6, p: ["p", "p_adjusted"] })}\n`,
  csv: (frame) => table(frame).toCSV(),
  json: (frame) => JSON.stringify(frame.toRecords(), null, 2) + "\n",
};

/** `deno task compare`: prints the comparisons of a table's levels. */
export const compareCommand = command({
  name: "compare",
  usage: "FILE.csv|FILE.parquet --metric COL --across COL [options]",
  about: `
Compares each pair of levels of a column, lowest first. FILE is CSV, TSV, Parquet or JSON Lines, with a row per sample;
an empty cell of the metric, NaN or NA is a sample that could not be judged.`,
  takes: {},
  options: OPTIONS,
  more: `
Columns: those of --within, level_a, level_b, test, estimate_a, estimate_b, difference (b - a), low, high, statistic,
df, p, p_adjusted, n_a, n_b, unjudged. t and z have the sign of b - a; Mann-Whitney's statistic is U of b. Notes on the
test go to standard error. The exit status is 0 if at least one row could be tested.`,
  async does(values, words) {
    const format = formats[oneOf("format", values.format ?? "table", Object.keys(formats))];
    const options = readOptions(values);
    const note = (sentence: string) => console.error(visible(`Note: ${sentence}`));
    const how = { delimiter: delimiterOf(values.delimiter), onNotice: note };
    const result = compare(await scanTable(fileOf(words), how), options);
    refuseIfNone("p", result, options);
    const left = values.full ? [] : FULL_COLUMNS;
    await print([format(result.select(...result.columns.filter((name) => !left.includes(name))))]);
    notes(result).forEach(note);
  },
});

function fileOf(positionals: readonly string[]): string {
  if (positionals.length === 1) return typedPath(positionals[0]);
  throw new RangeError(
    positionals.length === 0
      ? "Name the file with the table; -h says how"
      : `Cannot compare ${positionals.length} files at once: name one (${positionals.join(", ")})`,
  );
}

/** The delimiter that was typed; `tab` and `\t` stand for a tab, which is hard to type. */
function delimiterOf(typed?: string): string | undefined {
  return typed === "tab" || typed === "\\t" ? "\t" : typed;
}

function readOptions(values: Values<typeof OPTIONS>): CompareOptions & { readonly metric: string } {
  const { metric, across, within, cluster, independent } = values;
  if (metric === undefined) {
    throw new RangeError("Name the column that is measured with --metric; -h says more");
  }
  if (across === undefined) throw new RangeError("Name the column of the levels with --across; -h says more");
  return {
    ...{ metric, across, within, cluster, independent, pairedBy: values["paired-by"] },
    test: values.test as CompareOptions["test"],
    alternative: values.alternative as CompareOptions["alternative"],
    correction: values.correction as CompareOptions["correction"],
    level: numberOf("level", values.level),
    seed: numberOf("seed", values.seed),
    unpaired: values["drop-unpaired"] ? "drop" : "refuse",
  };
}

if (import.meta.main) await runCommand(compareCommand);
