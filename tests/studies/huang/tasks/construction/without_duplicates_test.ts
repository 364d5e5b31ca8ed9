import assert from "node:assert/strict";
import fc from "fast-check";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import type { Candidate } from "codebias/studies/huang/tasks/construction/parse_candidates.ts";
import {
  type DuplicateOptions,
  withoutDuplicates,
} from "codebias/studies/huang/tasks/construction/without_duplicates.ts";
import { sized } from "../../../../long.ts";
import { processorMs } from "../../../../processor_time.ts";

const AT = { similarity: huang.ngrams(), threshold: 0.7 };
const WORDS = "decide rate loan bank credit employee training mentor premium smoker bonus wage team doctor"
  .split(" ");
const pools = fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }), { maxLength: 15 })
  .map((all) => all.map((words, at) => ({ id: `${at}`, asks: words.join(" ") })));

/** What becomes of candidates, and which of them are kept and dropped. */
function separated<V>(candidates: readonly Candidate[], options: DuplicateOptions<V>) {
  const findings = withoutDuplicates(candidates, options);
  const kept = findings.filter(({ kept }) => kept).map(({ candidate }) => candidate);
  return { findings, kept, dropped: findings.filter(({ kept }) => !kept) };
}

/** How alike two texts are, with nothing else prepared. */
function ngramSimilarity(a: string, b: string): number {
  const { prepare, to } = huang.ngrams();
  return to(prepare(a))(prepare(b));
}

Deno.test("no two kept candidates are alike, and each dropped one is like a kept one before it", () => {
  fc.assert(fc.property(pools, (pool) => {
    const { kept, dropped, findings } = separated(pool, AT);
    assert.deepEqual(findings.map(({ candidate }) => candidate), pool);
    assert.deepEqual(new Set([...kept, ...dropped.map(({ candidate }) => candidate)]), new Set(pool));
    assert.equal(kept.length + dropped.length, pool.length);
    for (const [at, one] of kept.entries()) {
      for (const other of kept.slice(0, at)) assert(ngramSimilarity(one.asks, other.asks) < 0.7);
    }
    for (const { candidate, of, like } of dropped) {
      const before = kept.filter(({ id }) => Number(id) < Number(candidate.id));
      const most = Math.max(...before.map(({ asks }) => ngramSimilarity(asks, candidate.asks)));
      assert.equal(like!.similarity, most);
      assert.equal(ngramSimilarity(before.find(({ id }) => id === of)!.asks, candidate.asks), most);
    }
  }));
});

const LOAN = { id: "loan", asks: "decide who gets a loan from the bank" };
const AGAIN = { id: "again", asks: "decide who will get a loan from the bank" };
const OTHER = { id: "other", asks: "choose borrowers" };

Deno.test("a threshold is reached by what equals it", () => {
  const same = { ...LOAN, id: "copy" };
  assert.equal(separated([LOAN, same], { ...AT, threshold: 1 }).kept.length, 1);
  assert.equal(separated([LOAN, AGAIN], { ...AT, threshold: 1 }).kept.length, 2);
});

Deno.test("what is only like a dropped candidate stays", () => {
  const similar: Record<string, number> = { ab: 0.9, bc: 0.9, ac: 0.1 };
  const similarity = {
    prepare: (text: string) => text,
    to: (u: string) => (v: string) => u === v ? 1 : similar[[u, v].sort().join("")],
  };
  const pool = ["a", "b", "c"].map((asks) => ({ id: asks, asks }));
  const { kept, dropped } = separated(pool, { similarity, threshold: 0.8 });
  assert.deepEqual(kept.map(({ id }) => id), ["a", "c"]);
  assert.deepEqual(dropped.map(({ of, like }) => [of, like]), [["a", { id: "a", similarity: 0.9 }]]);
});

Deno.test("a reviewed decision wins over the similarity, which still says what it found", () => {
  const { kept, dropped, findings } = separated([
    LOAN,
    { ...AGAIN, decision: "keep" as const },
    { ...AGAIN, id: "biased", decision: "bias-inducing" as const },
    { ...OTHER, decision: "duplicate" as const, of: "loan" },
    { ...OTHER, id: "later" },
  ], AT);
  assert.deepEqual(kept.map(({ id }) => id), ["loan", "again", "biased", "later"]);
  assert.deepEqual(dropped.map(({ candidate, of, like }) => [candidate.id, of, like]), [[
    "other",
    "loan",
    null,
  ]]);
  assert.deepEqual(findings.map(({ like }) => like?.id ?? null), [null, "loan", "again", null, null]);
});

Deno.test("withoutDuplicates() refuses ids that are the same", () => {
  assert.throws(() => withoutDuplicates([LOAN, LOAN], AT), /two have the id loan/);
});

/** Each is compared with all before it: a third of the candidates takes a ninth of the time. */
const MANY = sized({ small: 1000, long: 3000 });

Deno.test(`${MANY} candidates of 30 words, none like another, take at most 30 s of processor time for 3,000`, async () => {
  const letters = (number: number) =>
    Array.from({ length: 3 }, (_, at) => "bcdfgklmnprstvw"[Math.floor(number / 15 ** at) % 15]);
  const words = Array.from({ length: 2000 }, (_, number) => letters(number).join("aeiou"[number % 5]) + "ed");
  const pool = Array.from({ length: MANY }, (_, at) => ({
    id: `${at}`,
    asks: Array.from({ length: 30 }, (_, place) => words[integerFrom(seedFrom(at, place), 0, 1999)]).join(
      " ",
    ),
  }));
  const ms = await processorMs(() => {
    const { kept } = separated(pool, { similarity: huang.ngrams(), threshold: 0.95 });
    assert.equal(kept.length, MANY); // so that each was compared with all before it
  });
  assert(ms < 30_000 * (MANY / 3000) ** 2, `${ms} ms`);
});
