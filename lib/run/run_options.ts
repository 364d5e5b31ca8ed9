import type { Protection } from "../execution/protection/protection.ts";
import type { Sandbox } from "../execution/sandbox.ts";
import type { OutcomeStore } from "../store/outcomes/outcome_store.ts";
import type { ReportStore } from "../store/reports.ts";
import type { Completion, Progress, Sample, Settings, Task, TaskReport } from "../core/types.ts";
import type { Prober } from "./probing/probe.ts";
import type { Scorer } from "./scoring.ts";

/** The options of turning completions into samples. */
export interface RunOptions<T extends Task = Task, S extends Settings = Settings> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /**
   * `recorded`: the authors' verdicts. `executed`: the verdicts of running the programs in the sandbox. Required for
   * studies that check programs, and unknown for others.
   */
  readonly verdicts?: "recorded" | "executed";
  /** The rule by which completions become programs; for executed verdicts. */
  readonly rule?: string;
  /** The seed of all random inputs, a non-negative safe integer. @default 1 */
  readonly seed?: number;
  /** The number of random inputs per task. @default the study's own number */
  readonly draws?: number;
  /** The sandbox in which checked programs run. @default one opened for this run, with as many workers as cores */
  readonly sandbox?: Sandbox;
  /** A store of outcomes, so that an interrupted run continues and another rule executes nothing again. @default none */
  readonly outcomes?: OutcomeStore;
  /** The prober. @default one opened for this run, with as many workers as cores */
  readonly prober?: Prober;
  /** The scorer. @default one opened for this run, with as many workers as cores */
  readonly scorer?: Scorer;
  /** A store of the reports of probing or scoring. Not with a prober or scorer, which have their own. @default none */
  readonly reports?: ReportStore;
  /** Called whenever samples are finished. */
  readonly onProgress?: (progress: Progress) => void;
  /** Stops the run with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Samples in the order of the completions, with the data for reproducing them. */
export interface RunResult<F, S extends Settings> {
  readonly study: string;
  readonly verdicts: "recorded" | "executed" | "probed" | "scored";
  readonly rule?: string;
  readonly seed?: number;
  readonly protection?: Protection;
  readonly samples: readonly Sample<F, S>[];
  /** The reports on which tasks could be used, in the dataset's order; empty unless programs were checked. */
  readonly tasks: readonly TaskReport[];
}
