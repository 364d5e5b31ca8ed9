import type { ModelDescription } from "../../core/types.ts";
import { visible } from "../../core/visible.ts";
import type { GeneratedSample } from "./converse.ts";

/** The least number of repetitions for which it is meaningful that all are the same. */
const ENOUGH = 10;

/** Finds out whether the epochs of a prompt are samples at all, or the same answer each time. */
export class AnswersTogether {
  #last: { readonly key: string; readonly text: string } | undefined;
  /** The numbers of texts equal to the previous one, and different from it: at temperature 0, and above. */
  readonly #greedy = { same: 0, other: 0 };
  readonly #drawn = { same: 0, other: 0 };

  /** Takes the next sample; the epochs of a prompt come one after the other. */
  add({ sample: { taskId, settings }, reply }: GeneratedSample): void {
    const key = JSON.stringify([taskId, settings]);
    const last = this.#last;
    this.#last = reply?.text ? { key, text: reply.text } : undefined;
    if (!reply?.text || last?.key !== key) return;
    const counts = settings.temperature === 0 ? this.#greedy : this.#drawn;
    counts[reply.text === last.text ? "same" : "other"]++;
  }

  /** The notices for the analyst, each a sentence. */
  notices({ spec }: Pick<ModelDescription, "spec">): string[] {
    const { same, other } = this.#greedy;
    const repeated = this.#drawn.same;
    return [
      same > 0 &&
      `At temperature 0, ${same} of ${
          same + other
        } repetitions of prompts gave the text before again: count a prompt once, ` +
        'e.g. with cluster "taskId".',
      this.#drawn.other === 0 && repeated >= ENOUGH &&
      `${spec} gave the same text again in all ${repeated} repetitions of prompts at temperatures above 0. Unless it is ` +
        "that certain, its server answers from a cache, or follows neither seed nor temperature: epochs tell nothing new.",
    ].filter((notice) => notice !== false).map(visible);
  }
}
