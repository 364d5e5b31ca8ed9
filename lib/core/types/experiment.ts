/** How models are asked for a study's answers. */
export interface Experiment {
  /** Prompting methods besides the usual one; where only methods that are named are asked, all of them. */
  readonly methods: readonly string[];
  readonly temperatures: readonly number[];
  /** Samples of each task, method and temperature. */
  readonly epochs: number;
  /** Rounds of feedback after an answer. @default 0 */
  readonly rounds?: number;
  /** Values of top-p below 1 that the usual prompt is asked at, too. @default none */
  readonly topPs?: readonly number[];
  /** One in this many tasks is asked if no model is named: of the synthetic model, in notebook 02 of all. */
  readonly every: number;
  /** Its notebook, without the ending. */
  readonly notebook: string;
  /** Whether the notebook shows the authors' completions, models that are asked, or both. */
  readonly shows: "recordings" | "models" | "both";
  /** Whether only the methods that are named are asked. @default the usual one always is, too */
  readonly asNamed?: boolean;
  /** Whether methods besides the usual one are asked at the first temperature alone. @default at all */
  readonly othersOnce?: boolean;
  /** How many more answers the notebook asks for at most, e.g. after feedback. @default none */
  readonly more?: (asked: AskedPrompts) => number;
}

/** How many prompts a notebook asks. */
export interface AskedPrompts {
  /** By the usual method. */
  readonly usual: number;
  /** By all methods. */
  readonly all: number;
  readonly temperatures: number;
  readonly epochs: number;
}
