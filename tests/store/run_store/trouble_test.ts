import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataError, openStore } from "codebias";
import { Database } from "codebias/store/database/database.ts";
import { RunStore } from "codebias/store/run_store/run_store.ts";
import { RUN_STORE } from "codebias/store/run_store/run_store.ts";
import { withFiles } from "../repository.ts";
import { damage, WHOLE } from "./damage.ts";
import { answered, begin, complete, jobs, request, withStore } from "./run_fixture.ts";

/** Fills a store until it cannot be written, and looks at what is left of it. */
function fill(store: RunStore, path: string, makeRoom: () => void): void {
  const wanted = { tasks: ["a"], epochs: 5_000 };
  const begun = begin(store, wanted);
  const planned = jobs(wanted);
  let stored = 0;
  assert.throws(() => {
    for (const job of planned) {
      begun.put(request(job), answered(`${stored} ${"x".repeat(3000)}`));
      stored++;
    }
  }, (error) => {
    assert(error instanceof DataError);
    assert.equal(
      error.message,
      `${path}: cannot write to the run store: the disk is full; what was stored before is safe; free some space ` +
        "and run the same again",
    );
    return true;
  });
  assert(stored > 20, String(stored));
  assert.equal(begun.run.samples().length, stored);
  assert.equal(begun.known(request(planned[stored])), undefined);
  makeRoom();
  begun.put(request(planned[stored]), answered("after"));
  const texts = begun.run.samples().map(({ text }) => text);
  assert.equal(texts.length, stored + 1);
  assert.equal(texts[stored], "after");
  assert(texts.slice(0, stored).every((text, index) => text.startsWith(`${index} x`)));
}

Deno.test("RunStore says that the disk is full, keeps what it has, and goes on when there is room", () =>
  withFiles({}, async (folder) => {
    const path = join(folder, "runs.sqlite");
    using database = new Database(path, RUN_STORE);
    database.get("PRAGMA max_page_count = 100");
    fill(new RunStore(database), path, () => database.get("PRAGMA max_page_count = 100000"));
    assert.deepEqual(damage(path), WHOLE);
    await Promise.resolve();
  }));

/** Whether this process may mount a small file system of its own. */
async function mount(folder: string, ...options: string[]): Promise<boolean> {
  const { success } = await new Deno.Command("mount", {
    args: ["-t", "tmpfs", "-o", options.join(","), "tmpfs", folder],
    stderr: "null",
  }).output().catch(() => ({ success: false }));
  return success;
}

async function mountable(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  const mounted = await mount(folder, "size=64k");
  if (mounted) await new Deno.Command("umount", { args: [folder] }).output();
  await Deno.remove(folder);
  return mounted;
}

const MOUNTABLE = await mountable();

Deno.test({
  name: "RunStore survives a file system without space (needs root to mount one)",
  ignore: !MOUNTABLE,
  fn: () =>
    withFiles({}, async (folder) => {
      const disk = join(folder, "disk");
      await Deno.mkdir(disk);
      assert(await mount(disk, "size=2m"));
      try {
        const path = join(disk, "runs.sqlite");
        await Deno.writeFile(join(disk, "ballast"), new Uint8Array(700_000));
        using store = openStore(path);
        fill(store, path, () => Deno.removeSync(join(disk, "ballast")));
        assert.deepEqual(damage(path), WHOLE);
      } finally {
        await new Deno.Command("umount", { args: ["-l", disk] }).output();
      }
    }),
});

Deno.test({
  name: "RunStore says that it may not write here (needs root to mount a read-only folder)",
  ignore: !MOUNTABLE,
  fn: () =>
    withFiles({}, async (folder) => {
      assert(await mount(folder, "size=1m"));
      try {
        {
          using store = openStore(join(folder, "old.sqlite"));
          complete(store);
        }
        await new Deno.Command("mount", { args: ["-o", "remount,ro", folder] }).output();
        for (const name of ["new.sqlite", "old.sqlite", "folder/new.sqlite"]) {
          const path = join(folder, name);
          assert.throws(() => openStore(path), (error) => {
            assert(error instanceof DataError);
            assert.match(
              error.message,
              /: cannot write to the run store here: no permission; use another folder/,
            );
            assert(error.message.startsWith(path), error.message);
            return true;
          });
        }
      } finally {
        await new Deno.Command("umount", { args: ["-l", folder] }).output();
      }
    }),
});

