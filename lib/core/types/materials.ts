import type { Prompt, Reply } from "./generation.ts";

/** What a sample was made with, as far as it is known; for looking at it. */
export interface Materials extends Pick<Reply, "reasoning" | "promptTokens" | "completionTokens"> {
  /** All turns of what the model was asked. */
  readonly prompt?: Prompt;
  /** Of this answer, as it was sent to the server. */
  readonly seed?: number;
  /** Of the model, as it was asked: its digest. */
  readonly identity?: string;
  /** The program taken out of the completion, as it ran, and what was called in it. */
  readonly program?: { readonly source: string; readonly entryPoint: string };
}
