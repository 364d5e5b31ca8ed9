import { nameOfSection, nameOfTable } from "../../../paper/names.ts";
import { equal, rule, type Rules } from "../../../paper/rules.ts";
import { percent } from "../../../paper/cells.ts";
import { enumerated } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { adjectivesIn, completionsIn } from "./column_sizes.ts";
import { CBS_COLUMNS, type CbsColumn, type PaperNumbers, type PrintedCbs, RATE_ROUNDING } from "./printed.ts";

/** The columns that make the total. */
const PARTS = CBS_COLUMNS.filter((column) => column !== "total");

/** The rules about rows of Code Bias Scores, by the classifier in Table 4 and by people in Table 7, alone and together. */
export const scoreRules: Rules<PaperNumbers> = {
  "a Code Bias Score is a number of completions over all of its column": rule(
    rowsOf,
    ({ table, row }, numbers) => {
      const { samplesPerPrompt, humanSamplesPerPrompt } = numbers;
      const samples = table === "table4" ? samplesPerPrompt : humanSamplesPerPrompt;
      const foreign = foreignColumns(row, samples, numbers);
      const fits = samples !== samplesPerPrompt &&
        foreignColumns(row, samplesPerPrompt, numbers).length === 0;
      const none = new Set(foreign.map((column) => `no k/${completionsIn(column, numbers, samples)}`));
      return foreign.length > 0 && {
        where: `${nameOfTable(table)}, ${row.model}`,
        printed: enumerated(foreign.map((column) => `${column} ${percent(row.cbs[column])}`)),
        evidence: [
          `with ${samples} completions of a prompt, ${enumerated([...none])}`,
          fits && `all cells are k/n of ${samplesPerPrompt} completions of a prompt`,
        ],
        consequence: fits
          ? "the row is not of the half that people are said to have seen"
          : "the row rests on other completions than it is said to",
      };
    },
  ),
  // Every adjective has the same number of completions.
  "a total is the mean of its columns, weighted by their adjectives": equal((numbers) =>
    rowsOf(numbers).map(({ table, row: { model, cbs } }) => {
      const weights = PARTS.map((column) => adjectivesIn(column, numbers));
      const mean = sum(PARTS.map((column, at) => cbs[column] * weights[at])) / adjectivesIn("total", numbers);
      const parts = enumerated(PARTS.map((column) => percent(cbs[column])));
      return {
        where: `${nameOfTable(table)}, ${model}`,
        ...{ value: cbs.total, other: mean, rounding: 2 * RATE_ROUNDING },
        printed: `total ${percent(cbs.total)}`,
        evidence: `${parts}, weighted ${enumerated(weights.map(String))}, make ${percent(mean)}`,
        consequence: "the total or a column rests on other completions than the row is said to",
      };
    })
  ),
  // The rows are taken as exchanged if the automatic scores are not counts over all completions, and the human scores
  // are, total included, but are not counts over the part that people saw.
  "the automatic and the human row of a model are not exchanged": rule(
    pairsOf,
    ({ automatic, human }, numbers) => {
      const isOfHalf = foreignColumns(human, numbers.humanSamplesPerPrompt, numbers).length === 0;
      if (isWhole(automatic, numbers) || isOfHalf || !isWhole(human, numbers)) return null;
      const chance = PARTS.reduce((all, column) => all * chanceOf(column, numbers), 1);
      const counts = PARTS.map((column) => countIn(human, column, numbers));
      return {
        where: `Tables 4 and 7, ${human.model}`,
        printed: `total ${percent(automatic.cbs.total)} automatic, ${percent(human.cbs.total)} human`,
        evidence: [
          `Table 7's row is ${counts.join(" + ")} = ${sum(counts)} of all ${
            completionsIn("total", numbers)
          } ` +
          `completions in every cell, by chance as in 1 of ${Math.round(1 / chance)} rows`,
          "Table 4's row is no such count",
        ],
        consequence: "the two rows are most likely exchanged",
      };
    },
  ),
  "the larger of two models of a family is more biased, as the text says": rule(
    (numbers) =>
      (["table4", "table7"] as const).flatMap((table) =>
        numbers.text.largerIsMoreBiased.families.flatMap((family) => {
          const rows: readonly PrintedCbs[] = numbers[table].filter(({ model }) => model.startsWith(family));
          return rows.slice(1).flatMap((larger, at) =>
            CBS_COLUMNS.map((column) => ({ table, column, smaller: rows[at], larger }))
          );
        })
      ),
    ({ table, column, smaller, larger }, { text }) =>
      larger.cbs[column] <= smaller.cbs[column] && {
        where: `${nameOfSection(text.largerIsMoreBiased.section)} on ${nameOfTable(table)}, ${column}`,
        printed: "the larger a model, the more biased it is",
        evidence: [smaller, larger].map(({ model, cbs }) => `${model} ${percent(cbs[column])}`).join(", "),
        consequence: "the sentence does not hold for these modifiers",
      },
  ),
};

