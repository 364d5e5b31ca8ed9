import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataError, exportRun, openStore } from "codebias";
import { OutcomeStore } from "codebias/store/outcomes/outcome_store.ts";
import { ReportStore } from "codebias/store/reports.ts";
import type { Execution, ExecutionRequest } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";
import { SEED } from "fast-check";
import { sized } from "../long.ts";
import { withFiles } from "./repository.ts";
import { answered, begin, jobs, request } from "./run_store/run_fixture.ts";

const PAGE = 4096;

/** A chance that is the same for the same seed (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * below);
  };
}

/** Files of a store, by what is behind its name. */
type Files = Readonly<Record<"" | "-wal" | "-shm", Uint8Array | undefined>>;

type Damage = (files: Files, random: (below: number) => number) => Files;

const changed = (bytes: Uint8Array, change: (copy: Uint8Array) => void) => {
  const copy = bytes.slice();
  change(copy);
  return copy;
};

/** What may happen to a file that is closed; each leaves another file. */
const DAMAGES: Readonly<Record<string, Damage>> = {
  "cut anywhere": (files, random) => ({
    ...files,
    "": files[""]!.subarray(0, 1 + random(files[""]!.length - 1)),
  }),
  "cut at a page": (files, random) => ({
    ...files,
    "": files[""]!.subarray(0, PAGE * (1 + random(files[""]!.length / PAGE - 1))),
  }),
  "zeros for a page": (files, random) => ({
    ...files,
    "": changed(files[""]!, (copy) => {
      const page = PAGE * random(copy.length / PAGE);
      copy.fill(0, page, page + PAGE);
    }),
  }),
  "zeros anywhere": (files, random) => ({
    ...files,
    "": changed(files[""]!, (copy) => {
      const at = random(copy.length);
      copy.fill(0, at, at + 1 + random(600));
    }),
  }),
  "random bytes": (files, random) => ({
    ...files,
    "": changed(files[""]!, (copy) => {
      for (let left = 1 + random(20); left > 0; left--) copy[random(copy.length)] ^= 1 + random(255);
    }),
  }),
  "a stretch of random bytes": (files, random) => ({
    ...files,
    "": changed(files[""]!, (copy) => {
      const at = random(copy.length);
      for (let place = at; place < Math.min(copy.length, at + 300); place++) copy[place] = random(256);
    }),
  }),
  "another header": (files, random) => ({
    ...files,
    "": changed(files[""]!, (copy) => copy[random(100)] ^= 1 + random(255)),
  }),
  "another schema": (files, random) => ({
    ...files,
    "": changed(files[""]!, (copy) => copy[100 + random(PAGE - 100)] ^= 1 + random(255)),
  }),
  "pages exchanged": (files, random) => ({
    ...files,
    "": changed(files[""]!, (copy) => {
      const [a, b] = [random(copy.length / PAGE), random(copy.length / PAGE)].map((page) => PAGE * page);
      copy.set(files[""]!.subarray(a, a + PAGE), b);
      copy.set(files[""]!.subarray(b, b + PAGE), a);
    }),
  }),
  "another file": (files) => ({ ...files, "": new TextEncoder().encode("model,text\n".repeat(900)) }),
};

/** What may happen to the files of a process that was killed. */
const LOG_DAMAGES: Readonly<Record<string, Damage>> = {
  "no log": (files) => ({ ...files, "-wal": undefined }),
  "a cut log": (files, random) => ({
    ...files,
    "-wal": files["-wal"]!.subarray(0, random(files["-wal"]!.length)),
  }),
  "random bytes in the log": (files, random) => ({
    ...files,
    "-wal": changed(files["-wal"]!, (copy) => copy[random(copy.length)] ^= 1 + random(255)),
  }),
  "zeros in the log": (files, random) => ({
    ...files,
    "-wal": changed(files["-wal"]!, (copy) => {
      const at = random(copy.length);
      copy.fill(0, at, at + 500);
    }),
  }),
  "another index of the log": (files, random) => ({
    ...files,
    "-shm": changed(files["-shm"]!, (copy) => copy.fill(random(256), 0, 200)),
  }),
};

/** A kind of store: how it is filled, and all that can be read from it and written to it. */
interface Kind {
  fill(path: string, whileOpen: () => void): void | Promise<void>;
  use(path: string): Promise<{ readonly rows: number; readonly contents: string }>;
}

const WANTED = { tasks: ["a", "b", "c"], epochs: 8 };
const NAMED = { ...WANTED, name: "pilot" };
const MORE = { tasks: ["d"], epochs: 2 };

