import { tableWith } from "../report/tables/table_with.ts";
import { type Table, table } from "../report/tables/table.ts";
import type { Erratum, Rules } from "./rules.ts";

/**
 * The audit of a paper's numbers by rules, the same for every study: two verbs, and tables by name.
 *
 * @param rules The rules, in the order in which errors and checks are listed.
 * @param printed Returns the numbers that the paper prints, with the values that rules compute of them once.
 * @param note The note below the table of errors.
 */
export function audit<N>(
  rules: Rules<N>,
  printed: () => N,
  note = "Found by rules in the printed numbers",
) {
  return {
    /** The errors that rules find. @param numbers Defaults to those of the paper. */
    errata: (numbers?: N) => errataOf(rules, checked(printed(), numbers)),
    /** The checks that rules make. @param numbers Defaults to those of the paper. */
    claims: (numbers?: N) => checksOf(rules, checked(printed(), numbers)),
    /** The tables of errors and checks, by name. */
    tables: {
      paper_errors: { printed: (numbers = printed()) => errataTable(errataOf(rules, numbers), note) },
      paper_checks: { printed: (numbers = printed()) => checkTable(checksOf(rules, numbers)) },
    },
  };
}

/** Refuses anything else than such numbers, e.g. a result: notebooks do not check types. */
function checked<N>(printed: N, numbers = printed): N {
  const own = Array.isArray(printed) ? ["length"] : Object.keys(printed as object);
  const had = typeof numbers === "object" ? own.filter((name) => name in Object(numbers)) : [];
  if (2 * had.length >= own.length) return numbers; // a test may leave some of them out
  throw new TypeError(
    "Cannot audit this: errata and claims are about what the paper prints, and take no result",
  );
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

/** The checks, whether or not they found anything: one row for each rule, in the order of the rules. */
export function checksOf<N>(rules: Rules<N>, numbers: N) {
  return Object.entries(rules).map(([rule, inspect]) => {
    const { checked, errors } = inspect(numbers);
    return {
      rule,
      /** The number of cells, rows or sentences that the rule was tried on, and of those that break it. */
      ...{ checked, errors: errors.length },
    };
  });
}

/** The columns of a table of errors. */
const COLUMNS = ["where", "printed", "expected", "evidence", "consequence", "rule"] as const;

/** Lays out the errors as a table, without empty columns. */
function errataTable(errata: readonly Erratum[], note: string): Table {
  const rows = errata.map(({ expected = null, consequence = null, ...rest }) => ({
    ...rest,
    expected,
    consequence,
  }));
  return table(rows, {
    title: "Where the paper's numbers do not hold",
    note,
    columns: COLUMNS.filter((name) => rows.some((row) => row[name] !== null)),
  });
}

/** Lays out the checks as a table. */
const checkTable = tableWith<ReturnType<typeof checksOf>[number]>(["rule", "checked", "errors"], {
  title: "What was checked in the paper's numbers",
  note: "checked: cells, rows or sentences that the rule was tried on",
});
