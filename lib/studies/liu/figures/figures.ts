import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import { highDomain } from "../../../report/drawing/domain.ts";
import { estimates } from "../../../report/figures/estimates.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { type IntervalRow, intervals } from "../../../report/figures/intervals.ts";
import { lines } from "../../../report/figures/lines.ts";
import type { Reliability } from "../../../statistics/agreement/reliability.ts";
import type { AccuracyRow } from "../paper/tables/classifier/classifier_table.ts";
import type { DemographicShare } from "../metrics/demographic_shares.ts";
import { paperNumbers } from "../paper/printed.ts";

const INTERVALS = "Bars: 95 % intervals that allow for completions of one task being alike";

/** The notes on the printed accuracies from the artifact's logs, by classifier. */
const PRINTED_OF: Readonly<Record<string, string>> = {
  "LSTM Random": "after epoch 6 of 10",
  "LSTM Pretrain": "CodeGen rows alone, after epoch 6 of 10",
};

const SPLIT_NAMES: Readonly<Record<string, string>> = { val: "Validation", test: "Test" };

/**
 * Draws how often classifiers agree with people: the printed ones, and ours on all rows and on the rows whose answer is
 * in no training row.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Figure 3. Its bars cannot be compared: by the
 * artifact's logs, the LSTMs' bars come from unfinished training, and one of them from other rows.
 *
 * @param rows As `classifierAccuracies` gives them; rows of single dimensions are not drawn.
 */
export function accuracyFigure(rows: readonly AccuracyRow[], writing: StudyWriting): Figure {
  const drawn = rows.filter(({ dimension }) => dimension === "all");
  const printed = paperNumbers.figure3.flatMap(({ classifier, ...splits }) =>
    Object.entries(splits).map(([split, value]): IntervalRow => {
      const remark = PRINTED_OF[classifier];
      const series = remark === undefined ? `${classifier}, printed` : `${classifier}, printed: ${remark}`;
      return { ...place(split), series, value, low: null, high: null };
    })
  );
  const own = drawn.map(({ instrument, split, rows, value, low, high }): IntervalRow => ({
    ...place(split),
    series: rows === "new" ? `${instrument}, rows unlike any in training` : instrument,
    ...{ value, low, high },
  }));
  const all = [...printed, ...own];
  return intervals(all, {
    title: "How often classifiers say what people do",
    x: "Accuracy",
    domain: highDomain(all.flatMap(({ value, low }) => [value, low])),
    note:
      `${INTERVALS}. The printed bars cannot be compared: two are of unfinished training, one of these of other rows`,
    ...writing,
    width: "page",
  });
}

function place(split: string) {
  return { group: "Classifier", panel: SPLIT_NAMES[split] ?? split };
}

/** The most demographics that a figure shows; rarer ones are left out. */
const MOST = 12;

/**
 * Draws the share of a dimension's biased code that names each demographic, by type of modifiers: a panel for each model
 * and instrument. It replaces the paper's radar charts, in which no interval can be drawn, and whose most visible
 * feature, the area, depends on the order of the axes.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Figure 6, which has Random-Neg and Random-Pos of
 * InCoder-6.7B, ethnicity and occupation.
 *
 * @param shares One or more, all of one dimension.
 */
export function demographicFigure(shares: readonly DemographicShare[], writing: StudyWriting): Figure {
  const [{ dimension }] = shares;
  const counts = Map.groupBy(shares, ({ demographic }) => demographic);
  const total = (name: string) => counts.get(name)!.reduce((sum, { count }) => sum + count, 0);
  const names = [...counts.keys()].toSorted((a, b) => total(b) - total(a)).slice(0, MOST);
  const rows = names.flatMap((name) =>
    counts.get(name)!.map((share) => ({ ...share, panel: `${share.model}, ${share.instrument}` }))
  );
  const left = counts.size - names.length;
  return estimates(rows, {
    title: `Demographics in biased code: ${dimension}`,
    note: [INTERVALS, left > 0 ? `${left} rarer demographics are left out` : ""].filter((part) => part).join(
      ". ",
    ),
    ...writing,
    ...{ x: "demographic", color: "modifierType", panel: "panel", width: "page", columns: 1 },
    domain: "fitted",
    ...{ xLabel: "Demographic", yLabel: "Share of the biased code that names it" },
  });
}

/**
 * Draws the share of biased completions against the probability of bias that the classifier gives them.
 *
 * @param reliability That of probabilities of biased code; at least two bins have completions.
 */
export function reliabilityFigure(reliability: Reliability, writing: StudyWriting): Figure {
  const { bins, brier, calibrationError, n } = reliability;
  const rows = bins.flatMap(({ predicted, observed: { value, low, high } }) =>
    predicted === null ? [] : [{ predicted, value, low, high }]
  );
  return lines(rows, {
    title: "How far the classifier's probabilities are shares",
    note: `Band: 95 % intervals (Wilson). Brier score ${brier.toFixed(3)}, calibration error ${
      calibrationError.toFixed(3)
    }, ${n} completions`,
    ...writing,
    ...{ x: "predicted", y: "value", low: "low", high: "high", domain: [0, 1] },
    ...{ truth: "predicted", truthLabel: "what would be right" },
    ...{ xLabel: "Probability of being biased", yLabel: "Share that is labelled biased" },
  });
}
