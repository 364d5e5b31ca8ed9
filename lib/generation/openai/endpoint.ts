import type { OpenAI } from "openai";
import { loginIn, OFFICIAL, openaiAddress } from "./address.ts";
import { inBase64, Key } from "./key.ts";
import { BoundedBody } from "../requests/bounded_body.ts";

/** What a request asks of the server. */
export interface Inquiry {
  /** Below the base URL, e.g. `/models`, or a whole URL. */
  readonly path: string;
  /** For a POST; a GET without it. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** What addresses of Azure have in their query, where keys, other than tokens, have a header of their own. */
const API_VERSION = "api-version";

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
    const { origin, pathname, hostname, searchParams } = this.#url;
    this.baseUrl = (origin + pathname).replace(/\/+$/, "");
    this.root = this.baseUrl.replace(/\/v1$/, "");
    this.who = `The server at ${this.baseUrl}`;
    this.official = hostname === new URL(OFFICIAL).hostname;
    const login = loginIn(this.#url);
    const secrets = [...searchParams].filter(([name]) => name !== API_VERSION).map(([, value]) => value);
    this.key = Key.read([...login, login.join(":"), ...secrets]);
    if (this.official && !this.key.variable) {
      throw new RangeError(
        "Cannot ask OpenAI without a key: set OPENAI_API_KEY in the environment, or OPENAI_BASE_URL to another server",
      );
    }
    if (this.key.variable && login[1]) {
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
    return this.key.use((apiKey) => openClient(apiKey, this.#url, this.official));
  }
}

/**
 * The package's client, without what it does beside asking: it does not try again, does not write to the
 * console, has no timeout of its own, does not describe this machine to the server, and follows no
 * redirection, which would turn a POST into a GET or take the prompts elsewhere. Requests to one address are
 * prepared once.
 *
 * The package is loaded here, when it is first needed: that takes longer than most commands.
 *
 * @param official Whether the server is OpenAI itself, which the user's organisation and project concern.
 */
async function openClient(apiKey: string, url: URL, official: boolean): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  const { username, password, searchParams } = url;
  const login = inBase64(loginIn(url).join(":"));
  const address = new URL(url);
  address.username = address.password = "";
  address.pathname = address.pathname.replace(/\/+$/, "");
  const isAzure = searchParams.has(API_VERSION) && !apiKey.startsWith("eyJ");
  const azure = isAzure ? { authorization: null, "api-key": apiKey } : {};

  class Client extends OpenAI {
    /** What goes to one address never changes, but for the body. */
    readonly #heads = new Map<string, { readonly url: string; readonly headers: Headers }>();

    override async buildRequest(...[options, retries]: Parameters<OpenAI["buildRequest"]>) {
      const { method, path, body, signal } = options;
      const name = `${method} ${path}`;
      let head = this.#heads.get(name);
      if (!head) {
        const { url, req } = await super.buildRequest(options, retries);
        const own = [...req.headers].filter(([name]) => !name.startsWith("x-stainless-")); // these are of the machine
        head = { url, headers: new Headers(own) };
        this.#heads.set(name, head);
      }
      const req = {
        method: method.toUpperCase(),
        headers: head.headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      };
      return { req, url: head.url, timeout: 0 };
    }

    override async fetchWithTimeout(...[url, init]: Parameters<OpenAI["fetchWithTimeout"]>) {
      const response = await fetch(url, { ...init, redirect: "manual" });
      // The package reads what a server says when it refuses, all of it.
      if (!response.ok) response.text = () => new BoundedBody(response).words();
      return response;
    }
  }

  return new Client({
    apiKey,
    baseURL: address.href,
    adminAPIKey: null,
    ...(official ? {} : { organization: null, project: null }),
    defaultHeaders: username || password ? { authorization: `Basic ${login}` } : azure,
    logLevel: "off",
    maxRetries: 0,
  });
}
