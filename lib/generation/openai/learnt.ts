import type { ModelDescription } from "../../core/types.ts";
import { isObject } from "../json.ts";
import { quote } from "../requests/failures.ts";
import { nameOf, sameModel } from "./description.ts";
import type { Circumstances } from "./failure.ts";

/** How many names of models are kept that answers bear, and how long ones. */
const [MAX_NAMES, LONGEST_NAME] = [20, 200];

/** "a, b and c". */
const LIST = new Intl.ListFormat("en-GB");

/** What shows of a server only while it answers. */
export class Learnt {
  /** Fields of requests that it refused, and answered without. */
  refused: ReadonlySet<string> = new Set();
  readonly #models = new Set<string>();

  /** Notes the model that an answer says it is from. */
  answeredAs(model: string): void {
    if (this.#models.size < MAX_NAMES) this.#models.add(model.slice(0, LONGEST_NAME));
  }

  /** What to know of it, each a sentence. */
  notices(
    { endpoint: { who, key }, model }: Circumstances,
    { details }: Pick<ModelDescription, "details">,
  ): string[] {
    const notices: string[] = [];
    const refused = ["seed", "temperature", "top_p"].filter((name) => this.refused.has(name));
    if (refused.length > 0) {
      notices.push(
        `${who} refuses ${LIST.format(refused)}: it was asked without, and answers in its own way.`,
      );
    }
    const listed = isObject(details.model) ? details.model.id : undefined;
    const names = [...this.#models].map((id) => key.redact(nameOf({ id }) ?? ""));
    if (!names.every((name) => sameModel(name, model) || name === listed)) {
      const mixed = names.length > 1 ? ": samples may be of different models" : "";
      notices.push(
        `${who} answered as ${LIST.format(names.map(quote))} where ${model} was asked for${mixed}.`,
      );
    }
    return notices;
  }
}
