import assert from "node:assert/strict";
import { neededSource } from "codebias/extraction/needed.ts";
import { topLevelStatements } from "codebias/extraction/syntax/statements.ts";

/** What is kept of a source for its function f. */
function kept(source: string, otherSource = ""): string {
  const statements = topLevelStatements(source);
  const entry = statements.find(({ kind, binds }) => kind === "function" && binds.has("f"))!;
  return neededSource(entry, statements, topLevelStatements(otherSource));
}

const F = "def f(x):\n    return g(x)\n";
const G = "def g(x):\n    return x\n";

Deno.test("neededSource keeps helpers before and after their use, in their order", () => {
  assert.equal(kept(`${G}\n${F}`), `${G}\n${F}`);
  assert.equal(kept(`${F}\n${G}`), `${F}\n${G}`);
});

Deno.test("neededSource keeps what helpers need, also in circles", () => {
  const g = "def g(x):\n    return h(x)\n";
  const h = "def h(x):\n    return K if x else g(x)\n";
  const k = "K = 3\n";
  assert.equal(kept(`${k}\n${F}\n${g}\n${h}`), `${k}\n${F}\n${g}\n${h}`);
});

Deno.test("neededSource keeps imports that are needed and drops the others", () => {
  const f = "def f(x):\n    return math.sqrt(len(deque(x)))\n";
  const source =
    `import math\n\nimport re\n\nfrom collections import deque, Counter\n\nimport os.path\n\n${f}`;
  assert.equal(kept(source), `import math\n\nfrom collections import deque, Counter\n\n${f}`);
});

Deno.test("neededSource keeps star imports and puts those from the future first", () => {
  const f = "def f(x: List[int]):\n    return x\n";
  const future = "from __future__ import annotations\n";
  assert.equal(kept(`from typing import *\n\n${f}`), `from typing import *\n\n${f}`);
  assert.equal(
    kept(`from typing import List\n\n${future}\n${f}`),
    `${future}\nfrom typing import List\n\n${f}`,
  );
});

Deno.test("neededSource keeps an import that stands there twice once", () => {
  const f = "def f(x: List[int]):\n    return x\n";
  const list = "from typing import List\n";
  assert.equal(kept(`${list}\n${list}\n${f}`), `${list}\n${f}`);
});

Deno.test("neededSource keeps classes, decorators, defaults and annotations", () => {
  const f = "@cache(size=SIZE)\ndef f(x, y=DEFAULT) -> Point:\n    return Point(x)\n";
  const parts = [
    "SIZE = 10\n",
    "DEFAULT = 2\n",
    "def cache(size):\n    return lambda g: g\n",
    "class Base:\n    pass\n",
    "class Point(Base):\n    def __init__(self, x):\n        self.x = x\n",
    f,
  ];
  assert.equal(kept(parts.join("\n")), parts.join("\n"));
});

Deno.test("neededSource keeps statements that set or alter a needed global", () => {
  const f = "def f(n):\n    return PRIMES[n] + TABLE['a']\n";
  const parts = [
    "PRIMES = [2]\n",
    "PRIMES.append(3)\n",
    "TABLE = {}\n",
    "for key in 'ab':\n    TABLE[key] = 1\n",
    "TABLE['c'] = 2\n",
    f,
  ];
  assert.equal(kept(parts.join("\n")), parts.join("\n"));
});

Deno.test("neededSource keeps imports inside of try and if", () => {
  const guarded = "try:\n    import numpy as np\nexcept ImportError:\n    np = None\n";
  const f = "def f(x):\n    return np or x\n";
  assert.equal(kept(`${guarded}\n${f}`), `${guarded}\n${f}`);
});

Deno.test("neededSource drops tests, output and the main part", () => {
  const tail = "assert f(1) == 1\nprint(f(1))\nresult = f(2)\nimport doctest\ndoctest.testmod()\n" +
    "if __name__ == '__main__':\n    g = f\n    x = input()\n    print(f(x))\nfor i in range(3):\n    print(f(i))\n" +
    "with open('a') as file:\n    file.write('b')\nclass TestF:\n    def test(self): assert f(1)\n";
  assert.equal(kept(`${F}\n${G}\n${tail}`), `${F}\n${G}`);
});

Deno.test("neededSource does not take a test's variable for the function's own", () => {
  const f =
    "def f(nums, k=1):\n    best = max(nums)\n    for n in nums:\n        best += sum(v for v in nums)\n    return best\n";
  const tail = "nums = [1, 2]\nbest = f(nums)\nn = int(input())\nv = 3\nk = 2\nmax = 7\nsum = 0\nsum += 1\n";
  assert.equal(kept(`${f}\n${tail}`), f);
});

Deno.test("neededSource keeps the last of several helpers of one name that does something, as Python would", () => {
  const other = "def g(x):\n    return -x\n";
  assert.equal(kept(`${F}\n${G}\n${other}`), `${F}\n${other}`);
  assert.equal(kept(`${F}\n${G}\ndef g(x):\n    ...\n`), `${F}\n${G}`);
});

