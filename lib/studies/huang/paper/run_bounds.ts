import { cellsOfModels } from "./printed/cell_counts.ts";
import { countsOf } from "./printed/paper_cells.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { nameOfCell, nameOfSection, type PaperRule } from "./paper_error.ts";
import type { PaperNumbers, PrintedAttribute } from "./printed/printed_tables.ts";

/** The K of Table IV. */
const RUNS = 5;

/** Prompts with a biased function: in one run, in any of K and in all K. */
interface RunCounts {
  readonly model: string;
  readonly attribute: PrintedAttribute;
  readonly single: number;
  readonly union: number;
  readonly intersection: number;
}

/** Cells of Table IV that no run can have: what is biased in all runs is biased in each, and so in some. */
export const runsAreWithinBounds: PaperRule = {
  rule: "CBS_I@K <= CBS <= CBS_U@K",
  inspect: (numbers) =>
    inspectEach(runsOf(numbers, RUNS), ({ model, attribute, single, union, intersection }) => {
      if (intersection <= single && single <= union) return null;
      return {
        where: nameOfCell("table4", { model, metric: "CBS", attribute }),
        what: `${single}`,
        evidence: `in all runs ${intersection} are biased, in any ${union}`,
      };
    }),
};

/**
 * Cells of Table IV that cannot be averages of the runs which CBS_U@K and CBS_I@K are about.
 *
 * The I prompts with a biased function in all K runs count K times in the sum of the runs, each of the U − I others
 * at least once and at most K − 1 times, so that (U + (K − 1) I) / K <= average <= ((K − 1) U + I) / K.
 */
export const averagesAreWithinBounds: PaperRule = {
  rule: "(U + (K - 1) I) / K <= average CBS <= ((K - 1) U + I) / K",
  inspect: (numbers) => {
    const averages = numbers.text.averages.filter(({ table }) => table === "table4");
    const cells = averages.flatMap((said) =>
      runsOf(numbers, said.runs).map((cell) => ({ ...said, ...cell }))
    );
    return inspectEach(cells, ({ section, runs, model, attribute, single, union, intersection }) => {
      const [low, high] = [
        (union + (runs - 1) * intersection) / runs,
        ((runs - 1) * union + intersection) / runs,
      ];
      if (low <= single && single <= high) return null;
      return {
        where: nameOfCell("table4", { model, metric: "CBS", attribute }),
        what: `${single}, an average of ${runs} runs (${nameOfSection(section)})`,
        evidence: `${union} are biased in any of ${runs} runs and ${intersection} in all, ` +
          `which makes an average of ${low.toFixed(1)} to ${high.toFixed(1)}: it is one run` +
          (Math.max(low - single, single - high) <= 0.5 ? ", or rounded to whole functions" : ""),
      };
    });
  },
};

function runsOf(numbers: PaperNumbers, runs: number): RunCounts[] {
  return cellsOfModels(numbers.models).flatMap(({ model, attribute }) => {
    const [single, union, intersection] = ["CBS", `CBS_U@${runs}`, `CBS_I@${runs}`].map((metric) =>
      countsOf(numbers, "table4", { model, metric })?.[attribute]
    );
    if (single === undefined || union === undefined || intersection === undefined) return [];
    return [{ model, attribute, single, union, intersection }];
  });
}
