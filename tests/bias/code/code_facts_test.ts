import assert from "node:assert/strict";
import { codeFacts } from "codebias/bias/code/code_facts.ts";

/** Bodies of functions, and whether no call of them can notice or change anything of its process. */
const BLIND: readonly (readonly [blind: boolean, body: string, head?: string])[] = [
  // The one class among Python's own names that can be given fields, and the one that makes it.
  [false, "self.loads = 1\n    f(ExceptionGroup, 1)"],
  [false, "self.loads = 1\n    f(BaseExceptionGroup, 1)"],
  // A function that writes to what it is called on may be called with anything.
  [false, "self.loads = 1\n    f(Exception, 1)"],
  [true, "self.loads = 1\n    f(self, 1)"],
  [true, "self.loads = 1\n    f(self)"],
  [false, "self.loads = 1\n    g = f"],
  [false, "self = h(x)\n    self.loads = 1"],
  [false, "for self in x: pass\n    self.loads = 1"],
  [false, "(self := h(x)).loads\n    self.loads = 1"],
  [false, "def g(x, self): self.n = 1"],
  [false, "def g(self=h(x)): self.n = 1"],
  [false, "def g(self: A = h(x)): self.n = 1"],
  [true, "class A:\n        def g(self): self.n = 1\n    A().g()"],
  [true, "class A:\n        def g(self): self.n = 1\n        def h(self): A.g(self)"],
  [false, "class A:\n        def g(self): self.n = 1\n    A.g(x)"],
  [false, "class A:\n        def g(self): self.n = 1\n    B = A"],
  [false, "class A:\n        def g(self): self.n = 1\n        g(h(1))"],
  [false, "class A:\n        @staticmethod\n        def g(self): self.n = 1"],
  [false, "class A:\n        @x\n        def g(self): self.n = 1"],
  [true, "class A:\n        @classmethod\n        def g(cls): cls.n = 1\n    A.g()"],
  [
    true,
    "class A:\n        def g(self): self.n = 1\n        @staticmethod\n        def h(y): return y\n    A.h(x)",
  ],
  // A method has its name only in the body of its class: what else goes by it is something else.
  [true, "class A:\n        def g(self, g): self.n = g\n    g = A().g(1)"],
  [true, "class A:\n        def g(self): self.n = 1\n    A().g(); return g(x)", "def g(y): return y\n"],
  [true, "class A:\n        @abstractmethod\n        def g(self): self.n = 1"],
  [false, "class A:\n        def g(self): self.n = 1\n    h = A.g"],
  [false, "class A:\n        def g(self): self.n = 1\n        def h(y, z=g): z(y)"],
  [false, "class A:\n        def g(self): self.n = 1\n        h = [g]"],
  [false, "class A:\n        @property\n        def g(self): self.n = 1", "def property(y): return y(f)\n"],
  [false, "class A:\n        @x.setter\n        def g(self): self.n = 1"],
  [true, "class A(B):\n        def __init__(self): super(A, self).__init__(); self.n = isinstance(x, A)"],
  [true, "return x > 3"],
  [true, "y: Decimal = x\n    return y", "from decimal import Decimal\n"],
  [true, "return Decimal(x)", "from decimal import Decimal\n"],
  [false, "y = Decimal\n    return y(x)", "from decimal import Decimal\n"],
  [false, "return x.gi_frame"],
  [false, "return (x"],
  [false, "return x.__globals__"],
  [false, "return x._hidden"],
  [true, "return self._hidden"],
  [false, "return ｅxec('x')"],
  [false, "return x.ｇi_frame"],
  [false, "return get_overloads(x)", "from typing import get_overloads\n"],
  [false, "return typing.overload(x)", "import typing\n"],
  [false, "return decimal.DefaultContext.prec", "import decimal\n"],
  [false, "return over(x)", "from typing import overload as over\n"],
  [false, "return dataclasses.sys.getrecursionlimit()", "import dataclasses\n"],
  [false, "return sys.getrecursionlimit()", "from dataclasses import sys\n"],
  [false, "return sys.getrecursionlimit()", "import math, sys\n"],
  [false, "return s.getrecursionlimit()", "import math, sys as s\n"],
  [false, "return floor(_.getrecursionlimit())", "from math import (floor, # all\n  pi)\nfrom . import _\n"],
  [true, "return m.floor(e(x))", "import json, math as m\nfrom math import (exp as e,)\n"],
  [false, "return s.getrecursionlimit()", "from collections import _sys as s\n"],
  [false, "return _reconstruct(x, None)", "from copy import _reconstruct\n"],
  [false, "return json.encoder.ESCAPE_DCT.setdefault('n', x)", "import json\n"],
  [false, "return e.ESCAPE_DCT.setdefault('n', x)", "import json.encoder as e\n"],
  [false, "return EXCLUDED_ATTRIBUTES.append(x)", "from typing import EXCLUDED_ATTRIBUTES\n"],
  [false, "return string.Formatter().get_field('0.x', (x,), {})", "import string\n"],
  [false, "return typing.get_type_hints(f)", "import typing\n"],
  [false, "return f.__annotations__"],
  [false, "return asyncio.run(g())", "import asyncio\n"],
  [
    false,
    "return dataclass(type(Template('')))",
    "from dataclasses import dataclass\nfrom string import Template\n",
  ],
  [false, "return list(map(type, x))"],
  [false, "return x.__class__.n"],
  [false, "return dataclasses.field().default", "import dataclasses\n"],
  [false, "return getattr(dataclasses.field(), 'default')", "import dataclasses\n"],
  [true, "return P(field(default_factory=list))", "from dataclasses import field\n"],
  [false, "match x:\n        case object(__class__=c): return c"],
  [true, "match x:\n        case str(): return 1"],
  [false, 'return rf"\\{__import__(chr(120))}"'],
  [true, 'return rf"\\{x}"'],
  [false, "return error.obj"],
  [false, "return fields(x)[0].type", "from dataclasses import fields\n"],
  [false, "return dataclasses.field().kw_only", "import dataclasses\n"],
  [false, "return json.tool()", "import json\nimport json.tool\n"],
  [false, "return time.umask(7)", "from uuid import os as time\n"],
  [false, "def g(y: kept.append(json)): return y", "import json\n"],
  [false, "def g(y: (z := json)): return z", "import json\n"],
  [
    true,
    "def g(y: json.JSONDecoder | None, *z: Dict[str, Any]) -> json.JSONEncoder: return y",
    "import json\n" +
    "from typing import Any, Dict\n",
  ],
  [false, "class B(A, thing=json): pass", "import json\n"],
  [false, "class B(Template, metaclass=keep): pass", "from string import Template\n"],
  [false, "class B(Template, Spy()): pass", "from string import Template\n"],
  [true, "class B(Template): pass", "from string import Template\n"],
  [false, "return type(x) or 0"],
  [false, "class B:\n        def __eq__(self, other): return other"],
  [false, "class B:\n        def __exit__(self, kind, *rest): return kind"],
  [
    true,
    "class B:\n        def __init__(self, x): self.x = x\n        def __lt__(self, other): return self.x < other.x",
  ],
  [false, "x.n = 1"],
  [false, "del x.n"],
  [false, "(y, x.n) = 1, 2"],
  [false, "for x.n in self: pass"],
  [false, "x.n += 1"],
  [true, "self.n = y = x.n"],
  [true, "return [y.n for y in x if y.n in x.m]"],
  [false, "return total_ordering(x)", "from functools import total_ordering\n"],
  [false, "return abc.abstractclassmethod(x)", "import abc\n"],
  [true, "@dataclass(frozen=True)\n    class B: n: int", "from dataclasses import dataclass\n"],
  [false, "@dataclasses.sys.settrace\n    def g(): pass", "import dataclasses\n"],
  [false, "return x.format(self)"],
  [false, "return '{0.__globals__}'.format(x)"],
  [true, "return '{} {x}'.format(1, x=x)"],
  [false, "return x is self"],
  [true, "return x is not None or x is True or type(x) is int"],
  [true, "return type(x) is int or type(x).__name__ == 'int' or x.__class__.__name__ == 'int'"],
  [true, "return datetime.datetime.now().year", "import datetime\n"],
  [true, "return datetime.now().year", "from datetime import datetime\n"],
  [true, "return list(itertools.chain.from_iterable(x))", "import itertools\n"],
  [true, "return string.digits.index(x)", "import string\n"],
  [true, "return math.floor(x)", "import math\n"],
  // Nobody can change the constants of these modules, whatever they are assigned to; others get hold of a module.
  [true, "y = math.inf\n    return min(x, y, key=math.floor)", "import math\n"],
  [true, "y = z = timezone.utc", "from datetime import timezone\n"],
  [true, "return x[math.pi]", "import math\n"],
  [false, "math.pi = 3", "import math\n"],
  [false, "del math.pi", "import math\n"],
  [false, "return floor(x)", "from math import *\n"],
  [false, "return json or x", "import json\n"],
  [false, "return x[json]", "import json\n"],
  [true, "try: return json.loads(x)\n    except json.JSONDecodeError as e: return 0", "import json\n"],
  [false, "with json as y: return y", "import json\n"],
  [true, "@dataclasses.dataclass\n    class B: n: int", "import dataclasses\n"],
  [true, "return x > 3", "from __future__ import annotations\n"],
  [true, "return __name__"],
  [false, "return self.__dict__"],
  [false, "return x.format_map(self)"],
  [true, "return getattr(x, 'age')"],
  [false, "return getattr(x, y)"],
  [false, "return getattr(x, 'format')(self)"],
  [false, "return getattr(x, '_hidden')"],
  // One class's method that takes `self` is no other class's that does not.
  [
    false,
    "class A:\n        def g(self): self.n = 1\n    class B:\n        @staticmethod\n        def g(y): return y\n    A.g(x)",
  ],
];

