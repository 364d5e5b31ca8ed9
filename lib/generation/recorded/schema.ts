import { distance } from "fastest-levenshtein";
import { DataError } from "../../core/errors.ts";
import { PLAIN } from "../sampling.ts";
import type { Finish, Message, Prompt, Settings } from "../../core/types.ts";

/** One recorded completion. */
export interface RecordedCompletion {
  /** Of the file, from 1; in Parquet the number of the row. */
  readonly line: number;
  readonly taskId: string;
  /** Undefined if it was not recorded. */
  readonly prompt?: Prompt;
  /** Undefined until it is numbered. */
  readonly epoch?: number;
  readonly settings: Settings;
  readonly text: string;
  readonly model?: string;
  /** Undefined if it was not recorded. */
  readonly finish?: Finish;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /** The model's random seed; for the record only. */
  readonly seed?: number;
}

/** One row of a file, before anything is known of its columns. */
export interface Row {
  readonly line: number;
  readonly columns: Readonly<Record<string, unknown>>;
}

const COLUMNS = [
  "task",
  "prompt",
  "epoch",
  "settings",
  "text",
  "model",
  "finish",
  "promptTokens",
  "completionTokens",
  "seed",
] as const;

type Column = typeof COLUMNS[number];

/** What others call these columns. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
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
};

const FINISHES: readonly Finish[] = ["stop", "length", "refusal", "looping"];

/**
 * Reads a row by the schema of recorded completions.
 *
 * @param file For the sentence.
 * @throws {DataError} If a column is missing, unknown or of the wrong type; names the line, the column, what was
 * expected and, for an unknown one, the nearest name.
 */
export function readRow({ line, columns }: Row, file: string): RecordedCompletion {
  const reader = new RowReader(columns, (message) => new DataError(message, { place: { file, line } }));
  return { line, ...reader.read() };
}

class RowReader {
  constructor(
    readonly columns: Readonly<Record<string, unknown>>,
    readonly error: (message: string) => DataError,
  ) {}

  read(): Omit<RecordedCompletion, "line"> {
    this.#checkNames();
    return {
      taskId: this.#task(),
      prompt: this.#optional("prompt", (value) => this.#prompt(value)),
      epoch: this.#optional("epoch", (value) => this.#integer("epoch", value, 1)),
      settings: this.#optional("settings", (value) => this.#settings(value)) ?? {},
      text: this.#text("text", this.columns.text),
      model: this.#optional("model", (value) => this.#text("model", value)),
      finish: this.#optional("finish", (value) => this.#finish(value)),
      promptTokens: this.#optional("promptTokens", (value) => this.#integer("promptTokens", value, 0)),
      completionTokens: this.#optional(
        "completionTokens",
        (value) => this.#integer("completionTokens", value, 0),
      ),
      seed: this.#optional("seed", (value) => this.#integer("seed", value, 0)),
    };
  }

  #checkNames(): void {
    const names = Object.keys(this.columns);
    for (const name of names) {
      if (!COLUMNS.includes(name as Column)) {
        throw this.error(
          `there is no column "${name}" in this schema: ${hint(name)}the columns are ${COLUMNS.join(", ")}`,
        );
      }
    }
    for (const name of ["task", "text"]) {
      if (!names.includes(name)) throw this.error(`the column "${name}" is missing`);
    }
  }

  #optional<R>(name: Column, read: (value: unknown) => R): R | undefined {
    const value = this.columns[name];
    return value === undefined || value === null ? undefined : read(value);
  }

  #task(): string {
    const { task } = this.columns;
    const value = typeof task === "bigint" ? String(task) : task;
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number" && (Number.isSafeInteger(value) || !Number.isInteger(value))) {
      return String(value);
    }
    throw this.#wrong("task", value, "a non-empty text, or a number up to 2^53");
  }

  #text(name: Column, value: unknown): string {
    if (typeof value === "string") return value;
    throw this.#wrong(name, value, "a text");
  }

  #integer(name: Column, value: unknown, least: number): number {
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number) && number >= least) return number;
    throw this.#wrong(name, value, `an integer from ${least}`);
  }

  #finish(value: unknown): Finish {
    const finish = FINISHES.find((name) => name === value);
    if (finish) return finish;
    throw this.#wrong("finish", value, `one of ${FINISHES.join(", ")}`);
  }

  #prompt(value: unknown): Prompt {
    const prompt = typeof value === "string" ? value : messagesOf(value);
    if (prompt !== undefined) return prompt;
    throw this.#wrong(
      "prompt",
      value,
      "a text, or messages with role (system, user or assistant) and content",
    );
  }

  #settings(value: unknown): Settings {
    const expected = "an object of texts and numbers, or its JSON text";
    const object = typeof value === "string" ? this.#parsed(value, expected) : value;
    if (typeof object !== "object" || object === null || Array.isArray(object)) {
      throw this.#wrong("settings", value, expected);
    }
    // In Parquet every row has all settings, some without a value.
    const entries = Object.entries(object).filter(([, item]) => item !== null);
    return Object.fromEntries(entries.map(([name, item]) => {
      const setting = typeof item === "bigint" ? Number(item) : item;
      if (typeof setting === "string" || Number.isFinite(setting)) return [name, setting];
      throw this.error(`the setting "${name}" is ${shown(item)}: expected a text or a number`);
    }));
  }

  #parsed(text: string, expected: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw this.#wrong("settings", text, expected);
    }
  }

  #wrong(name: Column, value: unknown, expected: string): DataError {
    return this.error(`the column "${name}" is ${shown(value)}: expected ${expected}`);
  }
}

/** The messages that a text has as JSON; undefined if it has none. */
export function messagesIn(text: string): Message[] | undefined {
  try {
    return messagesOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function messagesOf(value: unknown): Message[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMessage)) return undefined;
  return value.map(({ role, content }) => ({ role, content }));
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  const { role, content } = value as Partial<Record<string, unknown>>;
  return typeof content === "string" && (role === "system" || role === "user" || role === "assistant");
}

function hint(name: string): string {
  if (name in PLAIN) return 'it belongs in the column "settings"; ';
  const given = name.toLowerCase().replace(/[_\s-]/g, "");
  const cost = (column: string) => distance(column.toLowerCase(), given);
  const near = COLUMNS.filter((column) => cost(column) <= Math.max(2, given.length / 3)).toSorted((a, b) =>
    cost(a) - cost(b)
  );
  const meant = OTHER_NAMES[given] ?? near[0];
  return meant ? `did you mean "${meant}"? ` : "";
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "null";
  const text = typeof value === "bigint" ? String(value) : JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
