import { callOf, ends, type Hostile, outOfTime, returnsOne } from "../hostile.ts";
import { HOSTILE_LONG, HOSTILE_SHORT } from "../../limits.ts";

/** Programs that turn on the worker's own code, in whose process they run. */
export const WORKER: readonly Hostile[] = [
  {
    name: "patched builtins",
    rows: ["E6"],
    source:
      "import builtins\nfor n in ('tuple', 'list', 'dict', 'set', 'str', 'bytes', 'type', 'len', 'isinstance', 'sorted', 'callable', " +
      "'BaseException', 'MemoryError', 'slice', 'map', 'frozenset', 'issubclass'):\n  setattr(builtins, n, None)\ndef f(): return 1",
    expect: ends("program early-exit", "returned 1"),
  },
  {
    name: "builtins patched in the call",
    rows: ["E6"],
    source:
      "import builtins\ndef f():\n  builtins.list = builtins.tuple = builtins.BaseException = int\n  return [1]",
    expect: ends("early-exit", /^unserialisable/, "returned [1]"),
  },
  {
    name: "patched modules",
    rows: ["E6"],
    source: "import json, marshal, random, resource, signal, struct, time, types\ndef f():\n" +
      "  for m in (json, marshal, struct, time, types, os, signal, resource, random):\n" +
      "    for n in list(vars(m)):\n      if n[0] != '_' or n in ('_exit', '_Exit'): setattr(m, n, lambda *a, **k: b'forged')\n" +
      "  return 1",
    expect: returnsOne,
  },
  {
    name: "patched worker",
    rows: ["E6"],
    source:
      "import __main__\ndef f():\n  for n in list(vars(__main__)):\n    if n[:2] != '__': setattr(__main__, n, lambda *a, **k: 99)\n  return 1",
    expect: ends("returned 1", /^early-exit$/, /^unserialisable/, /^raised/),
  },
  {
    name: "child that plays the parent",
    rows: ["E10"],
    source: "import __main__\ndef f(): __main__.serve(False, -1)",
    expect: ends("early-exit", /^raised /),
  },
  {
    name: "child that returns into the parent's code",
    rows: ["E10"],
    source: `
def f():
    os._exit = local("recorder").exit_now = lambda code: None
    return 1
`,
    expect: ends("returned 1", "early-exit"),
  },
  {
    name: "clock that lies",
    rows: ["E6"],
    limits: HOSTILE_SHORT,
    source:
      "def f():\n  time.thread_time_ns = time.monotonic = time.process_time_ns = lambda: 0\n  while True: pass",
    expect: outOfTime,
  },
  {
    name: "modules thrown away",
    rows: ["E6"],
    source: "def f():\n  sys.modules.clear()\n  return 1",
    expect: returnsOne,
  },
  {
    name: "memory written over",
    rows: ["E5"],
    source: "def f():\n  ctypes.memset(id(type), 0, 400)\n  return [1]",
    expect: ends("signal", "early-exit", "returned [1]"),
  },
  {
    name: "looking for the expected values, in frames and in everything",
    rows: ["C13", "E9"],
    calls: [callOf("input-7b1")],
    bare: true,
    source: `
import gc, sys
def f(given):
    words = {"expected", "answer", "reference", "solution", "verdict", "passed", "assert_equal"}
    frame, found = sys._getframe(), set()
    while frame: found |= words & {name.lower() for name in frame.f_locals} - set(f.__code__.co_varnames); frame = frame.f_back
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is dict: found |= words & {name for name in one if type(name) is str} - set(vars(sys.modules["builtins"]))
    return sorted(found - {"reference"})
`,
    limits: HOSTILE_LONG,
    expect: ends("returned []"),
  },
  {
    name: "the worker's arguments, modules and main file",
    rows: ["E9"],
    source: `
import __main__, inspect
def f():
    files = [frame.filename for frame in inspect.stack(0)]
    return [sys.argv, getattr(sys, "orig_argv", [""]), hasattr(__main__, "__file__"), __name__, sorted(set(files))]
`,
    expect: ends(/^returned \[\[""\],\[""\],false,"program",\["<program>","<string>"\]\]$/),
  },
  {
    name: "imports replaced",
    rows: ["E6"],
    source: `
import builtins
class Module:
    def __getattr__(self, name): raise SystemExit
def f():
    builtins.__import__ = lambda *a, **k: Module()
    for name in list(sys.modules): sys.modules[name] = Module()
    sys.meta_path[:] = [Module()]; sys.path_hooks.clear()
    return 1
`,
    expect: returnsOne,
  },
  {
    name: "a false numpy",
    rows: ["E6", "E1"],
    source: `
import types
class Kind:
    kind, str = "i", "<i8"
class ndarray:
    dtype, shape = Kind, (1 << 40,)
    def tobytes(self): return b"\\0" * 8
    def item(self): return 9
ndarray.__module__, ndarray.__qualname__ = "numpy", "ndarray"
def f():
    sys.modules["numpy"] = types.SimpleNamespace(ndarray=ndarray, generic=ndarray)
    return ndarray()
`,
    expect: ends(/^(returned|unserialisable|raised|early-exit)/),
  },
  {
    name: "a numpy that is not what it seems when it is asked for",
    rows: ["E6", "A17"],
    limits: HOSTILE_SHORT,
    source: `
class Module(type(sys)):
    def __getattribute__(self, name):
        while True: pass
def f():
    sys.modules["numpy"] = Module("numpy")
    return {1}
class Own: pass
`,
    expect: ends('returned {"$type":"set","items":[1]}', "cpu-limit", "wall-limit"),
  },
  {
    name: "asynchrony replaced",
    rows: ["E6"],
    source: `
import asyncio, types
async def f():
    types.CoroutineType = types.AsyncGeneratorType = int
    asyncio.run = lambda awaited: 9
    return 1
`,
    expect: ends("returned 1"),
  },
  {
    name: "asynchrony replaced before it is used",
    rows: ["E6"],
    source: `
import asyncio
asyncio.run = lambda awaited: (awaited.close(), 9)[1]
asyncio.selector_events = None
async def f(): return 1
`,
    expect: ends("returned 9"), // what a program says of itself
  },
  {
    name: "built-in types changed in their insides",
    rows: ["E1", "E6"],
    source: `
import gc
def f():
    for kind, names in ((dict, ("items", "keys")), (str, ("__str__", "startswith")), (list, ("__getitem__", "__iter__"))):
        inside = gc.get_referents(kind.__dict__)[0]
        for name in names: inside[name] = lambda *_: ["forged"]
    return {"own": [1, 2]}
`,
    expect: ends(
      'returned {"$type":"dict","items":[["own",[1,2]]]}',
      "signal",
      "early-exit",
      /^(unserialisable|raised)/,
    ),
  },
  {
    name: "standard classes patched before a value of them is returned",
    rows: ["E6"],
    source: `
import collections, datetime, decimal, enum, fractions
def f():
    values = [decimal.Decimal("1.50"), datetime.date(2020, 2, 29), fractions.Fraction(1, 3), collections.deque([1])]
    decimal.Decimal = datetime.date = fractions.Fraction = collections.deque = enum.Enum = int
    return values
`,
    expect: ends(
      'returned [{"$type":"object","class":"decimal.Decimal","value":"1.50"},' +
        '{"$type":"object","class":"datetime.date","value":"2020-02-29"},' +
        '{"$type":"object","class":"fractions.Fraction","value":{"$type":"tuple","items":[1,3]}},' +
        '{"$type":"object","class":"collections.deque","value":[1]}]',
    ),
  },
  {
    name: "the module's names thrown away between two calls",
    rows: ["E8", "F9"],
    calls: [callOf(1), callOf(2)],
    source: "def f(n):\n  sys.modules.pop('program'); globals().clear()\n  return n",
    expect: ends("returned 1, returned 2"),
  },
  {
    name: "a judge's usual tools replaced",
    rows: ["E6"],
    source: `
import builtins, json, math, random, unittest
def f():
    always = lambda *a, **k: True
    math.isclose = builtins.isinstance = builtins.all = builtins.abs = builtins.repr = always
    unittest.TestCase.assertEqual = unittest.TestCase.assertTrue = always
    json.dumps = lambda *a, **k: "9"; time.time = random.random = lambda: 0; builtins.hash = builtins.id = lambda _: 0
    return [1, {2}]
`,
    expect: ends('returned [1,{"$type":"set","items":[2]}]'),
  },
];
