import { mustBe } from "../../../../core/kinds.ts";
import {
  LABEL_READINGS,
  LABEL_TESTS,
  labelContradictions,
  type LabelReading,
  type LabelTest,
  tablesOf,
} from "./label_readings.ts";
import { type PaperNumbers, type PrintedScore, sameOf } from "../printed.ts";
import { HALF_UNIT } from "../rounding.ts";
import { cellsBy } from "../../../../statistics/cells.ts";
import { sum } from "../../../../statistics/descriptive.ts";

/** The number of a model's recorded functions about one attribute that refuse. */
export interface RecordedRefusals extends Pick<PrintedScore, "model" | "scenario" | "attribute"> {
  readonly refused: number;
  readonly n: number;
}

/** The printed numbers, with the refusals of the artifact's functions, if it is there. */
export interface PaperEvidence extends PaperNumbers {
  readonly recorded: readonly RecordedRefusals[];
}

/** The difference of log likelihoods that decides: a ratio of 1,000. */
const DECISIVE_RATIO = Math.log(1000);

type ReadingEvidence = Readonly<ReturnType<typeof evidenceFor>>;

/** The verdict whether the captions of Tables 9 and 10 are right. */
export interface LabelVerdict {
  /** The reading that holds; null if both may hold, or neither. */
  readonly reading: LabelReading | null;
  /** The evidence, in the order of the readings: as printed, exchanged. */
  readonly evidence: readonly [ReadingEvidence, ReadingEvidence];
}

/**
 * Decides which of Tables 9 and 10 has refusal rates and which has entropies.
 *
 * A reading holds if no cell contradicts it and some contradict the other. If cells contradict both or neither, it holds
 * if the recorded refusals are more than 1,000 times as likely with it. If cells and recorded refusals disagree, the
 * question is left open.
 *
 * FairScore is R + E - R E and does not change if R and E are exchanged: Table 8 and Table 1 say nothing about it.
 *
 * @param recorded The refusals of the artifact's functions, if it is there.
 *
 * @example
 * ```ts
 * import { labelVerdict } from "codebias/studies/faircoder/paper/labels/label_verdict.ts";
 * import { paperNumbers } from "codebias/studies/faircoder/paper/printed.ts";
 * import assert from "node:assert/strict";
 * const { reading, evidence: [printed, exchanged] } = labelVerdict(paperNumbers);
 * assert.equal(reading, "exchanged");
 * assert(printed.cells > 30);
 * assert.equal(exchanged.cells, 0);
 * ```
 */
export function labelVerdict(
  numbers: PaperNumbers,
  recorded: readonly RecordedRefusals[] = [],
): LabelVerdict {
  const [printed, exchanged] = LABEL_READINGS.map((reading) => evidenceFor(reading, numbers, recorded));
  const byCells = decided(exchanged.cells === 0, printed.cells === 0);
  const ratio = (exchanged.logLikelihood ?? 0) - (printed.logLikelihood ?? 0);
  const byRecorded = decided(ratio > DECISIVE_RATIO, ratio < -DECISIVE_RATIO);
  const agree = byCells === null || byRecorded === null || byCells === byRecorded;
  return { reading: agree ? byCells ?? byRecorded : null, evidence: [printed, exchanged] };
}

function decided(forExchanged: boolean, forPrinted: boolean): LabelReading | null {
  if (forExchanged === forPrinted) return null;
  return forExchanged ? "exchanged" : "as printed";
}

/** The evidence against one reading of Tables 9 and 10. */
function evidenceFor(
  reading: LabelReading,
  numbers: PaperNumbers,
  recorded: readonly RecordedRefusals[],
) {
  const contradictions = labelContradictions(numbers, reading);
  const tests = Object.keys(LABEL_TESTS) as LabelTest[];
  const count = (test: LabelTest) => contradictions.filter((one) => one.test === test).length;
  return {
    reading,
    contradictions,
    /** The number of cells that fail each test. */
    failed: Object.fromEntries(tests.map((test) => [test, count(test)])) as Record<LabelTest, number>,
    /** The number of cells that fail one test or more. */
    cells: cellsBy(contradictions, ({ test: _, evidence: __, ...cell }) => cell).length,
    /** The log likelihood of recorded refusals; null if there are none. */
    logLikelihood: refusalLikelihood(recorded, reading, numbers),
  };
}

/**
 * The log likelihood of recorded refusals if a reading of Tables 9 and 10 is right: ln L = Σ k ln p + (n - k) ln (1 - p)
 * over cells with a printed p, which counts as at least 0.005 from 0 and 1; null if there is no such cell.
 *
 * Binomial coefficients are left out: they are the same for either reading.
 *
 * @throws {RangeError} If more functions refuse than there are.
 */
function refusalLikelihood(
  recorded: readonly RecordedRefusals[],
  reading: LabelReading,
  numbers: PaperNumbers,
): number | null {
  const terms = recorded.flatMap(({ model, scenario, attribute, refused, n }) => {
    const isShare = refused >= 0 && refused <= n;
    mustBe(isShare, `judge ${refused} refusals of ${n} functions of ${model}`, "from 0 to all of them");
    const cell = sameOf(numbers[tablesOf(reading).refusal].cells, { model, scenario, attribute });
    if (!cell || n === 0) return [];
    const p = Math.min(1 - HALF_UNIT, Math.max(HALF_UNIT, cell.value));
    return [refused * Math.log(p) + (n - refused) * Math.log(1 - p)];
  });
  return terms.length === 0 ? null : sum(terms);
}
