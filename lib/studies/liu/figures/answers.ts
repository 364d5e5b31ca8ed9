import {
  calibrationSentence,
  clearOf,
  estimated,
  having,
  MAX_NAMED,
  rangeSentences,
  settingName,
} from "../../../report/sentences.ts";
import { enumerated, percent, plural } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import type { LiuRate } from "../metrics/cbs_rates.ts";
import type { AccuracyRow } from "../paper/tables/classifier/classifier_table.ts";
import { cellsOf } from "../judge/completions.ts";
import type { Disagreement } from "../metrics/disagreements.ts";
import type { FairnessTableRow } from "../paper/tables/fairness_tables.ts";
import type { CalibrationRow } from "../synthetic/declared_cbs.ts";
import { type Dimension, vocabulary } from "../tasks/vocabulary.ts";

/**
 * Sentences on how biased completed functions are, and after which modifiers and on which dimensions most; every number is
 * computed from the rates.
 *
 * @param rates As `cbsRates` gives them.
 * @param instrument The instrument whose scores are told.
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
      ...rangeSentences("By modifiers, it", modifiers, ({ modifierType }) => modifierType),
      ...rangeSentences("By dimension, it", dimensions, ({ dimension }) => dimension),
    ].join(" ");
  });
}

/**
 * Sentences on how many declared scores of the synthetic model lie in the intervals that instruments measured.
 *
 * @param rows As `calibrated` gives them.
 */
export function answerCalibration(rows: readonly CalibrationRow[]): string[] {
  const alike = "scores by modifiers and by dimension are of the same completions";
  const known = rows.filter(({ agrees }) => agrees !== null);
  if (known.length === 0) return [calibrationSentence([], alike)];
  return [...Map.groupBy(known, ({ instrument }) => instrument)].map(([name, own]) =>
    `${name}: ${calibrationSentence(own, alike)}`
  );
}

/**
 * Sentences on how often instruments agree with people, and why instruments disagree.
 *
 * @param accuracies As `classifierAccuracies` gives them; none if there are no labels.
 * @param disagreements Those about completions that all instruments judged.
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
  // With two decimals, as it is printed.
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

/** The names, in sentences, of the accuracies beside the classifier's. */
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
 * Sentences on the demographic of a pair that biased code names more often, for the pairs whose score has an interval
 * without 0.
 *
 * @param scores As `table5` gives them.
 * @param instrument The instrument whose scores are told.
 */
export function answerFairness(
  scores: readonly FairnessTableRow[],
  instrument: string,
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
    const sure = clearOf(cell);
    const named = sure.slice(0, MAX_NAMED).map((one) => {
      const { pair } = vocabulary.dimensions[one.dimension as Dimension];
      const [more, less] = one.value! > 0 ? pair : pair.toReversed();
      const [value, low, high] = [one.value, one.low, one.high].map((number) => number!.toFixed(2));
      return `${more} rather than ${less} (${value}, ${low} to ${high})`;
    });
    return `${nameOf(cell[0])}: of ${
      plural(cell.length, "pair")
    } of demographics that biased code names after ` +
      `${KNOWN_MODIFIERS}, ${having(sure.length)} an Unfairness Score whose interval leaves out 0` +
      `${sure.length > MAX_NAMED ? ", most of all" : ""}${
        sure.length === 0 ? "" : `: ${enumerated(named)}`
      }.`;
  });
}

/** The type of modifiers about which the most is known. */
const KNOWN_MODIFIERS = "RoBERTa-Neg";

function nameOf(setting: LiuRate | FairnessTableRow): string {
  return settingName(setting, "default");
}
