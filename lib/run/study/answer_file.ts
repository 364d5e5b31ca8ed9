import pl from "nodejs-polars";
import { DataError, type Place } from "../../core/errors.ts";
import { FINISHES } from "../../core/fields.ts";
import { seriesOf } from "../../core/frame.ts";
import { nearestTo } from "../../core/nearest.ts";
import type { Completion, Settings } from "../../core/types.ts";
import { shortPath, typedPath } from "../../store/paths.ts";
import { rowsAt } from "../../store/repeated_rows.ts";
import { readTable } from "../../store/table_files.ts";
import { settingTrouble } from "./checks.ts";
import { nearMisses } from "../../values/line_fields.ts";
import { isObject, jsonIn } from "../../values/plain_json.ts";

type Cell = string | number | boolean | null;

/** The columns that are settings of a sample. */
export const SETTINGS = {
  prompt: "text",
  language: "text",
  temperature: "number",
  topP: "number",
  round: "whole",
} as const;

/** The name of the model in a file that does not name it. */
const UNNAMED = "unnamed model";

/**
 * Reads answers from a table: `task` and `text`, and optionally `model`, `epoch`, `finish` and settings. Without
 * `epoch`, answers to a task at equal settings are numbered in their order.
 *
 * @param path The path of a CSV, TSV, Parquet or JSON Lines file; a relative one starts where the command was started.
 * @param taken Names of columns that other columns must not have.
 * @throws {DataError} If there is no such table, or a cell is invalid; names the row.
 */
