import assert from "node:assert/strict";
import { basename } from "node:path";
import type { Sandbox } from "codebias/execution/sandbox.ts";
import type { Limits } from "codebias/core/types.ts";
import { sized } from "../long.ts";
import { contained } from "./containment.ts";
import { withSandbox } from "./marked_sandbox.ts";
import {
  mountNamespaces,
  processesIn,
  processesOf,
  residentKiB,
  until,
  usage,
  workersOf,
} from "./processes.ts";
import { callsWith, ending, program } from "./programs.ts";

const PROGRAMS = sized({ small: 600, long: 6_000 });

/** Nothing here is to meet a limit but by intent, however busy the machine is. */
const AMPLE: Partial<Limits> = { cpuMs: 2_000, wallMs: 20_000 };

/** A program, its one argument, and how it must end. */
interface Soaked {
  readonly source: string;
  readonly argument: number;
  readonly ending: string | RegExp;
  readonly limits?: Partial<Limits>;
}

/** Programs that do what they are asked; `n` makes each another one. */
const HONEST: readonly ((n: number) => Soaked)[] = [
  (n) => ({
    source: `def f(x):\n  return x * 3 + ${n}`,
    argument: n % 7,
    ending: `returned ${n % 7 * 3 + n}`,
  }),
  (n) => ({
    source: `import json\ndef f(x):\n  return json.loads(json.dumps({"n": ${n}, "x": [x] * 3}))["x"]`,
    argument: n,
    ending: `returned [${n},${n},${n}]`,
  }),
  (n) => ({
    source: `seen = [${n}]\ndef f(x):\n  seen.append(x)\n  return sum(seen), len(seen)`,
    argument: 5,
    ending: `returned {"$type":"tuple","items":[${n + 5},2]}`,
  }),
  (n) => ({
    source: `def f(x):\n  if x > 0:\n    raise ValueError("${n} is above 0")\n  return "not above"`,
    argument: n % 2,
    ending: n % 2 === 1 ? "raised ValueError" : 'returned "not above"',
  }),
  (n) => ({
    source:
      `class Box:\n  def __init__(self, x):\n    self.x = x\ndef f(x):\n  return [Box(x + i).x for i in range(3)]`,
    argument: n,
    ending: `returned [${n},${n + 1},${n + 2}]`,
  }),
];

/** The log that the process shares with its parent, found in a caller's frame. */
const LOG = `
import os, sys
def log():
    frame = sys._getframe()
    while "log" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["log"]
`;

/** Programs that mean harm and are quick about it; `mark` is in the name of every file that they try to write. */
const HOSTILE: readonly ((mark: string) => Omit<Soaked, "argument">)[] = [
  () => ({ source: "def f(x):\n  raise {}[x]", ending: "raised KeyError" }),
  () => ({ source: "def f(x):\n  return f(x + 1)", ending: "raised RecursionError" }),
  () => ({ source: "raise SystemExit(0)", ending: "program raised SystemExit" }),
  () => ({ source: "def f(x:\n", ending: "program syntax-error SyntaxError" }),
  () => ({ source: "import os\ndef f(x):\n  os._exit(0)", ending: "early-exit" }),
  () => ({ source: "import os\nos._exit(74)", ending: "program early-exit" }),
  () => ({ source: "import ctypes\ndef f(x):\n  ctypes.string_at(8)", ending: "signal" }),
  () => ({ source: "import os\ndef f(x):\n  os.kill(os.getpid(), 11)\n  os.abort()", ending: "signal" }),
  () => ({ source: "import os\ndef f(x):\n  while True:\n    os.fork()", ending: "process-limit" }),
  () => ({
    source: "import os\nos.posix_spawn('/bin/sleep', ['sleep', '600'], {})\ndef f(x): pass",
    ending: /^program (process-limit|raised \w+)$/,
  }),
  () => ({
    source: "import threading\ndef f(x):\n  threading.Thread(target=f, args=(x,)).start()",
    ending: "process-limit",
  }),
  () => ({ source: "def f(x):\n  return bytearray(1 << 40)", ending: "memory-limit" }),
  () => ({ source: "big = [0] * (1 << 36)\ndef f(x): pass", ending: "program memory-limit" }),
  () => ({ source: "def f(x):\n  return 'x' * (1 << 21)", ending: "output-limit" }),
  () => ({
    source: "import sys\ndef f(x):\n  for _ in range(200):\n    print('x' * 10000)\n  sys.stdout.flush()",
    ending: "returned null",
  }),
  () => ({ source: "def f(x):\n  return lambda: x", ending: "unserialisable function" }),
  () => ({ source: "def f(x):\n  return [object()]", ending: "unserialisable list" }),
  () => ({
    source:
      `${LOG}\ndef f(x):\n  log()[24:124] = b"?" * 100\n  log()[0:8] = (100).to_bytes(8, "little")\n  os._exit(0)`,
    ending: /protocol-violation$/,
  }),
  () => ({
    source: `${LOG}\ndef f(x):\n  log()[0:24] = b"\\xff" * 24\n  os._exit(0)`,
    ending: /protocol-violation$/,
  }),
  () => ({
    source: "import ctypes\ndef f(x):\n  return ctypes.CDLL(None).shmget(0, 1 << 20, 0o1600) != -1",
    ending: "returned false",
  }),
  () => ({ source: "import os\ndef f(x):\n  os.closerange(0, 100)\n  return x", ending: /^returned \d+$/ }),
  (mark) => ({
    source: `def f(x):
  written = []
  for folder in ("/tmp", "/var/tmp", "/dev/shm", "/dev", "/site", "/usr", "/", "."):
    try:
      with open(f"{folder}/${mark}", "w") as file:
        file.write("left")
    except OSError:
      continue
    written.append(folder)
  return written`,
    ending: "returned []",
  }),
];

