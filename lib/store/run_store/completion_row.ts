import type { Finish } from "../../core/types.ts";
import type { Database } from "../database/database.ts";
import { checkDigest } from "../files/row_digest.ts";
import type { StoredText } from "./stored_text.ts";

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

/** Its columns, in the order of a statement that stores one; the digest of the others is the last. */
export const COMPLETION_COLUMNS: readonly (keyof CompletionRow | "digest")[] = [
  ...["key", "model", "prompt", "sampling", "seed", "finish", "answer", "prompt_tokens"] as const,
  ...["completion_tokens", "first_token_ms", "total_ms", "tries", "answered_at", "text"] as const,
  ...["reasoning", "digest"] as const,
];

/** The values that a row's digest covers, in order. */
export function valuesOf(row: CompletionRow): unknown[] {
  return COMPLETION_COLUMNS.slice(0, -1).map((column) => row[column as keyof CompletionRow]);
}

/**
 * Refuses a completion that is not as it was stored.
 *
 * @throws {DataError} If it is damaged.
 */
export function checkCompletion(
  database: Database,
  row: CompletionRow & { readonly digest: string | null },
): void {
  checkDigest(database, "a completion", { digest: row.digest, values: valuesOf(row) });
}
