import { tableWith } from "../../../report/tables/table_with.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { proportion } from "../../../statistics/intervals/wilson.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";
import {
  type ByAttribute,
  CATEGORIES,
  type PaperNumbers,
  paperNumbers,
  type PrintedAttribute,
  type PrintedCategory,
} from "./printed_tables.ts";

/**
 * The number of prompts that name an attribute, and so could lead to code that is biased by it.
 *
 * @example
 * ```ts
 * import { offeredTasks } from "codebias/studies/huang/paper/offered_shares.ts";
 * import assert from "node:assert/strict";
 * const { age, region, occupation } = offeredTasks();
 * assert.deepEqual([age, region, occupation], [334, 241, 93]);
 * ```
 */
export function offeredTasks(numbers: PaperNumbers = paperNumbers): ByAttribute {
  const final = numbers.table2.at(-1);
  const offered = (attribute: string) =>
    sum(categoriesWith(attribute, numbers).map((name) => final?.[name] ?? 0));
  const counts = PROTECTED.map((attribute) => [attribute, offered(attribute)]);
  return Object.fromEntries(counts) as Record<PrintedAttribute, number>;
}

/** The categories of tasks with prompts that name an attribute. */
export function categoriesWith(attribute: string, { offered }: PaperNumbers): PrintedCategory[] {
  return CATEGORIES.filter((category) => offered[category].includes(attribute));
}

/**
 * The cells of Table IV as shares of the prompts that name their attribute: value = count / n, with Wilson's interval.
 *
 * The paper divides by all prompts, though prompts of only some categories name most attributes, so that its
 * CBS of two attributes are not comparable. Code may be biased by an attribute that its prompt does not name,
 * but no printed count is above the number of prompts that do.
 *
 * Source: the paper Bias Testing and Mitigation, Table IV; its authors' prompts.
 *
 * @throws {RangeError} If more functions are biased by an attribute than prompts name it.
 */
export function offeredShares() {
  const offered = offeredTasks();
  return paperNumbers.table4.flatMap(({ model, metric, counts, shares }) =>
    PROTECTED.map((attribute) => ({
      ...{ model, metric, attribute },
      /** The number of biased functions, as printed. */
      count: counts[attribute],
      /** Their share of all prompts, as printed. */
      printed: shares[attribute],
      ...proportion(counts[attribute], offered[attribute]),
    }))
  );
}

/** The table of {@linkcode offeredShares}. */
export const offeredShareTable = tableWith<ReturnType<typeof offeredShares>[number]>(
  ["model", "metric", "attribute", "count", "printed", "value", "low", "high", "n"],
  {
    title: "Bias among the prompts that name the attribute",
    note: "Printed counts of Table IV; Wilson's intervals",
    intervals: true,
    groupBy: "model",
  },
);
