import { ENGINE } from "./engine.ts";
import { type Ollama, serverLogs, startOllama, type StartOptions } from "./server.ts";

/** A test that takes longer hangs, seconds. */
const LIMIT_S = 120;

/**
 * A test against the real server; left out, with the reason in its name, where there is none.
 *
 * The files that use it are not called `…_test.ts`, so that `deno task test:engine` alone runs them.
 */
export function engineTest(name: string, fn: () => Promise<void>): void {
  const why = Deno.env.get("CODEBIAS_ENGINE_MISSING") ?? "no server: run deno task test:engine";
  if (!ENGINE) return Deno.test({ name: `${name} (left out: ${why})`, ignore: true, fn });
  Deno.test(name, async () => {
    serverLogs(); // those of earlier tests are of no interest
    let limit: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error(`Still not done after ${LIMIT_S} s`)), 1000 * LIMIT_S);
    });
    try {
      await Promise.race([fn(), tooLong]);
    } catch (error) {
      console.error(`The servers wrote:\n${serverLogs()}`);
      throw error;
    } finally {
      clearTimeout(limit);
    }
  });
}

/**
 * A server for all tests of a file, started before the first and ended after the last.
 *
 * @param options.prepare What to do with the server before the tests, e.g. to give it models.
 */
export function serverOfFile(
  { prepare, ...options }: StartOptions & { readonly prepare: (server: Ollama) => Promise<void> },
): () => Ollama {
  let server: Ollama | undefined;
  if (ENGINE) {
    Deno.test.beforeAll(async () => {
      server = await startOllama(options);
      await prepare(server);
    });
    Deno.test.afterAll(async () => await server?.[Symbol.asyncDispose]());
  }
  return () => server!;
}
