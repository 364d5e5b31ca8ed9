import json from "../../../../data/faircoder/published.json" with { type: "json" };
import { cellsAt, lookup, type PrintedCell, type ReadOnly } from "../../../paper/cells.ts";

/** The numbers that the paper prints, rounded to 0.01; data/faircoder/README.md says what stands where. */
export interface PaperNumbers
  extends Omit<ReadOnly<typeof json>, "about" | "artifactErrors" | "table8" | "text"> {
  /** Table 8, without the averages of models that the other tables of functions have. */
  readonly table8: ReadOnly<typeof json.table9>;
  readonly text: ClaimsInText;
}

interface ClaimsInText extends Omit<ReadOnly<typeof json.text>, "deviation"> {
  /** The stated meaning of the number after ±: `standard deviation` or `standard error`; null if none is stated. */
  readonly deviation: { readonly section: string; readonly means: string | null };
}

/** A cell of Tables 8 to 10: a score in [0, 1], and the number after the ±. */
export type PrintedScore = PaperNumbers["table8"]["cells"][number];

/**
 * The numbers as printed.
 *
 * Source: the paper FairCoder: Evaluating Social Bias of LLMs in Code Generation, Tables 1, 2, 4 to 6 and 8 to 16, and its
 * text.
 */
export const paperNumbers: PaperNumbers = json;

/** The tables about functions by scenario and attribute. */
export const SCENARIO_TABLES = ["table8", "table9", "table10"] as const;

/** The tables about test cases by topic. */
export const TOPIC_TABLES = ["table11", "table12", "table13", "table14", "table15", "table16"] as const;

/** The table of each metric of test cases, by attribute. */
export const TOPIC_METRICS = {
  gender: { "FairScore": "table11", "refusal rate": "table12", "preference entropy": "table13" },
  race: { "FairScore": "table14", "refusal rate": "table15", "preference entropy": "table16" },
} as const;

/** All tables with numbers. */
export const PRINTED_TABLES = [
  ...["table1", "table2", "table4", "table5", "table6"] as const,
  ...SCENARIO_TABLES,
  ...TOPIC_TABLES,
] as const;

/** The keys of a printed cell. */
export interface CellKeys {
  /** The model; in all tables but Table 6. */
  readonly model?: string;
  /** In Table 1 `function`, `testCase` or `utility`, in Table 2 `PT`, `PE` or `raw`, in Table 6 the method. */
  readonly column?: string;
  readonly scenario?: string;
  readonly attribute?: string;
  readonly topic?: string;
  readonly category?: string;
}

/** All cells in the order of the tables, without averages. */
function cellsOf(numbers: PaperNumbers, table: string): PrintedCell<CellKeys>[] {
  const categoryOf = new Map(numbers.topics.map(({ topic, category }) => [topic, category]));
  return rowsOf(numbers, table).map(({ value, ...keys }) => ({
    ...{ table, keys: { ...keys, category: keys.category ?? categoryOf.get(keys.topic ?? "") }, value },
  }));
}

function rowsOf(numbers: PaperNumbers, table: string): readonly (CellKeys & { readonly value: number })[] {
  switch (table) {
    case "table1":
      return numbers.table1.flatMap(({ model, ...row }) =>
        (["function", "testCase", "utility"] as const).map((column) => ({
          model,
          column,
          value: row[column],
        }))
      );
    case "table2":
      return numbers.table2.map(({ method: column, ...row }) => ({ ...row, column }));
    case "table4":
    case "table5":
      return numbers[table];
    case "table6":
      return numbers.table6.map(({ method: column, accuracy: value }) => ({ column, value }));
  }
  const scenarios = SCENARIO_TABLES.find((name) => name === table);
  if (scenarios) return numbers[scenarios].cells.map(({ deviation: _, ...row }) => row);
  const { cells, attribute } = numbers[TOPIC_TABLES.find((name) => name === table)!];
  return cells.map((row) => ({ ...row, attribute }));
}

/**
 * The lookups of printed cells: all cells of a table, and the number in one cell.
 *
 * Source: the paper FairCoder, Tables 1, 2, 4 to 6 and 8 to 16.
 *
 * @example
 * ```ts
 * import { printedCell } from "codebias/studies/faircoder/paper/printed.ts";
 * import assert from "node:assert/strict";
 * assert.equal(printedCell("table1", { model: "Mistral", column: "utility" }), 7.06);
 * assert.equal(printedCell("table9", { model: "Llama2", scenario: "edu", attribute: "race" }), 0.97);
 * assert.equal(printedCell("table16", { model: "Qwen2", topic: "HIV" }), 1);
 * assert.equal(printedCell("table16", { model: "Qwen2", topic: "height" }), null);
 * ```
 */
export const { printedCells, printedValue: printedCell } = lookup(
  PRINTED_TABLES,
  paperNumbers,
  cellsOf,
  "table with numbers",
);

/** The keys that the lists of names in a choice restrict. */
const LISTS = {
  models: "model",
  scenarios: "scenario",
  attributes: "attribute",
  topics: "topic",
  categories: "category",
} as const;

/** A choice of cells of a table that stands for their mean; keys that are left out are not restricted. */
export type CellChoice =
  & { readonly table: string; readonly column?: string }
  & { readonly [L in keyof typeof LISTS]?: readonly string[] };

/** The cells of a choice, in their order. */
export function chosenCells(
  choice: CellChoice,
  numbers: PaperNumbers = paperNumbers,
): PrintedCell<CellKeys>[] {
  const lists = Object.keys(LISTS) as (keyof typeof LISTS)[];
  return cellsAt(printedCells(choice.table, numbers), choice.table, { column: choice.column })
    .filter(({ keys }) => lists.every((list) => choice[list]?.includes(keys[LISTS[list]] ?? "") ?? true));
}

/** The count of something that the text states; undefined if it does not. */
export function countOf({ text }: Pick<PaperNumbers, "text">, what: string) {
  return text.counts.find((count) => count.what === what);
}

/** The cell or column, among some, with the same scenario and attribute, and with the same model if it has one. */
export function sameOf<C extends Pick<PrintedScore, "scenario" | "attribute"> & { readonly model?: string }>(
  all: readonly C[],
  { model, scenario, attribute }: CellKeys,
): C | undefined {
  return all.find((one) =>
    one.scenario === scenario && one.attribute === attribute && (one.model ?? model) === model
  );
}
