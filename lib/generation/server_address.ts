import { ollamaServer } from "./ollama/server.ts";
import { openaiAddress } from "./openai/address.ts";

/**
 * The address of the server that is asked for a model; undefined for a model that needs none.
 *
 * @param model As `openModel` takes it.
 * @param url Where the server is. @default as `openModel` finds it
 * @throws {RangeError} If the address is malformed.
 */
export function serverAddress(model: string, url?: string): URL | undefined {
  if (model.startsWith("ollama/")) return new URL(ollamaServer(url).url);
  if (model.startsWith("openai/")) return openaiAddress(url);
}
