import assert from "node:assert/strict";
import { join } from "node:path";
import { jobsOf } from "../../commands/test/jobs.ts";
import { testCases, totalsOf } from "../../commands/test_report.ts";
import { copyParts, ROOT, task, withFolder } from "./task.ts";

Deno.test("jobsOf() gives a slow file its own process, and starts it before what is quick", () => {
  const jobs = jobsOf([
    "lib/a.ts",
    "tests/bias/a_test.ts",
    "tests/bias/b_test.ts",
    "tests/app/commands/c_test.ts",
  ]);
  assert.deepEqual(jobs.map(({ name }) => name), ["tests/app/commands/c_test.ts", "examples", "tests/bias"]);
});

Deno.test("testCases() reads a report of tests, of which totalsOf() counts each kind", () => {
  const xml = `<testsuite><testcase name="a" classname="./b.ts" time="1"/>
    <testcase name="c" classname="./b.ts" time="0"><skipped/></testcase></testsuite>`;
  assert.deepEqual(testCases(xml)[0], { name: "a", file: "./b.ts", seconds: 1, result: "passed" });
  assert.deepEqual(totalsOf(testCases(xml)), { passed: 1, failed: 0, skipped: 1 });
});

const NPX = ["npx", "-y", "deno@2.9.6"];
const withoutNpx = !await runs("npx", "--version");

const SAMPLE = `
  Deno.test("one of the sample", () => {});
  Deno.test("another, which fails", () => { throw new Error("chosen"); });
  Deno.test({ name: "one that is left out, as a sample of what counts as skipped", ignore: true, fn() {} });
`;

/** A checkout whose only tests are those of a sample: the whole suite would run these tests again and take long. */
async function withSampleCheckout(test: (checkout: string) => Promise<void>): Promise<void> {
  await withFolder(async (checkout) => {
    await copyParts(["lib", "tests/commands", "data", "deno.json", "deno.lock"], checkout);
    await Deno.symlink(join(ROOT, ".venv"), join(checkout, ".venv"));
    await Deno.writeTextFile(join(checkout, "README.md"), "# Sample\n");
    await Deno.writeTextFile(join(checkout, "tests/sample_test.ts"), SAMPLE);
    await test(checkout);
  });
}

async function runs(command: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The exit status, standard output and its last line, and standard error. */
async function testTask(checkout: string, filter: readonly string[], deno?: readonly string[]) {
  const { code, stdout, stderr } = await task("test", filter, { cwd: checkout, deno });
  return { code, last: stdout.trim().split("\n").at(-1), stdout, stderr };
}

Deno.test("deno task test FILTER runs some tests and ends with their totals", async () => {
  await withSampleCheckout(async (checkout) => {
    const good = await testTask(checkout, ["one", "of"]);
    assert.deepEqual([good.code, good.last], [0, "1 passed, 0 failed, 0 skipped"], good.stderr);
    const skipped = await testTask(checkout, ["/^one/"]);
    assert.deepEqual([skipped.code, skipped.last], [0, "1 passed, 0 failed, 1 skipped"]);
    const bad = await testTask(checkout, ["fails"]);
    assert.deepEqual([bad.code, bad.last], [1, "0 passed, 1 failed, 0 skipped"]);
    const end = bad.stdout.slice(bad.stdout.indexOf("\n== tests"));
    assert.match(end, /^error: Error: chosen$/m, "what the test said stands at the end");
    assert.match(end, /^FAILED {2}another, which fails \(\.\/tests\/sample_test\.ts\)$/m);
  });
});

Deno.test("deno task test says that no test has the filter in its name", async () => {
  await withSampleCheckout(async (checkout) => {
    const none = await testTask(checkout, ["nosuch"]);
    assert.deepEqual([none.code, none.last], [1, "0 passed, 0 failed, 0 skipped"]);
    assert.match(none.stderr, /^No test has "nosuch" in its name$/m);
  });
});

Deno.test({
  name: "npx -y deno@2.9.6 task works as deno task does (needs npx)",
  ignore: withoutNpx,
  async fn() {
    await withSampleCheckout(async (checkout) => {
      const { code, last, stderr } = await testTask(checkout, ["one of"], NPX);
      assert.deepEqual([code, last], [0, "1 passed, 0 failed, 0 skipped"], stderr);
      const help = await task("reproduce", ["--help"], { cwd: checkout, deno: NPX });
      assert.equal(help.code, 0, help.stderr);
      assert.match(help.stdout, /^Usage: deno task reproduce /);
    });
  },
});
