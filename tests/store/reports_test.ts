import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { DataError, openReports } from "codebias";
import { compactReports, REPORTING, ReportStore } from "codebias/store/reports.ts";
import { paths } from "codebias/store/paths.ts";
import { DatabaseSync } from "node:sqlite";
import { withFiles } from "./repository.ts";

const SURROUNDINGS = { level: "full", python: "3.11.2", machine: "x86_64", packages: ["numpy 2.2.6"] };
const KEY = { tool: "probe", subject: "def f(): pass", surroundings: SURROUNDINGS };

/** A report with all that reports are made of. */
const REPORT = {
  attributes: { gender: { people: [new Uint8Array([1, 0, 255]), new Uint8Array()], gap: Infinity, low: -0 } },
  scores: { man: null, woman: 0.1 },
  text: "é\u0000\ud800 ".repeat(300),
};

const withStore = (test: (store: ReportStore, path: string) => Promise<void>) =>
  withFiles({}, async (folder) => {
    const path = join(folder, "reports.sqlite");
    using store = new ReportStore(path, "code 1");
    await test(store, path);
  });

const never = () => Promise.reject(new Error("it was found out again"));

Deno.test("get() finds out once, and gives exactly what was found out, also in another process's store", () =>
  withStore(async (store, path) => {
    assert.equal(await store.get(KEY, () => Promise.resolve(REPORT), () => true), REPORT);
    using other = new ReportStore(path, "code 1");
    for (const one of [store, other]) assert.deepEqual(await one.get(KEY, never, () => true), REPORT);
  }));

Deno.test("get() finds out anew for whatever a report may depend on", () =>
  withStore(async (store, path) => {
    await store.get(KEY, () => Promise.resolve(0), () => true);
    const others = [
      { ...KEY, tool: "score" },
      { ...KEY, subject: "def f(): return" },
      { ...KEY, surroundings: { ...SURROUNDINGS, level: "without-pid-namespace" } },
      { ...KEY, surroundings: { ...SURROUNDINGS, python: "3.11.3" } },
      { ...KEY, surroundings: { ...SURROUNDINGS, machine: "aarch64" } },
      { ...KEY, surroundings: { ...SURROUNDINGS, packages: [] } },
      { ...KEY, surroundings: { ...SURROUNDINGS, hashSeed: 1 } },
    ];
    for (const [at, key] of others.entries()) {
      assert.equal(await store.get(key, () => Promise.resolve(at + 1), () => true), at + 1);
    }
    using newer = new ReportStore(path, "code 2");
    assert.equal(await newer.get(KEY, () => Promise.resolve("newer"), () => true), "newer");
    assert.equal(await store.get(KEY, never, () => true), 0);
  }));

Deno.test("get() keeps neither what does not last nor a failure", () =>
  withStore(async (store) => {
    for (const answer of [1, 2]) {
      assert.equal(await store.get(KEY, () => Promise.resolve(answer), () => false), answer);
      await assert.rejects(store.get(KEY, never, () => true), /found out again/);
    }
  }));

Deno.test("get() refuses a report that is not as it was stored", () =>
  withStore(async (store, path) => {
    await store.get(KEY, () => Promise.resolve(REPORT), () => true);
    await store.get({ ...KEY, tool: "score" }, () => Promise.resolve("other"), () => true);
    using database = new DatabaseSync(path);
    database.exec("UPDATE report SET deflated = 1 - deflated");
    await assert.rejects(store.get(KEY, never, () => true), (error) => {
      assert(error instanceof DataError);
      assert.match(error.message, /: the store of reports is damaged \(a report is not as it was stored\)/);
      return true;
    });
  }));

Deno.test("openReports() makes a store that another checkout's code does not see", () =>
  withFiles({}, async (folder) => {
    const path = join(folder, "outputs", "reports.sqlite");
    {
      using store = await openReports(path);
      await store.get(KEY, () => Promise.resolve(1), () => true);
    }
    using again = await openReports(path);
    assert.equal(await again.get(KEY, never, () => true), 1);
    using other = new ReportStore(path, "another hash");
    assert.equal(await other.get(KEY, () => Promise.resolve(2), () => true), 2);
  }));

Deno.test("reports rest on all code that tools import, but for what is stored", async () => {
  const tools = ["probing/probe", "probing/once", "scoring", "linting", "functional_tests", "published_cbs"];
  const entries = [...tools, "profile", "task_completion"].map((name) =>
    join(paths.root, `lib/run/${name}.ts`)
  );
  const imported = new Set<string>();
  for (const entry of entries) {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", entry] }).output();
    const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: { local?: string }[] };
    for (const { local } of modules) {
      const file = local && relative(paths.root, local);
      if (file?.startsWith("lib/")) imported.add(file);
    }
  }
  assert(imported.size > 50);
  const astray = [...imported].filter((file) =>
    !REPORTING.some((part) => file === part || file.startsWith(`${part}/`)) &&
    !/^lib\/(store\/|core\/types\.ts$|core\/types\/)/.test(file)
  );
  assert.deepEqual(astray, []);
});

Deno.test("compactReports() removes what other versions of the code found, and nothing else, where nobody has the store open", () =>
  withFiles({}, async (folder) => {
    const path = join(folder, "reports.sqlite");
    const stores = ["code 0", "code 1"].map((version) => new ReportStore(path, version));
    for (const [at, store] of stores.entries()) await store.get(KEY, () => Promise.resolve(at), () => true);
    stores[0][Symbol.dispose]();
    await assert.rejects(compactReports(path, "code 1"), /is open elsewhere/);
    stores[1][Symbol.dispose]();
    const versions = () => {
      using file = new DatabaseSync(path);
      return file.prepare("SELECT version FROM report ORDER BY id").all().map(({ version }) => version);
    };
    using file = new DatabaseSync(path);
    file.exec("INSERT INTO report (key, deflated, bytes, digest) VALUES ('before', 0, x'00', '')");
    file.close();
    assert.deepEqual(versions(), ["code 0", "code 1", null]);
    await compactReports(path, "code 1");
    // What was stored before versions were noted may be of this one.
    assert.deepEqual(versions(), ["code 1", null]);
    using store = new ReportStore(path, "code 1");
    assert.equal(await store.get(KEY, never, () => true), 1);
  }));
