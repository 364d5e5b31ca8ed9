import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "codebias";
import { lacksLocks } from "codebias/store/database/locks.ts";
import { withFiles } from "../repository.ts";
import { complete } from "./run_fixture.ts";

const SOURCE = fileURLToPath(new URL("./no_locks.c", import.meta.url));

/** Opens the store that is named, and prints why it cannot, and after how many milliseconds. */
const OPEN = `
const { openStore } = await import(${JSON.stringify(import.meta.resolve("codebias"))});
const started = performance.now();
try {
  openStore(Deno.args[0])[Symbol.dispose]();
  console.log(JSON.stringify({ ms: performance.now() - started }));
} catch ({ message }) {
  console.log(JSON.stringify({ message, ms: performance.now() - started }));
}`;

async function compiled(folder: string): Promise<string | undefined> {
  const library = join(folder, "no_locks.so");
  const args = ["-shared", "-fPIC", "-o", library, SOURCE, "-ldl"];
  const { success } = await new Deno.Command("gcc", { args }).output().catch(() => ({ success: false }));
  return success ? library : undefined;
}

const folder = await Deno.makeTempDir();
const library = await compiled(folder);
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** How a file system fails: error numbers of Linux, and what they concern. */
const TROUBLES: readonly (readonly [what: string, env: Record<string, string>, seconds: number])[] = [
  ["has no locks left (ENOLCK), as NFS without its lock daemon", { NO_LOCKS_ERROR: "37" }, 5],
  ["does not know locks (ENOSYS), as Lustre without flock", { NO_LOCKS_ERROR: "38" }, 5],
  ["does not support locks (EOPNOTSUPP)", { NO_LOCKS_ERROR: "95" }, 5],
  ["cannot map shared memory (ENODEV)", { NO_LOCKS_ERROR: "19", NO_LOCKS_MAP: "1" }, 5],
  // SQLite itself tries for ten seconds, and then says "locking protocol".
  ["cannot lock shared memory (ENOSYS)", { NO_LOCKS_ERROR: "38", NO_LOCKS_SHM: "1" }, 25],
];

for (const [what, env, seconds] of TROUBLES) {
  for (const old of [false, true]) {
    Deno.test({
      name: `${
        old ? "An old" : "A new"
      } run store on a file system that ${what} is refused at once, with what to do`,
      ignore: library === undefined || (old && env.NO_LOCKS_SHM !== undefined),
      fn: () =>
        withFiles({ "without/x": "" }, async (folder) => {
          const path = join(folder, "without", "runs.sqlite");
          if (old) {
            using store = openStore(path);
            complete(store);
          }
          const { stdout } = await new Deno.Command(Deno.execPath(), {
            args: ["eval", "--quiet", "--no-check", OPEN, path],
            env: { LD_PRELOAD: library!, NO_LOCKS: "/without/", ...env },
          }).output();
          const { message, ms } = JSON.parse(new TextDecoder().decode(stdout));
          assert.equal(
            message,
            `${path}: cannot keep the run store here: this file system cannot lock files as SQLite has to; name a file on ` +
              'a disk of this machine, e.g. --store "$TMPDIR/runs.sqlite" or openStore("/tmp/runs.sqlite"), one for each ' +
              "host, as none can be shared between hosts",
          );
          assert(ms < 1000 * seconds, `${ms} ms`);
          assert(
            !Array.from(Deno.readDirSync(join(folder, "without"))).some(({ name }) => /\.locks/.test(name)),
          );
        }),
    });
  }
}

Deno.test("A file system that can lock is not said to lack locks, and neither is a folder that is not there", () =>
  withFiles({ "a b%20/x": "" }, (folder) => {
    assert.equal(lacksLocks(join(folder, "a b%20")), false);
    assert.deepEqual(Array.from(Deno.readDirSync(join(folder, "a b%20")), ({ name }) => name), ["x"]);
    assert.equal(lacksLocks(join(folder, "nowhere")), false);
    return Promise.resolve();
  }));
