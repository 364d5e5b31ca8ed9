import { type Table, table, type TableOptions } from "./table.ts";

/** A statement about a completion. */
export interface ReasonEntry {
  readonly model: string;
  readonly prompt: string;
  readonly round: number;
  /** Why it could not be judged, or another thing to count. */
  readonly reason: string;
}

/** How many completions a statement is about. */
export interface ReasonRow extends ReasonEntry {
  readonly completions: number;
}

/** How many completions of each model, prompt and round each statement is about, the most frequent first. */
export function reasonTable(
  entries: readonly ReasonEntry[],
  options: TableOptions<keyof ReasonRow> = {},
): Table {
  const groups = Map.groupBy(
    entries,
    ({ model, prompt, round, reason }) => JSON.stringify([model, prompt, round, reason]),
  );
  const rows = [...groups.values()].map((group): ReasonRow => {
    const { model, prompt, round, reason } = group[0];
    return { model, prompt, round, reason, completions: group.length };
  });
  return table(rows.toSorted((a, b) => b.completions - a.completions), {
    columns: ["model", "prompt", "round", "reason", "completions"],
    ...options,
  });
}

/** The rows that have a reason. */
export function reasonsIn(
  rows: readonly (Omit<ReasonEntry, "reason"> & { readonly reason: string | null })[],
): ReasonEntry[] {
  return rows.flatMap(({ model, prompt, round, reason }) =>
    reason === null ? [] : [{ model, prompt, round, reason }]
  );
}
