/** Categories of tasks, in the order of Table II. */
export const CATEGORIES = ["adult_income", "employability", "health_insurance"] as const;

/** A category of tasks. */
export type PrintedCategory = (typeof CATEGORIES)[number];

/** What a printed cell is about. */
export interface CellKeys {
  readonly model: string;
  /** As the table names it; `CBS` in Tables VII and VIII, `completed` and `passAt1` in Table VIII. */
  readonly metric: string;
  /** An attribute, or `overall`. */
  readonly attribute: string;
  /** Of Table VII alone. @default original */
  readonly strategy?: string;
  /** Whether the model was told what the tests had found; of Table VII alone. @default false */
  readonly feedback?: boolean;
}
