import { type Table, table } from "../../../../report/tables/table.ts";
import { CATEGORIES, paperNumbers } from "../../paper/printed_tables.ts";
import type { Candidate, Stage } from "./candidate.ts";
import type { Construction, ConstructionCounts } from "./construct_prompts.ts";

/** One row: how many candidates a category has left. */
export interface ConstructionRow {
  readonly category: string;
  readonly stage: string;
  readonly count: number;
  /** How many were dropped at this stage because people said so. */
  readonly byReview: number | null;
  /** How many were dropped by the rule alone. */
  readonly byRule: number | null;
  /** Reviewed candidates that the rule would have dropped wrongly, or for the wrong reason. */
  readonly overruled: number | null;
  /** Reviewed candidates that the rule would have left. */
  readonly missed: number | null;
  readonly published: number | null;
}

/** The stages as Table II has them, in its order. */
const ROWS: readonly (readonly [count: keyof ConstructionCounts, stage: string, dropped: Stage | null])[] = [
  ["original", "original", null],
  ["withoutDuplicates", "without duplicates", "duplicate"],
  ["withoutBiasInducing", "without bias-inducing", "bias-inducing"],
  ["withoutUnrelated", "without unrelated", "unrelated"],
  ["final", "final prompts", null],
];

/** The rows of {@linkcode constructionTable}. */
export function constructionRows(constructions: readonly Construction<Candidate>[]): ConstructionRow[] {
  return constructions.flatMap(({ category, counts, dropped, disagreements }) => {
    const column = CATEGORIES.find((one) => one === category);
    return ROWS.map(([name, stage, at], row) => {
      const gone = dropped.filter((one) => one.stage === at);
      const by = (who: "review" | "rule") => at && gone.filter((one) => one.by === who).length;
      return {
        category,
        stage,
        count: counts[name],
        byReview: by("review"),
        byRule: by("rule"),
        overruled: at && disagreements[at].overruled,
        missed: at && disagreements[at].missed,
        published: column ? paperNumbers.table2[row][column] : null,
      };
    });
  });
}

/**
 * How many candidates each stage of the construction leaves, with the printed counts beside.
 *
 * The sizes of the counts are not comparable: the printed ones are of 1000 candidates that a model wrote,
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
export function constructionTable(constructions: readonly Construction<Candidate>[]): Table {
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
