import assert from "node:assert/strict";
import { join } from "node:path";
import { sized } from "../../long.ts";
import { filesBelow, ROOT, task, withFolder } from "./task.ts";

/** Options, and the version that each is about; to load all tests for each takes seconds. */
const VERSIONS = sized<readonly (readonly [args: string[], version: string])[]>({
  small: [[["--current"], "0.33.0"]],
  long: [[[], "0.9.6"], [["--current"], "0.33.0"]],
});

Deno.test("deno task test:engine skips its tests where Go is missing, and says how to get it", async () => {
  await withFolder(async (folder) => {
    const env = { PATH: folder, CODEBIAS_ENGINES: join(folder, "engines") };
    for (const [args, version] of VERSIONS) {
      const { code, stdout, stderr } = await task("test:engine", args, { env });
      assert.equal(code, 0, stdout + stderr);
      const lines = stdout.trim().split("\n");
      const why = lines[0].match(
        /^No Ollama (\S+), so its tests are skipped: Go 1\.2\d or newer is missing: install it/,
      );
      assert.equal(why?.[1], version);
      const [, skipped] = lines.at(-1)!.match(/^0 passed, 0 failed, (\d+) skipped$/)!;
      assert.ok(Number(skipped) > 50);
      const each = lines.filter((line) =>
        /^.* \(left out: Go 1\.2\d or newer is missing: .*\) \.\.\. ignored/.test(line)
      );
      assert.equal(each.length, Number(skipped));
      assert.deepEqual(await filesBelow(folder), []);
    }
  });
});

Deno.test("deno task test:model skips its tests where there is no server, and fetches no model then", async () => {
  await withFolder(async (folder) => {
    const env = { PATH: folder, CODEBIAS_ENGINES: join(folder, "engines") };
    const { code, stdout, stderr } = await task("test:model", [], { env });
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^No Ollama 0\.33\.0, so its tests are skipped: Go 1\.26 or newer is missing/m);
    assert.match(stdout, /\n0 passed, 0 failed, 11 skipped\n$/);
    assert.deepEqual(await filesBelow(folder), []);
  });
});

Deno.test("deno task test:engine says which options it has", async () => {
  const help = await task("test:engine", ["--help"]);
  assert.equal(help.code, 0);
  assert.match(
    help.stdout,
    /^Usage: deno task test:engine \[--current\] \[FILTER\]\n +deno task test:model \[FILTER\]\n/,
  );
  const wrong = await task("test:engine", ["--curent"]);
  assert.equal(wrong.code, 1);
  assert.equal(
    wrong.stderr,
    'Unknown option "--curent": did you mean --current? Known: --current, --help, --model\n',
  );
});

Deno.test("deno task test:engine says that no test has the filter in its name", async () => {
  await withFolder(async (folder) => {
    const env = { PATH: folder, CODEBIAS_ENGINES: join(folder, "engines") };
    const { code, stdout, stderr } = await task("test:engine", ["nosuchtest"], { env });
    assert.equal(code, 1);
    assert.match(stderr, /^No test has "nosuchtest" in its name$/m);
    assert.match(stdout, /\n0 passed, 0 failed, 0 skipped\n$/);
  });
});

Deno.test("deno task test does not run the tests of an engine", async () => {
  const files = await filesBelow(join(ROOT, "tests/engine/cases"));
  assert.ok(files.length > 5);
  assert.deepEqual(files.filter((file) => /(?:^|[._])test\.ts$/.test(file)), []);
});
