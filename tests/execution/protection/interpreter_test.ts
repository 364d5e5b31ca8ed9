import assert from "node:assert/strict";
import { SandboxError } from "codebias/core/errors.ts";
import { resolveInterpreter } from "codebias/execution/protection/interpreter.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { PYTHON } from "../../pythons.ts";

/** Runs a test with a command that is a shell script. */
async function withScript(lines: string, test: (command: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "codebias-test-" });
  try {
    const command = `${folder}/python3`;
    await Deno.writeTextFile(command, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    await test(command);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ignore = Deno.build.os === "windows";

Deno.test("resolveInterpreter() finds the real executable, its library and its version", async () => {
  const { executable, prefix, version } = await resolveInterpreter(PYTHON);
  assert.match(version, /^3\.\d+\.\d+/);
  assert.equal(executable, await Deno.realPath(executable));
  const [, minor] = version.split(".");
  const libraries = ["lib", "lib64"].map((name) => `${prefix}/${name}/python3.${minor}/os.py`);
  assert(
    (await Promise.allSettled(libraries.map((path) => Deno.stat(path)))).some(({ status }) =>
      status === "fulfilled"
    ),
  );
  assert.deepEqual(await resolveInterpreter(executable), { executable, prefix, version });
});

Deno.test("resolveInterpreter() goes past a virtual environment", async () => {
  const folder = await Deno.makeTempDir({ prefix: "codebias-test-" });
  try {
    const real = await resolveInterpreter(PYTHON);
    const venv = await new Deno.Command(real.executable, {
      args: ["-m", "venv", "--without-pip", "--copies", folder],
    })
      .output();
    assert(venv.success);
    assert.deepEqual(await resolveInterpreter(`${folder}/bin/python3`), real);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("resolveInterpreter() goes past a script that runs the real interpreter", { ignore }, async () => {
  const real = await resolveInterpreter(PYTHON);
  await withScript(`exec "${real.executable}" "$@"`, async (command) => {
    assert.deepEqual(await resolveInterpreter(command), real);
  });
});

Deno.test(
  "resolveInterpreter() refuses a Python older than 3.10 and says which to install",
  { ignore },
  async () => {
    await withScript("echo /opt/old/bin/python3.9; echo /opt/old; echo 3.9.18", async (command) => {
      await assert.rejects(resolveInterpreter(command), {
        name: "SandboxError",
        message:
          "Cannot run programs with Python 3.9.18 (/opt/old/bin/python3.9): Python 3.10 or newer is needed; " +
          "install one and name it in CODEBIAS_PYTHON",
      });
    });
  },
);

Deno.test("resolveInterpreter() refuses Python 2 and accepts 3.10", { ignore }, async () => {
  await withScript("echo /a; echo /b; echo 2.11.0", async (command) => {
    await assert.rejects(resolveInterpreter(command), SandboxError);
  });
  await withScript("echo /a; echo /b; echo 3.10.0", async (command) => {
    assert.deepEqual(await resolveInterpreter(command), {
      executable: "/a",
      prefix: "/b",
      version: "3.10.0",
    });
  });
});

Deno.test("resolveInterpreter() names a command that does not exist", async () => {
  await assert.rejects(resolveInterpreter("no-such-python-3"), {
    name: "SandboxError",
    message: "Cannot run no-such-python-3: install Python 3.10 or newer",
  });
});

Deno.test(
  "resolveInterpreter() repeats the last line of what the interpreter complains about",
  { ignore },
  async () => {
    const script = "echo Traceback >&2; echo \"ModuleNotFoundError: No module named '_ctypes'\" >&2; exit 1";
    await withScript(script, async (command) => {
      await assert.rejects(resolveInterpreter(command), {
        name: "SandboxError",
        message: `Cannot run programs with ${command}: ModuleNotFoundError: No module named '_ctypes'`,
      });
    });
  },
);

Deno.test("resolveInterpreter() refuses a command that is no Python", { ignore }, async () => {
  await withScript("exit 0", async (command) => {
    await assert.rejects(resolveInterpreter(command), {
      name: "SandboxError",
      message: `Cannot run programs with ${command}: it does not answer as a Python interpreter does`,
    });
  });
});

Deno.test("openSandbox() refuses an interpreter that does not exist before it starts anything", async () => {
  await assert.rejects(openSandbox({ python: "no-such-python-3" }), SandboxError);
});

Deno.test("openSandbox() refuses a number of workers that is none", async () => {
  for (const workers of [0, -1, 1.5, NaN]) await assert.rejects(openSandbox({ workers }), RangeError);
});
