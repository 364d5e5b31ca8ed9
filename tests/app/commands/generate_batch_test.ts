import assert from "node:assert/strict";
import { join } from "node:path";
import { answer, body, fakeOpenAI, json } from "../../generation/fake_openai.ts";
import { VLLM } from "../../generation/openai/known_servers.ts";
import { task, withFolder } from "./task.ts";

const stdin = ["a", "b"].map((id) => JSON.stringify({ id, prompt: `Write ${id}.` }) + "\n").join("");

Deno.test("deno task generate writes a batch and reads its answers, as if the server had been asked", () =>
  withFolder(async (folder) => {
    await using server = fakeOpenAI({
      ...VLLM,
      "/v1/models": json({ data: [{ id: "m", root: "m", owned_by: "vllm" }] }),
      "/v1/chat/completions": (asked, request) =>
        body(answer([`return ${asked.body!.seed}`]), { pauseMs: 0 })(asked, request),
    });
    const [file, out, store] = ["new/batch.jsonl", "out.jsonl", "runs.sqlite"].map((name) =>
      join(folder, name)
    );
    await Deno.mkdir(join(folder, "new"));
    const generate = (...args: string[]) =>
      task("generate", ["--model", "openai/m", "--epochs", "2", "--max-tokens", "50", ...args], {
        stdin,
        env: { OPENAI_BASE_URL: "" },
      });
    const live = await generate("--url", server.baseUrl);
    assert.equal(live.code, 0, live.stderr);

    const offline = ["--engine", "vllm", "--store", store];
    const written = await generate(...offline, "--write-batch", file);
    assert.deepEqual([written.code, written.stdout], [0, ""], written.stderr);
    assert.match(written.stderr, /batch\.jsonl has 4 requests, one a line; give their answers/);
    const lines = (await Deno.readTextFile(file)).trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ body }) => [body.model, body.max_tokens, body.stream]),
      Array(4).fill(["m", 50, undefined]),
    );
    const said = lines.map(({ custom_id, body }) => {
      const message = { role: "assistant", content: `return ${body.seed}` };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      const usage = { prompt_tokens: 7, completion_tokens: 1 };
      return JSON.stringify({
        custom_id,
        response: { status_code: 200, body: { choices, usage } },
        error: null,
      }) + "\n";
    });

    await Deno.writeTextFile(out, said.slice(1).join(""));
    const partly = await generate(...offline, "--read-batch", out);
    assert.equal(partly.code, 1);
    const [first, ...others] = partly.stdout.trimEnd().split("\n");
    assert.match(JSON.parse(first).error, /out\.jsonl has no answer with the custom_id/);
    assert.deepEqual(others, live.stdout.trimEnd().split("\n").slice(1));
    assert.match(partly.stderr, /no answer to samples that were not kept before: 1 \(a epoch 1\)/);

    const rest = await generate(...offline, "--write-batch", file);
    assert.match(rest.stderr, /has 1 request, one a line; 3 samples are kept already/);
    await Deno.writeTextFile(out, said[0]);
    const whole = await generate(...offline, "--read-batch", out);
    assert.deepEqual([whole.code, whole.stdout], [0, live.stdout], whole.stderr);
  }));

Deno.test("deno task generate refuses batches together with what asks a server", async () => {
  const cases: [string[], RegExp][] = [
    [["--write-batch", "a", "--read-batch", "b"], /Cannot do both --write-batch and --read-batch/],
    [["--write-batch", "a", "--estimate"], /Cannot do both --write-batch and --estimate/],
    [["--engine", "vllm"], /Cannot ask --engine vllm live/],
    [["--engine", "vlm", "--write-batch", "a"], /Unknown engine "vlm": did you mean vllm/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await task("generate", ["--model", "openai/m", ...args], {
      stdin,
      env: { OPENAI_API_KEY: "k" },
    });
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  }
});
