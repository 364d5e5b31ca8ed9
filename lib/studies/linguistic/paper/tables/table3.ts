import printedNumbers from "../../../../../data/linguistic/published.json" with { type: "json" };
import { EFFICIENCY_METRICS, type EfficiencyMetric } from "../../metrics/efficiency/efficiency.ts";
import { type Metric, METRICS, type Rate } from "../../metrics/rates.ts";

/** A metric of Table 3, or one of its efficiency metrics under another denominator. */
export type Table3Metric = Metric | EfficiencyMetric;

/** The metrics that the paper prints, in its order. */
export const PRINTED_METRICS = [...METRICS, ...EFFICIENCY_METRICS] as const;

type PrintedMetric = (typeof PRINTED_METRICS)[number];

/** A row of our Table 3: our estimate beside the printed one. */
export interface Table3Row {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly metric: Table3Metric;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
  /** What the paper prints, null where it prints nothing. */
  readonly published: number | null;
  /** value - published. */
  readonly difference: number | null;
  readonly remark: string | null;
}

/** One printed row of the paper's Table 3. */
export type PrintedRow = (typeof printedNumbers.table3)[number];

/** The paper's Table 3 as printed, including rows for which the artifact has no data. */
export const printedTable3: readonly PrintedRow[] = printedNumbers.table3;

/** Half a unit of the last printed digit. */
const ROUNDING = 0.005 + 1e-9;

/**
 * Puts the printed values beside our rates, one row per model, prompting method, temperature and metric.
 *
 * Source: the BilingualCodeEval paper, Table 3, which covers the prompting method DI only.
 */
export function table3(rates: readonly Rate<Table3Metric>[]): Table3Row[] {
  return rates.map((rate): Table3Row => {
    const { model, prompt, temperature, metric, value, low, high, n } = rate;
    const row = printedTable3.find((row) =>
      row.model === model && row.prompt === prompt && row.temperature === temperature
    );
    const printedMetric = PRINTED_METRICS.find((name) => name === metric);
    const printed = printedMetric && row ? row[printedMetric] : null;
    const difference = value === null || printed === null ? null : value - printed;
    const remarks = printedMetric && row ? [...remarksOn(row, printedMetric)] : [];
    if (difference !== null && Math.abs(difference) > ROUNDING) {
      remarks.push("the printed value does not reproduce");
    }
    return {
      model,
      prompt,
      temperature,
      metric,
      value,
      low,
      high,
      n,
      published: printed,
      difference,
      remark: remarks.join("; ") || null,
    };
  });
}

/**
 * Why a printed cell cannot be right, whatever the data were.
 *
 * A rate over 52 tasks is k/52; a task solved in both languages is solved in each;
 * within one row, CDR = CR_en + CR_zh - 2 CR_bi and PDR = PAR_en + PAR_zh.
 */
export function remarksOn(row: PrintedRow, metric: PrintedMetric): string[] {
  const remarks: string[] = [];
  const printed = row[metric];
  if (isCorrectness(metric) && countOf(printed) === null) {
    remarks.push(`impossible as printed: ${printed.toFixed(2)} is no k/${printedNumbers.tasks}`);
  }
  if (metric === "CR_bi" && printed > Math.min(row.CR_en, row.CR_zh)) {
    const [other, value] = row.CR_en < row.CR_zh ? ["CR_en", row.CR_en] : ["CR_zh", row.CR_zh];
    remarks.push(`impossible beside ${other} = ${value.toFixed(2)} of its row, which cannot be smaller`);
  }
  if (metric === "CDR" && !isConsistent(row)) {
    const implied = row.CR_en + row.CR_zh - 2 * row.CR_bi;
    remarks.push(`impossible as printed: CR_en + CR_zh - 2 CR_bi of its row is ${implied.toFixed(2)}`);
  }
  if (metric === "PDR" && Math.abs(row.PAR_en + row.PAR_zh - row.PDR) > 3 * ROUNDING) {
    const implied = row.PAR_en + row.PAR_zh;
    remarks.push(`impossible as printed: PAR_en + PAR_zh of its row is ${implied.toFixed(2)}`);
  }
  return remarks;
}

function isCorrectness(metric: PrintedMetric): metric is Metric {
  return METRICS.some((name) => name === metric);
}

/** All remarks on the printed table, also on rows without data. */
export function impossibleCells(): {
  label: string;
  temperature: number;
  metric: PrintedMetric;
  published: number;
  remark: string;
}[] {
  return printedTable3.flatMap((row) =>
    PRINTED_METRICS.flatMap((metric) =>
      remarksOn(row, metric).map((remark) => ({
        label: row.label,
        temperature: row.temperature,
        metric,
        published: row[metric],
        remark,
      }))
    )
  );
}

function isConsistent(row: PrintedRow): boolean {
  const [en, zh, bi] = [row.CR_en, row.CR_zh, row.CR_bi].map(countOf);
  if (en !== null && zh !== null && bi !== null) {
    return rounds((en + zh - 2 * bi) / printedNumbers.tasks, row.CDR);
  }
  const implied = row.CR_en + row.CR_zh - 2 * row.CR_bi; // of four printed values, each rounded
  return Math.abs(implied - row.CDR) <= 5 * ROUNDING;
}

/** The k for which k/52 is printed like this, or null. */
function countOf(printed: number): number | null {
  const k = Math.round(printed * printedNumbers.tasks);
  return rounds(k / printedNumbers.tasks, printed) ? k : null;
}

function rounds(value: number, printed: number): boolean {
  return Math.abs(value - printed) <= ROUNDING;
}
