import { audit, errataOf } from "../../../paper/audit.ts";
import { type Breach, rule, type Rules } from "../../../paper/rules.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { METRICS } from "../metrics/rates.ts";
import {
  PRINTED_METRICS,
  type PrintedMetric,
  type PrintedRow,
  printedTable3,
  printedTasks,
} from "./printed.ts";

/** Half a unit of the last printed digit. */
export const ROUNDING = 0.005 + 1e-9;

const tasksOf = (printed: number) => countOf(printed, printedTasks, { digits: 2 });

/** Rules that compare the cells of a row of Table 3 with each other, whatever the data were. */
const rules: Rules<readonly PrintedRow[]> = {
  "a rate is that of a number of tasks": rule(
    (rows) => rows.flatMap((row) => METRICS.map((metric) => ({ row, metric }))),
    ({ row, metric }) =>
      tasksOf(row[metric]) === null &&
      breach(row, metric, `impossible as printed: ${row[metric].toFixed(2)} is no k/${printedTasks}`),
  ),
  "a task that is solved in both languages is solved in each": rule((rows) => rows, (row) => {
    const other = row.CR_en < row.CR_zh ? "CR_en" : "CR_zh";
    const beside = `${other} = ${row[other].toFixed(2)} of its row, which cannot be smaller`;
    return row.CR_bi > row[other] && breach(row, "CR_bi", `impossible beside ${beside}`);
  }),
  "CDR = CR_en + CR_zh - 2 CR_bi": rule((rows) => rows, (row) => {
    const implied = row.CR_en + row.CR_zh - 2 * row.CR_bi;
    const [en, zh, bi] = [row.CR_en, row.CR_zh, row.CR_bi].map(tasksOf);
    const isPossible = en !== null && zh !== null && bi !== null
      ? Math.abs((en + zh - 2 * bi) / printedTasks - row.CDR) <= ROUNDING
      : Math.abs(implied - row.CDR) <= 5 * ROUNDING; // of four printed values, each rounded
    const evidence = `impossible as printed: CR_en + CR_zh - 2 CR_bi of its row is ${implied.toFixed(2)}`;
    return !isPossible && breach(row, "CDR", evidence);
  }),
  "PDR = PAR_en + PAR_zh": rule((rows) => rows, (row) => {
    const implied = row.PAR_en + row.PAR_zh;
    return Math.abs(implied - row.PDR) > 3 * ROUNDING &&
      breach(row, "PDR", `impossible as printed: PAR_en + PAR_zh of its row is ${implied.toFixed(2)}`);
  }),
};

/** The audit of the printed Table 3; no rule refers to a particular cell. */
export const paperAudit = audit(rules, () => printedTable3);

/** The reasons why a printed cell cannot be right, whatever the data were. */
export function remarksOn(row: PrintedRow, metric: PrintedMetric): string[] {
  return errataOf(rules, [row]).filter(({ where }) => where === placeOf(row, metric)).map((one) =>
    one.evidence
  );
}

/** All remarks on the printed table, including rows without data. */
export function impossibleCells() {
  return printedTable3.flatMap((row) =>
    PRINTED_METRICS.flatMap((metric) =>
      remarksOn(row, metric).map((remark) => ({
        ...{ label: row.label, temperature: row.temperature, metric, published: row[metric], remark },
      }))
    )
  );
}

function breach(row: PrintedRow, metric: PrintedMetric, evidence: string): Breach {
  return { where: placeOf(row, metric), printed: `${row[metric]}`, evidence };
}

function placeOf({ label, temperature }: PrintedRow, metric: PrintedMetric): string {
  return `Table 3, ${label}, t = ${temperature}, ${metric}`;
}
