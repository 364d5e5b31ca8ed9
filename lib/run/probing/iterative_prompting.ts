import { isWhole, mustBe, refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions, taskFinder } from "../../core/nearest.ts";
import type { Completion, Conversations, ProbedStudy, Settings, Task } from "../../core/types.ts";
import { type Asked, probeOnce, readOnce } from "./once.ts";

/** The options of {@linkcode iterativePrompting}. */
export interface IterativeOptions<T extends Task> {
  readonly tasks: readonly T[];
  /** The prober that judges the programs. */
  readonly prober: Asked;
  /** The largest number of rounds, from 1. @default 3 */
  readonly rounds?: number;
  /** The content of the feedback: the names of attributes, as in the paper, or witnesses as well. @default "attributes" */
  readonly hands?: "attributes" | "witness";
}

/** The conversation of a sample so far. */
interface SoFar {
  readonly taskId: string;
  readonly settings: Settings;
  readonly epoch: number;
  readonly replies: Conversations["samples"][number]["replies"];
}

/**
 * Asks a model to remove the bias that probing finds in its program, until none is found: the `followUp` of `generate`.
 *
 * A completion without bias, program or verdict ends the conversation.
 *
 * @throws {RangeError} If `rounds` is not an integer from 1, or the study has no feedback.
 *
 * @example
 * ```ts ignore
 * await using prober = await openProber();
 * const followUp = iterativePrompting(solar, { tasks, prober, rounds: 3 });
 * const generation = await generate({ model, prompts, followUp, variant: "feedback-3" });
 * ```
 */
export function iterativePrompting<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  options: IterativeOptions<T>,
): (soFar: SoFar) => Promise<string | undefined> {
  refuseUnknownOptions(options, ["tasks", "prober", "rounds", "hands"]);
  refuseOther("ask again for", study, "an object", ["judge"]);
  refuseOther("ask again with", options, "an object", ["tasks", "prober"]);
  const { tasks, prober, rounds = 3, hands = "attributes" } = options;
  mustBe(isWhole(rounds, 1), `ask again in ${rounds} rounds`, "a whole number from 1");
  const { judge } = study;
  if (judge.kind !== "probing" || !judge.feedback) {
    throw new RangeError(`Cannot ask again for ${study.name}: the study gives no feedback`);
  }
  const subjectOf = readOnce(judge);
  const taskOf = taskFinder(tasks);
  return async ({ taskId, settings, epoch, replies }) => {
    if (replies.length > rounds) return undefined;
    const task = taskOf(taskId, `ask again for ${taskId}`);
    const said = { taskId, model: "", settings, epoch, text: replies.at(-1)!.text };
    const completion = said as unknown as Completion<S>;
    const subject = subjectOf(task, replies.at(-1)!);
    if ("kind" in subject) return undefined;
    return judge.feedback!(task, await probeOnce(prober, subject), { hands, completion });
  };
}
