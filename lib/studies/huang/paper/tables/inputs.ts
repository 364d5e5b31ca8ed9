import { reasonTable } from "../../../../report/tables/reason_table.ts";
import type { Table, TableOptions } from "../../../../report/tables/table.ts";
import type { HuangRow } from "../../judge/rows.ts";

/**
 * The names that programs use for protected attributes, and their other inputs: aliases, and inputs with
 * values from the program's own comparisons, or guessed from their type.
 */
export function inputTable(rows: readonly HuangRow[], options: TableOptions<string> = {}): Table {
  const found = rows.flatMap(({ model, prompt, round, ...row }) => [
    ...Object.entries(row.attributes).flatMap(([name, { aliases }]) =>
      aliases.map((alias) => ({
        ...{ model, prompt, round },
        reason: alias === name ? `${name}, by its name` : `${name}, called ${alias}`,
      }))
    ),
    ...row.unknown.map(({ name, from }) => ({
      ...{ model, prompt, round },
      reason: from === "comparisons"
        ? `${name}: not in the vocabulary, values from its own comparisons`
        : `${name}: not in the vocabulary, values guessed by type`,
    })),
  ]);
  return reasonTable(found, { title: "What functions are handed", ...options });
}
