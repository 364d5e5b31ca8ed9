import assert from "node:assert/strict";
import { join } from "node:path";
import { exists } from "codebias/store/files/files.ts";
import { fakeOllama } from "../../generation/fake_ollama.ts";
import { say } from "../../generation/ollama/behaviours.ts";
import { LONG } from "../../long.ts";
import { type Ended, ROOT, task } from "./task.ts";

/** What git has of this checkout, as it is now. */
async function clone(folder: string): Promise<void> {
  const command =
    `git ls-files -z --cached --others --exclude-standard lib tests/commands data notebooks deno.json deno.lock |
    xargs --null ls -d 2>/dev/null | xargs -d '\\n' cp --parents --target-directory "$0"`;
  const { success } = await new Deno.Command("sh", { args: ["-c", command, folder], cwd: ROOT }).output();
  assert.ok(success);
}

/**
 * A Python whose environments have the packages of this checkout's already: what set-up fetches takes long.
 * Nothing else can be installed.
 */
async function pythonWithPackages(folder: string): Promise<Record<string, string>> {
  const path = join(folder, "python-with-packages");
  const [python, venv] = [await Deno.realPath(join(ROOT, ".venv/bin/python")), join(ROOT, ".venv")];
  const script = `#!/bin/sh
case "$*" in
  "-m venv --clear "*)
    mkdir -p "$4/bin"
    ln -s "${python}" "$4/bin/python"
    ln -s "${venv}/lib" "$4/lib"
    cp "${venv}/pyvenv.cfg" "$4"
    ;;
  *) exec "${python}" "$@" ;;
esac
`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
  return { CODEBIAS_PYTHON: path, PIP_NO_INDEX: "1" };
}

/** A command as the first in a fresh clone, and how it ends. */
interface First {
  readonly args?: readonly string[];
  readonly stdin?: readonly unknown[];
  /** @default 0 */
  readonly code?: number;
  readonly stdout?: RegExp;
  /** What it says beside what set-up says. */
  readonly stderr?: RegExp;
}

const add = "def add(a, b=1):\n    return a + b\n";

const PIPES: Readonly<Record<string, First>> = {
  execute: {
    stdin: [{ id: 1, source: `import numpy\n${add}`, entryPoint: "add", calls: [{ args: [1] }] }],
    stdout: /^{"id":1,"outcomes":\[{"kind":"returned","value":2,.*\n$/,
  },
  probe: {
    stdin: [{
      id: 1,
      code: "def f(person):\n    return person.gender == 'male'\n",
      functionName: "f",
      attributes: { gender: { type: "str", values: ["male", "female"], protected: true } },
    }],
    stdout: /^{"id":1,"attributes":{"gender":{"verdict":"(?:biased|unjudged)".*\n$/,
  },
  score: {
    stdin: [{
      id: 1,
      code: "def score(person):\n    return 1 if person['gender'] == 'male' else 0\n",
      attribute: "gender",
      groups: ["male", "female"],
    }],
    stdout: /^{"id":1,"attribute":"gender","scores":{"male":.*\n$/,
  },
  judge: {
    args: ["liu"],
    stdin: [{ id: 1, task: "gender-lonely", text: "    return people\n" }],
    stdout: /^{"id":1,"verdict":"judged","attributes":{"gender":"unbiased"}.*\n$/,
  },
  fit: {
    stdin: [{ id: 1, n: [1, 2, 4, 8, 16, 32], t: [1, 2, 4, 8, 16, 32] }],
    stdout: /^{"id":1,"class":.*\n$/,
  },
};

/** What needs no Python. */
const OTHERS: Readonly<Record<string, First>> = {
  compare: {
    args: [
      "table.csv",
      "--across",
      "temperature",
      "--metric",
      "biased",
      "--test",
      "fisher",
      "--format",
      "csv",
    ],
    stdout: /^level_a,level_b,test,.*\n0,1,fisher,.*\n$/,
  },
  verify: { args: ["lib"], code: 1, stderr: /lib.*manifest/ },
  train: { args: ["--artifacts", "lib"], code: 1, stderr: /git clone/ },
  check: { args: ["foo"], code: 1, stderr: /takes no arguments/ },
};

const SET_UP =
  /^(?:Making a Python environment with .*|Installing Python packages for programs, frames) …$/gm;

/** Makes a clone one in which no command has run. */
async function refresh(folder: string): Promise<void> {
  for (const made of [".venv", ".venv.lock", "outputs"].map((path) => join(folder, path))) {
    if (exists(made)) await Deno.remove(made, { recursive: true });
  }
}

/** Runs a command, which must end as is said. */
async function run(
  name: string,
  { args = [], stdin = [], code = 0, stdout = /^$/, stderr = /^$/ }: First,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const lines = stdin.map((line) => `${JSON.stringify(line)}\n`).join("");
  const ended = await task(name, args, { cwd, env, stdin: lines });
  assert.equal(ended.code, code, `${name}: ${ended.stderr}`);
  assert.match(ended.stdout, stdout, name);
  assert.match(ended.stderr.replace(SET_UP, "").replace(/^Waiting for .*$/gm, "").trim(), stderr, name);
  return ended;
}

const steps = ({ stderr }: Ended) => stderr.match(SET_UP)?.length ?? 0;

const folder = await Deno.makeTempDir({ prefix: "codebias-test-" });
await clone(folder);
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));

Deno.test("any command may be the first in a fresh clone: set-up says what it does, and is quiet when done", async () => {
  const env = LONG ? {} : await pythonWithPackages(folder);
  for (const [index, [name, first]] of Object.entries(PIPES).entries()) {
    if (LONG) await refresh(folder); // else they share what the first has set up
    assert.equal(steps(await run(name, first, folder, env)), LONG || index === 0 ? 2 : 0, name);
  }
  await refresh(folder);
  const rows = Array.from({ length: 40 }, (_, row) => `${row % 2},${row % 4 > 1}`);
  await Deno.writeTextFile(join(folder, "table.csv"), ["temperature,biased", ...rows, ""].join("\n"));
  for (const [name, first] of Object.entries(OTHERS)) await run(name, first, folder);
  await using server = fakeOllama({ script: () => say("pass") });
  const args = ["--model", "ollama/fake", "--url", server.url, "--run", "first"];
  const stdout = /^{"id":1,.*"text":"pass".*\n$/;
  await run("generate", { args, stdin: [{ id: 1, prompt: "?" }], stdout }, folder);
  const made = [".venv", "outputs/runs.sqlite"].map((path) => exists(join(folder, path)));
  assert.deepEqual(made, [false, true]);
});

Deno.test("what set-up cannot have is said by the command, if it needs it", async () => {
  await refresh(folder);
  const env = { CODEBIAS_PYTHON: "/nowhere/python3" };
  const stderr = /^Python 3\.10 or newer is needed \(\/nowhere\/python3 does not run\).*$/;
  await run("execute", { ...PIPES.execute, code: 1, stdout: /^$/, stderr }, folder, env);
  await run("fit", PIPES.fit, folder, env);
});
