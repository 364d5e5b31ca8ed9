import { tableWith } from "../report/tables/table_with.ts";
import { type Table, table } from "../report/tables/table.ts";
import type { Erratum, Rules } from "./rules.ts";

/**
 * What rules find in a paper's numbers, as every study has it: its verbs, and its tables by name.
 *
 * @param rules In the order in which errors and checks are listed.
 * @param printed What the paper prints, with what rules compute of it once.
 * @param note Below the table of errors.
 */
export function audit<N>(
  rules: Rules<N>,
  printed: () => N,
  note = "Found by rules in the printed numbers",
) {
  return {
    /** Where numbers do not hold. @param numbers Defaults to those of the paper. */
    errata: (numbers?: N) => errataOf(rules, checked(printed(), numbers)),
    /** What was checked in them. @param numbers Defaults to those of the paper. */
    claims: (numbers?: N) => checksOf(rules, checked(printed(), numbers)),
    /** The same to read, by name. */
    tables: {
      paper_errors: { printed: (numbers = printed()) => errataTable(errataOf(rules, numbers), note) },
      paper_checks: { printed: (numbers = printed()) => checkTable(checksOf(rules, numbers)) },
    },
  };
}

/** A result is easily passed instead: notebooks check no types. */
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

/** What was checked, whether or not anything was found: one row a rule, in their order. */
export function checksOf<N>(rules: Rules<N>, numbers: N) {
  return Object.entries(rules).map(([rule, inspect]) => {
    const { checked, errors } = inspect(numbers);
    return {
      rule,
      /** Cells, rows or sentences that the rule was tried on, and how many of them break it. */
      ...{ checked, errors: errors.length },
    };
  });
}

/** The columns of a table of errors. */
const COLUMNS = ["where", "printed", "expected", "evidence", "consequence", "rule"] as const;

/** The errors as a table, with the columns that have something in them. */
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

/** The checks as a table. */
const checkTable = tableWith<ReturnType<typeof checksOf>[number]>(["rule", "checked", "errors"], {
  title: "What was checked in the paper's numbers",
  note: "checked: cells, rows or sentences that the rule was tried on",
});
