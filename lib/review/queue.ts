import { hash } from "node:crypto";
import { isWhole, mustBe, refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { checkSeed } from "../statistics/checks.ts";
import { seedFrom } from "../statistics/random.ts";
import type { ReviewItem, ReviewQueue } from "../core/types.ts";

/** Which items to judge, and in which order. */
export interface QueueOptions {
  /** How many to take, at least 1. @default all */
  readonly sample?: number;
  /** Decides which are taken and how they are shuffled; any integer. @default 1 */
  readonly seed?: number;
  /** Whether to show them in random order instead of theirs. @default false */
  readonly shuffle?: boolean;
}

/**
 * The items for reviewers to judge: all, or a random sample. The choice depends on seed and ids alone, so
 * that the order of the items does not matter, and a larger sample contains a smaller one.
 *
 * @throws {RangeError} If there are no items, one cannot be judged, two share an id, or the sample is larger
 * than their number.
 *
 * @example
 * ```ts
 * import { reviewQueue } from "codebias/review/queue.ts";
 * import assert from "node:assert/strict";
 * const answers = [{ value: "y", label: "Yes" }, { value: "n", label: "No" }];
 * const items = ["a", "b", "c"].map((id) => ({ id, question: "Is it fair?", code: "pass", answers }));
 * const two = reviewQueue(items, { sample: 2, seed: 7 });
 * assert.equal(two.length, 2);
 * assert.deepEqual(reviewQueue(items.toReversed(), { sample: 2, seed: 7 }).toReversed(), two);
 * ```
 */
export function reviewQueue(items: readonly ReviewItem[], options: QueueOptions = {}): ReviewItem[] {
  refuseUnknownOptions(options, ["sample", "seed", "shuffle"]);
  checkItems(items);
  const { sample = items.length, seed = 1, shuffle = false } = options;
  checkSeed(seed, "sample with");
  const range = `an integer in [1, ${items.length}], the number of items`;
  mustBe(isWhole(sample, 1) && sample <= items.length, `take a sample of ${sample} items`, range);
  const taken = new Set(byChance(items, "sample", seed).slice(0, sample));
  return shuffle ? byChance([...taken], "order", seed) : items.filter((item) => taken.has(item));
}

/** The items in an order that depends on seed and ids alone. */
function byChance(items: readonly ReviewItem[], what: string, seed: number): ReviewItem[] {
  return items.map((item) => ({ item, key: seedFrom(seed, what, item.id) }))
    .sort((a, b) => a.key - b.key || (a.item.id < b.item.id ? -1 : 1)).map(({ item }) => item);
}

/**
 * The identity of a queue: the same items in another order are the same queue, any changed text makes
 * another.
 *
 * @param title Its title for reviewers.
 */
export function queueOf(items: readonly ReviewItem[], title: string): ReviewQueue {
  const texts = items.map((item) =>
    JSON.stringify([
      item.id,
      item.question,
      item.code,
      [...item.highlights ?? []].sort((a, b) => a - b),
      item.answers.map(({ value, label }) => [value, label]),
      item.context ?? null,
      item.hint ?? null,
    ])
  );
  return { title, sha256: hash("sha256", texts.sort().join("\n")) };
}

/**
 * Refuses items that cannot be judged.
 *
 * @throws {RangeError} Names the item and what is wrong with it.
 */
export function checkItems(items: readonly ReviewItem[]): void {
  refuseOther("review", items, "a list of objects");
  if (items.length === 0) throw new RangeError("Cannot review 0 items: there must be at least one");
  const ids = new Set<string>();
  for (const [at, item] of items.entries()) {
    const trouble = idTrouble(item, ids) ?? troubleOf(item);
    const name = isText(item.id) ? ` (${item.id})` : "";
    if (trouble !== undefined) throw new RangeError(`Cannot review item ${at + 1}${name}: ${trouble}`);
    ids.add(item.id);
  }
}

function idTrouble({ id }: ReviewItem, seen: ReadonlySet<string>): string | undefined {
  if (!isText(id)) return "its id must be a text that is not empty";
  return seen.has(id) ? "another item has the same id; ids must be unique" : undefined;
}

/** What is wrong with an item, apart from its id. */
function troubleOf({ question, code, highlights = [], language, answers, context, hint }: ReviewItem) {
  if (!isText(question)) return "its question must be a text that is not empty";
  if (!isText(code)) return "its code must be a text that is not empty";
  for (const [name, text] of Object.entries({ context, hint })) {
    if (text !== undefined && typeof text !== "string") return `its ${name} must be a text`;
  }
  if (language !== undefined && language !== "python") {
    return `its language is ${JSON.stringify(language)}; "python" or none is known`;
  }
  const lines = codeLines(code).length;
  const beyond = highlights.find((line) => !Number.isInteger(line) || line < 1 || line > lines);
  if (beyond !== undefined) {
    const has = lines === 1 ? "line 1 only" : `lines 1 to ${lines}`;
    return `it highlights line ${beyond}; the code has ${has}`;
  }
  return answersTrouble(answers);
}

function answersTrouble(answers: ReviewItem["answers"]): string | undefined {
  if (!Array.isArray(answers) || answers.length < 2 || answers.length > 9) {
    const count = answers?.length ?? 0;
    return `it has ${count} ${count === 1 ? "answer" : "answers"}; there must be 2 to 9, one for each key`;
  }
  for (const part of ["value", "label"] as const) {
    const parts = answers.map((answer) => answer[part]);
    if (!parts.every(isText)) return `each answer must have a ${part}, a text that is not empty`;
    const twice = parts.find((text, at) => parts.indexOf(text) !== at);
    if (twice !== undefined) return `two answers have the ${part} ${JSON.stringify(twice)}`;
  }
  return undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** What identifies a question about code: its task, the code, and what about it is asked. */
export function itemId(taskId: string, code: string, ...about: readonly string[]): string {
  return [taskId, hash("sha256", code, "hex").slice(0, 12), ...about].join("/");
}

/**
 * Refuses labels that are no answers; null is for no agreement.
 *
 * @throws {RangeError} Naming the item.
 */
export function checkLabels(
  labels: ReadonlyMap<string, string | null>,
  answers: ReviewItem["answers"],
): void {
  const known = answers.map(({ value }) => value);
  for (const [id, label] of labels) {
    if (label === null || known.includes(label)) continue;
    throw new RangeError(
      `Cannot review ${id}: "${label}" is none of the answers ${known.join(", ")}; null is for no agreement`,
    );
  }
}

/**
 * The lines of a source as editors number them: a line end at the very end does not begin another line.
 *
 * @example
 * ```ts
 * import { codeLines } from "codebias/review/queue.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(codeLines("a = 1\r\n\nb = 2\n"), ["a = 1", "", "b = 2"]);
 * ```
 */
export function codeLines(code: string): string[] {
  return code.replace(/(?:\r\n?|\n)$/, "").split(/\r\n?|\n/);
}
