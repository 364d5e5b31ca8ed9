import assert from "node:assert/strict";
import { openSandbox, Sandbox } from "codebias/execution/sandbox.ts";
import type { Zygote } from "codebias/execution/protection/zygote.ts";
import type { Call } from "codebias/core/types.ts";
import { encode, type PythonValue, tuple } from "codebias/values/mod.ts";
import { PROTECTION } from "../fake_sandbox.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { brief, callNamed, callsWith, program, type ProgramOptions } from "./programs.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, workers: 1 });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

const run = (source: string, options?: ProgramOptions) => sandbox.execute(program(source, options));
const person = (fields: Record<string, PythonValue>) =>
  ({ $type: "instance", class: "P", fields: Object.entries(fields) }) as const;

/** Programs as people write them, in which something once went wrong; each with its calls and what must come out. */
const HONEST: Readonly<
  Record<
    string,
    { source: string; calls?: readonly Call[]; ends: readonly string[]; limits?: ProgramOptions["limits"] }
  >
> = {
  "an instance that holds a function": {
    source:
      "class P:\n  def __init__(self, name):\n    self.name = name\n    self.fn = lambda x: x\ndef f(p): return p.name",
    calls: callsWith(person({ name: "a" }), person({ name: "b" })),
    ends: ['returned "a"', 'returned "b"'],
  },
  "an instance with a number of its own": {
    source:
      "import itertools\nclass P:\n  ids = itertools.count()\n  def __init__(self, name):\n    self.name = name\n" +
      "    self.id = next(P.ids)\ndef f(p): return p.name",
    calls: callsWith(person({ name: "a" })),
    ends: ['returned "a"'],
  },
  "arguments far larger than the limit on values": {
    source: "def f(x): return len(x)",
    calls: [callNamed({ x: Array(800_000).fill(12_345) }), {
      args: encode([Array(800_000).fill(12_345)]),
      seed: 1,
    }],
    limits: { memoryMiB: 512, cpuMs: 10_000, wallMs: 60_000 },
    ends: ["returned 800000", "returned 800000"],
  },
  "a raised limit on recursion": {
    source: "import sys\nsys.setrecursionlimit(20000)\ndef d(n): return 0 if n == 0 else 1 + d(n - 1)\n" +
      "def f(n):\n  yield d(n)",
    calls: callsWith(3_000),
    limits: { memoryMiB: 512 },
    ends: ['returned {"$type":"object","class":"generator","value":[3000]}'],
  },
  "a text too large to be returned": {
    source: "def f(n): return ['x' * (n << 20), {'k': 'x' * (n << 20)}, n][-(n < 9)]",
    calls: [...callsWith(300, 1), callNamed({ n: 300 })],
    limits: { memoryMiB: 1_024, cpuMs: 5_000, wallMs: 20_000 },
    ends: ["output-limit", "returned 1", "output-limit"],
  },
  "memory that goes in circles": {
    source: "class N: pass\ndef f(x):\n  try:\n    n = N(); n.s = n; n.b = bytearray(70 << 20)\n" +
      "  except MemoryError: return 'low'\n  return 'ok'",
    calls: callsWith(1, 2, 3),
    ends: ['returned "ok"', 'returned "ok"', 'returned "ok"'],
  },
  "an asynchronous function without asyncio in its text": {
    source: "from unittest.mock import AsyncMock\nasync def f(x): return x",
    calls: callsWith(1),
    limits: { cpuMs: 5_000, wallMs: 20_000 },
    ends: ["returned 1"],
  },
  "a start method that can be set once": {
    source: "import multiprocessing as mp\nmp.set_start_method('spawn')\ndef f(x): return x",
    calls: callsWith(1, 2, 3),
    limits: { cpuMs: 5_000, wallMs: 20_000 },
    ends: ["returned 1", "returned 2", "returned 3"],
  },
  "a timer that is left running": {
    // Whether it still runs is asked for, not waited for: however long a busy machine takes, it does not ring before.
    source: "import signal\ndef f(x):\n  if x == 0: signal.setitimer(signal.ITIMER_REAL, 600)\n" +
      "  return [x, signal.getitimer(signal.ITIMER_REAL)[0] > 0]",
    calls: callsWith(0, 1, 2),
    ends: ["returned [0,true]", "returned [1,false]", "returned [2,false]"],
  },
  "paths that have been printed": {
    source: "import pathlib\ndef f(x):\n  p = pathlib.Path('a') / 'b'\n  if x: str(p), hash(p)\n  return p",
    calls: callsWith(0, 1),
    limits: { cpuMs: 2_000 },
    ends: Array(2).fill('returned {"$type":"object","class":"pathlib.PosixPath","value":"a/b"}'),
  },
  "a namespace of names": {
    source: "import types\ndef f(): return types.SimpleNamespace(a=1)",
    ends: ['returned {"$type":"instance","class":"types.SimpleNamespace","fields":{"a":1}}'],
  },
  "bytes in a class of its own": {
    source: "class B(bytearray): pass\ndef f(x): return B(x.encode())",
    calls: callsWith("a"),
    ends: ['returned {"$type":"object","class":"program.B","value":{"$type":"bytes","hex":"61"}}'],
  },
  "what a class derived from one in C holds, which it cannot see": {
    source: "class M(map): pass\ndef f(x): return M(ord, x)",
    calls: callsWith("a"),
    ends: ["unserialisable program.M"],
  },
  "its own file, and a mark at its beginning": {
    source: "\ufeffimport os\nHERE = os.path.dirname(__file__)\ndef f(): return HERE",
    ends: ['returned "/"'],
  },
};

