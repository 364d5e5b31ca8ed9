import { addressesIn } from "../servers.ts";

/** The address of OpenAI itself, the package's own default. */
export const OFFICIAL = "https://api.openai.com/v1";

/**
 * The addresses in a list, as written.
 *
 * @param addresses Comma-separated base URLs. @default OPENAI_BASE_URL, else OpenAI's
 * @throws {RangeError} If an address in a list is empty or occurs twice.
 */
export function openaiAddresses(addresses?: string): string[] {
  return addressesIn(addresses ?? (Deno.env.get("OPENAI_BASE_URL")?.trim() || OFFICIAL));
}

/**
 * The address of a server with OpenAI's interface.
 *
 * @param address The base URL; of a list, the first is used. @default OPENAI_BASE_URL, else OpenAI's
 * @throws {RangeError} If it is not an http or https URL.
 */
export function openaiAddress(address?: string): URL {
  const [given] = openaiAddresses(address);
  const url = URL.parse(given);
  if (url && /^https?:$/.test(url.protocol)) {
    url.hash = ""; // behind which requests would add their paths
    return url;
  }
  const shown = given.replace(/^.*@/, "").replace(/[?#].*$/, "");
  throw new RangeError(
    `Cannot use ${shown} as the address of a model server: expected e.g. http://localhost:8000/v1`,
  );
}

/**
 * The user and the password in an address, each perhaps empty.
 *
 * @throws {RangeError} If they are not encoded as those of an address are.
 */
export function loginIn({ username, password, host }: URL): [user: string, password: string] {
  try {
    return [decodeURIComponent(username), decodeURIComponent(password)];
  } catch (cause) {
    throw new RangeError(
      `Cannot use the user and password before ${host}: a % in them encodes no character; write %25 for it`,
      { cause },
    );
  }
}
