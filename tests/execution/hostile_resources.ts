import { allRefused, ends, type Hostile, outOfTime, returnsOne } from "./hostile.ts";

/** Programs that take more than their share. */
export const RESOURCES: readonly Hostile[] = [
  {
    name: "fork bomb",
    source: "def f():\n  while True: os.fork()",
    expect: ends("process-limit"),
  },
  {
    name: "fork bomb that swallows its failures",
    source: "def f():\n  while True:\n    try: os.fork()\n    except OSError: pass",
    expect: outOfTime,
  },
  {
    name: "double fork",
    source:
      "def f():\n  if os.fork() == 0:\n    if os.fork() == 0: time.sleep(600)\n    os._exit(0)\n  return 1",
    expect: ends("process-limit"),
  },
  {
    name: "fork by vfork, clone and posix_spawn",
    source: "def f(): return [attempt(os.posix_spawn, '/bin/sleep', ['sleep', '600'], {}), libc.vfork()]",
    expect: ends(/^returned \["\w*Error",-1\]$/),
  },
  {
    name: "thread bomb",
    source:
      "import threading\ndef f():\n  while True: threading.Thread(target=time.sleep, args=(600,)).start()",
    expect: ends("process-limit"),
  },
  {
    name: "low-level thread",
    source: "import _thread\ndef f(): return _thread.start_new_thread(time.sleep, (600,))",
    expect: ends("process-limit"),
  },
  {
    name: "process pool",
    source:
      "import multiprocessing\ndef f(): return multiprocessing.get_context('fork').Pool(4).map(abs, [1])",
    expect: ({ outcomes }) => outcomes.length === 1 && outcomes[0].kind !== "returned",
  },
  {
    name: "subprocess",
    source: "import subprocess\ndef f(): return subprocess.run(['/bin/sleep', '600'])",
    expect: ends("process-limit"),
  },
  {
    name: "one huge allocation",
    source: "def f(): return len(bytearray(1 << 40))",
    expect: ends("memory-limit"),
  },
  {
    name: "doubling string",
    source: "def f():\n  s = 'x'\n  while True: s += s",
    expect: ends("memory-limit"),
  },
  {
    name: "growing list",
    source: "def f():\n  x = []\n  while True: x.append(bytes(100000))",
    expect: ends("memory-limit"),
  },
  {
    name: "memory bomb at load",
    source: "x = [bytes(1 << 20) for _ in range(1 << 20)]\ndef f(): return 1",
    expect: ends("program memory-limit"),
  },
  {
    name: "memory bomb that swallows its failures",
    source:
      "def f():\n  x = []\n  while True:\n    try: x.append(bytes(1 << 20))\n    except MemoryError: pass",
    expect: outOfTime,
  },
  {
    name: "memory by mmap",
    source: "import mmap\ndef f(): return [attempt(mmap.mmap, -1, 1 << 34), attempt(mmap.mmap, -1, 1 << 28)]",
    expect: allRefused,
  },
  {
    name: "memory in a file that has no name",
    source:
      "def f():\n  d = os.memfd_create('x')\n  return [attempt(os.write, d, b'x' * 10), attempt(os.ftruncate, d, 1 << 34)]",
    expect: ends(/^returned \["OSError","OSError"\]$/, /^raised (PermissionError|OSError)$/),
  },
  {
    name: "memory that counts against no limit",
    source: "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\ndef f():\n" +
      "  made = [libc.shmget(0, 1 << 28, 0o1600), libc.msgget(0, 0o1600), libc.semget(0, 32000, 0o1600)]\n" +
      "  return made + [ctypes.get_errno()]",
    expect: ends("returned [-1,-1,-1,1]"),
  },
  {
    name: "memory that counts against no limit, by the other numbers of its calls",
    source: "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n" +
      "def f(): return [libc.syscall((1 << 30) | n, 0, 1 << 28, 0o1600) for n in (29, 64, 68)]",
    expect: ends("returned [-1,-1,-1]"),
  },
  {
    name: "infinite generator",
    source: "import itertools\ndef f(): return list(itertools.count())",
    expect: ends("memory-limit", "cpu-limit"),
  },
  {
    name: "descriptors used up",
    source:
      "def f():\n  d = []\n  while len(d) < 10000:\n    d.append(os.open('/dev/null', os.O_RDONLY))\n  return d",
    expect: ends("raised OSError"),
  },
  {
    name: "raised limits",
    source:
      "import resource as r\ndef f():\n  names = [r.RLIMIT_AS, r.RLIMIT_CPU, r.RLIMIT_NOFILE, r.RLIMIT_NPROC, " +
      "r.RLIMIT_FSIZE, r.RLIMIT_CORE]\n  return [attempt(r.setrlimit, n, (-1, -1)) for n in names]",
    expect: allRefused,
  },
  {
    name: "soft limits above hard ones",
    source: "import resource as r\ndef f():\n  hard = r.getrlimit(r.RLIMIT_AS)[1]\n" +
      "  return [attempt(r.setrlimit, r.RLIMIT_AS, (hard + 1, hard)), hard < 1 << 30]",
    expect: ends('returned ["ValueError",true]'),
  },
  { name: "endless loop", source: "def f():\n  while True: pass", expect: outOfTime },
  {
    name: "endless loop at load",
    source: "while True: pass",
    expect: ends("program cpu-limit", "program wall-limit"),
  },
  { name: "endless sleep", source: "def f(): time.sleep(600)", expect: ends("wall-limit") },
  {
    name: "loop that swallows everything",
    source: "def f():\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass",
    expect: outOfTime,
  },
  {
    name: "power tower",
    source: "def f(): return 9 ** 9 ** 9 % 10",
    expect: ends("cpu-limit", "wall-limit", "memory-limit"),
  },
  {
    name: "constant that never ends to be folded",
    source: "def f(): return ((((10 ** 9) ** 9) ** 9) ** 9) ** 9 ** 9",
    expect: ends(/-limit$/),
  },
  {
    name: "regular expression that backtracks for ever",
    source: "import re\ndef f(): return bool(re.match(r'(a+)+$', 'a' * 50 + 'b'))",
    expect: outOfTime,
  },
  {
    name: "huge int returned",
    source: "def f(): return 1 << 80_000_000",
    expect: ends("output-limit"),
  },
  {
    name: "huge list returned",
    source: "def f(): return [0] * (1 << 21)",
    expect: ends("output-limit"),
  },
  {
    name: "billion laughs",
    source: "def f():\n  x = [0] * 10\n  for _ in range(30): x = [x] * 10\n  return x",
    expect: ends("output-limit"),
  },
  {
    name: "billion laughs in tags",
    source:
      "def f():\n  class L(list): pass\n  x = L([0] * 10)\n  for _ in range(30): x = L([x] * 10)\n  return x",
    expect: ends("output-limit", "cpu-limit"),
  },
  {
    name: "cyclic value",
    source: "def f():\n  x = []; x.append({'x': x})\n  return x",
    expect: ends("unserialisable list"),
  },
  {
    name: "value nested 100,000 deep",
    source: "def f():\n  x = 1\n  for _ in range(10**5): x = [x]\n  return x",
    expect: ends("unserialisable list"),
    limits: { memoryMiB: 512 },
  },
  {
    name: "recursion without end",
    source: "def f(): return f()",
    expect: ends("raised RecursionError"),
  },
  {
    name: "recursion with the limit raised",
    source: "sys.setrecursionlimit(10**9)\ndef f(x=0): return f(x + 1) + 1",
    expect: ends("signal", "memory-limit", "cpu-limit", "wall-limit", "raised RecursionError"),
  },
  {
    name: "recursion in C with the limit raised",
    source:
      "sys.setrecursionlimit(10**9)\ndef f():\n  class A:\n    def __getattr__(self, n): return getattr(self, n + 'x')\n" +
      "  return A().x",
    expect: ends("signal", "memory-limit", "cpu-limit", "wall-limit", "raised RecursionError"),
  },
  {
    name: "source nested too deep",
    source: "def f(): return " + "(".repeat(20_000) + ")".repeat(20_000),
    expect: ends(/^program (syntax-error \w+|memory-limit|signal)$/),
  },
  {
    name: "expression too long for the compiler's stack",
    source: "def f(): return " + "-".repeat(100_000) + "1",
    expect: ends(/^program (syntax-error \w+|memory-limit|signal)$/, "returned 1"),
  },
  {
    name: "flood of standard output",
    source: "def f():\n  for _ in range(2000): os.write(1, b'x' * 100000); os.write(2, b'x' * 100000)\n" +
      "  print('y' * 10**6, flush=True)\n  return 1",
    expect: returnsOne,
  },
  {
    name: "exception with a huge message",
    source: "def f(): raise ValueError('x' * (1 << 24))",
    expect: ({ outcomes: [outcome] }) => outcome.kind === "raised" && outcome.message.length === 500,
  },
  {
    name: "exception that hangs when it is printed",
    source: "class E(Exception):\n  def __str__(self):\n    while True: pass\ndef f(): raise E",
    expect: outOfTime,
  },
  {
    name: "value that hangs when it is freed",
    source: "class D:\n  def __del__(self):\n    while True: pass\ndef f(): return D()",
    expect: outOfTime,
  },
  {
    name: "collector's callback that hangs",
    source:
      "import gc\ndef hang(*_):\n  while True: pass\ndef f():\n  gc.callbacks.append(hang)\n  gc.collect()\n  return 1",
    expect: outOfTime,
  },
  {
    name: "parser bombs",
    source:
      "import json, marshal\ndef f(): return [attempt(json.loads, '[' * 10**6), attempt(marshal.loads, b'[\\xff\\xff\\xff\\x7f'), " +
      "attempt(marshal.loads, b'(\\x01\\0\\0\\0' * 10**6)]",
    expect: allRefused,
  },
];
