import assert from "node:assert/strict";
import { ROOT, task } from "./task.ts";

/** What a command says when it refuses its arguments: one line on standard error, nothing else. */
async function refusal(name: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await task(name, args);
  assert.equal(code, 1, stderr);
  assert.equal(stdout, "");
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
  return stderr.trim();
}

async function usage(name: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await task(name, args);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  return stdout;
}

Deno.test("commands say how they are used", async () => {
  for (const option of ["-h", "--help"]) {
    assert.match(
      await usage("reproduce", [option]),
      /^Usage: deno task reproduce \[STUDY \.\.\.\][^]*--out DIR/,
    );
    assert.match(await usage("bench", [option]), /^Usage: deno task bench NAME[^]*linguistic/);
    assert.match(await usage("bench", ["linguistic", option]), /^Usage: deno task bench NAME/);
    assert.match(
      await usage("sandbox", [option]),
      /^Usage: deno task sandbox \[--level LEVEL\][^]*full, without-/,
    );
    assert.match(await usage("check", [option]), /^Usage: deno task check\n/);
    assert.match(await usage("test", [option]), /^Usage: deno task test [^]*\[FILTER\]/);
    assert.match(
      await usage("lab", [option]),
      /^Usage: deno task lab \[options\]\n[^]*--port N[^]*--token TEXT/,
    );
  }
});

Deno.test("deno task bench lists the benchmarks when none or an unknown one is named", async () => {
  assert.equal(
    await refusal("bench", []),
    "Name a benchmark: complexity, concurrency, execution, faircoder, generation, ground_truth, huang, linguistic, liu, machine, pipes, probing, shards, view",
  );
  assert.equal(
    await refusal("bench", ["linguistics"]),
    'Unknown benchmark "linguistics": did you mean linguistic? Known: all, compare, complexity, concurrency, execution, faircoder, generation, ground_truth, huang, linguistic, liu, machine, pipes, probing, shards, view',
  );
});

Deno.test("deno task bench passes arguments on, and what the benchmark refuses is a sentence", async () => {
  assert.equal(await refusal("bench", ["linguistic", "x"]), "Unexpected argument 'x'");
  assert.match(
    await refusal("bench", ["linguistic", "--modle", "x"]),
    /^Unknown option "--modle": did you mean --model\?/,
  );
  assert.match(
    await refusal("bench", ["linguistic", "--artifacts", "lib"]),
    /^lib: this artifacts folder has no BilingualCodeEval; get it with: git clone/,
  );
});

Deno.test("an option that takes a path refuses an empty one, which would be no file that anybody means", async () => {
  for (const args of [["--model", "calibration", "--store", ""], ["--store=", "--model", "calibration"]]) {
    assert.equal(
      await refusal("generate", args),
      "Option --store needs a value; deno task generate --help says which",
    );
  }
  assert.match(
    await refusal("runs", ["export", "x", "--out="]),
    /^Option --out needs a value; deno task runs/,
  );
});

Deno.test("commands without options of their own suggest --help, too", async () => {
  for (const name of ["check", "execute", "probe", "verify", "bench"]) {
    assert.match(await refusal(name, ["--hlep"]), /^Unknown option "--hlep": did you mean --help\?/, name);
  }
});

Deno.test("deno task check refuses arguments", async () => {
  assert.equal(await refusal("check", ["foo"]), "deno task check takes no arguments, but was given foo");
});

Deno.test("deno task reproduce takes relative folders from where it is typed", async () => {
  const options = { cwd: `${ROOT}/tests`, before: ["env", "-u", "INIT_CWD"] }; // so that deno task says where
  const artifacts = await task("reproduce", ["--artifacts", "store"], options);
  assert.match(
    artifacts.stderr,
    /^tests\/store: this artifacts folder has no BilingualCodeEval.* store\/Bil/,
  );
  const named = await task("reproduce", [], {
    ...options,
    before: [...options.before, "CODEBIAS_ARTIFACTS=../lib"],
  });
  assert.match(named.stderr, /^lib: this artifacts folder has no BilingualCodeEval/);
  const out = await task("reproduce", ["--source", "demo", "--out", "store"], options);
  assert.match(out.stderr, /^tests\/store: this folder holds other things/);
  assert.deepEqual([artifacts.code, named.code, out.code], [1, 1, 1]);
});
