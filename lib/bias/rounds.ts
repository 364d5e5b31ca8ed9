import { refuseUnknownOptions } from "../core/nearest.ts";
import { ModelError } from "../core/errors.ts";
import type { Completion, Conversations, Settings } from "../core/types.ts";

/** Settings, one of which says how often the model was asked again. */
type RoundSettings = Settings & { readonly round: number };

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
export function roundsOf<S extends RoundSettings>(
  { model, samples }: Conversations,
  options: { readonly rounds: number },
): Completion<S>[] {
  refuseUnknownOptions(options, ["rounds"]);
  const { rounds } = options;
  if (!Number.isSafeInteger(rounds) || rounds < 0) {
    throw new RangeError(`Cannot sort answers into ${rounds} rounds: it must be a whole number from 0`);
  }
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
          return [{ taskId, model: model.spec, settings: own, epoch, text: reply.text }];
        },
      ),
  ).flat();
}

/** What tells conversations apart. */
interface RoundRow {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly round: number;
  readonly taskId: string;
  readonly epoch: number;
}

/**
 * The completions of conversations that have all rounds, so that rounds can be compared.
 *
 * @param rounds The last round.
 */
export function withAllRounds<R extends RoundRow>(
  rows: readonly R[],
  options: { readonly rounds: number },
): R[] {
  refuseUnknownOptions(options, ["rounds"]);
  const { rounds } = options;
  const key = ({ model, prompt, temperature, taskId, epoch }: R) =>
    JSON.stringify([model, prompt, temperature, taskId, epoch]);
  const whole = new Set(rows.filter(({ round }) => round === rounds).map(key));
  return rows.filter((row) => whole.has(key(row)));
}
