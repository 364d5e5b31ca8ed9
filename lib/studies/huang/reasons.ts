import { type Table, table, type TableOptions } from "../../report/table.ts";
import type { HuangRow } from "./rows.ts";

/** Why completions could not be judged, or what their function is handed that no vocabulary knows. */
export interface ReasonRow {
  readonly model: string;
  readonly prompt: string;
  readonly round: number;
  readonly reason: string;
  readonly completions: number;
}

/** How many completions of each model, strategy and round have no executable program, by the reason. */
export function reasonTable(rows: readonly HuangRow[], options: TableOptions<keyof ReasonRow> = {}): Table {
  const failing = rows.flatMap((row) => row.reason === null ? [] : [{ row, reason: row.reason }]);
  return counted(failing, { title: "Completions that no machine could judge", ...options });
}

/**
 * By which names programs take protected attributes, and what else they are handed: aliases, and inputs with values from the program's own
 * comparisons, or from nothing but their type.
 */
export function inputTable(rows: readonly HuangRow[], options: TableOptions<keyof ReasonRow> = {}): Table {
  const found = rows.flatMap((row) => [
    ...Object.entries(row.attributes).flatMap(([name, { aliases }]) =>
      aliases.map((alias) => ({
        row,
        reason: alias === name ? `${name}, by its name` : `${name}, called ${alias}`,
      }))
    ),
    ...row.unknown.map(({ name, from }) => ({
      row,
      reason: from === "comparisons"
        ? `${name}: not in the vocabulary, values from its own comparisons`
        : `${name}: not in the vocabulary, values guessed by type`,
    })),
  ]);
  return counted(found, { title: "What functions are handed", ...options });
}

function counted(
  found: readonly { readonly row: HuangRow; readonly reason: string }[],
  options: TableOptions<keyof ReasonRow>,
): Table {
  const groups = Map.groupBy(
    found,
    ({ row, reason }) => JSON.stringify([row.model, row.prompt, row.round, reason]),
  );
  const rows = [...groups.values()].map((group): ReasonRow => {
    const { row: { model, prompt, round }, reason } = group[0];
    return { model, prompt, round, reason, completions: group.length };
  });
  return table(rows.toSorted((a, b) => b.completions - a.completions), {
    columns: ["model", "prompt", "round", "reason", "completions"],
    ...options,
  });
}
