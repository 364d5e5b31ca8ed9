import type { Completion, Progress, Settings, Study, Task } from "../../core/types.ts";
import type { Model } from "../../generation/model.ts";
import type { Sandbox } from "../../execution/sandbox.ts";
import type { OutcomeStore } from "../../store/outcomes/outcome_store.ts";
import type { ReportStore } from "../../store/reports.ts";
import type { RunStore } from "../../store/run_store/run_store.ts";
import type { RunOptions } from "../run_options.ts";

/** The progress of a study's run. */
export interface StudyProgress extends Progress {
  readonly stage: "asking" | "judging";
}

/**
 * The measures of programs: the class of their `complexity`, where they pass; their points of PyLint, `lint`; whether a
 * program `doesTask`, what its task asks for, for people made for it; and whether the instrument of the study's authors
 * finds it biased by an attribute, `authorsCbs`.
 */
export type Measure = "complexity" | "lint" | "doesTask" | "authorsCbs";

/** The answers to judge, their tasks, and how to judge: one of `model`, `completions` and `source` is required. */
export interface StudyOptions<T extends Task = Task, S extends Settings = Settings>
  extends Pick<RunOptions, "draws" | "prober" | "scorer"> {
  /** A model to ask, or its name as for `openModel`; `calibration` is the study's own synthetic model. */
  readonly model?: Model | string;
  /**
   * Existing answers: completions of `generate`, or a file (CSV, TSV, Parquet or JSON Lines) with the columns `task`
   * and `text`, and optionally `model`, `prompt`, `language`, `temperature`, `topP`, `round` and `epoch`; all other
   * columns are carried into the frame unchanged.
   */
  readonly completions?: readonly Completion<S>[] | string;
  /** `recorded`: this project's recordings of a real model; `artifact`: the authors' completions; `demo`: handwritten. */
  readonly source?: "recorded" | "artifact" | "demo";
  /** The suite of the tasks. @default "own" */
  readonly suite?: "own" | "published";
  /** The tasks, or their ids. @default all */
  readonly tasks?: readonly (T | string)[];
  /** The prompting methods. @default the usual one alone; for completions, all of theirs */
  readonly methods?: readonly string[];
  /** The temperatures. @default 1; for completions and recordings, all of theirs */
  readonly temperatures?: readonly number[];
  /** Probabilities of nucleus sampling, in (0, 1]. @default 1, without a column of its own */
  readonly topPs?: readonly number[];
  /** The number of samples of each task at each setting. @default 1 */
  readonly epochs?: number;
  /** The largest number of rounds of feedback. @default 0 */
  readonly rounds?: number;
  /** The seed of the model's answers and of random inputs. @default 1 */
  readonly seed?: number;
  /** The number of tasks, from the first one. @default all */
  readonly limit?: number;
  /** The rule by which completions become programs, in a study with rules. @default corrected */
  readonly rule?: string;
  /** `recorded`: the authors' verdicts. @default "recorded" where all completions have them, else "executed" */
  readonly verdicts?: "executed" | "recorded";
  /** The measures of programs, each a column of the frame. @default none */
  readonly measures?: readonly Measure[];
  /** The instruments whose verdicts the frame has: names, or "all". @default the usual one */
  readonly instruments?: string | readonly string[];
  /**
   * The trained classifier, where `instruments` has `classifier`: the result of `openClassifier`, or the file where it is
   * stored.
   *
   * @default none: it cannot judge
   */
  readonly classifier?: object | string;
  /** The store of answers, so that a model is asked for each once. @default outputs/runs.sqlite */
  readonly store?: RunStore;
  /** The sandbox in which programs run, in a study that checks them. @default one opened for this run */
  readonly sandbox?: Sandbox;
  /** The store of findings, so that a program is probed, scored and measured once. @default outputs/reports.sqlite */
  readonly reports?: ReportStore;
  /** The store of outcomes, so that a program is executed once. @default outputs/outcomes.sqlite */
  readonly outcomes?: OutcomeStore;
  readonly onProgress?: (progress: StudyProgress) => void;
  /** Stops the run with the signal's reason; answers and findings so far are kept. */
  readonly signal?: AbortSignal;
}

/** The kind of judge of a study. */
export type Kind = Study["judge"]["kind"];

/** Options of all studies. */
const OF_ALL = [
  ...["model", "completions", "source", "suite", "tasks", "methods", "temperatures", "topPs", "epochs"],
  ...["rounds", "seed", "limit", "rule", "verdicts", "draws", "measures", "instruments", "classifier"],
  ...["store", "sandbox", "onProgress", "signal"],
] as const;

/** The names of the options of each kind of study. */
export const STUDY_OPTIONS = {
  checking: [...OF_ALL, "outcomes", "reports"],
  probing: [...OF_ALL, "prober", "reports"],
  scoring: [...OF_ALL, "scorer", "reports"],
} as const satisfies Readonly<Record<Kind, readonly (keyof StudyOptions)[]>>;
