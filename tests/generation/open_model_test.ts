import assert from "node:assert/strict";
import { join } from "node:path";
import { generate, openModel } from "codebias";
import { withEnvironment, withFiles } from "../store/repository.ts";
import { fakeOllama } from "./fake_ollama.ts";

for (const spec of ["ollama/qwen2.5-coder:7b", "ollama/hf.co/a/b:Q4", "openai/meta/llama", "calibration"]) {
  Deno.test(`openModel() opens ${spec} under its name, and asks nothing yet`, () =>
    withEnvironment("OPENAI_BASE_URL", "http://127.0.0.1:9/v1", () => {
      assert.equal(openModel(spec).spec, spec);
    }));
}

for (
  const spec of ["", "gpt", "ollama", "ollama/", "openai/", "recorded/", "calibration/", "Ollama/x", "vllm/x"]
) {
  Deno.test(`openModel() refuses "${spec}" and says what there is`, () => {
    const message =
      /^Cannot open the model .*: expected ollama\/NAME\[:TAG\], openai\/NAME, recorded\/FILE, calibration/;
    assert.throws(() => openModel(spec), { name: "RangeError", message });
  });
}

Deno.test("openModel() asks the server that OLLAMA_HOST names", async () => {
  await using server = fakeOllama();
  await withEnvironment("OLLAMA_HOST", new URL(server.url).host, async () => {
    const prompts = [{ taskId: "a", prompt: "x" }];
    const { completions } = await generate({ model: "ollama/fake", prompts, onNotice: () => {} });
    assert.deepEqual(completions.map(({ text }) => text), ["ok"]);
  });
});

Deno.test("openModel() replays completions of a file", () => {
  const lines = [1, 2].map((epoch) => JSON.stringify({ task: "a", epoch, text: `answer ${epoch}` })).join(
    "\n",
  );
  return withFiles({ "mine.jsonl": lines }, async (folder) => {
    const prompts = [{ taskId: "a", prompt: "x" }];
    const model = `recorded/${join(folder, "mine.jsonl")}`;
    const { completions, failures } = await generate({ model, prompts, epochs: 3, onNotice: () => {} });
    assert.deepEqual(completions.map(({ text }) => text), ["answer 1", "answer 2"]);
    assert.equal(failures[0].error!.failure, "no-recording");
  });
});
