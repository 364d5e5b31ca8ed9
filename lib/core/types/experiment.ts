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
  /** One in this many tasks is asked if no model is named, by default of the synthetic model alone. */
  readonly every: number;
  /** Its notebook, without the ending. */
  readonly notebook: string;
  /** Whether the notebook shows the authors' completions, models that are asked, or both. */
  readonly shows: "recordings" | "models" | "both";
  /** Whether only the methods that are named are asked. @default the usual one always is, too */
  readonly asNamed?: boolean;
  /** Whether methods besides the usual one are asked at the first temperature alone. @default at all */
  readonly othersOnce?: boolean;
  /** What models are told of their programs in each round. @default "attributes": their names */
  readonly feedback?: "attributes" | "witness";
  /** How many variants of the usual prompt are asked once, besides. @default none */
  readonly variants?: number;
  /** Whether all models are asked one in `every` tasks, and the synthetic one at one temperature. @default only that model */
  readonly cutsAll?: boolean;
}
