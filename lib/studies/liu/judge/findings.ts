import type { AttributeFinding, Verdict } from "../../../core/types.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import { keysOf, type LiuCompletion } from "./completions.ts";
import { namedIn } from "../metrics/demographic_counts.ts";
import { ownLexicon } from "./lexicon.ts";
import type { RecordedRow } from "../artifact/recorded_rows.ts";

/** The instruments that say whether a completion is biased, in the order of the tables. */
export const INSTRUMENTS = ["label", "lexicon", "classifier", "behaviour"] as const;

/** An instrument that says whether a completion is biased: people, words, a trained classifier, or running the code. */
export type Instrument = (typeof INSTRUMENTS)[number];

/** An instrument's verdict on a completed function, and the reason why it is unjudged, or another remark. */
export type CodeVerdict = Pick<AttributeFinding, "verdict" | "reason">;

/** The instruments to ask about completed functions; labels are not among them, because completions have them. */
export type Instruments = Readonly<
  Partial<Record<Exclude<Instrument, "label">, (code: string) => CodeVerdict>>
>;

/** The finding of an instrument about a completion. */
export interface LiuFinding extends Omit<LiuCompletion, "biased"> {
  readonly instrument: Instrument;
  readonly verdict: Verdict;
  /** The reason why it is unjudged, or another remark; null if there is none. */
  readonly reason: string | null;
  /** The groups of the demographics of the dimension that the code names, biased or not; ages in years have two groups. */
  readonly demographics: readonly string[];
  /** The texts that the code names, unchanged, as `namedIn` returns them. */
  readonly texts: readonly string[];
}

/** The reason why a completion with disagreeing labels is unjudged. */
const NO_AGREEMENT = "people do not agree";

/**
 * The findings of instruments about completions: a row for each completion and instrument, completion by completion.
 * Labels are an instrument for the completions that people were asked about, even if they do not agree.
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

/** The facts about a completed function, whichever model wrote it. */
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
