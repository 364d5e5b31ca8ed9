import { rule, type Rules, unionOf } from "../../../paper/rules.ts";
import { percent } from "../../../paper/cells.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { inferDenominator, rowDenominators } from "./denominators.ts";
import { nameOfRow, nameOfTable, RATE_TABLES, type RateTable } from "./names.ts";
import type { PaperEvidence } from "./star_rules.ts";
import { isPlain } from "../metrics/counts.ts";
import {
  CBS_COLUMNS,
  DIMENSIONS_PRINTED,
  type PaperNumbers,
  printedCell,
  type PrintedColumn,
  type PrintedRow,
  printedRow,
  RATE_COLUMNS,
  RATE_ROUNDING,
  strategyName,
} from "./printed_tables.ts";

/** Tables that print the same settings of the same models. */
const TWINS: readonly (readonly [RateTable, RateTable])[] = [
  ["table3", "table7"],
  ["table3", "table8"],
  ["table5", "table7"],
];

/** One unit of the last printed digit: the paper truncates some numbers and rounds others. */
const UNIT = 0.0001 + 1e-9;

/** Rules that compare rows of rates with themselves, with each other and with the notebooks behind them. */
export const rateRules: Rules<PaperEvidence> = {
  // A completion is biased if and only if it is biased in some dimension.
  "the overall CBS is at least that of each dimension, and at most all of them together": unionOf((numbers) =>
    rowsOf(numbers).map(({ table, row }) => ({
      ...{ where: nameOfRow(table, row), value: row.overall, printed: `overall ${percent(row.overall)}` },
      ...{ called: "dimensions", rounding: RATE_ROUNDING },
      parts: Object.fromEntries(DIMENSIONS_PRINTED.map((dimension) => [dimension, row[dimension]])),
      consequence: "the row is impossible as printed: one of its cells, or all, are of other data",
    }))
  ),
  // Finds rows whose rates are not shares of the stated number of completions: all of them, or in Table 8 those that
  // are executable by Table 6. The finding has the number of completions that the row does rest on, if its rates
  // determine it.
  "the rates of a row are shares of the completions that it is said to rest on": rule(
    rowsOf,
    ({ table, row }, numbers) => {
      const { tasks, completionsPerTask } = numbers;
      const all = tasks * completionsPerTask;
      const { model, temperature } = row;
      const executable = table === "table8"
        ? printedCell("table6", { model, temperature, column: "executable" }, numbers)
        : null;
      const stated = executable === null ? all : Math.round(executable * all);
      const { fitting, without: left } = rowDenominators(row, numbers);
      if (left === null && fitting.includes(stated)) return null;
      const told = inferDenominator({ fitting, without: left });
      const slip = left !== null && told === stated;
      const foreign = slip ? [left] : CBS_COLUMNS.filter((column) => countOf(row[column], stated) === null);
      const [but, isSlip] = left === null ? ["", ""] : [`but ${left} `, `, ${left} is a slip`];
      const orMore = fitting.length > 1 ? " (or a multiple of it)" : "";
      const part =
        (told === null ? "a part of the tasks" : `${told / completionsPerTask} of ${tasks} tasks`) + isSlip;
      return {
        where: nameOfRow(table, row),
        printed: ratesOf(row, foreign) +
          (executable === null ? "" : `, executable ${percent(executable)} (Table 6)`),
        evidence: [
          `no k/${stated}`,
          told === null
            ? "nor do all rates of the row fit any other number of completions"
            : `all rates ${but}are k/${told}, of ${told / completionsPerTask} tasks${orMore}`,
          countedText(numbers, row, told),
          executable !== null && told !== null && `${told}/${all} would be ${percent(told / all)}`,
        ],
        consequence: slip
          ? `${left} is a slip: it is no share of the completions of its row`
          : executable !== null
          ? "the share of executable completions, or the row, is not what was found"
          : `the row is about ${part}, and is compared with rows about all`,
      };
    },
  ),
  // Finds rows that are in two tables with different rates.
  "a row that stands in two tables has the same rates in both": rule(
    twinsOf,
    ({ a, b, first, second }, numbers) => {
      const differing = RATE_COLUMNS.filter((column) => {
        const [one, other] = [a[column], b[column]];
        return one !== undefined && other !== undefined && Math.abs(one - other) > RATE_ROUNDING;
      });
      if (differing.length === 0) return null;
      const pairs = differing.map((column) => `${column} ${percent(a[column]!)} and ${percent(b[column]!)}`);
      const [n, m] = [a, b].map((row) => inferDenominator(rowDenominators(row, numbers)));
      return {
        where: `${nameOfRow(first, a)}, and ${nameOfTable(second)}`,
        printed: pairs.join(", "),
        ...(n !== null && m !== null && n !== m ? fromCounts([a, n], [b, m]) : fromOthers([a, b], differing)),
      };
    },
  ),
  // Finds cells that are in two tables and have a star in only one of them.
  "a row that stands in two tables has the same stars in both": rule(
    (numbers) => twinsOf(numbers).flatMap((twins) => RATE_COLUMNS.map((column) => ({ ...twins, column }))),
    ({ a, b, first, second, column }) => {
      if (!a.significant || !b.significant) return null;
      const isStarred = a.significant.includes(column);
      const [withStar, without] = (isStarred ? [first, second] : [second, first]).map(nameOfTable);
      return isStarred !== b.significant.includes(column) && {
        where: `${nameOfRow(first, a)}, and ${nameOfTable(second)}`,
        printed: `${column} ${percent(a[column]!)}`,
        evidence: `with a star in ${withStar}, without in ${without}`,
        consequence: "one of the two is wrong",
      };
    },
  ),
  // Finds rows of a mitigation whose rates are all equal to the model's rates without it.
  "a mitigation does not have all rates of the model without it": rule(
    ({ table7 }) => table7.filter((row) => !isPlain(row)),
    (row, { table7, table8 }) => {
      const same = [...table7.filter(isPlain), ...table8].find((source) =>
        source.model === row.model && CBS_COLUMNS.every((column) => source[column] === row[column])
      );
      return same !== undefined && {
        ...{ where: nameOfRow("table7", row), printed: ratesOf(row, CBS_COLUMNS) },
        evidence: `the same eight rates as in ${
          nameOfRow(table8.includes(same) ? "table8" : "table7", same)
        }`,
        consequence: `these are no results of ${strategyName(row)}: what it does in this model is not known`,
      };
    },
  ),
  // Finds a Pass@attribute of one mitigation that is equal for two models to the last digit.
  "two models do not have the same Pass@attribute of a mitigation": rule(
    ({ table7 }) => table7,
    (row, { table7 }) => {
      const before = table7.slice(0, table7.indexOf(row)).find((other) =>
        other.model !== row.model && other.prompt === row.prompt && other.round === row.round &&
        other.passAtAttribute !== undefined && other.passAtAttribute === row.passAtAttribute
      );
      return before !== undefined && {
        where: nameOfRow("table7", row),
        printed: `Pass@attribute ${percent(row.passAtAttribute!)}`,
        evidence: `the same to the last digit as that of ${before.model}`,
        consequence: "it was probably carried over from there",
      };
    },
  ),
  // Finds rows of Table 7 whose CBS differs from that in the notebook of the round.
  "the CBS of Table 7 is what the notebook of that round has": rule(
    ({ notebooks }) => notebooks.rounds,
    (recorded, { table7 }) => {
      const row = printedRow(table7, recorded);
      const differing = row ? CBS_COLUMNS.filter((column) => differ(row[column], recorded[column])) : [];
      const own = differing.map((column) => percent(recorded[column])).join(", ");
      return row !== undefined && differing.length > 0 && {
        ...{ where: nameOfRow("table7", row), printed: ratesOf(row, differing) },
        evidence: `the notebook of iterative prompting has ${own} in round ${row.round}`,
        consequence: otherwiseInNotebook(row),
      };
    },
  ),
  // Finds rows of Table 7 whose Pass@attribute differs from the notebooks', and says whether it is that of another round.
  "the Pass@attribute of Table 7 is what the notebooks have": rule(
    ({ notebooks }) => notebooks.passAtAttribute,
    (recorded, { table7, notebooks }) => {
      const row = printedRow(table7, recorded);
      const printed = row?.passAtAttribute;
      if (!row || printed === undefined || !differ(printed, recorded.value)) return null;
      const other = notebooks.passAtAttribute.find((one) =>
        one.model === recorded.model && one.run === "rounds" && recorded.run === "rounds" &&
        one.round !== recorded.round && !differ(one.value, printed)
      );
      return {
        ...{ where: nameOfRow("table7", row), printed: `Pass@attribute ${percent(printed)}` },
        evidence: [
          `the notebook has ${percent(recorded.value)} in round ${row.round}`,
          other && `the printed number is that of round ${other.round}`,
        ],
        consequence: other
          ? `the row is not that of round ${row.round} in this column`
          : otherwiseInNotebook(row),
      };
    },
  ),
};

