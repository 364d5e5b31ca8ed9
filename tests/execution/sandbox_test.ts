import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import type { Limits } from "codebias/core/types.ts";
import { decode, encode, float } from "codebias/values/mod.ts";
import { orSkipped, PYTHON, PYTHONS } from "../pythons.ts";
import { contained } from "./containment.ts";
import { ASLEEP, brief, callNamed, callsWith, ending, program, type ProgramOptions } from "./programs.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, workers: 1 });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

const run = (source: string, options?: ProgramOptions) => sandbox.execute(program(source, options));

const LOOP = "def f(x):\n    while x == 2: pass\n    return x";

Deno.test("execute() returns the value of each call, with its exact type", contained, async () => {
  const { program: report, outcomes } = await run("def f(a, b=1.0): return [a, b]", {
    calls: [{ args: encode([true, float(2)]) }, callNamed({ b: 2, a: "x" }), { args: encode([7]) }],
  });
  assert.deepEqual(report, { kind: "loaded", protection: sandbox.protection.level });
  const values = outcomes.map((outcome) => outcome.kind === "returned" && decode(outcome.value));
  assert.deepEqual(values, [[true, float(2)], ["x", 2], [7, float(1)]]);
  assert(outcomes.every(({ cpuMs }) => cpuMs >= 0 && cpuMs < 100));
});

/** What one call of a program ends with. */
const OUTCOMES: Readonly<Record<string, { source: string; ends: string; limits?: Partial<Limits> }>> = {
  "an exception": { source: "def f(): return 1 / 0", ends: "raised ZeroDivisionError" },
  "an exception of its own": {
    source: "class Bad(Exception): pass\ndef f(): raise Bad('x')",
    ends: "raised program.Bad",
  },
  "an exit": { source: "import sys\ndef f(): sys.exit(0)", ends: "raised SystemExit" },
  "an exit by the interactive names": { source: "def f(): exit(quit)", ends: "raised SystemExit" },
  "a wrong call": { source: "def f(a): return a", ends: "raised TypeError" },
  "a value that cannot be encoded": { source: "def f(): return lambda: 1", ends: "unserialisable function" },
  "a value that holds one that cannot be encoded": {
    source: "def f(): return [open]",
    ends: "unserialisable list",
  },
  "a dict with keys that marshal cannot tell apart": {
    source: "class N:\n  def __init__(self, n): self.n = [n]\ndef f(): return {N(1): 1, N(1): 2}",
    ends: 'returned {"$type":"dict","items":[' +
      [1, 2].map((value) => `[{"$type":"instance","class":"program.N","fields":{"n":[1]}},${value}]`) + "]}",
  },
  "an iterator without end": {
    source: "import itertools\ndef f(): return itertools.count()",
    ends: "unserialisable itertools.count",
  },
  "an iterator that raises": {
    source: "def f():\n  yield 1\n  raise KeyError('k')",
    ends: "raised KeyError",
  },
  "a value nested too deep": {
    source: "def f():\n  x = 1\n  for _ in range(200): x = [x]\n  return x",
    ends: "unserialisable list",
  },
  "an endless loop": { source: "def f():\n  while True: pass", ends: "cpu-limit" },
  "an endless sleep": {
    source: "import time\ndef f(): time.sleep(60)",
    ends: "wall-limit",
    limits: ASLEEP,
  },
  "too much memory": { source: "def f(): return len(bytearray(1 << 30))", ends: "memory-limit" },
  "too large a value": { source: "def f(): return b'x' * (1 << 21)", ends: "output-limit" },
  "too many items": { source: "def f(): return [None] * (1 << 21)", ends: "output-limit" },
  "another process": { source: "import os\ndef f(): return os.fork()", ends: "process-limit" },
  "another thread": {
    source: "import threading\ndef f(): threading.Thread(target=print).start()",
    ends: "process-limit",
  },
  "a crash": { source: "import ctypes\ndef f(): ctypes.string_at(0)", ends: "signal" },
  "a hard exit": { source: "import os\ndef f(): os._exit(3)", ends: "early-exit" },
  "a hard exit that looks like a full log": {
    source: "import os\ndef f(): os._exit(72)",
    ends: "output-limit",
  },
};

