import {
  type ReasonRow,
  reasonsIn,
  reasonTable as countedReasons,
} from "../../../../report/tables/reason_table.ts";
import type { Table, TableOptions } from "../../../../report/tables/table.ts";
import type { HuangRow } from "../../judge/rows.ts";

/** How many completions of each model, strategy and round have no executable program, by the reason. */
export function reasonTable(rows: readonly HuangRow[], options: TableOptions<keyof ReasonRow> = {}): Table {
  return countedReasons(reasonsIn(rows), { title: "Completions that no machine could judge", ...options });
}

/**
 * The names by which programs take protected attributes, and their other inputs: aliases, and inputs with
 * values from the program's own comparisons, or from nothing but their type.
 */
export function inputTable(rows: readonly HuangRow[], options: TableOptions<keyof ReasonRow> = {}): Table {
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
  return countedReasons(found, { title: "What functions are handed", ...options });
}
