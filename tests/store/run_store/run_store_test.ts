import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "codebias";
import type { StoredSample } from "codebias/store/run_store/samples.ts";
import { completionKey } from "codebias/store/run_store/completion_key.ts";
import {
  answered,
  begin,
  complete,
  description,
  jobs,
  request,
  SAMPLING,
  textOf,
  withStore,
} from "./run_fixture.ts";

const texts = (samples: readonly StoredSample[]) => samples.map(({ text }) => text);

Deno.test("RunStore gives back each sample as it was stored, in the order in which the run was planned", () =>
  withStore((store, path) => {
    const wanted = {
      tasks: ["b", "a"],
      settings: [{ language: "zh", shots: 2 }, { language: "en", shots: 0 }],
    };
    const begun = begin(store, wanted);
    const planned = jobs(wanted);
    const answeredAt = new Date("2026-01-02T03:04:05.678Z");
    for (const [index, job] of planned.entries().toArray().reverse()) {
      const reply = { reasoning: "Hm.", firstTokenMs: 1.25, totalMs: index, finish: "length" } as const;
      const { reply: whole } = answered(`text ${index}`, reply);
      begun.put(request(job), { reply: whole, answer: "truncated", tries: 3, answeredAt });
    }
    for (const opened of [store, openStore(path)]) {
      const run = opened.openRun(begun.run.id);
      assert.deepEqual(texts(run.samples()), planned.map((_, index) => `text ${index}`));
      const samples = run.samples({ prompts: true });
      const [first] = samples;
      const { sample } = planned[0];
      assert.deepEqual(first, {
        taskId: "b",
        model: "ollama/toy:1b",
        settings: { language: "zh", shots: 2 },
        epoch: 1,
        turn: 1,
        text: "text 0",
        finish: "length",
        answer: "truncated",
        reasoning: "Hm.",
        seed: 101,
        promptTokens: 7,
        completionTokens: 5,
        firstTokenMs: 1.25,
        totalMs: 0,
        tries: 3,
        answeredAt,
        sampling: SAMPLING,
        identity: "sha256:1",
        description: 1,
        key: completionKey("sha256:1", { ...request(planned[0]), sample: { ...sample, turn: 1 } }),
        prompt: "Solve b.",
      });
      assert.equal(samples[5].prompt, "Solve a.");
      assert.equal("prompt" in run.samples()[0], false);
      if (opened !== store) opened[Symbol.dispose]();
    }
  }));

Deno.test("RunStore leaves out what the server did not say", () =>
  withStore((store) => {
    const begun = begin(store);
    const [job] = jobs();
    begun.put(request(job), {
      reply: { text: "", finish: "refusal", totalMs: 0 },
      answer: "refused",
      tries: 1,
    });
    assert.deepEqual(begun.known(request(job)), { text: "", finish: "refusal", totalMs: 0 });
    const names = Object.keys(begun.run.samples()[0]);
    for (const name of ["reasoning", "promptTokens", "completionTokens", "firstTokenMs"]) {
      assert(!names.includes(name), name);
    }
  }));

Deno.test("a run that is begun again knows what it was answered, and only that", () =>
  withStore((store, path) => {
    const [first, second] = jobs();
    const before = begin(store);
    assert.equal(before.known(request(first)), undefined);
    before.put(request(first), answered("one"));
    using later = openStore(path);
    const begun = begin(later);
    assert.equal(begun.run.id, before.run.id);
    assert.deepEqual(begun.known(request(first)), answered("one").reply);
    assert.equal(begun.known(request(second)), undefined);
    assert.equal(begun.known({ ...request(first), seed: 7 }), undefined);
    assert.equal(begun.known({ ...request(first), prompt: "Else." }), undefined);
    assert.deepEqual(texts(begun.run.samples()), ["one"]);
    assert.equal(later.listRuns().length, 1);
  }));

