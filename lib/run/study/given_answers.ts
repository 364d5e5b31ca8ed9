import type pl from "nodejs-polars";
import { nearestTo, unknownName } from "../../core/nearest.ts";
import type { Completion, Finish, Settings, Study, Task } from "../../core/types.ts";
import type { Source } from "../../store/source.ts";
import { columnsOf, type Framed } from "./frame.ts";
import { rowsAt } from "../../store/repeated_rows.ts";
import type { StudyOptions } from "./options.ts";
import { DataError, type Place } from "../../core/errors.ts";
import { shortPath, typedPath } from "../../store/paths.ts";
import { readTable } from "../../store/table_files.ts";
import type { Asked } from "./materials.ts";
import { nearMisses } from "../../values/line_fields.ts";
import { isObject, jsonIn } from "../../values/plain_json.ts";

/** Answers with the tasks that they are to. */
export interface Found<T extends Task, S extends Settings = Settings> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /** Whose answers they are, and that they are synthetic if so. */
  readonly label: string;
  /** What they brought along, a row for each. */
  readonly carried?: pl.DataFrame;
  /** How each completion was asked for. @default they were given */
  readonly asked?: readonly Asked[];
}

/**
 * The answers that there are, as far as they are wanted.
 *
 * @param known The tasks that there are, or that were chosen.
 * @throws {RangeError} If the task of an answer is not there, or nothing has a value that was asked for; names the nearest.
 * @throws {DataError} If the file is not as it should be.
 */
export async function givenAnswers<T extends Task, S extends Settings, P>(
  study: Framed<T, P> & Pick<Study<T>, "taskOf">,
  options: StudyOptions<T, S>,
  { source, known, tell }: {
    readonly source?: Source<T, S>;
    readonly known: readonly T[];
    readonly tell: (notice: string) => void;
  },
): Promise<Found<T, S>> {
  const { completions, tasks: chosen, limit } = options;
  const { completions: all, carried, notices = [] } = typeof completions === "string"
    ? await readAnswerFile<S>(
      completions,
      columnsOf(study as Framed<T, Completion>, options.measures ?? []),
    )
    : { completions: completions ?? await source!.completions(), carried: undefined };
  const settings = new Set(all.flatMap((one) => Object.keys(one.settings)));
  const misspelt = nearMisses(settings, Object.keys(SETTINGS)).map((one) =>
    `Completions: ${one.replace("field", "setting")}`
  );
  [...notices, ...misspelt].forEach(tell);
  const named = [...new Set(all.map(({ taskId }) => taskId))];
  const tasks = study.taskOf && !chosen ? named.map((id) => study.taskOf!(id)) : known;
  const ids = new Set(tasks.map(({ id }) => id));
  const unknown = chosen ? undefined : named.find((id) => !ids.has(id));
  if (unknown !== undefined) throw unknownTask(unknown, [...ids]);
  const without = chosen && [...ids].find((id) => !named.includes(id));
  if (without !== undefined) {
    throw new RangeError(`Cannot take the task ${without}: no completion answers it`);
  }
  checkWanted(all, options);
  const wanted = [...all.keys()].filter((at) => ids.has(all[at].taskId) && isWanted(all[at], options));
  const answered = new Set(wanted.map((at) => all[at].taskId));
  const kept = tasks.filter(({ id }) => answered.has(id)).slice(0, limit);
  const keptIds = new Set(kept.map(({ id }) => id));
  const places = wanted.filter((at) => keptIds.has(all[at].taskId));
  return {
    tasks: kept,
    completions: places.map((at) => all[at]),
    label: completions === undefined ? source!.label : modelsOf(all),
    ...(carried && { carried: rowsAt(carried, places) }),
  };
}

/** Names only the nearest: there are hundreds. */
export function unknownTask(id: string, known: readonly string[]): RangeError {
  const [message] = unknownName("task", id, known).message.split(" Known: ");
  return new RangeError(
    known.length === 0 ? message : `${message} It is one of ${known.length}, e.g. ${known[0]}`,
  );
}

/**
 * Refuses a value that no completion has: another one may have been meant.
 *
 * @throws {RangeError} Names the nearest.
 */
