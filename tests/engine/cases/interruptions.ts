import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import type { Model } from "codebias/generation/model.ts";
import { retry } from "codebias/generation/requests/retry.ts";
import type { Reply } from "codebias/core/types.ts";
import { until } from "../../execution/processes.ts";
import { type Client, CLIENTS, open, prepare, request } from "../asking.ts";
import { engineTest } from "../engine_case.ts";
import { readIfThere } from "../group.ts";
import { ENDLESS, importModel } from "../models.ts";
import { type Ollama, startOllama } from "../server.ts";

/** More than a server writes in minutes: the later tokens of so long a context are slow. */
const ENDLESSLY = { sampling: { maxTokens: 120_000 } };

const CONTEXT = 131_072;

/** A server of its own with a model that is loaded and does not end, asked by a client. */
interface Endless {
  readonly server: Ollama;
  readonly model: Model;
  /** The same model, asked by somebody who gives up soon. */
  readonly impatient: Model;
}

async function withEndless(client: Client, test: (endless: Endless) => Promise<void>): Promise<void> {
  // On /v1 the context cannot be asked for.
  await using server = await startOllama({ env: { OLLAMA_CONTEXT_LENGTH: String(CONTEXT) } });
  await importModel(server, ENDLESS, { contextTokens: CONTEXT });
  const model = open(client, server, ENDLESS.name);
  const impatient = open(client, server, ENDLESS.name, { firstTokenMs: 2000, idleMs: 2000 });
  for (const each of [model, impatient]) await prepare(each, ENDLESSLY);
  await askShortly(model);
  await test({ server, model, impatient });
}

/** A question that a server which does nothing else answers at once. */
async function askShortly(model: Model, signal?: AbortSignal): Promise<Reply> {
  const question = { sampling: { maxTokens: 3 } };
  const reply = await model.ask(request(1, question), { signal });
  assert.deepEqual([reply.finish, reply.completionTokens], ["length", 3]);
  return reply;
}

/**
 * Asks a server that was stalled or whose answer was cancelled. Sometimes v0.9.6 itself answers nobody any more after that; then
 * nothing is to be found out about the client, unless the server still works on something.
 */
async function askAgain(server: Ollama, ask: () => Promise<Reply>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    const before = ticksOf(server);
    const body = JSON.stringify({
      model: ENDLESS.name,
      prompt: "x",
      stream: false,
      options: { num_predict: 3 },
    });
    const signal = AbortSignal.timeout(5_000);
    const answered = await fetch(`${server.host}/api/generate`, { method: "POST", body, signal }).then(
      async (response) => (await response.text()) !== "",
      () => false,
    );
    if (answered || ticksOf(server) - before > 100) throw error;
    console.log("The server answers nobody any more, without our client either");
  }
}

/** Asks several times. */
const patiently = (model: Model) => () =>
  retry(() => askShortly(model), { persistence: { tries: 4, firstWaitMs: 200 } });

/** Processor time of a server and all that it started, in the kernel's ticks of 10 ms. */
function ticksOf(server: Ollama): number {
  return server.processes().reduce((sum, { pid }) => {
    // From the state on, the third field; the name before it may have spaces. The 14th and 15th are the two times.
    const fields = readIfThere(`/proc/${pid}/stat`).replace(/^.*\) /s, "").split(" ");
    return sum + Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }, 0);
}

/** Begins an answer that does not end, and waits until the server is in the middle of it; its failure, once it has one. */
async function begin(
  { server, model, signal }: { server: Ollama; model: Model; signal?: AbortSignal },
): Promise<{ failure: Promise<unknown> }> {
  const before = ticksOf(server);
  let isOver = false;
  const failure = model.ask(request(2, ENDLESSLY), { signal }).then(
    (reply) => assert.fail(`It ended after ${reply.completionTokens} tokens`),
    (error) => error,
  ).finally(() => isOver = true);
  // The question is short and the model loaded: after half a second of work it writes, however busy the machine is.
  await until(() => isOver || ticksOf(server) - before > 50);
  return { failure };
}

function assertFailure(error: unknown, ...failures: string[]): void {
  assert.ok(error instanceof ModelError, String(error));
  assert.ok(failures.includes(error.failure), `${error.failure}: ${error.message}`);
  assert.equal(error.retry, true, error.message);
}

for (const client of CLIENTS) {
  engineTest(
    `${client}/ stops the server when it is cancelled in the middle of an answer`,
    () =>
      withEndless(client, async ({ server, model }) => {
        const reason = new Error("chosen");
        const controller = new AbortController();
        const { failure } = await begin({ server, model, signal: controller.signal });
        controller.abort(reason);
        assert.equal(await failure, reason);
        // The server works on one request at a time, and the other would have taken minutes.
        await askAgain(server, () => askShortly(model, AbortSignal.timeout(30_000)));
      }),
  );

  engineTest(
    `${client}/ says that a stalled server is silent, and goes on when it does`,
    () =>
      withEndless(client, async ({ server, impatient }) => {
        // A busy machine may need long for the first token.
        const model = open(client, server, ENDLESS.name, { firstTokenMs: 60_000, idleMs: 2000 });
        await prepare(model, ENDLESSLY);
        const { failure } = await begin({ server, model });
        server.signal("SIGSTOP");
        const stopped = await failure;
        assertFailure(stopped, "silence");
        assert.match(String(stopped), /stopped in the middle of an answer: nothing came for 2 s/);
        server.signal("SIGCONT");
        await askAgain(server, patiently(impatient));
      }),
  );

  engineTest(
    `${client}/ says that a server that is stalled from the beginning is silent`,
    () =>
      withEndless(client, async ({ server, impatient }) => {
        server.signal("SIGSTOP");
        const error = await impatient.ask(request(1)).catch((error) => error);
        assertFailure(error, "silence");
        assert.match(String(error), /did not begin to answer: nothing came for 2 s/);
        server.signal("SIGCONT");
        await askAgain(server, patiently(impatient));
      }),
  );

  engineTest(
    `${client}/ says that a server that is killed broke the connection, then that nobody answers`,
    () =>
      withEndless(client, async ({ server, model }) => {
        const { failure } = await begin({ server, model });
        server.signal("SIGKILL");
        assertFailure(await failure, "cut");
        assertFailure(await model.ask(request(1)).catch((error) => error), "unreachable");
      }),
  );

  engineTest(
    `${client}/ fails when the engine behind the server dies, and is answered again afterwards`,
    () =>
      withEndless(client, async ({ server, model }) => {
        const { failure } = await begin({ server, model });
        const [, engine] = server.processes().toSorted((a, b) => a.pid - b.pid);
        Deno.kill(engine.pid, "SIGKILL");
        const error = await failure;
        console.log(String(error));
        assertFailure(error, "server-error", "unfinished", "cut");
        await until(() => server.processes().every(({ pid }) => pid !== engine.pid));
        // The server may need a moment to notice.
        await retry(() => askShortly(model), {
          onRetry: (error) => assertFailure(error, "server-error", "unfinished", "cut"),
        });
      }),
  );
}
