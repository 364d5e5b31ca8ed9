import type { Completion, DatasetLayout, Settings, Task } from "./dataset.ts";
import type {
  Arguments,
  EncodedValue,
  Execution,
  ExecutionRequest,
  Limits,
  NoProgram,
  Outcome,
  Program,
  ProgramReport,
} from "./execution.ts";
import type {
  Conversations,
  Experiment,
  FindingRow,
  StudyMeasures,
  StudyPrompt,
  TrainedStudy,
} from "./form.ts";
import type { Prompt, Reply } from "./generation.ts";
import type { Person, ProbeOutcome, ProbeReport, ProbeSubject } from "./probe.ts";
import type { ScoreReport, ScoreSubject } from "./score.ts";

/** A finding, or the reason why there can be none. Never NaN, never silently negative. */
export type Judgement<F> =
  | { readonly kind: "judged"; readonly finding: F }
  | { readonly kind: "unjudged"; readonly reason: string };

/**
 * The check of answers to a task against a reference: random inputs are drawn with the task's generator, and a program must
 * agree with the reference on all of them.
 */
export interface ReferenceCheck {
  /** Inputs whose result is known, which come before random ones. @default there are none */
  readonly cases?: {
    /** One call per case, which returns its arguments. */
    readonly inputs: ExecutionRequest;
    /** One call per case, which returns what a correct program returns. */
    readonly results: ExecutionRequest;
  };
  /** One call per draw, which returns the draw's arguments. */
  readonly generator: ExecutionRequest;
  /** Whether cases and draws have keyword arguments (a dict) or positional ones (a list). @default "kwargs" */
  readonly passes?: "args" | "kwargs";
  readonly reference: Program;
  /** Limits on the reference and on every checked program. */
  readonly limits: Limits;
}

/** One random input with the value that the reference gives for it, or what went wrong on the way. */
export type Draw = UsableDraw | { readonly seed: number; readonly problem: DrawProblem };

/** A draw on which generator and reference worked: its arguments, positional or by name. */
export interface UsableDraw extends Arguments {
  readonly seed: number;
  readonly expected: EncodedValue;
}

/** The problem for which a draw cannot be used. It is the dataset's failure, never a model's. */
export interface DrawProblem {
  readonly stage: "case" | "generator" | "reference";
  readonly outcome: Exclude<Outcome, { readonly kind: "returned" }> | ProgramReport;
}

/** The report on whether a task can be used to judge programs. */
export interface TaskReport {
  readonly taskId: string;
  readonly draws: number;
  /** The number of draws on which generator and reference worked. */
  readonly usable: number;
  /** The problems, with the number of draws, e.g. `generator raised ValueError`. */
  readonly problems: Readonly<Record<string, number>>;
  /** The reason why no program can be judged by this task; undefined if it is valid. */
  readonly invalid?: string;
}

/**
 * A study: a plain object of pure functions, made by `study`. It says what to execute and judges what happened; it never executes
 * anything.
 *
 * @typeParam T Its task, @typeParam S what varies, @typeParam F what it finds in a completion.
 */
