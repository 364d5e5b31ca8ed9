import assert from "node:assert/strict";
import { filledIn, madeClass } from "codebias/execution/probing/made_class.ts";
import { executeTwice } from "codebias/execution/repeat.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import type { Call } from "codebias/core/types.ts";
import { dict, encode, float } from "codebias/values/mod.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { brief, callNamed, callsWith, ending, program, type ProgramOptions } from "./programs.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, workers: 1 });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

const run = (source: string, options?: ProgramOptions) => sandbox.execute(program(source, options));

Deno.test("execute() can let calls share what they leave in the module", contained, async () => {
  const source = "seen = []\ndef f(x):\n  seen.append(x)\n  return seen";
  const request = program(source, { calls: callsWith(1, 2, 3) });
  assert.deepEqual(brief(await sandbox.execute({ ...request, state: "shared" })), [
    "returned [1]",
    "returned [1,2]",
    "returned [1,2,3]",
  ]);
  assert.deepEqual(brief(await sandbox.execute(request)), ["returned [1]", "returned [2]", "returned [3]"]);
});

Deno.test("execute() finds what a call returned, alone or among many", contained, async () => {
  const source = "def f(x):\n  if x % 7 == 3: return [[x], (x, [x])]\n  if x % 11 == 5: return [{x}]\n" +
    "  if x % 13 == 6: return x, {'a': [x]}\n  if x % 17 == 2: raise ValueError(x)\n" +
    "  if x % 19 == 4: return [object()]\n  if x % 23 == 8: return [x for x in range(300)]\n" +
    "  return [[], [x, str(x)], (), x][x % 4]";
  const request = program(source, { calls: callsWith(...Array(1500).keys()) });
  const together = brief(await sandbox.execute(request));
  const alone = brief(await sandbox.execute({ ...request, state: "shared" })); // then they are made one by one
  assert.deepEqual(together, alone);
  assert.equal(new Set(together.map((end) => end.replace(/\d+/g, "n"))).size, 10);
});

/** What calls return among others, in all forms in which results are handed over together, and in some that are not. */
const RETURNED = String.raw`
  x; [x, 1]; [x, 2]; [x]; []; (x, 1); (); [x, 1.5]; [115, x]; [[x], 1]; [[], [], x]; [[[x, 1], 2], 3]; (x, [x], 4);
  b'ab'; [b's', x]; [bytearray(b'a'), x]; [memoryview(b'a'), x]; [array('i', [x]), x]; [{x}, x]; [frozenset([x]), 1];
  [..., x]; [signal.SIGINT, 1]; [time.gmtime(x), 1]; [Decimal(x), 1]; [True, x]; [None, x]; [open, x]; ['s', x]; ['\ud800', x];
  deep(90); deep(99); deep(100); deep(130); deep(3000); round_about(); -0.0; [x] * 255; [x] * 256; [2**70, x]; [1j, 1];
  [float('nan'), 1]; {'a': x}; [{'a': [x]}, 1]; [{(1, x): 2}, 3]; changed(x); [changed(x), 1]; [[0] * 70_000, x];
  {'status': [x], 's': (x,)}; {'s': bytearray(b's'), 'of': [x]}; ('s', [memoryview(b's')], x); (changed(x), 's'); [{'s': changed(x)}, x];
  {1: {2: {3}}}; (deep(99), 's'); (deep(3000), x); [[x] * 5000, 's']; {'s': round_about()}; ['a' * 300_000, x]; raised(x); Odd(); Alike(); deepest(0);
  b'a' * 255; b'a' * (3 << 20)`.split(";").map((one) => one.trim());

/** What is defined or imported where a result names it. */
const HELPERS: Readonly<Record<string, string>> = {
  signal: "import signal",
  time: "import time",
  array: "from array import array",
  Decimal: "from decimal import Decimal",
  Odd: "class Same(type):\n  def __eq__(self, other): return True\n  def __hash__(self): return 5\n" +
    "class Odd(list, metaclass=Same): pass",
  Alike:
    "class Same(type):\n  def __eq__(self, other): return True\n  def __hash__(self): return hash(list)\n" +
    "class Alike(list, metaclass=Same):\n  def __getitem__(self, place): raise SystemExit",
  deep: "def deep(levels):\n  found = 1\n  for _ in range(levels): found = [found, 1]\n  return found",
  deepest: "def deepest(n):\n  try: return deepest(n + 1)\n  except RecursionError: return n",
  round_about: "def round_about():\n  found = [1, 2]\n  found.insert(0, found)\n  return found",
  raised: "def raised(x): raise ValueError(x)",
  changed: "def changed(x, kept=[[0], 1]):\n  kept[0][0] += x\n  return kept",
};

