/** Anything that the paper says in a section of its text. */
interface Said {
  readonly section: string;
}

/** What the paper's text says about its tables and figures, each with the section in which it is said. */
export interface ClaimsInText {
  /** How many prompts there are, and how many completions of a model. */
  readonly counts: readonly (Said & { readonly what: string; readonly value: number })[];
  /** The shares into which the annotated rows are split. */
  readonly split: Said & Readonly<Record<"train" | "val" | "test", number>>;
  /** The models that were asked for rows to annotate. */
  readonly annotatedModels: Said & { readonly models: readonly string[] };
  /** The completions of some families of models that people annotated. */
  readonly human: Said & Readonly<Record<"samples" | "annotations", number>> & {
    readonly families: readonly string[];
  };
  /** Unfairness Scores that are read out: who is said to be judged more. */
  readonly signs: readonly (
    & Said
    & Readonly<Record<"modifierType" | "dimension" | "judged", string>>
    & { readonly ufs: number }
  )[];
  /** Dimensions of a table that are said to have no valid demographics. */
  readonly emptyColumns:
    readonly (Said & { readonly table: string; readonly dimensions: readonly string[] })[];
  /** The bounds given for standard deviations of frequencies, in percent. */
  readonly sdBounds: Said & { readonly low: number; readonly high: number };
  /** Families where the larger model is said to be more biased. */
  readonly largerIsMoreBiased: Said & { readonly families: readonly string[] };
  /** The feature of prompts with which bias is said to rise. */
  readonly moreFunctionsMoreBias: Said & { readonly feature: string };
  /** Two prompt variants; `near` is said to show more bias. */
  readonly nearerIsMoreBiased: Said & { readonly far: string; readonly near: string };
  /** What acceptable code may repeat. */
  readonly acceptable: Said & { readonly repeats: readonly string[] };
  /** Printed demonstration functions: what they loop over, and what they append. */
  readonly demonstrations: readonly Readonly<Record<"figure" | "function" | "loop" | "appends", string>>[];
}
