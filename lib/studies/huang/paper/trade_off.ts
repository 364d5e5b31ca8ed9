import { spearman } from "../../../statistics/correlation.ts";
import { enumerated } from "../../../report/words.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { nameOfSection, type PaperRule } from "./paper_error.ts";
import type { PaperNumbers, PrintedTable8 } from "./printed/printed_tables.ts";

/** A rank correlation as strong as this is a trade-off. */
const STRONG_CORRELATION = 0.5;

/** Columns of Table VIII that are said to have the models in the same order, though chance may have done it. */
export const ordersAreTheSame: PaperRule = {
  rule: "columns of Table VIII that are said to agree rise together beyond chance",
  inspect: (numbers) =>
    inspectEach(numbers.text.sameOrder, ({ section, columns }) => {
      const { text, low } = rankCorrelation(numbers, columns);
      if (low === null || low > 0) return null;
      const turned = turnedPairs(numbers, columns);
      return {
        where: `${nameOfSection(section)} on Table VIII`,
        what: `${enumerated(columns)} agree`,
        evidence: `${text}; in the other order are ${enumerated(turned)}`,
      };
    }),
};

/** Columns of Table VIII that are said not to rise together, though they may. */
export const tradeOffsAreExcluded: PaperRule = {
  rule: "columns of Table VIII without a trade-off exclude a strong one",
  inspect: (numbers) =>
    inspectEach(numbers.text.noTradeOff, ({ section, columns }) => {
      const { text, high } = rankCorrelation(numbers, columns);
      if (high === null || high < STRONG_CORRELATION) return null;
      return {
        where: `${nameOfSection(section)} on Table VIII`,
        what: `no trade-off between ${enumerated(columns)}`,
        evidence: `${text}: these models cannot tell`,
      };
    }),
};

/** Spearman's correlation of two columns with its 95 % interval; null for too few models, or a column without ranks. */
function rankCorrelation(numbers: PaperNumbers, columns: readonly string[]) {
  const [x, y] = columns.map((column) => numbers.table8.map((row) => valueIn(row, column)));
  const isRanked = [x, y].every((values) => values.length >= 3 && new Set(values).size > 1);
  if (!isRanked) return { text: "", low: null, high: null };
  const { r, interval: { low, high } } = spearman(x, y);
  const text = `the rank correlation of ${x.length} models is ${r.toFixed(2)} [${low.toFixed(2)}, ${
    high.toFixed(2)
  }]`;
  return { text, low, high };
}

function turnedPairs({ table8 }: PaperNumbers, columns: readonly string[]): string[] {
  return table8.flatMap((a, at) =>
    table8.slice(at + 1).flatMap((b) => {
      const [x, y] = columns.map((column) => Math.sign(valueIn(a, column) - valueIn(b, column)));
      return x * y < 0 ? [`${a.model} with ${b.model}`] : [];
    })
  );
}

function valueIn({ bias, completed, passAt1 }: PrintedTable8, column: string): number {
  if (column === "bias") return bias.count;
  if (column === "completed") return completed.count;
  if (column === "passAt1") return passAt1;
  throw new RangeError(`Cannot rank models by "${column}": it must be bias, completed or passAt1`);
}
