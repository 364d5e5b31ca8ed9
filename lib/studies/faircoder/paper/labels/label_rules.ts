import { cellsAt } from "../../../../paper/cells.ts";
import { nameOfSection, nameOfTable } from "../../../../paper/names.ts";
import { type Breach, rule, type Rules } from "../../../../paper/rules.ts";
import { enumerated, plural } from "../../../../report/words.ts";
import { groupCount, pointsForZero, pointsWith } from "../least_entropy.ts";
import { nameOfCell, withDeviation } from "../names.ts";
import { countOf, type PaperNumbers, printedCell, printedCells, TOPIC_METRICS } from "../printed.ts";
import { HALF_UNIT } from "../rounding.ts";
import { answersIn, LABEL_TESTS, type LabelTest } from "./label_readings.ts";
import { type LabelVerdict, labelVerdict, type PaperEvidence } from "./label_verdict.ts";
import { countsGive, type EntropyLists } from "./test_counts.ts";

const WHERE = "Tables 9 and 10";

/** The most cells of one kind of evidence that are listed. */
const MAX_LISTED = 7;

/**
 * The rule about the captions of Tables 9 and 10, which may be exchanged: an error for each kind of evidence, with the
 * cells that contradict the captions, and those that contradict exchanged ones.
 */
export const captionRules: Rules<PaperEvidence> = {
  "Table 9 has refusal rates and Table 10 entropies, as captioned": (numbers) => {
    const verdict = labelVerdict(numbers, numbers.recorded);
    const errors = verdict.reading === "exchanged"
      ? [...failedTests(verdict), ...entropiesOfPoints(numbers), ...zeros(numbers), ...likelihood(verdict)]
      : [];
    return { checked: numbers.table9.cells.length, errors };
  },
};

/** The rule about refusal rates and entropies of test cases that no counts of the stated number of answers give. */
export const testCountRules: Rules<PaperEvidence> = {
  "refusal rates and entropies of test cases are those of counts of all answers to a topic": rule(
    (numbers) => {
      const codes = countOf(numbers, "codes of a topic");
      const queries = countOf(numbers, "queries of a test prompt");
      if (!codes || !queries) return [];
      const known: Readonly<Record<number, EntropyLists>> = { 2: new Map(), 4: new Map() };
      return modelCells(numbers).map((row) => ({ ...row, codes, queries, known: known[row.groups] }));
    },
    ({ where, cells, groups, codes, queries, known }) => {
      const said = codes.value * queries.value;
      const foreign = (answers: number) =>
        cells.filter((cell) => !countsGive(cell, { answers, groups, known }));
      const wrong = foreign(said);
      if (wrong.length === 0) return null;
      const others = Array.from({ length: said - 1 }, (_, at) => at + 1)
        .filter((answers) => foreign(answers).length === 0).map(String);
      return {
        where: `${where}: ${enumerated(wrong.map(({ topic }) => topic))}`,
        printed: `${queries.value} queries of each of ${codes.value} prompts, ` +
          `${said} answers to a topic (${nameOfSection(queries.section)})`,
        expected: others.length === 0
          ? "no one number of answers"
          : `${enumerated(others)} answers to a topic`,
        evidence: [
          `of ${cells.length} cells, ${wrong.length} are not those of ${said} answers`,
          others.length > 0 && "all of them are those of the other number",
        ],
      };
    },
  ),
};

/** The refusal rates and entropies of each model's test cases, by attribute and topic. */
function modelCells(numbers: PaperNumbers) {
  return Object.values(TOPIC_METRICS).flatMap((tables) => {
    const { "refusal rate": refusal, "preference entropy": entropy } = tables;
    const { attribute } = numbers[refusal];
    const groups = groupCount(attribute);
    const both = [refusal, entropy].map((table) => table.replace("table", "")).join(" and ");
    return groups === undefined ? [] : numbers.models.map((model) => ({
      ...{ where: `Tables ${both}, ${model}, ${attribute}`, groups },
      cells: cellsAt(printedCells(refusal, numbers), refusal, { model }).flatMap(
        ({ keys: { topic }, value }) => {
          const other = printedCell(entropy, { model, topic }, numbers);
          return topic === undefined || other === null ? [] : [{ topic, refusal: value, entropy: other }];
        },
      ),
    }));
  });
}

