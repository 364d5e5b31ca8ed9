import type {
  EncodedValue,
  Execution,
  Judgement,
  NoProgram,
  Outcome,
  TaskReport,
  UsableDraw,
} from "../../../core/types.ts";
import { decode, equal, equalInAnyOrder, type PythonValue, sameEncoding } from "../../../values/mod.ts";
import type { LinguisticTask } from "../tasks/layout.ts";
import type { Comparison } from "../tasks/suite.ts";

/** The verdicts in the order of tables. */
export const VERDICTS = [
  ...["passed", "wrong", "raised", "timed-out", "memory", "crashed", "no-program", "invalid-task"] as const,
] as const;

/** The verdict on a completion. Only `passed` counts as correct. */
export type VerdictKind = (typeof VERDICTS)[number];

/** A finding of this study: the verdict on a completion, with its details. */
export interface Verdict {
  readonly kind: VerdictKind;
  /** The type of the exception, the reason why there is no program, or the like. */
  readonly detail: string;
  /** The number of draws on which the program was compared with the reference. */
  readonly draws: number;
}

/**
 * The verdict of a program from its outcomes on some draws: undefined if it agrees with the reference on them.
 *
 * The first outcome that is not the reference's value decides. Values are compared as Python's `==` does, so that 1,
 * 1.0 and True are equal, except that NaN equals NaN and that classes of the program have no influence. Tasks of our
 * own suite may have another comparison: with `close`, floats may differ by 1e-6 of the larger, or by 1e-12; with
 * `any-order`, a list may have its items in any order.
 *
 * @param draws The draws on which the program ran.
 * @param execution Its outcomes, one per draw.
 * @param before The number of draws on which it agreed earlier.
 * @param task The task with its comparison. @default Python's `==`
 */
export function judge(
  draws: readonly UsableDraw[],
  execution: Execution,
  before: number,
  { suite }: Pick<LinguisticTask, "suite"> = {},
): Judgement<Verdict> | undefined {
  const { program, outcomes } = execution;
  if (program.kind !== "loaded") return judgeUnloaded(program);
  for (const [index, outcome] of outcomes.entries()) {
    const agrees = outcome.kind === "returned" &&
      isSame(outcome.value, draws[index].expected, suite?.compare ?? "equal");
    if (!agrees) return judgeOutcome(outcome, before + index + 1);
  }
  return undefined;
}

/** Whether a completion passed; null without a finding about the model: it is unjudged or its task is invalid. */
export function passedIn(judgement: Judgement<Verdict>): boolean | null {
  if (judgement.kind === "unjudged" || judgement.finding.kind === "invalid-task") return null;
  return judgement.finding.kind === "passed";
}

/** The verdict of a program that agreed with the reference on all draws. */
export function judgeAgreed(draws: number): Judgement<Verdict> {
  return judged("passed", "", draws);
}

/** The verdict of an outcome that is not the reference's value. */
function judgeOutcome(outcome: Outcome, draws: number): Judgement<Verdict> {
  switch (outcome.kind) {
    case "returned":
      return judged("wrong", "another value", draws);
    case "unserialisable":
      return judged("wrong", outcome.message, draws);
    case "raised":
      return judged("raised", outcome.type, draws);
    default:
      return judgeStop(outcome, draws);
  }
}

function judgeUnloaded(program: Execution["program"]): Judgement<Verdict> {
  switch (program.kind) {
    case "syntax-error":
      return judged("no-program", program.type ?? "SyntaxError", 0);
    case "no-entry-point":
      return judged("no-program", "does not define the function", 0);
    case "raised":
      return judged("raised", `${program.type} while loading`, 0);
    default:
      return judgeStop({ ...program, message: "while loading" }, 0);
  }
}

function judgeStop(
  { kind, message, idle }: { kind: string; message: string; idle?: boolean },
  draws: number,
): Judgement<Verdict> {
  switch (kind) {
    case "cpu-limit":
      return judged("timed-out", message, draws);
    case "memory-limit":
      return judged("memory", message, draws);
    case "wall-limit":
      return idle ? judged("timed-out", "waited", draws) : { kind: "unjudged", reason: kind };
    case "infrastructure-error":
    case "process-limit": // it is the sandbox that has no room for threads
      return { kind: "unjudged", reason: kind };
    default:
      // No fault of a program ends in signal 9: this machine's memory may have run out.
      if (message === "signal 9") return { kind: "unjudged", reason: message };
      return judged("crashed", `${kind} ${message}`.trim(), draws);
  }
}

/** The verdict of a completion that was not executed. A server's failure is never a verdict about the model. */
export function judgeUnexecuted(why: NoProgram | TaskReport): Judgement<Verdict> {
  if ("taskId" in why) return judged("invalid-task", why.invalid ?? "", 0);
  return why.reason === "service-error" || why.reason === "alternatives"
    ? { kind: "unjudged", reason: why.reason }
    : judged("no-program", why.reason, 0);
}

/** The verdict that the authors recorded; `result` lists the messages of their runs, joined by `&`, in no order. */
export function recorded(passed: boolean, result: string): Judgement<Verdict> {
  if (passed) return judged("passed", "", 0);
  const results = result.split("&").map((part) => part.trim()).filter((part) =>
    part !== "" && part !== "passed"
  );
  const detail = results.toSorted().join("; ");
  if (results.some((part) => part.includes("Wrong Answer"))) return judged("wrong", detail, 0);
  if (results.some((part) => part.startsWith("timed out"))) return judged("timed-out", detail, 0);
  if (results.some((part) => /SyntaxError|IndentationError|TabError/.test(part))) {
    return judged("no-program", detail, 0);
  }
  return judged("raised", detail, 0);
}

function judged(kind: VerdictKind, detail: string, draws: number): Judgement<Verdict> {
  return { kind: "judged", finding: { kind, detail, draws } };
}

function isSame(value: EncodedValue, expected: EncodedValue, compare: Comparison): boolean {
  return sameEncoding(value, expected) || COMPARE[compare](decode(value), decode(expected));
}

const COMPARE: Readonly<Record<Comparison, (value: PythonValue, expected: PythonValue) => boolean>> = {
  "equal": equal,
  "close": (value, expected) => equal(value, expected, { tolerance: 1e-6, unit: 1e-6 }),
  "any-order": equalInAnyOrder,
};