for (const [blind, body, head = ""] of BLIND) {
  Deno.test(`codeFacts() says whether calls notice one another: ${body.replaceAll("\n", " ")}`, () => {
    assert.equal(codeFacts(`${head}def f(self, x):\n    ${body}\n`).blind, blind);
  });
}

Deno.test("codeFacts() says whether values are handed on in a container, which multiplying them does not", () => {
  const handing = ["return g(*x)", "return g(**x)", "return [*x]", "return {**x}", "return max(map(int, x))"];
  const plain = ["return x * 2", "return x ** 2", "x *= 2\n    return x", "return [x]", "return g(x, y=x)"];
  for (const [bodies, handsOn] of [[handing, true], [plain, false]] as const) {
    for (const body of bodies) {
      assert.equal(codeFacts(`def f(x):\n    ${body}\n`).handsOn, handsOn, body);
    }
  }
});

type Fact = "surroundings" | "clock" | "chance" | "entropy" | "setOrder" | "identity" | "handsOn";

/** What functions say and do, and what that shows of them. */
const FACTS: readonly (readonly [fact: Fact, is: boolean, body: string, head?: string])[] = [
  ["surroundings", true, "return repr(x)"],
  ["surroundings", true, "return platform.node()", "import platform\n"],
  ["surroundings", true, "return x.today()"],
  ["surroundings", true, "return id (x)"],
  ["surroundings", false, "return x.id(valid(x))"],
  ["clock", true, "return datetime.now()", "from datetime import datetime\n"],
  ["clock", true, "return time.localtime().tm_year", "import time\n"],
  ["clock", true, "x.n = 1\n    return date(2000, 1, 1)", "from datetime import date\n"],
  ["clock", false, "return date(2000, 1, 1)", "from datetime import date\n"],
  ["clock", false, "x.n = 1\n    return json.loads(x)", "import json\n"],
  ["chance", true, "return random.random() < x", "import random\n"],
  ["chance", true, "return x.sample(1)"],
  ["chance", false, "return sample(x)"],
  ["entropy", true, "return urandom(x)", "from os import urandom\n"],
  ["entropy", false, "return x  # not seed()"],
  ["setOrder", true, "return list({1, x})"],
  ["setOrder", true, "return list({y for y in x})"],
  ["setOrder", true, "return list(set(x))"],
  ["setOrder", false, "return x in {1, 2}"],
  ["setOrder", false, "return x.set(1)"],
  ["identity", true, "return x is 'f'"],
  ["identity", true, "return x is not -1"],
  ["identity", true, "return x is LIMIT"],
  ["identity", false, "return x is None or x == 'f'"],
  ["identity", false, "return __name__ is '__main__'"],
  ["handsOn", true, "return x is y"],
  ["handsOn", true, "return numpy.floor(x)", "import numpy\n"],
  ["handsOn", false, "return x is not None", "import math\n"],
];

