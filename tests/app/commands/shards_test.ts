import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { faircoder, linguistic, openFrame, openStore, run, solar } from "codebias";
import { openOutcomes } from "codebias/store/outcomes/outcome_store.ts";
import { openReports } from "codebias/store/reports.ts";
import { paths } from "codebias/store/paths.ts";
import { checkoutHashes, readPlan, writePlan } from "codebias/store/shards/plan.ts";
import { readResult, type ShardResult, writeResult } from "codebias/store/shards/shard_result.ts";
import { say, storeWith } from "./shard_commands.ts";
import { startInstantServer } from "../../generation/instant_server.ts";
import { filesBelow, startTask, task, withFolder } from "./task.ts";

/** The same; it must succeed. */
async function done(folder: string, line: string): Promise<string> {
  const { status, out, error } = await say(folder, line);
  assert.equal(status, 0, `${line}: ${out}${error}`);
  return out;
}

const csvOf = (frame: pl.DataFrame) => frame.writeCSV().toString();
const merged = (folder: string) => openFrame(folder, { witnesses: true }).collectSync();
const completionsIn = (folder: string) => pl.readParquet(join(folder, "completions.parquet"));

/** What one process finds with some options. */
async function inOneProcess(folder: string, options: Parameters<typeof run>[1], study: unknown = solar) {
  using store = openStore(join(folder, "one.sqlite"));
  using reports = await openReports(join(folder, "one-reports.sqlite"));
  using outcomes = await openOutcomes(join(folder, "one-outcomes.sqlite"));
  const memory = study === linguistic ? { outcomes } : { reports };
  const asked = { model: "calibration", store, ...memory, ...options } as typeof options;
  return (await run(study as typeof solar, asked as never)) as Awaited<ReturnType<typeof run>>;
}

/** Asserts that rows of a merge find the text and the program of their sample, and returns how many programs there are. */
function assertJoined(folder: string, { samples, frame }: Awaited<ReturnType<typeof inOneProcess>>): number {
  const keyOf = (one: Record<string, unknown>) =>
    JSON.stringify([one.taskId, one.prompt ?? null, one.language ?? null, one.temperature, one.epoch]);
  const known = new Map(samples.map((one) => [keyOf({ ...one, ...one.settings }), one]));
  const rows = openFrame(folder, { programs: true, texts: true }).collectSync();
  assert.deepEqual(rows.columns, [...frame.drop("witness").columns, "program", "text"]);
  assert.equal(rows.height, frame.height);
  for (const row of rows.toRecords()) {
    const { text, programHash, materials } = known.get(keyOf(row))!;
    const program = programHash === undefined ? null : materials!.program!.source;
    assert.deepEqual([row.text, row.program], [text, program]);
  }
  return rows.getColumn("program").dropNulls().nUnique();
}

const SOLAR = "solar --methods default,COT --temperatures 0.2,1 --epochs 2 --limit 6";
const ASKED = { methods: ["default", "COT"], temperatures: [0.2, 1], epochs: 2, limit: 6 };

Deno.test("shards, merged, are the frame of one process, byte for byte, however many there are", () =>
  withFolder(async (folder) => {
    const whole = await inOneProcess(folder, ASKED);
    const { frame } = whole;
    assert(frame.height > 100);
    for (const [count, expected] of [[1, 1], [4, 4], [13, 16]]) {
      const out = await done(folder, `shard ${SOLAR} --shards ${count} --out p${count}`);
      assert.match(out, new RegExp(`^${expected} shards of at most \\d+ samples, 48 in all, in `));
      await done(folder, `work --all p${count}`);
      assert.match(await done(folder, `merge p${count} --out m${count}`), /48 of 48 samples/);
      assert.equal(csvOf(merged(join(folder, `m${count}`))), csvOf(frame), `${count} shards`);
      assert(assertJoined(join(folder, `m${count}`), whole) > 5);
    }
    const { frame: again } = await run(solar, { completions: join(folder, "m4/completions.parquet") });
    assert.equal(csvOf(again.select(...frame.columns)), csvOf(frame));
  }));

