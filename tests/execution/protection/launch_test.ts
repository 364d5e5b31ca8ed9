import assert from "node:assert/strict";
import { levelOf, protectionOf } from "codebias/execution/protection/protection.ts";
import { resolveInterpreter } from "codebias/execution/protection/interpreter.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import type { WorkerInfo } from "codebias/execution/protection/zygote.ts";
import { PACKAGES, PYTHON } from "../../pythons.ts";
import { asUser, canRun, contained } from "../containment.ts";
import { LEVELS_HERE } from "../levels.ts";
import { ending, program } from "../programs.ts";

/** What a worker says of itself on a machine that has everything. */
const BEST: WorkerInfo = {
  version: 1,
  python: "3.12.1",
  kernel: "6.1.0",
  machine: "x86_64",
  uid: 1000,
  pidNamespace: true,
  filter: true,
  landlock: 3,
  trial: {
    confined: true,
    noSockets: true,
    noSignals: true,
    noFiles: true,
    noWriting: true,
    noProcesses: true,
    ownProcesses: true,
  },
};

/** The level, or why there is none. */
function level(
  changes: Partial<WorkerInfo>,
  trial: Partial<WorkerInfo["trial"]>,
  contained: boolean,
): string {
  const found = levelOf({ ...BEST, ...changes, trial: { ...BEST.trial, ...trial } }, contained);
  return typeof found === "string" ? found : found.reason;
}

Deno.test("levelOf() is the best level that all of its parts are there for", () => {
  const other = { machine: "riscv64", filter: false };
  assert.equal(level({}, {}, true), "full");
  assert.equal(level({ pidNamespace: false }, { ownProcesses: false }, true), "without-pid-namespace");
  assert.equal(level({}, { ownProcesses: false }, true), "without-pid-namespace");
  assert.equal(level({ landlock: 0 }, {}, true), "full", "namespaces guard the files, too");
  assert.equal(level(other, { noSockets: false, noSignals: false }, true), "without-system-call-filter");
  assert.equal(level({ pidNamespace: false }, { ownProcesses: false }, false), "without-user-namespaces");
});

Deno.test("levelOf() is no level where something is missing that nothing else makes up for", () => {
  const other = { machine: "riscv64", filter: false };
  assert.match(level({ uid: 0 }, {}, false), /as root/);
  assert.match(level({}, { confined: false }, true), /give up/);
  assert.match(level({}, { noProcesses: false }, true), /start processes/);
  assert.match(level({ landlock: 0 }, { noFiles: false }, false), /Linux 6\.1\.0 has no Landlock here/);
  assert.match(level({}, { noFiles: false }, false), /open files/);
  assert.match(level({}, { noWriting: false }, false), /open files/);
  for (const inside of [true, false]) {
    assert.match(level({}, { noSockets: false }, inside), /no seccomp/);
    assert.match(level({}, { noSignals: false }, inside), /no seccomp/);
  }
  assert.match(level(other, {}, false), /system calls of riscv64 are not known/);
  assert.match(level({ ...other, pidNamespace: false }, { ownProcesses: false }, true), /riscv64/);
});

for (const { level, ignore, skipped, open } of LEVELS_HERE) {
  Deno.test(`openSandbox() gives the level ${level} when asked for it${skipped}`, { ignore }, async () => {
    const said: string[] = [];
    await using sandbox = await open({ warn: (sentence) => said.push(sentence) });
    assert.equal(sandbox.protection.level, level);
    const execution = await sandbox.execute(program("def f(): return 1"));
    assert.equal(execution.program.protection, level);
    assert.equal(ending(execution), "returned 1");
    assert.deepEqual(said, [], "it is what was asked for");
  });
}

/** Without namespaces nobody reads packages by their own paths, as whom programs run when this is root. */
const nobodyReads = PACKAGES.length > 0 &&
  (Deno.uid() !== 0 || await canRun("setpriv", ...asUser(65534).slice(1), "ls", PACKAGES[0]));

const minorOf = async (python: string) => (await resolveInterpreter(python)).version.replace(/\.\d+$/, "");

for (const { level, skipped, python = PYTHON, open } of LEVELS_HERE) {
  const why = PACKAGES.length === 0
    ? " (skipped: the project's numpy is not installed)"
    : level === "without-user-namespaces" && !nobodyReads
    ? " (skipped: nobody may not read the project's numpy)"
    : await minorOf(python) !== await minorOf(PYTHON)
    ? ` (skipped: the project's numpy is not for ${python})`
    : skipped;
  Deno.test(`programs may import packages at level ${level}${why}`, { ignore: why !== "" }, async () => {
    await using sandbox = await open({ packages: PACKAGES });
    const source = "import os, numpy\nplace = os.path.dirname(os.path.dirname(numpy.__file__))\ndef f():\n" +
      "  try: names = os.listdir(place)\n  except OSError: names = []\n" +
      "  return [int(numpy.arange(4).sum()), sorted(set(names) - {'numpy', 'numpy.libs'})]";
    const limits = { cpuMs: 20_000, wallMs: 60_000, memoryMiB: 1_024 };
    assert.equal(ending(await sandbox.execute(program(source, { limits }))), "returned [6,[]]");
  });
}

