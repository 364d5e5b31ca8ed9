import assert from "node:assert/strict";
import { join } from "node:path";
import { COMMANDS } from "codebias/app/commands/start/permissions.ts";
import { taskFiles } from "../../commands/test/tasks.ts";
import { setUp } from "codebias/app/setup/setup.ts";
import { ensureKernel } from "codebias/app/setup/kernel.ts";
import { findPython } from "codebias/app/setup/python.ts";
import { ensureEnvironment } from "codebias/app/setup/environment.ts";
import { ensureOptional } from "codebias/app/setup/setup.ts";
import { filesBelow, ROOT, withFolder } from "../commands/task.ts";
import { processorMs } from "../../processor_time.ts";

Deno.test("setUp() is quiet and takes little processor time when all is done", async () => {
  const steps: string[] = [];
  const say = (step: string) => void steps.push(step);
  const environment = join(ROOT, ".venv");
  await setUp({ environment, notebooks: true, say });
  steps.length = 0;
  const ms = await processorMs(async () =>
    assert.equal(await setUp({ environment, notebooks: true, say }), join(environment, "bin", "python"))
  );
  assert.deepEqual(steps, []);
  assert.ok(ms < 2000, `${ms} ms`);
});

Deno.test("ensureKernel() writes the running Deno into the environment, and again when it has moved", async () => {
  await withFolder(async (folder) => {
    await ensureKernel(folder);
    const kernel = join(folder, "share/jupyter/kernels/deno");
    const path = join(kernel, "kernel.json");
    const spec = JSON.parse(await Deno.readTextFile(path));
    for (const name of ["kernel.py", "relay.py"]) {
      const source = await Deno.readTextFile(join(ROOT, "lib/app/notebook", name));
      assert.equal(await Deno.readTextFile(join(kernel, name)), source);
    }
    const own = [join(folder, "bin/python"), "-I", join(kernel, "kernel.py")];
    assert.deepEqual(spec.argv, [...own, Deno.execPath(), "{connection_file}"]);
    await Deno.writeTextFile(path, JSON.stringify({ ...spec, argv: ["gone"] }));
    await ensureKernel(folder);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(path)), spec);
    assert.deepEqual(await filesBelow(folder), [
      "share/jupyter/kernels/deno/kernel.json",
      "share/jupyter/kernels/deno/kernel.py",
      "share/jupyter/kernels/deno/relay.py",
    ]);
  });
});

Deno.test("ensureKernel() writes the same for all checkouts that share an environment", async () => {
  await withFolder(async (folder) => {
    const [environment, link] = [join(folder, "environment"), join(folder, "link")];
    await Deno.mkdir(environment);
    await Deno.symlink(environment, link);
    const spec = () => Deno.readTextFile(join(environment, "share/jupyter/kernels/deno/kernel.json"));
    await ensureKernel(environment);
    const before = await spec();
    await ensureKernel(link);
    assert.equal(await spec(), before);
  });
});

/** Runs a test with pip's settings changed by environment variables; others than these are unset. */
async function withPip(
  variables: Readonly<Record<string, string>>,
  test: () => Promise<void>,
): Promise<void> {
  const names = ["PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX"];
  const before = new Map(names.map((name) => [name, Deno.env.get(name)]));
  const set = (name: string, value?: string) =>
    value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  for (const name of names) set(name, variables[name]);
  try {
    await test();
  } finally {
    for (const [name, value] of before) set(name, value);
  }
}

/** Nothing can be installed into this environment. It is made by the first test that needs it, and kept for the others. */
const pips = await Deno.makeTempDir({ prefix: "codebias-test-" });
const environment = join(pips, ".venv");
const made = join(environment, "codebias.json");
Deno.test.afterAll(() => Deno.remove(pips, { recursive: true }));

