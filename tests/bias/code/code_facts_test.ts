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
