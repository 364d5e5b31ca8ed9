import { callOf, ends, type Hostile } from "../hostile.ts";

/** Programs that end with an exception that is not what it seems. */
export const EXCEPTIONS: readonly Hostile[] = [
  {
    name: "exception that cannot be read",
    rows: ["E1"],
    source: "class M(type):\n  __module__ = __name__ = property(lambda c: 1 / 0)\n" +
      "class E(Exception, metaclass=M):\n  __str__ = __repr__ = lambda s: 1 / 0\ndef f(): raise E",
    expect: ends(/^raised /),
  },
  {
    name: "exception with a false errno",
    rows: ["E1", "E5"],
    source:
      "class Q:\n  def __eq__(s, o): raise SystemExit\ndef f():\n  e = BlockingIOError()\n  e.errno = Q()\n  raise e",
    expect: ends("early-exit", /^raised /),
  },
  {
    name: "KeyboardInterrupt",
    rows: ["E2"],
    source: "def f(): raise KeyboardInterrupt",
    expect: ends("raised KeyboardInterrupt"),
  },
  {
    name: "GeneratorExit",
    rows: ["E2"],
    source: "def f(): raise GeneratorExit",
    expect: ends("raised GeneratorExit"),
  },
  {
    name: "leaving in the function",
    rows: ["E2"],
    calls: [
      callOf("sys.exit(0)"),
      callOf("exit()"),
      callOf("quit(0)"),
      callOf("raise SystemExit"),
      callOf("1"),
    ],
    source: "def f(how):\n  exec(how)\n  return 1",
    expect: ends("raised SystemExit, raised SystemExit, raised SystemExit, raised SystemExit, returned 1"),
  },
  {
    name: "leaving by an exception of its own",
    rows: ["E2"],
    source: "class Leave(SystemExit): code = 0\ndef f(): raise Leave(0)",
    expect: ends("raised program.Leave"),
  },
  {
    name: "exception that is of no usual kind",
    rows: ["E2"],
    source: "class B(BaseException): pass\ndef f(): raise B",
    expect: ends("raised program.B"),
  },
  {
    name: "exceptions that end loops",
    rows: ["E2"],
    calls: [callOf("StopIteration(1)"), callOf("StopAsyncIteration(1)"), callOf("StopIteration")],
    source: "def f(what): raise eval(what)",
    expect: ends("raised StopIteration, raised StopAsyncIteration, raised StopIteration"),
  },
  {
    name: "exceptions that end loops, from a coroutine and a generator",
    rows: ["E2", "F2"],
    calls: [callOf(0), callOf(1), callOf(2), callOf(3)],
    source: `
async def late(): raise StopIteration(1)
def items():
    yield 1
    raise StopIteration
class Items:
    def __iter__(self): return self
    def __next__(self): raise GeneratorExit
def f(n): return [late, items, lambda: map(iter([]).__next__, []), lambda: map(next, [Items()])][n]()
`,
    expect: ends(
      /^raised RuntimeError, raised RuntimeError, returned \{"\$type":"object","class":"map","value":\[\]\}, raised GeneratorExit$/,
    ),
  },
  {
    name: "exception that says it is another",
    rows: ["E1", "E2"],
    source: `
class E(Exception):
    __class__ = property(lambda self: MemoryError)
    args = property(lambda self: 1 / 0)
    errno = 11
    def __eq__(self, other): return True
    __hash__ = None
def f(): raise E
`,
    expect: ends("raised program.E"),
  },
  {
    name: "exceptions that claim a limit",
    rows: ["E2", "E5"],
    calls: [
      callOf("RuntimeError('can\\'t start new thread!')"),
      callOf("type('MemoryError', (Exception,), {})()"),
      callOf("type('M', (MemoryError,), {})()"),
    ],
    source: "def f(claim):\n  raise eval(claim)",
    expect: ends("raised RuntimeError, raised program.MemoryError, raised program.M"),
  },
  {
    name: "groups of exceptions, and causes in a circle",
    rows: ["E2"],
    source: `
def f():
    a, b = ValueError("a"), KeyError("b")
    a.__cause__, b.__cause__, a.__context__, b.__context__ = b, a, b, a
    group = getattr(sys.modules["builtins"], "ExceptionGroup", None)
    for _ in range(90): a = group("g", [a, b]) if group else a
    raise a
`,
    expect: ends(/^raised (builtins\.)?ExceptionGroup$/, "raised ValueError"),
  },
  {
    name: "exception that is made with harm",
    rows: ["E2", "E3"],
    source: `
class E(Exception):
    def __init__(self): os._exit(0)
def f(): raise E
`,
    expect: ends("early-exit"),
  },
  {
    name: "exception whose text leaves",
    rows: ["E2", "E3"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `
class Text(str):
    def __str__(self): os._exit(0)
    __getitem__ = __len__ = __str__
class E(Exception): pass
class F(Exception):
    def __str__(self): raise SystemExit
class G(Exception):
    def __str__(self): return Text("t")
def f(n): raise (E(Text("t")), F(), G())[n]
`,
    expect: ends(/^(raised program\.E|early-exit), raised program\.F, raised program\.G$/),
  },
  {
    name: "exception with frames that hold harm",
    rows: ["B12", "E2"],
    source: `
class Harm:
    def __del__(self): raise SystemExit
    def __repr__(self): os._exit(0)
def f():
    harm = [Harm() for _ in range(10)]
    raise ValueError(harm[0])
`,
    expect: ends("early-exit", "raised ValueError"), // its text is the text of what it was made with
  },
];
