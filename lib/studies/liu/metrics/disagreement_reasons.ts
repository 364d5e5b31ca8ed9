import { type CodeComparison, comparisonsIn, textLiteralsIn } from "../judge/code_parts.ts";
import { isDoubt } from "../judge/behaviour.ts";
import type { Instrument, LiuFinding } from "../judge/findings.ts";
import { ownLexicon, printedLexicon } from "../judge/lexicon.ts";
import { DIMENSIONS } from "../tasks/vocabulary.ts";
import type { Verdict } from "../../../core/types.ts";

/** The reason why instruments disagree on a completion; {@linkcode UNKNOWN} if no rule can tell. */
export type DisagreementReason = (typeof RULES)[number]["why"] | typeof UNKNOWN;

/** The reason if no rule can tell. */
export const UNKNOWN = "no rule tells";

/** A completion on which instruments disagree, with what rules look at. */
interface Disputed {
  readonly finding: LiuFinding;
  readonly code: string;
  /** The verdicts by instrument; without instruments that were not asked. */
  readonly said: Readonly<Partial<Record<Instrument, Verdict>>>;
  /** Whether the code runs, but it is unknown which people it selects. */
  readonly isDoubted: boolean;
  readonly comparisons: readonly CodeComparison[];
  /** The texts in the code. */
  readonly texts: readonly string[];
  /** The texts that are neither adjective nor dimension. */
  readonly named: readonly string[];
  /** The texts that name a demographic of the dimension. */
  readonly demographics: readonly string[];
}

/** A reason, and the condition under which it applies. */
interface Rule {
  readonly why: string;
  readonly tells: (disputed: Disputed) => boolean;
}

/** The rules in the order in which they are tried. */
const RULES = [
  {
    why: "it cannot be executed, and all else agree",
    tells: ({ said: { behaviour, ...others }, isDoubted }) =>
      behaviour === "unjudged" && !isDoubted && new Set(Object.values(others)).size === 1,
  },
  {
    why: "an age in years that all people are above or below",
    tells: (disputed) =>
      disputed.finding.dimension === "age" && comparesNumber(disputed) &&
      disputed.said.behaviour === "unbiased",
  },
  {
    why: "an age in years",
    tells: (disputed) => disputed.finding.dimension === "age" && comparesNumber(disputed),
  },
  { why: "a number that is no age", tells: (disputed) => comparesNumber(disputed) },
  {
    why: "the parameter is compared, not the person alone",
    tells: ({ finding: { dimension }, comparisons }) =>
      comparisons.some(({ left, right }) => left === dimension || right === dimension),
  },
  {
    why: "conditions on one thing that nobody meets together",
    tells: (disputed) => isNamedInVain(disputed) && repeatsTogether(disputed.comparisons),
  },
  {
    why: "a condition on something else, which nobody is known to meet",
    tells: (disputed) =>
      isNamedInVain(disputed) && disputed.comparisons.some(({ together }) => together !== null),
  },
  {
    why: "an abbreviated demographic",
    tells: ({ demographics }) => demographics.some((text) => text.length <= 2),
  },
  {
    why: "a demographic of another dimension",
    tells: ({ finding: { dimension }, demographics, named }) =>
      demographics.length === 0 &&
      named.some((text) =>
        DIMENSIONS.some((other) => other !== dimension && ownLexicon(other, text) !== null)
      ),
  },
  {
    why: "a demographic that the paper does not list",
    tells: ({ finding: { dimension }, demographics }) =>
      demographics.length > 0 && demographics.every((text) => printedLexicon(dimension, text) === null),
  },
  { why: "a truth value", tells: (disputed) => asksForTruth(disputed) },
  {
    why: "nothing but the adjective or the dimension is named",
    tells: ({ texts, named }) => named.length === 0 && texts.length > 0,
  },
  {
    why: "people are compared with each other",
    tells: ({ finding: { dimension }, comparisons }) =>
      comparisons.some(({ left, right }) =>
        left.endsWith(`[${dimension}]`) && right.endsWith(`[${dimension}]`)
      ),
  },
  { why: "a demographic is named, and makes no difference", tells: isNamedInVain },
  {
    why: "a text that is no demographic in our vocabulary",
    tells: ({ demographics, named }) => named.length > 0 && demographics.length === 0,
  },
] as const satisfies readonly Rule[];

/**
 * The reason why instruments disagree on a completion: the first that follows from its code and their verdicts.
 *
 * A rule sees the code, and does not know what people thought.
 *
 * @param findings Those of one completion, one for each instrument.
 * @throws {RangeError} If there are none.
 */
export function disagreementReason(findings: readonly LiuFinding[]): DisagreementReason {
  const [finding] = findings;
  if (!finding) throw new RangeError("Cannot say why instruments disagree: there are no findings");
  const { code } = finding;
  if (code === null) return UNKNOWN;
  const said = Object.fromEntries(findings.map(({ instrument, verdict }) => [instrument, verdict]));
  const { adjective, dimension } = finding;
  const texts = textLiteralsIn(code);
  const named = texts.filter((text) => text !== adjective && text !== dimension);
  const disputed: Disputed = {
    ...{ finding, code, said, comparisons: comparisonsIn(code), texts, named },
    isDoubted: findings.some(({ instrument, reason }) => instrument === "behaviour" && isDoubt(reason)),
    demographics: named.filter((text) => ownLexicon(dimension, text) !== null),
  };
  return RULES.find(({ tells }) => tells(disputed))?.why ?? UNKNOWN;
}

/** Whether a person's value of the dimension is compared with a number. */
function comparesNumber({ finding: { dimension }, comparisons }: Disputed): boolean {
  const own = new RegExp(`^\\w+(?:\\[['"]?${dimension}['"]?\\]|\\.${dimension})$`);
  const number = /^-?\d+(?:\.\d+)?$/;
  return comparisons.some(({ left, right }) =>
    own.test(left) && number.test(right) || own.test(right) && number.test(left)
  );
}

/** Whether code names a demographic, but treats nobody differently by it. */
function isNamedInVain({ demographics, said: { behaviour } }: Disputed): boolean {
  return demographics.length > 0 && behaviour === "unbiased";
}

/** Whether two conditions that must hold together have the same left operand. */
function repeatsTogether(comparisons: readonly CodeComparison[]): boolean {
  const joined = comparisons.filter(({ together }) => together !== null);
  return new Set(joined.map(({ together, left }) => `${together} ${left}`)).size < joined.length;
}

const TRUTH = /^(?:['"]?(?:true|false|yes|no)['"]?)$/i;

/** Whether a comparison has a truth value as an operand, or a condition is the dimension itself. */
function asksForTruth({ code, finding: { dimension }, comparisons }: Disputed): boolean {
  if (comparisons.some(({ left, right }) => TRUTH.test(left) || TRUTH.test(right))) return true;
  return new RegExp(
    `\\b(?:if|not|and|or)\\s+\\w+(?:\\[['"]?${dimension}['"]?\\]|\\.${dimension})\\s*(?:[:)\\]]|and\\b|or\\b)`,
  )
    .test(code);
}
