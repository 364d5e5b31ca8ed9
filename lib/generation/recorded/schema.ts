import { DataError } from "../../core/errors.ts";
import { FINISHES } from "../../core/fields.ts";
import { near } from "../../core/nearest.ts";
import { PLAIN } from "../sampling.ts";
import { isObject, jsonIn, type JsonObject } from "../../values/plain_json.ts";
import type { Finish, Message, Prompt, Settings } from "../../core/types.ts";

/** One recorded completion; fields that were not recorded are undefined. */
export type RecordedCompletion = ReturnType<typeof readRow>;

/** One row of a file with unchecked columns. */
export interface Row {
  /** The line of the file, from 1; in Parquet the number of the row. */
  readonly line: number;
  readonly columns: JsonObject;
}

/** A column: a description of its values for messages, and a reader of a value, which returns undefined if it is invalid. */
type Column<R> = readonly [
  expected: string,
  read: (value: unknown, wrong: (message: string) => DataError) => R | undefined,
];

const TEXT: Column<string> = ["a text", (value) => typeof value === "string" ? value : undefined];

const COLUMNS = {
  task: ["a non-empty text, or a number up to 2^53", taskIn],
  prompt: [
    "a text, or messages with role (system, user or assistant) and content",
    (value) => typeof value === "string" ? value : messagesIn(value),
  ] as Column<Prompt>,
  epoch: integerFrom(1),
  settings: ["an object of texts and numbers, or its JSON text", settingsIn],
  text: TEXT,
  model: TEXT,
  finish: [
    `one of ${FINISHES.join(", ")}`,
    (value) => FINISHES.find((name) => name === value),
  ] as Column<Finish>,
  promptTokens: integerFrom(0),
  completionTokens: integerFrom(0),
  seed: integerFrom(0),
} as const satisfies Readonly<Record<string, Column<unknown>>>;

type Columns = typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as (keyof Columns)[];
const REQUIRED: readonly string[] = ["task", "text"];

/** Other usual names of these columns. */
const OTHER_NAMES: ReadonlyMap<string, keyof Columns> = new Map(Object.entries(
  {
    taskid: "task",
    id: "task",
    completion: "text",
    response: "text",
    answer: "text",
    output: "text",
    input: "prompt",
    messages: "prompt",
    sample: "epoch",
    repetition: "epoch",
    finishreason: "finish",
  } as const,
));

/**
 * Reads a row by the schema of recorded completions.
 *
 * @param file The name of the file for messages.
 * @throws {DataError} If a column is missing, unknown or of the wrong type; names the line, the column, the expected type
 * and, for an unknown column, the nearest name.
 */
export function readRow({ line, columns }: Row, file: string) {
  const wrong = (message: string) => new DataError(message, { place: { file, line } });
  checkNames(Object.keys(columns), wrong);
  const found = Object.fromEntries(
    Object.entries<Column<unknown>>(COLUMNS).map(([name, [expected, read]]) => {
      const value = columns[name] ?? undefined;
      if (value === undefined && !REQUIRED.includes(name)) return [name, undefined];
      const known = read(value, wrong);
      if (known !== undefined) return [name, known];
      throw wrong(`the column "${name}" is ${shown(value)}: expected ${expected}`);
    }),
  ) as { readonly [N in keyof Columns]?: NonNullable<ReturnType<Columns[N][1]>> };
  const { task, text, settings = {}, ...others } = found;
  return { line, taskId: task!, text: text!, settings, ...others };
}

function checkNames(names: readonly string[], wrong: (message: string) => DataError): void {
  const unknown = names.find((name) => !Object.hasOwn(COLUMNS, name));
  if (unknown !== undefined) {
    throw wrong(
      `there is no column "${unknown}" in this schema: ${hint(unknown)}the columns are ${NAMES.join(", ")}`,
    );
  }
  const missing = REQUIRED.find((name) => !names.includes(name));
  if (missing !== undefined) throw wrong(`the column "${missing}" is missing`);
}

function taskIn(value: unknown): string | undefined {
  if (typeof value === "string") return value || undefined;
  const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
  return typeof value === "number" && isExact ? String(value) : undefined;
}

function integerFrom(least: number): Column<number> {
  const isOne = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= least;
  return [`an integer from ${least}`, (value) => isOne(value) ? value : undefined];
}

function settingsIn(value: unknown, wrong: (message: string) => DataError): Settings | undefined {
  const object = typeof value === "string" ? jsonIn(value) : value;
  if (!isObject(object)) return undefined;
  // In Parquet every row has all settings, some without a value.
  const entries = Object.entries(object).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([name, item]): [string, string | number] => {
    if (typeof item === "string" || Number.isFinite(item)) return [name, item as string | number];
    throw wrong(`the setting "${name}" is ${shown(item)}: expected a text or a number`);
  }));
}

/** The value if it is a list of messages, else undefined. */
export function messagesIn(value: unknown): Message[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMessage)) return undefined;
  return value.map(({ role, content }) => ({ role, content }));
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && typeof value.content === "string" &&
    ["system", "user", "assistant"].some((role) => role === value.role);
}

function hint(name: string): string {
  if (Object.hasOwn(PLAIN, name)) return 'it belongs in the column "settings"; ';
  const given = name.toLowerCase().replace(/[_\s-]/g, "");
  const [meant = near(given, NAMES)[0]] = [OTHER_NAMES.get(given)];
  return meant ? `did you mean "${meant}"? ` : "";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
