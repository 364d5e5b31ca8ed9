import { linesOf } from "./lines.ts";
import { type Table, table, type TableOptions } from "./table.ts";

/** A completion with a statement about it. */
interface ReasonEntry {
  readonly model: string;
  readonly prompt: string;
  readonly round: number;
  /** The reason why it could not be judged, or another statement to count; null for none. */
  readonly reason: string | null;
}

/** The number of completions of each model, prompt and round with each statement, the most frequent first. */
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
