import { allRefused, callOf, ends, type Hostile, outOfTime, waitedTooLong } from "../hostile.ts";
import { HOSTILE_SHORT, HOSTILE_WAITING } from "../../limits.ts";

/** Programs that take more than their share of time. */
export const TIME: readonly Hostile[] = [
  {
    name: "endless loop",
    rows: ["A17"],
    limits: HOSTILE_SHORT,
    source: "def f():\n  while True: pass",
    expect: outOfTime,
  },
  {
    name: "endless loop at load",
    rows: ["A13"],
    limits: HOSTILE_SHORT,
    source: "while True: pass",
    expect: ends("program cpu-limit", "program wall-limit"),
  },
  {
    name: "endless sleep",
    rows: ["A14"],
    limits: HOSTILE_WAITING,
    source: "def f(): time.sleep(600)",
    expect: waitedTooLong,
  },
  {
    name: "loop that swallows everything",
    rows: ["B6"],
    limits: HOSTILE_SHORT,
    source: "def f():\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass",
    expect: outOfTime,
  },
  {
    name: "power tower",
    rows: ["A16"],
    limits: HOSTILE_SHORT,
    source: "def f(): return 9 ** 9 ** 9 % 10",
    expect: ends("cpu-limit", "wall-limit", "memory-limit"),
  },
  {
    name: "constant that never ends to be folded",
    rows: ["A16"],
    limits: HOSTILE_SHORT,
    source: "def f(): return ((((10 ** 9) ** 9) ** 9) ** 9) ** 9 ** 9",
    expect: ends(/-limit$/),
  },
  {
    name: "regular expression that backtracks for ever",
    rows: ["A15"],
    limits: HOSTILE_SHORT,
    source: "import re\ndef f(): return bool(re.match(r'(a+)+$', 'a' * 50 + 'b'))",
    expect: outOfTime,
  },
  {
    name: "exception that hangs when it is printed",
    rows: ["A17", "B12"],
    limits: HOSTILE_SHORT,
    source: "class E(Exception):\n  def __str__(self):\n    while True: pass\ndef f(): raise E",
    expect: outOfTime,
  },
  {
    name: "value that hangs when it is freed",
    rows: ["B12"],
    limits: HOSTILE_SHORT,
    source: "class D:\n  def __del__(self):\n    while True: pass\ndef f(): return D()",
    expect: outOfTime,
  },
  {
    name: "collector's callback that hangs",
    rows: ["B12"],
    limits: HOSTILE_SHORT,
    source:
      "import gc\ndef hang(*_):\n  while True: pass\ndef f():\n  gc.callbacks.append(hang)\n  gc.collect()\n  return 1",
    expect: outOfTime,
  },
  {
    name: "a loop in C in one call of several",
    rows: ["A17"],
    limits: HOSTILE_SHORT,
    calls: [callOf(0), callOf(10 ** 12), callOf(3)],
    source: "def f(n): return sum(range(n))",
    bare: true,
    expect: ends("returned 0, cpu-limit, returned 3", "returned 0, wall-limit, returned 3"),
  },
  {
    name: "an int with too many digits, written out",
    rows: ["A18"],
    source:
      "def f(): return [attempt(str, 10 ** 5000), attempt(int, '9' * 5000), attempt(repr, -10 ** 5000)]",
    expect: allRefused,
  },
  {
    name: "an int with too many digits, returned",
    rows: ["A18"],
    source: "def f(): return -(16 ** 5000)",
    expect: ends(/^returned \{"\$type":"int","value":"-0x10{5000}"\}$/),
  },
  {
    name: "an int with too many digits, raised",
    rows: ["A18"],
    source: "def f(): raise ValueError(10 ** 5000)",
    expect: ends("raised ValueError"),
  },
  {
    name: "an int with too many digits, after the cap was lifted",
    rows: ["A18"],
    limits: HOSTILE_SHORT,
    source: "def f():\n  getattr(sys, 'set_int_max_str_digits', id)(0)\n  return len(str(3 << 8_000_000))",
    expect: outOfTime,
  },
  {
    name: "waiting that is longer than the limit on computing",
    rows: ["A20"],
    source: "def f():\n  time.sleep(0.15)\n  return 1",
    limits: { cpuMs: 50 },
    expect: ({ outcomes: [outcome] }) => outcome.kind === "returned" && outcome.cpuMs < 50,
  },
  {
    name: "computing for a while",
    rows: ["A20"],
    source: "def f():\n  end = time.thread_time() + 0.05\n  while time.thread_time() < end: pass\n  return 1",
    expect: ({ outcomes: [outcome] }) =>
      outcome.kind === "returned" && outcome.cpuMs >= 50 && outcome.cpuMs < 200,
  },
  {
    name: "a coroutine that never ends",
    rows: ["A17", "F2"],
    source: "import asyncio\nasync def f():\n  while True: await asyncio.sleep(0)",
    expect: outOfTime,
  },
  {
    name: "a coroutine that sleeps for ever",
    rows: ["A14", "F2"],
    source: "import asyncio\nasync def f(): await asyncio.sleep(600)",
    limits: HOSTILE_WAITING,
    expect: waitedTooLong,
  },
  {
    name: "hash values that collide",
    rows: ["A17"],
    limits: HOSTILE_SHORT,
    source: "def f(): return len({n * ((1 << 61) - 1) for n in range(100_000)})",
    expect: outOfTime,
  },
  {
    name: "import that never ends",
    rows: ["A13"],
    limits: HOSTILE_SHORT,
    source: `
class Finder:
    def find_spec(self, *_):
        while True: pass
sys.meta_path.insert(0, Finder())
import codebias_none
`,
    expect: ends("program cpu-limit", "program wall-limit"),
  },
];