for (const [what, { source, ends, limits }] of Object.entries(OUTCOMES)) {
  Deno.test(`execute() says "${ends}" after ${what}`, contained, async () => {
    const execution = await run(source, { limits });
    assert.equal(execution.program.kind, "loaded");
    assert.deepEqual(brief(execution), [ends]);
  });
}

/** What a program that does not load ends with. */
const LOADING: Readonly<
  Record<string, { source: string; ends: string; message?: RegExp; limits?: Partial<Limits> }>
> = {
  "a syntax error": {
    source: "def f(:\n  pass",
    ends: "program syntax-error SyntaxError",
    message: /invalid syntax/,
  },
  "a null character": { source: "def f(): return 1\n\0", ends: "program syntax-error", message: /null/ },
  "a lone surrogate": { source: "def f(): return '\ud800'", ends: "program syntax-error UnicodeEncodeError" },
  "no such function": {
    source: "def g(): pass\nx = 1",
    ends: "program no-entry-point",
    message: /^it defines g$/,
  },
  "no function at all": {
    source: "f = 3",
    ends: "program no-entry-point",
    message: /^it defines no function$/,
  },
  "an empty source": { source: "", ends: "program no-entry-point" },
  "an exception": {
    source: "import no_such_module\ndef f(): pass",
    ends: "program raised ModuleNotFoundError",
  },
  "an exit": { source: "raise SystemExit(0)", ends: "program raised SystemExit" },
  "an endless loop": { source: "while True: pass", ends: "program cpu-limit" },
  "an endless sleep": {
    source: "import time\ntime.sleep(60)",
    ends: "program wall-limit",
    limits: ASLEEP,
  },
  "too much memory": { source: "x = bytearray(1 << 30)", ends: "program memory-limit" },
  "another process": { source: "import os\nos.fork()", ends: "program process-limit" },
  "a crash": { source: "import ctypes\nctypes.string_at(0)", ends: "program signal" },
  "a hard exit": { source: "import os\nos._exit(0)", ends: "program early-exit", message: /^exit status 0$/ },
};

for (const [what, { source, ends, message = /(?:)/, limits }] of Object.entries(LOADING)) {
  Deno.test(`execute() says "${ends}" after ${what} while loading`, contained, async () => {
    const execution = await run(source, { calls: [{}, {}], limits });
    assert(ending(execution).startsWith(ends), ending(execution));
    assert.match(execution.program.message ?? "", message);
    assert.deepEqual(execution.outcomes, []);
  });
}

Deno.test("execute() costs a hanging input that input only", contained, async () => {
  const execution = await run(LOOP, { calls: callsWith(1, 2, 3, 2, 4) });
  assert.deepEqual(brief(execution), ["returned 1", "cpu-limit", "returned 3", "cpu-limit", "returned 4"]);
});

Deno.test("execute() keeps the outcomes before and after a crash", contained, async () => {
  const source =
    "import ctypes, os\ndef f(x):\n  if x == 2: ctypes.string_at(0)\n  if x == 3: os._exit(0)\n  return x";
  const execution = await run(source, { calls: callsWith(1, 2, 3, 4) });
  assert.deepEqual(brief(execution), ["returned 1", "signal", "early-exit", "returned 4"]);
});

Deno.test("execute() leaves out the calls after a limit when asked to stop there", contained, async () => {
  const calls = callsWith(1, 2, 3);
  const stopped = await run(LOOP, { calls, stopAtLimit: true });
  assert.deepEqual(brief(stopped), ["returned 1", "cpu-limit"]);
  const memory = "def f(x):\n  if x == 2: bytearray(1 << 30)\n  return x";
  assert.deepEqual(brief(await run(memory, { calls, stopAtLimit: true })), ["returned 1", "memory-limit"]);
  assert.deepEqual(brief(await run(memory, { calls })), ["returned 1", "memory-limit", "returned 3"]);
  const raising = await run("def f(x): return 6 // (x - 2)", { calls, stopAtLimit: true });
  assert.deepEqual(brief(raising), ["returned -6", "raised ZeroDivisionError", "returned 6"]);
});

