import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import fc from "fast-check";
import { DataError } from "codebias/errors.ts";
import { JudgementStore } from "codebias/store/judgements.ts";
import { withFiles } from "./repository.ts";

const WRITER = fileURLToPath(new URL("./judgement_writer.ts", import.meta.url));

/** Runs a test with the path of a store that does not exist yet, in a folder that does not either. */
function withPath(test: (path: string) => Promise<void> | void): Promise<void> {
  return withFiles({}, async (folder) => await test(join(folder, "outputs", "judgements.sqlite")));
}

/** A process that stores judgements, ready to begin. */
async function startWriter(path: string, name: string, count: number) {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", WRITER, path, name, String(count)],
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

Deno.test("JudgementStore gives back what was stored, and nothing else", () =>
  withPath((path) => {
    using store = new JudgementStore(path);
    assert.equal(store.get("a"), undefined);
    store.put("a", { kind: "judged" });
    store.put(["a", 1, { b: null }], [1, "求", null]);
    assert.deepEqual(store.get("a"), { kind: "judged" });
    assert.deepEqual(store.get(["a", 1, { b: null }]), [1, "求", null]);
    for (const other of ["A", ["a"], ["a", "1", { b: null }], ["a", 1, {}], null, 0]) {
      assert.equal(store.get(other), undefined, JSON.stringify(other));
    }
  }));

Deno.test("JudgementStore replaces what was stored before", () =>
  withPath((path) => {
    using store = new JudgementStore(path);
    store.put("a", 1);
    store.put("a", { b: 2 });
    assert.deepEqual(store.get("a"), { b: 2 });
  }));

Deno.test("JudgementStore tells values that are false or null from none", () =>
  withPath((path) => {
    using store = new JudgementStore(path);
    for (const value of [false, null, 0, "", [], {}]) {
      store.put("a", value);
      assert.deepEqual(store.get("a"), value);
    }
  }));

Deno.test("JudgementStore keeps judgements for the next time", () =>
  withPath((path) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (determinants, value) => {
        {
          using store = new JudgementStore(path);
          store.put(determinants, value);
        }
        using store = new JudgementStore(path);
        assert.equal(JSON.stringify(store.get(determinants)), JSON.stringify(value));
      }),
      { numRuns: 25 },
    );
  }));

Deno.test("JudgementStore can be open several times at once", () =>
  withPath((path) => {
    using one = new JudgementStore(path);
    using other = new JudgementStore(path);
    one.put("a", 1);
    other.put("b", 2);
    assert.deepEqual([one.get("a"), one.get("b"), other.get("a"), other.get("b")], [1, 2, 1, 2]);
  }));

Deno.test("JudgementStore keeps the judgements of differently salted stores apart", () =>
  withPath((path) => {
    using one = new JudgementStore(path, "code 1");
    using other = new JudgementStore(path, "code 2");
    using plain = new JudgementStore(path);
    one.put("a", 1);
    assert.deepEqual([one.get("a"), other.get("a"), plain.get("a")], [1, undefined, undefined]);
  }));

Deno.test("JudgementStore loses nothing that was stored when its process is killed", () =>
  withPath(async (path) => {
    const writer = await startWriter(path, "killed", 1_000_000);
    await writer.begin();
    await writer.linesUntil((lines) => lines.length > 100);
    writer.process.kill("SIGKILL");
    const lines = await writer.linesUntil(() => false);
    assert.equal((await writer.process.status).signal, "SIGKILL");
    await writer.close().catch((error) => assert(error instanceof Error));
    using store = new JudgementStore(path);
    assert(lines.length > 100 && lines.length < 1_000_000);
    for (const line of lines.slice(1)) {
      const entry = Number(line);
      assert.deepEqual(store.get(["killed", entry]), { name: "killed", entry, text: "求".repeat(200) });
    }
    store.put("after", true);
    assert.equal(store.get("after"), true);
  }));

Deno.test("JudgementStore lets several processes write at once", () =>
  withPath(async (path) => {
    const writers = [];
    for (const name of ["a", "b", "c"]) writers.push(await startWriter(path, name, 200));
    await Promise.all(writers.map((writer) => writer.begin()));
    await Promise.all(writers.map((writer) => writer.linesUntil(() => false)));
    for (const { process, close } of writers) {
      assert.equal((await process.status).code, 0);
      await close();
    }
    using store = new JudgementStore(path);
    for (let entry = 0; entry < 200; entry++) {
      assert.deepEqual(store.get(["shared", entry]), { entry });
      for (const name of ["a", "b", "c"]) {
        assert.equal((store.get([name, entry]) as { name: string }).name, name);
      }
    }
  }));

Deno.test("JudgementStore waits while another process creates the same file", () =>
  withFiles({}, async (folder) => {
    const path = join(folder, "judgements.sqlite");
    const process = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--quiet", HOLD_NEW_DATABASE, path],
      stdout: "piped",
    }).spawn();
    const output = process.stdout.getReader();
    await output.read();
    try {
      using store = new JudgementStore(path);
      store.put("a", 1);
      assert.equal(store.get("a"), 1);
    } finally {
      while (!(await output.read()).done);
      assert.equal((await process.status).code, 0);
    }
  }));

/** What SQLite does for a moment when a database is created. */
const HOLD_NEW_DATABASE = `
import { DatabaseSync } from "node:sqlite";
const database = new DatabaseSync(Deno.args[0]);
database.exec("BEGIN IMMEDIATE");
console.log("held");
await new Promise((resolve) => setTimeout(resolve, 300));
database.exec("COMMIT");
`;

Deno.test("JudgementStore says which file is damaged", async () => {
  await withFiles({ "judgements.sqlite": "This was never a database. ".repeat(100) }, async (folder) => {
    const path = join(folder, "judgements.sqlite");
    assert.throws(() => new JudgementStore(path), {
      name: "DataError",
      message: `${path}: cannot use this file to remember judgements: file is not a database`,
    });
    assert.match(await Deno.readTextFile(path), /^This was never a database\. This/);
  });
});

Deno.test("JudgementStore says which file is damaged when that shows later", () =>
  withPath((path) => {
    {
      using store = new JudgementStore(path);
      for (let entry = 0; entry < 500; entry++) store.put(entry, "x".repeat(200));
    }
    const bytes = Deno.readFileSync(path);
    bytes.fill(0xaa, 4096);
    Deno.writeFileSync(path, bytes);
    assert.throws(() => {
      using store = new JudgementStore(path);
      for (let entry = 0; entry < 500; entry++) store.get(entry);
    }, (error) => {
      assert(error instanceof DataError);
      assert(
        error.message.startsWith(`${path}: cannot use this file to remember judgements: `),
        error.message,
      );
      assert(error.cause instanceof Error);
      return true;
    });
  }));

Deno.test("JudgementStore says that it cannot use a folder, or a file below a file", async () => {
  await withFiles({ "folder.sqlite/a": "", "file": "" }, (folder) => {
    for (const path of [join(folder, "folder.sqlite"), join(folder, "file", "judgements.sqlite")]) {
      assert.throws(() => new JudgementStore(path), (error) => {
        assert(error instanceof DataError);
        assert(
          error.message.startsWith(`${path}: cannot use this file to remember judgements: `),
          error.message,
        );
        return true;
      });
    }
    return Promise.resolve();
  });
});
