import type { WithPrinted } from "../../../../../paper/with_printed.ts";
import { tableWith } from "../../../../../report/tables/table_with.ts";
import { leakFree } from "../../../artifact/label_groups.ts";
import { lexiconFinding, ownLexicon } from "../../../judge/lexicon.ts";
import {
  accuracyOf,
  type Decision,
  instrumentAccuracies,
  type InstrumentAccuracy,
  lookupDecision,
  majorityDecision,
} from "../../../judge/classifier/accuracy.ts";
import { maskedBody } from "../../../judge/masked_body.ts";
import { paperNumbers } from "../../printed.ts";
import type { Split } from "../../../artifact/recorded_files.ts";
import type { RecordedRow } from "../../../artifact/recorded_rows.ts";
import { type Classifier, classify } from "../../../judge/classifier/classifier.ts";

/** The rows of the artifact, by the part that they are in. */
export type SplitRows = Readonly<Record<Split, readonly RecordedRow[]>>;

/** An accuracy of ours beside the one that the paper prints for its best classifier. */
export type AccuracyRow = InstrumentAccuracy & WithPrinted;

/** The best classifier that the paper prints. */
const BEST_PRINTED = "BERT-Base";

/**
 * How often instruments agree with people, on all rows and on the rows whose answer is in no training row: the
 * classifier, and beside it the most common label, our lexicon and remembering the training rows alone; last, the most
 * that is possible from dimension and masked body alone.
 */
export function classifierAccuracies(classifier: Classifier, { train, val, test }: SplitRows): AccuracyRow[] {
  const lexicon: Decision = ({ code }) => lexiconFinding(code, ownLexicon).verdict === "biased";
  const codes = [...new Set([...val, ...test].map(({ code }) => code))];
  const found = new Map(classify(classifier, codes).map(({ biased }, at) => [codes[at], biased]));
  const splits = Object.entries({ val, test });
  const measured = splits.flatMap(([split, of]) => [
    { split, rows: "all" as const, of },
    { split, rows: "new" as const, of: leakFree(train, of, maskedBody) },
  ]);
  const instruments: Readonly<Record<string, Decision>> = {
    classifier: ({ code }) => found.get(code)!,
    lexicon,
    remembering: lookupDecision(train, { keyOf: maskedBody, otherwise: lexicon }),
    "most common label": majorityDecision(train),
  };
  const ceilings = splits.map(([split, of]): InstrumentAccuracy => {
    const best = lookupDecision(of, { keyOf: maskedBody, otherwise: () => false });
    return { instrument: "ceiling", split, rows: "all", dimension: "all", ...accuracyOf(of, best) };
  });
  return [...instrumentAccuracies(instruments, measured), ...ceilings].map(withPrintedBest);
}

/** Adds the paper's number for its best classifier, if the row is our classifier's on the same rows. */
function withPrintedBest(row: InstrumentAccuracy): AccuracyRow {
  const { instrument, split, rows, dimension, value } = row;
  const isBeside = instrument === "classifier" && rows === "all" && dimension === "all";
  const printed = paperNumbers.figure3.find(({ classifier }) => classifier === BEST_PRINTED)!;
  const printedValue = isBeside ? printed[split === "val" ? "val" : "test"] : null;
  return {
    ...row,
    published: printedValue,
    difference: printedValue === null || value === null ? null : value - printedValue,
    remark: instrument === "ceiling"
      ? "sees the dimension and the masked body alone"
      : isBeside
      ? `published: ${BEST_PRINTED}`
      : null,
  };
}

/** Lays out {@linkcode classifierAccuracies} as a table. */
export const classifierTable = tableWith<AccuracyRow>(undefined, {
  title: "How often instruments say what people do",
  decimals: 4,
});
