import { diagnosticRates } from "../../../../statistics/agreement/confusion.ts";
import { SHARE_ROUNDING } from "./paper_cells.ts";
import { inspectEach, percent } from "../../../../report/paper_rules.ts";
import { nameOfCell, nameOfSection, nameOfTable, type PaperRule } from "../paper_error.ts";
import type { CellKeys } from "../paper_text.ts";
import { type PaperNumbers, printedCell, printedCount } from "./printed_tables.ts";
import { notRunning } from "../repeated_cells.ts";

/** Half a unit of the last digit of a rate that the text gives without decimals. */
const WHOLE_PERCENT = 0.005 + 1e-9;

/** Numbers in the text that differ from the table which they are about. */
export const quotesAreInTables: PaperRule = {
  rule: "numbers in the text are those of the tables",
  inspect: (numbers) =>
    inspectEach(numbers.text.cells, ({ section, table, share, count, of, ...keys }) => {
      const own = printedOf(table, keys, numbers);
      const agree = ({ share: other, ...counts }: Numbers) =>
        (share === undefined || (other !== null && Math.abs(share - other) <= SHARE_ROUNDING)) &&
        (count === undefined || count === counts.count) && (of === undefined || of === counts.of);
      if (agree(own)) return null;
      const others = numbers.models.filter((model) => agree(printedOf(table, { ...keys, model }, numbers)));
      const write = (all: Numbers) =>
        worded({
          share: share === undefined ? null : all.share,
          count: count === undefined ? null : all.count,
          of: of === undefined ? null : all.of,
        });
      return {
        where: `${nameOfSection(section)} on ${nameOfCell(table, keys)}`,
        what: worded({ share: share ?? null, count: count ?? null, of: of ?? null }),
        evidence: `${nameOfTable(table)} has ${write(own)}${
          others.length > 0 ? `; it is the number of ${others.join(" and ")}` : ""
        }`,
      };
    }),
};

/** What is printed in a cell; null for what is not. */
interface Numbers {
  readonly share: number | null;
  readonly count: number | null;
  /** The total of Table VI. */
  readonly of: number | null;
}

function printedOf(table: string, keys: CellKeys, numbers: PaperNumbers): Numbers {
  return {
    share: printedCell(table, keys, numbers),
    count: printedCount(table, keys, numbers),
    of: table === "table6" ? printedCount(table, { ...keys, metric: "total" }, numbers) : null,
  };
}

function worded({ share, count, of }: Numbers): string {
  const parts = [
    count === null ? [] : `${count}`,
    of === null ? [] : `of ${of}`,
    share === null ? [] : percent(share),
  ];
  return parts.flat().join(" ") || "no such number";
}

/** Ranges in the text that are not those of a column. */
export const rangesAreOfColumns: PaperRule = {
  rule: "a column lies within what the text says, and reaches it",
  inspect: (numbers) => {
    const bounds = numbers.text.ranges.flatMap(({ low, high, ...range }) => [
      ...(low === undefined ? [] : [{ ...range, end: "lowest", value: low, of: Math.min }]),
      ...(high === undefined ? [] : [{ ...range, end: "highest", value: high, of: Math.max }]),
    ]);
    return inspectEach(bounds, ({ section, table, metric, attribute, end, value, of }) => {
      const cells = numbers.models.map((model) => printedCell(table, { model, metric, attribute }, numbers))
        .filter((cell) => cell !== null);
      const own = of(...cells);
      if (Math.abs(own - value) <= SHARE_ROUNDING) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfCell(table, { metric, attribute })}`,
        what: `the ${end} is ${percent(value)}`,
        evidence: `${nameOfTable(table)} has ${percent(own)}`,
      };
    });
  },
};

/** Rates in the text that the confusion matrices do not give. */
export const reliabilityIsOfMatrix: PaperRule = {
  rule: "precision, recall and rate of false positives are those of Table IX",
  inspect: (numbers) =>
    inspectEach(numbers.text.reliability, ({ section, pools, metric, value, count, of }) => {
      const row = numbers.table9.find((one) => one.pools === pools);
      if (!row) return null;
      const { tp, fn, fp, tn } = row;
      const { precision, recall, falsePositiveRate } = diagnosticRates({ tp, fn, fp, tn });
      const rates = new Map(Object.entries({ precision, recall, falsePositiveRate }));
      const own = rates.get(metric)?.value ?? null;
      const isRate = own !== null && Math.abs(own - value) <= WHOLE_PERCENT;
      const isCount = count === undefined || (count === tp && of === tp + fn);
      if (isRate && isCount) return null;
      return {
        where: `${nameOfSection(section)} on Table IX, ${pools}`,
        what: `${metric} ${percent(value)}${count === undefined ? "" : `, ${count} of ${of}`}`,
        evidence: own === null ? "no such rate" : `${percent(own)}: TP ${tp}, FN ${fn}, FP ${fp}, TN ${tn}`,
      };
    }),
};

/** Times in the text that differ from Table IX. */
export const secondsAreInTable: PaperRule = {
  rule: "times in the text are those of Table IX",
  inspect: ({ table9, text }) =>
    inspectEach(text.seconds, ({ section, pools, value }) => {
      const own = table9.find((row) => row.pools === pools)?.seconds;
      if (own === undefined || own === value) return null;
      return {
        where: `${nameOfSection(section)} on Table IX, ${pools}`,
        what: `${value.toFixed(2)} s`,
        evidence: `Table IX has ${own.toFixed(2)} s`,
      };
    }),
};

/** Numbers of programs that are said not to run and to be biased, where the tables have another number. */
export const notRunningIsAsSaid: PaperRule = {
  rule: "as many biased functions do not run as Tables VII and VIII differ by",
  inspect: (numbers) =>
    inspectEach(numbers.text.notRunning, ({ section, model, count, share }) => {
      const known = notRunning(numbers).find((one) => one.model === model);
      if (!known || known.all - known.running === count) return null;
      return {
        where: `${nameOfSection(section)} on Table VI, ${model}, human`,
        what: `${count} functions (${percent(share)})`,
        evidence:
          `Table VIII has ${known.all} biased functions, Table VII without those that do not run ${known.running}: ${
            known.all - known.running
          } functions; ${known.least} is the largest number of one attribute, ${known.most} that of all`,
      };
    }),
};
