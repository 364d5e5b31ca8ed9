import { ModelError } from "../../core/errors.ts";
import type { Prompt, Sampling } from "../../core/types.ts";

/**
 * Refuses what Ollama would ignore or cannot be told.
 *
 * @throws {RangeError} If a conversation is to be sent without a template, or a text is not Unicode.
 * @throws {ModelError} If there is nothing to complete: Ollama would load the model and answer nothing.
 */
export function checkPrompt(prompt: Prompt, { raw, stop }: Pick<Sampling, "raw" | "stop">): void {
  const texts = textsOf(prompt);
  if (prompt.length === 0) {
    throw new ModelError(
      "Ollama would only load the model for an empty prompt: give a text or at least one message",
      { failure: "refused-request", retry: false },
    );
  }
  if (raw && typeof prompt !== "string") {
    throw new RangeError(
      "Cannot send a conversation raw: Ollama joins the messages with its template; " +
        "set raw to false, or write the conversation as one text",
    );
  }
  for (const text of texts) checkUnicode("the prompt", text);
  for (const text of stop) checkUnicode("a stop text", text);
}

/** The texts of a prompt, one a message. */
export function textsOf(prompt: Prompt): readonly string[] {
  return typeof prompt === "string" ? [prompt] : prompt.map(({ content }) => content);
}

function checkUnicode(what: string, text: string): void {
  if (text.isWellFormed()) return;
  const at = text.search(/\p{Surrogate}/u);
  throw new RangeError(
    `Cannot send ${what}: at character ${at + 1} it has half of a surrogate pair, which UTF-8 cannot hold; ` +
      "write the whole character",
  );
}
