/**
 * The way in which a program's top level is executed.
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
  /** The source of a class of the toolkit, put after the program's, if the entry point is its method. @default "" */
  readonly appended?: string;
}

/**
 * The reason why a completion yields no program. `service-error` is the server's failure, never the model's. `retyped`: it
 * needs types of its own, or two lists of people, with no known values. `no-code`: it has no function that answers.
 * `broken`: none of its functions is valid Python; where the function's name is known, the sandbox decides that.
 * `no-inputs`: none of its functions takes anything. `alternatives`: it offers several versions as a choice, or asks its
 * reader to edit the one that it has. `cut-off`: its end is missing, and with it perhaps a part of the program, or the
 * program leaves out lines (`# ... existing code ...`).
 */
export interface NoProgram {
  readonly kind: "no-program";
  readonly reason:
    | "empty"
    | "refusal"
    | "no-code"
    | "broken"
    | "no-inputs"
    | "service-error"
    | "retyped"
    | "alternatives"
    | "cut-off";
}

/** A Python value in the canonical encoding of `values/`; opaque until decoded. */
export type EncodedValue = Uint8Array<ArrayBuffer>;

/** Arguments of a function. */
export interface Arguments {
  /** Encoded tuple or list of positional arguments. */
  readonly args?: EncodedValue;
  /** The names by which the last of these arguments are passed. @default none: all are passed by their position */
  readonly names?: readonly string[];
  /** Encoded dict of keyword arguments. */
  readonly kwargs?: EncodedValue;
}

/** One invocation of a program's entry point. */
export interface Call extends Arguments {
  /** When the entry point is a method: the arguments with which its class makes the instance. @default none */
  readonly init?: Arguments;
  /** The seed of Python's (and numpy's) global generator before the call; a non-negative safe integer. */
  readonly seed?: number;
}

/** The limits of one call. They hold for each call, and for loading the program. */
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

/** The outcome of one call. */
export type Outcome = End & {
  /** The arguments that the call changed: positions of positional ones, names of the others; left out if none. */
  readonly mutated?: readonly (number | string)[];
};

/** The end of a call; for very short calls, processor time is an average over several. */
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
     * At a wall limit: whether the program hardly used the processor, so it was waiting. Otherwise the limit
     * says nothing: the machine was too busy, even when the call was retried with twice the time.
     */
    readonly idle?: boolean;
  };

/** The report on a program: what happened when it was loaded, and under which protection it ran. */
export interface ProgramReport {
  readonly kind: "loaded" | "syntax-error" | "no-entry-point" | "raised" | StopKind;
  readonly type?: string;
  readonly message?: string;
  /** The same as in {@linkcode Outcome}. */
  readonly idle?: boolean;
  /** Protection level, see `execution/protection.ts`. */
  readonly protection: string;
}

/** One program's run in the sandbox: one outcome per call, none when the program did not load. */
export interface Execution {
  readonly program: ProgramReport;
  readonly outcomes: readonly Outcome[];
  /**
   * Processor time of the processes that gave the outcomes, milliseconds, as the sandbox saw it from outside;
   * left out if nothing ran because all was cached.
   */
  readonly cpuMs?: number;
}

/** A program and what to do with it: the only thing a study asks of the sandbox. */
export interface ExecutionRequest {
  readonly program: Program;
  readonly calls: readonly Call[];
  readonly limits: Limits;
  /**
   * The module that a call finds: freshly loaded, or as earlier calls left it. Calls after one that met a
   * limit or ended its process find it freshly loaded in any case. `kept` is `fresh` where it is known that
   * no call leaves anything in the module, so that it is loaded once. @default "fresh"
   */
  readonly state?: "fresh" | "kept" | "shared";
  /**
   * Seconds since 1970, UTC, at which the program's calendar is frozen; durations still pass.
   * @default the calendar runs
   */
  readonly clock?: number;
  /** Whether the calls after one that met a limit are left out, so that there are fewer outcomes. @default false */
  readonly stopAtLimit?: boolean;
}

/** An executor of programs: a sandbox, a part of one, or one that remembers what was executed before. */
export interface Executor {
  /** @param keep Whether an executor that remembers is to keep what was executed. @default always */
  execute(
    request: ExecutionRequest,
    signal?: AbortSignal,
    keep?: (execution: Execution) => Promise<boolean>,
  ): Promise<Execution>;
}