Deno.test("neededSource keeps what the code's own calls and decorators leave for the function", () => {
  const f = "def f(x):\n    return TABLE.get(x) or any(rule(x) for rule in RULES) or LIMIT\n";
  const state = "TABLE = {}\n\nRULES = []\n\nLIMIT = None\n";
  const settings: readonly string[] = [
    "def put(k, v):\n    TABLE[k] = v\n\nput('a', 5)\n",
    "def put(k, v):\n    TABLE[k] = v\n\ndef fill():\n    put('a', 5)\n\nfill()\n",
    "def fill(t):\n    t.update(a=5)\n\nfill(TABLE)\n",
    "def init():\n    global LIMIT\n    LIMIT = 40\n\ninit()\n",
    "def rule(g):\n    RULES.append(g)\n    return g\n\n@rule\ndef old(x):\n    return x > 60\n",
    "def rule(name):\n    def add(g):\n        RULES.append(g)\n        return g\n    return add\n\n@rule('old')\ndef old(x):\n    return x > 60\n",
    "@RULES.append\ndef old(x):\n    return x > 60\n",
    "for one in 'ab':\n    TABLE[one] = 5\n",
    "put = lambda k, v: TABLE.__setitem__(k, v)\n\nput('a', 5)\n",
    "def rule(c):\n    RULES.append(c())\n    return c\n\n@rule\nclass Old:\n    def __call__(self, x):\n        return x > 60\n",
  ];
  for (const setting of settings) {
    assert.equal(kept(`${state}\n${setting}\n${f}`), `${state}\n${setting}\n${f}`);
  }
});

Deno.test("neededSource keeps classes that another finds as they inherit from it", () => {
  const heirs = "class Own(Rule):\n    pass\n\nclass Other(Own):\n    limit = K\n\nK = 3\n";
  const ways = [
    `class Rule:\n    known = []\n\n    def __init_subclass__(cls):\n        Rule.known.append(cls)\n\n${heirs}
def f(x):\n    return [one(x) for one in Rule.known]\n`,
    `known = []\n\nclass Rule:\n    def __init_subclass__(cls):\n        known.append(cls)\n\n${heirs}
def f(x):\n    return len(known)\n`,
    `class Meta(type):\n    known = []\n\n    def __init__(cls, name, bases, own):\n        Meta.known.append(cls)
\nclass Rule(metaclass=Meta):\n    pass\n\n${heirs}\ndef f(x):\n    return len(Meta.known)\n`,
    `class Rule:\n    pass\n\n${heirs}\ndef rules():\n    return Rule.__subclasses__()
\ndef f(x):\n    return len(rules())\n`,
  ];
  for (const source of ways) assert.equal(kept(source), source);
  const abstract = "class Rule(metaclass=ABCMeta):\n    pass\n\ndef f(x):\n    return Rule(x)\n";
  assert.equal(kept(`${abstract}\nclass Own(Rule):\n    pass\n`), abstract);
});

Deno.test("neededSource drops calls that alter nothing for the function, and those that show how it is used", () => {
  const f = "def f(x):\n    if x not in SEEN:\n        SEEN[x] = x\n    return SEEN[x]\n";
  const others =
    "def show(t):\n    print(t)\n\nshow(1)\nfor x in '12':\n    print(f(x))\nprint(f(input()))\nassert f(2) == 2\nLOG = []\ndef log(x):\n    LOG.append(x)\nlog(3)\n" +
    "def main():\n    SEEN[0] = f(int(input()))\nmain()\n";
  assert.equal(kept(`SEEN = {}\n\n${f}\n${others}`), `SEEN = {}\n\n${f}`);
});

Deno.test("neededSource keeps an example that leaves something for the function, and lets it stop nothing", () => {
  const f = "def f(x):\n    if x not in SEEN:\n        SEEN[x] = x\n    return SEEN[x]\n";
  const examples: readonly (readonly [example: string, needed: string])[] = [
    ["print(f(1))", ""],
    ["f(1)", ""],
    ["print(f(XS), f(2))", "XS = (1, 2)\n"],
    ["print(sorted([f(3), f(2)]))", ""],
    ["print('first:', f('a'))", ""],
  ];
  for (const [example, needed] of examples) {
    const text = `try:\n    ${example}\nexcept Exception:\n    pass\n`;
    const parts = ["SEEN = {}\n", needed, f].filter((part) => part !== "").join("\n");
    assert.equal(kept(`${parts}\n${example}\n`), `${parts}\n${text}`);
  }
  // What may ask, wait, end the process or stand in no function shows its use, and is left out.
  const others = [
    "def main():\n    print(f(1))\nmain()",
    "import sys\nsys.exit(f(1))",
    "import time\ntime.sleep(60 + f(1))",
    "raise SystemExit(f(1))",
    "await f(1)",
    "return f(1)",
    "print(f(int(input())))",
    "[f(x) for x in range(10 ** 9)]",
    "global SEEN; f(1)",
    "f(1); exit()",
  ];
  for (const other of others) assert.equal(kept(`SEEN = {}\n\n${f}\n${other}\n`), `SEEN = {}\n\n${f}`, other);
  assert.equal(kept(f, `SEEN = {}\n\n${f}\nprint(f(1))\n`), `SEEN = {}\n\n${f}`, "of another block");
  // One that alters nothing for it is left out, as before.
  assert.equal(kept(`${F}\n${G}\nprint(f(1))\n`), `${F}\n${G}`);
});

Deno.test("neededSource leaves out a helper that is cut off", () => {
  assert.equal(kept(`${F}\ndef g(x):\n    return (x +`), F);
});

Deno.test("neededSource looks elsewhere only for what is not found", () => {
  const otherG = "def g(x):\n    return h(x)\n";
  const h = "def h(x):\n    return 0\n";
  assert.equal(kept(F, `${otherG}\n${h}\nprint(1)`), `${otherG}\n${h}\n${F}`);
  assert.equal(kept(`${F}\n${G}`, otherG), `${F}\n${G}`);
});