Deno.test("a second answer to the same request does not replace the first", () =>
  withStore((store) => {
    const begun = begin(store);
    const asked = request(jobs()[0]);
    assert.equal(begun.put(asked, answered("first")).text, "first");
    assert.equal(begun.put(asked, answered("second")).text, "first");
    assert.deepEqual(texts(begun.run.samples()), ["first"]);
  }));

Deno.test("an answer that cannot be stored leaves nothing behind", () =>
  withStore((store, path) => {
    const begun = begin(store);
    const [first, , second] = jobs().map((job) => request(job));
    assert.throws(() => begun.put(first, { ...answered("broken"), tries: 1.5 }), {
      name: "DataError",
      message:
        `${path}: cannot use the run store: cannot store REAL value in INTEGER column completion.tries`,
    });
    assert.equal(begun.known(first), undefined);
    begun.put(second, answered("two"));
    begun.put(first, answered("one"));
    const samples = begun.run.samples({ prompts: true });
    assert.deepEqual(samples.map(({ text, prompt }) => [text, prompt]), [["one", "Solve a."], [
      "two",
      "Solve b.",
    ]]);
  }));

Deno.test("a run takes over the answers that another run has to the same requests", () =>
  withStore((store) => {
    const small = complete(store, { epochs: 2 });
    const large = begin(store, { epochs: 3 });
    assert.notEqual(large.run.id, small.run.id);
    const known = jobs({ epochs: 3 }).map((job) => large.known(request(job))?.text);
    assert.deepEqual(known, ["a en 1", "a en 2", undefined, "b en 1", "b en 2", undefined]);
    assert.deepEqual(texts(large.run.samples()), ["a en 1", "a en 2", "b en 1", "b en 2"]);
    assert.deepEqual(small.run.samples(), large.run.samples());
  }));

Deno.test("a run's id depends on what is asked for and not on its name", () =>
  withStore((store) => {
    const { id } = begin(store).run;
    assert.match(id, /^[0-9a-f]{12}$/);
    assert.equal(begin(store, { name: "pilot" }).run.id, id);
    const others = [
      begin(store, { epochs: 3 }),
      begin(store, { seed: 2 }),
      begin(store, { study: "other" }),
      begin(store, { tasks: ["b", "a"] }),
      begin(store, { settings: [{ language: "zh" }] }),
      begin(store, { sampling: { maxTokens: 9 } }),
      begin(store, { prompt: () => "Another prompt." }),
      begin(store, { variant: "with a second turn" }),
      begin(store, {}, description({ spec: "openai/toy" })),
    ].map(({ run }) => run.id);
    assert.equal(new Set([id, ...others]).size, 10);
    assert.equal(store.openRun("pilot").id, id);
  }));

Deno.test("settings and tasks of a run need not be the same for all samples", () =>
  withStore((store) => {
    const some = [
      ...jobs({ tasks: ["a"], epochs: 3 }),
      ...jobs({ tasks: ["b"], settings: [{ shots: 1 }], epochs: 1 }),
    ];
    const begun = store.beginRun({ model: "ollama/toy:1b", jobs: some }, description());
    for (const job of some) begun.put(request(job), answered(textOf(job)));
    assert.deepEqual(texts(begun.run.samples()), ["a en 1", "a en 2", "a en 3", "b 1 1"]);
    assert.equal(begun.run.wanted, 4);
    const [none] = jobs({ tasks: ["b"], epochs: 1 });
    assert.throws(() => begun.known(request(none)), {
      name: "RangeError",
      message:
        `Cannot find {"taskId":"b","settings":{"language":"en"},"epoch":1}: run ${begun.run.id} has no such sample`,
    });
    assert.equal(begun.known(request(some[1]))?.text, "a en 2");
  }));

Deno.test("each turn of a conversation is a sample, and its prompt is the conversation", () =>
  withStore((store) => {
    const begun = begin(store, { epochs: 1 });
    const conversation = [
      { role: "user", content: "Solve a." },
      { role: "assistant", content: "one" },
      { role: "user", content: "Again!" },
    ] as const;
    const [job] = jobs({ epochs: 1 });
    begun.put({ ...request(job, 2), prompt: conversation }, answered("two"));
    begun.put(request(job), answered("one"));
    const samples = begun.run.samples({ prompts: true });
    assert.deepEqual(samples.map(({ turn, text, prompt }) => [turn, text, prompt]), [
      [1, "one", "Solve a."],
      [2, "two", conversation],
    ]);
    assert.equal(store.listRuns()[0].samples, 1);
  }));

