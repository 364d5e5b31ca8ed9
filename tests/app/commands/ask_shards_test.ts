import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import pl from "nodejs-polars";
import { faircoder, linguistic, openFrame, openStore, run, solar } from "codebias";
import { exists } from "codebias/store/files/files.ts";
import { openOutcomes } from "codebias/store/outcomes/outcome_store.ts";
import { openReports } from "codebias/store/reports.ts";
import { startInstantServer } from "../../generation/instant_server.ts";
import { type FakeModel, fakeOllama } from "../../generation/fake_ollama.ts";
import { refuse, say as says } from "../../generation/ollama/behaviours.ts";
import { say, storeWith } from "./shard_commands.ts";
import { filesBelow, withFolder } from "./task.ts";

/** Where no server is. */
const NOWHERE = "http://127.0.0.1:9";

/** An action in a folder, where stores are too, with a server that can be changed. */
async function asking(
  url: string,
  test: (
    here: { folder: string; ask(url: string): void; done(line: string): Promise<string> },
  ) => Promise<void>,
): Promise<void> {
  const before = ["OLLAMA_HOST", "TMPDIR"].map((name) => [name, Deno.env.get(name)] as const);
  await withFolder(async (folder) => {
    Deno.env.set("OLLAMA_HOST", url);
    Deno.env.set("TMPDIR", folder);
    const done = async (line: string) => {
      const { status, out, error } = await say(folder, line);
      assert.equal(status, 0, `${line}: ${out}${error}`);
      return out;
    };
    try {
      await test({ folder, ask: (url) => Deno.env.set("OLLAMA_HOST", url), done });
    } finally {
      for (const [name, value] of before) {
        value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
      }
    }
  });
}

const timesAsked = async (server: { asked(): Promise<Map<number, number>> }) => {
  const counts = [...(await server.asked()).values()];
  return { samples: counts.length, times: counts.reduce((sum, one) => sum + one, 0) };
};

const STUDIES = [
  ["solar", solar, { methods: ["default", "COT"], temperatures: [0.2, 1], epochs: 2, limit: 2 }, 16],
  ["faircoder", faircoder, { methods: ["default", "cut"], temperatures: [1], epochs: 1, limit: 3 }, 6],
  ["linguistic", linguistic, { methods: ["QA"], temperatures: [1], epochs: 1, limit: 2 }, 4],
] as const;

for (const [name, study, options, samples] of STUDIES) {
  Deno.test(`${name}: what one job asks another one judges without a server, and the tables are those of one process`, async () => {
    await using server = await startInstantServer();
    await asking(server.url, async ({ folder, ask, done }) => {
      const { methods, temperatures, epochs, limit } = options;
      const asked = `--methods ${methods} --temperatures ${temperatures} --epochs ${epochs} --limit ${limit}`;
      await done(`shard ${name} --model ollama/instant ${asked} --shards 2 --out p`);
      assert.match(await done("work --ask --all p"), /shard-001\.json: \d+ samples, \d+ s\n/);
      assert(!exists(join(folder, "p/results")));
      assert.match((await say(folder, "work --ask --all p")).error, /^2 of 2 shards are asked already/);
      ask(NOWHERE);
      await done("work --all p");
      ask(server.url);
      assert.deepEqual(await timesAsked(server), { samples, times: samples });
      await done("merge p --out m");

      using store = openStore(join(folder, "one.sqlite"));
      using reports = await openReports(join(folder, "reports.sqlite"));
      using outcomes = await openOutcomes(join(folder, "outcomes.sqlite"));
      const memory = name === "linguistic" ? { outcomes } : { reports };
      const { frame } = await run(
        study as typeof solar,
        { model: "ollama/instant", store, ...memory, ...options } as never,
      );
      const merged = openFrame(join(folder, "m"), { witnesses: true }).collectSync();
      assert.equal(merged.writeCSV().toString(), frame.writeCSV().toString());
      // Times, seeds and numbers of tokens are those of the asking job.
      const columns = ["task", "epoch", "seed", "text", "promptTokens", "identity", "key"];
      const single = store.openRun(store.listRuns()[0].id).frame();
      const lines = (frame: pl.DataFrame) => frame.writeCSV().toString().split("\n").toSorted();
      assert.deepEqual(
        lines(pl.readParquet(join(folder, "m/completions.parquet")).select(...columns)),
        lines(single.withColumn(single.getColumn("taskId").rename("task")).select(...columns)),
      );
      const [about] =
        JSON.parse(await Deno.readTextFile(join(folder, "m/manifest.json"))).notebooks.merge.runs;
      assert(about.asked.begun <= about.asked.ended && about.asked.ended <= about.begun);
    });
  });
}