Deno.test(
  "execute() makes calls again whose outcome was lost with a process that hung",
  contained,
  async () => {
    const calls = callsWith(...Array.from({ length: 2_000 }, (_, index) => index));
    const source = "def f(x):\n  while x == 700: pass\n  return -x";
    const { outcomes } = await run(source, { calls });
    assert.equal(outcomes.length, 2_000);
    outcomes.forEach((outcome, index) => {
      assert.equal(
        ending({ program: { kind: "loaded", protection: "" }, outcomes: [outcome] }),
        index === 700 ? "cpu-limit" : `returned ${-index || 0}`,
      );
    });
  },
);

Deno.test(
  "execute() goes by processor time, also if nobody looked while a call took too long",
  contained,
  async () => {
    const source = "import time\ndef f(ms):\n  start = time.thread_time()\n" +
      "  while time.thread_time() - start < ms / 1000: pass\n  return ms";
    for (const cpuMs of [30, 100]) {
      const calls = callsWith(cpuMs / 2, 1.1 * cpuMs + 1 | 0, 1);
      const outcomes = brief(await run(source, { calls, limits: { cpuMs, wallMs: 20_000 } }));
      assert.deepEqual(outcomes, [`returned ${cpuMs / 2}`, "cpu-limit", "returned 1"]);
    }
  },
);

Deno.test(
  "execute() gives a call that met its wall limit while it computed a second try",
  contained,
  async () => {
    // Just more than the limit, part of it asleep, but not idle; of the second try, with 4,000 ms, almost half is left.
    const source =
      "import time\ndef f(ms):\n  end = time.monotonic() + ms / 1000\n  while time.monotonic() < end:\n" +
      "    time.sleep(0.005)\n    for _ in range(100000): pass\n  return ms";
    const limits = { wallMs: 2_000, cpuMs: 10_000 };
    const { outcomes } = await run(source, { calls: callsWith(1, 2_100, 2, 20_000, 3), limits });
    assert.deepEqual(
      outcomes.map((outcome) => "idle" in outcome ? [outcome.kind, outcome.idle] : outcome.kind),
      [
        "returned",
        "returned",
        "returned",
        ["wall-limit", false],
        "returned",
      ],
    );
    assert(outcomes[3].kind === "wall-limit" && /machine may have been too busy/.test(outcomes[3].message));
    const { program: report } = await run(
      "import time\nf = abs\nend = time.monotonic() + 2.1\n" +
        "while time.monotonic() < end: time.sleep(0.005); sum(range(100000))",
      { limits, calls: callsWith(-1) },
    );
    assert.equal(report.kind, "loaded");
  },
);

Deno.test("execute() starts every call from a freshly loaded program", contained, async () => {
  const source = "seen = []\nclass A: count = 0\ndef f(x):\n  global late\n  seen.append(x); A.count += 1\n" +
    "  late = globals().get('late', 0) + 1\n  return [seen, A.count, late]";
  assert.deepEqual(brief(await run(source, { calls: callsWith(1, 2) })), [
    "returned [[1],1,1]",
    "returned [[2],1,1]",
  ]);
});

Deno.test("execute() gives every call its own arguments", contained, async () => {
  const source = "def f(x):\n  x.append(0)\n  return x";
  const shared = encode([[1]]);
  const execution = await run(source, { calls: [{ args: shared }, { args: shared }] });
  assert.deepEqual(brief(execution), ["returned [1,0]", "returned [1,0]"]);
});