/** A program that returns it in some calls from the first of these on, and in all others something simple. */
function returning(result: string, first: number, other: string): string {
  const needed = Object.keys(HELPERS).filter((name) => new RegExp(`\\b${name}\\b`).test(result));
  const f = `def f(x): return ${result} if x >= ${first} and x % 5 == 3 else ${other}`;
  return [...needed.map((name) => HELPERS[name]), f].join("\n");
}

for (const [first, other] of [[0, "[x, 1]"], [700, "[x, 1]"], [700, "x"]] as const) {
  Deno.test(
    `execute() finds a result from call ${first} on where others return ${other}`,
    contained,
    async () => {
      for (const result of RETURNED) {
        const source = returning(result, first, other);
        const outcomesOf = async (calls: readonly Call[]) => {
          const { program: { kind }, outcomes } = await sandbox.execute(program(source, { calls }));
          assert.equal(kind, "loaded", result);
          return outcomes.map(({ cpuMs: _, ...outcome }) => outcome);
        };
        const together = await outcomesOf(callsWith(...Array(first + 100).keys()));
        // Of calls with named arguments, each result is written down by itself.
        for (const x of [first + 58, first + 59]) {
          assert.deepEqual([together[x]], await outcomesOf([callNamed({ x })]), result);
        }
      }
    },
  );
}

/** How one of many calls that take no time may end. */
const LATE_ENDS: Readonly<Record<string, string>> = {
  "while True: pass": "cpu-limit",
  "import os; os._exit(3)": "early-exit",
  "import os; os.abort()": "signal",
  "raise KeyError(x)": "raised KeyError",
  "return next(iter([]))": "raised StopIteration",
  "raise StopIteration": "raised StopIteration",
  "return [0] * 10 ** 9": "memory-limit",
  "return 'a' * (2 << 20)": "output-limit",
  "sum(range(200_000))": "returned null",
};

Deno.test("execute() tells which of many calls ended otherwise", contained, async () => {
  for (const [statement, end] of Object.entries(LATE_ENDS)) {
    for (const other of ["x", "[x, 1]"]) {
      const source = `def f(x):\n  if x == 700:\n    ${statement}\n  else: return ${other}`;
      const execution = await run(source, { calls: callsWith(...Array(800).keys()) });
      const expected = Array.from({ length: 800 }, (_, x) => `returned ${other === "x" ? x : `[${x},1]`}`);
      assert.deepEqual(brief(execution), expected.with(700, end), statement);
      const { outcomes: { 699: before, 700: late } } = execution;
      assert(late.kind !== "returned" || late.cpuMs > 20 * before.cpuMs, `${late.cpuMs} ms`);
    }
  }
});

Deno.test("execute() finds what calls returned before one that changes a module", contained, async () => {
  const source = "from decimal import Context, Decimal, setcontext\ndef f(x):\n" +
    "  if x == 700: setcontext(Context(prec=3))\n  return [1] if x == 701 else str(Decimal(x) / 7)";
  const together = brief(await run(source, { calls: callsWith(...Array(800).keys()) }));
  assert.deepEqual([together[699]], brief(await run(source, { calls: callsWith(699) })));
});

