import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import { checkCount } from "../../../../statistics/checks.ts";
import { normalizedWords } from "./normalized_text.ts";
import type { Similarity } from "./similarity.ts";

/** How texts are cut. */
export interface NgramOptions {
  /** Characters of a piece, 2 to 8. @default 3, which does about as well as 2 and 4 on data/huang/construction/pairs.yaml */
  readonly n?: number;
}

/** How often each n-gram is in a text: numbers of n-grams in ascending order, their counts, and Σ count². */
export interface NgramVector {
  readonly grams: Uint32Array;
  readonly counts: Uint32Array;
  readonly squares: number;
}

/**
 * How alike two texts are in their spelling: the cosine of their counts of character n-grams.
 *
 * With u_g and v_g how often the n-gram g is in the words of each, cos = Σ u_g v_g / √(Σ u_g² · Σ v_g²).
 * Words have a blank at either end and n-grams end with them, so that it matters where a word begins, not
 * which one is next. Case, punctuation and stop phrases are left out before; texts of which nothing is left
 * score 1 with each other, 0 with all else.
 *
 * It stands for the paper's sentence embeddings where no model is at hand, and knows spelling only: two
 * differently worded sentences of one meaning are 0.06 alike on average, two that differ in one word which
 * reverses the decision 0.87 (see data/huang/construction/pairs.yaml, and `chooseThreshold` for what follows
 * from that).
 *
 * Source: section II-E, "Prompt Filtering", where it is SentenceTransformer's cosine of embeddings.
 *
 * @returns In [0, 1] for any two texts. Vectors of one call can be compared with each other only.
 * @throws {RangeError} If n is no integer from 2 to 8.
 *
 * @example
 * ```ts
 * import { ngrams } from "codebias/studies/huang/tasks/construction/ngram_similarity.ts";
 * import assert from "node:assert/strict";
 * const { prepare, to } = ngrams();
 * const alike = to(prepare("Decide who gets a loan."));
 * assert.equal(alike(prepare("decide who gets the loan")), 1);
 * assert(alike(prepare("choose borrowers")) < 0.1);
 * ```
 */
export function ngrams(options: NgramOptions = {}): Similarity<NgramVector> {
  refuseUnknownOptions(options, ["n"]);
  const { n = 3 } = options;
  checkCount("characters in an n-gram", n, 2, 8);
  const numbers = new Map<string, number>();
  const numberOf = (gram: string) => {
    const known = numbers.get(gram) ?? numbers.size;
    numbers.set(gram, known);
    return known;
  };
  return {
    prepare: (text) => vectorOf(normalizedWords(text).flatMap((word) => pieces(word, n)).map(numberOf)),
    to: cosineTo,
  };
}

function pieces(word: string, n: number): string[] {
  const characters = [" ", ...word, " "];
  const count = Math.max(1, characters.length - n + 1);
  return Array.from({ length: count }, (_, at) => characters.slice(at, at + n).join(""));
}

function vectorOf(grams: readonly number[]): NgramVector {
  const counts = new Map<number, number>();
  for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const sorted = [...counts].sort(([a], [b]) => a - b);
  return {
    grams: Uint32Array.from(sorted, ([gram]) => gram),
    counts: Uint32Array.from(sorted, ([, count]) => count),
    squares: sorted.reduce((sum, [, count]) => sum + count * count, 0),
  };
}

/** The counts of one text stand in a table, so that another text's n-grams are looked up and not searched. */
function cosineTo({ grams, counts, squares }: NgramVector): (other: NgramVector) => number {
  const table = new Uint32Array((grams.at(-1) ?? -1) + 1);
  for (const [at, gram] of grams.entries()) table[gram] = counts[at];
  return (other) => {
    if (squares === 0 || other.squares === 0) return squares === other.squares ? 1 : 0;
    let dot = 0;
    for (let at = 0; at < other.grams.length && other.grams[at] < table.length; at++) {
      dot += table[other.grams[at]] * other.counts[at];
    }
    return Math.min(1, dot / Math.sqrt(squares * other.squares));
  };
}