export interface Study<T extends Task = Task, S extends Settings = Settings, F = unknown> {
  /** Folder name, as in `lib/studies/<name>` and `data/<name>`. */
  readonly name: string;
  /** Raised whenever the same data would give other findings. */
  readonly version: number;
  readonly title: string;
  readonly citation: string;
  readonly layout: DatasetLayout<T, S>;
  /** The prompting methods, the usual one first. @default those that its data name, in their order */
  readonly methods?: readonly string[];
  // Methods, so that a study of a subtype of tasks is one of tasks.
  /** The prompts for models. @param templates Texts of the methods, by name; empty if the study has none. */
  prompts(
    tasks: readonly T[],
    templates: Readonly<Record<string, string>>,
    options: { readonly methods: readonly string[] },
  ): readonly StudyPrompt[];
  /** The tasks of the own suite. @default all that the study has */
  readonly tasks?: readonly T[];
  /** The task that a completion names, in a study without a list of them. @default there is a list */
  readonly taskOf?: (id: string) => T;
  /** The settings at which models are asked unless others are given, as by notebooks and commands. @default they ask none */
  readonly experiment?: Experiment;
  /**
   * The synthetic model that is asked as `calibration`: it answers the tasks by these methods at declared rates.
   *
   * @default there is none
   */
  calibration?(
    tasks: readonly T[],
    templates: Readonly<Record<string, string>>,
    options: { readonly methods: readonly string[] },
  ): { readonly name: string; readonly synthetic: true };
  /** The judge of its completions. */
  readonly judge: Judge<T, S, F>;
  /** The names of the instruments, the usual one first. @default execution alone */
  readonly instruments?: readonly string[];
  /**
   * The instrument `classifier`: the rows on which it is trained, its training, and how it is stored and read. It judges if
   * a run is given a trained one.
   *
   * @default there is none
   */
  // deno-lint-ignore no-explicit-any -- rows and classifiers are the study's own
  readonly classifier?: TrainedStudy<any, any>;
  /** The columns of its frame that are measured: true and false, or numbers. */
  readonly metrics: Readonly<Record<string, "truth" | "number">>;
  /**
   * The findings about a sample, by instrument and attribute: rows of the frame.
   *
   * @param classifier A trained classifier. @default none judges
   */
  rows(task: T, sample: Sample<F, S>, classifier?: unknown): readonly FindingRow[];
  /**
   * The answer of the pipe `judge` about a completion, as JSON values by name; undefined ones are left out. The sample has
   * no program if none is found.
   *
   * @default the verdict on each attribute by the usual instrument, with reasons and witnesses
   */
  told?(task: T, sample: Sample<F, S>): Readonly<Record<string, unknown>>;
  /** Sorts conversations with feedback into rounds. @default the study gives no feedback */
  readonly rounds?: (conversations: Conversations, options: { readonly rounds: number }) => Completion[];
  /** Further measures of programs, by name. @default linting alone */
  readonly measures?: StudyMeasures<T, Sample<F, S>>;
}

/** The judge of completions: against a reference, by probing programs for bias, or by the scores that functions give. */
export type Judge<T extends Task, S extends Settings, F> =
  | Checking<T, S, F>
  | Probing<T, S>
  | Scoring<T, S, F>;

/** The judge of programs by a reference, made by `checking`. */
export interface Checking<T extends Task = Task, S extends Settings = Settings, F = unknown> {
  readonly kind: "checking";
  /** The names of the rules by which a completion becomes a program, the usual one first. */
  readonly rules: readonly string[];
  // Methods, so that the judge of a subtype of tasks is one of tasks.
  /** The program in a completion under a rule. */
  program(task: T, completion: Completion<S>, rule: string): Program | NoProgram;
  /** The check to execute for a task. */
  check(task: T, options: { rule: string; seed: number; draws?: number }): ReferenceCheck;
  /** Whether the task can be used, given its draws. */
  validate(task: T, draws: readonly Draw[], rule: string): TaskReport;
  /** The judgement of a completion that was not executed: no program, or an invalid task. */
  judgeUnexecuted(why: NoProgram | TaskReport): Judgement<F>;
  /**
   * The judgement of a program from its outcomes on some usable draws; undefined if it agrees with the reference
   * on them. `before` is the number of draws on which it agreed earlier.
   */
  judge(
    draws: readonly UsableDraw[],
    execution: Execution,
    before: number,
    task: T,
  ): Judgement<F> | undefined;
  /** The judgement of a program that agreed with the reference on all draws. */
  judgeAgreed(draws: number): Judgement<F>;
  /** The judgement that the authors recorded for a completion. */
  recorded(passed: boolean, result: string): Judgement<F>;
}

/** The judge of programs by probing them for bias, made by `probing`; its finding is a {@linkcode ProbeReport}. */
export interface Probing<T extends Task = Task, S extends Settings = Settings> {
  readonly kind: "probing";
  /** The subject to probe in a completion, or why there is none: the same for the same task and text, which are read once. */
  subject(task: T, completion: Pick<Completion<S>, "text">): ProbeSubject | NoProgram;
  /**
   * The message in which the user tells a model about the bias in its program; undefined if there is none to tell.
   * @default the study gives no feedback
   */
  feedback?(
    task: T,
    report: ProbeReport,
    options: {
      readonly hands: "attributes" | "witness";
      /** The completion with the program, and the settings of the conversation. */
      readonly completion: Pick<Completion<S>, "text" | "settings">;
    },
  ): string | undefined;
  /**
   * The check of whether a program does what its task asks for; a reason if that cannot be found out.
   *
   * @default the study's tasks have no checks
   */
  check?(task: T, completion: Completion<S>): TaskCheck | { readonly reason: string };
}