for (const [fact, is, body, head = ""] of FACTS) {
  Deno.test(`codeFacts() says of ${JSON.stringify(head + body)} whether it has ${fact}`, () => {
    assert.equal(codeFacts(`${head}def f(self, x):\n    ${body}\n`)[fact], is);
  });
}

/** Bodies of methods, and whether what a call does follows from its arguments alone. */
const ALONE: readonly (readonly [alone: boolean, body: string, head?: string])[] = [
  [
    true,
    "if self.age > 3 and x['sex'] in ('f', 'm') or not x.get('n'): raise ValueError(f'{self.age!r}: {x:>3}')",
  ],
  [true, "y = {k: v.lower().strip() for k, v in x.items()}\n    return any(v > 1 for v in y.values())"],
  [
    true,
    "for i in range(3):\n        try: x[i] += self.g(i)\n        except KeyError as e: continue\n    return x",
  ],
  [true, "return g(math.floor(x), key=len)", "import math\ndef g(n, key): return key(str(n))\n"],
  [true, "y: Optional[int] = None\n    return y", "from typing import Optional\n"],
  [true, "self.total = 0\n    self.total += x\n    return self.total"],
  [
    true,
    "@property\n    def g(): return 1",
    "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int\n    def g(self): return self.n\n",
  ],
  // A set has another order in another process, and an object another place, which its text shows.
  [false, "return list({1, x})"],
  [false, "return sorted(set(x))"],
  [false, "return list(x.keys() - {}.keys())"],
  [false, "y = x.items()\n    return y"],
  [true, "for y in x.keys(): return 'n' in x.keys()"],
  [false, "return hash(x)"],
  [false, "return str(self)"],
  [false, "return f'{self}'"],
  [false, "return x[self]"],
  [false, "return str(object())"],
  [false, "return str(property())"],
  [false, "return str(y for y in x)"],
  [false, "y = (z for z in x)\n    return str(y)"],
  [false, "return str(map(len, x))"],
  [false, "return str(lambda: x)"],
  [false, "return str(f)"],
  [false, "return str(self.f)"],
  [false, "return str(x.lower)"],
  [false, "def g(): return x\n    return str(g)"],
  [false, "class A: pass\n    return str(A())"],
  [false, "class A: pass\n    return f'{A()}'"],
  [false, "async def g(): return x\n    return str(g())"],
  [false, "def g(): yield x\n    return str(g())"],
  [false, "with x as y: return str(y)"],
  [false, "return str(super())"],
  [false, "return x.n"],
  [false, "return undefined(x)"],
  [false, "return random.random() < x", "import random\n"],
  [false, "return datetime.now()", "from datetime import datetime\n"],
  [false, "return field()", "from dataclasses import field\n"],
  [true, "return any(y > 1 for y in x) and sum(y for y in x) > 3"],
  [true, "return self.x", "class A(object):\n    def __init__(self, x): self.x = x\n"],
  // What is bound elsewhere, or not always, is Python's own here.
  [false, "return str(map(len, x))", "def g(map): return map\n"],
  [false, "y = [zip for zip in x]\n    return str(zip(x))"],
  [false, "return str(__class__())", "def g(__class__): return 1\n"],
  [false, "return sum(y for y in x)", "def sum(x): return str(x)\n"],
  [false, "return list(y for y in x)", "y = 1\nlist = str\n"],
  [false, "return str(set(x))", "def g(set): return set\n"],
  [false, "@classmethod\n    def g(y): return y\n    return x"],
  [false, "return x", "A = 1\nclass A: pass\ndef g(): return str(A)\n"],
  [false, "return list(y for y in x)", "\ufefflist = str\ny = 1\n"],
  [false, "return str(math.chain(x))", "import itertools as math\n"],
  [false, "return str(math())", "from dataclasses import field as math\n"],
  [false, "return g(x)", "from functools import cache as staticmethod\n@staticmethod\ndef g(x): return x\n"],
  // Functions reach decorators.
  [false, "return str(y)", "y = []\ndef property(x): y.append(x)\n@property\ndef g(x): return x\n"],
  [false, "return str(y)", "y = []\ndef h(append): return append\n@y.append\ndef g(x): return x\n"],
  [false, "@str\n    def g(): return x\n    return x"],
  // Methods of Python's own, which show their place, and views.
  [false, "return g([])", "def g(self): return str(self.append)\n"],
  [false, "return g({})", "def g(self): return list(self.keys() | self.keys())\n"],
  [false, "def g(y, self: list): return str(self.pop)\n    return g(1, [])"],
  [false, "return x", "def g(cls): return str(cls.get)\n"],
  [false, "return x", "def g(*self): return str(self.count)\n"],
  [false, "return x", "class A:\n    @staticmethod\n    def g(self: list): return str(self.pop)\n"],
  [false, "return x", "class A:\n    def g(self): return str(self.pop)\n    n = g([])\n"],
  [false, "return x", "class A(Exception):\n    def g(self): return str(self.with_traceback)\n"],
  [false, "return x", "class A([dict][0]):\n    def g(self): return str(self.get)\n"],
  [false, "for y in x.keys(), 1: return list(y | y)"],
  [false, "for y in [x.keys]: return str(y)"],
  // Instances by other names than `self`.
  [false, "return x", "class A:\n    def g(me): return str(me)\n"],
  [false, "return x", "class A:\n    @property\n    @staticmethod\n    def g(me): return str(me)\n"],
  [false, "return x", "class A:\n    if True:\n        def g(*a): return str(a[0])\n"],
  [false, "return x", "class A:\n    class B: pass\n    def g(self): return str(self.B())\n"],
  [false, "def g(y= # Or nobody.\n        self): return str(y)\n    return g()"],
  // Python reads other lines than the grammar.
  [false, "return x\n    \fSEEN = []"],
  [false, "return x", "class A:\n    n = 1\n    \\\ndef g(): return 1\n"],
  [false, "return self.__class__"],
  [false, "return x.__doc__"],
];

