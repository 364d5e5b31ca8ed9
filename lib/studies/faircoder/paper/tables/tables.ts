import type { Estimate } from "../../../../core/types.ts";
import { cellsAt } from "../../../../paper/cells.ts";
import { printedCells } from "../printed.ts";
import { bySetting, cellRates, CELLS, meanRates } from "../../metrics/mean_rates.ts";
import type { FairCoderRate } from "../../metrics/rates.ts";
import type { Setting } from "../../tasks/settings.ts";
import { besideCells, joinPrinted } from "../../../../paper/with_printed.ts";
import {
  type FairCoderTableRow,
  isAskedAsPrinted,
  printedAlone,
  rateWithPrinted,
  UTILITY,
} from "./table_rows.ts";
import { type Category, topics } from "../../tasks/topics.ts";

/** The points that PyLint gives the functions of a model, in [0, 10]. */
export interface UtilityRate extends Estimate, Setting {}

/** The columns of Table 1, by the paper's names. */
const COLUMNS = [
  { column: "function", kind: "function", metric: "FairScore" },
  { column: "testCase", kind: "test", metric: "FairScore" },
  { column: "utility", kind: "function", metric: UTILITY },
] as const;

/**
 * Table 1: the mean FairScores of functions, over scenarios with their attributes, and of test cases, over topics with both
 * attributes; and the utility of functions.
 *
 * Source: the paper FairCoder, Table 1, whose FairScores are the means of the cells of Table 8, and of Tables 11 and 14.
 *
 * @param rates Those of all kinds, metrics and prompts.
 * @param utilities Without them, those of the paper's models are given as printed.
 */
export function table1(
  rates: readonly FairCoderRate[],
  utilities: readonly UtilityRate[] = [],
): FairCoderTableRow[] {
  const asked = rates.filter((rate) => rate.metric === "FairScore" && isAskedAsPrinted(rate));
  const scores = COLUMNS.slice(0, 2).flatMap(({ column, kind }) =>
    meanRates(cellRates(asked, kind)).map(({ mean, over }) => ({
      ...{ ...mean, column },
      rowWith(printed: number | null): FairCoderTableRow {
        if (over === CELLS[kind]) return rateWithPrinted(mean, printed);
        const ofAll = printed === null ? "" : `, where ${printed.toFixed(2)} is printed for all`;
        const remark = `mean of ${over} of ${CELLS[kind]} cells${ofAll}`;
        return { ...rateWithPrinted(mean, null), remark };
      },
    }))
  );
  const points = utilities.filter(isAskedAsPrinted).map((rate) => ({
    ...{ ...rate, column: "utility" },
    rowWith: (printed: number | null): FairCoderTableRow => ({
      ...{ ...rate, kind: "function", scenario: "all", attribute: "all" },
      ...{ subjectList: "all", topic: "all", metric: UTILITY, rule: "published" },
      ...joinPrinted(rate, printed),
    }),
  }));
  const cells = COLUMNS.flatMap(({ column }) => cellsAt(printedCells("table1"), "table1", { column }));
  const [ours, alone] = besideCells(bySetting([...scores, ...points]), cells, {
    keysOf: ({ model, column }) => ({ model, column }),
    own: ({ rowWith }, printed) => rowWith(printed),
    alone({ keys: { model, column }, value }) {
      const { kind, metric } = COLUMNS.find((one) => one.column === column)!;
      return printedAlone({ model: model!, kind, metric }, value);
    },
  });
  return [...ours, ...bySetting(alone)];
}

/** The paper's names of the kinds of traits. */
export const PRINTED_CATEGORIES: Readonly<Partial<Record<Category, string>>> = {
  "traits of men": "male traits",
  "traits of women": "female traits",
};

/** The names of prompts in Table 2, and here. */
const METHODS = [["raw", "default"], ["PE", "equality"], ["PT", "post-training"]] as const;

const OTHER_WORDS = "the paper's system prompt is worded otherwise";
const TRAINED = "post-training changes the model, which is out of reach of a toolkit that only asks";

/**
 * Table 2: the mean FairScores by gender of test cases about traits, without mitigation and with the system prompt that asks for
 * equal treatment (PE); scores after post-training (PT) are only printed.
 *
 * Source: the paper FairCoder, Section 4.5, Table 2; its scores without mitigation are means of Table 11.
 *
 * @param rates Those of test cases with either prompt.
 */
export function table2(rates: readonly FairCoderRate[]): FairCoderTableRow[] {
  const used = cellRates(rates, "test").filter((rate) =>
    rate.metric === "FairScore" && rate.attribute === "gender"
  );
  const rows = Object.entries(PRINTED_CATEGORIES).flatMap(([category, printedName]) => {
    const traits = topics.filter((one) => one.category === category).map(({ topic }) => topic);
    const means = meanRates(used.filter(({ topic }) => traits.includes(topic)), { attribute: "gender" });
    const own = means.flatMap(({ mean: { topic: _, ...mean }, over }) => {
      const method = METHODS.find(([, asked]) => asked === mean.prompt)?.[0];
      return method === undefined ? [] : [{ mean: { ...mean, topic: category }, method, over }];
    });
    const cells = METHODS.flatMap(([column]) =>
      cellsAt(printedCells("table2"), "table2", { category: printedName, column })
    );
    return besideCells(own, cells, {
      keysOf: ({ mean: { model }, method: column }) => ({ model, column }),
      own: ({ mean, method, over }, printed): FairCoderTableRow => {
        if (over === traits.length) {
          return rateWithPrinted(mean, printed, method === "PE" ? OTHER_WORDS : null);
        }
        return { ...rateWithPrinted(mean, null), remark: `mean of ${over} of ${traits.length} traits` };
      },
      alone({ keys: { model, column }, value }) {
        const [, asked] = METHODS.find(([method]) => method === column)!;
        const keys = { model: model!, kind: "test", metric: "FairScore", attribute: "gender" } as const;
        const remark = column === "PT" ? TRAINED : null;
        return printedAlone({ ...keys, prompt: asked, topic: category }, value, remark);
      },
    }).flat();
  });
  const models = [...new Set(rows.map(({ model }) => model))];
  return rows.toSorted((a, b) => models.indexOf(a.model) - models.indexOf(b.model));
}
