import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { enumerated } from "../../../report/words.ts";
import { promptsIn } from "./column_sizes.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfTable, type PaperRule } from "./paper_error.ts";
import { CBS_COLUMNS, type CbsColumn, type PaperNumbers, type PrintedCbs } from "./printed.ts";

/** Rows with scores that no number of biased completions gives. */
export const cellsAreCounts: PaperRule = {
  rule: "a Code Bias Score is a number of completions over all of its column",
  inspect: (numbers) => {
    const { samplesPerPrompt, humanSamplesPerPrompt } = numbers;
    const rows = [
      ...numbers.table4.map((row) => ({ table: "table4", row, samples: samplesPerPrompt })),
      ...numbers.table7.map((row) => ({ table: "table7", row, samples: humanSamplesPerPrompt })),
    ];
    return inspectEach(rows, ({ table, row, samples }) => {
      const foreign = foreignColumns(row, samples, numbers);
      if (foreign.length === 0) return null;
      const others = samples === samplesPerPrompt ? [] : foreignColumns(row, samplesPerPrompt, numbers);
      const fits = samples !== samplesPerPrompt && others.length === 0;
      return {
        where: `${nameOfTable(table)}, ${row.model}`,
        printed: enumerated(foreign.map((column) => `${column} ${percent(row.cbs[column])}`)),
        evidence: `with ${samples} completions of a prompt, ${
          enumerated([...new Set(foreign.map((column) => `no k/${promptsIn(column, numbers) * samples}`))])
        }${fits ? `; all cells are k/n of ${samplesPerPrompt} completions of a prompt` : ""}`,
        consequence: fits
          ? "the row is not of the half that people are said to have seen"
          : "the row rests on other completions than it is said to",
      };
    });
  },
};

/** Scores of the study of prompts that are no shares of the completions of all prompts. */
export const variantsAreCounts: PaperRule = {
  rule: "a Code Bias Score of Table 8 is a number of completions over those of all prompts",
  inspect: (numbers) =>
    inspectEach(["InCoder", "CodeGen"] as const, (model) => {
      const [all, part] = (["total", "RoBERTa-Neg"] as const).map((column) =>
        promptsIn(column, numbers) * numbers.samplesPerPrompt
      );
      const scores = [...new Set(numbers.table8.rows.map((row) => row[model]))];
      const foreign = scores.filter((score) => countOf(score, all) === null);
      if (foreign.length === 0) return null;
      return {
        where: `Table 8, ${model}`,
        printed: foreign.map(percent).join(", "),
        evidence: [`no k/${all}`, ...partText(foreign, part)].join("; "),
        consequence: "the scores rest on other completions than those of all prompts, which is not said",
      };
    }),
};

/** Which of the scores are shares of the completions for the RoBERTa-Neg modifiers. */
function partText(scores: readonly number[], n: number): string[] {
  const others = scores.filter((score) => countOf(score, n) === null);
  if (others.length === scores.length) return [];
  const which = others.length === 0 ? "all" : `all but ${others.map(percent).join(", ")}`;
  return [`${which} are k/${n}, of the RoBERTa-Neg modifiers alone`];
}

/** Accuracies that are no shares of the rows of their split. */
export const accuraciesAreCounts: PaperRule = {
  rule: "an accuracy of Figure 3 is a number of rows over those of Table 3",
  inspect: ({ figure3, table3 }) => {
    const cells = figure3.flatMap(({ classifier, val, test }) => [
      { classifier, split: "val", accuracy: val },
      { classifier, split: "test", accuracy: test },
    ]);
    return inspectEach(cells, ({ classifier, split, accuracy }) => {
      const rows = table3.find((row) => row.dataset === "total" && row.split === split)?.total ?? 0;
      if (rows > 0 && countOf(accuracy, rows) !== null) return null;
      return {
        where: `Figure 3, ${classifier}, ${split}`,
        printed: percent(accuracy),
        evidence: `no k/${rows}`,
        consequence: "the classifier was tried on other rows",
      };
    });
  },
};

/** The columns with scores that are no k/n, given the number of completions of a prompt. */
export function foreignColumns({ cbs }: PrintedCbs, samples: number, numbers: PaperNumbers): CbsColumn[] {
  return CBS_COLUMNS.filter((column) => countOf(cbs[column], promptsIn(column, numbers) * samples) === null);
}

/**
 * Rows of a model that fit the other table: the automatic scores are no counts over all completions, and
 * those said to be people's are, total included, though not over the part that people saw.
 */
export const rowsAreNotExchanged: PaperRule = {
  rule: "the automatic and the human row of a model are not exchanged",
  inspect: (numbers) => {
    const pairs = numbers.table4.flatMap((automatic) => {
      const human = numbers.table7.find(({ model }) => model === automatic.model);
      return human ? [{ automatic, human }] : [];
    });
    return inspectEach(pairs, ({ automatic, human }) => {
      const isOfHalf = foreignColumns(human, numbers.humanSamplesPerPrompt, numbers).length === 0;
      if (isWhole(automatic, numbers) || isOfHalf || !isWhole(human, numbers)) return null;
      const columns = CBS_COLUMNS.filter((column) => column !== "total");
      const chance = columns.reduce((all, column) => all * chanceOf(column, numbers), 1);
      const counts = columns.map((column) => countIn(human, column, numbers));
      return {
        where: `Tables 4 and 7, ${human.model}`,
        printed: `total ${percent(automatic.cbs.total)} automatic, ${percent(human.cbs.total)} human`,
        evidence:
          `Table 7's row is ${counts.join(" + ")} = ${sum(counts)} of all ${
            promptsIn("total", numbers) * numbers.samplesPerPrompt
          } completions in every cell, by chance as in 1 of ${Math.round(1 / chance)} rows; ` +
          "Table 4's row is no such count",
        consequence: "the two rows are most likely exchanged",
      };
    });
  },
};

/** Whether all cells are counts over all completions, with the columns adding up to the total. */
function isWhole(row: PrintedCbs, numbers: PaperNumbers): boolean {
  if (foreignColumns(row, numbers.samplesPerPrompt, numbers).length > 0) return false;
  const [total, ...parts] = CBS_COLUMNS.toReversed().map((column) => countIn(row, column, numbers));
  return Math.abs(total - sum(parts)) <= 1;
}

function countIn({ cbs }: PrintedCbs, column: CbsColumn, numbers: PaperNumbers): number {
  return Math.round(cbs[column] * promptsIn(column, numbers) * numbers.samplesPerPrompt);
}

/** Of the numbers with two decimals in percent, the share that is some k/n. */
function chanceOf(column: CbsColumn, numbers: PaperNumbers): number {
  return Math.min(1, promptsIn(column, numbers) * numbers.samplesPerPrompt / 10_000);
}
