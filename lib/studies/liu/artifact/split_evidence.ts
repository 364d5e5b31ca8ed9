import { enumerated, percent, plural } from "../../../report/words.ts";
import { leakage } from "./label_groups.ts";
import { maskedBody } from "../judge/masked_body.ts";
import type { PaperNumbers } from "../paper/printed.ts";
import type { RecordedData, RecordedEvidence } from "./recorded_data.ts";
import type { RecordedRow } from "./recorded_rows.ts";
import { balanceRows, type LabelledSplit } from "./class_balance.ts";

/** The points where the parts of the datasets contradict Table 3, section 3.2 and Figure 3 of the paper. */
export function splitEvidence({ splits }: RecordedData, numbers: PaperNumbers): RecordedEvidence[] {
  const combined = splits.filter(({ dataset }) => dataset === "combine");
  return [...swappedClasses(splits, numbers), ...splitByPrompt(combined), ...leakedRows(combined)];
}

function swappedClasses(splits: readonly LabelledSplit[], numbers: PaperNumbers): RecordedEvidence[] {
  const rows = balanceRows(splits, numbers.table3);
  const swapped = rows.filter(({ pos }) => pos === "acceptable");
  const [first] = swapped;
  if (!first) return [];
  const { dataset, split, biased, acceptable, printedPos, printedNeg } = first;
  return [{
    where: "Table 3",
    found: "its classes are swapped: Pos counts the acceptable rows, Neg the biased ones",
    evidence: `So it is in ${swapped.length} of ${plural(rows.length, "part")}, e.g. ${dataset}/${split}: ` +
      `${biased} rows are labelled biased, ${acceptable} acceptable; printed are ${printedPos} Pos and ` +
      `${printedNeg} Neg.`,
  }];
}

function splitByPrompt(combined: readonly LabelledSplit[]): RecordedEvidence[] {
  const parts = combined.map(({ split, rows }) => {
    const byTask = Map.groupBy(rows, ({ taskId }) => taskId);
    const counts = new Set([...byTask.values()].map(({ length }) => length));
    return { split, counts: [...counts], prompts: [...byTask.keys()].toSorted().join() };
  });
  const [first] = parts;
  const isAlike = parts.length > 1 && new Set(combined[0].rows.map(({ taskId }) => taskId)).size > 1 &&
    parts.every(({ counts, prompts }) => counts.length === 1 && prompts === first.prompts);
  if (!isAlike) return [];
  return [{
    where: "Section 3.2",
    found: "the rows are not split at random: each prompt has as many in a part as any other",
    evidence: `In combine each prompt has ${
      enumerated(parts.map(({ split, counts }) => `${counts[0]} in ${split}`))
    }: whatever is tested, there are training rows of the same prompt.`,
  }];
}

function leakedRows(combined: readonly LabelledSplit[]): RecordedEvidence[] {
  const rowsOf = (name: string) => combined.find(({ split }) => split === name)?.rows ?? [];
  const said = ["val", "test"].flatMap((split) => leakedInto(split, rowsOf("train"), rowsOf(split)));
  if (said.length === 0) return [];
  return [{
    where: "Figure 3",
    found: "rows that classifiers are tested on are in their training rows, too",
    evidence: `In combine/train are ${said.join("; ")}.`,
  }];
}

/** A phrase with the number of rows of a part that are in the training rows; none if no row is. */
function leakedInto(split: string, train: readonly RecordedRow[], tested: readonly RecordedRow[]): string[] {
  const [exact, masked] = [leakage(train, tested), leakage(train, tested, maskedBody)];
  if (masked.inTrain === 0) return [];
  const share = percent(masked.inTrain / masked.rows);
  return [
    `${exact.inTrain} of ${exact.rows} ${split} rows (${
      percent(exact.inTrain / exact.rows)
    }) word for word, and ` +
    `${masked.inTrain} (${share}) but for adjective and space`,
  ];
}
