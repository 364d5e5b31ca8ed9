import { distance } from "fastest-levenshtein";

/**
 * The sentence for a name that is not known: what was given and the nearest names that are.
 *
 * @param what The kind of thing, e.g. `model`.
 *
 * @example
 * ```ts
 * import { unknownName } from "codebias/nearest.ts";
 * import assert from "node:assert/strict";
 * assert.equal(
 *   unknownName("model", "CodeLama", ["StarCoder", "CodeLlama"]).message,
 *   'Unknown model "CodeLama": did you mean CodeLlama? Known: CodeLlama, StarCoder',
 * );
 * ```
 */
export function unknownName(what: string, given: string, known: readonly string[]): RangeError {
  const cost = (name: string) => {
    const [a, b] = [name.toLowerCase(), given.toLowerCase()];
    return b.length > 2 && a.startsWith(b) ? 0 : distance(a, b);
  };
  const close = known.filter((name) => cost(name) <= Math.max(2, given.length / 3)).sort((a, b) =>
    cost(a) - cost(b)
  );
  const hint = close.length > 0 ? ` did you mean ${close.slice(0, 3).join(" or ")}?` : "";
  return new RangeError(`Unknown ${what} "${given}":${hint} Known: ${known.toSorted().join(", ") || "none"}`);
}
