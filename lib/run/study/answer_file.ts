import { DataError } from "../../core/errors.ts";
import type { Completion, Settings } from "../../core/types.ts";
import { shortPath, typedPath } from "../../store/paths.ts";
import { readTable } from "../../store/table_files.ts";

type Cell = string | number | boolean | null;

/** Answers in a file, and its other columns. */
export interface AnswerFile {
  readonly completions: readonly Completion[];
  /** By name, a cell for each answer. */
  readonly carried: ReadonlyMap<string, readonly Cell[]>;
}

/** Columns that are settings of a sample. */
const SETTINGS = {
  prompt: "string",
  language: "string",
  temperature: "number",
  topP: "number",
  round: "number",
} as const;

/** What models are called in a file that does not name them. */
const UNNAMED = "unnamed model";

/**
 * Reads answers from a table: `task` and `text`, and if they are there `model`, `epoch` and settings. Without `epoch`, answers
 * to a task at equal settings are numbered in their order.
 *
 * @param path CSV, TSV, Parquet or JSON Lines; relative paths start where the command was started.
 * @throws {DataError} If there is no such table, or a cell is not as it should be; names the row.
 */
export async function readAnswerFile(path: string): Promise<AnswerFile> {
  const place = { file: shortPath(path) };
  const frame = await readTable(typedPath(path));
  const missing = ["task", "text"].find((name) => !frame.columns.includes(name));
  if (missing !== undefined) {
    throw new DataError(`there is no column "${missing}"; expected task and text`, { place });
  }
  const rows = frame.toRecords() as Readonly<Record<string, Cell>>[];
  const counts = new Map<string, number>();
  const completions = rows.map((row, at): Completion => {
    const cell = <K extends "string" | "number">(name: string, type: K) =>
      cellOf(row, name, type, { ...place, item: at + 1 }) as (K extends "string" ? string : number) | null;
    const taskId = String(row.task ?? "");
    if (taskId === "") throw new DataError("task is empty", { place: { ...place, item: at + 1 } });
    const settings = Object.fromEntries(
      Object.entries(SETTINGS).flatMap(([name, type]) => {
        const value = cell(name, type);
        return value === null ? [] : [[name, value]];
      }),
    ) as Settings;
    const model = cell("model", "string") ?? UNNAMED;
    const key = JSON.stringify([taskId, model, Object.entries(settings)]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { taskId, model, settings, epoch: cell("epoch", "number") ?? count, text: String(row.text ?? "") };
  });
  const own = new Set(["task", "text", "model", "epoch", ...Object.keys(SETTINGS)]);
  const others = frame.columns.filter((name) => !own.has(name));
  return {
    completions,
    carried: new Map(others.map((name) => [name, rows.map((row) => row[name] ?? null)])),
  };
}

function cellOf(
  row: Readonly<Record<string, Cell>>,
  name: string,
  type: "string" | "number",
  place: { readonly file: string; readonly item: number },
): Cell {
  const value = row[name] ?? null;
  if (value === null || typeof value === type) return value;
  if (type === "string") return String(value);
  throw new DataError(`${name} is ${JSON.stringify(value)}, expected a number`, { place });
}
