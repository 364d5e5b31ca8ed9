import { inspectEach } from "../../../../report/paper_rules.ts";
import { enumerated } from "../../../../report/words.ts";
import { TEST_TABLES } from "../fair_score_errors.ts";
import { groupCount } from "../least_entropy.ts";
import { nameOfSection, type PaperRule } from "../paper_error.ts";
import { type PaperNumbers, printedCell, printedCells } from "../printed.ts";
import { countsGive, type EntropyLists, type TestCell } from "./test_counts.ts";

/** What a model's test cases about one attribute look like in their two tables. */
interface ModelCells {
  readonly model: string;
  readonly attribute: string;
  readonly tables: string;
  readonly groups: number;
  readonly cells: readonly (TestCell & { readonly topic: string })[];
}

/**
 * Models with refusal rates and entropies of test cases that no counts give for the stated number of answers.
 */
export const testCellsAreCounts: PaperRule = {
  rule: "refusal rates and entropies of test cases are those of counts of all answers to a topic",
  inspect: (numbers) => {
    const [codes, queries] = ["codes of a topic", "queries of a test prompt"].map((what) =>
      numbers.text.counts.find((count) => count.what === what)
    );
    if (!codes || !queries) return { checked: 0, errors: [] };
    const said = codes.value * queries.value;
    const known: Readonly<Record<number, EntropyLists>> = { 2: new Map(), 4: new Map() };
    return inspectEach(modelCells(numbers), ({ model, attribute, tables, groups, cells }) => {
      const foreign = (answers: number) =>
        cells.filter((cell) => !countsGive(cell, { answers, groups, known: known[groups] }));
      const wrong = foreign(said);
      if (wrong.length === 0) return null;
      const others = Array.from({ length: said - 1 }, (_, at) => at + 1)
        .filter((answers) => foreign(answers).length === 0);
      return {
        table: tables,
        cells: `${model}, ${attribute}: ${enumerated(wrong.map(({ topic }) => topic))}`,
        printed: `${queries.value} queries of each of ${codes.value} prompts, ${said} answers to a topic (${
          nameOfSection(queries.section)
        })`,
        expected: others.length === 0
          ? "no one number of answers"
          : `${enumerated(others.map(String))} answers to a topic`,
        why: `of ${cells.length} cells, ${wrong.length} are not those of ${said} answers` +
          (others.length === 0 ? "" : "; all of them are those of the other number"),
      };
    });
  },
};

function modelCells(numbers: PaperNumbers): ModelCells[] {
  return TEST_TABLES.flatMap(({ refusal, entropy }) => {
    const { attribute } = numbers[refusal];
    const groups = groupCount(attribute);
    if (groups === undefined) return [];
    return numbers.models.map((model) => ({
      model,
      attribute,
      groups,
      tables: `Tables ${refusal.replace("table", "")} and ${entropy.replace("table", "")}`,
      cells: printedCells(refusal, numbers).filter((cell) => cell.model === model).flatMap(
        ({ topic, value }) => {
          const other = printedCell(entropy, { model, topic }, numbers);
          return topic === undefined || other === null ? [] : [{ topic, refusal: value, entropy: other }];
        },
      ),
    }));
  });
}