Deno.test("so are shards of studies that score people, whose prompts come in another order, and that check programs", () =>
  withFolder(async (folder) => {
    const scored = await inOneProcess(
      folder,
      { methods: ["default", "cut"], limit: 5, epochs: 2 },
      faircoder,
    );
    await done(folder, "shard faircoder --methods default,cut --limit 5 --epochs 2 --shards 7 --out p");
    await done(folder, "work --all p");
    await done(folder, "merge p --out m");
    assert.equal(csvOf(merged(join(folder, "m"))), csvOf(scored.frame));
    assert(assertJoined(join(folder, "m"), scored) > 1);

    const checked = await inOneProcess(folder, { limit: 2, temperatures: [0.2, 1], seed: 3 }, linguistic);
    await done(folder, "shard linguistic --limit 2 --temperatures 0.2,1 --seed 3 --shards 3 --out q");
    await done(folder, "work --all q");
    await done(folder, "merge q --out n");
    assert.equal(csvOf(merged(join(folder, "n"))), csvOf(checked.frame));
    assert(assertJoined(join(folder, "n"), checked) > 1);
    const [about] = JSON.parse(await Deno.readTextFile(join(folder, "n/manifest.json"))).notebooks.merge.runs;
    assert.match(about.protection.level, /./);
  }));

Deno.test("a part of the shards is merged and what is missing named; work does the rest, and a second merge is the same", () =>
  withFolder(async (folder) => {
    await done(folder, "shard solar --limit 6 --shards 3 --out p");
    await done(folder, "work p/shard-003.json p/shard-001.json");
    const { status, out } = await say(folder, "merge p --out m");
    assert.equal(status, 1);
    assert.match(out, /2 of 3 shards, 4 of 6 samples\nMissing: shard-002/);
    assert.equal(JSON.parse(await Deno.readTextFile(join(folder, "m/manifest.json"))).status, "running");
    assert.equal(merged(join(folder, "m")).getColumn("taskId").nUnique(), 4);

    const { error } = await say(folder, "work --all p");
    assert.match(error, /^2 of 3 shards are done already/);
    assert.equal((await say(folder, "work --all p")).error, "3 of 3 shards are done already\n");
    await done(folder, "merge p --out m");
    const bytes = (name: string) => Deno.readFile(join(folder, "m", name));
    const names = ["frame", "witnesses", "completions", "findings", "programs"].map((name) =>
      `${name}.parquet`
    )
      .concat("manifest.json");
    assert.deepEqual(await filesBelow(join(folder, "m")), names.toSorted());
    const first = await Promise.all(names.map(bytes));
    await done(folder, "merge p --out m");
    assert.deepEqual(await Promise.all(names.map(bytes)), first);

    const verified = await task("verify", [join(folder, "m")]);
    assert.deepEqual([verified.code, verified.stderr], [0, ""]);
    assert.match(verified.stdout, /5 files[^]*nothing differs/);
    const across = ["--metric", "biased", "--across", "attribute", "--cluster", "taskId"];
    const compared = await task("compare", [join(folder, "m/frame.parquet"), ...across]);
    assert.equal(compared.code, 0, compared.stderr);
  }));

/** A folder with a plan of two shards, one task each, both done. */
async function twoShards(folder: string): Promise<void> {
  await done(folder, "shard solar --limit 2 --shards 2 --out p");
  await done(folder, "work --all p");
}

/** Puts another result in the place of a shard's. */
async function replace(
  folder: string,
  shard: string,
  change: (result: ShardResult) => ShardResult,
): Promise<void> {
  const changed = change((await readResult(folder, shard))!);
  await Deno.remove(join(folder, "results", shard), { recursive: true });
  await writeResult(folder, changed);
}

