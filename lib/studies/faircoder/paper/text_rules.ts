import { nameOfSection, nameOfTable } from "../../../paper/names.ts";
import { type Breach, rule, type Rules } from "../../../paper/rules.ts";
import { enumerated } from "../../../report/words.ts";
import { spearman } from "../../../statistics/correlation.ts";
import { mean } from "../../../statistics/descriptive.ts";
import { labelVerdict, type PaperEvidence } from "./labels/label_verdict.ts";
import { asPrinted, nameOfCell } from "./names.ts";
import { cellsAt } from "../../../paper/cells.ts";
import {
  type CellChoice,
  chosenCells,
  type PaperNumbers,
  printedCell,
  printedCells,
  TOPIC_METRICS,
} from "./printed.ts";
import { HALF_UNIT } from "./rounding.ts";

/** The most contradictions of a sentence that are listed. */
const MAX_LISTED = 4;

/** The rules about what the text concludes from and reads out of Tables 9 and 10, with the right captions. */
export const relabelledRules: Rules<PaperEvidence> = {
  "what the text concludes from Tables 9 and 10 holds with the right captions, too": rule(
    (numbers) => relabelled(numbers, numbers.text.comparisons.filter(isAboutLabels)),
    ({ said: comparison, isExchanged }, numbers) => {
      if (!isExchanged || contradictionsOf(comparison, numbers).length > 0) return null;
      const against = contradictionsOf(withExchanged(comparison), numbers);
      const evidence = `with the captions of Tables 9 and 10 exchanged, as they must be, ${
        evidenceOf(against)
      }`;
      return against.length > 0 && breachOf(comparison, against, evidence);
    },
  ),
  "what the text reads out of Tables 9 and 10 is so with the right captions, too": rule(
    (numbers) => relabelled(numbers, numbers.text.quotes.filter(({ table }) => otherTable(table) !== table)),
    ({ said: quote, isExchanged }, numbers) => {
      if (!isExchanged) return null;
      const table = otherTable(quote.table);
      const [right] = quotedValues({ ...quote, table }, numbers);
      return right !== undefined && Math.abs(right.value - quote.value) > 2 * HALF_UNIT + 1e-9 && {
        where: `${placeOf(quote)}, ${right.keys}`,
        printed: `${quote.table === "table9" ? "refusal rate" : "entropy"} ${asPrinted(quote.value)}`,
        expected: asPrinted(right.value),
        evidence: `the captions are exchanged: it stands in ${nameOfTable(table)}`,
      };
    },
  ),
};

/** The rules about sentences of the text that the tables must support, as captioned. */
export const textRules: Rules<PaperEvidence> = {
  "a column of Table 1 that is said to be traded for another one falls as that rises": rule(
    ({ text }) => text.tradeOff.fairness,
    (column, numbers) => {
      const { section, utility } = numbers.text.tradeOff;
      const valuesOf = (column: string) =>
        cellsAt(printedCells("table1", numbers), "table1", { column }).map(({ value }) => value);
      const { r, p } = spearman(valuesOf(utility), valuesOf(column));
      return (r >= 0 || p >= 0.05) && {
        where: `${nameOfSection(section)} on Table 1, ${utility}, ${column}`,
        printed: "a trade-off between fairness and utility",
        expected: "no statement, or more models",
        evidence: `Spearman's correlation of ${numbers.table1.length} models is ${r.toFixed(2)}, ` +
          `p = ${p.toPrecision(3)}`,
      };
    },
  ),
  "a cell that the text reads out is so in its table": rule(({ text }) => text.quotes, (quote, numbers) => {
    const { table, model, relation, value, topics } = quote;
    const found = quotedValues(quote, numbers);
    if (found.some((one) => relation === ">" ? one.value > value : one.value === value)) return null;
    const other = printedCells(table, numbers).find((cell) =>
      cell.value === value && relation === "=" && cell.keys.topic !== undefined &&
      (cell.keys.model === model || topics?.includes(cell.keys.topic))
    );
    const isOf = other && nameOfCell({ model: other.keys.model, topic: other.keys.topic });
    return {
      where: `${placeOf(quote)}, ${found.map(({ keys }) => keys).join("; ")}`,
      printed: `${relation === ">" ? "above " : ""}${asPrinted(value)}`,
      expected: found.map((one) => asPrinted(one.value)).join(" or "),
      evidence: isOf ? `${asPrinted(value)} is the cell of ${isOf}` : "the table has it otherwise",
    };
  }),
  "an entropy that the text takes for balance is one of answers": rule(
    ({ text }) => text.quotes.filter(({ reads }) => reads === "balance"),
    (quote, numbers) => {
      const tables = Object.values(TOPIC_METRICS);
      const refusals = tables.find((one) => one["preference entropy"] === quote.table)?.["refusal rate"] ??
        (quote.table === "table10" ? "table9" : "table10");
      const [refused] = quotedValues({ ...quote, table: refusals }, numbers);
      return refused !== undefined && refused.value >= 1 && {
        where: `${placeOf(quote)}, ${refused.keys}`,
        printed: `an entropy of ${asPrinted(quote.value)}, read as balance`,
        expected: "nothing: none or hardly any of the answers names a group",
        evidence: `the refusal rate is ${asPrinted(refused.value)} in ${nameOfTable(refusals)}, ` +
          "and the entropy of no scores is set to 1",
      };
    },
  ),
  "a model that is said to answer all topics alike answers them": rule(
    ({ text }) => text.answersToAll,
    ({ section, model, answer, table }, numbers) => {
      const refused = chosenCells({ table, models: [model] }, numbers).filter(({ value }) => value >= 1);
      const topics = enumerated(refused.map(({ keys: { topic = "" } }) => topic));
      return refused.length > 0 && {
        where: `${placeOf({ section, table })}, ${model}, ${topics}`,
        ...{ printed: `"${answer}" for all topics`, expected: "for the topics that it answers" },
        evidence: "its refusal rate is 1.00 there: no answer names a group",
      };
    },
  ),
  "what the text says is smaller is so in the tables, as captioned": rule(
    ({ text }) => text.comparisons,
    (comparison, numbers) => {
      const against = contradictionsOf(comparison, numbers);
      const holds = contradictionsOf(withExchanged(comparison), numbers).length === 0;
      const exchanged = `${holds ? "it holds" : "nor does it hold"} if Tables 9 and 10 are exchanged`;
      const evidence = [evidenceOf(against), isAboutLabels(comparison) && exchanged];
      return against.length > 0 && breachOf(comparison, against, evidence);
    },
  ),
  "who is said to be favoured gets the higher scores": rule(
    ({ text }) => text.favoured,
    ({ section, named, groups, favoured }) =>
      !favoured.some((group) => groups.includes(group)) && {
        where: `${nameOfSection(section)}, ${named}`,
        ...{ printed: `bias towards ${named}`, expected: `bias against ${named}` },
        evidence: `the higher scores are said to go to ${enumerated(favoured)}, ` +
          `and they are ${enumerated(groups)}`,
      },
  ),
};

