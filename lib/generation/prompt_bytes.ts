import { Buffer } from "node:buffer";
import type { Prompt } from "../core/types.ts";

/** How long a prompt is in UTF-8, bytes: all texts of a conversation, without the chat template. */
export function promptBytes(prompt: Prompt): number {
  if (typeof prompt === "string") return Buffer.byteLength(prompt, "utf8");
  return prompt.reduce((sum, { content }) => sum + Buffer.byteLength(content, "utf8"), 0);
}
