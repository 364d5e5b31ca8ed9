import type { ModelDescription } from "../../core/types.ts";
import { visible } from "../../core/visible.ts";
import type { GeneratedSample } from "./converse.ts";

/** The least number of repetitions for which it is meaningful that all are the same. */
const ENOUGH = 10;

/** The ends of answers without a text, each with what to do about it. */
const ENDS = {
  refused: ["refused or filtered"],
  limit: ["cut off at the limit of tokens", "raise maxTokens"],
  thoughts: [
    "nothing but thoughts",
    "its server may take whole answers for thoughts: have it leave them in the text",
  ],
  nothing: ["simply ended", "unless the model is like that, see the log of its server"],
} as const;

/** Finds out whether the epochs of a prompt are samples at all, or one answer over and over, and which answers have no text. */
export class AnswersTogether {
  #last: { readonly key: string; readonly text: string } | undefined;
  /** The numbers of texts equal to the previous one, and different from it: at temperature 0, and above. */
  readonly #greedy = { same: 0, other: 0 };
  readonly #drawn = { same: 0, other: 0 };
  /** The number of all answers, and that of answers without a text by their end. */
  #answers = 0;
  readonly #textless = new Map<keyof typeof ENDS, number>();

  /** Takes the next sample; the epochs of a prompt come one after the other. */
  add({ sample: { taskId, settings }, reply }: GeneratedSample): void {
    if (reply) this.#answers++;
    if (reply?.text.trim() === "") {
      const { finish, reasoning } = reply;
      const whole = reasoning ? "thoughts" : "nothing";
      const end = finish === "refusal" ? "refused" : finish === "length" ? "limit" : whole;
      this.#textless.set(end, (this.#textless.get(end) ?? 0) + 1);
    }
    const key = JSON.stringify([taskId, settings]);
    const last = this.#last;
    this.#last = reply?.text ? { key, text: reply.text } : undefined;
    if (!reply?.text || last?.key !== key) return;
    const counts = settings.temperature === 0 ? this.#greedy : this.#drawn;
    counts[reply.text === last.text ? "same" : "other"]++;
  }

  /** The notices for the analyst, each a sentence. @param asked Whether any answer is new; else nothing is said of repetitions. */
  notices(description: Pick<ModelDescription, "spec">, asked: boolean): string[] {
    return [...this.#withoutText(description), ...asked ? this.#repeated(description) : []].map(visible);
  }

  #withoutText({ spec }: Pick<ModelDescription, "spec">): string[] {
    const all = this.#textless.values().reduce((sum, count) => sum + count, 0);
    if (all === 0) return [];
    const ends = [...this.#textless].map(([end, count]) => `${ENDS[end][0]}: ${count}`);
    const remedies = this.#textless.keys().flatMap((end) => ENDS[end].slice(1));
    const which = `${spec} gave no text in ${all} of ${this.#answers} answers (${ends.join(", ")})`;
    return [[which, ...remedies].join("; ") + "."];
  }

  #repeated({ spec }: Pick<ModelDescription, "spec">): string[] {
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
    ].filter((notice) => notice !== false);
  }
}
