import { allClosed, allRefused, ends, type Hostile, outOfTime, returnsOne } from "../hostile.ts";
import { HOSTILE_SHORT, HOSTILE_WAITING } from "../../limits.ts";

/** Programs that start processes or become other ones. */
export const PROCESSES: readonly Hostile[] = [
  {
    name: "fork bomb",
    rows: ["A1"],
    source: "def f():\n  while True: os.fork()",
    expect: ends("process-limit"),
  },
  {
    name: "fork bomb that swallows its failures",
    rows: ["A1", "B6"],
    limits: HOSTILE_SHORT,
    source: "def f():\n  while True:\n    try: os.fork()\n    except OSError: pass",
    expect: outOfTime,
  },
  {
    name: "double fork",
    rows: ["B1", "B2"],
    source:
      "def f():\n  if os.fork() == 0:\n    if os.fork() == 0: time.sleep(600)\n    os._exit(0)\n  return 1",
    expect: ends("process-limit"),
  },
  {
    name: "fork by vfork, clone and posix_spawn",
    rows: ["A1", "D9"],
    source: "def f(): return [attempt(os.posix_spawn, '/bin/sleep', ['sleep', '600'], {}), libc.vfork()]",
    expect: ends(/^returned \["\w*Error",-1\]$/),
  },
  {
    name: "thread bomb",
    rows: ["A2"],
    source:
      "import threading\ndef f():\n  while True: threading.Thread(target=time.sleep, args=(600,)).start()",
    expect: ends("process-limit"),
  },
  {
    name: "low-level thread",
    rows: ["A2", "B3"],
    source: "import _thread\ndef f(): return _thread.start_new_thread(time.sleep, (600,))",
    expect: ends("process-limit"),
  },
  {
    name: "process pool",
    rows: ["A1"],
    source:
      "import multiprocessing\ndef f(): return multiprocessing.get_context('fork').Pool(4).map(abs, [1])",
    expect: ({ outcomes }) => outcomes.length === 1 && outcomes[0].kind !== "returned",
  },
  {
    name: "subprocess",
    rows: ["D9"],
    source: "import subprocess\ndef f(): return subprocess.run(['/bin/sleep', '600'])",
    expect: ends("process-limit"),
  },
  {
    name: "becoming another program",
    rows: ["D9"],
    source: "def f(): os.execv('/bin/sh', ['sh', '-c', 'exit 7'])",
    expect: ends("early-exit", "raised PermissionError"),
  },
  {
    name: "becoming another program that stays",
    rows: ["D9"],
    limits: HOSTILE_WAITING,
    source: "def f(): os.execv('/bin/sleep', ['sleep', '600'])",
    expect: ends("wall-limit", "program wall-limit", "raised PermissionError"),
  },
  {
    name: "becoming a shell that forks",
    rows: ["D9", "A1"],
    limits: HOSTILE_WAITING,
    source: "def f(): os.execv('/bin/sh', ['sh', '-c', 'sleep 600 & sleep 600 & wait'])",
    expect: ends("early-exit", "wall-limit", "program wall-limit", "cpu-limit", "raised PermissionError"),
  },
  {
    name: "real-time priority",
    rows: ["B11"],
    source:
      "def f(): return [attempt(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)), attempt(os.nice, -5)]",
    expect: allRefused,
  },
  {
    name: "memory spread over children that each stay below the limit",
    rows: ["A5"],
    source:
      "def f():\n  for _ in range(8):\n    if os.fork() == 0: x = bytearray(100 << 20); time.sleep(600)\n  return 1",
    expect: ends("process-limit"),
  },
  {
    name: "a daemon that forgets where it came from",
    rows: ["B1", "B2"],
    source: `
def f():
    attempt(os.setsid)
    for way in (os.fork, os.forkpty, libc.fork, libc.vfork):
        if attempt(way) == 0:
            while True: time.sleep(1)
    return 1
`,
    expect: returnsOne,
  },
  {
    name: "children by every number",
    rows: ["A1", "A2"],
    filtered: true,
    source: `
def f():
    arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17, *[0] * 6)
    return [door(57), door(58), door(56, 17, 0, 0, 0, 0), door(56, 0x50f00, 0, 0, 0, 0), door(435, arguments, 88),
            door(59, b"/bin/true", 0, 0), door(322, -100, b"/bin/true", 0, 0, 0), door(61, -1, 0, 1, 0), door(247, 0, 0, 0, 5, 0)]
`,
    expect: allClosed,
  },
  {
    name: "functions that are run at a fork",
    rows: ["B1", "E10"],
    source: `
def f():
    for when in ("before", "after_in_child", "after_in_parent"):
        os.register_at_fork(**{when: lambda: os._exit(0)} if when != "before" else {"before": lambda: None})
    attempt(os.fork)
    return 1
`,
    expect: ends("returned 1", "early-exit"),
  },
  {
    name: "a thread that is left running, and one that waits for the end",
    rows: ["B3"],
    source: `
import threading
def forever():
    while True: time.sleep(0.01)

def f():
    started = [attempt(threading.Thread(target=forever, daemon=daemon).start) for daemon in (True, False)]
    return started + [attempt(threading.Timer(0.01, forever).start)]
`,
    expect: ends('returned ["RuntimeError","RuntimeError","RuntimeError"]'),
  },
  {
    name: "pools of threads and processes",
    rows: ["A2", "A1"],
    source: `
from concurrent import futures
def f(): return [attempt(lambda: futures.ThreadPoolExecutor(4).submit(abs, -1).result()),
                 attempt(lambda: futures.ProcessPoolExecutor(2).submit(abs, -1).result())]
`,
    expect: ends(/^returned \["\w+Error","\w+Error"\]$/, "process-limit"),
  },
  {
    name: "shells by every way that Python has",
    rows: ["D9"],
    source: `
import posix, subprocess
def f():
    ways = [lambda: subprocess.check_output("id", shell=True), lambda: subprocess.check_output(["id"]), lambda: os.popen("id").read() + 1,
            lambda: os.posix_spawnp("id", ["id"], {}), lambda: posix.execv("/bin/sh", ["sh"]), lambda: os.execvp("sh", ["sh"]),
            lambda: 1 / (os.system("exit 7") == 7 << 8), lambda: os.spawnv(os.P_WAIT, "/bin/true", ["true"]) / 0]
    return [attempt(way) for way in ways]
`,
    expect: allRefused,
  },
  {
    name: "shells by the C library",
    rows: ["D9"],
    source: `
def f():
    libc.popen.restype = ctypes.c_void_p
    return [libc.system(b"exit 7") != 7 << 8, libc.popen(b"id", b"r"), libc.execl(b"/bin/sh", b"sh", None)]
`,
    expect: ends("returned [true,null,-1]"),
  },
  {
    name: "priorities, processors and schedules",
    rows: ["B11"],
    filtered: true,
    source: `
def f():
    one = (ctypes.c_uint64 * 16)(1)
    return [door(141, 0, 0, -20), door(141, 0, 0, 19), door(144, 0, 1, one), door(142, 0, one), door(203, 0, 8, one),
            door(314, 0, one, 0), door(251, 1, 0, 0), door(237, one, 8, 0, 0), door(238, 1, one, 64), door(203, 1, 8, one)]
`,
    expect: allClosed,
  },
  {
    name: "looking for other processes",
    rows: ["B8", "E9"],
    source: `
def f():
    libc.ptrace.restype = libc.getpgid.restype = ctypes.c_long
    own = {os.getpid(), os.getppid()}
    return [[p for p in range(1, 5000) if p not in own and attempt(os.kill, p, 0) is None],
            attempt(os.listdir, "/proc"), attempt(read, "/proc/self/mem"), attempt(read, f"/proc/{os.getppid()}/mem")]
`,
    expect: ends(/^returned \[\[\],"\w+Error","\w+Error","\w+Error"\]$/),
  },
];
