import type { Protection } from "../execution/protection/protection.ts";
import type { Sandbox } from "../execution/sandbox.ts";
import type { OutcomeStore } from "../store/outcomes/outcome_store.ts";
import type { ReportStore } from "../store/reports.ts";
import type { Completion, Sample, Settings, Task, TaskReport } from "../core/types.ts";
import type { Prober } from "./probing/probe.ts";
import type { Scorer } from "./scoring.ts";

/** How far a run has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How to turn completions into samples. */
export interface RunOptions<T extends Task = Task, S extends Settings = Settings> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /**
   * `recorded`: the authors' verdicts. `executed`: what the programs do in the sandbox. Needed by studies that check programs,
   * and known by no others.
   */
  readonly verdicts?: "recorded" | "executed";
  /** How completions become programs; for executed verdicts. */
  readonly rule?: string;
  /** Seed of all random inputs, a non-negative safe integer. @default 1 */
  readonly seed?: number;
  /** Random inputs a task. @default the study's own number */
  readonly draws?: number;
  /** Where checked programs run. @default a sandbox opened for this run, with as many workers as cores */
  readonly sandbox?: Sandbox;
  /** Remembers outcomes, so that an interrupted run goes on and another rule executes nothing again. @default none */
  readonly outcomes?: OutcomeStore;
  /** What probes programs. @default one that is opened for this run, with as many workers as cores */
  readonly prober?: Prober;
  /** What scores people. @default one that is opened for this run, with as many workers as cores */
  readonly scorer?: Scorer;
  /** Remembers what was found by probing or scoring. Not with a prober or scorer, which have their own. @default none */
  readonly reports?: ReportStore;
  /** Called whenever samples are finished. */
  readonly onProgress?: (progress: Progress) => void;
  /** Stops the run with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Samples in the order of the completions, with what is needed to make them again. */
export interface RunResult<F, S extends Settings> {
  readonly study: string;
  readonly verdicts: "recorded" | "executed" | "probed" | "scored";
  readonly rule?: string;
  readonly seed?: number;
  readonly protection?: Protection;
  readonly samples: readonly Sample<F, S>[];
  /** Which tasks could be used, in the dataset's order; empty unless programs were checked. */
  readonly tasks: readonly TaskReport[];
}