Deno.test("ensureEnvironment() says what still works when the package index cannot be reached, and again the next time", () =>
  withPip({ PIP_INDEX_URL: "http://127.0.0.1:9/" }, async () => {
    const ensure = () => ensureEnvironment(environment, ["notebooks"], () => {});
    await assert.rejects(
      ensure(),
      /Cannot install the Python packages for notebooks: the Python package index cannot be reached\. Connect and run the same command again.*deno task execute/,
    );
    // The failure is not taken for success the next time, nor if something else has been installed.
    await assert.rejects(Deno.stat(made), Deno.errors.NotFound);
    await Deno.writeTextFile(made, JSON.stringify({ python: "3", groups: {} }));
    await assert.rejects(ensure(), /cannot be reached/);
  }));

Deno.test("what is said to work without the packages for programs needs no set-up at all", () =>
  withPip({ PIP_INDEX_URL: "http://127.0.0.1:9/" }, async () => {
    const ensure = ensureEnvironment(environment, ["programs", "notebooks"], () => {}, ["frames"]);
    const { message } = await ensure.then(() => assert.fail("installed"), (error: Error) => error);
    const [, named] = /index cannot be reached.* until then no program can run; deno task (.*) work\.$/.exec(
      message,
    )!;
    const names = named.split(/, | and /);
    assert.deepEqual(names, ["compare", "generate", "check", "docs"]);
    const files = await taskFiles();
    for (const name of names) {
      assert.equal(COMMANDS[name]?.setUp, undefined, name);
      assert.doesNotMatch(await Deno.readTextFile(join(ROOT, files.get(name)!)), /\bsetUp\b/, name);
    }
  }));

Deno.test("ensureEnvironment() does not blame the network for what is not its fault", () =>
  withPip({ PIP_NO_INDEX: "1", PIP_FIND_LINKS: pips }, async () => {
    await assert.rejects(
      ensureEnvironment(environment, ["programs"], () => {}),
      ({ message }) => {
        assert.match(
          message,
          /^Cannot install the Python packages for programs: Could not find a version .*numpy.* Put that right, or name another Python in CODEBIAS_PYTHON and remove \.venv; until then no program can run/,
        );
        assert.doesNotMatch(message, /Connect|reached/);
        return true;
      },
    );
  }));

Deno.test("ensureEnvironment() installs no package whose hash is another", () =>
  withFolder(async (folder) => {
    for (const version of ["2.2.6", "2.3.5"]) {
      await Deno.writeTextFile(join(folder, `numpy-${version}-py3-none-any.whl`), "not what it was");
    }
    await withPip({ PIP_NO_INDEX: "1", PIP_FIND_LINKS: folder }, () =>
      assert.rejects(
        ensureEnvironment(environment, ["programs"], () => {}),
        /Cannot install the Python packages for programs: .*DO NOT MATCH THE HASHES.* until then no program can run/,
      ));
  }));

Deno.test("ensureOptional() says why pylint cannot be had, tries it once an hour, and fails in no case", async () => {
  const complaints: string[] = [];
  const say = (step: string) => void (step.startsWith("Cannot") && complaints.push(step));
  const ensure = () =>
    withPip({ PIP_NO_INDEX: "1", PIP_FIND_LINKS: pips }, () => ensureOptional(environment, "linting", say));
  await ensure();
  assert.equal(complaints.length, 1);
  assert.match(
    complaints[0],
    /^Cannot install the Python packages for linting: .*pylint.*until then no program can be graded by pylint/,
  );
  const tried = join(environment, "linting-tried");
  assert.equal((await Deno.readTextFile(tried)).trimEnd(), complaints[0]);
  await ensure();
  assert.equal(complaints.length, 1);
  const before = new Date(Date.now() - 3_700_000);
  await Deno.utime(tried, before, before);
  await ensure();
  assert.equal(complaints.length, 2);
});

Deno.test("findPython() takes CODEBIAS_PYTHON and nothing else when it is set", async () => {
  const before = Deno.env.get("CODEBIAS_PYTHON");
  Deno.env.set("CODEBIAS_PYTHON", "/nowhere/python3");
  try {
    await assert.rejects(findPython(), /Python 3\.10 or newer is needed \(\/nowhere\/python3 does not run\)/);
  } finally {
    before === undefined ? Deno.env.delete("CODEBIAS_PYTHON") : Deno.env.set("CODEBIAS_PYTHON", before);
  }
});
