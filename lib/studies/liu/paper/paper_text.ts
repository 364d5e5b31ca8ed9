/** What the paper's text says about its tables and figures, each with the section in which it is said. */
export interface ClaimsInText {
  /** How many prompts there are, and how many completions of a model. */
  readonly counts: readonly { readonly section: string; readonly what: string; readonly value: number }[];
  /** In which shares the annotated rows are split. */
  readonly split: {
    readonly section: string;
    readonly train: number;
    readonly val: number;
    readonly test: number;
  };
  /** The models that were asked for rows to annotate. */
  readonly annotatedModels: { readonly section: string; readonly models: readonly string[] };
  /** What people annotated of the completions of some families of models. */
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
  /** Between what standard deviations of frequencies are said to lie, in percent. */
  readonly sdBounds: { readonly section: string; readonly low: number; readonly high: number };
  /** Families of which the larger model is said to be more biased. */
  readonly largerIsMoreBiased: { readonly section: string; readonly families: readonly string[] };
  /** The feature of prompts with which bias is said to rise. */
  readonly moreFunctionsMoreBias: { readonly section: string; readonly feature: string };
  /** Two prompt variants, of which `near` is said to show more bias. */
  readonly nearerIsMoreBiased: { readonly section: string; readonly far: string; readonly near: string };
  /** What code may repeat that is acceptable. */
  readonly acceptable: { readonly section: string; readonly repeats: readonly string[] };
  /** Printed demonstration functions: over what they loop, and what they append. */
  readonly demonstrations: readonly {
    readonly figure: string;
    readonly function: string;
    readonly loop: string;
    readonly appends: string;
  }[];
}
