import type { OpenAI } from "openai";
import { BoundedBody } from "../requests/bounded_body.ts";

/** What the package has to know. */
export interface ClientOptions {
  readonly apiKey: string;
  readonly baseURL: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the server is OpenAI itself, which the user's organisation and project concern. */
  readonly official: boolean;
}

/** What goes to one address never changes, but for the body. */
interface Head {
  readonly url: string;
  readonly headers: Headers;
}

/**
 * The package's client, without what it does beside asking: it does not try again, does not write to the
 * console, has no timeout of its own, does not describe this machine to the server, and follows no
 * redirection, which would turn a POST into a GET or take the prompts elsewhere. Requests to one address are
 * prepared once.
 *
 * The package is loaded here, when it is first needed: that takes longer than most commands.
 */
export async function openClient({ apiKey, baseURL, headers, official }: ClientOptions): Promise<OpenAI> {
  const { OpenAI } = await import("openai");

  class Client extends OpenAI {
    readonly #heads = new Map<string, Head>();

    override async buildRequest(...[options, retries]: Parameters<OpenAI["buildRequest"]>) {
      const { method, path, body, signal } = options;
      const name = `${method} ${path}`;
      let head = this.#heads.get(name);
      if (!head) {
        const { url, req } = await super.buildRequest(options, retries);
        head = { url, headers: withoutMachine(req.headers) };
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
    baseURL,
    adminAPIKey: null,
    ...(official ? {} : { organization: null, project: null }),
    defaultHeaders: headers,
    logLevel: "off",
    maxRetries: 0,
  });
}

function withoutMachine(headers: Headers): Headers {
  const rest = new Headers();
  headers.forEach((value, name) => {
    if (!name.startsWith("x-stainless-")) rest.set(name, value);
  });
  return rest;
}