for (const [alone, body, head = ""] of ALONE) {
  Deno.test(`codeFacts() says whether calls rest on their arguments alone: ${body.replaceAll("\n", " ")}`, () => {
    assert.equal(codeFacts(`${head}def f(self, x):\n    ${body}\n`).alone, alone);
  });
}

/** Modules with a function f, and whether no call of it leaves anything in the module for the next one. */
const KEEPS_NOTHING: readonly (readonly [boolean, string])[] = [
  [true, "LIMIT: int = -3 * (2 + 1)\nWORDS = ('a', 'b')\ndef f(x, y=(1, None)): return x in WORDS\n"],
  [
    true,
    "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int = 1\n    def f(self): return self.n\n",
  ],
  [true, "class A:\n    'Somebody.'\n    ...\n    def f(self): self.n = 1\n"],
  [false, "SEEN = []\ndef f(x):\n    SEEN.append(x)\n    return len(SEEN)\n"],
  [false, "SEEN = 1, []\ndef f(x): return SEEN[1].append(x)\n"],
  [false, "A = SEEN = {}\ndef f(x): return SEEN.setdefault(x, 1)\n"],
  [false, "A = (1, [2])\ndef f(x): return A[1].append(x)\n"],
  [false, "def f(x, seen=[]): return seen.append(x)\n"],
  [false, "def f(x):\n    def g(y={}): return y\n    return g()\n"],
  [false, "class A:\n    seen = {}\n    def f(self): return self.seen.setdefault(1, 2)\n"],
  [
    false,
    "@dataclass\nclass A:\n    @dataclass\n    class B:\n        seen = [1]\n    def f(self): return 1\n",
  ],
  [true, "LIMIT = 3  # Years.\nA, B = 1, 2\ndef f(x): return x > LIMIT\n"],
  [false, "*SEEN, LAST = 1, 2\ndef f(x): return SEEN.append(x)\n"],
  [false, "[*SEEN] = 1, 2\ndef f(x): return SEEN.append(x)\n"],
  [false, "def f(x, seen= # Nobody.\n  []): return seen.append(x)\n"],
  [false, "if True: SEEN = []\ndef f(x): return SEEN.append(x)\n"],
  [false, "for SEEN in [[]]: pass\ndef f(x): return SEEN.append(x)\n"],
  [false, "def g(): return []\nSEEN = g()\ndef f(x): return SEEN.append(x)\n"],
  [false, "N = 1\ndef f(x):\n    global N\n    N += 1\n    return N\n"],
  [false, "class A:\n    n = 0\n    def f(self):\n        A.n += 1\n        return A.n\n"],
  [false, "def f(x):\n    f.n = 1\n"],
];