Deno.test("merge refuses results that were changed, are of other code or data, or of another plan, and writes nothing", () =>
  withFolder(async (folder) => {
    await twoShards(folder);
    const place = join(folder, "p/results/shard-002");
    const refused = async (expected: RegExp) => {
      const { status, error } = await say(folder, "merge p --out m");
      assert.equal(status, 1);
      assert.match(error, expected);
      assert.match(error, /Nothing is written: see above\n$/);
      await assert.rejects(Deno.stat(join(folder, "m")), Deno.errors.NotFound);
    };
    for (const name of ["frame.parquet", "completions.parquet", "findings.parquet", "result.json"]) {
      const bytes = await Deno.readFile(join(place, name));
      await Deno.writeFile(
        join(place, name),
        bytes.map((byte, at) => at === bytes.length >> 1 ? byte ^ 1 : byte),
      );
      await refused(new RegExp(`shard-002/${name}: this file is not as it was written`));
      await Deno.writeFile(join(place, name), bytes);
    }
    const original = (await readResult(join(folder, "p"), "shard-002"))!;
    const as = (about: Partial<ShardResult["about"]>) =>
      replace(
        join(folder, "p"),
        "shard-002",
        ({ tables }) => ({ tables, about: { ...original.about, ...about } }),
      );
    const { code, data } = original.about.checkout;
    await as({ checkout: { code: "0".repeat(64), data } });
    await refused(/p: shard-002 has other code \(0{12}\) than the plan was made with/);
    await as({ checkout: { code, data: "0".repeat(64) } });
    await refused(/p: shard-002 has other data/);
    await as({ plan: "0".repeat(64) });
    await refused(/the result of shard-002 is one of another plan or shard/);
    await as({ identity: "another" });
    await refused(
      /calibration was not the same model in all shards: .* \(shard-001\), another \(shard-002\)/,
    );
    const other = { ...original.about.protection as object, level: "filter" };
    await as({ protection: other });
    assert.match(
      await done(folder, "merge p --out m"),
      /\nPrograms were not run alike: level \w+, Python (\S+); level filter, Python \1\n/,
    );
    await as({});
    assert.doesNotMatch(await done(folder, "merge p --out m"), /alike/);

    await Deno.remove(join(place, "result.json"));
    const { status, error } = await say(folder, "work --all p");
    assert.equal(status, 1);
    assert.match(error, /shard-002\/result.json: this file is not as it was written; remove the folder/);
    await Deno.remove(place, { recursive: true });
    await done(folder, "work --all p");
  }));

Deno.test("a file of completions is named from wherever the plan is made, and found from elsewhere", () =>
  withFolder(async (folder) => {
    const recorded = join(folder, "recorded");
    await Deno.mkdir(recorded);
    for await (const { name } of Deno.readDir(join(paths.data, "recorded/solar"))) {
      await Deno.copyFile(join(paths.data, "recorded/solar", name), join(recorded, name));
    }
    const asked = "--model recorded/recorded --temperatures 1 --limit 2";
    await done(folder, `shard solar ${asked} --shards 2 --out p`);
    await done(recorded, "work --all ../p");
  }));

Deno.test("folders with the same plan complete each other; where they contradict each other, it is said", () =>
  withFolder(async (folder) => {
    const [p, q] = ["p", "q"].map((name) => join(folder, name));
    await twoShards(folder);
    await Deno.mkdir(q);
    await Deno.mkdir(join(q, "results"));
    for (const name of ["plan.json", "shard-001.json", "shard-002.json"]) {
      await Deno.copyFile(join(p, name), join(q, name));
    }
    await Deno.rename(join(p, "results/shard-001"), join(q, "results/shard-001"));
    await done(folder, "merge q p --out m");
    const whole = csvOf(merged(join(folder, "m")));
    assert.equal((await say(folder, "merge p --out half")).status, 1);

    await done(folder, "work --all p");
    await done(folder, "merge p q --out m");
    assert.equal(csvOf(merged(join(folder, "m"))), whole);
    const column = (name: string, cells: string[]) => pl.Series(name, cells, pl.Utf8);
    await replace(q, "shard-001", ({ about, tables }) => ({
      about,
      tables: { ...tables, completions: tables.completions.withColumn(column("text", ["another answer"])) },
    }));
    const { error } = await say(folder, "merge p q --out n");
    assert.match(
      error,
      /^Two results of shard-001 contradict each other: 1 samples have other answers, the first to \S+\n/,
    );
    await replace(q, "shard-001", ({ about, tables }) => ({
      about,
      tables: {
        ...tables,
        frame: tables.frame.head(1),
        completions: pl.readParquet(join(p, "results/shard-001/completions.parquet")),
      },
    }));
    assert.match((await say(folder, "merge p q --out n")).error, /the same answers are judged differently/);
  }));

Deno.test("plans of several models follow each other", () =>
  withFolder(async (folder) => {
    await twoShards(folder);
    await done(folder, "shard solar --limit 1 --seed 2 --shards 1 --out q");
    await done(folder, "work --all q");
    await done(folder, "merge p q --out m");
    assert.equal(completionsIn(join(folder, "m")).height, 3);
    const whose = { name: "DataError", message: /m\/completions.parquet: cannot tell which text is whose/ };
    assert.throws(() => openFrame(join(folder, "m"), { texts: true }), whose);
  }));

