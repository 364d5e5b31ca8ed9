import { cellsBy } from "../../../../statistics/cells.ts";
import {
  type ConfusionCounts,
  confusionMatrix,
  diagnosticRates,
  type Verdict,
} from "../../../../statistics/agreement/confusion.ts";
import type { Estimate } from "../../../../core/types.ts";
import { paperNumbers } from "../printed_tables.ts";
import { joinPrinted, printedTable, type WithPrinted } from "../../../../paper/with_printed.ts";

/** The instrument, the labels and the values. */
interface Keys {
  readonly instrument: string;
  /** The kind of slots, e.g. labelled functions. */
  readonly labels: string;
  /** The kind of values that were tried, where that varies. */
  readonly pools: string;
}

/** An instrument's verdict on a slot, i.e. on a function and one of its protected attributes, and the true label. */
export interface Slot extends Verdict, Keys {
  /** The id of the function. */
  readonly id: string;
  readonly attribute: string;
}

/** A count or a rate of an instrument on a set of labels. */
export interface InstrumentRow extends Keys, WithPrinted {
  readonly metric: string;
}

/** The cost of an instrument on a set of labels. */
export interface InstrumentCost extends Keys {
  readonly calls: number;
  /** The processor time in seconds. */
  readonly seconds: number;
}

const COUNTS = ["tp", "fn", "fp", "tn", "unjudged"] as const;
const RATES = ["precision", "recall", "specificity", "accuracy", "f1"] as const;

/**
 * The confusion matrix of each instrument on each set of labels, with rates and their intervals at 95 %.
 * Slots that an instrument does not judge are counted apart, and enter no rate; each rate says how many
 * slots could have entered it.
 *
 * Source: the paper Bias Testing and Mitigation, Table V. Its matrix is for another set of functions, and is compared with
 * none of ours.
 */
export function table5(slots: readonly Slot[]): InstrumentRow[] {
  const { model, ...printed } = paperNumbers.table5;
  return [
    ...cellsBy(slots, keysOf).flatMap(({ keys, own }) => matrixRows(keys, confusionMatrix(own))),
    ...matrixRows(
      { instrument: "the paper's", labels: `functions of ${model}`, pools: "original" },
      printed,
      "printed",
    ),
  ];
}

/**
 * The gain and the cost of more values: the matrix of an instrument with each kind of value pools, with calls and processor
 * time.
 *
 * Source: the paper Bias Testing and Mitigation, Table IX.
 *
 * @param costs At most one for each instrument, kind of slots and kind of values; those without slots are left out.
 */
export function table9(slots: readonly Slot[], costs: readonly InstrumentCost[]): InstrumentRow[] {
  const nameOf = ({ instrument, labels, pools }: Keys) => `${instrument}, ${labels}, ${pools}`;
  return [
    ...cellsBy(slots, keysOf).flatMap(({ keys, own }) => [
      ...matrixRows(keys, confusionMatrix(own)),
      ...costs.filter((cost) => nameOf(cost) === nameOf(keys)).flatMap((cost) => costRows(keys, cost)),
    ]),
    ...paperNumbers.table9.flatMap(({ pools, seconds, ...matrix }) => {
      const keys = { instrument: "the paper's", labels: `functions of ${paperNumbers.table5.model}`, pools };
      return [...matrixRows(keys, matrix, "printed"), countRow(keys, "seconds", seconds, "printed")];
    }),
  ];
}

function keysOf({ instrument, labels, pools }: Keys): Keys {
  return { instrument, labels, pools };
}

function matrixRows(
  keys: Keys,
  matrix: ConfusionCounts,
  remark: string | null = null,
): InstrumentRow[] {
  const rates = diagnosticRates(matrix);
  return [
    ...COUNTS.map((name) => countRow(keys, name, matrix[name] ?? 0, remark)),
    ...RATES.map((name): InstrumentRow => ({
      ...keys,
      metric: name,
      ...joinPrinted(rates[name], null, remark),
    })),
  ];
}

function costRows(keys: Keys, { calls, seconds }: InstrumentCost): InstrumentRow[] {
  return [countRow(keys, "calls", calls, null), countRow(keys, "seconds", seconds, "processor time")];
}

function countRow(keys: Keys, metric: string, value: number, remark: string | null): InstrumentRow {
  const count: Estimate = { value, low: null, high: null, n: 1, unjudged: 0 };
  return { ...keys, metric, ...joinPrinted(count, null, remark), n: 0 };
}

/** The slots on which an instrument is wrong. */
export function mistakes(slots: readonly Slot[]): Slot[] {
  return slots.filter(({ predicted, actual }) =>
    predicted !== null && actual !== null && predicted !== actual
  );
}

/** A table of the counts and rates of instruments, one row each. */
export const instrumentTable = printedTable<InstrumentRow>(["instrument", "labels", "pools", "metric"]);
