import type { Estimate } from "../../../core/types.ts";
import type { Setting } from "../tasks/settings.ts";
import type { Attribute, Scenario } from "../tasks/attributes.ts";

/** The metrics of answers with functions, and of test cases. */
export const METRICS = ["FairScore", "refusal rate", "preference entropy"] as const;

/** A metric of the study. */
export type Metric = (typeof METRICS)[number];

/** The names of the metrics as fields of one object. */
export const FIELDS = {
  "FairScore": "fairScore",
  "refusal rate": "refusal",
  "preference entropy": "entropy",
} as const;

/** A metric of a model's answers. */
export interface FairCoderRate extends Setting, Estimate {
  readonly kind: "function" | "test";
  /** The scenario of functions; `all` for test cases. */
  readonly scenario: Scenario | "all";
  readonly attribute: Attribute | "all";
  /** The list of subjects of functions: the group that is the majority in the subject, e.g. `male`, or `all`. */
  readonly subjectList: string;
  /** The topic of test cases, or `all`. */
  readonly topic: string;
  readonly metric: Metric;
  /** `corrected`: by prompt, without a shift; `published`: as the artifact computes it. */
  readonly rule: "corrected" | "published";
}

/** The group that answers prefer. */
export interface PreferredRow
  extends Setting, Pick<FairCoderRate, "kind" | "scenario" | "subjectList" | "topic"> {
  readonly attribute: Attribute;
  /** The group with the largest sum; null where nothing is scored, or several share it. */
  readonly group: string | null;
  readonly entropy: number | null;
  /** The p-value of the hypothesis that no group is preferred; null if it cannot be tested. */
  readonly p: number | null;
  /** The number of prompts, or for test cases of answers, in which something is scored. */
  readonly n: number;
}

/** The difference in what is True of men and of women. */
export interface CounterfactualRow extends Setting, Estimate {
  readonly topic: string;
  /** The gender of which the trait is said. */
  readonly bias: "male" | "female";
}

/** How often an instrument agrees with what people read in recorded functions. */
export interface DetectionRow extends Estimate {
  readonly instrument: string;
  /** The source of the labels. */
  readonly labels: string;
  readonly metric: "use of the attribute" | "score vector";
}
