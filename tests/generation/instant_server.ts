import { fileURLToPath } from "node:url";

/** A running `instant_ollama.ts`. */
export interface InstantServer extends AsyncDisposable {
  readonly url: string;
  /** How often each seed was asked for. */
  asked(): Promise<Map<number, number>>;
  /** Has it answer so many requests more, and let the others wait; all, if none are named. */
  answer(most?: number): Promise<void>;
}

/**
 * Starts a server of its own process.
 *
 * @param ms How long an answer takes.
 * @param slots How many at a time.
 * @param tokens How many an answer gives a second, one by one. @default all at its end
 */
export async function startInstantServer(ms = 0, slots = Infinity, tokens = 0): Promise<InstantServer> {
  const script = fileURLToPath(new URL("./instant_ollama.ts", import.meta.url));
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", script, `${ms}`, `${slots}`, "0", `${tokens}`],
    stdout: "piped",
  }).spawn();
  const output = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await output.read();
  const url = `http://127.0.0.1:${Number(value)}`;
  return {
    url,
    async asked() {
      const counts: Record<string, number> = await (await fetch(`${url}/asked`)).json();
      return new Map(Object.entries(counts).map(([seed, count]) => [Number(seed), count]));
    },
    async answer(most) {
      await (await fetch(`${url}/most${most === undefined ? "" : `?n=${most}`}`)).text();
    },
    async [Symbol.asyncDispose]() {
      process.kill();
      await process.status;
      await output.cancel();
    },
  };
}
