/**
 * A process that is an Ollama server, and under /v1 a vLLM, for benchmarks and for tests of clients that are killed: it
 * knows one model, answers with a few tokens that depend on the seed, and prints its port.
 *
 *     instant_ollama.ts [MILLISECONDS] [SLOTS] [PORT]
 *
 * MILLISECONDS is how long an answer takes (0), SLOTS how many it computes at a time (all), PORT
 * where it listens (a free one). GET /asked gives how often
 * each seed was asked for. GET /most?n=N has it answer N requests more and let the others wait; without n, none waits.
 *
 * @module
 */

const [ms, slots] = [Number(Deno.args[0] ?? 0), Number(Deno.args[1] ?? Infinity)];
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

/** @param said A token as the interface that was asked says it. */
async function generate(request: Request, said: (token: string) => object): Promise<Response> {
  const { options: { seed } } = await request.json();
  asked.set(seed, (asked.get(seed) ?? 0) + 1);
  while (most <= 0) await held.promise;
  most--;
  if (ms > 0) await compute();
  const tokens = ["def", " f", "(x):\n", "    return", ` ${seed}`, "\n"];
  const lines = tokens.map((response) => line({ model: "instant", ...said(response), done: false }));
  const counts = { prompt_eval_count: 9, eval_count: tokens.length };
  lines.push(line({ model: "instant", ...said(""), done: true, done_reason: "stop", ...counts }));
  const body = encoder.encode(lines.join(""));
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

/** The same as vLLM says it. */
async function chat(request: Request): Promise<Response> {
  const { seed } = await request.json();
  asked.set(seed, (asked.get(seed) ?? 0) + 1);
  if (ms > 0) await compute();
  const choices = [{
    index: 0,
    delta: { content: `def f(x):\n    return ${seed}\n` },
    finish_reason: "stop",
  }];
  const usage = { prompt_tokens: 9, completion_tokens: 6 };
  const events = [{ choices }, { choices: [], usage }].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const body = encoder.encode(events.join("") + "data: [DONE]\n\n");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

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
    const model = {
      name: "instant:latest",
      model: "instant:latest",
      size: 1,
      digest: "d".repeat(64),
      details,
    };
    return json({ models: [model] });
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
