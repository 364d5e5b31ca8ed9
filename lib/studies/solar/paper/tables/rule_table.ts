import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import { type Rule, RULES } from "../../metrics/counts.ts";
import { settingsOf, type SolarTableRow } from "./table_rows.ts";

/** What each rule is called at the head of its column. */
const HEADINGS: Readonly<Record<Rule, string>> = {
  published: "counted as published",
  ours: "counted as ours",
};

/** A row with both rules side by side, and the columns of each: value_published, value_ours and so on. */
type RuleRow = Readonly<Record<string, string | number | null>>;

/**
 * Rates counted by both rules, side by side, with the printed ones.
 *
 * @param rows As `table3` and the others give them; if a rate is counted by one rule only, the other's
 * columns are empty.
 */
export function ruleTable(
  rows: readonly SolarTableRow[],
  options: Omit<TableOptions<string>, "columns" | "intervals"> = {},
): Table {
  const groups = Map.groupBy(
    rows,
    (row) => JSON.stringify([settingsOf(row), row.metric, row.dimension]),
  );
  const isVaried = (key: "prompt" | "round") => new Set(rows.map((row) => row[key])).size > 1;
  const lines = [...groups.values()].map((group): RuleRow => {
    const { model, prompt, temperature, round, metric, dimension } = group[0];
    const printed = group.find(({ rule }) => rule === "published");
    return {
      ...{ model, ...(isVaried("prompt") && { prompt }), temperature, ...(isVaried("round") && { round }) },
      ...{ metric, dimension },
      ...Object.assign({}, ...RULES.map((rule) => estimateOf(group, rule))),
      ...{ published: printed?.published ?? null, difference: printed?.difference ?? null },
      remark: group.flatMap(({ remark }) => remark ?? []).join("; ") || null,
    };
  });
  return table(lines, {
    ...options,
    intervals: RULES.map((rule) => ({
      ...{ value: `value_${rule}`, low: `low_${rule}`, high: `high_${rule}`, n: `n_${rule}` },
      ...{ unjudged: `unjudged_${rule}`, title: HEADINGS[rule] },
    })),
  });
}

function estimateOf(group: readonly SolarTableRow[], rule: Rule): RuleRow {
  const row = group.find((one) => one.rule === rule);
  return Object.fromEntries(
    (["value", "low", "high", "n", "unjudged"] as const).map((
      name,
    ) => [`${name}_${rule}`, row?.[name] ?? null]),
  );
}
