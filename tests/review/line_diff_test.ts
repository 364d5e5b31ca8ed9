import assert from "node:assert/strict";
import { lineDiff } from "codebias/review/view/line_diff.ts";
import fc, { SEED } from "../property.ts";

/** The length of the longest common subsequence, by its definition. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  const known = new Map<string, number>();
  const longest = (a: number, b: number): number => {
    if (a === one.length || b === other.length) return 0;
    const key = `${a} ${b}`;
    if (!known.has(key)) {
      const without = Math.max(longest(a + 1, b), longest(a, b + 1));
      known.set(key, one[a] === other[b] ? Math.max(without, 1 + longest(a + 1, b + 1)) : without);
    }
    return known.get(key)!;
  };
  return longest(0, 0);
}

/** Fails unless both texts are in the lines laid over each other, in their order and with their numbers. */
function holdsBoth(one: readonly string[], other: readonly string[]): number {
  const lines = lineDiff(one, other);
  for (const [side, text, alien] of [["one", one, "other"], ["other", other, "one"]] as const) {
    const own = lines.filter(({ kind }) => kind !== alien);
    assert.deepEqual(own.map((line) => line.text), text);
    assert.deepEqual(own.map((line) => line[side]), text.map((_, at) => at + 1));
    for (const line of lines) assert.equal(line.kind === alien, line[side] === undefined);
  }
  return lines.filter(({ kind }) => kind === "both").length;
}

const texts = fc.array(fc.constantFrom("a", "b", "c", "", " a"), { maxLength: 12 });

Deno.test(`two texts laid over each other hold both, and have most lines in common (seed ${SEED})`, () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      assert.equal(holdsBoth(one, other), longestCommon(one, other));
    }),
    { numRuns: 500 },
  );
});

Deno.test("texts that are too long to compare are laid behind each other, but for where they begin and end", () => {
  const lines = (word: string) => Array.from({ length: 2001 }, (_, at) => `${word} ${at % 7}`);
  const [one, other] = ["one", "other"].map((
    word,
  ) => ["same", ...lines(word), "common", ...lines(word), "end"]);
  assert.equal(holdsBoth(one, other), 2);
  assert.equal(holdsBoth(one.slice(0, 900), other.slice(0, 900)), 1);
});
