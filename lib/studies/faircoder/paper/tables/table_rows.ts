import { joinPrinted, NO_ESTIMATE, printedTable, type WithPrinted } from "../../../../paper/with_printed.ts";
import type { Estimate } from "../../../../core/types.ts";
import type { FairCoderRate } from "../../metrics/rates.ts";

/** The keys of a rate. */
export type FairCoderKeys = Omit<FairCoderRate, keyof Estimate | "metric">;

/** A number of ours beside the printed one. */
export interface FairCoderTableRow extends FairCoderKeys, WithPrinted {
  /** One of `METRICS`, or {@linkcode UTILITY}. */
  readonly metric: string;
}

/** The metric that is PyLint's points, in [0, 10]. */
export const UTILITY = "utility (PyLint)";

/** The remark on rows with a printed number and none of ours. */
export const PRINTED_ALONE = "printed; nothing of it was asked";

/** The remark on rows with a differently computed printed number. */
const OTHER_RULE = "printed by the published rule";
const OTHER_RULE_FOR_NOTHING = `${OTHER_RULE}, which has 1 where nothing is scored`;

/** The prompts that ask as the paper does: the default prompt, and the one with the paper's layout. */
const AS_PRINTED: readonly string[] = ["default", "cut"];

/** Whether answers are asked for as the paper asks for them, without mitigation. */
export function isAskedAsPrinted({ prompt }: { readonly prompt: string }): boolean {
  return AS_PRINTED.includes(prompt);
}

/**
 * A rate beside a printed number, with a remark if the printed number is by another rule, as FairScores and entropies are.
 *
 * @param printed The printed number; null for none.
 * @param remarks Other remarks on the printed number; null for none.
 */
export function rateWithPrinted(
  rate: FairCoderRate,
  printed: number | null,
  ...remarks: readonly (string | null)[]
): FairCoderTableRow {
  const isOther = printed !== null && rate.rule === "corrected" && rate.metric !== "refusal rate";
  return {
    ...rate,
    ...joinPrinted(
      rate,
      printed,
      ...(printed === null ? [] : remarks),
      isOther ? rate.value === null ? OTHER_RULE_FOR_NOTHING : OTHER_RULE : null,
    ),
  };
}

/** The row of a printed number without one of ours beside it. */
export function printedAlone(
  keys: Pick<FairCoderTableRow, "model" | "kind" | "metric"> & Partial<FairCoderKeys>,
  printed: number,
  ...remarks: readonly (string | null)[]
): FairCoderTableRow {
  return {
    ...{ prompt: "default", temperature: null, scenario: "all", attribute: "all" },
    ...{ subjectList: "all", topic: "all", rule: "published" },
    ...keys,
    ...joinPrinted(NO_ESTIMATE, printed, ...remarks, PRINTED_ALONE),
  };
}

/** The first columns of tables about models. */
export const KEY_COLUMNS = ["model", "prompt", "temperature"] as const;

/** Lays out numbers with the printed ones, one row each. */
export const rateTable = printedTable<FairCoderTableRow>([
  ...KEY_COLUMNS,
  ...["kind", "scenario", "attribute", "subjectList", "topic", "metric", "rule"] as const,
]);
