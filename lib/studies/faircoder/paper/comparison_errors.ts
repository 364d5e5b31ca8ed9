import { enumerated } from "../../../report/words.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { meanOf, quotedValues } from "./claim_errors.ts";
import { labelVerdict } from "./labels/label_verdict.ts";
import { asPrinted, nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";
import type { CellChoice, ComparisonInText } from "./paper_text.ts";
import type { PaperNumbers } from "./printed.ts";
import type { RecordedRefusals } from "../artifact/recorded_refusals.ts";
import { HALF_UNIT } from "./rounding.ts";

/** Two choices where the one said to be smaller is larger. */
interface Contradiction {
  readonly small: CellChoice;
  readonly large: CellChoice;
  readonly means: readonly [number, number];
}

/** Comparisons in the text that the tables contradict, as captioned. */
export const comparisonsHold: PaperRule = {
  rule: "what the text says is smaller is so in the tables, as captioned",
  inspect: (numbers) =>
    inspectEach(numbers.text.comparisons, (comparison) => {
      const against = contradictionsOf(comparison, numbers);
      if (against.length === 0) return null;
      const exchanged = isAboutLabels(comparison)
        ? contradictionsOf(withExchanged(comparison), numbers).length === 0
          ? "; it holds if Tables 9 and 10 are exchanged"
          : "; nor does it hold if Tables 9 and 10 are exchanged"
        : "";
      return {
        table: placeOf(comparison),
        cells: cellsOf(against),
        printed: comparison.says,
        expected: "not so",
        why: `${evidenceOf(against)}${exchanged}`,
      };
    }),
};

/**
 * Sentences on Tables 9 and 10 that hold with the captions but not with the right labels, if the captions are
 * exchanged.
 *
 * @param recorded Refusals in functions that the artifact holds, if it is there.
 */
export function conclusionsSurvive(recorded: readonly RecordedRefusals[] = []): PaperRule {
  return {
    rule: "what the text concludes from Tables 9 and 10 holds with the right captions, too",
    inspect: (numbers) => {
      const claims = numbers.text.comparisons.filter(isAboutLabels);
      const isExchanged = labelVerdict(numbers, recorded).reading === "exchanged";
      return inspectEach(claims, (comparison) => {
        if (!isExchanged || contradictionsOf(comparison, numbers).length > 0) return null;
        const against = contradictionsOf(withExchanged(comparison), numbers);
        if (against.length === 0) return null;
        return {
          table: placeOf(comparison),
          cells: cellsOf(against),
          printed: comparison.says,
          expected: "not so",
          why: `with the captions of Tables 9 and 10 exchanged, as they must be, ${evidenceOf(against)}`,
        };
      });
    },
  };
}

/**
 * Cells of Tables 9 and 10 quoted in the text that are another number with the right captions.
 *
 * @param recorded Refusals in functions that the artifact holds, if it is there.
 */
export function quotesSurvive(recorded: readonly RecordedRefusals[] = []): PaperRule {
  return {
    rule: "what the text reads out of Tables 9 and 10 is so with the right captions, too",
    inspect: (numbers) => {
      const quotes = numbers.text.quotes.filter(({ table }) => isLabelled(table));
      const isExchanged = labelVerdict(numbers, recorded).reading === "exchanged";
      return inspectEach(quotes, (quote) => {
        if (!isExchanged) return null;
        const [right] = quotedValues({ ...quote, table: otherTable(quote.table) }, numbers);
        if (!right || Math.abs(right.value - quote.value) <= 2 * HALF_UNIT + 1e-9) return null;
        return {
          table: `${nameOfSection(quote.section)} on ${nameOfTable(quote.table)}`,
          cells: right.keys,
          printed: `${quote.table === "table9" ? "refusal rate" : "entropy"} ${asPrinted(quote.value)}`,
          expected: asPrinted(right.value),
          why: `the captions are exchanged: it stands in ${nameOfTable(otherTable(quote.table))}`,
        };
      });
    },
  };
}

/** What is said to be smaller and is larger, by more than rounding. */
function contradictionsOf({ smaller, larger }: ComparisonInText, numbers: PaperNumbers): Contradiction[] {
  return smaller.flatMap((small) =>
    larger.flatMap((large): Contradiction[] => {
      const [low, high] = [meanOf(small, numbers), meanOf(large, numbers)];
      if (low === null || high === null || low - high <= 2 * HALF_UNIT + 1e-9) return [];
      return [{ small, large, means: [low, high] }];
    })
  );
}

function isLabelled(table: string): boolean {
  return table === "table9" || table === "table10";
}

function isAboutLabels({ smaller, larger }: ComparisonInText): boolean {
  return [...smaller, ...larger].some(({ table }) => isLabelled(table));
}

function otherTable(table: string): string {
  return table === "table9" ? "table10" : table === "table10" ? "table9" : table;
}

function withExchanged({ smaller, larger, ...rest }: ComparisonInText): ComparisonInText {
  const exchanged = (choices: readonly CellChoice[]) =>
    choices.map((choice) => ({ ...choice, table: otherTable(choice.table) }));
  return { ...rest, smaller: exchanged(smaller), larger: exchanged(larger) };
}

function placeOf({ section, smaller, larger }: ComparisonInText): string {
  const tables = [...new Set([...smaller, ...larger].map(({ table }) => table.replace("table", "")))];
  return `${nameOfSection(section)} on ${tables.length > 1 ? "Tables" : "Table"} ${enumerated(tables)}`;
}

function cellsOf(against: readonly Contradiction[]): string {
  return [...new Set(against.map(({ small, large }) => `${choiceText(small)} below ${choiceText(large)}`))]
    .slice(0, 4).join("; ");
}

function evidenceOf(against: readonly Contradiction[]): string {
  return against.slice(0, 4).map(({ small, large, means: [low, high] }) =>
    `${choiceText(small)} has ${low.toFixed(3)}, ${choiceText(large)} ${high.toFixed(3)}`
  ).join("; ") + (against.length > 4 ? `; and ${against.length - 4} more` : "");
}

/** A choice to read: Table 9, Llama2, edu race. */
function choiceText(
  { table, column, models, scenarios, attributes, topics, categories }: CellChoice,
): string {
  const parts = [
    nameOfTable(table),
    column,
    models === undefined || models.length > 4 ? models && `${models.length} models` : enumerated(models),
    [scenarios, attributes].flatMap((list) => list ? [enumerated(list)] : []).join(" "),
    [topics, categories].flatMap((list) => list ? [enumerated(list)] : []).join(" "),
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(", ");
}
