import assert from "node:assert/strict";
import type { Prompt } from "codebias/core/types.ts";
import { type Client, CLIENTS, open, prepare, PROMPT, request } from "../asking.ts";
import { CURRENT } from "../engine.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { BRANCHES, ENDLESS, importModel, LOOP } from "../models.ts";

const server = serverOfFile({
  async prepare(server) {
    for (const spec of [BRANCHES, ENDLESS, LOOP]) await importModel(server, spec);
  },
});

for (const client of CLIENTS) {
  engineTest(`${client}/ ends a completion before a stop text`, async () => {
    const question = { sampling: { temperature: 0, stop: ['"income', "# never"] } };
    const model = open(client, server(), BRANCHES.name);
    await prepare(model, question);
    const { text, finish } = await model.ask(request(1, question));
    assert.deepEqual([text, finish], ["def choose(person):\n    return person[", "stop"]);
  });

  engineTest(`${client}/ ends a completion after maxTokens`, async () => {
    const question = { sampling: { temperature: 0, maxTokens: 2 } };
    const model = open(client, server(), ENDLESS.name);
    await prepare(model, question);
    const { text, finish, completionTokens } = await model.ask(request(1, question));
    assert.deepEqual([finish, completionTokens], ["length", 2]);
    assert.match(text, /^(?: {4}total \+= \d+\n){2}$/);
  });

  engineTest(`${client}/ counts tokens and time`, async () => {
    const question = { sampling: { temperature: 0 } };
    const model = open(client, server(), BRANCHES.name);
    await prepare(model, question);
    const { promptTokens, completionTokens, firstTokenMs, totalMs } = await model.ask(request(1, question));
    assert.equal(promptTokens, PROMPT.length); // this model has a token a byte
    assert.ok(completionTokens === 2 || completionTokens === 3, `${completionTokens}`); // with its end or without
    assert.ok(firstTokenMs! > 0 && firstTokenMs! <= totalMs);
  });

  engineTest(`${client}/ passes every character of prompt and completion`, async () => {
    const model = open(client, server(), BRANCHES.name);
    const prompt = '\ufeff{{ .Prompt }} {% raw %} <|im_start|> "\\ \t\r\n 求 😀 e\u0301 \u2028 </s>\n';
    const question = { prompt, sampling: { temperature: 0 } };
    await prepare(model, question);
    const { promptTokens, text } = await model.ask(request(1, question));
    assert.equal(promptTokens, new TextEncoder().encode(prompt).length);
    assert.match(text, /^def choose\(person\):\n {4}return person\["income"\]$/);
  });
}

/** Asks at temperature 0 for a completion that repeats one token for ever. */
async function askForLoop(client: Client, prompt: Prompt) {
  const question = { prompt, sampling: { temperature: 0, maxTokens: 1000 } };
  const model = open(client, server(), LOOP.name);
  await prepare(model, question);
  const { text, finish } = await model.ask(request(1, question));
  assert.match(text, /^(?:pass;)+$/);
  return { finish, tokens: text.length / "pass;".length };
}

engineTest(
  "ollama/ says of a completion that the server ended for repeating itself that it did",
  async () => {
    const { finish, tokens } = await askForLoop("ollama", PROMPT);
    console.log(`ended after ${tokens} tokens`);
    assert.equal(finish, "looping");
    assert.ok(tokens >= 30 && tokens <= 200, `${tokens}`);
  },
);

for (const client of CLIENTS) {
  engineTest(`${client}/ says how a conversation ended that repeats itself`, async () => {
    const { finish, tokens } = await askForLoop(client, [{ role: "user", content: PROMPT }]);
    console.log(`ended after ${tokens} tokens`);
    // The current server lets conversations repeat themselves.
    assert.equal(finish, CURRENT ? "length" : "looping");
    assert.ok(CURRENT ? tokens === 1000 : tokens >= 30 && tokens <= 200, `${tokens}`);
  });
}