for (const [what, { source, calls, ends, limits }] of Object.entries(HONEST)) {
  Deno.test(`execute() is right about ${what}`, contained, async () => {
    const execution = await run(source, { calls, limits });
    const said = brief(execution).map((text) => text.replace("pathlib._local", "pathlib"));
    assert.deepEqual(said, ends, execution.program.message);
    assert(execution.outcomes.every(({ mutated }) => mutated === undefined));
  });
}

Deno.test("execute() does not charge loading to the calls", contained, async () => {
  const busy =
    "import time\ndef busy(s):\n  start = time.thread_time()\n  while time.thread_time() - start < s: pass\n";
  const { outcomes } = await run(`${busy}busy(0.3)\ndef f(x):\n  busy(0.3)\n  return x`, {
    calls: callsWith(1, 2, 3, 4),
    limits: { cpuMs: 500, wallMs: 20_000 },
  });
  assert.deepEqual(outcomes.map(({ kind }) => kind), Array(4).fill("returned"));
  for (const { cpuMs } of outcomes) assert(cpuMs > 290 && cpuMs < 500, `${cpuMs} ms`);
});

Deno.test(
  "execute() lets loading and calls together take as long as their limits allow",
  contained,
  async () => {
    const busy =
      "import time\ndef busy(s):\n  start = time.thread_time()\n  while time.thread_time() - start < s: pass\n";
    const { outcomes } = await run(`${busy}busy(0.45)\ndef f(x):\n  busy(0.45)\n  return x`, {
      calls: callsWith(...Array(9).keys()),
      limits: { cpuMs: 500, wallMs: 20_000 },
    });
    assert.deepEqual(outcomes.map(({ kind }) => kind), Array(9).fill("returned"));
  },
);

Deno.test("execute() keeps the state that calls share, whatever they take", contained, async () => {
  const shared = (source: string, options: ProgramOptions) =>
    sandbox.execute({ ...program(source, options), state: "shared" });
  const memory = "kept = []\ndef f(n):\n  kept.append(bytearray(n << 20))\n  return len(kept)";
  assert.deepEqual(brief(await shared(memory, { calls: callsWith(40, 40, 1, 100, 1) })), [
    "returned 1",
    "returned 2",
    "returned 3",
    "memory-limit",
    "returned 4",
  ]);
  const hang = "n = 0\ndef f(x):\n  global n\n  n += 1\n  while x and n == 40: pass\n  return n";
  const said = brief(await shared(hang, { calls: callsWith(...Array(45).fill(1)) }));
  assert.deepEqual(said.slice(0, 39), Array.from({ length: 39 }, (_, index) => `returned ${index + 1}`));
  assert.deepEqual(said.slice(39, 42), ["cpu-limit", "returned 1", "returned 2"]);
  const large = "n = 0\ndef f(x):\n  global n\n  n += 1\n  return bytes(n) + bytes(7 << 20)";
  const limits = { outputMiB: 8, memoryMiB: 512, cpuMs: 5_000, wallMs: 20_000 };
  const { outcomes } = await shared(large, { calls: callsWith(...Array(6).keys()), limits });
  assert.deepEqual(outcomes.slice(0, 5).map(({ kind }) => kind), [
    ...Array(4).fill("returned"),
    "output-limit",
  ]);
});