export async function readAnswerFile<S extends Settings = Settings>(
  path: string,
  taken: readonly string[],
) {
  const place = { file: shortPath(path) };
  const notices: string[] = [];
  const onNotice = (sentence: string) => void notices.push(sentence);
  const frame = await readTable(typedPath(path), { anyDelimiter: true, onNotice });
  // Read as texts, so that the task 007 keeps its zeros.
  const texts = await readTable(typedPath(path), { anyDelimiter: true, texts: true });
  const missing = ["task", "text"].find((name) => !frame.columns.includes(name));
  if (missing !== undefined) {
    const meant = nearestTo(missing, frame.columns).replace(/^ did you mean (.*)\?$/, "; is it $1?");
    throw new DataError(`there is no column "${missing}"; expected task and text${meant}`, { place });
  }
  const own = ["task", "text", "model", "epoch", "settings", ...Object.keys(SETTINGS)];
  const absent = own.filter((name) => !frame.columns.includes(name));
  const others = frame.columns.filter((name) => !own.includes(name));
  const clash = others.find((name) => taken.includes(name));
  if (clash !== undefined) {
    throw new DataError(`the column "${clash}" is called as one of the result's; rename it`, { place });
  }
  const rows = recordsOf(frame).map((row, at) => withSettings(row, { ...place, item: at + 1 }));
  if (rows.length === 0) throw new DataError("there are no answers: the table has no rows", { place });
  const written = recordsOf(texts).map((row, at) => withSettings(row, { ...place, item: at + 1 }, rows[at]));
  // Settings without a column of their own are carried into the frame as other columns are: answers that differ in one are
  // not epochs.
  const extra = [...new Set(rows.flatMap(Object.keys))].filter((name) =>
    ![...own, ...frame.columns].includes(name)
  );
  const counts = new Map<string, number>();
  const completions = rows.map((row, at): Completion<S> => {
    const here = { ...place, item: at + 1 };
    const textOf = (name: string) => {
      const cell = written[at][name] ?? null;
      if (typeof cell !== "object") return String(cell);
      if (cell === null) return name in written[at] ? null : "";
      throw new DataError(`${name} is ${JSON.stringify(cell).slice(0, 80)}, expected a text`, {
        place: here,
      });
    };
    const taskId = textOf("task") ?? "";
    if (taskId === "") throw new DataError("task is empty", { place: here });
    const settings = Object.fromEntries([
      ...Object.entries(SETTINGS).map(([name, type]) =>
        [name, type === "text" ? textOf(name) : numberOf(row, name, type, here)] as const
      ),
      ...extra.map((name) => [name, row[name] ?? null] as const),
    ].filter(([, value]) => value !== null && value !== "")) as unknown as S;
    const trouble = settingTrouble(settings);
    if (trouble) throw new DataError(trouble, { place: here });
    const model = textOf("model") || UNNAMED;
    const key = JSON.stringify([taskId, model, Object.entries(settings)]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const epoch = numberOf(row, "epoch", "whole", here) ?? count;
    if (epoch < 1) throw new DataError(`epoch is ${epoch}, expected a whole number from 1`, { place: here });
    const finish = FINISHES.find((one) => one === written[at].finish);
    return { taskId, model, settings, epoch, text: textOf("text") ?? "", ...(finish && { finish }) };
  });
  // A sample that failed is no answer.
  const kept = [...rows.keys()].filter((at) => completions[at].text !== "" || !rows[at].error);
  const lost = rows.length - kept.length;
  if (lost > 0) {
    onNotice(`${place.file}: ${lost} of ${rows.length} rows have an error and no text, and are left out`);
  }
  const carried = [
    ...others.map((name) => frame.getColumn(name)),
    ...extra.filter((name) => !taken.includes(name)).map((name) =>
      seriesOf(name, rows.map((row) => cellOf(row[name] ?? null)))
    ),
  ];
  const finishes = new Set<unknown>(written.map(({ finish }) => finish || FINISHES[0]));
  const unknown = [...finishes].filter((one) => !FINISHES.some((known) => known === one));
  return {
    completions: kept.map((at) => completions[at]),
    /** The other columns, with a row for each answer; undefined if there are none. */
    ...(carried.length > 0 && { carried: rowsAt(pl.DataFrame(carried), kept) }),
    /** The remarks on columns whose names are nearly those of known ones, and other notices. */
    notices: [
      ...nearMisses([...others, ...extra], absent).map((remark) =>
        remark.replace("the field", `${place.file}: the column`).replace(
          "is ignored",
          "is no setting, and only carried",
        )
      ),
      ...notices,
      ...unknown.map((one) =>
        `${place.file}: finish ${JSON.stringify(one)} is none of ${FINISHES.join(", ")}, and only carried; ` +
        "write length where an answer met its limit of tokens"
      ),
    ],
  };
}

type Row = Readonly<Record<string, Cell>>;

/** The rows of a frame by columns: polars itself fails for a single row that has an object. */
function recordsOf(frame: pl.DataFrame): Row[] {
  const columns = frame.getColumns().map((column: pl.Series) => [column.name, column.toArray()] as const);
  return Array.from(
    { length: frame.height },
    (_, at) => Object.fromEntries(columns.map(([name, cells]) => [name, cells[at] as Cell])),
  );
}

function cellOf(value: unknown): Cell {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value as Cell;
}

/**
 * A row of a recording, whose settings are in one column and whose prompt is the text of the request, with a column for each
 * setting.
 *
 * @param compared The same row with numbers, whose settings were checked before.
 * @throws {DataError} If the settings are not an object, or another column has a different value.
 */
function withSettings({ settings = null, ...row }: Row, place: Place, compared?: Row): Row {
  if (settings === null) return row;
  const known: unknown = typeof settings === "string" ? jsonIn(settings) : settings;
  if (!isObject(known)) {
    const expected =
      'expected an object, e.g. {"temperature": 0.2}; rename the column if it is something else';
    throw new DataError(`settings is ${JSON.stringify(settings)}, ${expected}`, { place });
  }
  const present = Object.entries(known as Row).filter(([, value]) => value !== null);
  const other = present.find(([name, value]) =>
    name !== "prompt" && (row[name] ?? null) !== null && `${row[name]}` !== `${value}`
  );
  if (compared === undefined && other) {
    throw new DataError(`${other[0]} is ${row[other[0]]}, and ${other[1]} in settings: leave one out`, {
      place,
    });
  }
  return { ...row, prompt: null, ...Object.fromEntries(present) };
}

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/**
 * A number of a row; null if there is none.
 *
 * @throws {DataError} If the cell holds something else.
 */
function numberOf(row: Row, name: string, type: "number" | "whole", place: Place): number | null {
  const cell = row[name] ?? null;
  // If one cell of a column is a text, all are.
  const value = typeof cell === "string" && NUMBER.test(cell) ? Number(cell) : cell;
  if (value === null || (typeof value === "number" && (type === "number" || Number.isSafeInteger(value)))) {
    return value;
  }
  const expected = type === "whole" ? "a whole number" : "a number";
  throw new DataError(`${name} is ${JSON.stringify(value)}, expected ${expected}`, { place });
}
