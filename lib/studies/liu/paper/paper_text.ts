/** What the paper's text says about its tables and figures, each with the section in which it is said. */
export interface ClaimsInText {
  /** How many prompts there are, and how many completions of a model. */
  readonly counts: readonly { readonly section: string; readonly what: string; readonly value: number }[];
  /** The shares into which the annotated rows are split. */
  readonly split: {
    readonly section: string;
    readonly train: number;
    readonly val: number;
    readonly test: number;
  };
  /** The models that were asked for rows to annotate. */
  readonly annotatedModels: { readonly section: string; readonly models: readonly string[] };
  /** The completions of some families of models that people annotated. */
  readonly human: {
    readonly section: string;
    readonly samples: number;
    readonly annotations: number;
    readonly families: readonly string[];
  };
  /** Unfairness Scores that are read out: who is said to be judged more. */
  readonly signs: readonly {
    readonly section: string;
    readonly modifierType: string;
    readonly dimension: string;
    readonly ufs: number;
    readonly judged: string;
  }[];
  /** Dimensions of a table that are said to have no valid demographics. */
  readonly emptyColumns: readonly {
    readonly section: string;
    readonly table: string;
    readonly dimensions: readonly string[];
  }[];
  /** The bounds given for standard deviations of frequencies, in percent. */
  readonly sdBounds: { readonly section: string; readonly low: number; readonly high: number };
  /** Families where the larger model is said to be more biased. */
  readonly largerIsMoreBiased: { readonly section: string; readonly families: readonly string[] };
  /** The feature of prompts with which bias is said to rise. */
  readonly moreFunctionsMoreBias: { readonly section: string; readonly feature: string };
  /** Two prompt variants; `near` is said to show more bias. */
  readonly nearerIsMoreBiased: { readonly section: string; readonly far: string; readonly near: string };
  /** What acceptable code may repeat. */
  readonly acceptable: { readonly section: string; readonly repeats: readonly string[] };
  /** Printed demonstration functions: what they loop over, and what they append. */
  readonly demonstrations: readonly {
    readonly figure: string;
    readonly function: string;
    readonly loop: string;
    readonly appends: string;
  }[];
}
