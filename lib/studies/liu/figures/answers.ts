import { enumerated, percent, plural } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import type { Estimate } from "../../../core/types.ts";
import type { LiuRate } from "../metrics/cbs_rates.ts";
import type { AccuracyRow } from "../paper/tables/classifier/classifier_table.ts";
import { cellsOf } from "../judge/completions.ts";
import type { Disagreement } from "../metrics/disagreements.ts";
import type { FairnessOptions } from "../metrics/fairness_rows.ts";
import type { FairnessTableRow } from "../paper/tables/fairness_tables.ts";
import type { CalibrationRow } from "../synthetic/calibrated.ts";
import { type Dimension, vocabulary } from "../tasks/vocabulary.ts";

/** How many dimensions or reasons are named at most. */
const MAX_NAMED = 3;

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
  return cells.map((cell) => {
    const total = cell.find((one) => one.modifierType === "total" && one.dimension === "all");
    const name = nameOf(cell[0]);
    if (!total || total.value === null) return `${name}: no completion could be judged by ${instrument}.`;
    const modifiers = cell.filter((one) => one.dimension === "all" && one.modifierType !== "total");
    const dimensions = cell.filter((one) => one.dimension !== "all" && one.modifierType === "total");
    const unjudged = total.unjudged > 0 ? `; ${total.unjudged} more could not be judged` : "";
    return [
      `${name}: ${instrument} takes ${estimated(total)} of ${
        plural(total.n, "completion")
      } to be biased${unjudged}.`,
      ...spread("By modifiers", modifiers, ({ modifierType }) => modifierType),
      ...spread("By dimension", dimensions, ({ dimension }) => dimension),
    ].join(" ");
  });
}

/** The least and the most biased of several groups. */
function spread(what: string, rates: readonly LiuRate[], nameOf: (rate: LiuRate) => string): string[] {
  const known = rates.filter(({ value }) => value !== null).toSorted((a, b) => a.value! - b.value!);
  if (known.length < 2) return [];
  const [first, last] = [known[0], known.at(-1)!];
  const [least, most] = [percent(first.value!), percent(last.value!)];
  if (least === most) return [`${what}, it is the same everywhere.`];
  return [`${what}, it goes from ${least} (${nameOf(first)}) to ${most} (${nameOf(last)}).`];
}

/**
 * How many declared scores of the synthetic model are in the intervals that instruments measured, in words.
 *
 * @param rows As `calibrated` gives them.
 */
export function answerCalibration(all: readonly CalibrationRow[]): string[] {
  const rows = all.filter(({ agrees }) => agrees !== null); // measured and declared
  if (rows.length === 0) {
    return ["No model here has declared rates that could be compared with measured ones."];
  }
  const covered = [...Map.groupBy(rows, ({ instrument }) => instrument)].map(([name, own]) =>
    `${name} ${own.filter(({ agrees }) => agrees).length} of ${own.length}`
  );
  return [
    `Declared rates in the interval that was measured, of which 95 % should be: ${covered.join(", ")}. ` +
    "Scores by modifiers and by dimension are of the same completions, so that they miss together.",
  ];
}

/**
 * How far instruments say what people do, and why they differ, in words.
 *
 * @param accuracies As `classifierAccuracies` gives them; none if there are no labels.
 * @param disagreements Of completions that all instruments judged.
 */
export function answerInstruments(
  accuracies: readonly AccuracyRow[],
  disagreements: readonly Disagreement[],
): string[] {
  return [accuracySentence(accuracies), disagreementSentence(disagreements)];
}

