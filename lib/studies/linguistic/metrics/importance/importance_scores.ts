import { distance } from "fastest-levenshtein";
import type {
  ImportanceAnswers,
  Likelihood,
  Missing,
  Perturbation,
  WordScore,
} from "../../../../core/types.ts";

/** The result of a comparison with the answer to the whole prompt. */
type Raw = { readonly score: number; readonly tokens?: number } | Missing;

/**
 * The importance of each word of a prompt, from a model's answers to the prompt without it.
 *
 * With a the greedy answer to the whole prompt x, and x₋ᵢ the prompt without word i, the score of the word is
 *
 * - `likelihood`: ln P(a | x) − ln P(a | x₋ᵢ), in nats. A score below 0 says that the answer is more probable without it.
 * - `output-change`: `outputChange(a, aᵢ)`, with aᵢ the greedy answer to x₋ᵢ.
 *
 * The normalised score is max(0, score) divided by the largest of these in the prompt, so that the most important word
 * has 1; where none is above 0, all have 0. The noise floor is the largest absolute score when the whole prompt is
 * asked again, because a server may answer differently. A word whose score is not above the floor cannot be
 * distinguished from noise.
 *
 * Scores of one prompt can be compared with each other; normalised scores of two prompts only give each word's share of
 * the most important word's score.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 6, which has scores from 0 to 1 without a definition; this
 * definition, the floor and the two methods are this project's.
 *
 * @param words The result of `leaveOneOut`.
 * @param answers The answers; `without` has one for each word, to the prompt without it.
 * @throws {RangeError} If the number of these answers is not that of the words.
 *
 * @example
 * ```ts
 * import { importanceScores } from "codebias/studies/linguistic/metrics/importance/importance_scores.ts";
 * import { leaveOneOut } from "codebias/studies/linguistic/metrics/importance/importance_words.ts";
 * import assert from "node:assert/strict";
 * const words = leaveOneOut("Sort fast");
 * const answers = { method: "output-change", whole: "abcd", again: ["abcd"], without: ["abcx", "wxyz"] } as const;
 * const scores = importanceScores(words, answers);
 * assert.deepEqual(scores.map(({ score, normalised }) => [score, normalised]), [[0.25, 0.25], [1, 1]]);
 * ```
 */
export function importanceScores(words: readonly Perturbation[], answers: ImportanceAnswers): WordScore[] {
  if (words.length !== answers.without.length) {
    throw new RangeError(
      `Cannot score ${words.length} words: there are ${answers.without.length} answers to the prompt without one`,
    );
  }
  const { method } = answers;
  const raw = compared(answers, answers.without);
  const noise = compared(answers, answers.again).flatMap((one) =>
    "score" in one ? [Math.abs(one.score)] : []
  );
  const floor = noise.length === 0 ? null : Math.max(...noise);
  const most = Math.max(0, ...raw.map((one) => "score" in one ? one.score : 0));
  return words.map(({ index, word }, at): WordScore => {
    const one = raw[at];
    if ("reason" in one) {
      const nothing = { score: null, perToken: null, normalised: null, aboveFloor: null };
      return { index, word, method, ...nothing, floor, reason: one.reason };
    }
    const { score, tokens } = one;
    return {
      ...{ index, word, method, score, floor, reason: null },
      perToken: tokens === undefined ? null : score / tokens,
      normalised: most === 0 ? 0 : Math.max(0, score) / most,
      aboveFloor: floor === null ? null : score > floor,
    };
  });
}

/**
 * The share of an answer that changes: Levenshtein's distance of two texts divided by the length of the longer one, both in
 * UTF-16 units. 0 for equal texts, 1 for texts that share nothing.
 *
 * @example
 * ```ts
 * import { outputChange } from "codebias/studies/linguistic/metrics/importance/importance_scores.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual([outputChange("", ""), outputChange("ab", "abcd"), outputChange("a", "b")], [0, 0.5, 1]);
 * ```
 */
export function outputChange(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 0 : distance(a, b) / longest;
}

function compared(answers: ImportanceAnswers, others: ImportanceAnswers["without"]): Raw[] {
  const { whole } = answers;
  if (typeof whole !== "string" && "reason" in whole) {
    return others.map(() => ({ reason: `nothing to compare with: ${whole.reason}` }));
  }
  return others.map((other): Raw => {
    if (typeof other === "string") return { score: outputChange(whole as string, other) };
    return "reason" in other ? other : drop(whole as Likelihood, other);
  });
}

/** The drop of the log-likelihood, over the same part of the answer: servers weigh no token that begins in the prompt. */
function drop(whole: Likelihood, without: Likelihood): Raw {
  if (whole.tokens === 0) return { reason: "the answer to the whole prompt is empty" };
  if (whole.counted !== without.counted) {
    return {
      reason: `not the same part of the answer is weighed: ${whole.counted} signs with the word, ` +
        `${without.counted} without it`,
    };
  }
  return { score: whole.nats - without.nats, tokens: whole.tokens };
}
