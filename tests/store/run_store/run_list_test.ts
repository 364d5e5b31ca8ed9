import assert from "node:assert/strict";
import { begin, complete, description, withStore } from "./run_fixture.ts";

Deno.test("listRuns() has a plain row for each run, the last one begun first", () =>
  withStore((store) => {
    assert.deepEqual(store.listRuns(), []);
    complete(store, { name: "pilot" });
    begin(
      store,
      { tasks: ["x"], epochs: 5 },
      description({ spec: "calibration", identity: "c", synthetic: true }),
    );
    const [synthetic, pilot] = store.listRuns();
    const { created, updated, ...rest } = pilot;
    assert.deepEqual(rest, {
      id: store.openRun("pilot").id,
      name: "pilot",
      study: "toy",
      model: "ollama/toy:1b",
      identity: "sha256:1",
      synthetic: false,
      wanted: 4,
      samples: 4,
      failed: 0,
      promptTokens: 28,
      completionTokens: 20,
    });
    assert(Date.parse(created) <= Date.parse(updated!));
    const { name, model, synthetic: imitation, wanted, samples } = synthetic;
    assert.deepEqual([name, model, imitation, wanted, samples], [null, "calibration", true, 5, 0]);
    assert.equal(synthetic.updated, null);
    assert.equal(store.openRun(synthetic.id).synthetic, true);
  }));

Deno.test("openRun() finds a run by its id, its name, or the beginning of either", () =>
  withStore((store) => {
    const { id } = begin(store, { name: "pilot study" }).run;
    const other = begin(store, { tasks: ["x"], name: "pilot" }).run;
    begin(store, { tasks: ["y"] });
    assert.equal(store.openRun(id).name, "pilot study");
    assert.equal(store.openRun(id.slice(0, 11)).id, id);
    assert.equal(store.openRun("pilot").id, other.id);
    assert.equal(store.openRun("pilot s").id, id);
    assert.throws(() => store.openRun("pilots"), (error) => {
      assert(error instanceof RangeError);
      assert.match(error.message, /^Unknown run "pilots": did you mean pilot\? Known: /);
      return true;
    });
    assert.throws(
      () => store.openRun("p"),
      /it may be .*pilot study, begun 20\d\d.*or .*; give the whole id$/,
    );
    assert.throws(() => store.openRun(""), /Unknown run ""/);
    const { run, notices } = begin(store, { tasks: ["z"], name: "pilot" });
    assert.equal(store.openRun("pilot").id, run.id);
    assert.deepEqual(notices, [
      `"pilot" now names run ${run.id}; run ${other.id}, which had this name, has other samples and keeps them`,
    ]);
    assert.equal(store.openRun(other.id).name, undefined);
  }));
