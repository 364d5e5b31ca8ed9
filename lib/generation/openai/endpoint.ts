import type { OpenAI } from "openai";
import { loginIn, OFFICIAL, openaiAddress } from "./address.ts";
import { inBase64, Key } from "./key.ts";
import { BoundedBody } from "../requests/bounded_body.ts";

/** A request to the server. */
export interface Inquiry {
  /** The path below the base URL, e.g. `/models`, or a whole URL. */
  readonly path: string;
  /** The body of a POST request; without it, the request is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The query parameter of Azure's addresses; Azure takes keys, but not tokens, in a header of its own. */
const API_VERSION = "api-version";

/** The address of a server with OpenAI's interface, to which requests can be sent. */
export class Endpoint {
  /** The base URL without user, password and query. */
  readonly baseUrl: string;
  /** The base URL without `/v1`, where the server's own interface begins. */
  readonly root: string;
  /** The name of the server in messages. */
  readonly who: string;
  /** Whether the server is OpenAI itself. */
  readonly official: boolean;
  readonly key: Key;
  readonly #url: URL;
  #client: Promise<OpenAI> | undefined;

  /**
   * @param address The base URL. @default OPENAI_BASE_URL, else OpenAI's
   * @throws {RangeError} If it is not a URL, OpenAI's key is missing, or both a key and a password are given.
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
 * The package's client, reduced to sending requests: it does not retry, does not write to the
 * console, has no timeout of its own, does not describe this machine to the server, and follows no
 * redirection, which would turn a POST into a GET or send the prompts to another server. The headers for one address
 * are prepared once.
 *
 * The package is loaded only here, when it is first needed, since that takes longer than most commands.
 *
 * @param official Whether the server is OpenAI itself, which alone gets the user's organisation and project.
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
    /** The URL and headers for each address, which never change. */
    readonly #heads = new Map<string, { readonly url: string; readonly headers: Headers }>();

    override async buildRequest(...[options, retries]: Parameters<OpenAI["buildRequest"]>) {
      const { method, path, body, signal } = options;
      const name = `${method} ${path}`;
      let head = this.#heads.get(name);
      if (!head) {
        const { url, req } = await super.buildRequest(options, retries);
        const own = [...req.headers].filter(([name]) => !name.startsWith("x-stainless-")); // without those on the machine
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
      // By itself, the package would read the whole body of a refusal.
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