function checkWanted(all: readonly Completion[], options: WantedOptions): void {
  for (const [name, setting] of WANTED) {
    const known = [...new Set(all.map(({ settings }) => settings[setting]))];
    const missing = options[name]?.find((one) => !known.includes(one));
    if (missing !== undefined) {
      throw unknownName(`${setting} of completions`, `${missing}`, known.map(String));
    }
  }
}

function isWanted({ settings, epoch }: Completion, options: WantedOptions): boolean {
  return WANTED.every(([name, setting]) =>
    options[name] === undefined || options[name].some((one) => one === settings[setting])
  ) && epoch <= (options.epochs ?? Infinity);
}

type WantedOptions = Pick<StudyOptions, "methods" | "temperatures" | "topPs" | "epochs">;

/** Options that choose completions by a setting. */
const WANTED = [["methods", "prompt"], ["temperatures", "temperature"], ["topPs", "topP"]] as const;

/** That answers are of the general synthetic model, where the study has one of its own. */
export function generalNotice(
  { name, calibration }: Pick<Study<never>, "name" | "calibration">,
  completions: readonly Completion[],
): string[] {
  if (!calibration || !completions.some(({ model }) => model === "calibration")) return [];
  return [
    `Answers of the general synthetic model mean nothing in ${name}: the study's own is asked by ` +
    `run(${name}, { model: "calibration" })`,
  ];
}

/** The models of completions, and which of them is only the synthetic one. */
export function modelsOf(completions: readonly Completion[]): string {
  const models = new Set(completions.map(({ model }) => model));
  return [...models].map((name) => /^calibration(?:\/|$)/.test(name) ? `SYNTHETIC: ${name}` : name).join(
    ", ",
  );
}

type Cell = string | number | boolean | null;

/** Answers in a file, and its other columns. */
interface AnswerFile<S extends Settings> {
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

/** Why a model ended its answer, in a column that is carried, too. */
const FINISHES: readonly Finish[] = ["stop", "length", "refusal", "looping"];

/** What models are called in a file that does not name them. */
const UNNAMED = "unnamed model";

/**
 * Reads answers from a table: `task` and `text`, and if they are there `model`, `epoch`, `finish` and settings. Without `epoch`, answers
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
  const frame = await readTable(typedPath(path), { anyDelimiter: true });
  // As texts, the task 007 stays what it is.
  const texts = await readTable(typedPath(path), { anyDelimiter: true, texts: true });
  const missing = ["task", "text"].find((name) => !frame.columns.includes(name));
  if (missing !== undefined) {
    const meant = nearestTo(missing, frame.columns).replace(/^ did you mean (.*)\?$/, "; is it $1?");
    throw new DataError(`there is no column "${missing}"; expected task and text${meant}`, { place });
  }
  const own = ["task", "text", "model", "epoch", "settings", ...Object.keys(SETTINGS)];
  const others = frame.columns.filter((name) => !own.includes(name));
  const clash = others.find((name) => taken.includes(name));
  if (clash !== undefined) {
    throw new DataError(`the column "${clash}" is called as one of the result's; rename it`, { place });
  }
  const rows = (frame.toRecords() as Row[]).map((row, at) => withSettings(row, { ...place, item: at + 1 }));
  if (rows.length === 0) throw new DataError("there are no answers: the table has no rows", { place });
  const written = (texts.toRecords() as Row[]).map((row) => withSettings(row, place));
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
    const finish = FINISHES.find((one) => one === written[at].finish);
    return { taskId, model, settings, epoch, text: textOf("text") ?? "", ...(finish && { finish }) };
  });
  return {
    completions,
    ...(others.length > 0 && { carried: frame.select(...others) }),
    notices: nearMisses(others, own).map((remark) =>
      remark.replace("the field", `${place.file}: the column`).replace(
        "is ignored",
        "is no setting, and only carried",
      )
    ),
  };
}

type Row = Readonly<Record<string, Cell>>;

/**
 * A row of a recording, whose settings are in one column and whose prompt is what was asked, with a column for each setting.
 *
 * @throws {DataError} If the settings are something else.
 */
function withSettings({ settings = null, ...row }: Row, place: Place): Row {
  if (settings === null) return row;
  const known: unknown = typeof settings === "string" ? jsonIn(settings) : settings;
  if (isObject(known)) return { ...row, prompt: null, ...known as Row };
  throw new DataError(
    `settings is ${JSON.stringify(settings)}, expected an object, e.g. {"temperature": 0.2}`,
    {
      place,
    },
  );
}

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
