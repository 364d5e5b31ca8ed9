import assert from "node:assert/strict";
import { CLIENTS, open, prepare, type Question, request } from "../asking.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { BRANCHES, ENDLESS, importModel } from "../models.ts";

const server = serverOfFile({
  async prepare(server) {
    await importModel(server, ENDLESS);
    await importModel(server, BRANCHES);
  },
});

/** Long enough that two texts agree by chance once in 10^23. */
const LONG = { sampling: { temperature: 1, maxTokens: 20 } };

const CONVERSATION: Question = {
  prompt: [
    { role: "system", content: "You write code." },
    { role: "user", content: "Sum up." },
    { role: "assistant", content: "total = 0" },
    { role: "user", content: "Go on." },
  ],
  ...LONG,
};

for (const client of CLIENTS) {
  engineTest(`${client}/ gives the same text for the same seed, others for others`, async () => {
    const model = open(client, server(), ENDLESS.name);
    await prepare(model, LONG);
    const texts = async () => {
      const found = [];
      for (let seed = 0; seed < 50; seed++) found.push((await model.ask(request(seed, LONG))).text);
      return found;
    };
    const first = await texts();
    assert.equal(new Set(first).size, 50);
    assert.deepEqual(await texts(), first);
  });

  engineTest(`${client}/ repeats a conversation by its seed`, async () => {
    const model = open(client, server(), ENDLESS.name);
    await prepare(model, CONVERSATION);
    const text = async (seed: number) => (await model.ask(request(seed, CONVERSATION))).text;
    const first = await text(7);
    assert.equal(await text(7), first);
    assert.notEqual(await text(8), first);
  });

  engineTest(`${client}/ gives the most probable text at temperature 0, whatever the seed`, async () => {
    const greedy = { sampling: { temperature: 0 } };
    const model = open(client, server(), BRANCHES.name);
    await prepare(model, greedy);
    for (let seed = 0; seed < 20; seed++) {
      const { text } = await model.ask(request(seed, greedy));
      assert.equal(text, 'def choose(person):\n    return person["income"]');
    }
  });

  engineTest(`${client}/ and a fresh one give the same text for the same seed`, async () => {
    const ask = async () => {
      const model = open(client, server(), ENDLESS.name);
      await prepare(model, LONG);
      return (await model.ask(request(2 ** 31 - 1, LONG))).text;
    };
    assert.equal(await ask(), await ask());
  });
}