Deno.test("execute() calls a program that loads only once nondeterministic", contained, async () => {
  // The second call waits for the time from which on the program does not load: a busy machine has until then for all before.
  const source = `import os, time\nat = ${Date.now() / 1000 + 8}\nif time.time() > at: 1 / 0\n` +
    "def f(x):\n  if x == 2:\n    while time.time() <= at: time.sleep(0.05)\n    os._exit(0)\n  return x";
  const { program: report, outcomes } = await run(source, { calls: callsWith(1, 2, 3) });
  assert.equal(report.kind, "loaded");
  assert.deepEqual(outcomes.map(({ kind }) => kind), ["returned", "early-exit", "nondeterministic"]);
  assert.deepEqual(outcomes[2], { kind: "nondeterministic", message: "loaded once, then: raised", cpuMs: 0 });
});

Deno.test(
  "execute() gives a call another process when what is left in this one keeps it from loading",
  contained,
  async () => {
    const source =
      "import builtins\nif hasattr(builtins, 'again'): 1 / 0\nbuiltins.again = True\ndef f(x): return x";
    assert.deepEqual(brief(await run(source, { calls: callsWith(1, 2, 3) })), [
      "returned 1",
      "returned 2",
      "returned 3",
    ]);
  },
);

Deno.test(
  "execute() runs a program in one namespace as a module, in split ones as exec does",
  contained,
  async () => {
    const source = "import math\ndef g(): return 4\ndef f():\n  return math.floor(g() + 0.5)";
    assert.equal(ending(await run(source)), "returned 4");
    assert.equal(ending(await run(source, { namespace: "split" })), "raised NameError");
    const local = "def f():\n  import math\n  return math.floor(4.5)";
    assert.equal(ending(await run(local, { namespace: "split" })), "returned 4");
    assert.equal(ending(await run("def f(): return __name__")), 'returned "program"');
  },
);

Deno.test("execute() repeats Python's random numbers with the seed", contained, async () => {
  const source = "import random\ndef f(): return [random.random(), random.randint(0, 10**9)]";
  const calls = [1, 1, 2, 0, 2 ** 53 - 1].map((seed) => ({ seed }));
  const [a, b, c, d, e] = brief(await run(source, { calls }));
  assert.equal(a, b);
  assert.equal(new Set([a, c, d, e]).size, 4);
  assert.deepEqual(brief(await run(source, { calls })), [a, b, c, d, e]);
});

Deno.test("execute() seeds like random.seed()", contained, async () => {
  const seeded = await run("import random\ndef f(): return random.random()", { calls: [{ seed: 42 }] });
  const plain = await run("import random\ndef f():\n  random.seed(42)\n  return random.random()");
  assert.deepEqual(brief(seeded), brief(plain));
});

Deno.test("execute() goes on with another process when the log is full", contained, async () => {
  const source = "def f(n): return bytes([n]) * (6 << 20)";
  const limits = { outputMiB: 8, memoryMiB: 512, cpuMs: 2_000 };
  const { outcomes } = await run(source, { calls: callsWith(...Array(12).keys()), limits });
  assert.equal(outcomes.length, 12);
  outcomes.forEach((outcome, index) => {
    assert.equal(outcome.kind, "returned");
    assert.deepEqual([outcome.value.length, outcome.value.at(-1)], [(6 << 20) + 6, index]);
  });
});

Deno.test(
  "execute() encodes the value of a program that lowered the recursion limit",
  contained,
  async () => {
    const source =
      "import sys\ndef f():\n  x = 1\n  for _ in range(90): x = [x]\n  sys.setrecursionlimit(50)\n  return x";
    assert.equal(ending(await run(source)), `returned ${"[".repeat(90)}1${"]".repeat(90)}`);
  },
);

Deno.test("execute() shortens long messages", contained, async () => {
  const { outcomes: [outcome] } = await run("def f(): raise ValueError('x' * 10**6)");
  assert.equal(outcome.kind === "raised" && outcome.message.length, 500);
});

Deno.test("execute() refuses limits and seeds that make no sense", contained, async () => {
  for (const limits of [{ cpuMs: 0 }, { wallMs: 0.5 }, { memoryMiB: NaN }, { outputMiB: -1 }]) {
    await assert.rejects(run("def f(): pass", { limits }), RangeError);
  }
  for (const seed of [-1, 0.5, 2 ** 53, NaN]) {
    await assert.rejects(run("def f(): pass", { calls: [{ seed }] }), RangeError);
  }
  assert.equal(ending(await run("def f(): return 1")), "returned 1");
});

