import { isWhole, mustBe } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { ModelError } from "../core/errors.ts";
import type { Completion, Conversations, Settings } from "../core/types.ts";
import type { RoundRow } from "./task_counts.ts";

/**
 * The kinds of feedback to a model. `attributes`: the names of the attributes that its program goes by. `witness`: also, for
 * each of these, people whom the program treats differently.
 */
export const HANDS = ["attributes", "witness"] as const;

/** A kind of feedback to a model. */
export type Hands = (typeof HANDS)[number];

/**
 * The completions of iterative prompting, round by round: what a model had answered after it was asked again r times.
 *
 * A conversation that is over counts in all later rounds with its last answer, so that every round has the same samples; the
 * papers, too, keep the denominator. A conversation that a server failure ended counts only in round 0: as only biased
 * answers are asked about again, later rounds lack some of the biased answers, and {@linkcode withAllRounds} has the
 * conversations to compare. If a recording lacks an answer to feedback, there is only round 0, for the same reason.
 *
 * @param generation The result of `generate`, with the settings of a study's prompts, a round among them.
 * @param rounds The greatest number of times that the model was asked again.
 * @throws {RangeError} If `rounds` is not a whole number from 0.
 */
export function roundsOf<S extends Settings & { readonly round: number }>(
  { model, samples }: Conversations,
  options: { readonly rounds: number },
): Completion<S>[] {
  refuseUnknownOptions(options, ["rounds"]);
  const { rounds } = options;
  mustBe(isWhole(rounds), `sort answers into ${rounds} rounds`, "a whole number from 0");
  const goesOn = !samples.some(({ replies, error }) =>
    replies.length > 0 && error instanceof ModelError && error.failure === "no-recording"
  );
  return Array.from(
    { length: goesOn ? rounds + 1 : 1 },
    (_, round) =>
      samples.flatMap(
        ({ sample: { taskId, settings, epoch }, replies, error }): Completion<S>[] => {
          const reply = error && round > 0 ? undefined : replies.at(Math.min(round, replies.length - 1));
          if (!reply) return [];
          const own = { ...(settings as S), round };
          const { text, finish = "stop" } = reply;
          const ended = finish !== "stop" && { finish };
          return [{ taskId, model: model.spec, settings: own, epoch, text, ...ended }];
        },
      ),
  ).flat();
}

/**
 * The completions, by model, of conversations that have all of the model's rounds, so that rounds can be compared; none of a
 * model that was asked once.
 */
export function withAllRounds<R extends RoundRow>(rows: readonly R[]): R[][] {
  return [...Map.groupBy(rows, ({ model }) => model).values()].flatMap((own) => {
    const last = own.reduce((most, { round }) => Math.max(most, round), 0);
    const whole = new Set(own.filter(({ round }) => round === last).map(conversationOf));
    return last > 0 ? [own.filter((row) => whole.has(conversationOf(row)))] : [];
  });
}

/** The key that identifies a conversation. */
export function conversationOf({ model, prompt, temperature, taskId, epoch }: RoundRow): string {
  return JSON.stringify([model, prompt, temperature, taskId, epoch]);
}
