import type { Finish, Repository, Settings, Task } from "./dataset.ts";
import type { FunctionalReport, FunctionalSubject } from "./functional_test.ts";
import type { Prompt, SampleId } from "./generation.ts";
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
    readonly sample: Pick<SampleId, "taskId" | "settings" | "epoch">;
    readonly replies: readonly { readonly text: string; readonly finish?: Finish }[];
    /** Why the conversation ended early. */
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

/** A file that a classifier was trained on. */
export interface TrainingFile {
  /** Its path in the artifact. */
  readonly path: string;
  /** Rows in it. */
  readonly rows: number;
  /** Of its content. */
  readonly sha256: string;
}

/** How many fits of a training are done. */
export interface TrainingProgress {
  readonly done: number;
  readonly total: number;
}

/** The parts of a study for training: pure functions, and where its rows lie. */
export interface TrainedStudy<R, C extends { readonly trainedOn: readonly TrainingFile[] }> {
  /** Name of the study and of the stored file. */
  readonly name: string;
  readonly repository: Repository;
  /** Files it is trained on and chosen by, relative to the repository. */
  readonly files: { readonly training: string; readonly validation: string };
  readonly parseRows: (records: readonly unknown[], options: { readonly file: string }) => readonly R[];
  readonly train: (
    training: readonly R[],
    validation: readonly R[],
    options: {
      readonly trainedOn: readonly TrainingFile[];
      readonly onProgress?: (progress: TrainingProgress) => void;
    },
  ) => { readonly classifier: C };
  readonly stored: (classifier: C) => unknown;
  readonly parseStored: (value: unknown) => C;
}
