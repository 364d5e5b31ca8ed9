import type { ModelDescription, Reply } from "../../core/types.ts";
import { isObject, type JsonObject } from "../json.ts";
import { quote } from "../requests/failures.ts";
import { nameOf, sameModel } from "./description.ts";
import type { Circumstances } from "./failure.ts";

/** The maximum number of model names from answers that are kept, and the maximum length of a name, characters. */
const [MAX_NAMES, LONGEST_NAME] = [20, 200];

/** The fields without effect on the final answer, or with another name that has the same effect. */
const WITHOUT_EFFECT: readonly string[] = ["stream", "stream_options", "stop", "max_tokens"];

/** The format for lists in messages: "a, b and c". */
const LIST = new Intl.ListFormat("en-GB");

/** The facts about a server that only its answers show. */
export class Learnt {
  /** The fields of requests that the server refused, and without which it answered. */
  refused: ReadonlySet<string> = new Set();
  /** The most tokens by which an answer exceeded its limit. */
  #excess = 0;
  readonly #models = new Set<string>();
  readonly #providers = new Set<string>();

  /** Records the model that an answer names, and its provider. */
  answeredAs(model: string, provider?: string): void {
    if (this.#models.size < MAX_NAMES) this.#models.add(model.slice(0, LONGEST_NAME));
    if (provider && this.#providers.size < MAX_NAMES) this.#providers.add(provider.slice(0, LONGEST_NAME));
  }

  /** Records an answer that has too many tokens. */
  answered({ completionTokens = 0 }: Reply, maxTokens: number): void {
    this.#excess = Math.max(this.#excess, completionTokens - maxTokens);
  }

  /** The fields without which a request was sent, since the server refuses them, although they may affect the answer. */
  without(body: JsonObject): Pick<Reply, "without"> {
    const without = [...this.refused].filter((name) => !WITHOUT_EFFECT.includes(name) && !(name in body));
    return without.length > 0 ? { without: without.sort() } : {};
  }

  /** Sentences about the recorded irregularities, for the analyst. */
  notices(
    { endpoint: { who, key }, model }: Circumstances,
    { details }: Pick<ModelDescription, "details">,
  ): string[] {
    const { without: refused } = this.without({});
    const listed = isObject(details.model) ? details.model.id : undefined;
    const names = [...this.#models].map((id) => key.redact(nameOf({ id }) ?? ""));
    const mixed = names.length > 1 ? ": samples may be of different models" : "";
    const providers = [...this.#providers].map((name) => quote(key.redact(name)));
    return [
      refused && `${who} refuses ${LIST.format(refused)}: it was asked without, and answers in its own way.`,
      this.#excess > 0 &&
      `${who} counts up to ${this.#excess} tokens more than maxTokens: it does not keep to that, or thinks besides.`,
      !names.every((name) => sameModel(name, model) || name === listed) &&
      `${who} answered as ${LIST.format(names.map(quote))} where ${model} was asked for${mixed}.`,
      providers.length > 1 &&
      `${who} had ${model} from ${
        LIST.format(providers)
      }, whose quantisations and limits may differ: have it ask one only.`,
    ].filter((notice) => typeof notice === "string");
  }
}
