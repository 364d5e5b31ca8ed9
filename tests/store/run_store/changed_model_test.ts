import assert from "node:assert/strict";
import type { StoredSample } from "codebias/store/run_store/samples.ts";
import { answered, begin, complete, description, jobs, request, textOf, withStore } from "./run_fixture.ts";

const texts = (samples: readonly StoredSample[]) => samples.map(({ text }) => text);

Deno.test("a model that changed under its name is noticed, and its samples are kept apart", () =>
  withStore((store) => {
    const old = complete(store);
    complete(store, { tasks: ["c"] });
    assert.deepEqual(old.notices, []);
    const changed = description({ identity: "sha256:2" });
    const begun = begin(store, {}, changed);
    assert.equal(begun.run.id, old.run.id);
    assert.deepEqual(begun.run.samples(), []);
    assert.equal(begun.known(request(jobs()[0])), undefined);
    begun.put(request(jobs()[0]), answered("new"));
    assert.deepEqual(texts(begun.run.samples()), ["new"]);
    assert.deepEqual(texts(store.openRun(old.run.id).samples()), ["new"]);

    const [earlier, ...rest] = begun.run.earlierModels;
    assert.deepEqual(rest, []);
    assert.deepEqual([earlier.identity, earlier.samples, earlier.samplesOfRun], ["sha256:1", 6, 4]);
    assert.match(
      begun.notices.join(),
      /^ollama\/toy:1b is not the model it was: 4 samples of this run and 2 of others, the last one at 20\d\d-\d\d-\d\d \d\d:\d\d UTC, came from another one \(sha256:1\)\. They are kept apart/,
    );
    const before = begun.run.madeBy(earlier);
    assert.deepEqual(texts(before.samples()), jobs().map(textOf));
    assert.deepEqual(before.description, description());

    const again = begin(store);
    assert.deepEqual(texts(again.run.samples()), jobs().map(textOf));
    assert.match(again.notices.join(), /1 sample of this run, the last .*\(sha256:2\)/);
  }));

Deno.test("a model that changed in samples of other runs alone is noticed, too", () =>
  withStore((store) => {
    complete(store, { tasks: ["c"] });
    const begun = begin(store, {}, description({ identity: "sha256:2" }));
    assert.match(begun.notices.join(), /2 samples of other runs, the last/);
    const [earlier] = begun.run.earlierModels;
    assert.throws(
      () => begun.run.madeBy(earlier),
      /^RangeError: Cannot read what sha256:1 answered: nothing in run/,
    );
    assert.deepEqual(begin(store, {}, description({ spec: "ollama/other" })).notices, []);
  }));

Deno.test("a model that is described otherwise is the same one, and both descriptions are kept", () =>
  withStore((store) => {
    const [first, second] = jobs();
    begin(store).put(request(first), answered("one"));
    const updated = description({ details: { version: "2" } });
    const begun = begin(store, {}, updated);
    begun.put(request(second), answered("two"));
    assert.deepEqual(begun.notices, []);
    const { run } = begun;
    assert.deepEqual(run.description, updated);
    assert.deepEqual(run.samples().map((sample) => run.descriptions().get(sample.description)), [
      description(),
      updated,
    ]);
  }));
