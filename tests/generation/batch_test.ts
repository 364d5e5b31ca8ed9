import assert from "node:assert/strict";
import { join } from "node:path";
import { generate, openModel, openStore, writeBatch } from "codebias";
import type { GenerateOptions } from "codebias/run/asking/generate.ts";
import { withFiles } from "../store/repository.ts";
import {
  type Behaviour,
  body,
  DONE,
  event,
  type FakeOpenAI,
  fakeOpenAI,
  json,
  type Script,
} from "./fake_openai.ts";
import { VLLM } from "./openai/known_servers.ts";

const FINISHES = ["stop", "length", "content_filter"];

/** Answers as its seed says, as a stream or in one piece. */
const bySeed: Behaviour = (asked, request) => {
  const { seed, stream } = asked.body as { seed: number; stream?: boolean };
  const content = `def f():\n    return ${seed}  # é 男 \u2028`;
  const finish_reason = FINISHES[seed % FINISHES.length];
  const usage = { prompt_tokens: seed % 100, completion_tokens: seed % 7, total_tokens: 0 };
  if (!stream) {
    const message = { role: "assistant", content, refusal: null, tool_calls: [] };
    const choices = [{ index: 0, message, logprobs: null, finish_reason }];
    return json({ id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m", choices, usage })(
      asked,
      request,
    );
  }
  const choices = [{ index: 0, delta: { role: "assistant", content }, finish_reason }];
  return body([event({ choices }), event({ choices: [], usage }), DONE], { pauseMs: 0 })(asked, request);
};

const SERVER: Script = { ...VLLM, "/v1/chat/completions": bySeed };

interface BatchLine {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: Record<string, unknown> & { readonly seed: number };
}

async function linesOf(path: string): Promise<BatchLine[]> {
  return (await Deno.readTextFile(path)).split("\n").filter((line) => line).map((line) => JSON.parse(line));
}

/** What stands in for `vllm run-batch`: sends each body to a server, and writes down what it says. */
async function answered({ root }: FakeOpenAI, lines: readonly BatchLine[]): Promise<string[]> {
  return await Promise.all(lines.map(async ({ custom_id, method, url, body }) => {
    const response = await fetch(root + url, { method, body: JSON.stringify(body) });
    const said = { status_code: response.status, request_id: "r", body: await response.json() };
    return JSON.stringify({ id: "vllm-1", custom_id, response: said, error: null }) + "\n";
  }));
}

const prompts = [
  { taskId: "a", prompt: "One 男" },
  { taskId: "b", prompt: [{ role: "system", content: "s" }, { role: "user", content: "Two" }] },
] as const;

/** A folder with a server, and what is told there. */
async function withServer(
  test: (here: {
    server: FakeOpenAI;
    folder: string;
    told: string[];
    options: (more?: Partial<GenerateOptions>) => GenerateOptions;
  }) => Promise<void>,
  script = SERVER,
) {
  await using server = fakeOpenAI(script);
  await withFiles({}, async (folder) => {
    const told: string[] = [];
    const model = openModel("openai/m", { url: server.baseUrl });
    const onNotice = (sentence: string) => told.push(sentence);
    await test({
      ...{ server, folder, told },
      options: (more) => ({ model, prompts, epochs: 5, temperatures: [0.2, 1], onNotice, ...more }),
    });
  });
}

/** What a store has of a run, but for times and for how many requests it took. */
function kept(path: string, name: string): unknown[] {
  using store = openStore(path);
  return store.openRun(name).samples({ prompts: true }).map(
    ({ answeredAt: _, firstTokenMs: __, totalMs: ___, tries: ____, ...sample }) => sample,
  );
}

Deno.test("a batch that was answered elsewhere leaves the same in the store as asking the server", () =>
  withServer(async ({ server, folder, options, told }) => {
    const [live, batched, file, out] = ["live.sqlite", "batch.sqlite", "b.jsonl", "out.jsonl"].map((name) =>
      join(folder, name)
    );
    {
      using store = openStore(live);
      await generate(options({ store, name: "r" }));
    }
    const sent = server.completions().map(({ body }) => body!);
    using store = openStore(batched);
    assert.deepEqual(await writeBatch(options({ store, name: "r" }), file), { written: 20, total: 20 });
    const lines = await linesOf(file);
    assert.equal(server.completions().length, 20);
    for (const { custom_id, method, url, body } of lines) {
      assert.match(custom_id, /^[0-9a-f]{64}$/);
      assert.deepEqual([method, url], ["POST", "/v1/chat/completions"]);
      const { stream: _, stream_options: __, ...asked } = sent.find(({ seed }) => seed === body.seed)!;
      assert.deepEqual(body, asked);
    }
    await Deno.writeTextFile(out, (await answered(server, lines.toReversed())).join(""));
    const requests = server.completions().length;
    const { failures, completions } = await generate(options({ store, name: "r", readBatch: out }));
    assert.deepEqual([failures.length, completions.length, told.length], [0, 20, 0], told.join("\n"));
    assert.equal(server.completions().length, requests);
    assert.deepEqual(kept(batched, "r"), kept(live, "r"));
    assert(kept(live, "r").length === 20);
    assert.equal(new Set(completions.map(({ text }) => text)).size, 20);
    assert.deepEqual(await writeBatch(options({ store, name: "r" }), file), { written: 0, total: 20 });
    assert.equal(await Deno.readTextFile(file), "");
  }));

Deno.test("half an output file keeps its half; the next batch has the rest, and all is as when asked at once", () =>
  withServer(async ({ server, folder, options, told }) => {
    const [file, rest, out] = ["b.jsonl", "rest.jsonl", "out.jsonl"].map((name) => join(folder, name));
    using store = openStore(join(folder, "runs.sqlite"));
    await writeBatch(options({ store, name: "r" }), file);
    const whole = (await answered(server, await linesOf(file))).join("");
    const half = whole.slice(0, Math.floor(whole.length / 2)); // cut off within a line
    await Deno.writeTextFile(out, half);
    const { failures } = await generate(options({ store, name: "r", readBatch: out }));
    const there = half.split("\n").length - 1;
    assert.equal(failures.length, 20 - there);
    assert(
      failures.every(({ error }) =>
        error!.failure === "no-recording" && /has no answer/.test(error!.message)
      ),
    );
    assert.match(
      told.join("\n"),
      new RegExp(`no answer to samples that were not kept before: ${20 - there} \\(`),
    );
    assert.match(told.join("\n"), new RegExp(`no JSON object .*: 1 \\(${there + 1}\\)`));
    assert.deepEqual(await writeBatch(options({ store, name: "r" }), rest), {
      written: 20 - there,
      total: 20,
    });
    assert.deepEqual(await linesOf(rest), (await linesOf(file)).slice(there));
    await Deno.writeTextFile(out, (await answered(server, await linesOf(rest))).join(""));
    told.length = 0;
    const { completions } = await generate(options({ store, name: "r", readBatch: out }));
    assert.deepEqual([completions.length, told], [20, []]);
    const live = await generate(options());
    assert.deepEqual(completions, live.completions);
  }));

Deno.test("ids that are missing, doubled or foreign and lines with errors are named and counted, never completions", () =>
  withServer(async ({ server, folder, options, told }) => {
    const [file, out] = ["b.jsonl", "out.jsonl"].map((name) => join(folder, name));
    using store = openStore(join(folder, "runs.sqlite"));
    const one = { prompts: prompts.slice(0, 1), temperatures: [1], epochs: 10, name: "r" };
    await writeBatch(options({ ...one, store }), file);
    const lines = await linesOf(file);
    const good = await answered(server, lines);
    const failed = (at: number, more: object) =>
      JSON.stringify({ custom_id: lines[at].custom_id, ...more }) + "\n";
    const error = { message: "no model nix does not exist", type: "NotFoundError", code: 404 };
    const foreign = good[0].replace(lines[0].custom_id, "f".repeat(64));
    await Deno.writeTextFile(
      out,
      [
        failed(1, { response: { status_code: 404, body: null }, error }),
        failed(2, {
          response: { status_code: 400, body: { error: { message: "maximum context length is 9" } } },
          error: null,
        }),
        failed(3, { response: null, error: { code: "batch_expired", message: "not finished in time" } }),
        failed(4, { response: { status_code: 200, body: { choices: [] } }, error: null }),
        ...[good[5], good[6], good[6], foreign, "oops\n", "[]\n", "\r\n", ...good.slice(8)],
      ].join(""),
    );
    const { samples, run } = await generate(options({ ...one, store, readBatch: out }));
    assert.deepEqual(samples.map(({ reply }) => reply !== undefined), [
      ...[false, false, false, false, false, true, false, false, true, true],
    ]);
    assert.deepEqual(samples.map(({ error }) => error?.failure), [
      ...["no-recording", "refused-request", "prompt-too-long", "server-error", "unfinished"],
      ...[undefined, "no-recording", "no-recording", undefined, undefined],
    ]);
    assert.match(
      samples[1].error!.message,
      /^In a batch, .* does not have the model m: no model nix does not exist$/,
    );
    assert.match(samples[3].error!.message, /not finished in time/);
    assert.match(samples[6].error!.message, /more than one answer/);
    assert.deepEqual(told, [
      `${out} has no answer to samples that were not kept before: 2 (a epoch 1, a epoch 8).`,
      `${out} has more than one line for samples, and none of them counts: 1 (a epoch 7).`,
      `${out} has lines with a custom_id of no sample of this run, so of other prompts, options or model: 1 (${
        "f".repeat(64)
      }).`,
      `${out} has lines that say that the request failed: 3 (a epoch 2, a epoch 3, a epoch 4).`,
      `${out} has lines that are no JSON object with a custom_id, by their numbers: 2 (9, 10).`,
    ]);
    assert.equal(run!.samples().filter(({ text }) => text).length, 3);
    const { written } = await writeBatch(options({ ...one, store }), file);
    assert.equal(written, 7);
  }));

Deno.test("a batch for vLLM can be written and read where no server runs, and is that of a server of this name", () =>
  withServer(async ({ server, folder, options, told }) => {
    const [file, out] = ["b.jsonl", "out.jsonl"].map((name) => join(folder, name));
    const model = openModel("openai/m", { engine: "vllm" });
    const { written } = await writeBatch(options({ model }), file);
    assert.equal(written, 20);
    assert.match(told.join("\n"), /No server was asked what m is/);
    const live = join(folder, "live.jsonl");
    await writeBatch(options(), live);
    assert.deepEqual(await linesOf(file), await linesOf(live));
    await Deno.writeTextFile(out, (await answered(server, await linesOf(file))).join(""));
    const { completions } = await generate(options({ model, readBatch: out }));
    assert.deepEqual(completions, (await generate(options())).completions);
  }, { ...SERVER, "/v1/models": json({ data: [{ id: "m", root: "m", owned_by: "vllm" }] }) }));

Deno.test("batches are refused as asking is, and where there are none", () =>
  withServer(async ({ folder, options }) => {
    const file = join(folder, "b.jsonl");
    await Deno.writeTextFile(file, "");
    const refused = (options: GenerateOptions, message: RegExp) =>
      assert.rejects(writeBatch(options, file), { name: "RangeError", message });
    await refused(options({ model: "calibration" }), /only models openai\/NAME/);
    await refused(options({ sampling: { raw: true } }), /raw/);
    await refused(options({ followUp: () => undefined }), /followUp/);
    await refused(options({ temperatures: [-1] }), /temperature must be >= 0/);
    await assert.rejects(
      generate(options({ model: "calibration", readBatch: file })),
      /only models openai\/NAME/,
    );
    await assert.rejects(generate(options({ readBatch: join(folder, "none") })), {
      name: "DataError",
      message: /there is no such file/,
    });
    assert.throws(() => openModel("openai/m", { engine: "vlm" as never }), /vllm/);
    assert.throws(() => openModel("ollama/m", { engine: "vllm" }), /only openai\/NAME/);
    assert.throws(
      () => openModel("openai/m", { engine: "vllm", url: "http://x/v1" }),
      /where no server runs/,
    );
  }));