Deno.test("openSandbox() gives the best level, and says nothing about it", contained, async () => {
  const said: string[] = [];
  await using sandbox = await openSandbox({
    python: PYTHON,
    workers: 1,
    warn: (sentence) => said.push(sentence),
  });
  assert.equal(sandbox.protection.level === "full", said.length === 0);
});

Deno.test("openSandbox() refuses a level that this machine does not give", contained, async () => {
  await assert.rejects(openSandbox({ python: PYTHON, level: "without-system-call-filter" }), {
    name: "SandboxError",
    message:
      /^Cannot run programs at protection level without-system-call-filter: it is full here; ask for that/,
  });
});

/** Opens a sandbox and runs a program in another Deno, after what `before` changes about the system. */
async function runInOtherDeno(before: readonly string[], python = "/usr/bin/python3"): Promise<string> {
  const script = `import { openSandbox } from "${import.meta.resolve("codebias/execution/sandbox.ts")}";
    await using sandbox = await openSandbox({ python: ${JSON.stringify(python)}, workers: 1 });
    const { program: { protection }, outcomes: [{ kind }] } = await sandbox.execute({ program: { kind: "program",
      source: "def f(): return 1", entryPoint: "f", namespace: "one" }, calls: [{}],
      limits: { cpuMs: 1000, wallMs: 20000, memoryMiB: 128, outputMiB: 1 } });
    console.log(protection, kind);`;
  const folder = await Deno.makeTempDir({ prefix: "codebias-test-" });
  try {
    await Deno.writeTextFile(`${folder}/driver.ts`, script);
    const run = ["run", "-A", "--no-check", "--no-lock", "--no-config", `${folder}/driver.ts`];
    const [command, ...args] = [...before, Deno.execPath(), ...run];
    const { stdout, stderr } = await new Deno.Command(command, { args, env: { NO_COLOR: "1" } }).output();
    return [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function bwrap(): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", "command -v bwrap"] }).output();
  return new TextDecoder().decode(stdout).trim();
}

const bare = LEVELS_HERE.find(({ level }) => level === "without-user-namespaces")!;
const help = contained.ignore ? "" : new TextDecoder().decode(
  (await new Deno.Command("bwrap", { args: ["--help"] }).output()).stdout,
);
const noMore = ["bwrap", "--unshare-user", "--disable-userns", "--uid", "1000", "--dev-bind", "/", "/", "--"];

Deno.test(
  `openSandbox() does without user namespaces where there are none, and says so${bare.skipped}`,
  { ignore: contained.ignore || bare.ignore || !help.includes("--disable-userns") },
  async () => {
    const said = await runInOtherDeno(noMore);
    assert.match(said, /^without-user-namespaces returned\n/);
    assert.match(
      said,
      /Programs are contained at protection level without-user-namespaces: .* because this system does not let you create/,
    );
    assert.match(said, /unprivileged_userns_clone=1/);
  },
);

Deno.test(
  `openSandbox() does without bubblewrap where it is missing, and says how to get it${bare.skipped}`,
  { ignore: contained.ignore || bare.ignore },
  async () => {
    const said = await runInOtherDeno([
      "bwrap",
      "--dev-bind",
      "/",
      "/",
      "--ro-bind",
      "/dev/null",
      await bwrap(),
      "--",
    ]);
    assert.match(said, /^without-user-namespaces returned\n/);
    assert.match(said, /because bubblewrap is not installed; run: sudo apt-get install bubblewrap\n/);
  },
);

Deno.test("openSandbox() refuses a Python that nobody may read, and says which to take", {
  ignore: Deno.uid() !== 0,
}, async () => {
  const folder = await Deno.makeTempDir({ prefix: "codebias-test-" }); // only root may enter it
  try {
    await Deno.copyFile("/usr/bin/python3", `${folder}/python3`);
    await Deno.chmod(`${folder}/python3`, 0o755);
    await assert.rejects(
      openSandbox({ python: `${folder}/python3`, level: "without-user-namespaces" }),
      { name: "SandboxError", message: /nobody, who runs programs.*CODEBIAS_PYTHON=\/usr\/bin\/python3/ },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("protectionOf() names the version of each package, also of one that is a file or is called otherwise", async () => {
  const names = [
    "numpy-2.2.6.dist-info",
    "numpydoc-1.0.dist-info",
    "six-1.17.0.dist-info",
    "python_dateutil-2.9.dist-info",
  ];
  const folder = await Deno.makeTempDir({ prefix: "codebias-" });
  for (const name of names) await Deno.mkdir(`${folder}/${name}`);
  const packages = ["numpy", "numpy.libs", "six.py", "dateutil", "other"].map((name) => `${folder}/${name}`);
  const found = protectionOf(BEST, "full", packages).packages;
  await Deno.remove(folder, { recursive: true });
  assert.deepEqual(found, ["numpy 2.2.6", "numpy.libs 2.2.6", "six.py 1.17.0", "dateutil 2.9", "other"]);
});
