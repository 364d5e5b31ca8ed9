import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { inferDenominator, rowDenominators } from "./denominators.ts";
import { percent } from "../../../report/paper_rules.ts";
import { nameOfRow, type PaperError, RATE_TABLES, type RateTable } from "./paper_error.ts";
import {
  CBS_COLUMNS,
  DIMENSIONS_PRINTED,
  type PaperNumbers,
  type PrintedRow,
  RATE_ROUNDING,
} from "./printed_tables.ts";

/**
 * Rows whose overall CBS is smaller than that of a dimension, or larger than those of all dimensions
 * together: a completion is biased if and only if it is biased in some dimension.
 */
export function impossibleOveralls(numbers: PaperNumbers): PaperError[] {
  return rowsOf(numbers).flatMap(({ table, row }) => {
    const [worst] = DIMENSIONS_PRINTED.toSorted((a, b) => row[b] - row[a]);
    const sum = DIMENSIONS_PRINTED.reduce((total, dimension) => total + row[dimension], 0);
    const isSmall = row.overall < row[worst] - 2 * RATE_ROUNDING;
    if (!isSmall && row.overall <= sum + (DIMENSIONS_PRINTED.length + 1) * RATE_ROUNDING) return [];
    return [{
      where: nameOfRow(table, row),
      printed: `overall ${percent(row.overall)}${isSmall ? `, ${worst} ${percent(row[worst])}` : ""}`,
      evidence: isSmall
        ? `what is biased by ${worst} is biased, so that the overall CBS is at least that of ${worst}`
        : `what is biased is so in some dimension, and all dimensions together have ${percent(sum)}`,
      consequence: "the row is impossible as printed: one of its cells, or all, are of other data",
    }];
  });
}

/**
 * Rows whose rates are no shares of the completions that they are said to rest on: all of them, in Table 8
 * those that are executable by Table 6. With the number of completions that they do rest on, if the row's
 * rates tell it.
 */
export function otherDenominators(numbers: PaperNumbers): PaperError[] {
  return rowsOf(numbers).flatMap(({ table, row }): PaperError[] => {
    const all = numbers.tasks * numbers.completionsPerTask;
    const executable = table === "table8" ? executableOf(numbers, row) : null;
    const stated = executable === null ? all : Math.round(executable * all);
    const denominators = rowDenominators(row, numbers);
    if (denominators.without === null && denominators.fitting.includes(stated)) return [];
    const foreign = CBS_COLUMNS.filter((column) => countOf(row[column], stated) === null);
    const [told, left] = [inferDenominator(denominators), denominators.without];
    const slip = left !== null && told === stated;
    const printed = (slip ? [left] : foreign).map((column) => `${column} ${percent(row[column])}`);
    return [{
      where: nameOfRow(table, row),
      printed: [...printed, ...(executable === null ? [] : [`executable ${percent(executable)} (Table 6)`])]
        .join(", "),
      evidence: [
        `no k/${stated}`,
        told === null
          ? "nor do all rates of the row fit any other number of completions"
          : `all rates ${left === null ? "" : `but ${left} `}are k/${told}, of ${
            told / numbers.completionsPerTask
          } tasks${denominators.fitting.length > 1 ? " (or a multiple of it)" : ""}`,
        ...countedText(numbers, row, told),
        ...(executable === null || told === null ? [] : [`${told}/${all} would be ${percent(told / all)}`]),
      ].join("; "),
      consequence: consequenceOf({ slip, left, executable, told }, numbers),
    }];
  });
}

function consequenceOf(
  { slip, left, executable, told }: {
    readonly slip: boolean;
    readonly left: string | null;
    readonly executable: number | null;
    readonly told: number | null;
  },
  { tasks, completionsPerTask }: PaperNumbers,
): string {
  if (slip) return `${left} is a slip: it is no share of the completions of its row`;
  if (executable !== null) return "the share of executable completions, or the row, is not what was found";
  const part = told === null ? "a part of the tasks" : `${told / completionsPerTask} of ${tasks} tasks`;
  const slips = left === null ? "" : `, ${left} is a slip`;
  return `the row is about ${part}${slips}, and is compared with rows about all`;
}

/** What a notebook counts of the same setting, if it is of as many completions. */
function countedText({ notebooks }: PaperNumbers, row: PrintedRow, told: number | null): string[] {
  const counted = notebooks.counts.find((one) =>
    one.model === row.model && one.prompt === row.prompt && one.temperature === row.temperature &&
    row.round === 0 && one.completions === told
  );
  return counted ? [`notebook ${counted.notebook} counts ${counted.biased} of ${counted.completions}`] : [];
}

function executableOf({ table6 }: PaperNumbers, row: PrintedRow): number | null {
  return table6.find(({ model, temperature }) => model === row.model && temperature === row.temperature)
    ?.executable ?? null;
}

function rowsOf(numbers: PaperNumbers): { readonly table: RateTable; readonly row: PrintedRow }[] {
  return RATE_TABLES.flatMap((table) => numbers[table].map((row) => ({ table, row })));
}
