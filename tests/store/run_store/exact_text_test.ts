import assert from "node:assert/strict";
import fc from "fast-check";
import { openStore } from "codebias";
import { fromStored, toStored } from "codebias/store/run_store/stored_text.ts";
import type { Prompt } from "codebias/core/types.ts";
import { answered, begin, description, jobs, request, withStore } from "./run_fixture.ts";

/** Texts that stores like to change. */
const ODD = [
  "",
  " \t\r\n ",
  "a\0b",
  "\0",
  "\ufeffmark",
  "half \ud800 a character",
  "\udfff\ud800",
  "\0\ud83d",
  "😀 求和 é",
  "e\u0301",
  "0123",
  "1e3",
  "NULL",
  "'; DROP TABLE run; --",
  '"\\u0000"',
];

/** Any sequence of UTF-16 code units. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units));

Deno.test("toStored() loses nothing of any text", () => {
  for (const text of ODD) assert.equal(fromStored(toStored(text)), text, JSON.stringify(text));
  fc.assert(fc.property(anyText, (text) => assert.equal(fromStored(toStored(text)), text)));
});

Deno.test("RunStore gives every text back exactly, wherever it stands", () =>
  withStore((store, path) => {
    for (const text of ODD) {
      const wanted = { study: text, tasks: [text], settings: [{ [text]: text }], epochs: 1, variant: text };
      const prompts: Prompt[] = [text, [{ role: "user", content: text }]];
      for (const prompt of prompts) {
        const model = description({ identity: `id ${text}`, spec: `ollama/${text}` });
        const all = { ...wanted, prompt: () => prompt, sampling: { stop: [text] }, name: `name ${text}` };
        const begun = begin(store, all, model);
        const asked = request(jobs(all)[0]);
        begun.put(asked, answered(text, { reasoning: text }));
        using other = openStore(path);
        const run = other.openRun(begun.run.id);
        const [sample] = run.samples({ prompts: true });
        assert.deepEqual([run.study, run.name, run.model], [text, `name ${text}`, `ollama/${text}`]);
        assert.deepEqual(run.description, model);
        assert.deepEqual([sample.taskId, sample.settings], [text, { [text]: text }]);
        assert.deepEqual([sample.text, sample.reasoning], [text, text]);
        assert.deepEqual([sample.prompt, sample.sampling.stop], [prompt, [text]]);
        assert.deepEqual(begin(other, all, model).known(asked), begun.known(asked));
        assert.equal(other.listRuns()[0].study, text);
      }
    }
  }));

Deno.test("RunStore tells texts apart that differ in half a character alone", () =>
  withStore((store) => {
    const prompts = ["\ud800", "\ud801", "\ufffd", "\0", "", "\0\0"];
    const wanted = { tasks: prompts, prompt: (task: string) => task, epochs: 1 };
    const begun = begin(store, wanted);
    for (const [index, job] of jobs(wanted).entries()) begun.put(request(job), answered(String(index)));
    const samples = begun.run.samples({ prompts: true });
    assert.deepEqual(
      samples.map(({ text, prompt }) => [text, prompt]),
      prompts.map((text, at) => [String(at), text]),
    );
  }));

Deno.test("RunStore keeps texts of ten million characters", () =>
  withStore((store) => {
    const begun = begin(store, { epochs: 3, tasks: ["a"] });
    const [plain, wide, nul] = jobs({ epochs: 3, tasks: ["a"] }).map((job) => request(job));
    const texts = ["x".repeat(10_000_000), "求é😀".repeat(2_500_000), "\0".repeat(10_000_000)];
    for (const [index, asked] of [plain, wide, nul].entries()) begun.put(asked, answered(texts[index]));
    assert(begun.run.samples().every(({ text }, index) => text === texts[index]));
  }));
