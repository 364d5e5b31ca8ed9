import { distance } from "fastest-levenshtein";
import { ModelError } from "../../errors.ts";
import type { InstalledModel } from "./endpoints.ts";
import type { OllamaServer } from "./server.ts";

/** How many of a server's models are listed in a sentence. */
const LISTED = 10;

/**
 * The failure when a server does not have a model: what it has, and how to get this one.
 *
 * @param installed The server's models, or undefined if they are not known.
 */
export function missingModel(
  { who }: OllamaServer,
  name: string,
  installed: readonly InstalledModel[] | undefined,
): ModelError {
  const has = installed &&
    (installed.length > 0
      ? `: it has ${nearestFirst(name, installed.map((model) => model.name))}`
      : ": it has none yet");
  return new ModelError(
    `${who} does not have the model ${name}${has ?? ""}; to get it, use \`ollama pull ${name}\`, ` +
      `\`deno task generate --model ollama/${name} --pull\` or \`await pullModel("${name}")\``,
    { failure: "no-such-model", retry: false },
  );
}

function nearestFirst(name: string, installed: readonly string[]): string {
  const cost = (other: string) => distance(name.toLowerCase(), other.replace(/:latest$/, "").toLowerCase());
  const sorted = installed.toSorted((a, b) => cost(a) - cost(b));
  const rest = sorted.length - LISTED;
  return sorted.slice(0, LISTED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
