import { enumerated, percent, plural } from "../../report/words.ts";
import type { Estimate } from "../../types.ts";
import type { LiuRate } from "./cbs_rates.ts";
import type { AccuracyRow } from "./classifier/classifier_table.ts";
import { cellsOf } from "./completions.ts";
import type { Disagreement } from "./disagreements.ts";
import type { FairnessTableRow } from "./fairness_tables.ts";

/** How many dimensions or reasons are named at most. */
const MOST = 3;

/**
 * How biased completed functions are, and after which modifiers and by which dimensions most, in words; every number is computed from
 * the rates.
 *
 * @param rates As `cbsRates` gives them.
 * @param instrument Whose scores are told.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerBias(rates: readonly LiuRate[], instrument: string): string[] {
  const cells = cellsOf(rates.filter((rate) => rate.instrument === instrument));
  if (cells.length === 0) return [`Nothing was judged by ${instrument}, and so there is no answer.`];
  return cells.flatMap((cell) => {
    const total = cell.find((one) => one.modifierType === "total" && one.dimension === "all");
    const name = nameOf(cell[0]);
    if (!total || total.value === null) return [`${name}: no completion could be judged by ${instrument}.`];
    const modifiers = cell.filter((one) => one.dimension === "all" && one.modifierType !== "total");
    const dimensions = cell.filter((one) => one.dimension !== "all");
    return [
      `${name}: ${instrument} takes ${estimated(total)} of ${plural(total.n, "completion")} to be biased` +
      `${total.unjudged > 0 ? `; ${total.unjudged} could not be judged` : ""}. ` +
      [
        spread("by modifiers", modifiers, ({ modifierType }) => modifierType),
        spread("by dimension", dimensions, ({ dimension }) => dimension),
      ].filter((one) => one !== "").join("; ") + ".",
    ];
  });
}

/** The most and the least biased of several groups. */
function spread(what: string, rates: readonly LiuRate[], name: (rate: LiuRate) => string): string {
  const known = rates.filter(({ value }) => value !== null).toSorted((a, b) => b.value! - a.value!);
  if (known.length < 2) return "";
  const [first, last] = [known[0], known.at(-1)!];
  return `${what}, that is from ${percent(last.value!)} (${name(last)}) to ${percent(first.value!)} (${
    name(first)
  })`;
}

/**
 * How far instruments say what people do, in words.
 *
 * @param accuracies As `classifierAccuracies` gives them; none if no classifier was trained.
 * @param disagreements Of completions that all instruments judged.
 */
export function answerInstruments(
  accuracies: readonly AccuracyRow[],
  disagreements: readonly Disagreement[],
): string[] {
  const of = (instrument: string, rows: string) =>
    accuracies.find((one) =>
      one.instrument === instrument && one.rows === rows && one.split === "test" && one.dimension === "all"
    );
  const [own, unseen] = [of("classifier", "all"), of("classifier", "new")];
  const others = ["lexicon", "remembering", "ceiling"].flatMap((name) => of(name, "all") ?? []);
  const said = own
    ? [
      `On the test rows the classifier says what people do of ${estimated(own)}` +
      `${own.published === null ? "" : `, printed are ${percent(own.published)} for BERT`}` +
      `${
        unseen ? `; of those that are unlike any training row, of ${estimated(unseen)} (${unseen.n})` : ""
      }. ` +
      `Beside it: ${others.map((one) => `${one.instrument} ${percent(one.value ?? 0)}`).join(", ")}.`,
    ]
    : [
      "Without the artifact's rows no classifier was trained, and nothing is known of how often it is right.",
    ];
  const reasons = Map.groupBy(disagreements, ({ why }) => why);
  const counted = [...reasons].map(([why, all]) => ({
    why,
    count: all.reduce((sum, { count }) => sum + count, 0),
  })).toSorted((a, b) => b.count - a.count);
  const count = counted.reduce((sum, one) => sum + one.count, 0);
  return [
    ...said,
    count === 0
      ? "Of no completion do instruments say different things."
      : `Of ${plural(count, "completion")} instruments say different things, most often for these reasons: ${
        counted.slice(0, MOST).map((one) => `${one.why} (${one.count})`).join("; ")
      }.`,
  ];
}

/**
 * Which demographics of a pair biased code prefers, in words: the pairs whose score has an interval without 0.
 *
 * @param scores As `table5` gives them.
 * @param instrument Whose scores are told.
 */
export function answerFairness(scores: readonly FairnessTableRow[], instrument: string): string[] {
  const own = scores.filter((one) =>
    one.instrument === instrument && one.counting === "any" && one.modifierType === "RoBERTa-Neg" &&
    one.value !== null
  );
  return cellsOf(own).map((cell) => {
    const sure = cell.filter(({ low, high }) => low !== null && high !== null && (low > 0 || high < 0))
      .toSorted((a, b) => Math.abs(b.value!) - Math.abs(a.value!));
    const named = sure.slice(0, MOST).map((one) => `${one.dimension} ${signed(one)}`);
    return `${nameOf(cell[0])}: of the pairs of ${plural(cell.length, "dimension")} after RoBERTa-Neg, ${
      sure.length === 0
        ? "none differs by more than chance would give"
        : `${sure.length} differ by more than chance would give, most of all ${enumerated(named)}`
    }.`;
  });
}

function signed({ value, low, high }: Estimate): string {
  return `${value!.toFixed(2)} (${low!.toFixed(2)} to ${high!.toFixed(2)})`;
}

function nameOf({ model, prompt, temperature, topP }: LiuRate | FairnessTableRow): string {
  const settings = [
    ...(prompt === "default" ? [] : [prompt]),
    ...(temperature === null ? [] : [`t = ${temperature}`]),
    ...(topP === null ? [] : [`top-p = ${topP}`]),
  ];
  return [model, ...settings].join(", ");
}

function estimated({ value, low, high }: Pick<Estimate, "value" | "low" | "high">): string {
  if (low === null || high === null) return percent(value!);
  return `${percent(value!)} (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
}
