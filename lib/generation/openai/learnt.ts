import type { ModelDescription, Reply } from "../../core/types.ts";
import { isObject, type JsonObject } from "../json.ts";
import { quote } from "../requests/failures.ts";
import { nameOf, sameModel } from "./description.ts";
import type { Circumstances } from "./failure.ts";

/** How many names of models are kept that answers bear, and how long ones. */
const [MAX_NAMES, LONGEST_NAME] = [20, 200];

/** Fields that change nothing of an answer in the end, or only have another name. */
const WITHOUT_EFFECT: readonly string[] = ["stream", "stream_options", "stop", "max_tokens"];

/** "a, b and c". */
const LIST = new Intl.ListFormat("en-GB");

/** What shows of a server only while it answers. */
export class Learnt {
  /** Fields of requests that it refused, and answered without. */
  refused: ReadonlySet<string> = new Set();
  /** By how many tokens an answer was longer than it was to be, at most. */
  #excess = 0;
  readonly #models = new Set<string>();
  readonly #providers = new Set<string>();

  /** Notes the model that an answer says it is from, and who had it. */
  answeredAs(model: string, provider?: string): void {
    if (this.#models.size < MAX_NAMES) this.#models.add(model.slice(0, LONGEST_NAME));
    if (provider && this.#providers.size < MAX_NAMES) this.#providers.add(provider.slice(0, LONGEST_NAME));
  }

  /** Notes what is odd in an answer. */
  answered({ completionTokens = 0 }: Reply, maxTokens: number): void {
    this.#excess = Math.max(this.#excess, completionTokens - maxTokens);
  }

  /** What a request was sent without, since the server refuses it, although it may matter. */
  without(body: JsonObject): Pick<Reply, "without"> {
    const without = [...this.refused].filter((name) => !WITHOUT_EFFECT.includes(name) && !(name in body));
    return without.length > 0 ? { without: without.sort() } : {};
  }

  /** What to know of it, each a sentence. */
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
