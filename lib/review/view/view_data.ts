/** The data of a page of samples as its script reads them: the rows of a frame, their samples, and each text once. */

/** A value of a column. */
export type ViewLevel = string | number | boolean | null;

/** A column of the frame: its distinct values, and which of them each row has. */
export interface ViewColumn {
  readonly name: string;
  readonly levels: readonly ViewLevel[];
  /** A place among the levels for each row. */
  readonly codes: readonly number[];
}

/** A sample. Texts are places among {@linkcode ViewData.texts}; what is not known is left out. */
export interface ViewSample {
  /** The completion, or the reason why there is none. */
  readonly text?: number;
  readonly failed?: number;
  /** Its turns. */
  readonly prompt?: readonly { readonly role: string; readonly text: number }[];
  readonly reasoning?: number;
  readonly program?: number;
  readonly entryPoint?: string;
  /** The number of the program's last line, from 1; the lines after it were added to call it. */
  readonly last?: number;
  /** What else is known: tokens, seed, digest and so on. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What was found, as JSON. */
  readonly finding?: number;
}

/** A person of a witness: attributes with their values, as JSON writes them. */
export type ViewPerson = readonly (readonly [attribute: string, value: string])[];

/** The witness of a row's verdict. */
export interface ViewWitness {
  readonly people: readonly [ViewPerson, ViewPerson];
  /** What each of the two got, in words. */
  readonly outcomes: readonly [string, string];
  /** The line of the program that decides, from 1. */
  readonly line?: number;
  /** Seeds, rates and conditions of the witness, in words. */
  readonly remarks: readonly string[];
  /** Python that asserts the difference, a place among the texts. */
  readonly assertion?: number;
}

/** Everything that a page of samples shows. */
export interface ViewData {
  readonly title: string;
  /** The label of the answers: which models gave them, or that they are synthetic. */
  readonly label: string;
  /** What the reader should know. */
  readonly notices: readonly string[];
  readonly columns: readonly ViewColumn[];
  /** How many rows there are. */
  readonly height: number;
  /** The column of true and false whose share is estimated; null if there is none. */
  readonly metric: string | null;
  /** Why no share is given; empty where one is. */
  readonly noShare: string;
  /** Quantiles of Student's t for intervals of 95 %, for 1 degree of freedom and up. */
  readonly quantiles: readonly number[];
  readonly texts: readonly string[];
  readonly samples: readonly ViewSample[];
  /** The place of each row's sample. */
  readonly sampleOf: readonly number[];
  /** The witness of each row that has one, by its place. */
  readonly witnesses: Readonly<Record<string, ViewWitness>>;
  /** What the page shows first, as it stands in its address behind the `#`. */
  readonly start: string;
}

/** What the page calls a value; the columns' filters and its address use the same words. */
export function levelText(level: ViewLevel): string {
  return level === null ? "—" : level === "" ? '""' : String(level);
}