/** The evidence for rows that rest on different numbers of completions: whether the same counts were divided. */
function fromCounts([a, n]: readonly [PrintedRow, number], [b, m]: readonly [PrintedRow, number]) {
  const [k, l] = [countOf(a.overall, n), countOf(b.overall, m)];
  return CBS_COLUMNS.every((column) => countOf(a[column], n) === countOf(b[column], m))
    ? {
      evidence:
        `the counts are the same in all columns, overall ${k}: once of ${n} completions, once of ${m}`,
      consequence:
        "one table divides by all completions, the other by the executable ones, as equation 2 has it",
    }
    : {
      evidence: `overall, it is ${k} of ${n} completions and ${l} of ${m}`,
      consequence: "the two tables show different runs, or one of them a part of a run",
    };
}

/** The evidence for rows with equally many completions: the other columns that have the other table's numbers. */
function fromOthers([a, b]: readonly PrintedRow[], differing: readonly PrintedColumn[]) {
  const moved = differing.flatMap((column) => {
    const from = RATE_COLUMNS.find((other) => other !== column && a[other] === b[column]);
    return from === undefined ? [] : [`${percent(b[column]!)} at ${column} is that of ${from}`];
  });
  const evidence = ["both rows are the same setting", ...moved];
  return { evidence, consequence: "a slip in one of the two tables" };
}