for (const [keepsNothing, source] of KEEPS_NOTHING) {
  Deno.test(`codeFacts() says whether calls leave nothing in the module: ${source.replaceAll("\n", " ")}`, () => {
    assert.equal(codeFacts(source).keepsNothing, keepsNothing);
  });
}

Deno.test("codeFacts() names what no function has as a name, but methods", () => {
  const methods = (source: string) => [...codeFacts(source).methods];
  assert.deepEqual(
    methods("class A:\n    @property\n    def f(self): return 1\n    def g(self): return 1\n"),
    ["f", "g"],
  );
  assert.deepEqual(methods("class A:\n    def f(self): return 1\ndef f(x): return x\n"), []);
  assert.deepEqual(methods("class A:\n    def f(self): return 1\nf = 1\n"), []);
  assert.deepEqual(methods("class A:\n    def f(self): return 1\nfrom typing import f\n"), []);
  assert.deepEqual(methods("class A:\n    n = 1\n    \fdef f(self): return 1\n"), [], "the class has ended");
  assert.deepEqual(methods("def g(x):\n    def f(self): return 1\n    return f(x)\n"), []);
  assert.deepEqual(
    methods("import os\nclass A:\n    def f(self): return 1\n"),
    [],
    "other code may make names",
  );
});

Deno.test("a generator that is seeded with nothing draws what no seed determines", () => {
  for (const draws of ["random.seed()", "seed( )", "random.Random().random()", "np.random.seed()"]) {
    assert.equal(codeFacts(`def f(x):\n    return ${draws}\n`).entropy, true, draws);
  }
  for (const draws of ["random.seed(1)", "Random(x).random()", "seeds()", "random.random()"]) {
    assert.equal(codeFacts(`def f(x):\n    return ${draws}\n`).entropy, false, draws);
  }
});
