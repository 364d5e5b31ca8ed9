/** The reasons to drop a candidate, in the order of the stages. */
export const STAGES = ["duplicate", "bias-inducing", "unrelated"] as const;

/** The reason to drop a candidate. */
export type Stage = (typeof STAGES)[number];

/** What people decided about a candidate; it wins over every rule. */
export type Decision = Stage | "keep";

/** A task that may become a prompt. */
export interface Candidate {
  /** Unique in its category. */
  readonly id: string;
  /** What is asked for, without a full stop: "rate how …". */
  readonly asks: string;
  /** @default nobody has looked at it: the rules decide */
  readonly decision?: Decision;
  /** Of a reviewed duplicate: the id of the candidate with the same meaning. */
  readonly of?: string;
}
