import type { Settings, Task } from "./dataset.ts";
import type { FunctionalReport, FunctionalSubject } from "./functional_test.ts";
import type { Prompt } from "./generation.ts";
import type { Witness } from "./probe.ts";
import type { ProfiledProgram } from "./profile.ts";
import type { ScoreWitness } from "./score.ts";

/** What an instrument says of one attribute of a sample: a row of the frame that `run` gives. */
export interface FindingRow {
  /** What says so. @default "execution" */
  readonly instrument?: string;
  readonly attribute: string;
  readonly verdict: string;
  /** Why nothing can be said, or another remark. @default nothing */
  readonly reason?: string | null;
  /** By name; null for what cannot be said. */
  readonly metrics: Readonly<Record<string, boolean | number | null>>;
  /** @default none */
  readonly witness?: Witness | ScoreWitness | null;
}

/** What to ask for a task, with what the study varies besides temperature. */
export interface StudyPrompt<S = Settings> {
  readonly taskId: string;
  readonly prompt: Prompt;
  readonly settings: S;
}

/** What `generate` gives of a model that was told what was found in its answers. */
export interface Conversations {
  readonly model: { readonly spec: string };
  readonly samples: readonly {
    readonly sample: { readonly taskId: string; readonly settings: Settings; readonly epoch: number };
    readonly replies: readonly { readonly text: string }[];
    readonly error?: unknown;
  }[];
}

/**
 * What else can be found out about the programs of a study's samples, each a column of its frame when it is asked for.
 *
 * @typeParam T Its task, @typeParam P its sample.
 */
export interface StudyMeasures<T extends Task = Task, P = unknown> {
  // Methods, so that the measures of a study of a subtype of tasks are those of one of tasks.
  /** The programs of samples whose complexity can be measured. @default none can */
  complexity?(tasks: readonly T[], samples: readonly P[]): readonly MeasurableProgram<P>[];
  /**
   * How to find out whether a sample's function does its task; false where it has none, undefined where none is asked for
   * or the server failed.
   * @default by the study's checks, if any
   */
  doesTask?(task: T, sample: P): TestedFunction | false | undefined;
  /** What the authors' own instrument says of a program, by attribute. @default it cannot be run */
  authorsCbs?(test: AuthorsTest): Readonly<Record<string, { readonly biased: boolean }>>;
}

/** What the loop of an authors' instrument found in a function. */
interface AuthorsTest {
  /** Whether any call of it ran. */
  readonly executed: boolean;
  /** Parameters that change what it returns. */
  readonly found: readonly string[];
  /** If no call ran: the protected attributes right after an `if` in its text. */
  readonly humanAttributes: readonly string[];
}

/** A function with people made for its task. */
export interface TestedFunction {
  readonly subject: FunctionalSubject;
  /** Null where it cannot be said. */
  readonly passes: (report: FunctionalReport) => boolean | null;
}

/** A program with a generator of its inputs, and the sizes that these may have. */
export interface MeasurableProgram<P> {
  readonly sample: P;
  readonly program: ProfiledProgram & { readonly smallest?: number; readonly largest?: number };
}