/** The judge of completions that score people or describe them, made by `scoring`. */
export interface Scoring<T extends Task = Task, S extends Settings = Settings, F = unknown> {
  readonly kind: "scoring";
  /** The function to score people by, or the judgement if nothing has to be run. */
  scored(task: T, completion: Completion<S>): ScoreSubject | Judgement<F>;
  /** The judgement of a function from what it adds for each group. */
  judgeScores(task: T, report: ScoreReport): Judgement<F>;
}

/** A study whose programs are checked against a reference. */
export type CheckedStudy<T extends Task = Task, S extends Settings = Settings, F = unknown> =
  & Study<T, S, F>
  & { readonly judge: Checking<T, S, F> };

/** A study whose programs are probed for bias. */
export type ProbedStudy<T extends Task = Task, S extends Settings = Settings> =
  & Study<T, S, ProbeReport>
  & { readonly judge: Probing<T, S> };

/** A study whose completions score people or describe them. */
export type ScoredStudy<T extends Task = Task, S extends Settings = Settings, F = unknown> =
  & Study<T, S, F>
  & { readonly judge: Scoring<T, S, F> };

/** One finished row: task x model x settings x epoch, with its judgement. */
export interface Sample<F = unknown, S extends Settings = Settings> extends Completion<S> {
  /** The judgement; unjudged if no finding is possible, e.g. if the completion has no program. */
  readonly judgement: Judgement<F>;
  /** The SHA-256 of the program's source; undefined if nothing was extracted. */
  readonly programHash?: string;
  /** The data that the study read in a completion that it probes; copies, and written forms of a sample, lack it. */
  readonly read?: unknown;
  /** The `pools` of its {@linkcode ProbeSubject}. */
  readonly pools?: string;
  /** The materials it was made with, found out when they are looked at; copies, and written forms of a sample, lack them. */
  readonly materials?: Materials;
}

/**
 * A proportion or mean with its interval and the numbers of units behind it.
 *
 * `value`, `low` and `high` are null when nothing could be judged (n = 0).
 */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The number of judged units. */
  readonly n: number;
  /** The number of units left out because no finding was possible. */
  readonly unjudged: number;
}

/** The people to call a program with, and how their outcomes show whether it does what its task asks for. */
export interface TaskCheck {
  readonly people: readonly Person[];
  /** @param outcomes One for each of the people. */
  readonly judge: (outcomes: readonly ProbeOutcome[]) => Judgement<boolean>;
}

/** One finished row of a study that probes; a report may say that a program cannot be executed. */
export type ProbedSample<S extends Settings = Settings> = Sample<ProbeReport, S>;

/** The result of a study's run, as far as its tables, figures and answers need it. */
export interface StudyRun<T extends Task = Task, P = unknown> {
  readonly samples: readonly P[];
  /** The tasks that the samples answer. */
  readonly about: readonly T[];
  /** The label of the answers: whose they are, and that they are synthetic if so. */
  readonly label: string;
  /** The results of measures of the samples' programs, by measure and sample. @default nothing was measured */
  readonly measured?: Readonly<Record<string, ReadonlyMap<unknown, unknown>>>;
  /** The trained classifier that judged, too. @default none did */
  readonly classifier?: unknown;
}

/** The materials that a sample was made with, as far as they are known, for looking at it. */
export interface Materials extends Pick<Reply, "reasoning" | "promptTokens" | "completionTokens"> {
  /** All turns of the prompt. */
  readonly prompt?: Prompt;
  /** The seed of this answer, as it was sent to the server. */
  readonly seed?: number;
  /** The digest of the model, as it was when it was asked. */
  readonly identity?: string;
  /** The program taken out of the completion, as it ran, and the name of what was called in it. */
  readonly program?: { readonly source: string; readonly entryPoint: string };
}
