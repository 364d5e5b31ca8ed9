import { max, mean, min } from "simple-statistics";
import type { Estimate } from "../../../core/types.ts";
import type { ExplainedDisagreement } from "../metrics/disagreements.ts";
import type { Rate } from "../metrics/rates.ts";
import type { SplitHalf } from "../metrics/importance/split_half.ts";
import { LANGUAGE_NAMES } from "./figures.ts";
import type { Table3Metric } from "../paper/tables/table3.ts";
import { temperatureName } from "../../../report/sentences.ts";
import { percent, plural } from "../../../report/words.ts";

/** A rate, or a row of our Table 3. */
type Row = Omit<Rate<Table3Metric>, "unjudged">;

/**
 * The answer to RQ1 in words, with every number computed from the rates.
 *
 * Source: the BilingualCodeEval paper, section 4.1.
 *
 * @param rates Rates of one prompting method.
 * @param halves Differences between and within languages, of the same samples.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerRq1(rates: readonly Row[], halves: readonly SplitHalf[]): string[] {
  if (rates.length === 0) return ["There are no samples, and so no answer."];
  const temperatures = [...new Set(rates.map(({ temperature }) => temperature))].toSorted((a, b) => a - b);
  return [
    ...temperatures.map((temperature) => difference(rates, temperature)),
    ...temperatures.map((temperature) => direction(rates, temperature)),
    separation(rates),
    ...(halves.length > 0 ? [chance(halves)] : []),
  ];
}

/**
 * How far executed and recorded verdicts agree, in words, with the causes of disagreements.
 *
 * @param estimate The share of samples with the same verdict, over the tasks that can pass.
 * @param causes Every disagreement with its cause. @default the causes were not investigated
 */
export function answerAgreement(
  estimate: Estimate,
  causes: readonly ExplainedDisagreement[] | undefined,
): string[] {
  const { value, low, high, n, unjudged } = estimate;
  if (value === null) {
    return ["No sample has both an executed and a recorded verdict, so nothing is compared."];
  }
  const agreed = Math.round(value * n);
  return [
    `Executed and recorded verdicts agree on ${agreed} of ${
      plural(n, "sample")
    } of the tasks that can pass ` +
    `(${percent(value)}; 95 % interval ${percent(low!)} to ${percent(high!)}).`,
    ...causesOf(causes, { agreed, n }),
    ...(unjudged > 0 ? [`${plural(unjudged, "sample")} could not be judged.`] : []),
  ];
}

function causesOf(
  causes: readonly ExplainedDisagreement[] | undefined,
  { agreed, n }: { readonly agreed: number; readonly n: number },
): string[] {
  if (causes === undefined) return agreed < n ? ["Why the others differ was not looked into."] : [];
  const count = (cause: string) => causes.filter((found) => found.cause === cause).length;
  const [luck, aliasing, unexplained] = ["luck", "aliasing", "unexplained"].map(count);
  const left = n - luck - aliasing;
  return [
    `Set aside: ${luck} due to the luck of the generator, ${aliasing} due to the authors' shared input objects. ` +
    `Unexplained: ${unexplained}.`,
    ...(left > 0 ? [`Without those set aside they agree on ${percent(agreed / left)}.`] : []),
  ];
}

function difference(rates: readonly Row[], temperature: number): string {
  const values = rates
    .filter((rate) => rate.metric === "CDR" && rate.temperature === temperature)
    .flatMap(({ value }) => value ?? []);
  if (values.length === 0) {
    return `At ${temperatureName(temperature)}, no model can be judged in both languages.`;
  }
  const models = plural(values.length, "model");
  const range = values.length > 1 ? ` (from ${percent(min(values))} to ${percent(max(values))})` : "";
  const share = `${percent(mean(values))}${range} of the tasks`;
  return `At ${temperatureName(temperature)}, ${models} solved on average ${share} in one language only.`;
}

function direction(rates: readonly Row[], temperature: number): string {
  const signs = pairs(rates.filter((rate) => rate.temperature === temperature))
    .map(([en, zh]) => Math.sign(en.value! - zh.value!));
  return `At ${temperatureName(temperature)}, ${aheadIn(signs)}.`;
}

/**
 * The number of models in which each language is ahead, in words.
 *
 * @param signs One for each model: 1 where English is ahead, -1 where Chinese is, 0 where neither is.
 */
export function aheadIn(signs: readonly number[]): string {
  const [english, chinese, level] = [1, -1, 0].map((sign) => signs.filter((other) => other === sign).length);
  const { en, zh } = LANGUAGE_NAMES;
  if (level === signs.length) return `${en} and ${zh} are level in ${plural(level, "model")}`;
  return `${en} is ahead in ${english}, ${zh} in ${chinese} of ${plural(signs.length, "model")}` +
    (level > 0 ? ` (${level} level)` : "");
}

function separation(rates: readonly Row[]): string {
  const all = pairs(rates);
  const apart = all.filter(([en, zh]) => en.low! > zh.high! || zh.low! > en.high!).length;
  return `The 95 % intervals of the two languages' rates are apart in ${apart} of ${
    plural(all.length, "pair")
  }.`;
}

function chance(halves: readonly SplitHalf[]): string {
  const between = percent(mean(halves.map((half) => half.between)));
  const within = percent(mean(halves.map((half) => half.within)));
  const above = halves.filter((half) => half.between > half.within).length;
  return `Half the samples of one language against half of the other differ on ${between} of the tasks, two halves ` +
    `of the same language on ${within}; the first is larger in ${above} of ${
      plural(halves.length, "setting")
    }. ` +
    "Only the excess can be due to the language, or to how the two descriptions of a task differ.";
}

/** The rates in both languages, for each model and temperature with both. */
function pairs(rates: readonly Row[]): [Row, Row][] {
  return rates.filter(({ metric, value }) => metric === "CR_en" && value !== null).flatMap((en) => {
    const zh = rates.find(({ metric, value, model, temperature }) =>
      metric === "CR_zh" && value !== null && model === en.model && temperature === en.temperature
    );
    return zh ? [[en, zh] as [Row, Row]] : [];
  });
}
