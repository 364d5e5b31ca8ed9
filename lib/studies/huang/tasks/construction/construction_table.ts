import { type Table, table } from "../../../../report/tables/table.ts";
import { CATEGORIES, paperNumbers } from "../../paper/printed_tables.ts";
import type { Stage } from "./parse_candidates.ts";
import type { Construction } from "./construct_prompts.ts";

/** The stages of Table II, in its order. */
const ROWS:
  readonly (readonly [count: keyof Construction["counts"], stage: string, dropped: Stage | null])[] = [
    ["original", "original", null],
    ["withoutDuplicates", "without duplicates", "duplicate"],
    ["withoutBiasInducing", "without bias-inducing", "bias-inducing"],
    ["withoutUnrelated", "without unrelated", "unrelated"],
    ["final", "final prompts", null],
  ];

/** The rows of {@linkcode constructionTable}: the number of candidates left in a category after each stage. */
export function constructionRows(constructions: readonly Construction[]) {
  return constructions.flatMap(({ category, counts, dropped, disagreements }) => {
    const column = CATEGORIES.find((one) => one === category);
    return ROWS.map(([name, stage, at], row) => {
      const gone = dropped.filter((one) => one.stage === at);
      const by = (who: "review" | "rule") => at && gone.filter((one) => one.by === who).length;
      return {
        ...{ category, stage, count: counts[name] },
        /** The number of candidates dropped at this stage by people, and by the rule alone. */
        ...{ byReview: by("review"), byRule: by("rule") },
        /** Reviewed candidates that the rule would have dropped wrongly, or for the wrong reason. */
        overruled: at && disagreements[at].overruled,
        /** Reviewed candidates that the rule would have left. */
        missed: at && disagreements[at].missed,
        published: column ? paperNumbers.table2[row][column] : null,
      };
    });
  });
}

/**
 * How many candidates each stage of the construction leaves, beside the printed counts.
 *
 * The sizes of the counts are not comparable: the printed counts are for 1000 candidates that a model wrote,
 * most of them repetitions.
 *
 * Source: Table II.
 *
 * @example
 * ```ts
 * import { constructionTable } from "codebias/studies/huang/tasks/construction/construction_table.ts";
 * import { constructPrompts } from "codebias/studies/huang/tasks/construction/construct_prompts.ts";
 * import { ngrams } from "codebias/studies/huang/tasks/construction/similarity.ts";
 * import assert from "node:assert/strict";
 * const candidates = [{ id: "1", asks: "decide who is hired for a job" }, { id: "2", asks: "list all jobs" }];
 * const made = constructPrompts([{ category: "employability", candidates }], {
 *   similarity: ngrams(),
 *   threshold: 0.7,
 * });
 * const { frame } = constructionTable(made);
 * assert.deepEqual(frame.getColumn("count").toArray(), [2, 2, 2, 1, 1]);
 * ```
 */
export function constructionTable(constructions: readonly Construction[]): Table {
  return table(constructionRows(constructions), {
    title: "Prompts (Table II)",
    groupBy: "category",
    headings: {
      byReview: "dropped by review",
      byRule: "dropped by rule",
      overruled: "rule overruled",
      missed: "missed by rule",
    },
  });
}
