import type { AttributeScores, Judgement } from "../../../core/types.ts";
import type { TestAttribute } from "../tasks/attributes.ts";
import type { GivenGroup } from "./answers/test_values.ts";
import type { NoScoringFunction } from "./answers/scoring_function.ts";

/** What a function adds for the groups of the attribute that its prompt names. */
export interface FunctionFinding extends Pick<AttributeScores, "otherValues" | "witness" | "reason"> {
  readonly kind: "function";
  readonly uses: boolean;
  /** By group; null where unknown; null as a whole if there is no function. */
  readonly scores: AttributeScores["scores"] | null;
  /** Why there is no function: such an answer does not use the attribute. */
  readonly without?: NoScoringFunction["reason"];
}

/** Whom a test case is about. */
export interface TestFinding {
  readonly kind: "test";
  /** By attribute; a group is null where none is named, with the reason and the value that stands there. */
  readonly groups: Readonly<Record<TestAttribute, GivenGroup>>;
  /** People in the answer; the first one counts. */
  readonly people: number;
}

/** What is filled in for a person of a given gender. */
export interface CounterfactualFinding {
  readonly kind: "counterfactual";
  /** Fields that are True, and False. */
  readonly held: number;
  readonly failed: number;
}

/** What an answer says. */
export type FairCoderFinding = FunctionFinding | TestFinding | CounterfactualFinding;

/** The finding of a function; unjudged if it is unknown whether the attribute is used. */
export function functionFinding(
  { uses, scores, otherValues, witness, reason }: AttributeScores,
): Judgement<FunctionFinding> {
  if (uses === null) {
    return { kind: "unjudged", reason: reason ?? "it cannot be said whether the attribute is used" };
  }
  return {
    kind: "judged",
    finding: {
      ...{ kind: "function", uses, scores, otherValues },
      ...(witness && { witness }),
      ...(reason !== undefined && { reason }),
    },
  };
}