Deno.test("execute() stops between processes when it is aborted", contained, async () => {
  const endless = program(LOOP, { calls: callsWith(...Array(600).fill(2)) }); // three minutes of processor time
  const reason = new Error("enough");
  await assert.rejects(sandbox.execute(endless, AbortSignal.abort(reason)), reason);
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 100);
  await assert.rejects(sandbox.execute(endless, controller.signal), reason);
  assert.equal(ending(await run("def f(): return 1")), "returned 1", "the worker is free again");
});

const SAME_EVERYWHERE = `
class P:
    pass

def f(x):
    if x == "loop":
        while True: pass
    if x == "big": return bytearray(2**30)
    if x == "own": return P
    return [x, 2**70, {"k": (1.5, None)}, {True}]
`;

for (const python of PYTHONS) {
  const { version, command } = python;
  Deno.test(
    `execute() tells the same of a program with Python ${version}${orSkipped(python)}`,
    { ignore: contained.ignore || !command },
    async () => {
      await using other = await openSandbox({ python: command!, workers: 1 });
      const { program: report, outcomes } = await other.execute(
        program(SAME_EVERYWHERE, { calls: callsWith("a", "loop", "big", "own", "b") }),
      );
      assert.equal(report.kind, "loaded");
      const value = (x: string) => `returned ["${x}",{"$type":"int","value":"1180591620717411303424"},`;
      const said = brief({ program: report, outcomes });
      assert(said[0].startsWith(value("a")), said[0]);
      assert.deepEqual(said.slice(1, 4), ["cpu-limit", "memory-limit", "unserialisable type"]);
      assert.equal(said[4], said[0].replace('"a"', '"b"'));
      assert.equal(ending(await other.execute(program("def f(: pass"))), "program syntax-error SyntaxError");
    },
  );
}

Deno.test(
  "execute() gives every call all of its memory, whatever earlier calls keep",
  contained,
  async () => {
    const keeps = "kept = {}\ndef f(n):\n  kept[n] = bytearray(80 << 20)\n  return n";
    const execution = await run(keeps, { calls: callsWith(0, 1, 2, 3) });
    assert.equal(ending(execution), "returned 0, returned 1, returned 2, returned 3");
    const large = "table = [0] * (6 << 20)\ndef f(n): return len(table)";
    const { outcomes } = await run(large, { calls: callsWith(0, 1, 2, 3, 4) });
    assert.deepEqual(outcomes.map(({ kind }) => kind), Array(5).fill("returned"));
  },
);

Deno.test(
  "execute() still says memory-limit of each call that takes too much by itself",
  contained,
  async () => {
    const source = "def f(n): return len(bytearray(n << 20))";
    const execution = await run(source, { calls: callsWith(1, 999, 2, 999, 999, 3) });
    const [ok, stop] = ["returned 1048576", "memory-limit"];
    assert.equal(
      ending(execution),
      [ok, stop, "returned 2097152", stop, stop, "returned 3145728"].join(", "),
    );
  },
);

Deno.test(
  "execute() tells a program that waits from one that computes, at the wall limit",
  contained,
  async () => {
    const idle = async (source: string, wallMs = 700) => {
      const { program, outcomes } = await run(source, { calls: [{}], limits: { cpuMs: 10_000, wallMs } });
      const end = outcomes[0] ?? program;
      return [end.kind, "idle" in end && end.idle];
    };
    assert.deepEqual(await idle("import time\ndef f(): time.sleep(60)"), ["wall-limit", true]);
    assert.deepEqual(await idle("import time\ntime.sleep(60)\ndef f(): pass"), ["wall-limit", true]);
    // A busy machine may leave it little: it has longer, and is woken often.
    const computes =
      "import time\ndef f():\n  while True:\n    time.sleep(0.005)\n    for _ in range(100000): pass";
    assert.deepEqual(await idle(computes, 2_000), ["wall-limit", false]);
  },
);