Deno.test(
  "execute() goes by the time of a call, also among quick ones and if it is lazy or awaited",
  contained,
  async () => {
    const busy = "import time\ndef busy(ms):\n  start = time.thread_time()\n" +
      "  while time.thread_time() - start < ms / 1000: pass\n";
    const times = [...Array(30).fill(0), 60, ...Array(20).fill(0), 30, 0];
    const limits = { cpuMs: 45, wallMs: 20_000 };
    for (
      const f of [
        "def f(ms):\n  busy(ms)\n  return ms",
        "def f(ms):\n  busy(ms)\n  yield ms",
        "async def f(ms):\n  busy(ms)\n  return ms",
        "async def f(ms):\n  busy(ms)\n  raise KeyError",
      ]
    ) {
      const { outcomes } = await run(busy + f, { calls: callsWith(...times), limits });
      outcomes.forEach(({ kind, cpuMs }, index) => {
        assert.equal(
          kind === "cpu-limit",
          times[index] === 60,
          `${f}: call ${index} ${kind} after ${cpuMs} ms`,
        );
        if (times[index] === 30) assert(cpuMs > 28, `${f}: ${cpuMs} ms`);
        if (times[index] === 0) assert(cpuMs < 5, `${f}: ${cpuMs} ms`);
      });
    }
  },
);

Deno.test(
  "execute() tells what asynchronous and shared calls changed, each of its own",
  contained,
  async () => {
    const { outcomes: [one] } = await run("async def f(x):\n  x.append(1)\n  return 0", {
      calls: callsWith([1]),
    });
    assert.deepEqual(one.mutated, [0]);
    const { outcomes: [lazy] } = await run("def f(x):\n  while x: yield x.pop()", {
      calls: callsWith([1, 2]),
    });
    assert.deepEqual(lazy.mutated, [0]);
    const source = "store = []\ndef f(x):\n  if store: store[-1].append(1)\n  store.append(x)\n  return 0";
    const { outcomes } = await sandbox.execute({
      ...program(source, { calls: callsWith(...Array(8).fill([])) }),
      state: "shared",
    });
    assert(
      outcomes.every(({ mutated }) => mutated === undefined),
      "each changed what an earlier one was given",
    );
  },
);

Deno.test("execute() shows a program nothing that an earlier one set on its streams", contained, async () => {
  const flags = program("import fcntl\ndef f(): return [fcntl.fcntl(n, fcntl.F_GETFL) for n in range(3)]");
  const before = brief(await sandbox.execute(flags));
  await run("import fcntl, os\ndef f(): return fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)");
  assert.deepEqual(brief(await sandbox.execute(flags)), before);
});

Deno.test("execute() keeps the classes of the calendar when the clock stands", contained, async () => {
  const source =
    "import datetime\nfrom datetime import date, datetime as D\nimport enum\nclass H(date): pass\n" +
    "class E(date, enum.Enum): NY = 2020, 1, 1\ndef f(): return [isinstance(date(2020, 1, 1), H), " +
    "type(D.now().date()) is date, type(D.now()) is D, repr(date.today()), str(E.NY.value), H.today() == date.today()]";
  const { outcomes } = await sandbox.execute({ ...program(source), clock: 86_400 });
  assert.deepEqual(brief({ program: { kind: "loaded", protection: "" }, outcomes }), [
    'returned [false,true,true,"datetime.date(1970, 1, 2)","2020-01-01",true]',
  ]);
});

Deno.test("execute() comes to an end with a program that makes it repeat its calls", async () => {
  const part = (kind: string, payload: Uint8Array) => {
    const bytes = new Uint8Array(13 + payload.length);
    bytes[0] = kind.charCodeAt(0);
    new DataView(bytes.buffer).setUint32(9, payload.length, true);
    bytes.set(payload, 13);
    return bytes;
  };
  // Each process makes one call, asks for another process, and takes 3,300 ms: the fourth goes beyond the 10,400 ms that an
  // honest program may take, which are four wall limits for each call and for loading.
  const log = Uint8Array.from([...part("L", encode(tuple("loaded", "", ""))), ...part("R", encode(1))]);
  const reply = { exit: 72, signal: null, stop: null, running: 1, spentMs: 0, cpuMs: 0, wallMs: 3_300, log };
  const zygote = { lost: false, request: () => Promise.resolve(reply) } as unknown as Zygote;
  const { outcomes } = await new Sandbox({ zygote, command: [] }, 1, PROTECTION).execute(
    program("", { calls: Array(12).fill({}), limits: { wallMs: 200 } }),
  );
  assert.deepEqual(outcomes.map(({ kind }) => kind), [
    ...Array(4).fill("returned"),
    ...Array(8).fill("wall-limit"),
  ]);
});
