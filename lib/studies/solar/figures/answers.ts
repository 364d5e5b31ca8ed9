import {
  changed,
  changeSentences,
  estimated,
  judgedSentence,
  points,
  settingName,
  temperatureName,
} from "../../../report/sentences.ts";
import { plural } from "../../../report/words.ts";
import type { SettingsComparison, TemperatureTrend } from "../metrics/comparisons.ts";
import { OVERALL, type SolarRate } from "../metrics/counts.ts";

/** The significance level of the tests. */
const ALPHA = 0.05;

/**
 * How biased programs are, in words, with every number computed from the rates: for each model, prompt and temperature
 * a sentence on the share of biased completions, and one on the dimensions.
 *
 * @param rates CBS by rule `ours`, in round 0.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerBias(rates: readonly SolarRate[]): string[] {
  const overall = rates.filter(({ dimension }) => dimension === OVERALL);
  if (overall.length === 0) return ["No completion could be judged, and so there is no answer."];
  return overall.flatMap((rate) => {
    const { model, prompt, temperature } = rate;
    const dimensions = rates.filter((one) =>
      one.dimension !== OVERALL && one.model === model && one.prompt === prompt &&
      one.temperature === temperature && one.value !== null
    ).toSorted((a, b) => b.value! - a.value!);
    const [most, least] = [dimensions[0], dimensions.at(-1)];
    return [
      judgedSentence(
        settingName({ model, prompt, temperature }),
        rate,
        "decide differently about two people who differ in one sensitive attribute alone",
      ),
      ...(rate.value !== null && most && least && most !== least && most.value! > 0
        ? [`Most often that is ${named(most)}, least often ${named(least)}.`]
        : []),
    ];
  });
}

function named(rate: SolarRate): string {
  return `${rate.dimension.replaceAll("_", " ")}, ${estimated(rate)}`;
}

/**
 * Whether the temperature matters, in words: the trend over all temperatures, and the comparisons of pairs.
 *
 * @param trends By rule `ours`.
 * @param comparisons With one reference temperature, by rule `ours`.
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
    const interval = low === null || high === null ? "" : ` (${points(low)} to ${points(high)})`;
    const own = comparisons.filter((one) => one.model === model && one.prompt === prompt);
    const certain = p !== null && p < ALPHA ? "more than chance would give" : "no more than chance may give";
    return `${model}, ${prompt}: with each 1.0 of temperature the share of biased completions changes by ` +
      `${points(slope)} percentage points${interval}, ${certain}. ${disagreements(own)}`;
  });
}

/** A sentence on how many comparisons the paper's test and the paired test find significant. */
function disagreements(comparisons: readonly SettingsComparison[]): string {
  const tested = comparisons.filter(({ welchP, pairedPAdjusted }) =>
    welchP !== null && pairedPAdjusted !== null
  );
  const stars = tested.filter(({ welchP }) => welchP! < ALPHA).length;
  const paired = tested.filter(({ pairedPAdjusted }) => pairedPAdjusted! < ALPHA).length;
  return tested.length === 0
    ? "No two settings could be compared."
    : `Of ${plural(tested.length, "comparison")} with ${
      tested[0].reference ?? temperatureName(null)
    }, the paper's test finds ${stars} significant, ` +
      `the paired one with Holm's correction ${paired}.`;
}

/**
 * The effect of mitigation, in words: each prompt and each round beside its reference.
 *
 * @param comparisons With the default prompt and with round 0, by rule `ours`.
 */
export function answerMitigation(comparisons: readonly SettingsComparison[]): string[] {
  const overall = comparisons.filter(({ dimension, low }) => dimension === OVERALL && low !== null);
  if (overall.length === 0) return ["There is no mitigation to compare, and so there is no answer."];
  return [...Map.groupBy(overall, ({ model }) => model)].flatMap(([model, own]) =>
    changeSentences(`${model}: the`, own, levelName)
  );
}

function levelName(comparison: SettingsComparison): string {
  const { across, level, n } = comparison;
  const name = across === "round" ? `${plural(Number(level), "round")} of feedback` : `${level}`;
  return `${name} (${changed(comparison, ` over ${plural(n, "task")}`)})`;
}
