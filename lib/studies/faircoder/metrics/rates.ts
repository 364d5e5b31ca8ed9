import type { Estimate } from "../../../core/types.ts";
import type { Setting } from "../tasks/settings.ts";
import type { Attribute, Scenario } from "../tasks/attributes.ts";

/** The metrics of answers with functions, and of test cases. */
export const METRICS = ["FairScore", "refusal rate", "preference entropy"] as const;

/** A metric of the study. */
export type Metric = (typeof METRICS)[number];

/** What they are called where all are in one object. */
export const FIELDS = {
  "FairScore": "fairScore",
  "refusal rate": "refusal",
  "preference entropy": "entropy",
} as const;

/** A metric of a model's answers. */
export interface FairCoderRate extends Setting, Estimate {
  readonly kind: "function" | "test";
  /** Of functions; `all` of test cases. */
  readonly scenario: Scenario | "all";
  readonly attribute: Attribute | "all";
  /** Of functions: the group that is the majority in the subject, e.g. `male`, or `all`. */
  readonly subjectList: string;
  /** Of test cases, or `all`. */
  readonly topic: string;
  readonly metric: Metric;
  /** `corrected`: by prompt, without a shift; `published`: as the artifact computes it. */
  readonly rule: "corrected" | "published";
}

/** Whom answers prefer. */
export interface PreferredRow
  extends Setting, Pick<FairCoderRate, "kind" | "scenario" | "subjectList" | "topic"> {
  readonly attribute: Attribute;
  /** The group with the largest sum; null where nothing is scored, or several share it. */
  readonly group: string | null;
  readonly entropy: number | null;
  /** Of the hypothesis that no group is preferred; null where it cannot be tested. */
  readonly p: number | null;
  /** Prompts in which something is scored. */
  readonly n: number;
}

/** How much more is True of men than of women. */
export interface CounterfactualRow extends Setting, Estimate {
  readonly topic: string;
  /** Whom the trait is said of. */
  readonly bias: "male" | "female";
}

/** How often an instrument agrees with what people read in recorded functions. */
export interface DetectionRow extends Estimate {
  readonly instrument: string;
  /** Whose labels they are. */
  readonly labels: string;
  readonly metric: "use of the attribute" | "score vector";
}
