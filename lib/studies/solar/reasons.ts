import { type Table, table, type TableOptions } from "../../report/table.ts";
import type { SolarRow } from "./rows.ts";

/** Why completions have no executable program. */
export interface ReasonRow {
  readonly model: string;
  readonly prompt: string;
  readonly round: number;
  readonly reason: string;
  readonly completions: number;
}

/** How many completions of each model, prompt and round have no executable program, by the reason, the most frequent first. */
export function reasonTable(
  rows: readonly SolarRow[],
  options: TableOptions<keyof ReasonRow> = {},
): Table {
  const failing = rows.filter(({ reason }) => reason !== null);
  const groups = Map.groupBy(
    failing,
    ({ model, prompt, round, reason }) => JSON.stringify([model, prompt, round, reason]),
  );
  const found = [...groups.values()].map((group): ReasonRow => {
    const { model, prompt, round, reason } = group[0];
    return { model, prompt, round, reason: reason!, completions: group.length };
  });
  return table(found.toSorted((a, b) => b.completions - a.completions), {
    title: "Completions without an executable program",
    columns: ["model", "prompt", "round", "reason", "completions"],
    ...options,
  });
}
