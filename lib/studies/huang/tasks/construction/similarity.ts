import { settled } from "../../../../core/nearest.ts";
import { checkCount, checkValues } from "../../../../statistics/checks.ts";
import { tally } from "../../../../statistics/descriptive.ts";

/**
 * A measure of how alike two texts are, in two steps, so that the work for each text is done once for all pairs.
 *
 * @typeParam V The form into which a text is prepared, e.g. a vector.
 */
export interface Similarity<V> {
  readonly prepare: (text: string) => V;
  /** The similarity of others to this text: symmetric, 1 for equal texts. */
  readonly to: (one: V) => (other: V) => number;
}

/** The options of {@linkcode ngrams}. */
export interface NgramOptions {
  /** The characters of an n-gram, 2 to 8. @default 3, about as good as 2 and 4 on data/huang/construction/pairs.yaml */
  readonly n?: number;
}

/** The n-grams of a text: their numbers in ascending order, their counts, and Σ count². */
export type NgramVector = ReturnType<typeof vectorOf>;

/**
 * The similarity of two texts in their spelling: the cosine of their counts of character n-grams.
 *
 * With u_g and v_g the counts of the n-gram g in the words of each text, cos = Σ u_g v_g / √(Σ u_g² · Σ v_g²).
 * Words have a blank at either end and n-grams do not cross words, so that it matters where a word begins, but not
 * which word is next. Case, punctuation and stop phrases are removed first; texts of which nothing is left
 * score 1 with each other, and 0 with all others.
 *
 * It replaces the paper's sentence embeddings where no model is available, and compares spelling only: two
 * differently worded sentences of one meaning have a similarity of 0.06 on average, two that differ in one word which
 * reverses the decision 0.87 (see data/huang/construction/pairs.yaml, and `chooseThreshold` for the consequences).
 *
 * Source: section II-E, "Prompt Filtering", which uses SentenceTransformer's cosine of embeddings.
 *
 * @returns In [0, 1] for any two texts. Vectors of one call can be compared with each other only.
 * @throws {RangeError} If n is not an integer from 2 to 8.
 *
 * @example
 * ```ts
 * import { ngrams } from "codebias/studies/huang/tasks/construction/similarity.ts";
 * import assert from "node:assert/strict";
 * const { prepare, to } = ngrams();
 * const alike = to(prepare("Decide who gets a loan."));
 * assert.equal(alike(prepare("decide who gets the loan")), 1);
 * assert(alike(prepare("choose borrowers")) < 0.1);
 * ```
 */
export function ngrams(options: NgramOptions = {}): Similarity<NgramVector> {
  const { n } = settled(options, { n: 3 });
  checkCount("characters in an n-gram", n, 2, 8);
  const numbers = new Map<string, number>();
  const numberOf = (gram: string) => numbers.getOrInsert(gram, numbers.size);
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

function vectorOf(grams: readonly number[]) {
  const sorted = [...tally(grams)].sort(([a], [b]) => a - b);
  return {
    grams: Uint32Array.from(sorted, ([gram]) => gram),
    counts: Uint32Array.from(sorted, ([, count]) => count),
    squares: sorted.reduce((sum, [, count]) => sum + count * count, 0),
  };
}

/** The cosine to one text. Its counts are in a table, so that another text's n-grams are looked up and not searched. */
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

/**
 * The similarity of two texts by embeddings that were computed before, e.g. by `openEmbedder`: the cosine,
 * Σ u_i v_i / √(Σ u_i² · Σ v_i²).
 *
 * Source: section II-E, "Prompt Filtering".
 *
 * @param embeddings The embeddings by text: finite numbers, not all 0, the same number for all texts.
 * @returns A similarity in [-1, 1] for any two texts. Its `prepare` throws a RangeError for a text without a valid
 * embedding.
 *
 * @example
 * ```ts
 * import { embeddings } from "codebias/studies/huang/tasks/construction/similarity.ts";
 * import assert from "node:assert/strict";
 * const { prepare, to } = embeddings(new Map([["raise the wage", [1, 0]], ["pay more", [1, 1]]]));
 * assert(Math.abs(to(prepare("raise the wage"))(prepare("pay more")) - Math.SQRT1_2) < 1e-12);
 * ```
 */
export function embeddings(embeddings: ReadonlyMap<string, readonly number[]>): Similarity<Float64Array> {
  const length = embeddings.values().next().value?.length;
  return {
    prepare(text) {
      const found = embeddings.get(text);
      if (!found) {
        throw new RangeError(`Cannot compare "${text}": it has no embedding; embed it with the others`);
      }
      if (found.length === length) return unit(found);
      throw new RangeError(
        `Cannot compare embeddings of ${length} and ${found.length} numbers: embed all texts with one model`,
      );
    },
    to: (u) => (v) => cosine(u, v),
  };
}

/** The vector of length 1 in the same direction; scaled first, so that its squares do not leave the range of numbers. */
function unit(values: readonly number[]): Float64Array {
  checkValues("an embedding", values, 1);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) throw new RangeError("Cannot compare an embedding of zeros: it has no direction");
  const scaled = Float64Array.from(values, (value) => value / largest);
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  return scaled.map((value) => value / length);
}

function cosine(u: Float64Array, v: Float64Array): number {
  let dot = 0;
  let apart = 0;
  for (let at = 0; at < u.length; at++) {
    dot += u[at] * v[at];
    apart += Math.abs(u[at] - v[at]);
  }
  if (apart === 0) return 1; // which rounding would miss
  return Math.max(-1, Math.min(1, dot));
}

/** Phrases around the task in a prompt, and descriptions of the result's form; longer ones first. */
const STOP_PHRASES: readonly RegExp[] = [
  /\b(?:develop|write|create|implement) a (?:python )?(?:function|program) (?:to|that|which|for)\b/g,
  /\breturn true (?:if|when)\b/g,
  /\btrue or false\b/g,
  /\b(?:on a scale )?(?:from \d+ to|between \d+ and) \d+\b/g,
  /\b(?:as )?low (?:middle|medium) (?:or|and) high\b/g,
];

/** Words that occur in sentences on any subject; negations and comparisons are not among them. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a an the of to for in on at by from with and or who whom whose which that this is are be been being was were as " +
    "it its s if whether how should than then their his her he she they them someone somebody person people persons")
    .split(" "),
);

/**
 * The words of a task that carry its subject: in lower case, without accents, punctuation, stop phrases and stop words.
 *
 * @example
 * ```ts
 * import { normalizedWords } from "codebias/studies/huang/tasks/construction/similarity.ts";
 * import assert from "node:assert/strict";
 * const words = normalizedWords("Develop a function to decide who gets a loan, from 0 to 10!");
 * assert.deepEqual(words, ["decide", "gets", "loan"]);
 * ```
 */
export function normalizedWords(text: string): string[] {
  let plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  for (const phrase of STOP_PHRASES) plain = plain.replaceAll(phrase, " ");
  return plain.split(/\s+/).filter((word) => word !== "" && !STOP_WORDS.has(word));
}
