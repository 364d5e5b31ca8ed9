import type { EncodedValue, Execution, ExecutionRequest, Outcome } from "../core/types.ts";
import { decode, equal, sameEncoding } from "../values/mod.ts";
import { isFinished, reloadFailure, SANDBOXS_OWN } from "./attempt.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Runs a program twice, each time in a fresh process, and marks every outcome that differs as
 * `nondeterministic`, as it is not a function of the inputs. Outcomes at a limit are not changed, since the progress of a
 * program until a limit may differ.
 *
 * The second time, the calls are made in reverse order, so that state left by earlier calls, e.g. in a module's
 * setting, shows as a difference, too. If calls are to share state, all of them are repeated in the original order.
 */
export async function executeTwice(sandbox: Sandbox, request: ExecutionRequest): Promise<Execution> {
  const first = await sandbox.execute(request);
  const repeatable = first.outcomes.some(isFinished);
  if (first.program.kind !== "loaded" || !repeatable) return first;
  const shared = request.state === "shared";
  const wanted = [...first.outcomes.keys()].filter((index) => shared || isFinished(first.outcomes[index]));
  const order = shared ? wanted : wanted.reverse();
  const second = await sandbox.execute({ ...request, calls: order.map((index) => request.calls[index]) });
  const repeated = new Map(second.outcomes.map((outcome, at) => [order[at], outcome]));
  const outcomes = first.outcomes.map((outcome, index): Outcome => {
    if (!isFinished(outcome)) return outcome;
    const other = repeated.get(index) ?? reloadFailure(second.program);
    if (other.kind.endsWith("-limit") || sameOutcome(outcome, other)) return outcome;
    if (other.kind === "nondeterministic" || SANDBOXS_OWN.includes(other.kind)) return other;
    return {
      kind: "nondeterministic",
      message: `${brief(outcome)}, then ${brief(other)}`,
      cpuMs: outcome.cpuMs,
    };
  });
  return { program: first.program, outcomes };
}

function sameOutcome(a: Outcome, b: Outcome): boolean {
  if (a.kind === "returned" && b.kind === "returned") {
    return sameEncoding(a.value, b.value) || sameValue(a.value, b.value);
  }
  if (a.kind === "raised" && b.kind === "raised") return a.type === b.type;
  return a.kind === b.kind;
}

function sameValue(a: EncodedValue, b: EncodedValue): boolean {
  try {
    return equal(decode(a), decode(b), { exactTypes: true });
  } catch (error) {
    // An int too large for a BigInt can only be compared by its bytes, which differ.
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

function brief(outcome: Outcome): string {
  return outcome.kind === "raised" ? `raised ${outcome.type}` : outcome.kind;
}
