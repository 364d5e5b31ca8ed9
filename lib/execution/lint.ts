import { SandboxError } from "../core/errors.ts";
import type { Executor, Limits, Outcome, ProgramReport } from "../core/types.ts";
import { decode, encode, fieldsOf, isA, isList, type PythonValue, tuple } from "../values/mod.ts";
import { askHarness, LINTER } from "./harness.ts";
import { LINT_CALL } from "./limits.ts";

/** A message of pylint about a line. */
export interface LintMessage {
  /** The name of pylint's check, e.g. `missing-function-docstring`. */
  readonly symbol: string;
  /** The line number, from 1; 0 if pylint names none. */
  readonly line: number;
  readonly message: string;
}

/** Pylint's report on a source. */
export interface LintReport {
  /** The score, at most 10; null if pylint gives none. */
  readonly score: number | null;
  /** The messages, in the order of their places in the source. */
  readonly messages: readonly LintMessage[];
  /** The number of statements that pylint counts, to which the score is relative. */
  readonly statements: number;
  /** The reason why there is no score. */
  readonly reason?: string;
}

/** Options for linting. */
export interface LintOptions {
  /** Whether a score below 0 becomes 0, as in pylint itself. @default true */
  readonly floor?: boolean;
  /**
   * Whether comments such as `# pylint: disable=all` and `# pylint: skip-file` are obeyed, as by pylint itself, or ignored, so
   * that a source cannot raise its own score. @default "ignored"
   */
  readonly pragmas?: "ignored" | "obeyed";
  /** The limits for each source; the first source of a process also loads pylint. @default {@linkcode LINT_CALL} */
  readonly limits?: Partial<Limits>;
  /** Stops before the next process is started, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Pylint's reports on sources: the score is 10 - 10 (5 e + w + r + c) / s, where e, w, r, c count the errors, warnings, and
 * messages on refactoring and conventions, and s the statements; 0 if that is negative, unless `floor` is false.
 *
 * Pylint runs inside the sandbox, where no file of the user is, with its default settings: no rcfile, no plugins. Each source is
 * read as `program.py`; its imports are found only if they belong to Python itself or are importable in the
 * sandbox. A source that Python cannot read, that has no statements, or on which pylint fails has no score;
 * pylint itself gives it 0. A source's report depends neither on the others nor on their order.
 *
 * @param executor An executor whose packages include pylint and its dependencies, see `lib/run/linting.ts`.
 * @param sources Python modules, all of which are linted in one process unless one meets a limit.
 * @returns The reports, in the order of the sources.
 * @throws {SandboxError} If pylint cannot be loaded in the sandbox, or the sandbox fails.
 */
export async function lintSources(
  executor: Executor,
  sources: readonly string[],
  options: LintOptions = {},
): Promise<LintReport[]> {
  if (sources.length === 0) return [];
  const { floor = true, pragmas = "ignored", limits, signal } = options;
  const { program, outcomes } = await askHarness(executor, {
    ...{ harness: LINTER, entryPoint: "lint", limits: { ...LINT_CALL, ...limits } },
    calls: sources.map((source) => ({ args: encode(tuple(source, pragmas === "obeyed")) })),
  }, signal);
  checkLoaded(program);
  return outcomes.map((outcome) => readReport(outcome, floor));
}

/** Whether pylint finished: a source on which it failed or met a limit may get another report the next time. */
export function isOfPylint({ reason = "" }: LintReport): boolean {
  return !/^pylint (?:fails|meets a limit) /.test(reason);
}

function checkLoaded(program: ProgramReport): void {
  if (program.kind === "loaded") return;
  const why = [program.type, program.message].filter(Boolean).join(": ") || program.kind;
  throw new SandboxError(`Cannot lint: pylint does not load in the sandbox (${why})`);
}

function readReport(outcome: Outcome, floor: boolean): LintReport {
  const nothing = { score: null, messages: [], statements: 0 };
  if (outcome.kind === "infrastructure-error") throw new SandboxError(`Cannot lint: ${outcome.message}`);
  if (outcome.kind === "raised") return { ...nothing, reason: `pylint fails (${outcome.type})` };
  const fields = outcome.kind === "returned" ? fieldsOf(decode(outcome.value)) : undefined;
  if (!fields) return { ...nothing, reason: `pylint meets a limit (${outcome.kind})` };
  const [score, reason] = [fields.get(floor ? "score" : "unfloored"), fields.get("reason")];
  return {
    score: isA(score, "float") ? score.value : null,
    messages: readMessages(fields.get("messages")),
    statements: Number(fields.get("statements") ?? 0),
    ...(typeof reason === "string" && { reason }),
  };
}

function readMessages(value: PythonValue | undefined): LintMessage[] {
  if (!isList(value)) return [];
  return value.map((one) => {
    const [symbol, line, message] = isList(one) ? one : [];
    return { symbol: String(symbol), line: Number(line), message: String(message) };
  });
}
