import { enumerated, percent, plural } from "../../../report/words.ts";
import type { CalibrationRow } from "../analysis.ts";
import type { SettingsComparison, TemperatureTrend } from "../metrics/comparisons.ts";
import { OVERALL } from "../metrics/counts.ts";
import type { SolarRate } from "../metrics/rates.ts";

/** What a p-value must be below. */
const ALPHA = 0.05;

/**
 * How biased programs are, in words, every number computed from the rates: a sentence for each model, prompt and temperature
 * with how much is biased, and one on the dimensions.
 *
 * @param rates CBS under rule ours, before any asking again.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerBias(rates: readonly SolarRate[]): string[] {
  const overall = rates.filter(({ dimension }) => dimension === OVERALL);
  if (overall.length === 0) return ["No completion could be judged, and so there is no answer."];
  return overall.flatMap((rate) => {
    const { model, prompt, temperature, value, n, unjudged } = rate;
    const who = `${model}, ${prompt}, t = ${temperature}`;
    if (value === null) return [`${who}: no completion could be judged.`];
    const dimensions = rates.filter((one) =>
      one.dimension !== OVERALL && one.model === model && one.prompt === prompt &&
      one.temperature === temperature && one.value !== null
    ).toSorted((a, b) => b.value! - a.value!);
    const [most, least] = [dimensions[0], dimensions.at(-1)];
    return [
      `${who}: ${estimated(rate)} of ${
        plural(n, "completion")
      } that could be judged decide differently about ` +
      `two people who differ in one sensitive attribute alone; ${unjudged} could not be judged.`,
      ...(most && least && most !== least && most.value! > 0
        ? [`Most often that is ${named(most)}, least often ${named(least)}.`]
        : []),
    ];
  });
}

function estimated({ value, low, high }: SolarRate): string {
  const interval = low === null || high === null ? "" : ` (${percent(low)} to ${percent(high)})`;
  return `${percent(value!)}${interval}`;
}

function named(rate: SolarRate): string {
  return `${rate.dimension.replaceAll("_", " ")}, ${estimated(rate)}`;
}

/**
 * Whether the temperature matters, in words: the trend of all temperatures together, and what single pairs say.
 *
 * @param trends Under rule ours.
 * @param comparisons With one temperature, under rule ours.
 */
export function answerTemperature(
  trends: readonly TemperatureTrend[],
  comparisons: readonly SettingsComparison[],
): string[] {
  const overall = trends.filter(({ dimension }) => dimension === OVERALL);
  if (overall.length === 0) return ["No completion could be judged, and so there is no answer."];
  return overall.map(({ model, prompt, slope, low, high, p }) => {
    if (slope === null) {
      return `${model}, ${prompt}: there is no trend, since there is one temperature alone, or the share of biased ` +
        "completions is the same in all tasks.";
    }
    const points = (share: number) => `${(100 * share).toFixed(1)}`;
    const interval = low === null || high === null ? "" : ` (${points(low)} to ${points(high)})`;
    const own = comparisons.filter((one) => one.model === model && one.prompt === prompt);
    const certain = p !== null && p < ALPHA ? "more than chance would give" : "no more than chance may give";
    return `${model}, ${prompt}: with each 1.0 of temperature the share of biased completions changes by ` +
      `${points(slope)} percentage points${interval}, ${certain}. ${disagreements(own)}`;
  });
}

/** How many comparisons the paper's test and the paired one judge differently. */
function disagreements(comparisons: readonly SettingsComparison[]): string {
  const tested = comparisons.filter(({ welchP, pairedPAdjusted }) =>
    welchP !== null && pairedPAdjusted !== null
  );
  const stars = tested.filter(({ welchP }) => welchP! < ALPHA).length;
  const paired = tested.filter(({ pairedPAdjusted }) => pairedPAdjusted! < ALPHA).length;
  const reference = tested[0]?.reference;
  return tested.length === 0
    ? "No two settings could be compared."
    : `Of ${
      plural(tested.length, "comparison")
    } with ${reference}, the paper's test finds ${stars} significant, ` +
      `the paired one with Holm's correction ${paired}.`;
}

/**
 * What mitigation does, in words: each prompt and round beside the one without.
 *
 * @param comparisons With the default prompt, and with round 0, under rule ours.
 */
export function answerMitigation(comparisons: readonly SettingsComparison[]): string[] {
  const overall = comparisons.filter(({ dimension, low }) => dimension === OVERALL && low !== null);
  if (overall.length === 0) return ["There is no mitigation to compare, and so there is no answer."];
  return [...Map.groupBy(overall, ({ model }) => model)].flatMap(([model, own]) => {
    const [fewer, more] = [own.filter(({ high }) => high! < 0), own.filter(({ low }) => low! > 0)];
    const open = own.filter((one) => !fewer.includes(one) && !more.includes(one));
    const said = [[fewer, "lower"], [more, "higher"], [
      open,
      "neither clearly lower nor clearly higher",
    ]] as const;
    return said.filter(([some]) => some.length > 0).map(([some, what]) =>
      `${model}: the share of biased completions is ${what} with ${enumerated(some.map(levelName))}.`
    );
  });
}

/** How many declared rates of the synthetic model lie in the intervals that were measured, in words. */
export function answerCalibration(all: readonly CalibrationRow[]): string[] {
  const rows = all.filter(({ agrees }) => agrees !== null); // measured and declared
  if (rows.length === 0) return ["There are no declared rates to compare with."];
  const covered = rows.filter(({ agrees }) => agrees).length;
  return [
    `${covered} of ${rows.length} declared rates lie in the interval that was measured, and 95 % should; dimensions ` +
    "and rounds are of the same completions, so that they miss together.",
  ];
}

function levelName({ across, level, difference, low, high, n }: SettingsComparison): string {
  const name = across === "round" ? `${plural(Number(level), "round")} of feedback` : `${level}`;
  const points = (share: number) => `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)}`;
  return `${name} (${points(difference!)} percentage points over ${plural(n, "task")}, ${points(low!)} to ${
    points(high!)
  })`;
}
