import { tableWith } from "../report/tables/table_with.ts";
import { type Table, table, type TableOptions } from "../report/tables/table.ts";

/** Something in a paper that cannot be right, or is not what it is said to be. */
export interface Erratum {
  /** The table with its row or cells, or the section of a sentence. */
  readonly where: string;
  /** What is printed there, or said. */
  readonly printed: string;
  /** What speaks against it. */
  readonly evidence: string;
  /** What it should be. @default nobody knows, or the evidence says it */
  readonly expected?: string;
  /** What follows for a reader. @default nothing is said of it */
  readonly consequence?: string;
  /** The rule that is broken. */
  readonly rule: string;
}

/** An erratum before the rule that found it is known. */
export interface Breach extends Omit<Erratum, "rule" | "evidence"> {
  /** In one piece, or in parts: those that are false, null or empty are left out. */
  readonly evidence: string | readonly (string | false | null | undefined)[];
}

/** Where numbers break a rule. */
export type Inspection<N> = (numbers: N) => {
  /** Number of cells, rows or sentences it was tried on. */
  readonly checked: number;
  readonly errors: readonly Breach[];
};

/** Rules that related numbers obey, by what they say. */
export type Rules<N> = Readonly<Record<string, Inspection<N>>>;

/** How often a rule was tried, and how often it was broken. */
export interface PaperCheck {
  readonly rule: string;
  /** Cells, rows or sentences that the rule was tried on. */
  readonly checked: number;
  readonly errors: number;
}

/**
 * A rule of no common kind, tried on one item after the other.
 *
 * @param itemsIn The cells, rows or sentences to try it on.
 * @param breachOf What is wrong with an item; false or null if nothing is.
 *
 * @example
 * ```ts
 * import { checksOf, errataOf, rule } from "codebias/paper/audit.ts";
 * import assert from "node:assert/strict";
 * const rules = {
 *   "no share is above 1": rule(
 *     (shares: readonly number[]) => shares,
 *     (share) => share > 1 && { where: "Table 1", printed: `${share}`, evidence: "1 is all" },
 *   ),
 * };
 * assert.deepEqual(checksOf(rules, [0.4, 1.2, 1]), [{ rule: "no share is above 1", checked: 3, errors: 1 }]);
 * assert.equal(errataOf(rules, [0.4, 1.2, 1])[0].printed, "1.2");
 * ```
 */
export function rule<N, T>(
  itemsIn: (numbers: N) => readonly T[],
  breachOf: (item: T, numbers: N) => Breach | false | null,
): Inspection<N> {
  return (numbers) => {
    const items = itemsIn(numbers);
    return { checked: items.length, errors: items.flatMap((item) => breachOf(item, numbers) || []) };
  };
}

/** What rules find in a paper's numbers, as every study has it: its verbs, and its tables by name. */
export interface Audit<N> {
  /** Where numbers do not hold. @param numbers Defaults to those of the paper. */
  readonly errata: (numbers?: N) => Erratum[];
  /** What was checked in them. @param numbers Defaults to those of the paper. */
  readonly claims: (numbers?: N) => PaperCheck[];
  /** The same to read, by name. */
  readonly tables: Readonly<
    Record<"paper_errors" | "paper_checks", { readonly printed: (numbers?: N) => Table }>
  >;
}

/**
 * The audit of a paper.
 *
 * @param rules In the order in which errors and checks are listed.
 * @param printed What the paper prints, with what rules compute of it once.
 * @param note Below the table of errors. @default where they are from
 */
export function audit<N>(rules: Rules<N>, printed: () => N, note?: string): Audit<N> {
  return {
    errata: (numbers = printed()) => errataOf(rules, numbers),
    claims: (numbers = printed()) => checksOf(rules, numbers),
    tables: {
      paper_errors: {
        printed: (numbers = printed()) =>
          errataTable(errataOf(rules, numbers), note === undefined ? {} : { note }),
      },
      paper_checks: { printed: (numbers = printed()) => checkTable(checksOf(rules, numbers)) },
    },
  };
}

/** All errors that rules find, in the order of the rules. */
export function errataOf<N>(rules: Rules<N>, numbers: N): Erratum[] {
  return Object.entries(rules).flatMap(([rule, inspect]) =>
    inspect(numbers).errors.map((breach) => {
      const parts = [breach.evidence].flat();
      return { ...breach, evidence: parts.filter((part) => part).join("; "), rule };
    })
  );
}

/** What was checked, whether or not anything was found: one row a rule, in their order. */
export function checksOf<N>(rules: Rules<N>, numbers: N): PaperCheck[] {
  return Object.entries(rules).map(([rule, inspect]) => {
    const { checked, errors } = inspect(numbers);
    return { rule, checked, errors: errors.length };
  });
}

/** The columns of a table of errors. */
const COLUMNS = ["where", "printed", "expected", "evidence", "consequence", "rule"] as const;

/** The errors as a table, with the columns that have something in them. */
export function errataTable(errata: readonly Erratum[], options: TableOptions<keyof Erratum> = {}): Table {
  const rows = errata.map(({ expected = null, consequence = null, ...rest }) => ({
    ...rest,
    expected,
    consequence,
  }));
  return table(rows, {
    title: "Where the paper's numbers do not hold",
    note: "Found by rules in the printed numbers",
    columns: COLUMNS.filter((name) => rows.some((row) => row[name] !== null)),
    ...options,
  });
}

/** The checks as a table. */
export const checkTable = tableWith<PaperCheck>(["rule", "checked", "errors"], {
  title: "What was checked in the paper's numbers",
  note: "checked: cells, rows or sentences that the rule was tried on",
});
