/** One item of a study's dataset. */
export interface Task {
  /** The id, unique within the study, as the dataset spells it. */
  readonly id: string;
}

/** A public repository with a paper's data, in the authors' own layout. */
export interface Repository {
  /** The name of its folder, as `git clone` makes it. */
  readonly name: string;
  /** The address at which the authors publish it. */
  readonly url: string;
  /** A file that must be there, relative to the repository. */
  readonly landmark: string;
}

/** Tasks in JSON Lines, one per line. */
export interface TaskLines<T extends Task> {
  readonly path: string;
  /** @throws {TypeError} If a field is missing or of the wrong type; the message names the field. */
  readonly parse: (record: Readonly<Record<string, unknown>>) => T;
}

/** Tasks that are spread over several files. */
export interface TaskFiles<T extends Task> {
  /** JSON files, or JSON Lines if they end in `.jsonl`. */
  readonly paths: readonly string[];
  /**
   * @param contents The content of each file; JSON Lines as a list.
   * @returns The tasks, and what a reader should know about them.
   * @throws {TypeError} If a field is missing or of the wrong type; the message names the task.
   */
  readonly parseAll: (
    contents: readonly unknown[],
  ) => { readonly tasks: readonly T[]; readonly notices: readonly string[] };
}

/** Tasks that a study makes. */
export type MadeTasks<T extends Task> = readonly T[] | (() => readonly T[]);

/** The places of a repository's tasks and recorded completions, and how to read a line of each. */
export interface DatasetLayout<T extends Task, S extends Settings> {
  readonly repository: Repository;
  /** The place of the tasks, or the tasks themselves if the study makes them; a function if that takes a while. */
  readonly tasks: TaskLines<T> | TaskFiles<T> | MadeTasks<T>;
  /**
   * A JSON object of prompting methods: each name has a text that contains `{prompt}`.
   * @default there are none
   */
  readonly methods?: string;
  /** The project's own tasks, in data/<study>. @default there are none */
  readonly suite?: {
    /** A folder of YAML files, each with one task or several. */
    readonly tasks: string;
    /** A JSON object of prompting methods, as above. */
    readonly methods: string;
    /** A YAML file with the data that all tasks share. @default there is none */
    readonly shared?: string;
    /**
     * The tasks in a file.
     *
     * @param shared The content of the file with the data that all tasks share; undefined if there is none.
     * @throws {TypeError} If a field is missing or of the wrong type; the message names the field.
     */
    readonly parse: (value: unknown, shared: unknown) => T | readonly T[];
    /** @throws {TypeError} If tasks do not go together; the message names them. */
    // A method, so that a source of a subtype of tasks is a source of tasks.
    check?(tasks: readonly T[]): void;
  };
  /** Folders with recorded completions, `<folder>/<model>/<file>`, the preferred one first; none if nothing is recorded. */
  readonly recordings: readonly {
    readonly folder: string;
    /**
     * The model whose completions a file directly in the folder holds, as a JSON list; undefined for other
     * files.
     *
     * @default files are JSON Lines in one folder for each model
     */
    readonly model?: (fileName: string) => string | undefined;
    /** The settings that a file's name stands for; undefined for a file of another kind. */
    readonly settings: (fileName: string) => S | undefined;
    /** @throws {TypeError} If a field is missing or of the wrong type; the message names the field. */
    // A method, so that a source of a subtype of tasks is a source of tasks.
    parse(
      record: Readonly<Record<string, unknown>>,
      tasks: readonly T[],
    ): Pick<Completion, "taskId" | "text" | "recorded"> & {
      /**
       * The dataset's own number for the completion, unique for its task in a file; undefined if it has none.
       */
      readonly number?: number;
    };
  }[];
  /** Further files of the repository, for `source.records`. @default there are none */
  readonly files?: readonly string[];
  /** Further files that a copy of the repository may lack, see `source.present`. @default there are none */
  readonly optionalFiles?: readonly string[];
  /** Whether the project has a demonstration of such recordings, in data/<study>/demonstration. @default true */
  readonly demonstration?: boolean;
  /** The place of recorded costs of programs: pickles of lists, `<folder>/<model>/<file>`. @default there are none */
  readonly timings?: {
    readonly folder: string;
    /** The settings that a file's name stands for; undefined for a file of another kind. */
    readonly settings: (fileName: string) => S | undefined;
    /** @throws {TypeError} If a field is missing or of the wrong type; the message names the field. */
    readonly parse: (
      record: Readonly<Record<string, unknown>>,
    ) => Pick<Timing, "taskId" | "epoch" | "n" | "t">;
  };
}

/** The settings that were varied besides model, task and epoch, e.g. `{ prompt: "DI", temperature: 0.2, language: "zh" }`. */
export type Settings = Readonly<Record<string, string | number>>;

/**
 * The reason why a completion ended. `stop`: the model was done. `length`: it reached the limit on tokens. `refusal`: the
 * server or the model's own guard kept it back. `looping`: the server ended it because it repeated itself.
 */
export type Finish = "stop" | "length" | "refusal" | "looping";

/** One reply of a model to one prompt. */
export interface Completion<S extends Settings = Settings> {
  readonly taskId: string;
  readonly model: string;
  readonly settings: S;
  /** The number of the repetition of this task at these settings, from 1. */
  readonly epoch: number;
  readonly text: string;
  /** The reason why it ended. @default by itself, as far as is known */
  readonly finish?: Finish;
  /** The authors' record of this completion, if the source carries one. */
  readonly recorded?: { readonly passed: boolean; readonly result: string };
}

/** Recorded costs of the program of one completion at several sizes of its input. */
export interface Timing<S extends Settings = Settings>
  extends Pick<Completion<S>, "taskId" | "model" | "settings" | "epoch"> {
  /** The sizes of the input. */
  readonly n: readonly number[];
  /** The seconds at each size, below 0 where the program failed. */
  readonly t: readonly number[];
}
