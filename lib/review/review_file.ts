/**
 * Reads the files that review pages export. The pages use the same functions, written into them as text: each
 * is exported, and uses only the others and its parameters.
 *
 * @module
 */

import type { ReviewFile, ReviewLabel, ReviewNote } from "../core/types.ts";

/**
 * The file that a review page exported, if the value is one.
 *
 * @param value What JSON.parse made of its text.
 * @throws {TypeError} If it is not one; names the field and, for a label, its number from 1.
 *
 * @example
 * ```ts
 * import { parseReviewFile } from "codebias/review/review_file.ts";
 * import assert from "node:assert/strict";
 * const file = {
 *   format: "codebias review",
 *   version: 1,
 *   queue: { title: "Witnesses", sha256: "0".repeat(64) },
 *   reviewer: "Ada",
 *   labels: [{ itemId: "1", reviewer: "Ada", answer: "biased" }],
 * };
 * assert.deepEqual(parseReviewFile(file), file);
 * assert.throws(
 *   () => parseReviewFile({ ...file, labels: [{ itemId: "1", reviewer: "Ada" }] }),
 *   { message: 'label 1: "answer" must be a text that is not empty, not nothing' },
 * );
 * ```
 */
export function parseReviewFile(value: unknown): ReviewFile {
  const fields = reviewFields(value, "a review file", [
    ...["format", "version", "queue", "reviewer", "labels", "notes"],
  ]);
  if (fields.format !== "codebias review") {
    throw new TypeError('a review file: "format" must be "codebias review"; this is a file of another kind');
  }
  if (fields.version !== 1) {
    const version = reviewKind(fields.version);
    throw new TypeError(
      `a review file: "version" must be 1, not ${version}; another version of codebias made it`,
    );
  }
  const reviewer = reviewText(fields, "reviewer", "a review file");
  const labels = reviewList(fields, "labels").map((label, at) => parseLabel(label, at, reviewer));
  const notes = reviewList(fields, "notes").map(parseNote);
  return {
    format: "codebias review",
    version: 1,
    queue: parseQueue(fields.queue),
    reviewer,
    labels,
    ...(notes.length > 0 && { notes }),
  };
}

/** The queue of a file. */
export function parseQueue(value: unknown): ReviewFile["queue"] {
  const fields = reviewFields(value, "the queue", ["title", "sha256"]);
  const sha256 = reviewText(fields, "sha256", "the queue");
  if (!/^[0-9a-f]{64}$/.test(sha256)) {
    throw new TypeError('the queue: "sha256" must have 64 hexadecimal digits in lower case');
  }
  return { title: reviewText(fields, "title", "the queue"), sha256 };
}

/** A label of a file, which is one reviewer's. */
export function parseLabel(value: unknown, at: number, of: string): ReviewLabel {
  const what = `label ${at + 1}`;
  const fields = reviewFields(value, what, ["itemId", "reviewer", "answer", "note", "at", "seconds"]);
  const reviewer = reviewText(fields, "reviewer", what);
  if (reviewer !== of) {
    throw new TypeError(
      `${what}: "reviewer" is ${reviewKind(reviewer)}, but the file is ${reviewKind(of)}'s`,
    );
  }
  const { note, at: time, seconds } = fields;
  if (note !== undefined && typeof note !== "string") {
    throw new TypeError(`${what}: "note" must be a text, not ${reviewKind(note)}`);
  }
  if (
    time !== undefined &&
    (typeof time !== "string" || !/^\d{4}-\d\d-\d\dT/.test(time) || isNaN(Date.parse(time)))
  ) {
    throw new TypeError(`${what}: "at" must be a time like 2025-01-31T12:00:00Z, not ${reviewKind(time)}`);
  }
  if (seconds !== undefined && !(typeof seconds === "number" && seconds >= 0 && seconds < Infinity)) {
    throw new TypeError(`${what}: "seconds" must be a number >= 0, not ${reviewKind(seconds)}`);
  }
  return {
    itemId: reviewText(fields, "itemId", what),
    reviewer,
    answer: reviewText(fields, "answer", what),
    ...(note !== undefined && { note }),
    ...(time !== undefined && { at: time }),
    ...(seconds !== undefined && { seconds }),
  };
}

/** A note of a file on an item without a label. */
export function parseNote(value: unknown, at: number): ReviewNote {
  const what = `note ${at + 1}`;
  const fields = reviewFields(value, what, ["itemId", "note"]);
  return { itemId: reviewText(fields, "itemId", what), note: reviewText(fields, "note", what) };
}

/** The fields of an object that has only these. */
export function reviewFields(
  value: unknown,
  what: string,
  known: readonly string[],
): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${what} must be an object with fields, not ${reviewKind(value)}`);
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value as Record<string, unknown>;
  throw new TypeError(`${what}: "${unknown}" is no field; known are ${known.join(", ")}`);
}

/** The text in a field, if there is anything in it. */
export function reviewText(fields: Readonly<Record<string, unknown>>, field: string, what: string): string {
  const value = fields[field];
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new TypeError(`${what}: "${field}" must be a text that is not empty, not ${reviewKind(value)}`);
}

/** The list in a field; only `notes` may be left out. */
export function reviewList(fields: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  const value = fields[field];
  if (Array.isArray(value)) return value;
  if (value === undefined && field === "notes") return [];
  throw new TypeError(`a review file: "${field}" must be a list, not ${reviewKind(value)}`);
}

/** A value as messages call it. */
export function reviewKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? typeof value;
  return Array.isArray(value) ? "a list" : "an object";
}
