import type { Completion, Settings } from "../../types.ts";
import type { SolarRow, SolarSettings } from "./rows.ts";

/** What `generate` makes of a conversation. */
interface Conversation {
  readonly sample: { readonly taskId: string; readonly settings: Settings; readonly epoch: number };
  readonly replies: readonly { readonly text: string }[];
  /** Why it ended before it was over. */
  readonly error?: unknown;
}

/**
 * The completions of iterative prompting, round by round: what a model had answered after it was asked again r times.
 *
 * A conversation that is over counts in all later rounds with its last answer, so that every round has the same samples;
 * the paper, too, keeps the denominator. One that a failure of the server ended counts in no round but 0: only biased
 * answers are asked about again, so that without it the later rounds would be those of the fair ones.
 * {@linkcode withAllRounds} has the conversations to compare.
 *
 * @param generation What `generate` gave, with the settings of the study's prompts.
 * @param rounds How often the model was asked again at most.
 * @throws {RangeError} If that is no whole number from 0.
 */
export function roundsOf(
  { model, samples }: {
    readonly model: { readonly spec: string };
    readonly samples: readonly Conversation[];
  },
  { rounds }: { readonly rounds: number },
): Completion<SolarSettings>[] {
  if (!Number.isSafeInteger(rounds) || rounds < 0) {
    throw new RangeError(`Cannot sort answers into ${rounds} rounds: it must be a whole number from 0`);
  }
  return Array.from(
    { length: rounds + 1 },
    (_, round) =>
      samples.flatMap(
        ({ sample: { taskId, settings, epoch }, replies, error }): Completion<SolarSettings>[] => {
          const reply = error && round > 0 ? undefined : replies.at(Math.min(round, replies.length - 1));
          if (!reply) return [];
          const own = { ...(settings as SolarSettings), round };
          return [{ taskId, model: model.spec, settings: own, epoch, text: reply.text }];
        },
      ),
  ).flat();
}

/**
 * The completions of conversations that have all rounds: those between which rounds can be compared.
 *
 * @param rounds The last round.
 */
export function withAllRounds(
  rows: readonly SolarRow[],
  { rounds }: { readonly rounds: number },
): SolarRow[] {
  const key = ({ model, prompt, temperature, taskId, epoch }: SolarRow) =>
    JSON.stringify([model, prompt, temperature, taskId, epoch]);
  const whole = new Set(rows.filter(({ round }) => round === rounds).map(key));
  return rows.filter((row) => whole.has(key(row)));
}
