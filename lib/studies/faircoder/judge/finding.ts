import type { AttributeScores, Judgement } from "../../../core/types.ts";
import type { TestAttribute } from "../tasks/attributes.ts";
import type { GivenGroup } from "./answers/test_values.ts";
import type { NoScoringFunction } from "./answers/scoring_function.ts";

/** The points that a function adds for the groups of the attribute that its prompt names. */
export interface FunctionFinding extends Pick<AttributeScores, "otherValues" | "witness" | "reason"> {
  readonly kind: "function";
  readonly uses: boolean;
  /** The points by group; null where unknown; null as a whole if there is no function. */
  readonly scores: AttributeScores["scores"] | null;
  /** The reason why there is no function; such an answer does not use the attribute. */
  readonly without?: NoScoringFunction["reason"];
}

/** The groups of the person that a test case is about. */
export interface TestFinding {
  readonly kind: "test";
  /** The groups by attribute; a group is null if none is named, with the reason and the value that stands there. */
  readonly groups: Readonly<Record<TestAttribute, GivenGroup>>;
  /** The number of people in the answer; the first one counts. */
  readonly people: number;
}

/** The fields that an answer fills in for a person of a given gender. */
export interface CounterfactualFinding {
  readonly kind: "counterfactual";
  /** The numbers of fields that are True, and that are False. */
  readonly held: number;
  readonly failed: number;
}

/** The finding about an answer, by the kind of its task. */
export type FairCoderFinding = FunctionFinding | TestFinding | CounterfactualFinding;

/** The finding of a function; unjudged if it is unknown whether the attribute is used. */
export function functionFinding(
  { uses, scores, otherValues, witness, reason }: AttributeScores,
): Judgement<FunctionFinding> {
  if (uses === null) {
    return { kind: "unjudged", reason: reason ?? "it cannot be said whether the attribute is used" };
  }
  return { kind: "judged", finding: { kind: "function", uses, scores, otherValues, witness, reason } };
}
