import { callOf, changes, ends, type Hostile, outOfTime } from "../hostile.ts";
import { HOSTILE_LONG, HOSTILE_SHORT } from "../../limits.ts";
import { ending } from "../ending.ts";

/** Programs that return objects whose fields, items or results act when they are taken. */
export const FIELDS: readonly Hostile[] = [
  {
    name: "fields that raise, hang up or are not there",
    rows: ["E1"],
    calls: [callOf(0), callOf(1), callOf(2), callOf(3), callOf(4)],
    source: `
class Raising:
    __slots__ = ("a",)
Raising.a = property(lambda self: 1 / 0)
class Empty:
    __slots__ = ("a", "b")
class Dictless:
    __dict__ = property(lambda self: 1 / 0)
class Liar:
    def __init__(self): self.own = 1
    def __getattribute__(self, name): return 9
class Leaving:
    __slots__ = ("a",)
Leaving.a = property(lambda self: sys.exit(0))
def f(n): return [Raising, Empty, Dictless, Liar, Leaving][n]()
`,
    expect: ends(
      "unserialisable program.Raising, " +
        'returned {"$type":"instance","class":"program.Empty","fields":{}}, unserialisable program.Dictless, ' +
        'returned {"$type":"instance","class":"program.Liar","fields":{"own":1}}, unserialisable program.Leaving',
    ),
  },
  {
    name: "a field that hangs",
    rows: ["E1", "A17"],
    limits: HOSTILE_SHORT,
    source: `
def hang(self):
    while True: pass
class A: __slots__ = ("a",)
A.a = property(hang)
def f(): return A()
`,
    expect: outOfTime,
  },
  {
    name: "names of fields without end",
    rows: ["E1", "A17"],
    limits: HOSTILE_SHORT,
    source: `
class A: __slots__ = ()
A.__slots__ = iter(lambda: "a", None)
def f(): return A()
`,
    expect: ends("cpu-limit", "wall-limit", "output-limit", /^unserialisable/),
  },
  {
    name: "names of fields that are none",
    rows: ["E1"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `
class A: __slots__ = ()
def f(n):
    if n == 2:
        a = type("B", (), {})()
        a.__dict__[5] = 1; a.__dict__["b"] = 2
        return a
    A.__slots__ = [(1, 2), 7][n]
    return A()
`,
    expect: ends(
      /^unserialisable program\.A, unserialisable program\.A, (returned .*"b":2.*|unserialisable program\.B)$/,
    ),
  },
  {
    name: "a million fields",
    rows: ["A8"],
    source:
      "class A: pass\ndef f():\n  a = A()\n  a.__dict__.update((f'field{n}', n) for n in range(200_000))\n  return a",
    expect: ends("output-limit", "cpu-limit", "wall-limit", "memory-limit"),
  },
  {
    name: "fields in a circle",
    rows: ["A19"],
    source: "class A: pass\ndef f():\n  a, b = A(), A()\n  a.b, b.a = b, [a]\n  return a",
    expect: ends("unserialisable program.A"),
  },
  {
    name: "a list of a hundred thousand linked objects",
    rows: ["A19"],
    limits: HOSTILE_LONG,
    source:
      "class A: pass\ndef f():\n  last = None\n  for _ in range(100_000): a = A(); a.next = last; last = a\n  return last",
    expect: ends("unserialisable program.A", "signal"),
  },
  {
    name: "an order of classes that was made up",
    rows: ["E1"],
    source: `
class Other:
    __slots__ = ("forged",)
class M(type):
    def mro(cls): return [cls, Other, object]
    __mro__ = __bases__ = property(lambda cls: 1 / 0)
    __dict__ = property(lambda cls: {"__slots__": ("forged",)})
class A(metaclass=M): pass
def f():
    a = A()
    a.own = 1
    return a
`,
    expect: ends(
      'returned {"$type":"instance","class":"program.A","fields":{"own":1}}',
      "unserialisable program.A",
      /^program raised/,
    ),
  },
  {
    name: "members of an enumeration that are not what they were",
    rows: ["E1"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `
import enum
class E(enum.Enum):
    A, B, C = 1, 2, [1]
def f(n):
    member = list(E)[n]
    if n == 0: member._name_ = 5; member._value_ = E
    if n == 2: E.__class__ = type(E); member._value_.append(member)
    return member
`,
    expect: ends(
      /^(unserialisable|returned) \S+, returned \S+"name":"B","value":2}}, unserialisable program\.E$/,
    ),
  },
  {
    name: "dates, numbers and queues that were overridden",
    rows: ["E1"],
    source: `
import collections, datetime, decimal
lie = lambda *a: "forged"
class D(datetime.date): isoformat = __str__ = __reduce__ = lie
class N(decimal.Decimal): __str__ = __repr__ = as_tuple = lie
class Q(collections.deque): __iter__ = __len__ = __getitem__ = lie
class F(float): __pos__ = __float__ = __repr__ = lie
class C(complex): __pos__ = __complex__ = lie
class B(bytes): __getitem__ = __bytes__ = __iter__ = lie
class T(tuple): __getitem__ = __iter__ = lie
class S(frozenset): __iter__ = lie
def f(): return [D(2020, 1, 1), N("1"), Q([1]), F(2), C(3), B(b"4"), T([5]), S([6])]
`,
    expect: (execution) => {
      const text = ending(execution);
      return text.startsWith("returned") && !text.includes("forged") && text.includes('"2020-01-01"');
    },
  },
  {
    name: "time zone that raises or leaves while it is written down",
    rows: ["E1", "E3"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `
import datetime
class Zone(datetime.tzinfo):
    def __init__(self, n): self.n = n
    def utcoffset(self, at): return [lambda: 1 / 0, lambda: os._exit(0), lambda: "forged"][self.n]()
def f(n): return datetime.datetime(2020, 1, 1, tzinfo=Zone(n))
`,
    expect: ends("unserialisable datetime.datetime, early-exit, unserialisable datetime.datetime"),
  },
  {
    name: "fractions and spans whose parts are made up",
    rows: ["E1", "A17"],
    limits: HOSTILE_SHORT,
    source: `
import datetime, fractions
def hang(self):
    while True: pass
class F(fractions.Fraction): numerator = property(hang)
def f(): return F(1, 2)
`,
    expect: ends("cpu-limit", "wall-limit", /"items":\[1,2\]/),
  },
  {
    name: "sets of texts and numbers that compare as they like",
    rows: ["E1", "F11"],
    source: `
class S(str):
    __lt__ = __gt__ = lambda self, other: 1 / 0
    __eq__ = lambda self, other: True
    __hash__ = str.__hash__
class I(int):
    __lt__ = lambda self, other: 1 / 0
    __hash__ = int.__hash__
def f(): return {S("b"), S("a"), I(2), 1, "c", None, (1,), 0.5, b"x", frozenset([I(1)])}
`,
    expect: ends(/^returned \{"\$type":"set","items":\[.*\]\}$/),
  },
  {
    name: "a list that grows while it is written down",
    rows: ["E1", "A8"],
    source: `
def f():
    grows = []
    def more():
        grows.append(more())
        yield 1
    grows.append(more())
    return grows
`,
    expect: ends("output-limit", "cpu-limit", "wall-limit", "raised RecursionError", /^unserialisable/),
  },
  {
    name: "a dict that changes while it is written down",
    rows: ["E1"],
    source: `
def f():
    changes = {}
    def one():
        changes[len(changes)] = 2
        yield 1
    changes["a"] = one()
    return changes
`,
    expect: ends("unserialisable dict", /^returned/),
  },
  {
    name: "a tag forged by a tuple",
    rows: ["E1", "E5"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: "def f(n): return [(..., 'int', 5), (..., ..., 'A', ()), [NotImplemented]][n]",
    expect: ends("unserialisable tuple, unserialisable tuple, unserialisable list"),
  },
  {
    name: "values that are more than data",
    rows: ["F2"],
    calls:
      "len|lambda: 1|sys|open('/dev/null')|type|memoryview(b'x')|libc|object()|local|time.localtime().__class__"
        .split("|").map((what) => callOf(what)),
    source: "def f(what): return eval(what)",
    expect: ({ outcomes }) =>
      outcomes.length === 10 && outcomes.every(({ kind }) => kind === "unserialisable"),
  },
  {
    name: "values that act when they are unpacked",
    rows: ["E11"],
    source: `
import pickle
class Bomb:
    def __reduce__(self): return (os._exit, (0,))
    def __getstate__(self): os._exit(0)
    def __deepcopy__(self, memo): os._exit(0)
    __copy__ = __iter__ = __len__ = __bool__ = __index__ = __repr__ = __getstate__
def f(): return [Bomb(), b"cos\\nsystem\\n(S'exit 1'\\ntR."]
`,
    expect: ends(
      'returned [{"$type":"instance","class":"program.Bomb","fields":{}},' +
        '{"$type":"bytes","hex":"636f730a73797374656d0a285327657869742031270a74522e"}]',
    ),
  },
  {
    name: "arguments that no longer can be written down",
    rows: ["F8", "E1"],
    calls: [callOf([1], [2], [3])],
    source: `
class X: __slots__ = ("y",)
X.y = property(lambda self: 1 / 0)
def f(a, b, c):
    a.append(a); b.append(lambda: 1); c.append(X())
    return 1
`,
    expect: (execution) => ending(execution) === "returned 1" && `${changes(execution)[0]}` === "0,1,2",
  },
  {
    name: "arguments that hang when they are looked at again",
    rows: ["F8", "A17"],
    limits: HOSTILE_SHORT,
    calls: [callOf([1])],
    source: `
def hang(self):
    while True: pass
class A: __slots__ = ("a",)
A.a = property(hang)
def f(a):
    a.append(A())
    return 1
`,
    expect: ends("cpu-limit", "wall-limit", "returned 1"),
  },
];
