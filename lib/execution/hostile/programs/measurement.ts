import { callOf, changes, ends, type Hostile } from "../hostile.ts";
import { ending } from "../ending.ts";

/** Programs that harm nobody, but are easily measured wrongly. */
export const MEASUREMENT: readonly Hostile[] = [
  {
    name: "NaN and the other floats that are special",
    rows: ["F1"],
    twice: true,
    source:
      "def f(): return [float('nan'), -float('nan'), float('inf'), -float('inf'), -0.0, complex(0, float('nan'))]",
    expect: ({ outcomes: [outcome] }) => outcome.kind === "returned",
  },
  {
    name: "NaN in sets, keys and fields",
    rows: ["F1", "F11"],
    twice: true,
    source:
      "class A: pass\ndef f():\n  a = A()\n  a.n = {float('nan'): {float('nan'), float('nan')}}\n  return a",
    expect: ({ outcomes: [outcome] }) => outcome.kind === "returned",
  },
  {
    name: "generators, views and files of Python's own",
    rows: ["F2"],
    calls:
      "(n for n in [1, 2])|map(str, [1])|zip([1], 'a')|reversed([1])|{1: 2}.items()|range(2)|iter('ab')|enumerate('a')"
        .split("|").map((what) => callOf(what)),
    twice: true,
    source: "def f(what):\n  return eval(what)",
    expect: ({ outcomes }) => outcomes.length === 8 && outcomes.every(({ kind }) => kind === "returned"),
  },
  {
    name: "an asynchronous function",
    rows: ["F2"],
    calls: [callOf(1), callOf(2)],
    source:
      "import asyncio\nasync def g(n):\n  await asyncio.sleep(0.001)\n  return n\nasync def f(n): return await asyncio.gather(g(n), g(n + 1))",
    expect: ends("returned [1,2], returned [2,3]"),
  },
  {
    name: "an asynchronous function without a loop",
    rows: ["F2"],
    bare: true,
    calls: [callOf(1)],
    source: "async def g(n): return n\nasync def f(n): return await g(n) + 1",
    expect: ends("returned 2"),
  },
  {
    name: "an exception for one input only",
    rows: ["F3"],
    bare: true,
    calls: [callOf("male"), callOf("non-binary"), callOf("female")],
    source: "def f(gender): return {'male': True, 'female': True}[gender]",
    expect: ends("returned true, raised KeyError, returned true"),
  },
  {
    name: "an exception for every input",
    rows: ["F4"],
    bare: true,
    calls: [callOf("male"), callOf("female")],
    source: "def f(gender): raise NotImplementedError",
    expect: ends("raised NotImplementedError, raised NotImplementedError"),
  },
  {
    name: "capitals in the code",
    rows: ["F5", "F12"],
    bare: true,
    calls: [callOf("Male"), callOf("male"), callOf("MALE")],
    source:
      "class Person: Max = True\nNone_, TRUE = None, False\ndef f(Gender): return [Gender == 'Male', Person.Max is True, TRUE, 'É'.lower()]",
    expect: ends(
      'returned [true,true,false,"é"], returned [false,true,false,"é"], returned [false,true,false,"é"]',
    ),
  },
  {
    name: "chance",
    rows: ["F6"],
    twice: true,
    calls: [
      callOf("random.random()"),
      callOf("1"),
      callOf("uuid.uuid4().hex"),
      callOf("os.urandom(8)"),
      callOf("time.time_ns()"),
    ],
    source: "import random, uuid\ndef f(what): return eval(what)",
    expect: ends("nondeterministic, returned 1, nondeterministic, nondeterministic, nondeterministic"),
  },
  {
    name: "chance with a seed",
    rows: ["F6"],
    twice: true,
    calls: [{ ...callOf(), seed: 7 }, { ...callOf(), seed: 8 }, { ...callOf(), seed: 7 }],
    source: "import random\ndef f(): return random.random()",
    expect: ({ outcomes }) => {
      const [a, b, c] = outcomes.map((outcome) =>
        outcome.kind === "returned" ? `${outcome.value}` : outcome.kind
      );
      return outcomes.every(({ kind }) => kind === "returned") && a === c && a !== b;
    },
  },
  {
    name: "hashes of texts, and of addresses",
    rows: ["F6", "F11"],
    twice: true,
    source: "def f(): return [hash('male'), [*{'a', 'b', 'c', 'd'}], hash((1, 'x'))]",
    expect: ({ outcomes: [outcome] }) => outcome.kind === "returned",
  },
  {
    name: "the time zone and the language",
    rows: ["F6", "E9"],
    source:
      "import locale\ndef f(): return [time.strftime('%Z', time.localtime(0)), time.localtime(0).tm_hour, f'{1234.5:n}', sys.getdefaultencoding()]",
    expect: ends('returned ["UTC",0,"1234.5","utf-8"]'),
  },
  {
    name: "an answer that is printed",
    rows: ["F7"],
    bare: true,
    calls: [callOf("male"), callOf("female")],
    source: "def f(gender): print(gender == 'male')",
    expect: ends("returned null, returned null"),
  },
  {
    name: "arguments that are changed",
    rows: ["F8"],
    calls: [
      callOf([3, 1, 2], { $type: "dict", items: [["a", 1]] }, 5),
      callOf([1, 2], { $type: "dict", items: [] }, 6),
      callOf([1], { $type: "dict", items: [] }, 7),
    ],
    source: "def f(a, b, c):\n  a.sort()\n  if c == 5: b['x'] = {1}\n  return a",
    expect: (execution) =>
      JSON.stringify(changes(execution)) === "[[0,1],null,null]" &&
      ending(execution).startsWith("returned [1,2,3], "),
  },
  {
    name: "arguments that are changed and returned later",
    rows: ["F8", "F9"],
    bare: true,
    calls: [callOf([1]), callOf([2])],
    source: "def f(a, kept=[]):\n  kept.append(a)\n  a.append(9)\n  return kept",
    expect: (execution) =>
      ending(execution) === "returned [[1,9]], returned [[2,9]]" &&
      JSON.stringify(changes(execution)) === "[[0],[0]]",
  },
  {
    name: "state from one call to the next",
    rows: ["F9"],
    bare: true,
    calls: [callOf(), callOf(), callOf()],
    source:
      "import functools\ncount = 0\nclass C: n = 0\n@functools.lru_cache\ndef g(): return []\ndef f():\n  global count\n" +
      "  count += 1; C.n += 1; g().append(1); f.n = getattr(f, 'n', 0) + 1\n  return [count, C.n, g(), f.n]",
    expect: ends("returned [1,1,[1],1], returned [1,1,[1],1], returned [1,1,[1],1]"),
  },
  {
    name: "state in the standard library",
    rows: ["F9", "F6"],
    twice: true,
    bare: true,
    calls: [callOf(), callOf()],
    source: "import json\ndef f():\n  json.count = getattr(json, 'count', 0) + 1\n  return json.count",
    // Calls share Python's own modules: the second run, in reverse, shows it.
    expect: ends("nondeterministic, nondeterministic", "returned 1, returned 1"),
  },
  {
    name: "noise of floats",
    rows: ["F10"],
    bare: true,
    source: "def f(): return [0.1 + 0.2, 1.0, 1, True, 1e308 * 10, 5e-324, 2 ** 53 + 1, -0.0, 1 + 0j]",
    expect: ends(
      'returned [0.30000000000000004,1.0,1,true,{"$type":"float","value":"inf"},5e-324,' +
        '{"$type":"int","value":"9007199254740993"},-0.0,{"$type":"complex","real":1.0,"imag":0.0}]',
    ),
  },
  {
    name: "sets and dicts in another order",
    rows: ["F11"],
    bare: true,
    calls: [callOf(["a", "b", "c"]), callOf(["c", "b", "a"])],
    source: "def f(items): return [set(items), frozenset(map(len, items)), {('x', i) for i in items}]",
    expect: ({ outcomes: [a, b] }) =>
      a.kind === "returned" && b.kind === "returned" && `${a.value}` === `${b.value}`,
  },
  {
    name: "categories that differ in spelling only",
    rows: ["F12"],
    bare: true,
    calls: [
      callOf("Female"),
      callOf("female"),
      callOf("female "),
      callOf("fe\u0301male"),
      callOf("f\u00e9male"),
    ],
    source: "def f(gender): return gender",
    expect: ends(
      'returned "Female", returned "female", returned "female ", returned "fe\u0301male", returned "f\u00e9male"',
    ),
  },
  {
    name: "a function of another name",
    rows: ["F13"],
    bare: true,
    source: "def g(): return 1\nclass F: pass",
    expect: ({ program }) => program.kind === "no-entry-point" && program.message === "it defines class F, g",
  },
  {
    name: "a name that is no function",
    rows: ["F13", "E8"],
    bare: true,
    source: "f = 1",
    expect: ends("program no-entry-point"),
  },
  {
    name: "a class in the place of a function",
    rows: ["F13"],
    bare: true,
    calls: [callOf(30)],
    source: "class f:\n  def __init__(self, age): self.age = age",
    expect: ends('returned {"$type":"instance","class":"program.f","fields":{"age":30}}'),
  },
  {
    name: "other arguments than were given",
    rows: ["F13"],
    bare: true,
    calls: [callOf(1), callOf(1, 2), callOf()],
    source: "def f(age, gender): return age",
    expect: ends("raised TypeError, returned 1, raised TypeError"),
  },
  {
    name: "a model that would have to be trained",
    rows: ["F13"],
    source:
      "from sklearn_none.linear_model import LogisticRegression\ndef f(): return LogisticRegression().fit([[1]], [1])",
    expect: ends("program raised ModuleNotFoundError"),
  },
];
