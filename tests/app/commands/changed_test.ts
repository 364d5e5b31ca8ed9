import assert from "node:assert/strict";
import { reachedBy } from "../../commands/test/changed.ts";
import { testFiles } from "../../commands/test/known_tests.ts";

const files = await testFiles();

/** What a change of some files reaches, of these tests. */
async function reached(changed: readonly string[], of: readonly string[]): Promise<readonly string[]> {
  const { files: found, everythingFor } = await reachedBy(changed, files);
  assert.equal(everythingFor, undefined);
  return of.filter((file) => found.includes(file));
}

const WILSON = "tests/statistics/intervals/wilson_test.ts";
const FENCES = "tests/extraction/fences_test.ts";
const VERIFY = "tests/run/results/verify_test.ts";
const PROBE = "tests/app/commands/probe_test.ts";
const POOL = "tests/execution/pool_test.ts";

Deno.test("a changed module reaches the tests that import it, directly or not, and its examples", async () => {
  assert.deepEqual(
    await reached(["lib/extraction/fences.ts"], [FENCES, WILSON, "lib/extraction/fences.ts"]),
    [
      FENCES,
      "lib/extraction/fences.ts",
    ],
  );
  assert.deepEqual(await reached(["lib/core/errors.ts"], [WILSON, PROBE]), [PROBE]);
});

Deno.test("a changed module reaches the tests that start a command which imports it", async () => {
  assert.deepEqual(await reached(["lib/app/commands/verify.ts"], [VERIFY, PROBE, FENCES]), [VERIFY]);
  assert.deepEqual(await reached(["lib/app/commands/probe.ts"], [VERIFY, PROBE, FENCES]), [PROBE]);
});

Deno.test("a changed file of tests/commands reaches the tests that start its command, and those of commands", async () => {
  const of = ["tests/docs/site_test.ts", PROBE, FENCES];
  assert.deepEqual(await reached(["tests/commands/docs/pages.ts"], of), ["tests/docs/site_test.ts"]);
  assert.deepEqual(await reached(["tests/commands/test_engine/join_model.py"], of), of.slice(0, 2));
});

Deno.test("a notebook, data, a Python file and deno.json reach the tests of their folder and all that start a process", async () => {
  const own = "tests/studies/solar/judge/rows_test.ts";
  for (
    const [change, expected] of [
      ["notebooks/00-tour.ipynb", [PROBE, POOL]],
      ["lib/execution/worker/any.py", [PROBE, POOL]],
      ["deno.json", [PROBE, POOL]],
      ["data/solar/tasks.json", [own, PROBE, POOL]],
    ] as const
  ) {
    assert.deepEqual(await reached([change], [own, PROBE, POOL, WILSON, FENCES]), expected, change);
  }
});

Deno.test("a changed test reaches itself, and prose nothing", async () => {
  assert.deepEqual((await reachedBy([WILSON, "data/solar/README.md"], files)).files, [WILSON]);
});

Deno.test("a changed page reaches its examples and the tests of pages", async () => {
  const LINKS = "tests/docs/links_test.ts";
  for (const page of ["README.md", "docs/pipes.md"]) {
    assert.deepEqual(await reached([page], [LINKS, page, PROBE, WILSON]), [LINKS, page]);
  }
});

Deno.test("what cannot be attributed reaches everything, and it is said for what", async () => {
  for (const change of [".ci/run", "lib/removed.ts", "tests/removed_test.ts", "data/unknown/file.json"]) {
    const { files: found, everythingFor } = await reachedBy([WILSON, change], files);
    assert.deepEqual([found.length, everythingFor], [files.length, change]);
  }
});