/** Ways in which a program may keep something for its next call, which must not meet it. */
const KEEPING: Readonly<Record<string, string>> = {
  "a global": "n = 0\ndef f():\n  global n\n  n += 1\n  return n",
  "a global that was not there": "def f():\n  global n\n  n = globals().get('n', 0) + 1\n  return n",
  "a list": "n = []\ndef f():\n  n.append(1)\n  return len(n)",
  "a default": "def f(n=[]):\n  n.append(1)\n  return len(n)",
  "an attribute of the function": "def f():\n  f.n = getattr(f, 'n', 0) + 1\n  return f.n",
  "the dict of the function": "def f():\n  f.__dict__['n'] = n = f.__dict__.get('n', 0) + 1\n  return n",
  "its defaults": "def f(n=0):\n  f.__defaults__ = (n + 1,)\n  return n + 1",
  "the module": "def f():\n  import program\n  program.n = n = vars(program).get('n', 0) + 1\n  return n",
  "the module by its name": "import sys\ndef f():\n  m = sys.modules['program']\n" +
    "  m.n = n = getattr(m, 'n', 0) + 1\n  return n",
  "the namespace": "def f():\n  d = globals()\n  d['n'] = d.get('n', 0) + 1\n  return d['n']",
  "the namespace by eval":
    "def f():\n  d = eval('globals' + '()')\n  d['n'] = d.get('n', 0) + 1\n  return d['n']",
  "a cache":
    "import functools\nimport itertools\nc = itertools.count(1)\n@functools.cache\ndef f(): return next(c)",
  "a class": "class A: n = 0\ndef f():\n  A.n += 1\n  return A.n",
  "a dict": "n = {'a': 0, 'b': 1}\ndef f():\n  n['a'] += 1\n  return n['a']",
  "the namespace by another name":
    "g = globals\ndef f():\n  d = g()\n  d['n'] = d.get('n', 0) + 1\n  return d['n']",
  "the namespace by a name that is imported": "from operator import attrgetter as a\ndef f():\n" +
    "  d = a('__globals__')(f)\n  d['n'] = d.get('n', 0) + 1\n  return d['n']",
  "the namespace by a frame": "import sys as s\ndef f():\n  d = s._getframe().f_globals\n" +
    "  d['n'] = d.get('n', 0) + 1\n  return d['n']",
  "a closure":
    "def make():\n  n = 0\n  def f():\n    nonlocal n\n    n += 1\n    return n\n  return f\nf = make()",
  "the namespace by a pattern": "def f():\n  match f:\n    case object(__globals__=d):\n" +
    "      d['n'] = d.get('n', 0) + 1\n  return d['n']",
  "the annotations of a function": "def g(x): return x\na = g.__annotations__\ndef f():\n" +
    "  a['n'] = n = a.get('n', 0) + 1\n  return n",
  "a default that is the namespace": "def g(x): return x\ndef f(d=g.__globals__):\n" +
    "  d['n'] = n = d.get('n', 0) + 1\n  return n",
  "the namespace by a format": "from string import Formatter\ndef f():\n" +
    "  d, _ = Formatter().get_field('0.' + '__globals__', (f,), {})\n  d['n'] = n = d.get('n', 0) + 1\n  return n",
  "the namespace by a text that is an annotation":
    "import typing\ndef g(x: 'globals().setdefault(\"n\", [0]).append(1)'): return x\ndef f():\n" +
    "  typing.get_type_hints(g)\n  return len(n) - 1",
  "what a decorator writes to a function": "from typing import get_type_hints, no_type_check\n" +
    "def g(x: int): return x\ndef f():\n  n = 2 - len(get_type_hints(g))\n  no_type_check(g)\n  return n",
  "a marked function": "import abc\ndef g(): pass\ndef f():\n  try: abc.ABCMeta('A', (), {'m': g})()\n" +
    "  except TypeError: return 2\n  abc.abstractclassmethod(g)\n  return 1",
  "a text that another module runs":
    "import timeit\nn = 0\ndef f():\n  timeit.timeit('import program; program.n += 1', number=1)\n  return n",
  "an annotation that a registry runs": "from functools import singledispatch\nn = [0]\n" +
    "def g(x: 'n.append(1) or int'): return x\ndef f():\n  singledispatch(f).register(g)\n  return len(n) - 1",
  "what imitates it":
    "from unittest import mock\nn = 0\ndef f():\n  mock.patch('program.n', n + 1).start()\n  return n",
  "another name":
    "def f():\n  global g\n  try: return g()\n  except NameError:\n    g = lambda: 2\n    return 1",
};

for (const [what, source] of Object.entries(KEEPING)) {
  Deno.test(`execute() shows a call nothing that an earlier one kept in ${what}`, contained, async () => {
    for (const calls of [[{}, {}, {}], Array(3).fill({ args: encode([]) }), Array(3).fill({ seed: 1 })]) {
      assert.deepEqual(brief(await run(source, { calls })), Array(3).fill("returned 1"));
    }
  });
}

/** How a method may get hold of the class that was made for it: orders its instances, which is possible once only. */
const REACHING: Readonly<Record<string, string>> = {
  "type()": "c = type(self)",
  "its name": "c = P",
  "a pattern": "match self:\n    case object(__class__=c): pass",
  "an alias of type()": "c = __import__('typing').get_origin(__import__('typing').Type[int])(self)",
  "a table of types":
    "c = [k for k in _dataclasses.copy._deepcopy_dispatch if k.__name__ == 'type'][0](self)",
  "its own attribute": "c = self.__class__",
  "the attribute by its name": "c = getattr(self, '__cl' + 'ass__')",
  "the module": "c = __import__('program').P",
  "the namespace of a function": "c = names['P']",
};

