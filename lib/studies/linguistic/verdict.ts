import type {
  EncodedValue,
  Execution,
  Judgement,
  NoProgram,
  Outcome,
  TaskReport,
  UsableDraw,
} from "../../types.ts";
import { decode } from "../../values/decode.ts";
import { sameEncoding } from "../../values/encoding.ts";
import { equal } from "../../values/equal.ts";

/** What became of a completion. Only `passed` counts as correct. */
export type VerdictKind =
  | "passed"
  | "wrong"
  | "raised"
  | "timed-out"
  | "memory"
  | "crashed"
  | "no-program"
  | "invalid-task";

/** The verdicts in the order of tables. */
export const VERDICTS: readonly VerdictKind[] = [
  "passed",
  "wrong",
  "raised",
  "timed-out",
  "memory",
  "crashed",
  "no-program",
  "invalid-task",
];

/** A finding of this study: the verdict on a completion, with what stands behind it. */
export interface Verdict {
  readonly kind: VerdictKind;
  /** E.g. the type of the exception, or why there is no program. */
  readonly detail: string;
  /** Draws on which the program was compared with the reference. */
  readonly draws: number;
}

/**
 * The verdict of a program from its outcomes on some draws: undefined if it agrees with the reference on them.
 *
 * The first outcome that is not the reference's value decides. Values are compared as Python's `==` does,
 * except that NaN equals NaN.
 *
 * @param draws The draws it ran on.
 * @param execution Its outcomes, one a draw.
 * @param before Draws on which it agreed earlier.
 */
export function judge(
  draws: readonly UsableDraw[],
  execution: Execution,
  before: number,
): Judgement<Verdict> | undefined {
  const { program, outcomes } = execution;
  if (program.kind !== "loaded") return judgeUnloaded(program);
  for (const [index, outcome] of outcomes.entries()) {
    const verdict = judgeOutcome(outcome, draws[index].expected, before + index + 1);
    if (verdict) return verdict;
  }
  return undefined;
}

/** The verdict of a program that agreed with the reference on all draws. */
export function judgeAgreed(draws: number): Judgement<Verdict> {
  return judged("passed", "", draws);
}

function judgeOutcome(
  outcome: Outcome,
  expected: EncodedValue,
  draws: number,
): Judgement<Verdict> | undefined {
  switch (outcome.kind) {
    case "returned":
      return sameValue(outcome.value, expected) ? undefined : judged("wrong", "another value", draws);
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
      return { kind: "unjudged", reason: kind };
    default:
      return judged("crashed", `${kind} ${message}`.trim(), draws);
  }
}

/** The verdict of a completion that was not executed. A server's failure is never one about the model. */
export function judgeUnexecuted(why: NoProgram | TaskReport): Judgement<Verdict> {
  if ("taskId" in why) return judged("invalid-task", why.invalid ?? "", 0);
  return why.reason === "service-error"
    ? { kind: "unjudged", reason: why.reason }
    : judged("no-program", why.reason, 0);
}

/** The verdict that the authors recorded; `result` lists what their runs said, joined by `&`, in no order. */
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

function sameValue(a: EncodedValue, b: EncodedValue): boolean {
  return sameEncoding(a, b) || equal(decode(a), decode(b));
}