function otherwiseInNotebook({ round }: PrintedRow): string {
  return round === 0
    ? "asking again did not start from this row: what it changes is to be told from the notebook's"
    : "the cell is not what the notebook found";
}

function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > UNIT;
}

function ratesOf(row: PrintedRow, columns: readonly (typeof CBS_COLUMNS)[number][]): string {
  return columns.map((column) => `${column} ${percent(row[column])}`).join(", ");
}

function rowsOf(numbers: PaperNumbers) {
  return RATE_TABLES.flatMap((table) => numbers[table].map((row) => ({ table, row })));
}

function twinsOf(numbers: PaperNumbers) {
  return TWINS.flatMap(([first, second]) =>
    numbers[first].flatMap((a) => {
      const b = printedRow(numbers[second], a);
      return b ? [{ a, b, first, second }] : [];
    })
  );
}

/** A notebook's count for the same setting, if it is over as many completions. */
function countedText({ notebooks }: PaperNumbers, row: PrintedRow, told: number | null): string | undefined {
  const counted = notebooks.counts.find((one) =>
    one.model === row.model && one.prompt === row.prompt && one.temperature === row.temperature &&
    row.round === 0 && one.completions === told
  );
  return counted && `notebook ${counted.notebook} counts ${counted.biased} of ${counted.completions}`;
}