Deno.test("a run refuses samples that it was not begun with", () =>
  withStore((store) => {
    const begun = begin(store);
    const asked = request(jobs()[0]);
    for (const change of [{ taskId: "c" }, { epoch: 3 }, { epoch: 0 }, { epoch: 1.5 }, { settings: {} }]) {
      const other = { ...asked, sample: { ...asked.sample, ...change } };
      for (
        const use of [
          () => begun.put(other, answered("x")),
          () => void begun.known(other),
          () => begun.putFailure(other, { failure: "cut", message: "" }),
        ]
      ) {
        assert.throws(use, /^RangeError: Cannot find .*has no such sample$/);
      }
    }
    assert.deepEqual(begun.run.samples(), []);
  }));

Deno.test("a run cannot be begun without samples, with one twice, or of two studies or seeds", () =>
  withStore((store) => {
    const start = (some: ReturnType<typeof jobs>) => () =>
      store.beginRun({ model: "ollama/toy:1b", jobs: some }, description());
    assert.throws(start([]), /^RangeError: Cannot start a run without samples$/);
    assert.throws(start([...jobs(), ...jobs()]), /^RangeError: Cannot start a run that has \["a",.*twice/);
    assert.throws(start([...jobs(), ...jobs({ study: "x" })]), /^RangeError: .* of several studies or seeds/);
    assert.throws(start([...jobs(), ...jobs({ seed: 2 })]), /^RangeError: .* of several studies or seeds/);
    assert.deepEqual(store.listRuns(), []);
  }));

Deno.test("a failure is no sample, is replaced by the next one, and is gone when there is an answer", () =>
  withStore((store, path) => {
    const begun = begin(store);
    const [first, second] = jobs().map((job) => request(job));
    begun.putFailure(second, { failure: "busy", message: "The server is busy." });
    begun.putFailure(first, { failure: "cut", message: "The connection broke." });
    begun.putFailure(first, { failure: "silence", message: "Nothing came.\0" });
    const failures = () =>
      begun.run.failures().map(({ epoch, failure, message }) => [epoch, failure, message]);
    assert.deepEqual(failures(), [[1, "silence", "Nothing came.\0"], [2, "busy", "The server is busy."]]);
    assert.deepEqual(begun.run.samples(), []);
    assert.equal(begun.known(first), undefined);
    assert.equal(store.listRuns()[0].failed, 2);
    begun.put(first, answered("one"));
    assert.deepEqual(failures(), [[2, "busy", "The server is busy."]]);
    using later = openStore(path);
    assert.deepEqual(later.listRuns().map(({ samples, failed }) => [samples, failed]), [[1, 1]]);
    const { taskId, settings, turn, failedAt } = begun.run.failures()[0];
    assert.deepEqual({ taskId, settings, turn }, { taskId: "a", settings: { language: "en" }, turn: 1 });
    assert(Math.abs(failedAt.getTime() - Date.now()) < 60_000);
  }));

Deno.test("a reader that stops early holds nothing up", () =>
  withStore((store, path) => {
    const { run } = complete(store);
    for (const { text } of run.eachSample()) {
      assert.equal(text, textOf(jobs()[0]));
      break;
    }
    using other = new DatabaseSync(path);
    assert.equal(other.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()!.busy, 0);
  }));

Deno.test("a store that was closed says so", () =>
  withStore((_, path) => {
    const store = openStore(path);
    const begun = begin(store);
    store[Symbol.dispose]();
    store[Symbol.dispose]();
    for (const use of [() => store.listRuns(), () => begun.put(request(jobs()[0]), answered("x"))]) {
      assert.throws(use, /^RangeError: Cannot use the run store: it has been closed; open it again$/);
    }
  }));