Deno.test("RunStore says that its file was deleted, and does not write to nowhere", () =>
  withStore(async (store, path) => {
    const begun = begin(store);
    const [first, second] = jobs().map((job) => request(job));
    begun.put(first, answered("one"));
    for (const ending of ["", "-wal", "-shm"]) await Deno.remove(path + ending);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const deleted = `${path}: the run store was deleted or replaced while it was open; open it again`;
    for (let time = 0; time < 2; time++) {
      assert.throws(() => begun.put(second, answered("two")), { name: "DataError", message: deleted });
    }
    using other = openStore(path);
    assert.deepEqual(other.listRuns(), []);
    assert.throws(() => begun.put(second, answered("two")), { name: "DataError", message: deleted });
    assert.deepEqual(other.listRuns(), []);
  }));

Deno.test("RunStore leaves a file alone that is not a store", async () => {
  const files = {
    "text.sqlite": "This was never a database. ".repeat(300),
    "folder.sqlite/a": "",
    "file": "",
  };
  await withFiles(files, (folder) => {
    const fails = (name: string, message: RegExp) =>
      assert.throws(() => openStore(join(folder, name)), (error) => {
        assert(error instanceof DataError);
        assert(error.message.startsWith(`${join(folder, name)}: `), error.message);
        assert.match(error.message, message);
        return true;
      });
    fails("text.sqlite", /: this is not a database, so it cannot be the run store; move the file away$/);
    fails(
      "folder.sqlite",
      /: this is a folder, so it cannot be the run store; move it away, or name another file$/,
    );
    fails(
      "file/runs.sqlite",
      /: cannot make the run store here: a file is where a folder is needed; name another file$/,
    );
    assert.equal(Deno.readTextFileSync(join(folder, "text.sqlite")), files["text.sqlite"]);
    {
      using foreign = new DatabaseSync(join(folder, "foreign.sqlite"));
      foreign.exec("CREATE TABLE judgement (key TEXT)");
    }
    fails("foreign.sqlite", /: this is another program's database, not the run store; move it away/);
    return Promise.resolve();
  });
});

Deno.test("RunStore refuses the file of another version, and says what to do", () =>
  withStore((store, path) => {
    complete(store);
    const version = (number: number) => {
      using database = new DatabaseSync(path);
      database.exec(`PRAGMA user_version = ${number}`);
    };
    version(2);
    assert.throws(() => openStore(path), {
      name: "DataError",
      message:
        `${path}: cannot open the run store: a newer version of codebias made it (format 2; this one knows 1); ` +
        "update codebias, or name another file",
    });
    version(0);
    assert.throws(
      () => openStore(path),
      /^DataError: .* it has the old format 0; this version knows only 1/,
    );
    version(1);
    using again = openStore(path);
    assert.equal(again.listRuns()[0].samples, 4);
  }));

Deno.test("RunStore says that its file is damaged when that shows later", () =>
  withFiles({}, (folder) => {
    const path = join(folder, "runs.sqlite");
    const wanted = { tasks: ["a"], epochs: 200 };
    {
      using store = openStore(path);
      complete(store, wanted);
    }
    const bytes = Deno.readFileSync(path);
    bytes.fill(0xaa, 3 * 4096);
    Deno.writeFileSync(path, bytes);
    assert.throws(() => {
      using store = openStore(path);
      const begun = begin(store, wanted);
      for (const job of jobs(wanted)) begun.known(request(job));
    }, (error) => {
      assert(error instanceof DataError);
      assert.match(
        error.message,
        /: the run store is damaged \(.*\); move the file away, and import its last/,
      );
      assert(error.cause instanceof Error);
      return true;
    });
    return Promise.resolve();
  }));
