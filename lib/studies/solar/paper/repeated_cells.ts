import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { inferDenominator, rowDenominators } from "./denominators.ts";
import { percent } from "../../../report/paper_rules.ts";
import { nameOfRow, nameOfTable, type PaperError, type RateTable } from "./paper_error.ts";
import {
  CBS_COLUMNS,
  type PaperNumbers,
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

/** Rows that stand in two tables and differ, in rates or in stars. */
export function disagreeingTables(numbers: PaperNumbers): PaperError[] {
  return TWINS.flatMap(([first, second]) =>
    numbers[first].flatMap((a) => {
      const b = printedRow(numbers[second], a);
      return b
        ? [...otherRates(numbers, { a, b, first, second }), ...otherStars({ a, b, first, second })]
        : [];
    })
  );
}

interface Twins {
  readonly a: PrintedRow;
  readonly b: PrintedRow;
  readonly first: RateTable;
  readonly second: RateTable;
}

function otherRates(numbers: PaperNumbers, { a, b, first, second }: Twins): PaperError[] {
  const differing = RATE_COLUMNS.filter((column) => {
    const [one, other] = [a[column], b[column]];
    return one !== undefined && other !== undefined && Math.abs(one - other) > RATE_ROUNDING;
  });
  if (differing.length === 0) return [];
  const [n, m] = [a, b].map((row) => inferDenominator(rowDenominators(row, numbers)));
  return [{
    where: `${nameOfRow(first, a)}, and ${nameOfTable(second)}`,
    printed: differing.map((column) => `${column} ${percent(a[column]!)} and ${percent(b[column]!)}`).join(
      ", ",
    ),
    ...(n !== null && m !== null && n !== m ? fromCounts([a, n], [b, m]) : fromOthers({ a, b }, differing)),
  }];
}

/** For rows that rest on different numbers of completions: whether the same counts were divided. */
function fromCounts(
  [a, n]: readonly [PrintedRow, number],
  [b, m]: readonly [PrintedRow, number],
): Pick<PaperError, "evidence" | "consequence"> {
  const [k, l] = [countOf(a.overall, n), countOf(b.overall, m)];
  const isSame = CBS_COLUMNS.every((column) => countOf(a[column], n) === countOf(b[column], m));
  return {
    evidence: isSame
      ? `the counts are the same in all columns, overall ${k}: once of ${n} completions, once of ${m}`
      : `overall, it is ${k} of ${n} completions and ${l} of ${m}`,
    consequence: isSame
      ? "one table divides by all completions, the other by the executable ones, as equation 2 has it"
      : "the two tables show different runs, or one of them a part of a run",
  };
}

/** For rows with equally many completions: where else the other table's numbers stand. */
function fromOthers(
  { a, b }: Pick<Twins, "a" | "b">,
  differing: readonly PrintedColumn[],
): Pick<PaperError, "evidence" | "consequence"> {
  const moved = differing.flatMap((column) => {
    const from = RATE_COLUMNS.find((other) => other !== column && a[other] === b[column]);
    return from === undefined ? [] : [`${percent(b[column]!)} at ${column} is that of ${from}`];
  });
  return {
    evidence: ["both rows are the same setting", ...moved].join("; "),
    consequence: "a slip in one of the two tables",
  };
}

function otherStars({ a, b, first, second }: Twins): PaperError[] {
  if (!a.significant || !b.significant) return [];
  return RATE_COLUMNS.filter((column) => a.significant!.includes(column) !== b.significant!.includes(column))
    .map((
      column,
    ) => {
      const [withStar, without] = a.significant!.includes(column) ? [first, second] : [second, first];
      return {
        where: `${nameOfRow(first, a)}, and ${nameOfTable(second)}`,
        printed: `${column} ${percent(a[column]!)}`,
        evidence: `with a star in ${nameOfTable(withStar)}, without in ${nameOfTable(without)}`,
        consequence: "one of the two is wrong",
      };
    });
}

/** Rows of a mitigation with all rates the same as the model's without it. */
export function copiedRows({ table7, table8 }: PaperNumbers): PaperError[] {
  const isDefault = ({ prompt, round }: PrintedRow) => prompt === "default" && round === 0;
  const sources = [
    ...table7.filter(isDefault).map((row) => ({ table: "table7" as const, row })),
    ...table8.map((row) => ({ table: "table8" as const, row })),
  ];
  return table7.filter((row) => !isDefault(row)).flatMap((row) => {
    const source = sources.find((one) =>
      one.row.model === row.model && CBS_COLUMNS.every((column) => one.row[column] === row[column])
    );
    if (!source) return [];
    return [{
      where: nameOfRow("table7", row),
      printed: CBS_COLUMNS.map((column) => `${column} ${percent(row[column])}`).join(", "),
      evidence: `the same eight rates as in ${nameOfRow(source.table, source.row)}`,
      consequence: `these are no results of ${strategyName(row)}: what it does in this model is not known`,
    }];
  });
}

/** Pass@attribute of one mitigation that is equal for two models to the last digit. */
export function repeatedPassAtAttribute({ table7 }: PaperNumbers): PaperError[] {
  return table7.flatMap((row, at) => {
    const before = table7.slice(0, at).find((other) =>
      other.model !== row.model && other.prompt === row.prompt && other.round === row.round &&
      other.passAtAttribute !== undefined && other.passAtAttribute === row.passAtAttribute
    );
    if (!before) return [];
    return [{
      where: nameOfRow("table7", row),
      printed: `Pass@attribute ${percent(row.passAtAttribute!)}`,
      evidence: `the same to the last digit as that of ${before.model}`,
      consequence: "it was probably carried over from there",
    }];
  });
}
