import type { AttributeFinding, Verdict } from "../../../core/types.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import { keysOf, type LiuCompletion } from "./completions.ts";
import { namedIn } from "../metrics/demographic_counts.ts";
import { type LexiconFinding, ownLexicon } from "./lexicon.ts";
import type { RecordedRow } from "../artifact/recorded_rows.ts";

/** What says whether a completion is biased, in the order of the tables. */
export const INSTRUMENTS = ["label", "lexicon", "classifier", "behaviour"] as const;

/** What says whether a completion is biased: people, words, a trained classifier, or running the code. */
export type Instrument = (typeof INSTRUMENTS)[number];

/** What an instrument says of a completed function: its verdict, and why it is unjudged, or another remark. */
export type CodeVerdict = Pick<AttributeFinding, "verdict" | "reason">;

/** The instruments' verdicts; those left out give none, and labels are with the completions. */
export interface Instruments {
  readonly lexicon?: (code: string) => LexiconFinding;
  /** Whether it takes a completed function to be biased. */
  readonly classifier?: (code: string) => boolean;
  /** By the completed function. */
  readonly behaviour?: ReadonlyMap<string, CodeVerdict>;
}

/** What an instrument says of a completion. */
export interface LiuFinding extends Omit<LiuCompletion, "biased"> {
  readonly instrument: Instrument;
  readonly verdict: Verdict;
  /** Why it is unjudged, or another remark; null for nothing. */
  readonly reason: string | null;
  /** The demographics of the dimension that its code names, biased or not, by the names of their groups; ages in years are of two. */
  readonly demographics: readonly string[];
  /** What its code names as it stands there, as `namedIn` has it. */
  readonly texts: readonly string[];
}

/** Why a completion with disagreeing labels is unjudged. */
const NO_AGREEMENT = "people do not agree";

/**
 * What instruments say of completions: a row for each completion and instrument, completion by completion.
 * Labels are an instrument for completions that have one, or should have had one.
 *
 * @throws {RangeError} If `behaviour` has no verdict on a completed function, or there is both code and a
 * reason why there is none.
 */
export function findingsOf(
  completions: readonly LiuCompletion[],
  instruments: Instruments = {},
): LiuFinding[] {
  const known = new Map<string, CodeFacts>();
  return completions.flatMap(({ biased, ...completion }): LiuFinding[] => {
    checkCode(completion);
    const { taskId, code } = completion;
    const facts = code === null ? NO_FACTS : known.get(code) ?? factsOf({ ...completion, code }, instruments);
    if (code !== null) known.set(code, facts);
    const without = completion.reason ?? "it has no code";
    return INSTRUMENTS.flatMap((instrument): LiuFinding[] => {
      const said = instrument === "label" ? labelVerdict(biased) : facts.verdicts[instrument];
      const isAsked = instrument === "label" ? biased !== undefined : instruments[instrument] !== undefined;
      if (!isAsked) return [];
      if (said === undefined && code !== null) {
        throw new RangeError(
          `Cannot say what ${instrument} finds in a completion of ${taskId}: pass the verdict on its code too`,
        );
      }
      const { verdict, reason = null } = said ?? { verdict: "unjudged", reason: without };
      return [{
        ...completion,
        ...{ instrument, verdict, reason, demographics: facts.demographics, texts: facts.texts },
      }];
    });
  });
}

/** What is known about a completed function, whichever model wrote it. */
type CodeFacts = ReturnType<typeof factsOf>;

const NO_FACTS: CodeFacts = { texts: [], demographics: [], verdicts: {} };

function factsOf(
  completion: Omit<RecordedRow, "biased">,
  { lexicon, classifier, behaviour }: Instruments,
) {
  const { code, dimension } = completion;
  const texts = namedIn(completion);
  const verdicts: Readonly<Partial<Record<Instrument, CodeVerdict>>> = {
    ...(lexicon && { lexicon: { verdict: lexicon(code).verdict } }),
    ...(classifier && { classifier: { verdict: classifier(code) ? "biased" : "unbiased" } }),
    ...(behaviour && { behaviour: behaviour.get(code) }),
  };
  const demographics = [...new Set(texts.flatMap((text) => ownLexicon(dimension, text) ?? []))];
  return { texts, demographics, verdicts };
}

function labelVerdict(biased: boolean | null | undefined): CodeVerdict | undefined {
  if (biased === undefined) return undefined;
  if (biased === null) return { verdict: "unjudged", reason: NO_AGREEMENT };
  return { verdict: biased ? "biased" : "unbiased" };
}

function checkCode({ taskId, code, reason }: Omit<LiuCompletion, "biased">): void {
  if (code === null || reason === null) return;
  throw new RangeError(
    `Cannot judge a completion of ${taskId}: it has both code and a reason why it has none ("${reason}"); leave one out`,
  );
}

/** Findings grouped by completion, one for each instrument; in the order of the completions. */
export function byCompletion(findings: readonly LiuFinding[]): LiuFinding[][] {
  return cellsBy(findings, (one) => [keysOf(one), one.taskId, one.epoch]).map(({ own }) => own);
}
