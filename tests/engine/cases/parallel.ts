import assert from "node:assert/strict";
import { completions } from "../../calibration/completions.ts";
import { CLIENTS, open, prepare, PROMPT, sampleMany } from "../asking.ts";
import { chiSquareTest } from "../chi_square.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { ENDLESS, importModel, MINIMAL } from "../models.ts";

const server = serverOfFile({
  parallel: 4,
  async prepare(server) {
    for (const spec of [MINIMAL, ENDLESS]) await importModel(server, spec);
  },
});

for (const client of CLIENTS) {
  engineTest(`${client}/ gets every answer of four at once, at the same rates`, async () => {
    const model = open(client, server(), MINIMAL.name);
    await prepare(model);
    const texts = (await sampleMany(model, 200, { atOnce: 4, purpose: client })).map(({ text }) => text);
    assert.equal(texts.length, 200);
    const expected = completions(MINIMAL, { prompt: PROMPT, sampling: { temperature: 1 } });
    const { n, chiSquare, df, p } = chiSquareTest(
      texts,
      Object.fromEntries(expected.map(({ text, probability }) => [text, probability])),
    );
    console.log(`N ${n}, chi-square ${chiSquare.toFixed(2)}, df ${df}, p ${p.toFixed(3)}`);
    assert.ok(p > 1e-3);
  });
}

engineTest(
  "the server gives whole texts to four at once, whether or not they are those of one at a time",
  async () => {
    const question = { sampling: { temperature: 0.8, maxTokens: 40 } };
    const model = open("ollama", server(), ENDLESS.name);
    await prepare(model, question);
    const texts = async (atOnce: number) =>
      (await sampleMany(model, 60, { ...question, atOnce, purpose: "alone or not" })).map(({ text }) => text);
    const [alone, again, together] = [await texts(1), await texts(1), await texts(4)];
    const differing = (texts: string[]) => texts.filter((text, at) => text !== alone[at]).length;
    // Servers compute a little differently with other requests beside one: nothing is promised, so nothing is tested.
    console.log(
      `of 60 texts of 40 tokens, other than alone: ${differing(again)} alone, ${differing(together)} at once`,
    );
    assert.ok([...alone, ...again, ...together].every((text) => /^(?: {4}total \+= \d+\n){40}$/.test(text)));
  },
);

for (const client of CLIENTS) {
  engineTest(`${client}/ answers at a speed that is told`, async () => {
    const model = open(client, server(), MINIMAL.name);
    await prepare(model);
    await sampleMany(model, 8, { atOnce: 4, purpose: "warm" });
    const possible = completions(MINIMAL, { prompt: PROMPT, sampling: { temperature: 1 } }).map(({ text }) =>
      text
    );
    const speeds = [];
    for (const atOnce of [1, 2, 4]) {
      const started = performance.now();
      const replies = await sampleMany(model, 120, { atOnce, purpose: "speed" });
      const texts = new Set(replies.map(({ text }) => text));
      assert.ok(
        texts.size > 1 && [...texts].every((text) => possible.includes(text)),
        [...texts].join("\n---\n"),
      );
      speeds.push(`${atOnce} at once ${(120_000 / (performance.now() - started)).toFixed(0)}/s`);
    }
    console.log(`samples: ${speeds.join(", ")}`);
  });
}
