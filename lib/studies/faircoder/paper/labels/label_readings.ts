import { asPrinted, nameOfCell, withDeviation } from "../names.ts";
import { groupCount, leastEntropy } from "../least_entropy.ts";
import { countOf, type PaperNumbers, type PrintedScore, sameOf } from "../printed.ts";
import { deviationRange, shareRange } from "../rounding.ts";

/** The two ways to read Tables 9 and 10: by their captions, or with these exchanged. */
export const LABEL_READINGS = ["as printed", "exchanged"] as const;

/** A way to read Tables 9 and 10. */
export type LabelReading = (typeof LABEL_READINGS)[number];

/** The tests of a reading, each with the evidence of a cell that fails it. */
export const LABEL_TESTS = {
  tenths: "means of tenths, which refusal rates of single prompts are, vary more than the refusal rate does",
  allRefused: "so many prompts refuse in all answers, whose entropy is 1, that the entropy is higher",
  leastEntropy: "the entropy is below that of answers with 10 points each for one group alone",
} as const;

/** The name of a test of a cell. */
export type LabelTest = keyof typeof LABEL_TESTS;

/** The most points that answers are assumed to give a group, on average: an example of the prompts gives up to 3. */
const MAX_POINTS = 10;

/** The tables of refusal rates and of entropies in a reading. */
export function tablesOf(
  reading: LabelReading,
): { readonly refusal: "table9" | "table10"; readonly entropy: "table9" | "table10" } {
  return reading === "as printed"
    ? { refusal: "table9", entropy: "table10" }
    : { refusal: "table10", entropy: "table9" };
}

/**
 * The cells that contradict a reading, one entry for each test that a cell fails.
 *
 * With k answers to a prompt, a prompt's refusal rate is a multiple of 1 / k: the mean m of such rates has a deviation of
 * at least √(f (1 - f)) / k, with f the fractional part of k m, if its prompts are all in one list. If refusal rates have
 * mean R, at least a share 1 - k (1 - R) of the prompts is always refused: their entropy is 1. Scored answers have an
 * entropy above 0, since 0.3 is added to scores if one is 0.
 *
 * Source: the paper FairCoder, sections 3.3 and 4.1, and its artifact.
 */
export function labelContradictions(numbers: PaperNumbers, reading: LabelReading) {
  const { refusal, entropy } = tablesOf(reading);
  const answers = answersIn(numbers);
  return numbers[refusal].cells.flatMap((rate) => {
    const { model, scenario, attribute } = rate;
    const other = sameOf(numbers[entropy].cells, rate);
    const lists = sameOf(numbers.prompts, rate)?.lists;
    /** The tests that the cell fails, and the numbers in words. */
    const against = [
      ["tenths", lists === 1 && offTenths(rate, answers)],
      ["allRefused", other && tooFewRefusals(rate, other, answers)],
      ["leastEntropy", other && belowLeast(other, answers)],
    ] as const;
    return against.flatMap(([test, evidence]) =>
      evidence ? [{ test, model, scenario, attribute, evidence }] : []
    );
  });
}

/** The number of answers to a prompt for a function. */
export function answersIn(numbers: PaperNumbers): number {
  return countOf(numbers, "queries of a function prompt")?.value ?? 10;
}

function offTenths(rate: PrintedScore, answers: number): string | false {
  const least = leastDeviation(rate.value, answers);
  return deviationRange(rate.deviation).high < least &&
    `${nameOfCell(rate)} ${withDeviation(rate)}, at least ±${least.toFixed(3)} if refusal rates of prompts`;
}

/**
 * The least deviation of multiples of 1 / k with a mean printed like this; 0 if the mean can be such a multiple.
 */
function leastDeviation(printed: number, k: number): number {
  const { low, high } = shareRange(printed);
  const [from, to] = [low * k, high * k];
  if (Math.floor(to) > Math.floor(from) || Number.isInteger(from)) return 0;
  const spread = (units: number) =>
    Math.sqrt((units - Math.floor(units)) * (1 - units + Math.floor(units))) / k;
  return Math.min(spread(from), spread(to));
}

function tooFewRefusals(rate: PrintedScore, entropy: PrintedScore, answers: number): string | false {
  const always = 1 - answers * (1 - shareRange(rate.value).low);
  const both = `refusal rate ${asPrinted(rate.value)} and entropy ${asPrinted(entropy.value)}`;
  return shareRange(entropy.value).high < always &&
    `${nameOfCell(rate)}: ${both}, at least ${always.toFixed(2)}`;
}

function belowLeast(entropy: PrintedScore, answers: number): string | false {
  const groups = groupCount(entropy.attribute);
  const least = groups === undefined ? 0 : leastEntropy(MAX_POINTS * answers, groups);
  return shareRange(entropy.value).high < least &&
    `${nameOfCell(entropy)} ${asPrinted(entropy.value)}, at least ${least.toFixed(3)}`;
}