for (const [what, way] of Object.entries(REACHING)) {
  Deno.test(
    `execute() shows a method nothing that an earlier call kept in its class, found by ${what}`,
    contained,
    async () => {
      const names = what === "the namespace of a function" ? "names = order.__globals__\n" : "";
      const source =
        `${names}def f(self):\n  ${way}\n  try: order(c)\n  except TypeError: return 2\n  return 1\n`;
      const orders = "def order(c):\n  from dataclasses import dataclass\n  dataclass(order=True)(c)\n";
      const appended = filledIn(madeClass([{ name: "age", type: "int" }]), "P", "f");
      const init = { args: encode([30]) };
      for (
        const order of [
          orders,
          orders.replace("from dataclasses import dataclass", "dataclass = _dataclasses.dataclass"),
        ]
      ) {
        const request = program(order + source, {
          entryPoint: "P.f",
          calls: [{ init }, { init }, { init, seed: 1 }],
        });
        const execution = await sandbox.execute({ ...request, program: { ...request.program, appended } });
        assert.deepEqual(brief(execution), Array(3).fill("returned 1"));
      }
    },
  );
}

Deno.test(
  "execute() seeds a call before the instance is made, alike for many calls and one",
  contained,
  async () => {
    const source = "import random\nclass P:\n  def __init__(self, age): self.luck = random.random()\n" +
      "  def f(self): return [self.luck, random.random()]";
    const inits = [{ args: encode([1]) }, { args: encode([2]) }, { kwargs: encode(dict({ age: 3 })) }];
    const calls = inits.map((init) => ({ init, seed: 1 }));
    const [one, ...others] = brief(await run(source, { entryPoint: "P.f", calls }));
    assert.deepEqual(others, [one, one]);
    const plain = await run(
      "import random\ndef f():\n  random.seed(1)\n  return [random.random(), random.random()]",
    );
    assert.deepEqual(brief(plain), [one]);
  },
);

Deno.test(
  "execute() frees an instance before its result is written, alike for many calls and one",
  contained,
  async () => {
    const source = "class P:\n  def __init__(self, r): self.r = [r]\n  def f(self): return self.r\n" +
      "  def __del__(self): self.r.append(0)";
    const calls = [{ init: { args: encode([1]) } }, { init: { kwargs: encode(dict({ r: 1 })) } }];
    assert.deepEqual(brief(await run(source, { entryPoint: "P.f", calls })), [
      "returned [1,0]",
      "returned [1,0]",
    ]);
  },
);

Deno.test("execute() refuses to name more arguments than there are, or one twice", contained, async () => {
  const calls = [
    { args: encode([1]), names: ["a", "b"] },
    { args: encode([1]), names: ["a"], kwargs: encode(dict({ a: 5 })) },
    { args: encode([1]), names: [""] },
    { args: encode([1]), names: [] },
  ];
  const ends = ["raised TypeError", "raised TypeError", 'returned [""]', "raised TypeError"];
  assert.deepEqual(brief(await run("def f(**named): return list(named)", { calls })), ends);
});

Deno.test("execute() tells which arguments a call changed", contained, async () => {
  const source = "def f(a, b, x=None):\n  if b == 1: a.append(1)\n  if b == 2: x['k'] = [2]\n" +
    "  if b == 3:\n    a[0].clear()\n    raise ValueError\n  if b == 4: a.append(open)\n  return b";
  const fast = (b: number) => ({ args: encode([[[0], float(NaN)], b]) });
  const named = (b: number) => ({ args: encode([[[0]], b]), kwargs: encode(dict({ x: dict({}) })) });
  const { outcomes } = await run(source, {
    calls: [...[0, 1, 0, 0, 3, 0, 4, 0, 0].map(fast), ...[0, 1, 2, 3, 4].map(named)],
  });
  assert.deepEqual(outcomes.map(({ kind, mutated }) => mutated ? `${kind} ${mutated}` : kind), [
    ..."returned,returned 0,returned,returned,raised 0,returned,returned 0,returned,returned".split(","),
    ..."returned,returned 0,returned x,raised 0,returned 0".split(","),
  ]);
});

