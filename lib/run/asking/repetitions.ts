import type { ModelDescription } from "../../core/types.ts";
import { visible } from "../../core/visible.ts";
import type { GeneratedSample } from "./converse.ts";

/** From how many repetitions on it says something that all are the same. */
const ENOUGH = 10;

/** Finds out whether the epochs of a prompt are samples at all, or one answer over and over. */
export class Repetitions {
  #last: { readonly key: string; readonly text: string } | undefined;
  #same = 0;
  #greedy = 0;
  #differ = false;

  /** Takes the next sample; the epochs of a prompt come one after the other. */
  add({ sample: { taskId, settings }, reply }: GeneratedSample): void {
    const key = JSON.stringify([taskId, settings]);
    const last = this.#last;
    this.#last = reply?.text ? { key, text: reply.text } : undefined;
    if (!reply?.text || last?.key !== key) return;
    if (settings.temperature === 0) this.#greedy++;
    else if (reply.text === last.text) this.#same++;
    else this.#differ = true;
  }

  /** What to know of it, each a sentence. */
  notices({ spec }: Pick<ModelDescription, "spec">): string[] {
    return [
      this.#greedy > 0 &&
      `At temperature 0 the epochs of a prompt are one answer over and over: count them once, e.g. with cluster "taskId".`,
      !this.#differ && this.#same >= ENOUGH &&
      `${spec} gave the same text again in all ${this.#same} repetitions of prompts at temperatures above 0. Unless it is ` +
        "that certain, its server answers from a cache, or follows neither seed nor temperature: epochs tell nothing new.",
    ].filter((notice) => notice !== false).map(visible);
  }
}
