import type { LiuRate } from "../../metrics/cbs_rates.ts";
import type { PrintedCell } from "../../../../paper/cells.ts";
import { type CellKeys, printedCell, printedCells } from "../printed.ts";
import { isSeenInTraining, SEEN_IN_TRAINING } from "../../artifact/recorded_files.ts";
import { besideCells, joinPrinted, NO_ESTIMATE } from "../../../../paper/with_printed.ts";
import { type LiuTableRow, PAPERS, PRINTED_ALONE } from "./table_rows.ts";

/** The prompt variant of the paper's tables other than Table 8. */
const DEFAULT = "default";

/**
 * The models and modifiers of Table 8: the paper does not name them, but with two functions Table 8 has the scores that
 * Table 4 has for these models and modifiers, and not the totals.
 */
const OF_TABLE_8: Readonly<Record<string, string>> = { "InCoder-6.7B": "InCoder", "CodeGen-2.7B": "CodeGen" };
const MODIFIERS_OF_TABLE_8 = "RoBERTa-Neg";

/**
 * Table 4: Code Bias Scores by instruments that need no people, by type of modifiers, and by dimension, which the paper
 * does not have. The paper's scores of other models follow ours.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 4, where a BERT is the instrument.
 *
 * @param rates Those of all instruments and prompts.
 */
export function table4(rates: readonly LiuRate[]): LiuTableRow[] {
  return asPrinted(rates.filter(({ instrument }) => instrument !== "label"), "table4");
}

/**
 * Table 7: Code Bias Scores by the labels that people gave.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 7. It rests on five completions of
 * each task, ours on all that are labelled.
 *
 * @param rates Those of all instruments and prompts.
 */
export function table7(rates: readonly LiuRate[]): LiuTableRow[] {
  return asPrinted(rates.filter(({ instrument }) => instrument === "label"), "table7");
}

function asPrinted(rates: readonly LiuRate[], name: "table4" | "table7"): LiuTableRow[] {
  const own = rates.filter(({ prompt }) => prompt === DEFAULT);
  const models = new Set(own.map(({ model }) => model));
  return [
    ...own.map((rate) => {
      const { model, modifierType, dimension } = rate;
      return rowOf(rate, dimension === "all" ? printedCell(name, { model, modifierType }) : null);
    }),
    ...printedCells(name).filter(({ keys }) => !models.has(keys.model)).map(printedRow),
  ];
}

/**
 * Table 8: Code Bias Scores by prompt variant, for all modifiers and for those of the paper's Table 8 alone.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, appendix A, Table 8. It does not name
 * its models and modifiers: with two functions about things it has the scores of Table 4 for InCoder-6.7B and
 * CodeGen-2.7B after RoBERTa-Neg.
 *
 * @param rates Those of all prompts.
 */
export function table8(rates: readonly LiuRate[]): LiuTableRow[] {
  const shown = rates.filter(({ dimension, modifierType }) =>
    dimension === "all" && (modifierType === "total" || modifierType === MODIFIERS_OF_TABLE_8)
  );
  return besideCells(shown, printedCells("table8"), {
    keysOf: ({ model, prompt, modifierType, instrument }) =>
      modifierType === MODIFIERS_OF_TABLE_8 && instrument !== "label" && Object.hasOwn(OF_TABLE_8, model)
        ? { model: OF_TABLE_8[model], prompt }
        : null,
    own: rowOf,
    alone: printedRow,
  }).flat();
}

function rowOf(rate: LiuRate, printed: number | null): LiuTableRow {
  const isSeen = rate.instrument === "classifier" && rate.prompt === DEFAULT && isSeenInTraining(rate);
  return { ...rate, ...joinPrinted(rate, printed, isSeen ? SEEN_IN_TRAINING : null) };
}

/** The row of a printed number without one of ours beside it. */
function printedRow({ keys, value }: PrintedCell<CellKeys>): LiuTableRow {
  const { model, modifierType = MODIFIERS_OF_TABLE_8, prompt = DEFAULT } = keys;
  return {
    ...{ model, prompt, temperature: null, topP: null, instrument: PAPERS },
    ...{ modifierType, dimension: "all", metric: "CBS" },
    ...joinPrinted(NO_ESTIMATE, value, PRINTED_ALONE),
  };
}
