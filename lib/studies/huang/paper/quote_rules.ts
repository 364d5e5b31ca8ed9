import { nameOfSection } from "../../../paper/names.ts";
import { equal, rule, type Rules } from "../../../paper/rules.ts";
import { cellsAt, percent } from "../../../paper/cells.ts";
import { diagnosticRates } from "../../../statistics/agreement/confusion.ts";
import { nameOfClaim, nameOfTable } from "./names.ts";
import { type CellKeys, cellsOf, type PaperNumbers, printedCell, SHARE_ROUNDING } from "./printed_tables.ts";
import { notRunning } from "./not_running.ts";

/** Half a unit of the last digit of a rate that the text gives without decimals. */
const WHOLE_PERCENT = 0.005 + 1e-9;

/** Rules that compare numbers in the text with the tables. */
export const quoteRules: Rules<PaperNumbers> = {
  "numbers in the text are those of the tables": rule(
    ({ text }) => text.cells,
    ({ section, table, share, count, of, ...keys }, numbers) => {
      const said = { share, count, of };
      const own = quotable(table, keys, numbers);
      if (agree(said, own)) return null;
      const others = numbers.models.filter((model) =>
        agree(said, quotable(table, { ...keys, model }, numbers))
      );
      const there = {
        share: share === undefined ? share : own.share,
        count: count === undefined ? count : own.count,
        of: of === undefined ? of : own.of,
      };
      return {
        ...{ where: nameOfClaim(section, table, keys), printed: written(said) },
        evidence: [
          `${nameOfTable(table)} has ${written(there)}`,
          others.length > 0 && `it is the number of ${others.join(" and ")}`,
        ],
      };
    },
  ),
  "a column lies within what the text says, and reaches it": equal((numbers) =>
    numbers.text.ranges.flatMap(({ section, table, metric, attribute, low, high }) => {
      const values = cellsAt(cellsOf(numbers), table, { metric, attribute }).map(({ value }) => value);
      return [["lowest", low, Math.min] as const, ["highest", high, Math.max] as const].flatMap(
        ([end, value, of]) =>
          value === undefined ? [] : {
            where: nameOfClaim(section, table, { metric, attribute }),
            ...{ value, other: of(...values), rounding: SHARE_ROUNDING, write: percent },
            ...{ printed: `the ${end} is ${percent(value)}`, says: `${nameOfTable(table)} has` },
          },
      );
    })
  ),
  "precision, recall and rate of false positives are those of Table IX": rule(
    ({ text }) => text.reliability,
    ({ section, pools, metric, value, count, of }, { table9 }) => {
      const row = table9.find((one) => one.pools === pools);
      if (!row) return null;
      const { tp, fn, fp, tn } = row;
      const { precision, recall, falsePositiveRate } = diagnosticRates({ tp, fn, fp, tn });
      const rates = new Map(Object.entries({ precision, recall, falsePositiveRate }));
      const own = rates.get(metric)?.value ?? null;
      const isRate = own !== null && Math.abs(own - value) <= WHOLE_PERCENT;
      const isCount = count === undefined || (count === tp && of === tp + fn);
      return !(isRate && isCount) && {
        where: `${nameOfSection(section)} on Table IX, ${pools}`,
        printed: `${metric} ${percent(value)}${count === undefined ? "" : `, ${count} of ${of}`}`,
        evidence: own === null ? "no such rate" : `${percent(own)}: TP ${tp}, FN ${fn}, FP ${fp}, TN ${tn}`,
      };
    },
  ),
  "times in the text are those of Table IX": equal(({ table9, text }) =>
    text.seconds.map(({ section, pools, value }) => ({
      where: `${nameOfSection(section)} on Table IX, ${pools}`,
      ...{ value, other: table9.find((row) => row.pools === pools)?.seconds, says: "Table IX has" },
      write: (seconds: number) => `${seconds.toFixed(2)} s`,
    }))
  ),
  "as many biased functions do not run as Tables VII and VIII differ by": equal((numbers) =>
    numbers.text.notRunning.map(({ section, model, count, share }) => {
      const known = notRunning(numbers).find((one) => one.model === model);
      const other = known && known.all - known.running;
      return {
        where: `${nameOfSection(section)} on Table VI, ${model}, human`,
        ...{ value: count, other, printed: `${count} functions (${percent(share)})` },
        evidence: known && [
          `Table VIII has ${known.all} biased functions, ` +
          `Table VII without those that do not run ${known.running}: ${other} functions`,
          `${known.least} is the largest number of one attribute, ${known.most} that of all`,
        ],
      };
    })
  ),
};

/** The numbers that the text quotes from a cell, or that a table has: a share, a count and, in Table VI, the total. */
interface Quotable {
  readonly share?: number;
  readonly count?: number;
  readonly of?: number;
}

function quotable(table: string, keys: CellKeys, numbers: PaperNumbers): Quotable {
  const cell = printedCell(table, keys, numbers);
  const total = table === "table6" ? printedCell(table, { ...keys, metric: "total" }, numbers) : undefined;
  return { share: cell?.value, count: cell?.count, of: total?.count };
}

/** Whether a table has all quoted numbers. */
function agree(said: Quotable, { share, count, of }: Quotable): boolean {
  return (said.share === undefined ||
    (share !== undefined && Math.abs(said.share - share) <= SHARE_ROUNDING)) &&
    (said.count === undefined || said.count === count) && (said.of === undefined || said.of === of);
}

function written({ share, count, of }: Quotable): string {
  const parts = [count, of === undefined ? of : `of ${of}`, share === undefined ? share : percent(share)];
  return parts.filter((part) => part !== undefined).join(" ") || "no such number";
}