Deno.test("answers that were changed, or are of another shard, are refused, and no server is asked instead", async () => {
  await using server = await startInstantServer();
  await asking(server.url, async ({ folder, done }) => {
    await done("shard solar --model ollama/instant --limit 2 --shards 2 --out p");
    await done("work --ask --all p");
    const place = join(folder, "p/answers/shard-001");
    const names = ["answers.json", "manifest.json", "plan.json", "samples.parquet"];
    assert.deepEqual(await filesBelow(place), names);
    const refused = async (expected: RegExp) => {
      const { status, error } = await say(folder, "work p/shard-001.json");
      assert.equal(status, 1);
      assert.match(error, expected);
    };
    for (const name of names) {
      const bytes = await Deno.readFile(join(place, name));
      const other = bytes.map((byte, at) => at === bytes.length >> 1 ? byte ^ 1 : byte);
      await Deno.writeFile(join(place, name), other);
      await refused(new RegExp(`shard-001/${name.replace(".", "\\.")}: this file is not as it was written`));
      await Deno.remove(join(place, name));
      await refused(new RegExp(`shard-001/${name.replace(".", "\\.")}: this file is not as it was written`));
      await Deno.writeFile(join(place, name), bytes);
    }
    await Deno.rename(place, join(folder, "kept"));
    await Deno.rename(join(folder, "p/answers/shard-002"), place);
    await refused(/shard-001: these answers are of another plan or shard; remove them/);
    await Deno.rename(place, join(folder, "p/answers/shard-002"));
    await Deno.rename(join(folder, "kept"), place);
    await done("work --all p");
    assert.deepEqual(await timesAsked(server), { samples: 2, times: 2 });
  });
});

for (const [signal, status] of [["SIGKILL", 137], ["SIGUSR1", 138], ["SIGTERM", 130]] as const) {
  Deno.test(`asking that is ended by ${signal} writes nothing, keeps what was answered, and asks only for the rest`, async () => {
    await using server = await startInstantServer();
    await server.answer(5);
    await asking(server.url, async ({ folder, ask, done }) => {
      await done("shard solar --model ollama/instant --limit 12 --shards 1 --out p");
      const program = fileURLToPath(import.meta.resolve("codebias/app/commands/work/work.ts"));
      const args = ["run", "-A", "--quiet", "--frozen", program, "--ask", join(folder, "p/shard-001.json")];
      const process = new Deno.Command(Deno.execPath(), { args, stderr: "null", stdout: "null" }).spawn();
      const store = await storeWith(5, { folder, process });
      process.kill(signal);
      assert.equal((await process.status).code, status);
      const inFlight = (await server.asked()).size - 5;
      assert(!exists(join(folder, "p/answers")));

      await server.answer();
      await done("work --ask p/shard-001.json");
      const { samples, times } = await timesAsked(server);
      assert.equal(samples, 12);
      assert.equal(times, 12 + inFlight);
      assert(!exists(store)); // its room is given back
      ask(NOWHERE);
      await done("work p/shard-001.json");
      await done("merge p --out m");
      assert.equal(pl.readParquet(join(folder, "m/completions.parquet")).height, 12);
    });
  });
}

Deno.test("answers are whole, or have gaps that both jobs want; a model on no server, or another one, is not asked by itself", async () => {
  const models: FakeModel[] = [{ name: "fake:latest", digest: "a".repeat(64) }];
  await using server = fakeOllama({ models });
  await asking(server.url, async ({ folder, done }) => {
    await done("shard solar --model ollama/fake --limit 3 --shards 1 --out p");
    let asked = 0;
    server.script = () => asked++ === 1 ? refuse(400, "no") : says("ok");
    const { error } = await say(folder, "work --ask --all p");
    assert.match(error, /^1 of 3 samples have no answer \(.*\): work on it again to ask for them, or leave/);
    assert(!exists(join(folder, "p/answers")));
    server.script = () => refuse(400, "no");
    assert.match(await done("work --ask --all --with-gaps p"), /: 2 samples, 1 without an answer, \d+ s\n/);
    const before = server.completions().length;
    assert.match(
      (await say(folder, "work --all p")).error,
      /^1 of 3 samples have no answer .*no\W.*: remove its answers to ask again, or leave them out with --with-gaps/,
    );
    assert.match(await done("work --all --with-gaps p"), /: 2 samples, 1 without an answer/);
    assert.equal(server.completions().length, before);

    server.script = () => says("ok");
    await done("shard solar --model ollama/fake --limit 2 --minutes 20 --out q");
    models.splice(0, 1, { name: "fake:latest", digest: "b".repeat(64) });
    assert.match(
      (await say(folder, "work --ask --all q")).error,
      /is not the model of this plan/,
    );
    await done("shard solar --limit 1 --shards 1 --out r");
    assert.match(
      (await say(folder, "work --ask --all r")).error,
      /Cannot ask calibration by itself: it is on no server; leave out --ask/,
    );
  });
});
