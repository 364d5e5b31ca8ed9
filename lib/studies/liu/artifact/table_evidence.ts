import { nameOfTable } from "../../../paper/names.ts";
import { percent } from "../../../report/words.ts";
import { mean } from "../../../statistics/descriptive.ts";
import { orNull } from "../../../statistics/intervals/task_estimates.ts";
import { wilcoxonSignedRank } from "../../../statistics/tests/wilcoxon.ts";
import { type Counting, COUNTINGS, type FairnessRow, fairnessRows } from "../metrics/fairness_rows.ts";
import { EXCHANGED, type PaperNumbers, printedCell, RATE_ROUNDING } from "../paper/printed.ts";
import { classBalance } from "./class_balance.ts";
import { ALPHA, type RecordedData, type RecordedEvidence } from "./recorded_data.ts";

/** The points where the labels contradict Tables 4 to 7 of the paper. */
export function tableEvidence(data: RecordedData, numbers: PaperNumbers): RecordedEvidence[] {
  return [
    ...exchangedRows(data, numbers),
    ...countsNotFrequencies(data, numbers),
    ...otherScores(data, numbers),
  ];
}

function exchangedRows(data: RecordedData, numbers: PaperNumbers): RecordedEvidence[] {
  const found = (["table5", "table6"] as const).flatMap((name) => {
    const scores = scoresOf(data, numbers[name].model);
    const readings = COUNTINGS.map((counting) => exchangeOf(scores, { name, counting, numbers }));
    // The paper does not say whether it counts all demographics that code names or only the first: the counting that is
    // nearer to the printed numbers is used.
    const { asPrinted, exchanged, isClear } = readings.reduce((one, other) =>
      (other.asPrinted ?? Infinity) < (one.asPrinted ?? Infinity) ? other : one
    );
    if (asPrinted === null || exchanged === null || !isClear) return [];
    const metric = name === "table5" ? "Unfairness Scores" : "standard deviations";
    const evidence = `${metric} differ from the printed ones by ${asPrinted.toFixed(2)} on average, by ${
      exchanged.toFixed(2)
    } with the two rows exchanged`;
    return [{ where: nameOfTable(name), evidence }];
  });
  if (found.length === 0) return [];
  return [{
    where: found.length === 2 ? "Tables 5 and 6" : found[0].where,
    found: "the rows Random-Neg and Random-Pos are very likely exchanged",
    evidence: `${capitalized(found.map(({ evidence }) => evidence).join("; "))}.`,
  }];
}

/**
 * The mean distance of a table's printed numbers from ours, as printed and with two rows exchanged; null where none can be
 * compared. Ages are left out: code names them by numbers, and it is not known how the paper reads these.
 */
function exchangeOf(
  scores: readonly FairnessRow[],
  { name, counting, numbers }: { name: "table5" | "table6"; counting: Counting; numbers: PaperNumbers },
) {
  const { model } = numbers[name];
  const cells = scores.filter((row) => row.counting === counting && row.dimension !== "age").map((row) => {
    const { modifierType, dimension } = row;
    const value = name === "table5" ? row.ufs : row.sdCounts;
    const [before, after] = [modifierType, EXCHANGED[modifierType] ?? modifierType].map((modifierType) => {
      const printed = printedCell(name, { model, modifierType, dimension }, numbers);
      return value === null || printed === null ? null : Math.abs(value - printed);
    });
    return { before, after, isMoved: Object.hasOwn(EXCHANGED, modifierType) };
  });
  const moved = cells.flatMap(({ before, after, isMoved }) =>
    !isMoved || before === null || after === null ? [] : [[before, after] as const]
  );
  const [asPrinted, exchanged] = (["before", "after"] as const).map((which) => {
    const distances = cells.flatMap((cell) => cell[which] ?? []);
    return distances.length > 0 ? mean(distances) : null;
  });
  return { asPrinted, exchanged, isClear: isNearer(moved) };
}

/** Whether the second of two distances tends to be the smaller one, beyond chance. */
function isNearer(pairs: readonly (readonly [first: number, second: number])[]): boolean {
  const [first, second] = [0, 1].map((at) => pairs.map((pair) => pair[at]));
  const test = orNull(() => wilcoxonSignedRank(first, second, { alternative: "less" }));
  return test !== null && test.p < ALPHA;
}

function countsNotFrequencies(data: RecordedData, numbers: PaperNumbers): RecordedEvidence[] {
  const { model } = numbers.table6;
  const scores = scoresOf(data, model).filter(({ dimension }) => dimension !== "age");
  const readings = COUNTINGS.map((counting) => {
    const pairs = scores.filter((row) => row.counting === counting).flatMap(
      ({ modifierType, dimension, sdCounts, sdFrequencies }) => {
        const printed = printedCell("table6", { model, modifierType, dimension }, numbers);
        if (printed === null || sdCounts === null || sdFrequencies === null) return [];
        return [[Math.abs(100 * sdFrequencies - printed), Math.abs(sdCounts - printed)] as const];
      },
    );
    const [frequencies, counts] = [0, 1].map((at) =>
      pairs.length === 0 ? Infinity : mean(pairs.map((pair) => pair[at]))
    );
    return { pairs, frequencies, counts };
  });
  const nearest = ({ frequencies, counts }: typeof readings[number]) => Math.min(frequencies, counts);
  const best = readings.reduce((one, other) => nearest(other) < nearest(one) ? other : one);
  if (!isNearer(best.pairs)) return [];
  return [{
    where: "Table 6, equation 3",
    found: "the standard deviations are of counts, not of frequencies",
    evidence: `Over ${best.pairs.length} cells without age, those of counts differ from the printed ones by ${
      best.counts.toFixed(2)
    } on average, those of frequencies in percent by ${best.frequencies.toFixed(2)}.`,
  }];
}

/** The scores of a model; none if no rows of the model are recorded. */
function scoresOf({ models }: RecordedData, model: string): FairnessRow[] {
  const own = models.find((one) => one.model === model);
  return own ? fairnessRows(own.rows) : [];
}

function otherScores({ models }: RecordedData, numbers: PaperNumbers): RecordedEvidence[] {
  const said = models.flatMap(({ model, rows }) => {
    const total = rows.length > 0 ? classBalance(rows).biased / rows.length : null;
    const [automatic, human] = ["table4", "table7"].map((name) =>
      printedCell(name, { model, modifierType: "total" }, numbers)
    );
    if (total === null || automatic === null || human === null) return [];
    const isPrinted = [automatic, human].some((one) => Math.abs(one - total) <= RATE_ROUNDING);
    return isPrinted ? [] : [`${model} ${percent(total)} (${percent(automatic)} and ${percent(human)})`];
  });
  if (said.length === 0) return [];
  return [{
    where: "Tables 4 and 7",
    found: "neither table has the scores of the recorded labels",
    evidence:
      `Total scores by the labels of all completions, in brackets those of Tables 4 and 7, the latter of ` +
      `${numbers.humanSamplesPerPrompt} of the ${numbers.samplesPerPrompt} of each prompt: ${
        said.join(", ")
      }.`,
  }];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
