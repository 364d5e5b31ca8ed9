import { linesOf } from "./lines.ts";
import { type Table, table, type TableOptions } from "./table.ts";

/** A completion that a statement is made about. */
interface ReasonEntry {
  readonly model: string;
  readonly prompt: string;
  readonly round: number;
  /** Why it could not be judged, or another thing to count; null for nothing. */
  readonly reason: string | null;
}

/** How many completions of each model, prompt and round each statement is about, the most frequent first. */
export function reasonTable(entries: readonly ReasonEntry[], options: TableOptions<string> = {}): Table {
  const rows = linesOf(entries.filter(({ reason }) => reason !== null), {
    keys: ({ model, prompt, round, reason }) => ({ model, prompt, round, reason }),
    cells: ({ length }) => ({ completions: length }),
  });
  return table(rows.toSorted((a, b) => Number(b.completions) - Number(a.completions)), {
    columns: ["model", "prompt", "round", "reason", "completions"],
    ...options,
  });
}
