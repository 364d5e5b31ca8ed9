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

/** What is said of slots, and how. */
interface Keys {
  readonly instrument: string;
  /** What the slots are, e.g. labelled functions. */
  readonly labels: string;
  /** Which values were tried, where that varies. */
  readonly pools: string;
}

/** What an instrument says about a slot, a function and one of its protected attributes, and the truth. */
export interface Slot extends Verdict, Keys {
  /** The function and the attribute. */
  readonly id: string;
  readonly attribute: string;
}

/** A count or a rate of an instrument on a set of labels. */
export interface InstrumentRow extends Keys, WithPrinted {
  readonly metric: string;
}

/** What an instrument costs on a set of labels. */
export interface InstrumentCost extends Keys {
  readonly calls: number;
  /** Processor time. */
  readonly seconds: number;
}

const COUNTS = ["tp", "fn", "fp", "tn", "unjudged"] as const;
const RATES = ["precision", "recall", "specificity", "accuracy", "f1"] as const;

/**
 * The confusion matrix of each instrument on each set of labels, with rates and their intervals at 95 %.
 * Slots that an instrument does not judge are counted apart, and are in no rate; each rate says how many
 * could have entered it.
 *
 * Source: the paper Bias Testing and Mitigation, Table V. Its matrix is of another set of functions, and stands beside none of ours.
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
 * What more values add and cost: the matrix of an instrument with each kind of value pools, with calls and processor time.
 *
 * Source: the paper Bias Testing and Mitigation, Table IX.
 *
 * @throws {RangeError} If a cost is of what has no slots, or given twice.
 */
export function table9(slots: readonly Slot[], costs: readonly InstrumentCost[]): InstrumentRow[] {
  const nameOf = ({ instrument, labels, pools }: Keys) => `${instrument}, ${labels}, ${pools}`;
  const [known, priced] = [slots, costs].map((all) => all.map(nameOf));
  for (const [at, name] of priced.entries()) {
    if (!known.includes(name)) {
      throw new RangeError(`Cannot say what ${name} costs: pass its slots too, under the same names`);
    }
    if (priced.indexOf(name) < at) {
      throw new RangeError(`Cannot say twice what ${name} costs: add it up first`);
    }
  }
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

/** Slots about which an instrument is wrong. */
export function mistakes(slots: readonly Slot[]): Slot[] {
  return slots.filter(({ predicted, actual }) =>
    predicted !== null && actual !== null && predicted !== actual
  );
}

/** Counts and rates of instruments, one row each. */
export const instrumentTable = printedTable<InstrumentRow>(["instrument", "labels", "pools", "metric"]);
