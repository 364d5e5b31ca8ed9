import { enumerated, percent, plural } from "../../report/words.ts";
import type { Estimate } from "../../types.ts";
import type { Comparison } from "./comparisons.ts";
import type { TradeOff } from "./completed.ts";
import type { Transition } from "./fairness_rounds.ts";
import type { InstrumentRow } from "./instruments.ts";
import { type HuangRate, OVERALL } from "./rates.ts";

/** What an adjusted p-value must be below. */
const ALPHA = 0.05;

/**
 * How biased completions are, and by what, in words, every number computed from the rates.
 *
 * @param rates Of the original prompt before any feedback.
 * @param comparisons Of attributes.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerBias(rates: readonly HuangRate[], comparisons: readonly Comparison[]): string[] {
  const overall = rates.filter(({ metric, attribute }) => metric === "CBS" && attribute === OVERALL);
  if (overall.every(({ value }) => value === null)) {
    return ["No completion could be judged, and so there is no answer."];
  }
  return overall.filter(({ value }) => value !== null).flatMap((rate) => {
    const { model, temperature, n, unjudged } = rate;
    const own = rates.filter((one) => one.model === model && one.temperature === temperature);
    const scores = own.filter(({ metric, attribute, value }) =>
      metric === "CBS" && attribute !== OVERALL && value !== null
    )
      .toSorted((a, b) => b.value! - a.value!);
    const atK = own.filter(({ metric, attribute }) => metric.includes("@") && attribute === OVERALL);
    const pairs = comparisons.filter((one) =>
      one.model === model && one.temperature === temperature && one.pAdjusted !== null
    );
    const apart = pairs.filter(({ pAdjusted }) => pAdjusted! < ALPHA).length;
    return [
      `${model}, t = ${temperature}: ${estimated(rate)} of ${
        plural(n, "completion")
      } that could be judged change their result ` +
      `when some protected attribute alone changes; ${unjudged} could not be judged.`,
      `Most often that is ${
        scores.slice(0, 3).map((one) => `${one.attribute}, ${estimated(one)}`).join("; ")
      }. ` +
      `Of ${
        plural(pairs.length, "pair")
      } of attributes, ${apart} differ by more than chance would give (Holm).`,
      ...(atK.length > 0
        ? [`Of the prompts, ${atK.map((one) => `${estimated(one)} (${one.metric})`).join(", ")}.`]
        : []),
    ];
  });
}

/** How far instruments can be trusted, in words. */
export function answerInstruments(rows: readonly InstrumentRow[]): string[] {
  const sets = Map.groupBy(
    rows.filter(({ remark }) => remark !== "printed"),
    ({ instrument, labels, pools }) => `${instrument}, ${pools} values, on ${labels}`,
  );
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
 * What prompt strategies and feedback do, in words.
 *
 * @param comparisons Of strategies and of rounds, overall.
 */
export function answerMitigation(
  comparisons: readonly Comparison[],
  transitions: readonly Transition[],
  tradeOffs: readonly TradeOff[],
): string[] {
  const overall = comparisons.filter(({ attribute, low }) => attribute === OVERALL && low !== null);
  if (overall.length === 0) return ["There is nothing to compare, and so there is no answer."];
  const fewer = overall.filter(({ high }) => high! < 0);
  const more = overall.filter(({ low }) => low! > 0);
  const open = overall.filter((one) => !fewer.includes(one) && !more.includes(one));
  const said = [[fewer, "lower"], [more, "higher"], [
    open,
    "neither clearly lower nor clearly higher",
  ]] as const;
  const broken = transitions.reduce((all, one) => all + one.broken, 0);
  const newly = transitions.reduce((all, one) => all + one.newlyBiased, 0);
  const known = tradeOffs.filter(({ low }) => low !== null);
  const traded = known.filter(({ low, high }) => low! > 0 || high! < 0);
  return [
    ...said.filter(([some]) => some.length > 0).map(([some, what]) =>
      `The share of biased completions is ${what} with ${enumerated(some.map(levelName))}.`
    ),
    ...(transitions.length > 0
      ? [
        `After feedback, ${
          plural(newly, "answer")
        } became biased by an attribute by which the first one was not, and ` +
        `${plural(broken, "answer")} that had been biased could not be judged any more.`,
      ]
      : []),
    ...(known.length > 0
      ? [
        `In ${traded.length} of ${
          plural(known.length, "setting")
        }, completions that do what was asked for are more or less often ` +
        "biased than the others by more than chance would give.",
      ]
      : []),
  ];
}

function levelName({ model, across, prompt, level, difference, low, high }: Comparison): string {
  const name = across === "round" ? `feedback after ${prompt}` : `${level}`;
  const points = (share: number) => `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)}`;
  return `${name} (${model}: ${points(difference!)} percentage points, ${points(low!)} to ${points(high!)})`;
}

function estimated({ value, low, high }: Estimate): string {
  const interval = low === null || high === null ? "" : ` (${percent(low)} to ${percent(high)})`;
  return `${percent(value!)}${interval}`;
}

function rate(row: InstrumentRow | undefined): string {
  return row && row.value !== null ? estimated(row) : "unknown";
}
