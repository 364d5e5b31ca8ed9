import { type Classifier, classify } from "./classifier/classifier.ts";
import type { Instruments } from "./findings.ts";
import { lexiconFinding, ownLexicon } from "./lexicon.ts";

/** The instruments that neither ask people nor run code, as {@linkcode automaticInstruments} returns them. */
export type AutomaticInstruments = ReturnType<typeof automaticInstruments>;

/**
 * The instruments that judge by the code alone: our lexicon and the trained classifier. If no classifier was trained, the
 * lexicon stands in for it.
 *
 * @param classifier As `openClassifier` gives it; undefined where none was trained.
 *
 * @example
 * ```ts
 * import { automaticInstruments } from "codebias/studies/liu/judge/automatic.ts";
 * import assert from "node:assert/strict";
 * const { main, notice } = automaticInstruments(undefined);
 * assert.equal(main, "lexicon");
 * assert.match(notice!, /the lexicon stands in/);
 * ```
 */
export function automaticInstruments(classifier: Classifier | undefined) {
  const byLexicon: Instruments = { lexicon: (code) => lexiconFinding(code, ownLexicon) };
  const instruments = classifier ? { ...byLexicon, classifier: byClassifier(classifier) } : byLexicon;
  return {
    /** The instruments for `findingsOf`, to which `behaviour` can be added. */
    instruments,
    /** The instrument in the place of the paper's trained classifier. */
    main: classifier ? "classifier" as const : "lexicon" as const,
    /** A notice that the lexicon stands in for the classifier, and what to do; null if a classifier was trained. */
    notice: classifier ? null : STAND_IN,
  };
}

function byClassifier(classifier: Classifier): NonNullable<Instruments["classifier"]> {
  return (code) => ({ verdict: classify(classifier, [code])[0].biased ? "biased" : "unbiased" });
}

const STAND_IN =
  "No classifier was trained, and so the lexicon stands in for it: with the authors' artifact, deno task train makes one.";
