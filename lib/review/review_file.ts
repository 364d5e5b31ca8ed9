/**
 * Reads the files that review pages export. The pages use the same functions, written into them as text: each
 * is exported, and uses only the others and its parameters.
 *
 * @module
 */

import type { ReviewFile, ReviewLabel } from "../core/types.ts";

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
  const checks = reviewChecks();
  const file = reviewFields<ReviewFile>(value, "a review file", checks.file);
  const { reviewer, notes = [] } = file;
  for (const [at, one] of file.labels.entries()) {
    const label = reviewFields<ReviewLabel>(one, `label ${at + 1}`, checks.label);
    if (label.reviewer === reviewer) continue;
    const [own, other] = [reviewKind(label.reviewer), reviewKind(reviewer)];
    throw new TypeError(`label ${at + 1}: "reviewer" is ${own}, but the file is ${other}'s`);
  }
  for (const [at, note] of notes.entries()) reviewFields(note, `note ${at + 1}`, checks.note);
  reviewFields(file.queue, "the queue", checks.queue);
  return file;
}

/** What is wrong with the value of a field; empty if nothing is. */
export type ReviewCheck = (value: unknown) => string;

/** What the fields of a file and of its parts must be. */
export function reviewChecks() {
  const must = (expected: string, isRight: (value: unknown) => boolean): ReviewCheck => (value) =>
    isRight(value) ? "" : `must be ${expected}, not ${reviewKind(value)}`;
  const optional = (check: ReviewCheck): ReviewCheck => (value) => value === undefined ? "" : check(value);
  const [anyText, list] = [must("a text", (one) => typeof one === "string"), must("a list", Array.isArray)];
  const text = must("a text that is not empty", (one) => typeof one === "string" && one.trim() !== "");
  const isTime = (one: unknown) => /^\d{4}-\d\d-\d\dT/.test(`${one}`) && !isNaN(Date.parse(`${one}`));
  return {
    file: {
      format: (one: unknown) =>
        one === "codebias review" ? "" : 'must be "codebias review"; this is a file of another kind',
      version: (one: unknown) =>
        one === 1 ? "" : `must be 1, not ${reviewKind(one)}; another version of codebias made it`,
      ...{ queue: () => "", reviewer: text, labels: list, notes: optional(list) },
    },
    queue: {
      title: text,
      sha256: (one: unknown) =>
        text(one) || (/^[0-9a-f]{64}$/.test(`${one}`) ? "" : "must have 64 hexadecimal digits in lower case"),
    },
    label: {
      ...{ itemId: text, reviewer: text, answer: text, note: optional(anyText) },
      at: optional(must("a time like 2025-01-31T12:00:00Z", (one) => typeof one === "string" && isTime(one))),
      seconds: optional(
        must("a number >= 0", (one) => typeof one === "number" && one >= 0 && one < Infinity),
      ),
    },
    note: { itemId: text, note: text },
  };
}

/** The value, if it is an object with fields that are right, and no others. */
export function reviewFields<T>(
  value: unknown,
  what: string,
  checks: Readonly<Record<string, ReviewCheck>>,
): T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${what} must be an object with fields, not ${reviewKind(value)}`);
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) {
    throw new TypeError(`${what}: "${unknown}" is no field; known are ${Object.keys(checks).join(", ")}`);
  }
  for (const [name, check] of Object.entries(checks)) {
    const wrong = check((value as Record<string, unknown>)[name]);
    if (wrong !== "") throw new TypeError(`${what}: "${name}" ${wrong}`);
  }
  return value as T;
}

/** A value as messages call it. */
export function reviewKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? typeof value;
  return Array.isArray(value) ? "a list" : "an object";
}
