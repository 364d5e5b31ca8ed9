/**
 * The nouns of codebias, in the order in which data flows:
 *
 *     task -> prompt -> completion -> program -> outcomes -> finding -> estimate -> table / figure
 *
 * This file imports nothing and holds no behaviour.
 *
 * @module
 */

/** One item of a study's dataset. */
export interface Task {
  /** Unique within the study, as the dataset spells it. */
  readonly id: string;
}

/** A public repository with a paper's data, in the authors' own layout. */
export interface Repository {
  /** Folder name, as `git clone` makes it. */
  readonly name: string;
  /** Where the authors publish it. */
  readonly url: string;
  /** A file that must be there, relative to the repository. */
  readonly landmark: string;
}

/** Where a repository keeps tasks and recorded completions, and how to read a line of each. */
export interface DatasetLayout<T extends Task, S extends Settings> {
  readonly repository: Repository;
  /** JSON Lines, one task a line. */
  readonly tasks: {
    readonly path: string;
    /** @throws {TypeError} If a field is missing or of the wrong type; names the field. */
    readonly parse: (record: Readonly<Record<string, unknown>>) => T;
  };
  /** Folders with recorded completions, `<folder>/<model>/<file>`, the preferred one first. */
  readonly recordings: readonly {
    readonly folder: string;
    /** The settings that a file's name stands for; undefined for a file of another kind. */
    readonly settings: (fileName: string) => S | undefined;
    /** @throws {TypeError} If a field is missing or of the wrong type; names the field. */
    readonly parse: (
      record: Readonly<Record<string, unknown>>,
    ) => Pick<Completion, "taskId" | "text" | "recorded"> & {
      /** The dataset's own number of the completion, unique for its task in a file; undefined if it has none. */
      readonly number?: number;
    };
  }[];
}

/** What was varied besides model, task and epoch, e.g. `{ prompt: "DI", temperature: 0.2, language: "zh" }`. */
export type Settings = Readonly<Record<string, string | number>>;

/** One reply of a model to one prompt. */
export interface Completion<S extends Settings = Settings> {
  readonly taskId: string;
  readonly model: string;
  readonly settings: S;
  /** Repetition number of this task at these settings, from 1. */
  readonly epoch: number;
  readonly text: string;
  /** What the authors recorded for this completion, when the source carries it. */
  readonly recorded?: { readonly passed: boolean; readonly result: string };
}

/**
 * How a program's top level is executed.
 *
 * `one`: a module, as Python users expect. `split`: separate globals and locals, as some papers' harnesses
 * call `exec`, so that functions see neither top-level imports nor each other.
 */
export type Namespace = "one" | "split";

/** Code taken out of a completion, ready to run. */
export interface Program {
  readonly kind: "program";
  readonly source: string;
  /** Name of the function to call, also an `async` one, or `Class.method`. */
  readonly entryPoint: string;
  readonly namespace: Namespace;
}

/** Why a completion yields no program. `service-error` is the server's failure, never the model's. */
export interface NoProgram {
  readonly kind: "no-program";
  readonly reason: "empty" | "refusal" | "no-code" | "service-error";
}

/** A Python value in the canonical encoding of `values/`; opaque until decoded. */
export type EncodedValue = Uint8Array<ArrayBuffer>;

/** Arguments of a function. */
export interface Arguments {
  /** Encoded tuple or list of positional arguments. */
  readonly args?: EncodedValue;
  /** Encoded dict of keyword arguments. */
  readonly kwargs?: EncodedValue;
}

/** One invocation of a program's entry point. */
export interface Call extends Arguments {
  /** When the entry point is a method: the arguments with which its class makes the instance. @default none */
  readonly init?: Arguments;
  /** Seeds Python's (and numpy's) global generator before the call; a non-negative safe integer. */
  readonly seed?: number;
}

/** What one call may use. The limits hold for each call, and for loading the program. */
export interface Limits {
  /** Processor time, milliseconds. */
  readonly cpuMs: number;
  /** Elapsed time, milliseconds; a backstop for programs that sleep. */
  readonly wallMs: number;
  /** Address space of the program's process, MiB. */
  readonly memoryMiB: number;
  /** Size of one returned value in the canonical encoding, MiB. */
  readonly outputMiB: number;
}

/** Ways in which a call or a program can end without a value or an exception of its own. */
export type StopKind =
  | "cpu-limit"
  | "wall-limit"
  | "memory-limit"
  | "output-limit"
  | "process-limit"
  | "signal"
  | "early-exit"
  | "protocol-violation"
  | "infrastructure-error";

/** What happened in one call. */
export type Outcome = End & {
  /** The arguments that the call changed: positions of positional ones, names of the others; left out if none. */
  readonly mutated?: readonly (number | string)[];
};

/** How a call ended; processor time of calls that take next to none is an average over several. */
export type End =
  | { readonly kind: "returned"; readonly value: EncodedValue; readonly cpuMs: number }
  | { readonly kind: "raised"; readonly type: string; readonly message: string; readonly cpuMs: number }
  | {
    readonly kind: "unserialisable";
    readonly type: string;
    readonly message: string;
    readonly cpuMs: number;
  }
  | { readonly kind: "nondeterministic"; readonly message: string; readonly cpuMs: number }
  | {
    readonly kind: StopKind;
    readonly message: string;
    readonly cpuMs: number;
    /**
     * At a wall limit: whether the program hardly used the processor, so that it waited. Otherwise the limit says
     * nothing: the machine was too busy, also when the call had a second try with twice the time.
     */
    readonly idle?: boolean;
  };

