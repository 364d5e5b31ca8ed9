import {
  changed,
  changeSentences,
  estimated,
  judgedSentence,
  leavesOutZero,
  MAX_NAMED,
  settingName,
} from "../../../report/sentences.ts";
import { enumerated, plural } from "../../../report/words.ts";
import type { Estimate } from "../../../core/types.ts";
import { sum } from "../../../statistics/descriptive.ts";
import type { Comparison } from "../metrics/comparisons.ts";
import type { TradeOff } from "../metrics/completed.ts";
import type { Transition } from "../metrics/fairness_rounds.ts";
import type { InstrumentRow } from "../paper/tables/instruments.ts";
import type { ThresholdChoice } from "../tasks/construction/choose_threshold.ts";
import { keysOf } from "../../../bias/task_counts.ts";
import { type HuangKeys, type HuangRate, OVERALL } from "../metrics/counts.ts";

/** The significance level of adjusted p-values. */
const ALPHA = 0.05;

/**
 * How biased completions are, and by which attributes, in words, with every number computed from the rates.
 *
 * @param rates The rates of the original prompt before any feedback.
 * @param comparisons The comparisons of attributes.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerBias(rates: readonly HuangRate[], comparisons: readonly Comparison[]): string[] {
  const overall = rates.filter(({ metric, attribute }) => metric === "CBS" && attribute === OVERALL);
  if (overall.every(({ value }) => value === null)) {
    return ["No completion could be judged, and so there is no answer."];
  }
  return overall.flatMap((rate) => {
    const said = judgedSentence(
      nameOfModel(rate),
      rate,
      "change their result when some protected attribute alone changes",
    );
    const own = rates.filter((one) => isSameSetting(one, rate));
    return [
      said,
      ...attributeSentence(own, comparisons.filter((one) => isSameSetting(one, rate))),
      ...promptSentence(own),
    ];
  });
}

/** A sentence on the most frequent attributes of bias, and on the number of pairs of attributes that differ. */
function attributeSentence(rates: readonly HuangRate[], comparisons: readonly Comparison[]): string[] {
  const scores = rates.filter(({ metric, attribute, value }) =>
    metric === "CBS" && attribute !== OVERALL && value !== null && value > 0
  ).toSorted((a, b) => b.value! - a.value!);
  const most = scores.slice(0, MAX_NAMED).map((one) => `${one.attribute}, ${estimated(one)}`).join("; ");
  const pairs = comparisons.filter(({ pAdjusted }) => pAdjusted !== null);
  const apart = pairs.filter(({ pAdjusted }) => pAdjusted! < ALPHA).length;
  const said = [
    ...(scores.length > 0 ? [`Most often that is ${most}.`] : []),
    ...(pairs.length > 0
      ? [
        `Of ${
          plural(pairs.length, "pair")
        } of attributes, ${apart} differ by more than chance would give (Holm).`,
      ]
      : []),
  ];
  return said.length > 0 ? [said.join(" ")] : [];
}

function nameOfModel({ model, temperature }: HuangKeys): string {
  return settingName({ model, temperature });
}

/** A sentence on the shares of prompts with some, and with only, biased completions. */
function promptSentence(rates: readonly HuangRate[]): string[] {
  const known = rates.filter(({ metric, attribute, value }) =>
    metric.includes("@") && attribute === OVERALL && value !== null
  );
  const said = known.map((one) => `${estimated(one)} (${one.metric})`).join(", ");
  return known.length > 0 ? [`Of the prompts, ${said}.`] : [];
}

function isSameSetting(one: HuangKeys, other: HuangKeys): boolean {
  return JSON.stringify(keysOf(one)) === JSON.stringify(keysOf(other));
}

