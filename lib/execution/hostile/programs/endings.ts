import { callOf, ends, type Hostile, returnsOne } from "../hostile.ts";
import { HOSTILE_SHORT } from "../../limits.ts";

/** Programs that end in an unusual way. */
export const ENDINGS: readonly Hostile[] = [
  {
    name: "recursion without end",
    rows: ["A19"],
    source: "def f(): return f()",
    expect: ends("raised RecursionError"),
  },
  {
    name: "recursion with the limit raised",
    rows: ["A19"],
    source: "sys.setrecursionlimit(10**9)\ndef f(x=0): return f(x + 1) + 1",
    expect: ends("signal", "memory-limit", "cpu-limit", "wall-limit", "raised RecursionError"),
  },
  {
    name: "recursion in C with the limit raised",
    rows: ["A19"],
    source:
      "sys.setrecursionlimit(10**9)\ndef f():\n  class A:\n    def __getattr__(self, n): return getattr(self, n + 'x')\n" +
      "  return A().x",
    expect: ends("signal", "memory-limit", "cpu-limit", "wall-limit", "raised RecursionError"),
  },
  {
    name: "source nested too deep",
    rows: ["A19"],
    source: "def f(): return " + "(".repeat(20_000) + ")".repeat(20_000),
    expect: ends(/^program (syntax-error \w+|memory-limit|signal)$/),
  },
  {
    name: "expression too long for the compiler's stack",
    rows: ["A19"],
    source: "def f(): return " + "-".repeat(100_000) + "1",
    expect: ends(/^program (syntax-error \w+|memory-limit|signal)$/, "returned 1"),
  },
  { name: "exit at load", rows: ["E2"], source: "sys.exit(0)", expect: ends("program raised SystemExit") },
  { name: "hard exit at load", rows: ["E3"], source: "os._exit(0)", expect: ends("program early-exit") },
  ...[0, 71, 72, 73, 74].map((status): Hostile => ({
    name: `hard exit with status ${status}, which may mean something to the worker`,
    rows: ["E3"],
    source: `def f(): os._exit(${status})`,
    expect: ends(status === 72 ? "output-limit" : "early-exit"),
  })),
  ...[71, 72, 74].map((status): Hostile => ({
    name: `hard exit with status ${status} at load`,
    rows: ["E3"],
    source: `os._exit(${status})`,
    expect: ends("program early-exit"),
  })),
  { name: "null pointer", rows: ["A19"], source: "def f(): ctypes.string_at(0)", expect: ends("signal") },
  { name: "abort", rows: ["B13"], source: "def f(): os.abort()", expect: ends("signal") },
  {
    name: "entry point that is not what it seems",
    rows: ["E8"],
    source: "class F:\n  __call__ = property(lambda s: 1 / 0)\nf = F()",
    expect: ends("raised ZeroDivisionError"),
  },
  {
    name: "names that cannot be listed",
    rows: ["E8"],
    source:
      "class N(str):\n  __lt__ = __hash__ = lambda s, *o: 1 / 0 if o else 1\nglobals()[N('g')] = lambda: 1\nf = 1",
    expect: ends(/^program (no-entry-point|early-exit)/),
  },
  {
    name: "crash of the interpreter, by its bytecode",
    rows: ["A19", "B13"],
    source:
      "def g(): pass\ng.__code__ = g.__code__.replace(co_code=bytes([100, 255] * 100), co_consts=())\ndef f(): return g()",
    expect: ends(
      "signal",
      "cpu-limit",
      "wall-limit",
      /^raised/,
      /^unserialisable/,
      /^returned/,
      /^early-exit$/,
    ),
  },
  {
    name: "crash with a dump",
    rows: ["B13"],
    source: `
import faulthandler, resource
def f():
    attempt(faulthandler.enable)
    attempt(resource.setrlimit, resource.RLIMIT_CORE, (-1, -1))
    if resource.getrlimit(resource.RLIMIT_CORE) != (0, 0): return 2
    attempt(faulthandler.dump_traceback_later, 0.01, True)
    faulthandler._sigsegv()
`,
    expect: ends("signal", "returned null"),
  },
  {
    name: "recursion by chains of generators",
    rows: ["A19"],
    source: "def f():\n  g = iter([1])\n  for _ in range(20000): g = (x for x in g)\n  return g",
    expect: ends(
      "signal",
      "memory-limit",
      /^returned .*"value":\[1\]\}$/,
      "raised RecursionError",
      "cpu-limit",
    ),
  },
  {
    name: "frames by the hundred thousand, kept",
    rows: ["A19"],
    source:
      "sys.setrecursionlimit(10 ** 6)\ndef g(n): return sys._getframe() if n == 0 else g(n - 1)\ndef f():\n  x = g(50000)\n  return 1",
    expect: ends("returned 1", "signal", "memory-limit", "raised RecursionError", "raised MemoryError"),
  },
  {
    name: "recursion limit lowered below what the worker needs",
    rows: ["A19", "E6"],
    source:
      "def f():\n  sys.setrecursionlimit(len(__import__('inspect').stack(0)) + 8)\n  return [[[[[[1]]]]]]",
    expect: ends("returned [[[[[[1]]]]]]", "raised RecursionError", /^unserialisable/),
  },
  {
    name: "source that is none",
    rows: ["F13"],
    source: "def f(: return 1",
    expect: ends("program syntax-error SyntaxError"),
  },
  {
    name: "NUL in the source",
    rows: ["F13", "C10"],
    source: "def f(): return 1\n\0",
    expect: ends(/^program syntax-error (SyntaxError|ValueError)$/),
  },
  {
    name: "surrogate in the source",
    rows: ["C10"],
    source: "def f(): return '\ud800'",
    expect: ends(/^program syntax-error \w+$/, 'returned "\\ud800"'),
  },
  {
    name: "source that says it is of another encoding",
    rows: ["C10"],
    bare: true,
    source: "# -*- coding: utf-16 -*-\ndef f(): return 'é'",
    expect: ends('returned "é"'),
  },
  {
    name: "a line of a megabyte",
    rows: ["A11", "A19"],
    source: "def f(): return 1 #" + "x".repeat(1 << 20),
    expect: returnsOne,
  },
  {
    name: "a function that is defined again",
    rows: ["E8"],
    bare: true,
    source: "def f(): return 1\ndef f(): return 2\nfor f in (f, lambda: 3): pass",
    expect: ends("returned 3"),
  },
  {
    name: "a function that is replaced by what decorates it",
    rows: ["E8"],
    bare: true,
    source: "def other(function): return lambda: 2\n@other\ndef f(): return 1",
    expect: ends("returned 2"),
  },
  {
    name: "a function that replaces itself in the call",
    rows: ["E8", "F9"],
    calls: [callOf(), callOf()],
    bare: true,
    source: "def f():\n  global f\n  f = lambda: 2\n  return 1",
    expect: ends("returned 1, returned 1"),
  },
  {
    name: "nothing to call",
    rows: ["E7"],
    calls: [],
    bare: true,
    source: "def f(): return 1",
    expect: ({ program, outcomes }) => program.kind === "loaded" && outcomes.length === 0,
  },
  {
    name: "nothing to call in a program that does not load",
    rows: ["E7"],
    calls: [],
    bare: true,
    source: "raise SystemExit(0)",
    expect: ends("program raised SystemExit"),
  },
  {
    name: "an empty program",
    rows: ["E7", "F13"],
    bare: true,
    source: "",
    expect: ends("program no-entry-point"),
  },
  {
    name: "a method whose class looks its names up for ever",
    rows: ["E8", "A13"],
    limits: HOSTILE_SHORT,
    entryPoint: "C.f",
    source: `
class M(type):
    def __getattribute__(cls, name):
        while True: pass
class C(metaclass=M):
    def f(self): return 1
`,
    expect: ends(/^program (cpu|wall)-limit$/, "returned 1", /^(cpu|wall)-limit$/),
  },
  {
    name: "names that are no text",
    rows: ["E8"],
    source:
      "globals()[1] = globals()[None] = lambda: 1\nglobals()['\\ud800'] = lambda: 1\nclass C: pass\nC.__module__ = 5\ng = C",
    expect: ends("program no-entry-point"),
  },
];
