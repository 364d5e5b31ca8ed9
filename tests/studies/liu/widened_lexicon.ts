import type { Lexicon } from "codebias/studies/liu/judge/lexicon.ts";
import { DIMENSIONS, vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";
import changes from "../../../data/liu/lexicon.json" with { type: "json" };

const WORDS = new Map(DIMENSIONS.map((dimension) => {
  const { pair, published } = vocabulary.dimensions[dimension];
  const words = new Set([...pair, ...published, ...changes.added[dimension]]);
  return [dimension, words.difference(new Set(changes.leftOut[dimension]))];
}));

/**
 * The demographics of `printedLexicon` with other forms and neighbours, without those of another dimension:
 * data/liu/lexicon.json lists them. The paper does not print these changes; they are of the lexicon with which the
 * reference numbers for the artifact were made.
 */
export const widenedLexicon: Lexicon = (dimension, text) =>
  [text, ...text.split(/\s+/)].find((part) => WORDS.get(dimension)!.has(part)) ?? null;