Deno.test("execute() calls methods on an instance that it makes for each call", contained, async () => {
  const source = "from dataclasses import dataclass\n@dataclass\nclass P:\n  age: int\n  name: str = 'x'\n" +
    "  def older(self, than, *, by=0): return self.age > than + by\n" +
    "  @staticmethod\n  def s(x): return x\n  @classmethod\n  def c(cls, x): return [cls.__name__, x]\n" +
    "  def grow(self):\n    self.age += 1\n    return self";
  const init = { kwargs: encode(dict({ age: 30 })) };
  const of = (method: string, ...calls: Call[]) => run(source, { entryPoint: `P.${method}`, calls });
  const args = encode([29]);
  assert.deepEqual(
    brief(await of("older", { init, args }, { init, args, kwargs: encode(dict({ by: 5 })) }, { args })),
    ["returned true", "returned false", "raised TypeError"],
  );
  const grown = 'returned {"$type":"instance","class":"program.P","fields":{"age":31,"name":"x"}}';
  assert.deepEqual(brief(await of("grow", { init }, { init: { args: encode([30]) } })), [grown, grown]);
  assert.deepEqual(brief(await of("s", { init, args })), ["returned 29"]);
  assert.deepEqual(brief(await of("c", { init, args })), ['returned ["P",29]']);
  const { program: report } = await of("none", { init });
  assert.deepEqual([report.kind, report.message], ["no-entry-point", "it defines class P"]);
  assert.deepEqual(brief(await run(source + "\ndef f(): pass", { calls: [{ init }] })), ["raised TypeError"]);
});

Deno.test("execute() hands over instances of the program's own classes", contained, async () => {
  const source = "from dataclasses import dataclass\n@dataclass\nclass P:\n  age: int\n" +
    "def f(p, *others, key=None): return [p.age, type(p) is P, key.age if key else None]";
  const person = (age: number, name = "P") =>
    ({ $type: "instance", class: name, fields: [["age", age]] }) as const;
  const calls = [
    { args: encode([person(3)]) },
    { args: encode([person(4, "program.P")]), kwargs: encode(dict({ key: person(5) })) },
    { args: encode([person(3, "Q")]) },
    { args: encode([{ ...person(3), fields: [["size", 3]] }]) },
  ];
  assert.deepEqual(brief(await run(source, { calls })), [
    "returned [3,true,null]",
    "returned [4,true,5]",
    "raised NameError",
    "raised TypeError",
  ]);
});

Deno.test("execute() passes positional, variable and named arguments as Python does", contained, async () => {
  const calls = [{ args: encode([1, 2, 3]), kwargs: encode(dict({ d: 4, z: 5 })) }, { args: encode([1, 2]) }];
  assert.deepEqual(
    brief(await run("def f(a, /, b, *c, d=0, **e): return [a, b, list(c), d, len(e)]", { calls })),
    [
      "returned [1,2,[3],4,1]",
      "returned [1,2,[],0,0]",
    ],
  );
  const person = { args: encode([dict({ age: 3 })]) };
  assert.deepEqual(brief(await run("f = lambda person: person['age']", { calls: [person] })), ["returned 3"]);
});

Deno.test(
  "execute() passes the last of the arguments by their names, alike for many calls and one",
  contained,
  async () => {
    const source = "def f(a, /, b, *, c=0, **e):\n  if b == 7: c.append(1)\n  return [a, b, c, sorted(e)]";
    const all = (...names: string[]) => ({ args: encode([1, 2, 3]), names });
    const named = [all("b", "c"), all("b", "z"), all("c"), all("a", "b", "c"), all()];
    const ends = [
      "returned [1,2,3,[]]",
      'returned [1,2,0,["z"]]',
      "returned [1,2,3,[]]",
      "raised TypeError",
      "raised TypeError",
    ];
    assert.deepEqual(brief(await run(source, { calls: named })), ends);
    const twice = named.flatMap((call) => [call, call]);
    assert.deepEqual(brief(await run(source, { calls: twice })), ends.flatMap((end) => [end, end]));
    // Not of plain types, or with others by name: these are sent one by one.
    const tagged = [{ args: encode([1, { $type: "set", items: [2] }, 3]), names: ["b", "c"] }];
    const others = [{ args: encode([1, 2]), names: ["b"], kwargs: encode(dict({ c: 3, y: 4 })) }];
    assert.deepEqual(brief(await run(source, { calls: others })), ['returned [1,2,3,["y"]]']);
    assert.equal((await run(source, { calls: tagged })).outcomes[0].kind, "returned");
    const changing = [1, 7, 1].map((b) => ({ args: encode([0, b, [0]]), names: ["b", "c"] }));
    const { outcomes } = await run(source, { calls: changing });
    assert.deepEqual(outcomes.map(({ mutated }) => mutated), [undefined, ["c"], undefined]);
    const owner = "class P:\n  def __init__(self, age, name='x'): self.age = age; self.name = name\n" +
      "  def f(self): return [self.age, self.name]\n" + source;
    const made = [{ args: encode([3, "y"]), names: ["age", "name"] }, { args: encode([3]), names: [] }, {}];
    const calls = made.map((init) => ({ init, seed: 1 }));
    const init = { entryPoint: "P.f", calls };
    assert.deepEqual(brief(await run(owner, init)), [
      'returned [3,"y"]',
      'returned [3,"x"]',
      "raised TypeError",
    ]);
    assert.deepEqual(brief(await run(owner, { calls })), Array(3).fill("raised TypeError"));
  },
);

