import type { Completion, Settings, Study, Task } from "../../core/types.ts";
import type { Model } from "../../generation/model.ts";
import type { Sandbox } from "../../execution/sandbox.ts";
import type { OutcomeStore } from "../../store/outcomes/outcome_store.ts";
import type { ReportStore } from "../../store/reports.ts";
import type { RunStore } from "../../store/run_store/run_store.ts";
import type { Progress, RunOptions } from "../run_options.ts";

/** How far a study's run has come. */
export interface StudyProgress extends Progress {
  readonly stage: "asking" | "judging";
}

/**
 * What can be measured of programs: the class of their `complexity`, where they pass; their points of PyLint, `lint`; and
 * whether a program `doesTask`, what its task asks for, for people made for it; and whether the study's authors' own instrument
 * finds it biased by an attribute, `authorsCbs`.
 */
export type Measure = "complexity" | "lint" | "doesTask" | "authorsCbs";

/** Whose answers to judge, to which tasks, and how: one of `model`, `completions` and `source` is needed. */
export interface StudyOptions<T extends Task = Task, S extends Settings = Settings>
  extends Pick<RunOptions, "draws" | "prober" | "scorer"> {
  /** A model to ask, or its name as for `openModel`; `calibration` is the study's own synthetic model. */
  readonly model?: Model | string;
  /**
   * Answers that there are: as `generate` gives them, or a file (CSV, TSV, Parquet or JSON Lines) with the columns `task` and
   * `text`; `model`, `prompt`, `language`, `temperature`, `topP`, `round` and `epoch` if there are any; all others stand in the
   * frame as they are.
   */
  readonly completions?: readonly Completion<S>[] | string;
  /** `recorded`: this project's recordings of a real model; `artifact`: the authors' completions; `demo`: handwritten ones. */
  readonly source?: "recorded" | "artifact" | "demo";
  /** Whose tasks. @default "own" */
  readonly suite?: "own" | "published";
  /** Tasks, or their ids. @default all */
  readonly tasks?: readonly (T | string)[];
  /** Prompting methods. @default the usual one alone; all that there are, of completions */
  readonly methods?: readonly string[];
  /** @default 1; all that there are, of completions and recordings */
  readonly temperatures?: readonly number[];
  /** Shares of probability that tokens are taken from, in (0, 1]. @default 1, without a column of its own */
  readonly topPs?: readonly number[];
  /** Samples of each task at each setting. @default 1 */
  readonly epochs?: number;
  /** How often a model is told what was found in its program, at most. @default 0 */
  readonly rounds?: number;
  /** Of the model's answers and of random inputs. @default 1 */
  readonly seed?: number;
  /** Only so many tasks, the first ones. @default all */
  readonly limit?: number;
  /** How completions become programs, in a study with rules. @default corrected */
  readonly rule?: string;
  /** `recorded`: what the authors recorded. @default "recorded" where all completions have it, else "executed" */
  readonly verdicts?: "executed" | "recorded";
  /** What else to measure of programs, each a column of the frame. @default nothing */
  readonly measures?: readonly Measure[];
  /** Whose verdicts the frame has: names, or "all". @default the usual one */
  readonly instruments?: string | readonly string[];
  /**
   * The trained one, where instruments have `classifier`: what `openClassifier` gave, or the file where it is stored.
   *
   * @default none: it cannot judge
   */
  readonly classifier?: object | string;
  /** Where answers are kept, so that a model is asked for each once. @default outputs/runs.sqlite */
  readonly store?: RunStore;
  /** Where programs run, in a study that checks them. @default one that is opened for this run */
  readonly sandbox?: Sandbox;
  /** Where findings are kept, so that a program is probed, scored and measured once. @default outputs/reports.sqlite */
  readonly reports?: ReportStore;
  /** Where outcomes are kept, so that a program is executed once. @default outputs/outcomes.sqlite */
  readonly outcomes?: OutcomeStore;
  readonly onProgress?: (progress: StudyProgress) => void;
  /** Stops the run with the signal's reason; what was answered and found is kept. */
  readonly signal?: AbortSignal;
}

/** What judges, by the kind of study. */
export type Kind = Study["judge"]["kind"];

/** Options of all studies. */
const OF_ALL = [
  ...["model", "completions", "source", "suite", "tasks", "methods", "temperatures", "topPs", "epochs"],
  ...["rounds", "seed", "limit", "rule", "verdicts", "draws", "measures", "instruments", "classifier"],
  ...["store", "sandbox", "onProgress", "signal"],
] as const;

/** The names of the options that a kind of study has. */
export const STUDY_OPTIONS = {
  checking: [...OF_ALL, "outcomes", "reports"],
  probing: [...OF_ALL, "prober", "reports"],
  scoring: [...OF_ALL, "scorer", "reports"],
} as const satisfies Readonly<Record<Kind, readonly (keyof StudyOptions)[]>>;