const RUNS: Kind = {
  fill(path, whileOpen) {
    using store = openStore(path);
    const begun = begin(store, NAMED);
    for (const [at, job] of jobs(WANTED).entries()) {
      begun.put(request(job), answered(`def f_${at}(age):\n    return age > ${at}\n`.repeat(1 + at * 3)));
    }
    begin(store, MORE).putFailure(request(jobs(MORE)[0]), {
      failure: "cut",
      message: "the connection broke",
    });
    whileOpen();
  },
  async use(path) {
    using store = openStore(path);
    const listed = store.listRuns();
    const runs = listed.map(({ id }) => store.openRun(id));
    const samples = runs.flatMap((run) => run.samples({ prompts: true }));
    const failures = runs.flatMap((run) => run.failures());
    const begun = begin(store, NAMED);
    const known = jobs(WANTED).map((job) => begun.known(request(job)));
    for (const run of runs) {
      run.frame();
      run.descriptions();
      if (run.samples().length > 0) await exportRun(run, `${path}.export-${run.id}`);
    }
    const other = begin(store, { tasks: ["e"], epochs: 3 });
    for (const job of jobs({ tasks: ["e"], epochs: 3 })) other.put(request(job), answered("new"));
    assert.equal(other.run.samples().length, 3);
    return {
      rows: listed.length + samples.length + failures.length + known.filter((one) => one).length,
      contents: JSON.stringify([listed, samples, failures, known]),
    };
  },
};

const SURROUNDINGS = { level: "full", python: "3.11.2", machine: "x86_64", packages: ["numpy 2.2.6"] };

const EXECUTED = Array.from({ length: 30 }, (_, at): [ExecutionRequest, Execution] => {
  const source = `def f(x):\n    return x + ${at}\n`;
  const calls = [1, 2, 3].map((x) => ({ kwargs: encode([x]), seed: x }));
  return [
    {
      program: { kind: "program", source, entryPoint: "f", namespace: "one" },
      calls,
      limits: { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 },
    },
    {
      program: { kind: "loaded", protection: "full" },
      outcomes: calls.map((_, x) => ({
        kind: "returned",
        value: encode(`${at} ${x} `.repeat(90 * at + 1)),
        cpuMs: 0.25,
      })),
    },
  ];
});

const OUTCOMES: Kind = {
  fill(path, whileOpen) {
    using store = new OutcomeStore(path, "code 1");
    for (const [asked, execution] of EXECUTED) store.put(asked, execution, SURROUNDINGS);
    whileOpen();
  },
  use(path) {
    using store = new OutcomeStore(path, "code 1");
    const found = EXECUTED.map(([asked]) => store.find(asked, SURROUNDINGS));
    const [asked, execution] = EXECUTED[3];
    const other = { ...asked, limits: { ...asked.limits, cpuMs: 1_000 } };
    store.put(other, execution, SURROUNDINGS);
    assert.deepEqual(store.find(other, SURROUNDINGS).outcomes, execution.outcomes);
    return Promise.resolve({
      rows: found.flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome).length,
      contents: JSON.stringify(found, (_, value) => value instanceof Uint8Array ? value.toHex() : value),
    });
  },
};

const REPORTED = Array.from({ length: 40 }, (_, at) => ({
  key: { tool: "probe", subject: `def f(x): return x + ${at}`, surroundings: SURROUNDINGS },
  report: { attributes: { x: `${at} `.repeat(60 * at) }, calls: at },
}));

const REPORTS: Kind = {
  async fill(path, whileOpen) {
    using store = new ReportStore(path, "code 1");
    for (const { key, report } of REPORTED) await store.get(key, () => Promise.resolve(report), () => true);
    whileOpen();
  },
  async use(path) {
    using store = new ReportStore(path, "code 1");
    const found = [];
    for (const { key } of REPORTED) {
      found.push(await store.get<unknown>(key, () => Promise.resolve(null), () => false));
    }
    const [{ report }] = REPORTED;
    const key = { tool: "score", subject: "", surroundings: SURROUNDINGS };
    await store.get(key, () => Promise.resolve(report), () => true);
    assert.deepEqual(await store.get(key, () => Promise.resolve(null), () => true), report);
    return { rows: found.filter((one) => one !== null).length, contents: JSON.stringify(found) };
  },
};

const SENTENCES =
  /: (the run store|the store of outcomes|the store of reports) is damaged \(.+\); move the file away|: this is not a database, so it cannot be .+; move the file away|: this is another program's database, not .+; move it away|: cannot open .+: (a newer version of codebias made it|it has the old format) /;

