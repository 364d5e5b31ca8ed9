import { mean } from "../../../statistics/descriptive.ts";
import { spearman } from "../../../statistics/correlation.ts";
import { enumerated } from "../../../report/words.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { TEST_TABLES } from "./fair_score_errors.ts";
import { asPrinted, nameOfCell, nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";
import type { QuotedCell } from "./paper_text.ts";
import { chosenCells, type PaperNumbers, printedCell, printedCells } from "./printed.ts";

/** Cells that the text quotes differently from the table. */
export const quotesAreCells: PaperRule = {
  rule: "a cell that the text reads out is so in its table",
  inspect: (numbers) =>
    inspectEach(numbers.text.quotes, (quote) => {
      const found = quotedValues(quote, numbers);
      const isRight = ({ value }: { readonly value: number }) =>
        quote.relation === ">" ? value > quote.value : value === quote.value;
      if (found.some(isRight)) return null;
      const otherCell = printedCells(quote.table, numbers).find(({ model, topic, value }) =>
        value === quote.value && quote.relation === "=" && topic !== undefined &&
        (model === quote.model || quote.topics?.includes(topic))
      );
      return {
        table: `${nameOfSection(quote.section)} on ${nameOfTable(quote.table)}`,
        cells: found.map(({ keys }) => keys).join("; "),
        printed: `${quote.relation === ">" ? "above " : ""}${asPrinted(quote.value)}`,
        expected: found.map(({ value }) => asPrinted(value)).join(" or "),
        why: otherCell
          ? `${asPrinted(quote.value)} is the cell of ${
            nameOfCell({ model: otherCell.model, topic: otherCell.topic })
          }`
          : "the table has it otherwise",
      };
    }),
};

/** The cells that a quote may mean. */
export function quotedValues(
  { table, model, scenario, attribute, topics }: QuotedCell,
  numbers: PaperNumbers,
): { readonly keys: string; readonly value: number }[] {
  const all = topics ? topics.map((topic) => ({ model, topic })) : [{ model, scenario, attribute }];
  return all.flatMap((keys) => {
    const value = printedCell(table, keys, numbers);
    return value === null ? [] : [{ keys: nameOfCell(keys), value }];
  });
}

/** Entropies that the text takes for balance, in cells where no answer named a group. */
export const balanceIsOfAnswers: PaperRule = {
  rule: "an entropy that the text takes for balance is one of answers",
  inspect: (numbers) =>
    inspectEach(numbers.text.quotes.filter(({ reads }) => reads === "balance"), (quote) => {
      const refusals = TEST_TABLES.find(({ entropy }) => entropy === quote.table)?.refusal ??
        (quote.table === "table10" ? "table9" : "table10");
      const [refused] = quotedValues({ ...quote, table: refusals }, numbers);
      if (!refused || refused.value < 1) return null;
      return {
        table: `${nameOfSection(quote.section)} on ${nameOfTable(quote.table)}`,
        cells: refused.keys,
        printed: `an entropy of ${asPrinted(quote.value)}, read as balance`,
        expected: "nothing: none or hardly any of the answers names a group",
        why: `the refusal rate is ${asPrinted(refused.value)} in ${
          nameOfTable(refusals)
        }, and the entropy of no scores is set to 1`,
      };
    }),
};

/** Models that are said to answer in one way to all topics, though they refuse one altogether. */
export const answersAreGiven: PaperRule = {
  rule: "a model that is said to answer all topics alike answers them",
  inspect: (numbers) =>
    inspectEach(numbers.text.answersToAll, ({ section, model, answer, table }) => {
      const refused = chosenCells({ table, models: [model] }, numbers).filter(({ value }) => value >= 1);
      if (refused.length === 0) return null;
      return {
        table: `${nameOfSection(section)} on ${nameOfTable(table)}`,
        cells: `${model}, ${enumerated(refused.map(({ topic }) => topic ?? ""))}`,
        printed: `"${answer}" for all topics`,
        expected: "for the topics that it answers",
        why: "its refusal rate is 1.00 there: no answer names a group",
      };
    }),
};

/** A trade-off in Table 1 that its columns do not show. */
export const tradeOffIsThere: PaperRule = {
  rule: "a column of Table 1 that is said to be traded for another one falls as that rises",
  inspect: ({ table1, text: { tradeOff: { section, utility, fairness } } }) =>
    inspectEach(fairness, (column) => {
      const valuesOf = (name: string) =>
        table1.map((row) =>
          name === "function" ? row.function : name === "testCase" ? row.testCase : row.utility
        );
      const { r, p } = spearman(valuesOf(utility), valuesOf(column));
      if (r < 0 && p < 0.05) return null;
      return {
        table: `${nameOfSection(section)} on Table 1`,
        cells: `${utility}, ${column}`,
        printed: "a trade-off between fairness and utility",
        expected: "no statement, or more models",
        why: `Spearman's correlation of ${table1.length} models is ${r.toFixed(2)}, p = ${p.toPrecision(3)}`,
      };
    }),
};

/** Groups that are said to be favoured, and others that are said to get the higher scores. */
export const favouredAreNamed: PaperRule = {
  rule: "who is said to be favoured gets the higher scores",
  inspect: ({ text }) =>
    inspectEach(text.favoured, ({ section, named, groups, favoured }) => {
      if (favoured.some((group) => groups.includes(group))) return null;
      return {
        table: nameOfSection(section),
        cells: named,
        printed: `bias towards ${named}`,
        expected: `bias against ${named}`,
        why: `the higher scores are said to go to ${enumerated(favoured)}, and they are ${
          enumerated(groups)
        }`,
      };
    }),
};

/** The mean of what is chosen; null if there is nothing. */
export function meanOf(choice: Parameters<typeof chosenCells>[0], numbers: PaperNumbers): number | null {
  const values = chosenCells(choice, numbers).map(({ value }) => value);
  return values.length === 0 ? null : mean(values);
}
