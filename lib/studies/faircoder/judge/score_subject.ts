import type { ScoredAttribute, ScoreSubject } from "../../../core/types.ts";
import type { AskedFunction } from "./answers/main_function.ts";
import { type NoScoringFunction, scoringFunctionIn } from "./answers/scoring_function.ts";

/** Reasons that count as a refusal: an answer without a function gives nobody anything. */
const REFUSING: readonly NoScoringFunction["reason"][] = ["empty", "refusal", "no-code", "heads-only"];

/** Whether an answer without a scoring function counts as a refusal; otherwise it is unknown what it does. */
export function refuses({ reason }: Pick<NoScoringFunction, "reason">): boolean {
  return REFUSING.includes(reason);
}

/**
 * The program to score in an answer, or the reason why there is none.
 *
 * @param answer The whole answer of a model.
 * @param asked The names that the prompt fixes, if known.
 */
export function scoreSubject(
  answer: string,
  attributes: readonly ScoredAttribute[],
  asked?: AskedFunction,
): ScoreSubject | NoScoringFunction {
  const found = scoringFunctionIn(answer, asked);
  if (found.kind === "no-function") return found;
  const { source, functionName, className, rivals, emptied, isCut } = found;
  if (emptied.some((line) => attributes.some(({ fields }) => names(line, fields)))) {
    return { kind: "no-function", reason: "broken" };
  }
  return {
    source,
    functionName,
    ...(className !== undefined && { className }),
    ...(rivals.length > 0 && { rivals }),
    ...(isCut && { isCut }),
    attributes,
  };
}

/** Whether a line that could not be read names a field. */
function names(line: string, fields: readonly string[]): boolean {
  const words = line.toLowerCase().replaceAll(/[^a-z]+/g, "_");
  return fields.some((field) => `_${words}_`.includes(`_${field.toLowerCase()}_`));
}
