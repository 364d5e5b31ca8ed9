import { addressesIn } from "../servers.ts";

/** The address of an Ollama server, its headers, and its name in messages. */
export type OllamaServer = ReturnType<typeof ollamaServer>;

/**
 * The addresses in a list, as written.
 *
 * @param hosts Comma-separated addresses, each as for {@linkcode ollamaServer}; `OLLAMA_HOST` if undefined or empty.
 * @throws {RangeError} If an address in a list is empty or occurs twice.
 */
export function ollamaHosts(hosts?: string): string[] {
  return addressesIn(cleaned(hosts) || cleaned(Deno.env.get("OLLAMA_HOST")));
}

/** The addresses for listening on every interface, to which clients cannot connect, with those to use in their place. */
const UNSPECIFIED: ReadonlyMap<string, string> = new Map([["0.0.0.0", "127.0.0.1"], ["[::]", "[::1]"]]);

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([["http", "80"], ["https", "443"]]);

/** The default port of an address without a scheme. */
const DEFAULT_PORT = "11434";

/**
 * The server at an address, which is read as Ollama's own command line reads `OLLAMA_HOST`: scheme, port and path may be
 * left out, and `0.0.0.0` is this machine.
 *
 * @param host A host, `host:port`, `:port` or a whole address; of a list, the first is used. `OLLAMA_HOST`, else this machine,
 * if undefined or empty.
 * @throws {RangeError} If it is malformed.
 *
 * @example
 * ```ts
 * import { ollamaServer } from "codebias/generation/ollama/server.ts";
 * import assert from "node:assert/strict";
 * assert.equal(ollamaServer("gpu-box").url, "http://gpu-box:11434");
 * assert.equal(ollamaServer("https://models.example/ollama/").url, "https://models.example/ollama");
 * assert.equal(ollamaServer("0.0.0.0:8080").url, "http://127.0.0.1:8080");
 * ```
 */
export function ollamaServer(host?: string) {
  const given = ollamaHosts(host)[0] || "127.0.0.1";
  const { scheme, credentials, name, port, path } = parts(given);
  const url = URL.parse(`${scheme}://${name}:${port}${path}`);
  if (!url) throw malformed(given, "not an address");
  url.hostname = UNSPECIFIED.get(url.hostname) ?? url.hostname;
  const address = url.href.replace(/\/+$/, "");
  const headers: Readonly<Record<string, string>> = credentials === undefined
    ? {}
    : { Authorization: `Basic ${basic(credentials, given)}` };
  return {
    /** The address without credentials and without a slash at the end. */
    url: address,
    /** The headers of every request: credentials, if the address has some. */
    headers,
    /** The name in messages, e.g. `The Ollama server at http://127.0.0.1:11434`. */
    who: `The Ollama server at ${address}`,
  };
}

/** The value without the quotes that Windows shells leave around it, which Ollama strips, too. */
function cleaned(host: string | undefined): string {
  return (host ?? "").trim().replace(/^["']+|["']+$/g, "");
}

function parts(given: string) {
  const [, written, rest] = /^(?:([^:/]*):\/\/)?(.*)$/s.exec(given)!;
  const scheme = written?.toLowerCase();
  if (scheme !== undefined && !DEFAULT_PORTS.has(scheme)) {
    throw malformed(given, `the scheme "${written}" is not http or https`);
  }
  const [, authority, path] = /^([^/?#]*)(.*)$/s.exec(rest)!;
  if (/[?#]/.test(path)) throw malformed(given, "it must have no query or fragment");
  const at = authority.lastIndexOf("@");
  const { name, port } = hostAndPort(authority.slice(at + 1), given);
  const official = scheme === undefined && name === "ollama.com" && port === "";
  const protocol = official ? "https" : scheme;
  return {
    scheme: protocol ?? "http",
    credentials: at < 0 ? undefined : authority.slice(0, at),
    name: name || "127.0.0.1",
    port: port || (DEFAULT_PORTS.get(protocol ?? "") ?? DEFAULT_PORT),
    path,
  };
}

/** The host and the port of an authority. An IPv6 address may have no brackets if no port follows. */
function hostAndPort(authority: string, given: string): { name: string; port: string } {
  if (/^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(authority)) return { name: `[${authority}]`, port: "" };
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/s.exec(authority);
  if (!match) throw malformed(given, "host and port cannot be told apart");
  const [, name, port = ""] = match;
  if (port !== "" && !(/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
    throw malformed(given, `the port "${port}" is not a number from 1 to 65535`);
  }
  return { name, port };
}

function basic(credentials: string, given: string): string {
  try {
    const bytes = new TextEncoder().encode(decodeURIComponent(credentials));
    return btoa(String.fromCharCode(...bytes));
  } catch (cause) {
    throw malformed(given, "its credentials have a % that encodes no character", cause);
  }
}

function malformed(given: string, reason: string, cause?: unknown): RangeError {
  const shown = JSON.stringify(given.replace(/^([^/]*:\/\/)?.*@/s, "$1…@"));
  return new RangeError(
    `Cannot use ${shown} as the address of an Ollama server: ${reason}; ` +
      "give host, OLLAMA_HOST or neither, e.g. 127.0.0.1:11434 or https://models.example",
    { cause },
  );
}
