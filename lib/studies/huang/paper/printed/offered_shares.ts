import type { Estimate } from "../../../../core/types.ts";
import { type Table, table } from "../../../../report/tables/table.ts";
import { enumerated } from "../../../../report/words.ts";
import { sum } from "../../../../statistics/descriptive.ts";
import { proportion } from "../../../../statistics/intervals/wilson.ts";
import { inspectEach, percent } from "../../../../report/paper_rules.ts";
import { counted, nameOfCell, nameOfSection, type PaperRule } from "../paper_error.ts";
import { CATEGORIES, type PrintedCategory } from "../paper_text.ts";
import {
  type ByAttribute,
  type PaperNumbers,
  paperNumbers,
  type PrintedAttribute,
} from "./printed_tables.ts";
import { PROTECTED } from "../../tasks/vocabulary.ts";

/**
 * How many prompts name an attribute, and so could lead to code that is biased by it.
 *
 * @example
 * ```ts
 * import { offeredTasks } from "codebias/studies/huang/paper/printed/offered_shares.ts";
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

function categoriesWith(attribute: string, { offered }: PaperNumbers): PrintedCategory[] {
  return CATEGORIES.filter((category) => offered[category].includes(attribute));
}

/** A cell of Table IV as a share of the prompts that name its attribute. */
export interface OfferedShare extends Estimate {
  readonly model: string;
  readonly metric: string;
  readonly attribute: PrintedAttribute;
  /** Biased functions, as printed. */
  readonly count: number;
  /** Their share of all prompts, as printed. */
  readonly printed: number;
}

/**
 * Table IV of the prompts that name an attribute: value = count / n, with Wilson's interval.
 *
 * The paper divides by all prompts, though prompts of only some categories name most attributes, so that its
 * CBS of two attributes are not comparable. Code may be biased by an attribute that its prompt does not name,
 * but no printed count is above the number of prompts that do.
 *
 * Source: the paper Bias Testing and Mitigation, Table IV; its authors' prompts.
 *
 * @throws {RangeError} If more functions are biased by an attribute than prompts name it.
 */
export function offeredShares(numbers: PaperNumbers = paperNumbers): OfferedShare[] {
  const offered = offeredTasks(numbers);
  return numbers.table4.flatMap(({ model, metric, counts, shares }) =>
    PROTECTED.map((attribute) => ({
      ...{ model, metric, attribute, count: counts[attribute], printed: shares[attribute] },
      ...proportion(counts[attribute], offered[attribute]),
    }))
  );
}

/** The same to read. */
export function offeredShareTable(rows: readonly OfferedShare[] = offeredShares()): Table {
  return table(rows, {
    title: "Bias among the prompts that name the attribute",
    note: "Printed counts of Table IV; Wilson's intervals",
    columns: ["model", "metric", "attribute", "count", "printed", "value", "low", "high", "n"],
    intervals: true,
    groupBy: "model",
  });
}

/** Cells of Table IV with more functions than prompts name the attribute. */
export const countsAreOffered: PaperRule = {
  rule: "no more functions are biased by an attribute than prompts name it",
  inspect: (numbers) => {
    const offered = offeredTasks(numbers);
    const cells = numbers.table4.flatMap(({ model, metric, counts }) =>
      PROTECTED.map((attribute) => ({ model, metric, attribute, count: counts[attribute] }))
    );
    return inspectEach(cells, ({ count, attribute, ...keys }) => {
      if (count <= offered[attribute]) return null;
      return {
        where: nameOfCell("table4", { ...keys, attribute }),
        what: `${count}`,
        evidence: `${offered[attribute]} prompts name the attribute`,
      };
    });
  },
};

/** Attributes with a CBS that is a share of all prompts, though not all of them name it. */
export const sharesAreOfOffered: PaperRule = {
  rule: "CBS of an attribute is of the prompts that name it",
  inspect: (numbers) => {
    const offered = offeredTasks(numbers);
    return inspectEach(PROTECTED, (attribute) => {
      const n = offered[attribute];
      const rows = numbers.table4.filter(({ metric }) => metric === "CBS");
      const [most] = rows.toSorted((a, b) => b.counts[attribute] - a.counts[attribute]);
      if (n === numbers.tasks || n === 0 || !most) return null;
      const [count, share] = [most.counts[attribute], most.shares[attribute]];
      return {
        where: nameOfCell("table4", { metric: "CBS", attribute }),
        what: `shares of all ${numbers.tasks} prompts, e.g. ${most.model} ${counted(count, share)}`,
        evidence: `${n} prompts name it, those of ${
          enumerated(categoriesWith(attribute, numbers))
        }; of these, it is ${percent(count / n)}`,
      };
    });
  },
};

/** Attributes said to have a higher CBS than the others, but without it among the prompts that name them. */
export const prevalentAmongOffered: PaperRule = {
  rule: "the attributes with higher CBS have it among the prompts that name them, too",
  inspect: (numbers) => {
    const offered = offeredTasks(numbers);
    const claims = numbers.text.prevalent.flatMap((said) =>
      numbers.table4.filter(({ metric }) => metric === "CBS").map((row) => ({ ...said, row }))
    );
    return inspectEach(claims, ({ section, attributes, row: { model, counts } }) => {
      const shares = PROTECTED.map((attribute) => ({
        attribute,
        share: counts[attribute] / offered[attribute],
      })).toSorted((a, b) => a.share - b.share);
      const low = shares.find(({ attribute }) => attributes.includes(attribute));
      const high = shares.findLast(({ attribute }) => !attributes.includes(attribute));
      if (!low || !high || high.share < low.share) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfCell("table4", { model })}`,
        what: `${enumerated(attributes)} are more prevalent than ${high.attribute}`,
        evidence: `among the prompts that name them, ${high.attribute} has ${percent(high.share)} (${
          counts[high.attribute]
        } of ${offered[high.attribute]}), ${low.attribute} ${percent(low.share)}`,
      };
    });
  },
};
