import { allRefused, ends, type Hostile, outOfTime, returnsOne } from "./hostile.ts";

const RECORD =
  "bytes([ord('R')]) + bytes(8) + (6).to_bytes(4, 'little') + b'\\0i' + (9).to_bytes(4, 'little')";
const END = "b'.' + bytes(12)";
const violation = ends("program protocol-violation", "protocol-violation");

/** Programs that turn on the worker in whose process they run, or lie about what they are. */
export const FORGERIES: readonly Hostile[] = [
  { name: "exit at load", source: "sys.exit(0)", expect: ends("program raised SystemExit") },
  { name: "hard exit at load", source: "os._exit(0)", expect: ends("program early-exit") },
  ...[0, 71, 72, 73, 74].map((status): Hostile => ({
    name: `hard exit with status ${status}, which may mean something to the worker`,
    source: `def f(): os._exit(${status})`,
    expect: ends(status === 72 ? "output-limit" : "early-exit"),
  })),
  ...[71, 72, 74].map((status): Hostile => ({
    name: `hard exit with status ${status} at load`,
    source: `os._exit(${status})`,
    expect: ends("program early-exit"),
  })),
  {
    name: "exception that cannot be read",
    source: "class M(type):\n  __module__ = __name__ = property(lambda c: 1 / 0)\n" +
      "class E(Exception, metaclass=M):\n  __str__ = __repr__ = lambda s: 1 / 0\ndef f(): raise E",
    expect: ends(/^raised /),
  },
  {
    name: "exception with a false errno",
    source:
      "class Q:\n  def __eq__(s, o): raise SystemExit\ndef f():\n  e = BlockingIOError()\n  e.errno = Q()\n  raise e",
    expect: ends("early-exit", /^raised /),
  },
  {
    name: "KeyboardInterrupt",
    source: "def f(): raise KeyboardInterrupt",
    expect: ends("raised KeyboardInterrupt"),
  },
  { name: "GeneratorExit", source: "def f(): raise GeneratorExit", expect: ends("raised GeneratorExit") },
  {
    name: "value that equals everything",
    source: "class A:\n  __eq__ = lambda s, o: True\n  __hash__ = lambda s: 1\ndef f(): return A()",
    expect: ends("unserialisable program.A"),
  },
  {
    name: "int that equals everything",
    source:
      "class I(int):\n  __eq__ = lambda s, o: True\n  __hash__ = __pos__ = __int__ = __index__ = lambda s: 5\ndef f(): return I(3)",
    expect: ends('returned {"$type":"object","class":"program.I","value":3}'),
  },
  {
    name: "str that is another to everybody",
    source:
      "class S(str):\n  __str__ = __repr__ = __getitem__ = encode = lambda s, *a: 'forged'\ndef f(): return S('own')",
    expect: ends('returned {"$type":"object","class":"program.S","value":"own"}'),
  },
  {
    name: "list and dict with other insides",
    source:
      "class L(list):\n  __iter__ = lambda s: iter(int, 1)\n  __len__ = lambda s: 0\n  __getitem__ = lambda s, i: 1 / 0\n" +
      "class D(dict):\n  items = keys = __iter__ = lambda s: 1 / 0\ndef f(): return [L([1]), D(a=1)]",
    expect: ends(
      'returned [{"$type":"object","class":"program.L","value":[1]},' +
        '{"$type":"object","class":"program.D","value":{"$type":"dict","items":[["a",1]]}}]',
    ),
  },
  {
    name: "class that claims to be int",
    source:
      "class A:\n  __class__ = property(lambda s: int)\n  __index__ = __int__ = lambda s: 7\ndef f(): return A()",
    expect: ends("unserialisable program.A"),
  },
  {
    name: "class whose type passes for int",
    source: "class M(type):\n  __hash__ = lambda c: hash(int)\n  __eq__ = lambda c, o: True\n" +
      "class A(metaclass=M): pass\ndef f(): return [A()]",
    expect: ends("unserialisable list"),
  },
  {
    name: "class that forges its name",
    source: "class A(int): pass\nA.__module__ = 'builtins'; A.__qualname__ = 'int'\ndef f(): return A(3)",
    expect: ends('returned {"$type":"object","class":"int","value":3}'),
  },
  {
    name: "class with a name of a megabyte",
    source: "A = type('A' * (1 << 20), (int,), {})\ndef f(): return A(3)",
    expect: ends(/^returned \{"\$type":"object","class":"program.A{192}","value":3\}$/),
  },
  {
    name: "patched builtins",
    source:
      "import builtins\nfor n in ('tuple', 'list', 'dict', 'set', 'str', 'bytes', 'type', 'len', 'isinstance', 'sorted', 'callable', " +
      "'BaseException', 'MemoryError', 'slice', 'map', 'frozenset', 'issubclass'):\n  setattr(builtins, n, None)\ndef f(): return 1",
    expect: ends("program early-exit", "returned 1"),
  },
  {
    name: "builtins patched in the call",
    source:
      "import builtins\ndef f():\n  builtins.list = builtins.tuple = builtins.BaseException = int\n  return [1]",
    expect: ends("early-exit", /^unserialisable/, "returned [1]"),
  },
  {
    name: "patched modules",
    source: "import json, marshal, random, resource, signal, struct, time, types\ndef f():\n" +
      "  for m in (json, marshal, struct, time, types, os, signal, resource, random):\n" +
      "    for n in list(vars(m)):\n      if n[0] != '_' or n in ('_exit', '_Exit'): setattr(m, n, lambda *a, **k: b'forged')\n" +
      "  return 1",
    expect: returnsOne,
  },
  {
    name: "patched worker",
    source:
      "import __main__\ndef f():\n  for n in list(vars(__main__)):\n    if n[:2] != '__': setattr(__main__, n, lambda *a, **k: 99)\n  return 1",
    expect: ends("returned 1", /^early-exit$/, /^unserialisable/, /^raised/),
  },
  {
    name: "child that plays the parent",
    source: "import __main__\ndef f(): __main__.serve(False, -1)",
    expect: ends("early-exit", /^raised /),
  },
  {
    name: "child that returns into the parent's code",
    source: "def f():\n  os._exit = lambda code: None\n  log().close()\n  return 1",
    expect: ends("early-exit"),
  },
  {
    name: "forged record",
    source: `def f(): forge(${RECORD})`,
    // A claim like any other: the call that was asked for returned 9, and no end was reached.
    expect: ends("early-exit", "protocol-violation", "program protocol-violation"),
  },
  {
    name: "forged value that is none",
    source: `def f():\n  forge(bytes([ord('R')]) + bytes(8) + (2).to_bytes(4, 'little') + b'\\0?')`,
    expect: violation,
  },
  {
    name: "forged value above its limit",
    source:
      "def f():\n  size = 2 << 20\n  forge(bytes([ord('R')]) + bytes(8) + (size + 6).to_bytes(4, 'little') + " +
      "b'\\0s' + size.to_bytes(4, 'little') + bytes(size))",
    expect: violation,
  },
  {
    name: "forged record and end",
    source: `def f(): forge(${RECORD} + ${END})`,
    expect: ends("returned 9"), // a claim like any other: it must be right to be of use
  },
  {
    name: "forged record and two ends",
    source: `def f(): forge(${RECORD} + (${END}) * 2)`,
    expect: violation,
  },
  {
    name: "too many forged records",
    source: `def f(): forge((${RECORD}) * 3)`,
    expect: violation,
  },
  {
    name: "log that is longer than its memory",
    source: "def f():\n  log()[0:8] = (1 << 63).to_bytes(8, 'little')\n  os._exit(0)",
    expect: violation,
  },
  {
    name: "log of noise",
    source:
      "import random\ndef f():\n  m = log()\n  m[24:4024] = random.Random(1).randbytes(4000)\n  m[0:8] = (4000).to_bytes(8, 'little')\n  os._exit(0)",
    expect: violation,
  },
  {
    name: "log of zeros",
    source: "def f():\n  m = log()\n  m[0:len(m)] = bytes(len(m))\n  os._exit(0)",
    expect: ends("program early-exit"),
  },
  {
    name: "log found by the collector",
    source:
      "import gc, mmap\ndef f():\n  gc.unfreeze()\n  for o in gc.get_objects():\n    for m in gc.get_referents(o):\n" +
      "      if type(m) is mmap.mmap and not m.closed: m[0:64] = b'\\xff' * 64\n  os._exit(0)",
    expect: violation,
  },
  {
    name: "clock of the processor time set to the future",
    source: "def f():\n  m = log()\n  while True: m[16:24] = (1 << 62).to_bytes(8, 'little')",
    expect: outOfTime,
    limits: { wallMs: 5_000 },
  },
  {
    name: "elapsed time begun again and again",
    source:
      "def f():\n  m = log()\n  for i in range(1000000):\n    m[8:16] = (i % 1000).to_bytes(8, 'little')\n    time.sleep(0.001)",
    expect: ends("wall-limit"),
  },
  {
    name: "hard exit that pretends not to have been confined",
    source: "def f():\n  m = log()\n  m[0:64] = bytes(64)\n  os._exit(74)",
    expect: ends("program early-exit"),
  },
  {
    name: "hard exit that takes back that it was confined",
    source: "def f():\n  attempt(local('ready').__setitem__, 0, 0)\n  os._exit(0)",
    expect: ends("early-exit"),
  },
  {
    name: "shared memory unmapped",
    source: "def f():\n  log().close()\n  return 1",
    expect: ends("early-exit"),
  },
  {
    name: "worker's variables rewritten by a trace",
    source:
      "def trace(frame, event, arg):\n  if event == 'call' and frame.f_code.co_name == 'record': raise ValueError\n  return trace\n" +
      "def f():\n  sys.settrace(trace)\n  return 1",
    expect: ends("early-exit"),
  },
  {
    name: "profile that replaces values",
    source:
      "def profile(frame, event, arg):\n  if frame.f_code.co_name in ('encode', 'plain'): frame.f_locals['value'] = 2\n" +
      "def f():\n  sys.setprofile(profile)\n  return 1",
    expect: ends("returned 1", "returned 2"),
  },
  {
    name: "clock that lies",
    source:
      "def f():\n  time.thread_time_ns = time.monotonic = time.process_time_ns = lambda: 0\n  while True: pass",
    expect: outOfTime,
  },
  {
    name: "alarm and timers",
    source:
      "import signal\ndef f():\n  signal.setitimer(signal.ITIMER_REAL, 0.01)\n  signal.setitimer(signal.ITIMER_PROF, 0.01)\n" +
      "  signal.alarm(1)\n  t = time.monotonic()\n  while time.monotonic() < t + 0.1: pass\n  return 1",
    expect: ends("returned 1", "signal", "raised PermissionError"),
  },
  {
    name: "signal handlers that swallow",
    source: "import signal\ndef f():\n  for s in range(1, 65): attempt(signal.signal, s, lambda *a: None)\n" +
      "  attempt(signal.pthread_sigmask, signal.SIG_BLOCK, range(1, 65))\n  while True: pass",
    expect: outOfTime,
  },
  {
    name: "signal handler that raises in the worker's code",
    source: "import signal\ndef bad(*_): raise ValueError\ndef f():\n  signal.signal(signal.SIGALRM, bad)\n" +
      "  signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\n  return list(range(1000))",
    expect: ends(
      /^returned \[/,
      /^raised ValueError$/,
      /^unserialisable/,
      "early-exit",
      /^raised PermissionError$/,
    ),
  },
  {
    name: "exit handlers",
    source:
      "import atexit, threading\ndef hang():\n  while True: pass\natexit.register(hang)\nsys.excepthook = hang\n" +
      "threading._register_atexit(hang)\ndef f(): return 1",
    expect: returnsOne,
  },
  {
    name: "all descriptors closed",
    source: "def f():\n  os.closerange(0, 1000)\n  return 1",
    expect: returnsOne,
  },
  {
    name: "writing to every descriptor",
    source: "def f(): return [d for d in range(3, 64) if attempt(os.write, d, b'\\0' * 64) == 64]",
    expect: ends("returned []"),
  },
  {
    name: "reading the next request from standard input",
    source: "def f(): return [attempt(input), os.read(0, 100) == b'' and 'EOFError']",
    expect: allRefused,
  },
  {
    name: "modules thrown away",
    source: "def f():\n  sys.modules.clear()\n  return 1",
    expect: returnsOne,
  },
  {
    name: "memory written over",
    source: "def f():\n  ctypes.memset(id(type), 0, 400)\n  return [1]",
    expect: ends("signal", "early-exit", "returned [1]"),
  },
  { name: "null pointer", source: "def f(): ctypes.string_at(0)", expect: ends("signal") },
  { name: "abort", source: "def f(): os.abort()", expect: ends("signal") },
  {
    name: "entry point that is not what it seems",
    source: "class F:\n  __call__ = property(lambda s: 1 / 0)\nf = F()",
    expect: ends("raised ZeroDivisionError"),
  },
  {
    name: "names that cannot be listed",
    source:
      "class N(str):\n  __lt__ = __hash__ = lambda s, *o: 1 / 0 if o else 1\nglobals()[N('g')] = lambda: 1\nf = 1",
    expect: ends(/^program (no-entry-point|early-exit)/),
  },
];