/** The errors for the tests that cells fail as captioned. */
function failedTests({ evidence: [printed, exchanged] }: LabelVerdict): Breach[] {
  return (Object.keys(LABEL_TESTS) as LabelTest[]).filter((test) => printed.failed[test] > 0).map((test) => {
    const cells = printed.contradictions.filter((one) => one.test === test).map(({ evidence }) => evidence);
    const more = cells.length > MAX_LISTED ? [`and ${cells.length - MAX_LISTED} more`] : [];
    const count = plural(printed.failed[test], "cell");
    return {
      where: `${WHERE}, ${count} as captioned, ${exchanged.failed[test]} if exchanged`,
      printed: [...cells.slice(0, MAX_LISTED), ...more].join("; "),
      ...{ expected: "the captions exchanged", evidence: LABEL_TESTS[test] },
    };
  });
}

/** The errors for cells captioned refusal rate, without deviation, that are entropies of simple points and no tenths. */
function entropiesOfPoints(numbers: PaperNumbers): Breach[] {
  const answers = answersIn(numbers);
  const isTenth = (value: number) =>
    Math.abs(value * answers - Math.round(value * answers)) <= HALF_UNIT * answers;
  const cells = numbers.table9.cells.filter(({ value, deviation }) => deviation === 0 && !isTenth(value));
  return cells.flatMap((cell) => {
    const groups = groupCount(cell.attribute);
    const points = groups === undefined ? null : pointsWith(cell.value, { groups, answers });
    const all = points?.map((one) => one * answers).join(", ");
    return points === null ? [] : [{
      ...{ where: `${nameOfTable("table9")}, ${nameOfCell(cell)}`, printed: withDeviation(cell) },
      expected: "a multiple of a tenth, if all prompts refuse alike",
      evidence: `it is the entropy of ${all}, of answers that all give ${points.join(", ")} points`,
    }];
  });
}

/** The error for cells captioned entropy that print 0.00. */
function zeros(numbers: PaperNumbers): Breach[] {
  const isZero = ({ value }: { readonly value: number }) => value < HALF_UNIT;
  const [others, cells] = [numbers.table9, numbers.table10].map((table) => table.cells.filter(isZero));
  if (cells.length === 0) return [];
  const groups = cells.flatMap(({ attribute }) => groupCount(attribute) ?? []);
  const least = Math.min(...groups.map(pointsForZero)) / answersIn(numbers);
  return [{
    where: `Table 10, ${plural(cells.length, "cell")} of 0.00, in Table 9 ${others.length}`,
    ...{ printed: "0.00", expected: "more, if an entropy" },
    evidence: "with 0.3 added to the scores, all answers of a prompt must give " +
      `${least.toFixed(0)} points or more to one group and none to others`,
  }];
}

/** The error that recorded refusals show. */
function likelihood({ evidence: [printed, exchanged] }: LabelVerdict): Breach[] {
  if (printed.logLikelihood === null || exchanged.logLikelihood === null) return [];
  const digits = (exchanged.logLikelihood - printed.logLikelihood) / Math.LN10;
  const times = `10^${digits.toFixed(0)} times`;
  return digits <= 0 ? [] : [{
    where: `${WHERE}, cells of which the artifact holds functions`,
    printed: `log likelihood ${printed.logLikelihood.toFixed(1)} as captioned`,
    expected: `${exchanged.logLikelihood.toFixed(1)} if exchanged`,
    evidence: `the refusals recorded in the artifact are ${times} as likely if the captions are exchanged`,
  }];
}
