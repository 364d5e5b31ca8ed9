import type pl from "nodejs-polars";
import { DataError, type Place } from "../../core/errors.ts";
import type { Completion, Settings } from "../../core/types.ts";
import { shortPath, typedPath } from "../../store/paths.ts";
import { readTable } from "../../store/table_files.ts";
import { nearMisses } from "../../values/line_fields.ts";

type Cell = string | number | boolean | null;

/** Answers in a file, and its other columns. */
export interface AnswerFile<S extends Settings> {
  readonly completions: readonly Completion<S>[];
  /** A row for each answer; undefined if there are no other columns. */
  readonly carried?: pl.DataFrame;
  /** Columns that are nearly called as known ones, in words. */
  readonly notices: readonly string[];
}

/** Columns that are settings of a sample. */
const SETTINGS = {
  prompt: "text",
  language: "text",
  temperature: "number",
  topP: "number",
  round: "whole",
} as const;

/** What models are called in a file that does not name them. */
const UNNAMED = "unnamed model";

/**
 * Reads answers from a table: `task` and `text`, and if they are there `model`, `epoch` and settings. Without `epoch`, answers
 * to a task at equal settings are numbered in their order.
 *
 * @param path CSV, TSV, Parquet or JSON Lines; relative paths start where the command was started.
 * @param taken Names of columns that others may not have.
 * @throws {DataError} If there is no such table, or a cell is not as it should be; names the row.
 */
export async function readAnswerFile<S extends Settings = Settings>(
  path: string,
  taken: readonly string[],
): Promise<AnswerFile<S>> {
  const place = { file: shortPath(path) };
  const frame = await readTable(typedPath(path));
  // As texts, the task 007 stays what it is.
  const texts = await readTable(typedPath(path), { texts: true });
  const missing = ["task", "text"].find((name) => !frame.columns.includes(name));
  if (missing !== undefined) {
    throw new DataError(`there is no column "${missing}"; expected task and text`, { place });
  }
  const own = ["task", "text", "model", "epoch", ...Object.keys(SETTINGS)];
  const others = frame.columns.filter((name) => !own.includes(name));
  const clash = others.find((name) => taken.includes(name));
  if (clash !== undefined) {
    throw new DataError(`the column "${clash}" is called as one of the result's; rename it`, { place });
  }
  const rows = frame.toRecords() as Row[];
  const written = texts.toRecords() as Row[];
  const counts = new Map<string, number>();
  const completions = rows.map((row, at): Completion<S> => {
    const here = { ...place, item: at + 1 };
    const textOf = (name: string) => written[at][name] === null ? null : String(written[at][name] ?? "");
    const taskId = textOf("task") ?? "";
    if (taskId === "") throw new DataError("task is empty", { place: here });
    const settings = Object.fromEntries(
      Object.entries(SETTINGS).flatMap(([name, type]) => {
        const value = type === "text" ? textOf(name) : numberOf(row, name, type, here);
        return value === null || value === "" ? [] : [[name, value]];
      }),
    ) as unknown as S;
    const model = textOf("model") || UNNAMED;
    const key = JSON.stringify([taskId, model, Object.entries(settings)]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const epoch = numberOf(row, "epoch", "whole", here) ?? count;
    if (epoch < 1) throw new DataError(`epoch is ${epoch}, expected a whole number from 1`, { place: here });
    return { taskId, model, settings, epoch, text: textOf("text") ?? "" };
  });
  return {
    completions,
    ...(others.length > 0 && { carried: frame.select(...others) }),
    notices: nearMisses(others, own).map((remark) =>
      remark.replace("the field", `${place.file}: the column`)
    ),
  };
}

type Row = Readonly<Record<string, Cell>>;

/**
 * A number of a row; null if there is none.
 *
 * @throws {DataError} If the cell holds something else.
 */
function numberOf(row: Row, name: string, type: "number" | "whole", place: Place): number | null {
  const value = row[name] ?? null;
  if (value === null || (typeof value === "number" && (type === "number" || Number.isSafeInteger(value)))) {
    return value;
  }
  const expected = type === "whole" ? "a whole number" : "a number";
  throw new DataError(`${name} is ${JSON.stringify(value)}, expected ${expected}`, { place });
}