/** One in a hundred computes for ever, under a small limit. */
const ENDLESS: Soaked = {
  source: "def f(x):\n  while True:\n    x += 1",
  argument: 0,
  ending: "cpu-limit",
  limits: { cpuMs: 20 },
};

/** The programs in the order in which they are run: of each hundred 80 honest, 19 hostile, 1 endless. */
function soaked(n: number, mark: string): Soaked {
  const place = n * 37 % 100;
  if (place === 0) return ENDLESS;
  if (place >= 20) return HONEST[n % HONEST.length](n);
  return { ...HOSTILE[Math.floor(n * 7 / 5) % HOSTILE.length](mark), argument: n };
}

async function soak(
  sandbox: Sandbox,
  mark: string,
): Promise<{ counts: Map<string, number>; wrong: string[] }> {
  const counts = new Map<string, number>();
  const wrong: string[] = [];
  let next = 0;
  const runOn = async () => {
    while (next < PROGRAMS) {
      const n = next++;
      const { source, argument, ending: wanted, limits } = soaked(n, mark);
      const found = ending(
        await sandbox.execute(
          program(source, { calls: callsWith(argument), limits: { ...AMPLE, ...limits } }),
        ),
      );
      if (typeof wanted === "string" ? found !== wanted : !wanted.test(found)) {
        wrong.push(`program ${n} ended with ${found}, not ${wanted}:\n${source}`);
      }
      counts.set(found.split(" ")[0], (counts.get(found.split(" ")[0]) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: sandbox.workers }, runOn));
  return { counts, wrong };
}

/** The segments of System V shared memory of this machine, by key and number. */
function sharedMemory(): string[] {
  const [, ...segments] = Deno.readTextFileSync("/proc/sysvipc/shm").trim().split("\n");
  return segments.map((line) => line.trim().split(/\s+/).slice(0, 2).join(" "));
}

/** A folder for temporary files that nobody else uses, while something is done. */
async function withTemporaryFolder(action: (folder: string) => Promise<void>): Promise<void> {
  const before = Deno.env.get("TMPDIR");
  const folder = await Deno.makeTempDir({ prefix: "codebias-soak-" });
  await Deno.chmod(folder, 0o777);
  Deno.env.set("TMPDIR", folder);
  try {
    await action(folder);
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
    await Deno.remove(folder, { recursive: true });
  }
}

function withName(folder: string, name: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter((entry) => entry.name === name).map(() => folder);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

const reason = contained.ignore ? " (skipped: programs cannot be contained here)" : "";

/** Has both workers start, which they do when there is something to do for them. */
async function startBoth(sandbox: Sandbox, mark: string): Promise<void> {
  const heavy = "held = b'x' * (50 << 20)\nimport time\ndef f(x):\n  time.sleep(x)";
  const asleep = program(heavy, { calls: callsWith(60), limits: { ...AMPLE, wallMs: 60_000 } });
  const ended = Promise.all([sandbox.execute(asleep), sandbox.execute(asleep)]);
  await until(() => {
    const children = workersOf(mark).children.filter((child) => residentKiB(child) > 50 << 10);
    if (children.length < 2) return false;
    for (const { pid } of children) Deno.kill(pid, "SIGKILL");
    return true;
  });
  await ended;
}

Deno.test(
  `execute() stays right and clean over ${PROGRAMS} programs, a fifth of them hostile${reason}`,
  contained,
  async () => {
    const all = Array.from({ length: PROGRAMS }, (_, n) => soaked(n, ""));
    const sources = new Set(HOSTILE.map((hostile) => hostile("").source));
    assert.equal(all.filter(({ source }) => sources.has(source)).length, PROGRAMS * 0.19);
    assert(sources.isSubsetOf(new Set(all.map(({ source }) => source))), "a hostile program is never run");
    assert.equal(all.filter((soaked) => soaked === ENDLESS).length, PROGRAMS * 0.01);

    const segments = sharedMemory();
    await withTemporaryFolder(async (folder) => {
      let namespaces = new Set<string>();
      await withSandbox(2, async (sandbox, mark) => {
        const left = `${basename(mark)}-left`;
        await startBoth(sandbox, mark);
        const { zygotes } = workersOf(mark);
        const processes = processesOf(mark);
        const before = zygotes.map(usage);
        namespaces = mountNamespaces(zygotes);

        const { counts, wrong } = await soak(sandbox, left);

        assert.equal(
          wrong.length,
          0,
          `${wrong.length} wrong endings, of them:\n${wrong.slice(0, 5).join("\n")}`,
        );
        assert.equal(counts.get("cpu-limit"), PROGRAMS * 0.01);
        assert.deepEqual(workersOf(mark).zygotes, zygotes, "a worker was replaced");
        await until(() => workersOf(mark).children.length === 0);
        assert.deepEqual(processesOf(mark), processes);
        zygotes.map(usage).forEach(({ residentKiB, descriptors }, index) => {
          assert.equal(descriptors, before[index].descriptors);
          const grown = residentKiB - before[index].residentKiB;
          assert(grown < 2_048, `a worker of ${before[index].residentKiB} KiB grew by ${grown} KiB`);
        });
        const folders = [folder, "/tmp", "/var/tmp", "/dev/shm", "/dev", "/usr", "/", Deno.cwd()];
        assert.deepEqual(folders.flatMap((place) => withName(place, left)), []);
        assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), [basename(mark)]);
      });
      await until(() => processesIn(namespaces).length === 0);
    });
    assert.deepEqual(sharedMemory(), segments);
  },
);
