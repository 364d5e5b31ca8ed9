/**
 * A process that is an Ollama server, and under /v1 a vLLM, for benchmarks and for tests of clients that are killed: it
 * knows two models, answers with a few tokens that depend on the seed, and prints its port.
 *
 *     instant_ollama.ts [MILLISECONDS] [SLOTS] [PORT] [TOKENS]
 *
 * MILLISECONDS is how long an answer takes (0), SLOTS how many it computes at a time (all), PORT
 * where it listens (a free one); with TOKENS, an answer comes as so many tokens a second, each by itself. GET /asked gives how often
 * each seed was asked for. GET /most?n=N has it answer N requests more and let the others wait; without n, none waits.
 *
 * @module
 */

const [ms, slots] = [Number(Deno.args[0] ?? 0), Number(Deno.args[1] ?? Infinity)];
const tokensPerSecond = Number(Deno.args[3] ?? 0);
const asked = new Map<number, number>();
const waiting: (() => void)[] = [];
let computing = 0;
/** How many requests more are answered, and those that wait until more may be. */
let most = Infinity;
let held = Promise.withResolvers<void>();

const encoder = new TextEncoder();
const line = (value: unknown) => JSON.stringify(value) + "\n";
const json = (value: unknown) => new Response(JSON.stringify(value));

/** Takes a slot for as long as an answer takes. */
async function compute(): Promise<void> {
  if (computing >= slots) await new Promise<void>((resolve) => waiting.push(resolve));
  else computing++;
  await new Promise((resolve) => setTimeout(resolve, ms));
  const next = waiting.shift();
  if (next) next();
  else computing--;
}

/** Sends what answers are made of: the first parts one by one, as often as there is time for, then the rest. */
const ticks = new Set<() => void>();
if (tokensPerSecond > 0) setInterval(() => ticks.forEach((tick) => tick()), 1000 / tokensPerSecond);

/** The lines of an answer, of which the first is a token that is said as often as its time allows, where TOKENS are named. */
function body(lines: readonly string[]): BodyInit {
  if (tokensPerSecond === 0) return encoder.encode(lines.join(""));
  const [token, ...rest] = lines.map((one) => encoder.encode(one));
  let left = Math.round(ms / 1000 * tokensPerSecond);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const tick = () => {
        controller.enqueue(token);
        if (--left > 0) return;
        ticks.delete(tick);
        rest.forEach((one) => controller.enqueue(one));
        controller.close();
      };
      ticks.add(tick);
    },
  });
}

/** @param said A token as the interface that was asked says it. */
async function generate(request: Request, said: (token: string) => object): Promise<Response> {
  const { options: { seed } } = await request.json();
  asked.set(seed, (asked.get(seed) ?? 0) + 1);
  while (most <= 0) await held.promise;
  most--;
  if (ms > 0 && tokensPerSecond === 0) await compute();
  const tokens = ["def", " f", "(x):\n", "    return", ` ${seed}`, "\n"];
  const lines = tokens.map((response) => line({ model: "instant", ...said(response), done: false }));
  const counts = { prompt_eval_count: 9, eval_count: tokens.length };
  lines.push(line({ model: "instant", ...said(""), done: true, done_reason: "stop", ...counts }));
  return new Response(body(lines), { headers: { "content-type": "application/x-ndjson" } });
}

/** The same as vLLM says it. */
async function chat(request: Request): Promise<Response> {
  const { seed } = await request.json();
  asked.set(seed, (asked.get(seed) ?? 0) + 1);
  if (ms > 0 && tokensPerSecond === 0) await compute();
  const choice = (delta: object, finish_reason: string | null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = { prompt_tokens: 9, completion_tokens: 6 };
  const events = [
    choice({ content: tokensPerSecond > 0 ? "token " : `def f(x):\n    return ${seed}\n` }, null),
    choice({}, "stop"),
    { choices: [], usage },
  ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return new Response(body([...events, "data: [DONE]\n\n"]), {
    headers: { "content-type": "text/event-stream" },
  });
}

const digest = "d".repeat(64);
const details = { format: "gguf", family: "instant", parameter_size: "1", quantization_level: "F32" };

Deno.serve({
  port: Number(Deno.args[2] ?? 0),
  hostname: "127.0.0.1",
  onListen: ({ port }) => console.log(port),
}, (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/v1/models") {
    return json({ data: [{ id: "instant", object: "model", owned_by: "vllm", root: "instant" }] });
  }
  if (pathname === "/v1/chat/completions") return chat(request);
  if (pathname === "/api/generate") return generate(request, (response) => ({ response }));
  if (pathname === "/api/chat") {
    return generate(request, (content) => ({ message: { role: "assistant", content } }));
  }
  if (pathname === "/api/version") return json({ version: "0.0.1" });
  if (pathname === "/api/tags") {
    const models = ["instant:latest", "qwen2.5-coder:7b"]; // the latter in docs/cluster.md
    return json({ models: models.map((name) => ({ name, model: name, size: 1, digest, details })) });
  }
  if (pathname === "/api/show") {
    const model_info = { "general.architecture": "instant", "instant.context_length": 4096 };
    return json({
      details,
      template: "{{ .Prompt }}",
      parameters: "",
      model_info,
      capabilities: ["completion"],
    });
  }
  if (pathname === "/asked") return json(Object.fromEntries(asked));
  if (pathname === "/most") {
    most = Number(searchParams.get("n") ?? Infinity);
    held.resolve();
    held = Promise.withResolvers();
    return json({});
  }
  return new Response("404 page not found", { status: 404 });
});
