import { distance } from "fastest-levenshtein";
import { quote } from "../requests/failures.ts";

/** Longest name that a model has, characters. */
const LONGEST_NAME = 500;

/**
 * The names that a server lists, those nearest to a name first, worded for a sentence.
 *
 * @param most How many are named; the rest are counted.
 *
 * @example
 * ```ts
 * import { nearestFirst } from "codebias/generation/embedding/nearest_first.ts";
 * import assert from "node:assert/strict";
 * assert.equal(nearestFirst("qwen", ["llama3.2", "gemma3", "qwen3:latest"], 2), "qwen3:latest, gemma3 and 1 more");
 * ```
 */
export function nearestFirst(name: string, names: readonly string[], most: number): string {
  const cost = (other: string) =>
    distance(name.toLowerCase(), other.slice(0, LONGEST_NAME).toLowerCase().replace(/:latest$/, ""));
  const sorted = names.map((other) => ({ other, cost: cost(other) })).sort((one, two) => one.cost - two.cost);
  const rest = sorted.length - most;
  return sorted.slice(0, most).map(({ other }) => quote(other)).join(", ") +
    (rest > 0 ? ` and ${rest} more` : "");
}
