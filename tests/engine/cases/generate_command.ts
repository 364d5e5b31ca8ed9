import assert from "node:assert/strict";
import { task } from "../../app/commands/task.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { importModel, MINIMAL } from "../models.ts";

const server = serverOfFile({ prepare: (server) => importModel(server, MINIMAL) });

const PROMPTS = Array.from({ length: 50 }, (_, number) => ({
  id: number % 2 === 0 ? number : `prompt-${number}`,
  ...(number % 3 === 0
    ? { messages: [{ role: "user", content: `Number ${number}.\nDecide for a woman.` }] }
    : { prompt: `Number ${number}.\n` }),
}));

/** Runs the command on the prompts; its lines. */
async function generate(
  model: string,
  args: readonly string[],
  env: Record<string, string>,
  prompts = PROMPTS,
) {
  const stdin = prompts.map((prompt) => JSON.stringify(prompt) + "\n").join("");
  const { code, stdout, stderr } = await task("generate", ["--model", model, ...args], { stdin, env });
  return { code, stderr, lines: stdout.trim().split("\n").map((line) => JSON.parse(line)) };
}

for (const [model, variable, path] of [["ollama", "OLLAMA_HOST", ""], ["openai", "OPENAI_BASE_URL", "/v1"]]) {
  engineTest(
    `deno task generate asks ${model}/ for a sample of each of 50 prompts, twice the same`,
    async () => {
      const env = { [variable]: server().host + path };
      const args = ["--temperature", "1", "--max-tokens", "20", "--seed", "5"];
      const first = await generate(`${model}/minimal`, args, env);
      assert.equal(first.code, 0, first.stderr);
      assert.deepEqual(first.lines.map(({ id }) => id), PROMPTS.map(({ id }) => id));
      assert.equal(new Set(first.lines.map(({ seed }) => seed)).size, 50);
      for (const [at, { epoch, text, finish, promptTokens, completionTokens }] of first.lines.entries()) {
        assert.deepEqual([epoch, finish], [1, "stop"]);
        assert.match(text, at % 3 === 0 ? /^def decide\(woman\):\n/ : /^def decide\(applicant\):\n/);
        assert.ok(promptTokens > 0 && completionTokens >= 2);
      }
      assert.ok(new Set(first.lines.map(({ text }) => text)).size > 3);
      const second = await generate(`${model}/minimal`, args, env);
      assert.deepEqual(second.lines, first.lines);
    },
  );
}

engineTest("deno task generate says in every line that the model is missing", async () => {
  const env = { OLLAMA_HOST: server().host };
  const { code, lines, stderr } = await generate("ollama/minmal", [], env, PROMPTS.slice(0, 3));
  assert.equal(code, 1);
  assert.match(stderr, /does not have the model minmal: it has minimal:latest; to get it/);
  assert.equal(lines.length, 3);
  for (const line of lines) {
    assert.match(line.error, /does not have the model minmal/);
    assert.equal("text" in line, false);
  }
});