/** A statement of the text that the mean of each choice in `smaller` is below that of each choice in `larger`. */
type ComparisonInText = PaperNumbers["text"]["comparisons"][number];
type Contradiction = ReturnType<typeof contradictionsOf>[number];

/** The choices that are said to be smaller and are larger, by more than rounding, with both means. */
function contradictionsOf({ smaller, larger }: ComparisonInText, numbers: PaperNumbers) {
  return smaller.flatMap((small) =>
    larger.flatMap((large) => {
      const [low, high] = [meanOf(small, numbers), meanOf(large, numbers)];
      if (low === null || high === null || low - high <= 2 * HALF_UNIT + 1e-9) return [];
      return [{ small, large, means: [low, high] as const }];
    })
  );
}

/** The mean of the cells of a choice; null if there are none. */
export function meanOf(choice: CellChoice, numbers: PaperNumbers): number | null {
  const values = chosenCells(choice, numbers).map(({ value }) => value);
  return values.length === 0 ? null : mean(values);
}

/** The values of the cells in a table that a quotation may mean. */
function quotedValues(
  { table, model, scenario, attribute, topics }: PaperNumbers["text"]["quotes"][number],
  numbers: PaperNumbers,
): { readonly keys: string; readonly value: number }[] {
  const all = topics ? topics.map((topic) => ({ model, topic })) : [{ model, scenario, attribute }];
  return all.flatMap((keys) => {
    const value = printedCell(table, keys, numbers);
    return value === null ? [] : [{ keys: nameOfCell(keys), value }];
  });
}

/** The sentences, each with whether the captions of Tables 9 and 10 are exchanged. */
function relabelled<T>(numbers: PaperEvidence, sentences: readonly T[]) {
  const isExchanged = labelVerdict(numbers, numbers.recorded).reading === "exchanged";
  return sentences.map((said) => ({ said, isExchanged }));
}

function isAboutLabels({ smaller, larger }: ComparisonInText): boolean {
  return [...smaller, ...larger].some(({ table }) => otherTable(table) !== table);
}

/** Table 10 for Table 9 and the other way round; any other table unchanged. */
function otherTable(table: string): string {
  return table === "table9" ? "table10" : table === "table10" ? "table9" : table;
}

function withExchanged({ smaller, larger, ...rest }: ComparisonInText): ComparisonInText {
  const exchanged = <C extends CellChoice>(choices: readonly C[]): C[] =>
    choices.map((choice) => ({ ...choice, table: otherTable(choice.table) }));
  return { ...rest, smaller: exchanged(smaller), larger: exchanged(larger) };
}

function placeOf({ section, table }: { readonly section: string; readonly table: string }): string {
  return `${nameOfSection(section)} on ${nameOfTable(table)}`;
}

function breachOf(
  { section, smaller, larger, says }: ComparisonInText,
  against: readonly Contradiction[],
  evidence: Breach["evidence"],
): Breach {
  const tables = [...new Set([...smaller, ...larger].map(({ table }) => table.replace("table", "")))];
  const pairs = against.map(({ small, large }) => `${choiceText(small)} below ${choiceText(large)}`);
  const listed = [...new Set(pairs)].slice(0, MAX_LISTED).join("; ");
  const where = `${nameOfSection(section)} on ${tables.length > 1 ? "Tables" : "Table"} ${
    enumerated(tables)
  }`;
  return { where: `${where}, ${listed}`, printed: says, expected: "not so", evidence };
}

function evidenceOf(against: readonly Contradiction[]): string {
  const more = against.length - MAX_LISTED;
  return against.slice(0, MAX_LISTED).map(({ small, large, means: [low, high] }) =>
    `${choiceText(small)} has ${low.toFixed(3)}, ${choiceText(large)} ${high.toFixed(3)}`
  ).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** The text of a choice: Table 9, Llama2, edu race. */
function choiceText(choice: CellChoice): string {
  const { table, column, models, scenarios, attributes, topics, categories } = choice;
  const listed = (...lists: readonly (readonly string[] | undefined)[]) =>
    lists.flatMap((list) => list ? [enumerated(list)] : []).join(" ");
  const many = models !== undefined && models.length > MAX_LISTED;
  const parts = [
    nameOfTable(table),
    column,
    many ? `${models.length} models` : listed(models),
    listed(scenarios, attributes),
    listed(topics, categories),
  ];
  return parts.filter((part) => part).join(", ");
}