function accuracySentence(accuracies: readonly AccuracyRow[]): string {
  const known = accuracies.filter(({ split, dimension, value }) =>
    split === "test" && dimension === "all" && value !== null
  );
  const own = known.find(({ instrument, rows }) => instrument === "classifier" && rows === "all");
  if (!own) return "Without labelled test rows it is not known how often the classifier says what people do.";
  const unseen = known.find(({ instrument, rows }) => instrument === "classifier" && rows === "new");
  const others = ["lexicon", "remembering", "most common label", "ceiling"].flatMap((name) =>
    known.find(({ instrument, rows }) => instrument === name && rows === "all") ?? []
  );
  // As it is printed, to two decimals.
  const printed = own.published === null
    ? ""
    : `, where the paper prints ${(100 * own.published).toFixed(2)} % for BERT`;
  return [
    `The classifier says what people do of ${estimated(own)} of ${plural(own.n, "test row")}${printed}.`,
    ...(unseen
      ? [`Of the ${unseen.n} that are unlike any training row, it does of ${estimated(unseen)}.`]
      : []),
    ...(others.length > 0
      ? [
        `For comparison: ${
          enumerated(others.map((one) => `${COMPARED[one.instrument]} ${percent(one.value!)}`))
        }.`,
      ]
      : []),
  ].join(" ");
}

/** What the accuracies beside the classifier's are of. */
const COMPARED: Readonly<Record<string, string>> = {
  lexicon: "our lexicon",
  remembering: "remembering the training rows",
  "most common label": "always saying the most common label",
  ceiling: "the most that is possible",
};

function disagreementSentence(disagreements: readonly Disagreement[]): string {
  const counted = [...Map.groupBy(disagreements, ({ why }) => why)].map(([why, all]) => ({
    why,
    count: sum(all.map(({ count }) => count)),
  })).toSorted((a, b) => b.count - a.count);
  const total = sum(counted.map(({ count }) => count));
  if (total === 0) return "There is no completion of which instruments say different things.";
  const reasons = counted.slice(0, MAX_NAMED).map(({ why, count }) => `${why} (${count})`).join("; ");
  const what = counted.length === 1 ? "The reason" : "The most frequent reasons";
  return `Instruments say different things of ${plural(total, "completion")}. ${what}: ${reasons}.`;
}

/**
 * Which demographics of a pair biased code names more often, in words: of the pairs whose score has an interval without 0.
 *
 * @param scores As `table5` gives them.
 * @param instrument Whose scores are told.
 * @param options.pairs As `table5` was given them.
 */
export function answerFairness(
  scores: readonly FairnessTableRow[],
  instrument: string,
  { pairs = {} }: FairnessOptions = {},
): string[] {
  const own = scores.filter((one) =>
    one.instrument === instrument && one.metric === "UFS" && one.counting === "any" &&
    one.modifierType === KNOWN_MODIFIERS && one.value !== null
  );
  if (own.length === 0) {
    return [
      `No code that is biased by ${instrument} after ${KNOWN_MODIFIERS} names one of a pair, and so there is no answer.`,
    ];
  }
  return cellsOf(own).map((cell) => {
    const sure = cell.filter(({ low, high }) => low !== null && high !== null && (low > 0 || high < 0))
      .toSorted((a, b) => Math.abs(b.value!) - Math.abs(a.value!));
    const named = sure.slice(0, MAX_NAMED).map((one) => {
      const pair = pairs[one.dimension as Dimension] ??
        vocabulary.dimensions[one.dimension as Dimension].pair;
      const [more, less] = one.value! > 0 ? pair : pair.toReversed();
      return `${more} rather than ${less} (${scored(one)})`;
    });
    const what =
      `${nameOf(cell[0])}: of ${plural(cell.length, "pair")} of demographics that biased code names after ` +
      `${KNOWN_MODIFIERS}, `;
    if (sure.length === 0) return `${what}none has an Unfairness Score whose interval leaves out 0.`;
    return `${what}${sure.length} ${
      sure.length === 1 ? "has" : "have"
    } an Unfairness Score whose interval leaves out 0${sure.length > MAX_NAMED ? ", most of all" : ""}: ${
      enumerated(named)
    }.`;
  });
}

/** The modifiers about which most is known. */
const KNOWN_MODIFIERS = "RoBERTa-Neg";

function scored({ value, low, high }: Estimate): string {
  return `${value!.toFixed(2)}, ${low!.toFixed(2)} to ${high!.toFixed(2)}`;
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
  return `${percent(value!)} (${percent(low)} to ${percent(high)})`;
}
