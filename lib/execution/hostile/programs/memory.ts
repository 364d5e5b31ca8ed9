import { allClosed, allRefused, callOf, ends, type Hostile, outOfTime } from "../hostile.ts";
import { HOSTILE_LONG } from "../../limits.ts";

/** Programs that take more than their share of memory. */
export const MEMORY: readonly Hostile[] = [
  {
    name: "one huge allocation",
    rows: ["A3"],
    limits: HOSTILE_LONG,
    source: "def f(): return len(bytearray(1 << 40))",
    expect: ends("memory-limit"),
  },
  {
    name: "doubling string",
    rows: ["A3"],
    limits: HOSTILE_LONG,
    source: "def f():\n  s = 'x'\n  while True: s += s",
    expect: ends("memory-limit"),
  },
  {
    name: "growing list",
    rows: ["A4"],
    limits: HOSTILE_LONG,
    source: "def f():\n  x = []\n  while True: x.append(bytes(100000))",
    expect: ends("memory-limit"),
  },
  {
    name: "memory bomb at load",
    rows: ["A4"],
    limits: HOSTILE_LONG,
    source: "x = [bytes(1 << 20) for _ in range(1 << 20)]\ndef f(): return 1",
    expect: ends("program memory-limit"),
  },
  {
    name: "memory bomb that swallows its failures",
    rows: ["A4", "B6"],
    source:
      "def f():\n  x = []\n  while True:\n    try: x.append(bytes(1 << 20))\n    except MemoryError: pass",
    expect: outOfTime,
  },
  {
    name: "memory by mmap",
    rows: ["A3"],
    source: "import mmap\ndef f(): return [attempt(mmap.mmap, -1, 1 << 34), attempt(mmap.mmap, -1, 1 << 28)]",
    expect: allRefused,
  },
  {
    name: "memory in a file that has no name",
    rows: ["A10"],
    source:
      "def f():\n  d = os.memfd_create('x')\n  return [attempt(os.write, d, b'x' * 10), attempt(os.ftruncate, d, 1 << 34)]",
    expect: ends(/^returned \["OSError","OSError"\]$/, /^raised (PermissionError|OSError)$/),
  },
  {
    name: "memory that counts against no limit",
    rows: ["A10", "C8"],
    source: "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\ndef f():\n" +
      "  made = [libc.shmget(0, 1 << 28, 0o1600), libc.msgget(0, 0o1600), libc.semget(0, 32000, 0o1600)]\n" +
      "  return made + [ctypes.get_errno()]",
    expect: ends("returned [-1,-1,-1,1]"),
  },
  {
    name: "memory that counts against no limit, by the other numbers of its calls",
    rows: ["A10"],
    source: "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n" +
      "def f(): return [libc.syscall((1 << 30) | n, 0, 1 << 28, 0o1600) for n in (29, 64, 68)]",
    expect: ends("returned [-1,-1,-1]"),
  },
  {
    name: "infinite generator",
    rows: ["A4"],
    source: "import itertools\ndef f(): return list(itertools.count())",
    expect: ends("memory-limit", "cpu-limit"),
  },
  {
    name: "descriptors used up",
    rows: ["A9"],
    source:
      "def f():\n  d = []\n  while len(d) < 10000:\n    d.append(os.open('/dev/null', os.O_RDONLY))\n  return d",
    expect: ends("raised OSError"),
  },
  {
    name: "raised limits",
    rows: ["A3"],
    source:
      "import resource as r\ndef f():\n  names = [r.RLIMIT_AS, r.RLIMIT_CPU, r.RLIMIT_NOFILE, r.RLIMIT_NPROC, " +
      "r.RLIMIT_FSIZE, r.RLIMIT_CORE]\n  return [attempt(r.setrlimit, n, (-1, -1)) for n in names]",
    expect: allRefused,
  },
  {
    name: "soft limits above hard ones",
    rows: ["A3"],
    source: "import resource as r\ndef f():\n  hard = r.getrlimit(r.RLIMIT_AS)[1]\n" +
      "  return [attempt(r.setrlimit, r.RLIMIT_AS, (hard + 1, hard)), hard < 1 << 30]",
    expect: ends('returned ["ValueError",true]'),
  },
  {
    name: "parser bombs",
    rows: ["A11"],
    limits: HOSTILE_LONG,
    source:
      "import json, marshal\ndef f(): return [attempt(json.loads, '[' * 10**6), attempt(marshal.loads, b'[\\xff\\xff\\xff\\x7f'), " +
      "attempt(marshal.loads, b'(\\x01\\0\\0\\0' * 10**6)]",
    expect: allRefused,
  },
  {
    name: "memory taken by the compiler",
    rows: ["A3", "A11"],
    source: "def f(): return eval('[' + '0,' * 5_000_000 + ']')",
    expect: ends("memory-limit", "cpu-limit", "wall-limit"),
  },
  {
    name: "memory taken by folding constants at load",
    rows: ["A3", "A11"],
    limits: HOSTILE_LONG,
    source: "def f(): return " + "('x' * 4000, ".repeat(20) + "1" + ")".repeat(20) +
      "\nx = eval('(' * 50 + '0' + ',)' * 50) * (1 << 30)",
    expect: ends("program memory-limit"),
  },
  {
    name: "archive that unfolds",
    rows: ["A11"],
    source: "import gzip\ndef f(): return len(gzip.decompress(gzip.compress(bytes(1 << 20)) * 1000))",
    expect: ends("memory-limit", "cpu-limit", "wall-limit"),
  },
  {
    name: "text of archives within archives",
    rows: ["A11"],
    source: `
import zlib
def f():
    data = zlib.compress(bytes(50 << 20), 1)
    return len(zlib.decompress(data) + zlib.decompress(data) + zlib.decompress(data))
`,
    expect: ends("memory-limit", "cpu-limit", "wall-limit"),
  },
  {
    name: "memory past Python's own",
    rows: ["A3"],
    source: `
def f():
    libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
    libc.malloc.argtypes = [ctypes.c_size_t]
    return [libc.malloc(1 << 33), libc.malloc(1 << 62), libc.sbrk(1 << 30) == (1 << 64) - 1]
`,
    expect: ends("returned [null,null,true]"),
  },
  {
    name: "memory in the buffers of pipes",
    rows: ["A10"],
    source: `
def f():
    filled, ends = 0, []
    while True:
        try: ends += os.pipe()
        except OSError: break
    for end in ends[1::2]:
        os.set_blocking(end, False)
        try:
            while True: filled += os.write(end, bytes(1 << 16))
        except BlockingIOError: pass
    return filled <= 16 << 16
`,
    expect: ends("returned true"),
  },
  {
    name: "descriptors by every way",
    rows: ["A9"],
    source: `
def f():
    made, ways = 0, [os.pipe, lambda: os.dup(0), lambda: os.open("/dev/null", 0), lambda: os.open("/usr", os.O_PATH)]
    import select; ways += [select.epoll, select.poll]
    keep = []
    for way in ways * 300:
        try: keep.append(way())
        except OSError: made += 1
    return made > 1000 or max(os.dup(0) for _ in [0])
`,
    expect: ends("raised OSError", "returned true"),
  },
  {
    name: "the shared memory made larger, or given back",
    rows: ["A10", "E5"],
    source:
      "def f():\n  m = log()\n  attempt(m.resize, 1 << 34); attempt(m.resize, 1)\n  for a in range(0, 26): attempt(m.madvise, a)\n  return 1",
    expect: ends(
      "returned 1",
      "early-exit",
      "program early-exit",
      "signal",
      "protocol-violation",
      "program protocol-violation",
    ),
  },
  {
    name: "all memory unmapped",
    rows: ["A19", "E5"],
    source: "def f(): libc.munmap(ctypes.c_void_p(0), ctypes.c_size_t((1 << 47) - 4096))",
    expect: ends("signal"),
  },
  {
    name: "all memory made unreadable, the shared one too",
    rows: ["A19", "E5"],
    source: "def f():\n  size = len(log())\n  at = ctypes.addressof(ctypes.c_char.from_buffer(log()))\n" +
      "  libc.mprotect(ctypes.c_void_p(at), ctypes.c_size_t(size), 0)\n  return 1",
    expect: ends("signal"),
  },
  {
    name: "memory that is locked, or taken in large pages",
    rows: ["A3", "A10"],
    filtered: true,
    source:
      "def f(): return [door(149, 1 << 20, 4096), door(151, 3), door(325, 1 << 20, 4096, 1), door(216, 0, 0, 0, 0, 0)]",
    expect: allClosed,
  },
  {
    name: "a call that leaves no memory to the next",
    rows: ["A4", "F9"],
    limits: HOSTILE_LONG,
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `
kept = sys.__dict__.setdefault("kept", [])
def f(n):
    try:
        while n == 0: kept.append(bytes(1 << 20))
    except MemoryError: pass
    return n
`,
    expect: ends(/^(memory-limit|returned 0), returned 1, returned 2$/),
  },
];
