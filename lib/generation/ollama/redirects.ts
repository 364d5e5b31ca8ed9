import { ModelError } from "../../core/errors.ts";
import { quote } from "../requests/failures.ts";
import type { OllamaServer } from "./server.ts";

const REDIRECTS: readonly number[] = [301, 302, 307, 308];

const MAX_REDIRECTS = 5;

/**
 * Fetches, following redirections to the same server only, also from http to https at their usual ports: prompts and
 * credentials go nowhere else, and nobody else answers.
 *
 * @throws {ModelError} If the server sends the request elsewhere, or round and round.
 */
export async function fetchFollowing(
  { who }: OllamaServer,
  url: string,
  init: RequestInit,
): Promise<Response> {
  let at = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await fetch(at, { ...init, redirect: "manual" });
    if (!REDIRECTS.includes(response.status)) return response;
    await response.body?.cancel();
    at = next(who, new URL(at), response.headers.get("location"));
  }
  throw refused(`${who} redirects requests in circles; set OLLAMA_HOST to the address that answers`);
}

function next(who: string, from: URL, location: string | null): string {
  const to = location === null ? null : URL.parse(location, from);
  if (!to) {
    throw refused(`${who} redirects requests to nowhere; check that OLLAMA_HOST names an Ollama server`);
  }
  const upgrade = to.protocol === "https:" && to.host === from.host && to.port === "";
  if (to.origin === from.origin || upgrade) return to.href;
  throw refused(
    `${who} redirects requests to ${quote(to.origin)}, which is not followed; ` +
      "set OLLAMA_HOST to it if that is right",
  );
}

function refused(message: string): ModelError {
  return new ModelError(message, { failure: "refused-request", retry: false });
}
