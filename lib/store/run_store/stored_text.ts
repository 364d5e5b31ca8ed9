import { decodeText, encodeText } from "../../values/mod.ts";

/** A text in a column of type ANY. */
export type StoredText = string | Uint8Array;

/**
 * The stored form of a text: the text itself if SQLite keeps it exactly; bytes if it has NUL or lone surrogates, which
 * SQLite does not keep.
 *
 * @example
 * ```ts
 * import { fromStored, toStored } from "codebias/store/run_store/stored_text.ts";
 * import assert from "node:assert/strict";
 * assert.equal(toStored("plain"), "plain");
 * assert.equal(fromStored(toStored("a\0b \ud800")), "a\0b \ud800");
 * ```
 */
export function toStored(text: string): StoredText {
  return text.isWellFormed() && !text.includes("\0") ? text : encodeText(text);
}

/** The text that {@linkcode toStored} was given. */
export function fromStored(stored: StoredText): string {
  return typeof stored === "string" ? stored : decodeText(stored);
}
