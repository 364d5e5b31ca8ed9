import assert from "node:assert/strict";
import fc from "fast-check";

/** Size, factor, scale and shift of a list that a rule gives. */
type Rule = number[];

/** Lists as an oracle stores them, or the rules that give them. */
export interface Stored {
  a?: number[];
  b?: number[];
  ruleA?: Rule;
  ruleB?: Rule;
}

/** The lists of a case of an oracle, by the rule that tests/oracles/t_data.py states. */
export function listsOf(stored: Stored): [number[], number[]] {
  return [stored.a ?? byRule(stored.ruleA!), stored.b ?? byRule(stored.ruleB!)];
}

function byRule([n, factor, scale, shift]: Rule): number[] {
  return Array.from({ length: n }, (_, i) => shift + scale * (((i + 1) * factor) % 1009) / 1009);
}

/** Fails unless a number is a reference but for a share of it. */
export function agreesTo(share: number, ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < share, `${what}: ${ours}, not ${theirs}`);
}

/** A list of small integers, which are exact in sums, that varies. */
export const varying = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 20 })
  .filter((values) => values.some((value) => value !== values[0]));

/** Two lists of the same length whose differences vary. */
export const pairs = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
  minLength: 3,
  maxLength: 20,
}).map((pairs) => ({ a: pairs.map(([x]) => x), b: pairs.map(([, y]) => y) }))
  .filter(({ a, b }) =>
    [a, b, b.map((value, at) => value - a[at])].every((list) => list.some((value) => value !== list[0]))
  );