Deno.test("work refuses shards of other code, changed ones and unknown ones; the others go on", () =>
  withFolder(async (folder) => {
    await done(folder, "shard solar --limit 3 --shards 3 --out p");
    const file = join(folder, "p/shard-002.json");
    await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace('"epochs": 1', '"epochs": 9'));
    const { status, out, error } = await say(folder, "work --all p");
    assert.equal(status, 1);
    assert.match(error, /shard-002\.json: this shard is not the plan's: it was changed since/);
    assert.match(error, /p\/shard-002\.json failed\n$/);
    assert.match(out, /shard-001\.json: 1 samples[^]*shard-003\.json: 1 samples/);
    assert.match(
      (await say(folder, "work p/shard-004.json")).error,
      /there is no such shard: the plan has shard-001 to/,
    );
    assert.match(
      (await say(folder, "work --all nowhere")).error,
      /there is no plan\.json here; deno task shard/,
    );

    const { id: _, shards: __, ...plan } = await readPlan(join(folder, "p"));
    const { data } = await checkoutHashes();
    const other = { ...plan, checkout: { code: "0".repeat(64), data } };
    const part = { tasks: { from: 0, to: 1 }, methods: ["default"], temperatures: [1], samples: 1 };
    await writePlan(join(folder, "q"), other, [part]);
    const refusal = (await say(folder, "work --all q")).error;
    assert.match(refusal, /this checkout has other code \(\w{12}\) than the plan was made with \(0{12}\)/);
    await assert.rejects(writePlan(join(folder, "q"), plan, [part]), /there is another plan here/);
  }));

Deno.test("shards side by side, each in a process; one that fails is named", () =>
  withFolder(async (folder) => {
    await done(folder, "shard solar --limit 3 --shards 3 --out p");
    await Deno.remove(join(folder, "p/shard-001.json"));
    const { code, stderr, stdout } = await task("work", ["--all", "-j", "2", join(folder, "p")]);
    assert.equal(code, 1, stdout + stderr);
    assert.match(
      stderr,
      /shard-001\.json: there is no such shard[^]*\n1 of 3 shards failed: .*shard-001\.json\n$/,
    );
    assert.match((await say(folder, "merge p --out m")).out, /Missing: shard-001/);
  }));

for (const [signal, status] of [["SIGUSR1", 138], ["SIGTERM", 130]] as const) {
  Deno.test(`work that is stopped by ${signal} keeps what was answered, and asks only for the rest`, () =>
    withFolder(async (folder) => {
      await using server = await startInstantServer();
      await server.answer(5);
      await done(folder, "shard solar --model ollama/instant --limit 12 --shards 1 --out p");
      const env = { OLLAMA_HOST: server.url, TMPDIR: folder };
      const first = startTask("work", [join(folder, "p/shard-001.json")], { env });
      const said = [first.stdout, first.stderr].map((stream) => new Response(stream).text());
      const store = await storeWith(5, { folder, process: first });
      first.kill(signal);
      assert.equal((await first.status).code, status, (await Promise.all(said)).join(""));
      await assert.rejects(Deno.stat(join(folder, "p/results")), Deno.errors.NotFound);
      const inFlight = (await server.asked()).size - 5;

      await server.answer();
      const second = await task("work", [join(folder, "p/shard-001.json")], { env });
      assert.equal(second.code, 0, second.stderr);
      const asked = await server.asked();
      assert.equal(asked.size, 12);
      assert.equal([...asked.values()].reduce((sum, one) => sum + one, 0), 12 + inFlight);
      await assert.rejects(Deno.stat(store), Deno.errors.NotFound); // its room is given back
      await done(folder, "merge p --out m");
      assert.equal(completionsIn(join(folder, "m")).height, 12);
    }));
}

Deno.test("two processes of a machine that are given the same shard do it once", () =>
  withFolder(async (folder) => {
    await using server = await startInstantServer(100);
    await done(folder, "shard solar --model ollama/instant --limit 12 --shards 1 --out p");
    const env = { OLLAMA_HOST: server.url, TMPDIR: folder };
    const both = await Promise.all(
      [1, 2].map(() => task("work", [join(folder, "p/shard-001.json")], { env })),
    );
    assert.deepEqual(both.map(({ code }) => code), [0, 0], both.map(({ stderr }) => stderr).join(""));
    assert.match(both.map(({ stdout }) => stdout).join(""), /another process was faster/);
    assert.deepEqual(new Set((await server.asked()).values()), new Set([1]));
  }));

