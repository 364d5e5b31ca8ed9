import { isWhole, mustBe } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { ModelError } from "../core/errors.ts";
import type { Completion, Conversations, Settings } from "../core/types.ts";
import type { RoundRow } from "./task_counts.ts";

/**
 * What feedback tells a model. `attributes`: the names of those that its program goes by. `witness`: also, for each of them, people
 * whom it treats differently.
 */
export const HANDS = ["attributes", "witness"] as const;

/** What feedback hands to the model. */
export type Hands = (typeof HANDS)[number];

/**
 * The completions of iterative prompting, round by round: what a model had answered after it was asked again r times.
 *
 * A conversation that is over counts in all later rounds with its last answer, so that every round has the same samples;
 * the papers, too, keep the denominator. One that a server failure ended counts only in round 0: only biased
 * answers are asked about again, so that without it the later rounds would be those of the fair ones. Where a
 * recording lacks an answer to feedback, there is only round 0, for the same reason.
 * {@linkcode withAllRounds} has the conversations to compare.
 *
 * @param generation What `generate` gave, with the settings of a study's prompts, a round among them.
 * @param rounds How often the model was asked again at most.
 * @throws {RangeError} If that is no whole number from 0.
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
 * By model, the completions of conversations that have all of its rounds, so that rounds can be compared; nothing of one that was
 * asked once.
 */
export function withAllRounds<R extends RoundRow>(rows: readonly R[]): R[][] {
  return [...Map.groupBy(rows, ({ model }) => model).values()].flatMap((own) => {
    const last = own.reduce((most, { round }) => Math.max(most, round), 0);
    const whole = new Set(own.filter(({ round }) => round === last).map(conversationOf));
    return last > 0 ? [own.filter((row) => whole.has(conversationOf(row)))] : [];
  });
}

/** What tells a conversation from others. */
export function conversationOf({ model, prompt, temperature, taskId, epoch }: RoundRow): string {
  return JSON.stringify([model, prompt, temperature, taskId, epoch]);
}
