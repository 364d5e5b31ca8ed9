import assert from "node:assert/strict";
import type { Model } from "codebias/generation/model.ts";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { samplingOf } from "codebias/generation/sampling.ts";
import { sized } from "../long.ts";
import { soon } from "./ollama/asking.ts";

const TIMES = sized({ small: 6, long: 20 });
const PATIENCE = { firstTokenMs: 60_000, idleMs: 150 };
const FIRST_LINES = {
  "/api/generate": `{"response":"a","done":false}\n`,
  "/v1/chat/completions": `data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n`,
};

/** A server that begins to answer everything and never ends. */
function hangingServer() {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const first = FIRST_LINES[new URL(request.url).pathname as keyof typeof FIRST_LINES];
    if (!first) return new Response("404 page not found", { status: 404 });
    const type = first.startsWith("data") ? "text/event-stream" : "application/x-ndjson";
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
    });
    return new Response(body, { headers: { "content-type": type } });
  });
}

/** Makes the garbage collector work, after which Deno's `fetch` may have lost sight of the signal of a body. */
function litter(): number {
  return Array.from({ length: 500_000 }, (_, index) => ({ index })).length;
}

for (
  const [name, open] of [
    ["openOllama()", (url: string) => openOllama("fake", { host: url, patience: PATIENCE })],
    ["openOpenAI()", (url: string) => openOpenAI("fake", { baseUrl: `${url}/v1`, patience: PATIENCE })],
  ] as const
) {
  Deno.test(`${name} gives up a stream that stops, every time`, async () => {
    const server = hangingServer();
    const model: Model = open(`http://127.0.0.1:${server.addr.port}`);
    const sample = { study: "s", taskId: "a", settings: {}, epoch: 1, turn: 1, runSeed: 1 };
    for (let time = 0; time < TIMES; time++) {
      const asking = model.ask({ prompt: "x", sampling: samplingOf(), seed: time, sample });
      const littering = setInterval(litter, 10);
      // In the middle of the body, where alone the signal may be forgotten.
      const expected = { failure: "silence", message: /stopped in the middle/ };
      await assert.rejects(soon(asking, "the request"), expected);
      clearInterval(littering);
    }
    await server.shutdown();
  });
}
