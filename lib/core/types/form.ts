import type { Finish, Repository, Settings, Task } from "./dataset.ts";
import type { FunctionalReport, FunctionalSubject } from "./functional_test.ts";
import type { Prompt, SampleId } from "./generation.ts";
import type { Witness } from "./probe.ts";
import type { ProfiledProgram } from "./profile.ts";
import type { ScoreWitness } from "./score.ts";

/** The finding of an instrument about one attribute of a sample: a row of the frame that `run` gives. */
export interface FindingRow {
  /** The name of the instrument. @default "execution" */
  readonly instrument?: string;
  readonly attribute: string;
  readonly verdict: string;
  /** The reason why nothing can be said, or another remark. @default none */
  readonly reason?: string | null;
  /** The metrics by name; null for a metric that cannot be judged. */
  readonly metrics: Readonly<Record<string, boolean | number | null>>;
  /** @default none */
  readonly witness?: Witness | ScoreWitness | null;
}

/** The prompt for a task, with the settings that the study varies besides temperature. */
export interface StudyPrompt<S = Settings> {
  readonly taskId: string;
  readonly prompt: Prompt;
  readonly settings: S;
}

/** The result of `generate` for a model that was told the findings about its answers. */
export interface Conversations {
  readonly model: { readonly spec: string };
  readonly samples: readonly {
    readonly sample: Pick<SampleId, "taskId" | "settings" | "epoch">;
    readonly replies: readonly { readonly text: string; readonly finish?: Finish }[];
    /** The reason why the conversation ended early. */
    readonly error?: unknown;
  }[];
}

/**
 * Further measures of the programs of a study's samples, each a column of its frame when it is asked for.
 *
 * @typeParam T Its task, @typeParam P its sample.
 */
export interface StudyMeasures<T extends Task = Task, P = unknown> {
  // Methods, so that the measures of a study of a subtype of tasks are those of one of tasks.
  /** The programs of samples whose complexity can be measured. @default none can */
  complexity?(tasks: readonly T[], samples: readonly P[]): readonly MeasurableProgram<P>[];
  /**
   * The test of whether a sample's function does its task; false if the sample has no function, undefined if none is asked
   * for or the server failed.
   * @default by the study's checks, if any
   */
  doesTask?(task: T, sample: P): TestedFunction | false | undefined;
  /** The finding of the authors' own instrument about a program, by attribute. @default it cannot be run */
  authorsCbs?(test: AuthorsTest): Readonly<Record<string, { readonly biased: boolean }>>;
}

/** The findings of the loop of an authors' instrument about a function. */
export interface AuthorsTest {
  /** Whether any call of it ran. */
  readonly executed: boolean;
  /** The parameters that change what it returns. */
  readonly found: readonly string[];
  /** If no call ran: the protected attributes right after an `if` in its text. */
  readonly humanAttributes: readonly string[];
}

/** A function with people made for its task. */
export interface TestedFunction {
  readonly subject: FunctionalSubject;
  /** Whether the function passes; null if that cannot be said. */
  readonly passes: (report: FunctionalReport) => boolean | null;
}

/** A program with a generator of its inputs, and the sizes that these may have. */
export interface MeasurableProgram<P> {
  readonly sample: P;
  readonly program: ProfiledProgram & { readonly smallest?: number; readonly largest?: number };
}

/** The settings at which models are asked for a study's answers. */
export interface Experiment {
  /** Prompting methods besides the usual one; with `asNamed`, all prompting methods. */
  readonly methods: readonly string[];
  readonly temperatures: readonly number[];
  /** The number of samples of each task, method and temperature. */
  readonly epochs: number;
  /** The number of rounds of feedback after an answer. @default 0 */
  readonly rounds?: number;
  /** Values of top-p below 1 at which the usual prompt is also asked. @default none */
  readonly topPs?: readonly number[];
  /** One in this many tasks is asked if no model is named, by default of the synthetic model alone. */
  readonly every: number;
  /** The name of its notebook, without the file's ending. */
  readonly notebook: string;
  /** Whether the notebook shows the authors' completions, models that are asked, or both. */
  readonly shows: "recordings" | "models" | "both";
  /** Whether only the named methods are asked. @default the usual one is always asked, too */
  readonly asNamed?: boolean;
  /** Whether methods besides the usual one are asked at the first temperature alone. @default at all temperatures */
  readonly othersOnce?: boolean;
  /** The kind of feedback on their programs that models get in each round. @default "attributes": the names of attributes */
  readonly feedback?: "attributes" | "witness";
  /** The number of variants of the usual prompt that are also asked, once each. @default none */
  readonly variants?: number;
  /** Whether all models are asked one in `every` tasks, and the synthetic one at one temperature. @default only the synthetic one is */
  readonly cutsAll?: boolean;
}

/** A file that a classifier was trained on. */
export interface TrainingFile {
  /** Its path in the artifact. */
  readonly path: string;
  /** The number of rows in it. */
  readonly rows: number;
  /** The hash of its content. */
  readonly sha256: string;
}

/** The number of things that are done, and of all. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The parts of a study for training: pure functions, and the place of its rows. */
export interface TrainedStudy<R, C extends { readonly trainedOn: readonly TrainingFile[] }> {
  /** The name of the study and of the stored file. */
  readonly name: string;
  readonly repository: Repository;
  /** The files that it is trained on and chosen by, relative to the repository. */
  readonly files: { readonly training: string; readonly validation: string };
  readonly parseRows: (records: readonly unknown[], options: { readonly file: string }) => readonly R[];
  readonly train: (
    training: readonly R[],
    validation: readonly R[],
    options: {
      readonly trainedOn: readonly TrainingFile[];
      readonly onProgress?: (progress: Progress) => void;
    },
  ) => { readonly classifier: C };
  readonly stored: (classifier: C) => unknown;
  readonly parseStored: (value: unknown) => C;
}
