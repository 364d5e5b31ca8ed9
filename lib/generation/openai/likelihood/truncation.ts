import type { Prompt, Reply } from "../../../core/types.ts";
import { promptBytes } from "../../prompt_bytes.ts";

/** A cut prompt keeps at least about half of the context; a little less than that is left to be sure. */
const LEAST_KEPT = 0.45;

/** What a chat template adds to a message of a conversation, at most; tokens. */
const TEMPLATE_TOKENS = 64;

/** No text has more bytes per token than this on average, unless tokens of it are missing. */
const MAX_BYTES_A_TOKEN = 8;

/**
 * Whether a server may have cut the prompt. A token is hardly ever less than a byte, so a prompt of no more bytes than
 * the context has tokens was not cut.
 *
 * @param contextTokens The model's context.
 */
export function mayBeCut(
  prompt: Prompt,
  { promptTokens, completionTokens = 0 }: Pick<Reply, "promptTokens" | "completionTokens">,
  contextTokens: number,
): boolean {
  const bytes = promptBytes(prompt);
  const messages = typeof prompt === "string" ? 1 : prompt.length;
  const most = bytes + (messages > 1 ? messages * TEMPLATE_TOKENS : 0);
  if (most + completionTokens <= contextTokens) return false;
  if (promptTokens !== undefined && promptTokens + completionTokens > contextTokens + 1) return true;
  if (most <= contextTokens) return false;
  // From a conversation, servers drop whole messages, so that any number of tokens may be left.
  return messages > 1 || promptTokens === undefined || promptTokens >= LEAST_KEPT * contextTokens ||
    bytes > MAX_BYTES_A_TOKEN * promptTokens;
}