function readAll(path: string): Files {
  const read = (ending: string) => {
    try {
      return Deno.readFileSync(path + ending);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  };
  return { "": read(""), "-wal": read("-wal"), "-shm": read("-shm") };
}

function writeAll(path: string, files: Files): void {
  for (const [ending, bytes] of Object.entries(files)) if (bytes) Deno.writeFileSync(path + ending, bytes);
}

/** How using a damaged store ended: as a whole one, refused in a sentence, or otherwise. */
async function ending(kind: Kind, path: string, whole: { rows: number; contents: string }): Promise<string> {
  try {
    const { rows, contents } = await kind.use(path);
    if (contents === whole.contents) return "same";
    return rows < whole.rows ? "fewer rows, silently" : "other contents, silently";
  } catch (error) {
    if (!(error instanceof DataError)) return `not our sentence: ${(error as Error).stack}`;
    assert(error.message.startsWith(path), error.message);
    return SENTENCES.test(error.message) ? "refused" : `not our sentence: ${error.message}`;
  }
}

const TIMES = sized({ small: 3, long: 30 });

/**
 * What a log has behind its first damaged page is gone: SQLite takes it for what a killed process did not finish. What was
 * written before is as it was.
 */
const LOSES_THE_END = ["a cut log", "random bytes in the log", "zeros in the log"];

const KINDS = { "the run store": RUNS, "the store of outcomes": OUTCOMES, "the store of reports": REPORTS };

for (const [name, kind] of Object.entries(KINDS)) {
  for (const [killed, damages] of [[false, DAMAGES], [true, LOG_DAMAGES]] as const) {
    Deno.test(`${name}, damaged ${killed ? "beside its log" : "anywhere"}, is refused in a sentence or gives what was stored`, () =>
      withFiles({}, async (folder) => {
        const first = join(folder, "first.sqlite");
        let files: Files | undefined;
        await kind.fill(first, () => files = readAll(first));
        if (!killed) files = readAll(first);
        const intact = join(folder, "intact.sqlite");
        writeAll(intact, files!);
        const whole = await kind.use(intact);
        const seen: string[] = [];
        for (const [what, damage] of Object.entries(damages)) {
          const random = chance(SEED + what.length);
          for (let time = 0; time < TIMES; time++) {
            const path = join(folder, `${what.replaceAll(" ", "-")}-${time}.sqlite`);
            writeAll(path, damage(files!, random));
            const end = await ending(kind, path, whole);
            const known = [
              "same",
              "refused",
              ...(LOSES_THE_END.includes(what) ? ["fewer rows, silently"] : []),
            ];
            assert(known.includes(end), `${what}, time ${time} of seed ${SEED}: ${end}`);
            seen.push(end);
          }
        }
        assert(seen.includes("same") && seen.includes("refused"));
      }));
  }
}

Deno.test("a store of before there were digests is read as before, and checks what is stored from now on", () =>
  withFiles({}, (folder) => {
    const path = join(folder, "runs.sqlite");
    RUNS.fill(path, () => {});
    const texts = () => {
      using store = openStore(path);
      return store.openRun("pilot").samples().map(({ text }) => text);
    };
    const before = texts();
    const change = (sql: string) => {
      using database = new DatabaseSync(path);
      database.exec(sql);
    };
    change("ALTER TABLE completion DROP COLUMN digest");
    assert.deepEqual(texts(), before);
    {
      using store = openStore(path);
      begin(store, MORE).put(request(jobs(MORE)[0]), answered("def f(age):\n    return age > 8\n"));
    }
    change("UPDATE completion SET text = replace(text, 'age > 8', 'age > 9')");
    const changed = texts();
    assert.equal(changed.filter((text, at) => text !== before[at]).length, 1); // stored without a digest
    using store = openStore(path);
    const run = store.openRun(store.listRuns()[0].id);
    assert.throws(() => run.samples(), {
      name: "DataError",
      message:
        `${path}: the run store is damaged (a completion is not as it was stored); move the file away, and ` +
        "import its last export",
    });
    return Promise.resolve();
  }));

Deno.test("a store begins anew in an empty file, and says so", () =>
  withFiles({ "runs.sqlite": "" }, (folder) => {
    const path = join(folder, "runs.sqlite");
    const told: string[] = [];
    const warn = console.warn;
    console.warn = (sentence: string) => void told.push(sentence);
    try {
      for (let time = 0; time < 2; time++) {
        using store = openStore(path);
        assert.deepEqual(store.listRuns(), []);
      }
    } finally {
      console.warn = warn;
    }
    assert.deepEqual(told, [`${path}: this file was empty; the run store starts afresh in it`]);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["runs.sqlite"]);
    return Promise.resolve();
  }));
