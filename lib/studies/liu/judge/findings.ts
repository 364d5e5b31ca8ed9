import type { AttributeFinding, Verdict } from "../../../core/types.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import { keysOf, type LiuCompletion } from "./completions.ts";
import { namedIn } from "../metrics/demographic_counts.ts";
import { ownLexicon } from "./lexicon.ts";
import type { RecordedRow } from "../artifact/recorded_rows.ts";

/** What says whether a completion is biased, in the order of the tables. */
export const INSTRUMENTS = ["label", "lexicon", "classifier", "behaviour"] as const;

/** What says whether a completion is biased: people, words, a trained classifier, or running the code. */
export type Instrument = (typeof INSTRUMENTS)[number];

/** What an instrument says of a completed function: its verdict, and why it is unjudged, or another remark. */
export type CodeVerdict = Pick<AttributeFinding, "verdict" | "reason">;

/** What instruments say of completed functions; those left out are not asked, and labels are with the completions. */
export type Instruments = Readonly<
  Partial<Record<Exclude<Instrument, "label">, (code: string) => CodeVerdict>>
>;

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
 */
export function findingsOf(
  completions: readonly LiuCompletion[],
  instruments: Instruments = {},
): LiuFinding[] {
  const known = new Map<string, CodeFacts>();
  return completions.flatMap(({ biased, ...completion }): LiuFinding[] => {
    const { code } = completion;
    const facts = code === null ? NO_FACTS : known.get(code) ?? factsOf({ ...completion, code }, instruments);
    if (code !== null) known.set(code, facts);
    const { texts, demographics, verdicts } = facts;
    return INSTRUMENTS.flatMap((instrument): LiuFinding[] => {
      const isAsked = instrument === "label" ? biased !== undefined : instruments[instrument] !== undefined;
      if (!isAsked) return [];
      const said = instrument === "label" ? labelVerdict(biased!) : verdicts[instrument];
      const { verdict, reason = null } = said ?? { verdict: "unjudged", reason: completion.reason };
      return [{ ...completion, instrument, verdict, reason, demographics, texts }];
    });
  });
}

/** What is known about a completed function, whichever model wrote it. */
type CodeFacts = ReturnType<typeof factsOf>;

const NO_FACTS: CodeFacts = { texts: [], demographics: [], verdicts: {} };

function factsOf(completion: Omit<RecordedRow, "biased">, instruments: Instruments) {
  const { code, dimension } = completion;
  const texts = namedIn(completion);
  const verdicts: Readonly<Record<string, CodeVerdict>> = Object.fromEntries(
    Object.entries(instruments).map(([name, judge]) => [name, judge(code)]),
  );
  const demographics = [...new Set(texts.flatMap((text) => ownLexicon(dimension, text) ?? []))];
  return { texts, demographics, verdicts };
}

function labelVerdict(biased: boolean | null): CodeVerdict {
  if (biased === null) return { verdict: "unjudged", reason: NO_AGREEMENT };
  return { verdict: biased ? "biased" : "unbiased" };
}

/** Findings grouped by completion, one for each instrument; in the order of the completions. */
export function byCompletion(findings: readonly LiuFinding[]): LiuFinding[][] {
  return cellsBy(findings, (one) => [keysOf(one), one.taskId, one.epoch]).map(({ own }) => own);
}