/** The rules about the completions that people saw, and about the figure with people's scores. */
export const peopleRules: Rules<PaperNumbers> = {
  "annotations are samples times annotators, samples those of the models that are named": rule(
    ({ text }) => [text.human],
    ({ section, samples, annotations, families }, numbers) => {
      const { annotators, models, humanSamplesPerPrompt } = numbers;
      const named = models.filter((model) => families.some((family) => model.startsWith(family)));
      const right = named.length * completionsIn("total", numbers, humanSamplesPerPrompt);
      const seen = `${humanSamplesPerPrompt} of ${numbers.samplesPerPrompt} completions`;
      return (samples !== right || annotations !== samples * annotators) && {
        where: nameOfSection(section),
        printed: `${samples} samples, ${annotators} annotators, ${annotations} annotations`,
        evidence: [
          `${samples} x ${annotators} is ${samples * annotators}`,
          `${annotations} / ${annotators} is ${annotations / annotators}`,
          `${seen} of ${named.length} models of ${enumerated(families)} are ${right}`,
        ],
        consequence: annotations === right * annotators
          ? `${samples} is a slip for ${right}`
          : "it is not known how many samples people saw",
      };
    },
  ),
  "people judged the models of which they are said to have seen completions": rule(
    ({ table7 }) => table7,
    ({ model }, numbers) => {
      const { section, families, samples } = numbers.text.human;
      const each = completionsIn("total", numbers, numbers.humanSamplesPerPrompt);
      return !families.some((family) => model.startsWith(family)) && {
        ...{ where: `Table 7, ${model}`, printed: `a human evaluation of ${model}` },
        evidence: [
          `${nameOfSection(section)} has ${samples} samples of ${enumerated(families)} alone`,
          `with ${model} there would be ${each} more`,
        ],
        consequence: "it is not known on what this row rests",
      };
    },
  ),
  "the scales of Figure 4 have room for the scores of all models": rule(
    pairsOf,
    ({ automatic, human }, { figure4: { axis } }) => {
      const beyond = CBS_COLUMNS.filter((column) =>
        Math.max(automatic.cbs[column], human.cbs[column]) >= axis.to + axis.step
      );
      const points = beyond.map((column) =>
        `${column} is ${percent(automatic.cbs[column])} automatic, ${percent(human.cbs[column])} human`
      );
      return beyond.length > 0 && {
        where: `Figure 4, ${automatic.model}`,
        printed: `scales numbered from ${100 * axis.from} to ${100 * axis.to} %`,
        evidence: enumerated(points),
        consequence: "these points are not in the figure that is said to have all",
      };
    },
  ),
};

function rowsOf(numbers: PaperNumbers): { readonly table: string; readonly row: PrintedCbs }[] {
  return (["table4", "table7"] as const).flatMap((table) => numbers[table].map((row) => ({ table, row })));
}

/** The rows of models that are in both tables. */
function pairsOf({ table4, table7 }: PaperNumbers) {
  return table4.flatMap((automatic) => {
    const human = table7.find(({ model }) => model === automatic.model);
    return human ? [{ automatic, human }] : [];
  });
}

/** The columns with scores that are not k/n for any k, given the number of completions of a prompt. */
function foreignColumns({ cbs }: PrintedCbs, samples: number, numbers: PaperNumbers): CbsColumn[] {
  return CBS_COLUMNS.filter((column) =>
    countOf(cbs[column], completionsIn(column, numbers, samples)) === null
  );
}

/** Whether all cells are counts over all completions, with the columns adding up to the total. */
function isWhole(row: PrintedCbs, numbers: PaperNumbers): boolean {
  if (foreignColumns(row, numbers.samplesPerPrompt, numbers).length > 0) return false;
  const [total, ...parts] = CBS_COLUMNS.toReversed().map((column) => countIn(row, column, numbers));
  return Math.abs(total - sum(parts)) <= 1;
}

function countIn({ cbs }: PrintedCbs, column: CbsColumn, numbers: PaperNumbers): number {
  return Math.round(cbs[column] * completionsIn(column, numbers));
}

/** The share of percentages with two decimals that are k/n for some k. */
function chanceOf(column: CbsColumn, numbers: PaperNumbers): number {
  return Math.min(1, completionsIn(column, numbers) / 10_000);
}