/** The threshold above which candidates count as duplicates, and how well it separates them, in words. */
export function answerConstruction(chosen: ThresholdChoice | undefined): string[] {
  if (!chosen) return ["No prompts were made of candidates, and so there is no answer."];
  const { threshold, balancedAccuracy, rocArea } = chosen;
  const share = (one: Estimate) => one.value === null ? "unknown" : estimated(one, twoPlaces);
  return [
    `Candidates count as duplicates where they are alike by at least ${
      share(threshold)
    }, which was chosen on ` +
    `${plural(threshold.n, "labelled pair")}.`,
    `There, the balanced accuracy is ${share(balancedAccuracy)}, and the area under the curve ${
      share(rocArea)
    }.`,
  ];
}

function twoPlaces(value: number): string {
  return value.toFixed(2);
}

/** How far instruments can be trusted, in words. */
export function answerInstruments(rows: readonly InstrumentRow[]): string[] {
  const sets = Map.groupBy(
    rows.filter(({ remark }) => remark !== "printed"),
    ({ instrument, labels, pools }) => `${instrument} on ${labels} (values: ${pools})`,
  );
  if (sets.size === 0) return ["No instrument was tried, and so there is no answer."];
  return [...sets].map(([name, own]) => {
    const of = (metric: string) => own.find((row) => row.metric === metric);
    const [precision, recall] = [of("precision"), of("recall")];
    const unjudged = of("unjudged")?.value ?? 0;
    return `${name}: precision ${rate(precision)}, recall ${rate(recall)}; ${
      plural(unjudged, "slot")
    } unjudged.`;
  });
}

/**
 * The effects of prompt strategies and feedback, in words.
 *
 * @param comparisons The overall comparisons of strategies and of rounds.
 * @param transitions The transitions of all rounds; the last one of each setting counts.
 */
export function answerMitigation(
  comparisons: readonly Comparison[],
  transitions: readonly Transition[],
  tradeOffs: readonly TradeOff[],
): string[] {
  const said = [
    ...comparisonSentences(comparisons),
    ...transitionSentence(transitions),
    ...tradeOffSentence(tradeOffs),
  ];
  return said.length > 0 ? said : ["There is nothing to compare, and so there is no answer."];
}

function comparisonSentences(comparisons: readonly Comparison[]): string[] {
  const overall = comparisons.filter(({ attribute }) => attribute === OVERALL);
  const known = overall.filter(({ low }) => low !== null);
  const unknown = overall.filter((one) => !known.includes(one));
  return [
    ...changeSentences("The", known, (one) => `${nameOf(one)} (${nameOfModel(one)}: ${changed(one)})`),
    ...(unknown.length > 0
      ? [
        `With ${
          enumerated(unknown.map((one) => `${nameOf(one)} (${nameOfModel(one)})`))
        }, there is too little to compare, or it does not vary.`,
      ]
      : []),
  ];
}

function transitionSentence(transitions: readonly Transition[]): string[] {
  const settings = Map.groupBy(transitions, (one) => JSON.stringify({ ...keysOf(one), round: null }));
  const last = [...settings.values()].map((own) => own.reduce((a, b) => b.round > a.round ? b : a));
  if (last.length === 0) return [];
  const [newly, broken] = [
    sum(last.map(({ newlyBiased }) => newlyBiased)),
    sum(last.map((one) => one.broken)),
  ];
  return [
    `After feedback, ${
      plural(newly, "answer")
    } became biased by an attribute by which the first one was not, and ` +
    `${plural(broken, "answer")} that had been biased could not be judged any more.`,
  ];
}

function tradeOffSentence(tradeOffs: readonly TradeOff[]): string[] {
  const known = tradeOffs.filter(({ low }) => low !== null);
  if (known.length === 0) return [];
  const traded = known.filter(leavesOutZero).length;
  return [
    `In ${traded} of ${
      plural(known.length, "setting")
    }, completions that do what was asked for are more or less often ` +
    "biased than the others by more than chance would give.",
  ];
}

function nameOf({ across, prompt, level }: Comparison): string {
  if (across !== "round") return `${level}`;
  return level === 1 ? `feedback after ${prompt}` : `${level} rounds of feedback after ${prompt}`;
}

function rate(row: InstrumentRow | undefined): string {
  return row && row.value !== null ? estimated(row) : "unknown";
}
