import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "codebias";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { whileHeld } from "../held_database.ts";
import { withFiles } from "../repository.ts";
import { damage, WHOLE } from "./damage.ts";
import { answered, begin, jobs, request, withStore } from "./run_fixture.ts";

const WRITER = fileURLToPath(new URL("./store_writer.ts", import.meta.url));

/** A process that answers a run, ready to begin. */
async function startWriter(path: string, name: string, count: number) {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", WRITER, path, name, String(count)],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const output = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const linesUntil = async (enough: (lines: string[]) => boolean): Promise<string[]> => {
    for (;;) {
      const lines = text.split("\n").slice(0, -1);
      if (enough(lines)) return lines;
      const { value, done } = await output.read();
      if (done) return lines;
      text += value;
    }
  };
  assert.deepEqual(await linesUntil((lines) => lines.length > 0), ["ready"]);
  const input = process.stdin.getWriter();
  return { process, linesUntil, begin: () => input.write(Uint8Array.of(10)), close: () => input.close() };
}

Deno.test("RunStore loses nothing that was stored when its process is killed, at whatever moment", () =>
  withStore(async (store, path) => {
    const count = 20_000; // more than a late kill lets it write, since a pipe holds fewer lines
    for (let round = 0; round < 10; round++) {
      const name = `killed ${round}`;
      const writer = await startWriter(path, name, count);
      await writer.begin();
      await writer.linesUntil((lines) => lines.length > 1 + 40 * round);
      await new Promise((resolve) => setTimeout(resolve, integerFrom(seedFrom(name), 0, 20)));
      writer.process.kill("SIGKILL");
      const stored = (await writer.linesUntil(() => false)).length - 1;
      assert.equal((await writer.process.status).signal, "SIGKILL");
      await writer.close().catch((error) => assert(error instanceof Error));

      const wanted = { study: name, tasks: ["a"], epochs: count };
      const begun = begin(store, wanted);
      const samples = begun.run.samples();
      assert(stored > 40 * round && stored < count);
      assert(samples.length === stored || samples.length === stored + 1, `${samples.length} of ${stored}`);
      for (const [index, { text, epoch }] of samples.entries()) {
        assert.equal(epoch, index + 1);
        assert.equal(text, `${name} ${index} ${"求".repeat(index % 3000)}`);
      }
      const next = request(jobs(wanted)[samples.length]);
      assert.equal(begun.known(next), undefined);
      begun.put(next, answered("after"));
      assert.equal(begun.known(next)?.text, "after");
    }
    assert.deepEqual(damage(path), WHOLE);
  }));

Deno.test("RunStore reads what a killed process left in the log alone", () =>
  withFiles({}, async (folder) => {
    const path = join(folder, "runs.sqlite");
    // More lines than a pipe holds, so that it cannot end by itself before a late kill.
    const writer = await startWriter(path, "killed", 20_000);
    await writer.begin();
    await writer.linesUntil((lines) => lines.length > 100);
    writer.process.kill("SIGKILL");
    const stored = (await writer.linesUntil(() => false)).length - 1;
    await writer.process.status;
    await writer.close().catch((error) => assert(error instanceof Error));
    assert((await Deno.stat(`${path}-wal`)).size > 0);
    await Deno.remove(`${path}-shm`);
    using store = openStore(path);
    assert(store.listRuns().reduce((sum, { samples }) => sum + samples, 0) >= 2 * stored);
  }));

Deno.test("two processes write to one store at once, and the first answer to a request stays", () =>
  withFiles({}, async (folder) => {
    const path = join(folder, "runs.sqlite");
    const count = 400;
    const writers = await Promise.all(["one", "two"].map((name) => startWriter(path, name, count)));
    await Promise.all(writers.map((writer) => writer.begin()));
    await Promise.all(writers.map((writer) => writer.linesUntil(() => false)));
    for (const { process, close } of writers) {
      assert.equal((await process.status).code, 0);
      await close();
    }
    using store = openStore(path);
    assert.deepEqual(store.listRuns().map(({ study, samples }) => [study, samples]).sort(), [
      ["one", count],
      ["toy", count],
      ["two", count],
    ]);
    const shared = store.listRuns().find(({ study }) => study === "toy")!;
    const first = store.openRun(shared.id).samples();
    assert.deepEqual(
      first.map(({ text }) => text.replace(/^(one|two) /, "")),
      first.map((_, index) => String(index)),
    );
    assert.deepEqual(damage(path), WHOLE);
  }));

Deno.test("two stores of one process see each other's samples at once", () =>
  withStore((store, path) => {
    using other = openStore(path);
    const [here, there] = [begin(store), begin(other)];
    const [first, second] = jobs().map((job) => request(job));
    here.put(first, answered("here"));
    assert.equal(there.known(first)?.text, "here");
    assert.equal(there.put(first, answered("there")).text, "here");
    there.put(second, answered("there"));
    assert.deepEqual(here.run.samples().map(({ text }) => text), ["here", "there"]);
  }));

Deno.test("RunStore waits while another process writes", () =>
  withStore(async (store, path) => {
    const wanted = { epochs: 50 };
    const begun = begin(store, wanted);
    let stored = 0;
    const put = () => void begun.put(request(jobs(wanted)[stored++]), answered("after"));
    while (!await whileHeld(path, put)); // again, if a busy machine let the other process end first
    assert.equal(begun.run.samples().length, stored);
  }));