Deno.test(
  "execute() awaits asynchronous functions and takes the items of asynchronous generators",
  contained,
  async () => {
    const source = "import asyncio\nasync def g(x):\n  await asyncio.sleep(0)\n  return [x]\n" +
      "async def f(x):\n  if x == 0: raise KeyError(x)\n  return (await asyncio.gather(g(x), g(x)))[1]";
    const limits = { cpuMs: 2_000 };
    assert.deepEqual(brief(await run(source, { calls: callsWith(1, 0, 2), limits })), [
      "returned [1]",
      "raised KeyError",
      "returned [2]",
    ]);
    assert.deepEqual(brief(await run("async def f(x): return x", { calls: callsWith(1, 2) })), [
      "returned 1",
      "returned 2",
    ]);
    assert.equal(ending(await run("async def f():\n  yield 1\n  yield 2")), "returned [1,2]");
    assert.equal(
      ending(await run("async def f():\n  while True: yield 1")),
      "unserialisable async_generator",
    );
    const own = "import asyncio\nasync def g(): await asyncio.sleep(0.001)\ndef f(): return asyncio.run(g())";
    assert.equal(ending(await run(own, { limits })), "returned null");
  },
);

Deno.test("execute() can make the calendar stand, whatever a program asks it by", contained, async () => {
  const source = "import datetime, time\nfrom datetime import date, datetime as D, timezone\ndef f():\n" +
    "  d = D.now()\n  return [time.time(), time.time_ns(), time.gmtime()[:6] == time.localtime()[:6], time.ctime(),\n" +
    "    time.asctime(), time.strftime('%Y-%m-%d'), str(d), str(D.utcnow()), str(D.now(timezone.utc)), str(date.today()),\n" +
    "    [time.clock_gettime(0), time.clock_gettime_ns(0)] == [time.time(), time.time_ns()],\n" +
    "    str(D.today()), isinstance(d, D), isinstance(d, date), issubclass(D, date), str(d - D(2001, 1, 1)),\n" +
    "    time.perf_counter() < time.perf_counter()]";
  const request = { ...program(source), clock: 1_000_000_000.5 };
  const said =
    'returned [1000000000.5,1000000000500000000,true,"Sun Sep  9 01:46:40 2001","Sun Sep  9 01:46:40 2001","2001-09-09",' +
    '"2001-09-09 01:46:40.500000","2001-09-09 01:46:40.500000","2001-09-09 01:46:40.500000+00:00","2001-09-09",' +
    'true,"2001-09-09 01:46:40.500000",true,true,true,"251 days, 1:46:40.500000",true]';
  const [got] = brief(await sandbox.execute(request));
  assert.equal(got, said.replace("1000000000500000000", '{"$type":"int","value":"1000000000500000000"}'));
  assert.deepEqual(brief(await executeTwice(sandbox, request)), [got]);
  const { outcomes: [running] } = await executeTwice(
    sandbox,
    program("import time\ndef f(): return time.time()"),
  );
  assert.equal(running.kind, "nondeterministic");
  for (const clock of [-1, NaN, 1e12]) {
    await assert.rejects(sandbox.execute({ ...request, clock }), RangeError);
  }
});

Deno.test("execute() fixes the order of hashes", contained, async () => {
  const source = "def f(): return [hash('a'), list({'x', 'y', 'z', 'w'}), hash(b'b')]";
  const first = ending(await run(source));
  await using other = await openSandbox({ python: PYTHON, workers: 1 });
  assert.equal(ending(await other.execute(program(source))), first);
});
