import { ModelError } from "../../core/errors.ts";
import { nearestFirst } from "../embedding/nearest_first.ts";
import type { InstalledModel } from "./endpoints.ts";
import type { OllamaServer } from "./server.ts";

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
      ? `: it has ${nearestFirst(name.toLowerCase(), installed.map((model) => model.name), 10)}`
      : ": it has none yet");
  return new ModelError(
    `${who} does not have the model ${name}${has ?? ""}; to get it, use \`ollama pull ${name}\`, ` +
      `\`deno task generate --model ollama/${name} --pull\` or \`await pullModel("${name}")\``,
    { failure: "no-such-model", retry: false },
  );
}