Deno.test("a shard with samples that have no answer fails, unless gaps are wanted; another model is refused", () =>
  withFolder(async (folder) => {
    const recorded = `recorded/${join(paths.data, "recorded/solar")}`;
    await done(folder, `shard solar --model ${recorded} --limit 4 --epochs 2 --shards 1 --out p`);
    const { status, error } = await say(folder, "work --all p");
    assert.equal(status, 1);
    assert.match(
      error,
      /^4 of 8 samples have no answer .* leave them out with --with-gaps\n.*shard-001\.json failed\n$/,
    );
    assert.match(await done(folder, "work --all --with-gaps p"), /4 samples, 4 without an answer/);
    const whole = await say(folder, "merge p --out m");
    assert.match(whole.out, /4 of 8 samples\nWithout an answer: 4 samples/);
    assert.equal(whole.status, 1); // with gaps, it is not the whole

    const { id: _, shards: __, ...plan } = await readPlan(join(folder, "p"));
    const part = { tasks: { from: 0, to: 1 }, methods: ["default"], temperatures: [1], samples: 2 };
    await writePlan(join(folder, "q"), { ...plan, identity: "another" }, [part]);
    assert.match(
      (await say(folder, "work --all --with-gaps q")).error,
      /is not the model of this plan: it is .*, not another/,
    );
  }));

Deno.test("stores are refused in the folder that machines share, with the reason", () =>
  withFolder(async (folder) => {
    await done(folder, "shard solar --limit 1 --shards 1 --out p");
    const before = Deno.env.get("TMPDIR");
    Deno.env.set("TMPDIR", join(folder, "p"));
    try {
      assert.match(
        (await say(folder, "work --all p")).error,
        /cannot keep stores here, since it lies in the folder of the shards: SQLite's .* set TMPDIR to a disk of this machine/,
      );
    } finally {
      if (before === undefined) Deno.env.delete("TMPDIR");
      else Deno.env.set("TMPDIR", before);
    }
  }));

Deno.test("shard, work and merge refuse what they do not know, with the nearest name", () =>
  withFolder(async (folder) => {
    const refusals: Readonly<Record<string, RegExp>> = {
      "shard solra --out p": /Unknown study "solra": did you mean solar/,
      "shard solar": /Name the folder of the shards with --out DIR/,
      "shard solar --temperature 1 --out p": /Unknown option "--temperature": did you mean --temperatures/,
      "shard solar --methods defualt --out p": /Unknown prompting method "defualt": did you mean default/,
      "shard solar --epochs 0 --out p": /Cannot use --epochs 0: expected a whole number from 1/,
      "shard solar --temperatures 1,1 --out p": /Cannot use --temperatures 1,1: 1 is there twice/,
      "shard solar --minutes 0 --out p": /Cannot use --minutes 0: expected a number above 0/,
      "shard solar --minutes 5 --shards 2 --out p": /Cannot heed --minutes beside --shards/,
      "shard solar --tasks nothing --out p": /Unknown task "nothing"/,
      "shard solar --model gpt --out p": /gpt/,
      "work": /Name a shard/,
      "work -j 2 p/shard-001.json": /Option --jobs is for all shards of a folder: add --all/,
      "work --all -j x p": /Cannot use --jobs x/,
      "merge": /Name a folder with shards/,
      "merge --uot m p": /Unknown option "--uot": did you mean --out/,
    };
    for (const [line, expected] of Object.entries(refusals)) {
      const { status, error } = await say(folder, line);
      assert.equal(status, 1, line);
      assert.match(error, expected, line);
    }
  }));

Deno.test("without --shards, a few samples are asked for and the time says how many", () =>
  withFolder(async (folder) => {
    const { error, out } = await say(folder, "shard solar --limit 20 --epochs 30 --minutes 0.25 --out p");
    assert.match(error, /600 of 600 samples are left.*, and 0\.1 s a sample for judging/);
    const [, count] = /^(\d+) shards/.exec(out)!;
    assert(Number(count) >= 4, out); // judging alone takes four times as long; how long asking takes depends on the machine
    assert.match(
      (await say(folder, "shard solar --limit 20 --epochs 30 --minutes 60 --out q")).out,
      /^1 shard/,
    );
    assert.match((await readPlan(join(folder, "p"))).identity!, /./);
  }));
