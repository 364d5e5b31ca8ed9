import { linesOf } from "../../../../report/tables/lines.ts";
import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import { type Rule, RULES } from "../../metrics/counts.ts";
import type { SolarTableRow } from "./table_rows.ts";

/** The heading of each rule's columns. */
const HEADINGS: Readonly<Record<Rule, string>> = {
  published: "counted as published",
  ours: "counted as ours",
};

/**
 * The rates by both rules, side by side, with the printed numbers.
 *
 * @param rows The rows of `table3` or another of these tables; if a rate is counted by one rule only, the other's
 * columns are empty.
 */
export function ruleTable(
  rows: readonly SolarTableRow[],
  options: Omit<TableOptions<string>, "columns" | "intervals"> = {},
): Table {
  const lines = linesOf(rows, {
    keys: ({ model, prompt, temperature, round, metric, dimension }) => ({
      ...{ model, prompt, temperature, round, metric, dimension },
    }),
    varying: ["prompt", "round"],
    cells(group) {
      const printed = group.find(({ rule }) => rule === "published");
      return {
        ...Object.assign({}, ...RULES.map((rule) => estimateOf(group, rule))),
        ...{ published: printed?.published ?? null, difference: printed?.difference ?? null },
        remark: group.flatMap(({ remark }) => remark ?? []).join("; ") || null,
      };
    },
  });
  return table(lines, {
    ...options,
    intervals: RULES.map((rule) => ({
      ...{ value: `value_${rule}`, low: `low_${rule}`, high: `high_${rule}`, n: `n_${rule}` },
      ...{ unjudged: `unjudged_${rule}`, title: HEADINGS[rule] },
    })),
  });
}

/** The columns of a rule: value_published, value_ours and so on. */
function estimateOf(group: readonly SolarTableRow[], rule: Rule): Record<string, number | null> {
  const row = group.find((one) => one.rule === rule);
  const names = ["value", "low", "high", "n", "unjudged"] as const;
  return Object.fromEntries(names.map((name) => [`${name}_${rule}`, row?.[name] ?? null]));
}
