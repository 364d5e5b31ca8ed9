import type { OpenAI } from "openai";
import { OFFICIAL, openaiAddress } from "./address.ts";
import { openClient } from "./client.ts";
import { Key } from "./key.ts";

/** What a request asks of the server. */
export interface Inquiry {
  /** Below the base URL, e.g. `/models`, or a whole URL. */
  readonly path: string;
  /** For a POST; a GET without it. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The address of a server with OpenAI's interface, and how to send something there. */
export class Endpoint {
  /** Without user, password and query. */
  readonly baseUrl: string;
  /** Where the server's own interface begins, beside OpenAI's: the base URL without `/v1`. */
  readonly root: string;
  /** For sentences. */
  readonly who: string;
  /** Whether it is OpenAI itself. */
  readonly official: boolean;
  readonly key: Key;
  readonly #url: URL;
  #client: Promise<OpenAI> | undefined;

  /**
   * @param address The base URL. @default OPENAI_BASE_URL, else OpenAI's
   * @throws {RangeError} If it is no URL, or a key is missing.
   */
  constructor(address?: string) {
    this.#url = openaiAddress(address);
    const { origin, pathname, hostname, username, password, searchParams } = this.#url;
    this.baseUrl = (origin + pathname).replace(/\/+$/, "");
    this.root = this.baseUrl.replace(/\/v1$/, "");
    this.who = `The server at ${this.baseUrl}`;
    this.official = hostname === new URL(OFFICIAL).hostname;
    const login = [username, password].map(decodeURIComponent);
    this.key = Key.read([...login, login.join(":"), ...searchParams.values()]);
    if (this.official && !this.key.variable) {
      throw new RangeError(
        "Cannot ask OpenAI without a key: set OPENAI_API_KEY in the environment, or OPENAI_BASE_URL to another server",
      );
    }
    if (this.key.variable && password) {
      throw new RangeError(
        `Cannot use both ${this.key.variable} and the password in the address ${this.baseUrl}: leave one out`,
      );
    }
  }

  /**
   * Sends one request, once.
   *
   * @returns A successful answer, its body unread.
   * @throws {Error} The package's errors.
   */
  async send({ path, body, signal }: Inquiry): Promise<Response> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    return await (body ? client.post(path, { body, signal }) : client.get(path, { signal })).asResponse();
  }

  #connect(): Promise<OpenAI> {
    const { username, password, href } = this.#url;
    const address = new URL(href);
    address.username = address.password = "";
    const login = btoa([username, password].map(decodeURIComponent).join(":"));
    const headers: Record<string, string> = username || password ? { authorization: `Basic ${login}` } : {};
    const { official } = this;
    return this.key.use((apiKey) => openClient({ apiKey, baseURL: address.href, headers, official }));
  }
}
