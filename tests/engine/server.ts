/** A real Ollama server of its own for some tests: on a free port, with its own models, ended for certain. */

import { join } from "node:path";
import { until } from "../execution/processes.ts";
import { ENGINE } from "./engine.ts";
import { type Member, membersOf, readIfThere } from "./group.ts";

/**
 * Becomes the server, after it has left behind a keeper. As soon as nobody holds the other end of its input, the keeper
 * kills the server, removes the folder and kills the rest of the process group. The tests hold it, so that however they
 * end, all this ends with them.
 */
const START = 'folder=$1; shift; exec 3<&0 >"$folder/log" 2>&1; ' +
  '( read -r _ <&3; kill -KILL $$; rm -rf "$folder"; kill -KILL 0 ) & exec "$@" </dev/null 3<&-';

/** How long a server may take to answer at first, seconds. */
const START_S = 60;

/** Options of {@linkcode startOllama}. */
export interface StartOptions {
  /** How many requests for one model it works on at once. @default 1 */
  readonly parallel?: number;
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running server. */
export interface Ollama extends AsyncDisposable {
  /** E.g. `http://127.0.0.1:41234`. */
  readonly host: string;
  /** Number of the process group of the server and all that it starts. */
  readonly group: number;
  /** Has its models and its log. */
  readonly folder: string;
  /** What it wrote so far. */
  log(): string;
  /** The server and all that it started, without the keeper. */
  processes(): Member[];
  /** Stops them, lets them go on, or kills them. */
  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void;
}

const running = new Set<Ollama>();

/** The last lines of servers that ended since the logs were asked for. */
const ended: string[] = [];

/** The last lines that servers wrote, for a test that failed; of those that ended, only the first time. */
export function serverLogs(): string {
  return [...ended.splice(0), ...[...running].map(lastLines)].join("\n");
}

function lastLines(server: Ollama): string {
  return `--- ${server.host}\n${server.log().trimEnd().split("\n").slice(-40).join("\n")}`;
}

/** Starts the server under test and waits until it answers. */
export async function startOllama(options: StartOptions = {}): Promise<Ollama> {
  for (let attempt = 1;; attempt++) {
    const server = await start(options);
    try {
      await answers(server);
      running.add(server);
      return server;
    } catch (error) {
      const log = server.log();
      await server[Symbol.asyncDispose]();
      // Another process may have taken the port in between.
      if (attempt < 3 && /address already in use/.test(log)) continue;
      throw new Error(`${(error as Error).message}; it wrote:\n${log}`);
    }
  }
}

async function start({ parallel = 1, env = {} }: StartOptions): Promise<Ollama> {
  const folder = await Deno.makeTempDir({ prefix: "codebias-engine-" });
  const address = `127.0.0.1:${freePort()}`;
  const process = new Deno.Command("sh", {
    args: ["-c", START, "sh", folder, ENGINE!.ollama, "serve"],
    env: {
      HOME: folder,
      OLLAMA_HOST: address,
      GIN_MODE: "release",
      OLLAMA_MODELS: join(folder, "models"),
      OLLAMA_NUM_PARALLEL: String(parallel),
      ...env,
    },
    detached: true, // a process group of its own
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const group = process.pid;
  const processes = () => membersOf(group).filter(({ program }) => program !== "sh");
  const server: Ollama = {
    host: `http://${address}`,
    group,
    folder,
    log: () => readIfThere(join(folder, "log")),
    processes,
    signal: (signal) => processes().forEach(({ pid }) => Deno.kill(pid, signal)),
    async [Symbol.asyncDispose]() {
      if (running.delete(server)) ended.push(lastLines(server));
      if (membersOf(group).length > 0) Deno.kill(-group, "SIGKILL");
      await process.stdin.close().catch(() => {}); // already broken
      await process.status;
      await until(() => membersOf(group).length === 0);
      await Deno.remove(folder, { recursive: true });
    },
  };
  return server;
}

async function answers(server: Ollama): Promise<void> {
  for (const deadline = Date.now() + 1000 * START_S; Date.now() < deadline;) {
    try {
      const response = await fetch(`${server.host}/api/version`);
      await response.body?.cancel();
      if (response.ok) return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // not yet listening
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (server.processes().length === 0) throw new Error("The Ollama server ended at once");
  }
  throw new Error(`The Ollama server did not answer for ${START_S} s`);
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
