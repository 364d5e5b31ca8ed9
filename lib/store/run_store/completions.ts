import type { Finish, GenerationRequest, Message, Prompt, Reply, Sampling } from "../../core/types.ts";
import { promptHash } from "./completion_key.ts";
import { checkDigest, type Database, rowDigest } from "../database/database.ts";
import { fromStored, type StoredText, toStored } from "./stored_text.ts";

/** A row of the table of completions, without its number. */
export interface CompletionRow {
  readonly key: string;
  readonly model: number;
  readonly prompt: number;
  readonly sampling: number;
  readonly seed: number;
  readonly finish: Finish;
  readonly answer: string;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly first_token_ms: number | null;
  readonly total_ms: number;
  readonly tries: number;
  readonly answered_at: number;
  readonly text: StoredText;
  readonly reasoning: StoredText | null;
}

/** A row of completions with the digest of its values; null in rows that were stored before there were digests. */
export type DigestedRow = CompletionRow & { readonly digest: string | null };

/** The columns of the table, in the order of the INSERT statement; the digest of all others is last. */
export const COMPLETION_COLUMNS: readonly (keyof CompletionRow | "digest")[] = [
  ...["key", "model", "prompt", "sampling", "seed", "finish", "answer", "prompt_tokens"] as const,
  ...["completion_tokens", "first_token_ms", "total_ms", "tries", "answered_at", "text"] as const,
  ...["reasoning", "digest"] as const,
];

/** The values that the digest of a row covers, in order. */
function valuesOf(row: CompletionRow): unknown[] {
  return COMPLETION_COLUMNS.slice(0, -1).map((column) => row[column as keyof CompletionRow]);
}

/**
 * Refuses a completion that is not as it was stored.
 *
 * @throws {DataError} If it is damaged.
 */
export function checkCompletion(database: Database, row: DigestedRow): void {
  checkDigest(database, "a completion", { digest: row.digest, values: valuesOf(row) });
}

/** A completion with its provenance. */
export interface Answered {
  readonly reply: Reply;
  /** The kind of answer, see `answerKind`. */
  readonly answer: string;
  /** The number of requests that were sent for it. */
  readonly tries: number;
  /** When it was answered. @default now */
  readonly answeredAt?: Date;
}

/** A completion to be stored. */
export interface NewCompletion extends Answered {
  readonly key: string;
  readonly request: Pick<GenerationRequest, "prompt" | "sampling" | "seed">;
  /** The row id of the model's description. */
  readonly model: number;
}

/** A stored completion. */
export interface FoundCompletion {
  readonly id: number;
  readonly reply: Reply;
  /** When it was answered, milliseconds since 1970. */
  readonly answeredAt: number;
}

const INSERT = `INSERT INTO completion (${COMPLETION_COLUMNS}) VALUES (${COMPLETION_COLUMNS.map(() => "?")})
  ON CONFLICT (key) DO NOTHING`;

const FIND = `SELECT id, ${COMPLETION_COLUMNS} FROM completion WHERE key = ?`;

/** The completion that is stored under a key, or undefined. */
export function findCompletion(database: Database, key: string): FoundCompletion | undefined {
  const row = database.get<DigestedRow & { readonly id: number }>(FIND, key);
  if (!row) return undefined;
  checkCompletion(database, row);
  return { id: row.id, reply: database.decoded(() => replyOf(row)), answeredAt: row.answered_at };
}

/**
 * Stores a completion unless there is one under its key. To be called inside `Database.write`.
 *
 * @returns The completion that is stored under the key: the first one stays.
 */
export function addCompletion(database: Database, completion: NewCompletion): FoundCompletion {
  const { key, request, model, reply, answer, tries, answeredAt } = completion;
  const { prompt, sampling, seed } = request;
  const time = answeredAt?.getTime() ?? Date.now();
  const row: CompletionRow = {
    ...{ key, model, prompt: addPrompt(database, prompt), seed },
    sampling: addSampling(database, { without: reply.without, ...sampling }),
    ...{ finish: reply.finish, answer, tries, answered_at: time },
    prompt_tokens: reply.promptTokens ?? null,
    completion_tokens: reply.completionTokens ?? null,
    first_token_ms: reply.firstTokenMs ?? null,
    total_ms: reply.totalMs,
    text: toStored(reply.text),
    reasoning: reply.reasoning === undefined ? null : toStored(reply.reasoning),
  };
  const whole = { ...row, digest: rowDigest(valuesOf(row)) };
  const { changes, lastId } = database.run(INSERT, ...COMPLETION_COLUMNS.map((column) => whole[column]));
  return changes > 0 ? { id: lastId, reply, answeredAt: time } : findCompletion(database, key)!;
}

/** The row id of a prompt, which is stored if it is new. */
function addPrompt(database: Database, prompt: Prompt): number {
  const hash = promptHash(prompt);
  const row = database.get<{ id: number }>("SELECT id FROM prompt WHERE hash = ?", hash);
  if (row) return row.id;
  const isText = typeof prompt === "string";
  const content = isText
    ? toStored(prompt)
    : JSON.stringify(prompt.map(({ role, content }) => ({ role, content })));
  return database.run(ADD_PROMPT, hash, isText ? 0 : 1, content).lastId;
}

const ADD_PROMPT = "INSERT INTO prompt (hash, conversation, content) VALUES (?, ?, ?)";

/** The row id of sampling settings, which are stored if they are new. */
function addSampling(database: Database, sampling: Sampling): number {
  const { temperature, topK, topP, minP, repeatPenalty, maxTokens, stop, raw, without } = sampling;
  const all = { temperature, topK, topP, minP, repeatPenalty, maxTokens, stop, raw, without };
  const settings = JSON.stringify(all);
  const row = database.get<{ id: number }>("SELECT id FROM sampling WHERE settings = ?", settings);
  return row?.id ?? database.run("INSERT INTO sampling (settings) VALUES (?)", settings).lastId;
}

/** The prompt that is stored in two columns of the table of prompts. */
export function promptOf(conversation: number, content: StoredText): Prompt {
  return conversation === 0 ? fromStored(content) : JSON.parse(fromStored(content)) as Message[];
}

/** The reply that a row holds. */
export function replyOf(row: CompletionRow): Reply {
  return {
    text: fromStored(row.text),
    finish: row.finish,
    ...(row.reasoning !== null && { reasoning: fromStored(row.reasoning) }),
    ...(row.prompt_tokens !== null && { promptTokens: row.prompt_tokens }),
    ...(row.completion_tokens !== null && { completionTokens: row.completion_tokens }),
    ...(row.first_token_ms !== null && { firstTokenMs: row.first_token_ms }),
    totalMs: row.total_ms,
  };
}
