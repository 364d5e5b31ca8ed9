import { callOf, ends, type Hostile, outOfTime } from "../hostile.ts";
import { HOSTILE_SHORT } from "../../limits.ts";

/** Programs that return what has to be consumed or awaited. */
export const ITERATORS: readonly Hostile[] = [
  {
    name: "iterators that hang, raise and leave when they are consumed",
    rows: ["F2", "A17"],
    limits: HOSTILE_SHORT,
    calls: [callOf(0), callOf(1), callOf(2), callOf(3), callOf(4)],
    source: `
def items(n):
    yield 1
    if n == 0: raise KeyError("late")
    if n == 1: os._exit(0)
    if n == 2: raise SystemExit
    if n == 3: yield items(0)
    while n == 4: pass
def f(n): return items(n)
`,
    expect: ends(/^raised KeyError, early-exit, raised SystemExit, raised KeyError, (cpu|wall)-limit$/),
  },
  {
    name: "iterators without end",
    rows: ["F2", "A8"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `
import itertools
def f(n): return [itertools.count, lambda: itertools.cycle([1]), lambda: iter(int, 1)][n]()
`,
    expect: ends(
      "unserialisable itertools.count, unserialisable itertools.cycle, unserialisable callable_iterator",
    ),
  },
  {
    name: "one long text very often",
    rows: ["A8", "F2"],
    calls: [callOf(0), callOf(1)],
    source:
      "import itertools\ndef f(n): return [itertools.repeat('x' * 10**6, 10**5), ['x' * 10**6] * 10**5][n]",
    expect: ends(/^(output|memory|cpu|wall)-limit, (output|memory|cpu|wall)-limit$/),
  },
  {
    name: "a generator that returns itself",
    rows: ["F2", "A19"],
    source: "def f():\n  def g(): yield me\n  me = g()\n  return me",
    expect: ends("raised ValueError", /^unserialisable/, /^returned/),
  },
  {
    name: "generators in generators, two hundred deep",
    rows: ["F2", "A19"],
    source: "def g(n): yield g(n - 1) if n else 1\ndef f(): return g(200)",
    expect: ends("unserialisable generator"),
  },
  {
    name: "awaiting what is not to be awaited",
    rows: ["F2", "E1"],
    calls: [callOf(0), callOf(1), callOf(2), callOf(3), callOf(4)],
    source: `
class Strange:
    def __init__(self, n): self.n = n
    def __await__(self): return [iter([1, 2]), 5, iter(()), (x for x in [1]), self][self.n]
async def f(n): return await Strange(n)
`,
    expect: ends("returned null, raised TypeError, returned null, returned null, raised TypeError"),
  },
  {
    name: "a coroutine that refuses to end",
    rows: ["F2", "B12"],
    limits: HOSTILE_SHORT,
    source: `
class Pause:
    def __await__(self): yield
async def f():
    while True:
        try: await Pause()
        except BaseException: pass
`,
    expect: outOfTime,
  },
  {
    name: "coroutines in a list",
    rows: ["F2"],
    source: "async def g(): return 1\ndef f(): return [g(), g()]",
    expect: ends("unserialisable list"),
  },
  {
    name: "asynchronous generators: with an end, with an exception, without an end",
    rows: ["F2"],
    calls: [callOf(0), callOf(1), callOf(2)],
    limits: { cpuMs: 500 },
    source: `
async def f(n):
    yield 1
    if n == 1: raise KeyError
    while n == 2: yield 2
    yield 3
`,
    expect: ends(/^returned \[1,3\], raised KeyError, (unserialisable async_generator|(cpu|wall)-limit)$/),
  },
];
