import { allClosed, callOf, ends, type Hostile, outOfTime, returnsOne } from "../hostile.ts";
import { HOSTILE_LONG, HOSTILE_SHORT, HOSTILE_WAITING } from "../../limits.ts";

/** Programs that use signals, against others or against the worker. */
export const SIGNALS: readonly Hostile[] = [
  {
    name: "kill(-1)",
    rows: ["B7"],
    source: "def f():\n  attempt(os.kill, -1, 9)\n  return 1",
    expect: returnsOne,
  },
  {
    name: "kill(0)",
    rows: ["B7"],
    source: "def f():\n  attempt(os.kill, 0, 15)\n  return 1",
    expect: returnsOne,
  },
  {
    name: "kill(getppid())",
    rows: ["B7"],
    source: "def f():\n  attempt(os.kill, os.getppid(), 9)\n  return 1",
    expect: returnsOne,
  },
  {
    name: "killing every process it can name",
    rows: ["B7"],
    limits: HOSTILE_LONG,
    source:
      "def f():\n  me = os.getpid()\n  return sum(attempt(os.kill, p, 9) is None for p in range(1, 40000) if p != me)",
    expect: ends("returned 0"),
  },
  {
    name: "killing process groups and sessions",
    rows: ["B7"],
    source: "def f():\n  return [attempt(os.killpg, p, 9) for p in range(2, 300)].count(None)",
    expect: ends("returned 0"),
  },
  {
    name: "stopping itself",
    rows: ["B5"],
    limits: HOSTILE_WAITING,
    source:
      "import signal\ndef f():\n  os.kill(os.getpid(), signal.SIGSTOP); os.kill(os.getpid(), signal.SIGTSTP)\n  return 1",
    expect: ends("returned 1", "wall-limit", "program wall-limit", "raised PermissionError"),
  },
  {
    name: "alarm and timers",
    rows: ["B4"],
    source:
      "import signal\ndef f():\n  signal.setitimer(signal.ITIMER_REAL, 0.01)\n  signal.setitimer(signal.ITIMER_PROF, 0.01)\n" +
      "  signal.alarm(1)\n  t = time.monotonic()\n  while time.monotonic() < t + 0.1: pass\n  return 1",
    expect: ends("returned 1", "signal", "raised PermissionError"),
  },
  {
    name: "signal handlers that swallow",
    rows: ["B4", "B5"],
    limits: HOSTILE_SHORT,
    source: "import signal\ndef f():\n  for s in range(1, 65): attempt(signal.signal, s, lambda *a: None)\n" +
      "  attempt(signal.pthread_sigmask, signal.SIG_BLOCK, range(1, 65))\n  while True: pass",
    expect: outOfTime,
  },
  {
    name: "signal handler that raises in the worker's code",
    rows: ["B4"],
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
    name: "killing itself",
    rows: ["B7", "E3"],
    source: `
def f():
    me = os.getpid()
    libc.tgkill(me, libc.gettid(), 9); door(200, me, 9); os.kill(me, 9)
    return 1 # in a process namespace of its own it is the first process, which cannot
`,
    expect: ends("signal", "returned 1"),
  },
  {
    name: "a signal to itself that looks like a limit",
    rows: ["B7", "E3"],
    source:
      "import signal\ndef f():\n  os.kill(os.getpid(), signal.SIGXCPU); os.kill(os.getpid(), signal.SIGALRM)\n  return 1",
    expect: ends("signal", "returned 1"),
  },
  {
    name: "process numbers that only look like its own",
    rows: ["B7"],
    filtered: true,
    source: `
def f():
    me = os.getpid()
    return [door(62, p, 0) for p in (0, -1, -me, me + 1, me - 1 or 2, (1 << 31) + me)] + [
        door(200, me + 1, 0), door(234, -1, me, 0), door(234, me + 1, me, 0), door(234, 0, me, 0), door(62, (1 << 32) - me, 0)]
`,
    expect: allClosed,
  },
  {
    name: "a timer that raises while the value is written down",
    rows: ["B4", "B12"],
    source: `
import signal
class Interruption(BaseException): pass
def interrupt(*_): raise Interruption
def f():
    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.0004, 0.0002)
    return {n: [n, {n}] for n in range(2)}
`,
    expect: ({ program, outcomes: [outcome] }) =>
      program.kind === "loaded" ? /^(returned|raised|unserialisable|early-exit)$/.test(outcome.kind) : false,
  },
  {
    name: "timers that go on after the call",
    rows: ["B4", "F9"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `
import signal
ticks = []
def f(n):
    if n == 0:
        signal.signal(signal.SIGVTALRM, lambda *_: ticks.append(1))
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.001, 0.001)
    return n
`,
    expect: ends("returned 0, returned 1, returned 2"),
  },
  {
    name: "a signal that writes to a descriptor",
    rows: ["B4", "E5"],
    source: `
import signal
def f():
    signal.set_wakeup_fd(-1, warn_on_full_buffer=False)
    start, end = os.pipe(); os.set_blocking(end, False)
    signal.set_wakeup_fd(end); signal.signal(signal.SIGUSR1, lambda *_: None)
    for _ in range(1000): os.kill(os.getpid(), signal.SIGUSR1)
    return 1
`,
    expect: returnsOne,
  },
  {
    name: "faults that are handled and come again for ever",
    rows: ["B4", "A19"],
    limits: HOSTILE_SHORT,
    source: `
import signal
def f():
    signal.signal(signal.SIGSEGV, lambda *_: None)
    ctypes.string_at(0)
`,
    expect: ends("signal", "cpu-limit", "wall-limit"),
  },
];
