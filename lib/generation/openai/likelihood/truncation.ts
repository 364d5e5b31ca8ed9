import type { GenerationRequest, Message, Reply } from "../../../core/types.ts";
import { ALWAYS_FITS_BYTES, MAX_BYTES_A_TOKEN, promptBytes } from "../../requests/allowance.ts";

/** The least share of the context that a cut prompt fills: about half, less a margin. */
const LEAST_KEPT = 0.45;

/** The maximum number of tokens that a chat template adds to a message of a conversation. */
const TEMPLATE_TOKENS = 64;

/**
 * Whether a server may have cut the prompt. A token is hardly ever less than a byte, so a prompt with no more bytes than
 * the context has tokens was not cut; nor was a conversation whose tokens before the last message are known, if the last
 * message fits, too.
 *
 * @param contextTokens The length of the model's context, tokens.
 */
export function mayBeCut(
  { prompt, tokensBefore }: Pick<GenerationRequest, "prompt" | "tokensBefore">,
  { promptTokens, completionTokens = 0 }: Pick<Reply, "promptTokens" | "completionTokens">,
  contextTokens: number,
): boolean {
  const bytes = promptBytes(prompt);
  const conversation = Array.isArray(prompt) && prompt.length > 1 ? prompt : undefined;
  const most = conversation ? mostTokens(conversation, tokensBefore) : bytes;
  if (most + completionTokens <= contextTokens) return false;
  if (promptTokens !== undefined && promptTokens + completionTokens > contextTokens + 1) return true;
  if (most <= contextTokens) return false;
  if (promptTokens === undefined) return true;
  if (conversation) return mayLackMessages(conversation, promptTokens, contextTokens);
  return promptTokens >= LEAST_KEPT * contextTokens || bytes > MAX_BYTES_A_TOKEN * promptTokens;
}

/** Whether a server counts too few tokens for the whole prompt, whatever its context is. */
export function lacksTokens(bytes: number, promptTokens = 0): boolean {
  return promptTokens > 0 && bytes > Math.max(ALWAYS_FITS_BYTES, MAX_BYTES_A_TOKEN * promptTokens);
}

/**
 * Whether the first messages of a conversation may be missing. Servers drop whole messages, as few as possible and no system
 * message: with one message more, the rest would not have fitted.
 */
function mayLackMessages(prompt: readonly Message[], promptTokens: number, contextTokens: number): boolean {
  const system = prompt.filter(({ role }) => role === "system");
  const others = prompt.filter(({ role }) => role !== "system");
  return others.slice(1).some((_, at) => {
    const [dropped, withOneMore, left] = [others.slice(0, at + 1), others.slice(at), others.slice(at + 1)];
    return mostTokens([...system, ...withOneMore]) > contextTokens &&
      mostTokens(dropped) > contextTokens - promptTokens &&
      mostTokens([...system, ...left]) >= promptTokens;
  });
}

/** The maximum number of tokens. @param tokensBefore The tokens without the last message, if they are known. */
function mostTokens(conversation: readonly Message[], tokensBefore?: number): number {
  if (tokensBefore !== undefined) return tokensBefore + mostTokens(conversation.slice(-1));
  return promptBytes(conversation) + conversation.length * TEMPLATE_TOKENS;
}