/** What happened when the program was loaded, and under which protection it ran. */
export interface ProgramReport {
  readonly kind: "loaded" | "syntax-error" | "no-entry-point" | "raised" | StopKind;
  readonly type?: string;
  readonly message?: string;
  /** As in {@linkcode Outcome}. */
  readonly idle?: boolean;
  /** Protection level, see `execution/protection.ts`. */
  readonly protection: string;
}

/** One program's run in the sandbox: one outcome a call, none when the program did not load. */
export interface Execution {
  readonly program: ProgramReport;
  readonly outcomes: readonly Outcome[];
}

/** A program and what to do with it: the only thing a study asks of the sandbox. */
export interface ExecutionRequest {
  readonly program: Program;
  readonly calls: readonly Call[];
  readonly limits: Limits;
  /**
   * What a call finds of the module: as freshly loaded, or what the calls before it left. Calls after one that met a
   * limit or ended its process find it freshly loaded in any case. @default "fresh"
   */
  readonly state?: "fresh" | "shared";
  /** Seconds since 1970, UTC, at which the program's calendar stands; durations go on. @default it goes on */
  readonly clock?: number;
  /** Whether the calls after one that met a limit are left out, so that there are fewer outcomes. @default false */
  readonly stopAtLimit?: boolean;
}

/** A finding, or the reason why there can be none. Never NaN, never silently negative. */
export type Judgement<F> =
  | { readonly kind: "judged"; readonly finding: F }
  | { readonly kind: "unjudged"; readonly reason: string };

/**
 * How to check answers to a task against a reference: random inputs are drawn with the task's generator, and a
 * program must agree with the reference on all of them.
 */
export interface ReferenceCheck {
  /** One call a draw; what it returns are the keyword arguments of that draw. */
  readonly generator: ExecutionRequest;
  readonly reference: Program;
  /** Limits on the reference and on every checked program. */
  readonly limits: Limits;
}

/** One random input with the value that the reference gives for it, or what went wrong on the way. */
export type Draw = UsableDraw | { readonly seed: number; readonly problem: DrawProblem };

/** A draw on which generator and reference worked. */
export interface UsableDraw {
  readonly seed: number;
  readonly kwargs: EncodedValue;
  readonly expected: EncodedValue;
}

/** Why a draw cannot be used. It is the dataset's failure, never a model's. */
export interface DrawProblem {
  readonly stage: "generator" | "reference";
  readonly outcome: Exclude<Outcome, { readonly kind: "returned" }> | ProgramReport;
}

/** Whether a task can be used to judge programs. */
export interface TaskReport {
  readonly taskId: string;
  readonly draws: number;
  /** Draws on which generator and reference worked. */
  readonly usable: number;
  /** What went wrong, with the number of draws, e.g. `generator raised ValueError`. */
  readonly problems: Readonly<Record<string, number>>;
  /** Why no program can be judged by this task; undefined when it is valid. */
  readonly invalid?: string;
}

/**
 * A study whose programs are checked against a reference: a plain object of pure functions. It says what to
 * execute and judges what happened; it never executes anything.
 *
 * @typeParam T Its task, @typeParam S what varies, @typeParam F what it finds, @typeParam R its rules.
 */
export interface Study<
  T extends Task = Task,
  S extends Settings = Settings,
  F = unknown,
  R extends string = string,
> {
  /** Folder name, as in `lib/studies/<name>` and `data/<name>`. */
  readonly name: string;
  /** Raised whenever the same data would give other findings. */
  readonly version: number;
  readonly title: string;
  readonly citation: string;
  readonly layout: DatasetLayout<T, S>;
  /** The program in a completion under a rule. */
  readonly program: (task: T, completion: Completion<S>, rule: R) => Program | NoProgram;
  /** What to execute for a task. */
  readonly check: (task: T, options: { rule: R; seed: number; draws?: number }) => ReferenceCheck;
  /** Whether the task can be used, given its draws. */
  readonly validate: (task: T, draws: readonly Draw[], rule: R) => TaskReport;
  /** The judgement of a completion that was not executed: no program, or an invalid task. */
  readonly judgeUnexecuted: (why: NoProgram | TaskReport) => Judgement<F>;
  /**
   * The judgement of a program from its outcomes on some usable draws; undefined if it agrees with the reference
   * on them. `before` is the number of draws on which it agreed earlier.
   */
  readonly judge: (
    draws: readonly UsableDraw[],
    execution: Execution,
    before: number,
  ) => Judgement<F> | undefined;
  /** The judgement of a program that agreed with the reference on all draws. */
  readonly judgeAgreed: (draws: number) => Judgement<F>;
  /** The judgement that the authors recorded for a completion. */
  readonly recorded: (passed: boolean, result: string) => Judgement<F>;
}

/** One finished row: task x model x settings x epoch, with what was found. */
export interface Sample<F = unknown, S extends Settings = Settings> extends Completion<S> {
  readonly judgement: Judgement<F>;
  /** SHA-256 of the program's source; undefined when nothing was extracted. */
  readonly programHash?: string;
}

/**
 * A proportion or mean with its interval and what stands behind it.
 *
 * `value`, `low` and `high` are null when nothing could be judged (n = 0).
 */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Number of judged units. */
  readonly n: number;
  /** Number of units left out because no finding was possible. */
  readonly unjudged: number;
}
