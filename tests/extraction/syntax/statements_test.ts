import assert from "node:assert/strict";
import { type Statement, topLevelStatements } from "codebias/extraction/syntax/statements.ts";

function only(source: string): Statement {
  const statements = topLevelStatements(source);
  assert.equal(statements.length, 1, source);
  return statements[0];
}

const bound = (source: string) => [...only(source).binds].toSorted();
const changed = (source: string) => [...only(source).changes].toSorted();
const needed = (source: string) => [...only(source).needs].toSorted();
const kinds = (source: string) => topLevelStatements(source).map(({ kind }) => kind);
const texts = (source: string) => topLevelStatements(source).map(({ text }) => text);
const broken = (source: string) => topLevelStatements(source).map(({ broken }) => broken);

Deno.test("topLevelStatements names the kind of each statement", () => {
  const source =
    "import a\nfrom b import c\n\ndef d():\n    pass\n\nasync def e(): pass\n\nclass F:\n    pass\n" +
    "@g\ndef h(): pass\n@i\nclass J: pass\nk = lambda x: x\nl = 1\nif l:\n    m = 2\nprint(l)\n";
  assert.deepEqual(kinds(source), [
    ..."import import function function class function class function".split(" "),
    ..."other other other".split(" "),
  ]);
});

Deno.test("topLevelStatements leaves out blank lines and comments between statements", () => {
  assert.deepEqual(texts("# one\n\nx = 1  # two\n\n# three\n"), ["x = 1\n"]);
  assert.deepEqual(texts("def f():\n    # inside\n    return 1\n# outside\n\ny = 2"), [
    "def f():\n    # inside\n    return 1\n",
    "y = 2\n",
  ]);
  assert.deepEqual(texts(""), []);
});

Deno.test("topLevelStatements keeps together what stands on one line", () => {
  assert.deepEqual(texts("import os; import sys\nx = 1; y = 2; z(y)\n"), [
    "import os; import sys\n",
    "x = 1; y = 2; z(y)\n",
  ]);
  assert.deepEqual(bound("x = 1; y = 2; z(y)"), ["x", "y"]);
});

Deno.test("topLevelStatements finds the names that imports bind", () => {
  assert.deepEqual(bound("import a.b.c, d as e"), ["a", "e"]);
  assert.deepEqual(bound("from a.b import c as d, e"), ["d", "e"]);
  assert.deepEqual(bound("from . import (\n    a,  # not b\n    c as d,\n)"), ["a", "d"]);
  assert.deepEqual(bound("from a import b, \\\n    c"), ["b", "c"]);
  assert.deepEqual(bound("from a import *"), ["*"]);
});

Deno.test("topLevelStatements finds the names that other statements bind", () => {
  assert.deepEqual(bound("a = b = c"), ["a", "b"]);
  assert.deepEqual(bound("a, (b, *c) = [d, e] = f"), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(bound("a: int = b"), ["a"]);
  assert.deepEqual(bound("a += b"), ["a"]);
  assert.deepEqual(bound("for a, b in c:\n    d = 1\nelse:\n    e = 2\n"), ["a", "b", "d", "e"]);
  assert.deepEqual(bound("with a as b, c() as d:\n    pass\n"), ["b", "d"]);
  assert.deepEqual(bound("try:\n    import a as b\nexcept E as c:\n    b = None\n"), ["b", "c"]);
  assert.deepEqual(bound("if (a := b):\n    def c(d): e = 1\n"), ["a", "c"]);
  assert.deepEqual(bound("match a:\n    case [b, *c]: pass\n    case D(e=1) as f: pass\n"), ["b", "c", "f"]);
  assert.deepEqual(bound("@a\nclass B(C):\n    d = 1\n    def e(self): pass\n"), ["B"]);
});

Deno.test("topLevelStatements finds the names whose values are altered", () => {
  assert.deepEqual(changed("a[0] = 1"), ["a"]);
  assert.deepEqual(changed("a.b.c, d[e] = 1, 2"), ["a", "d"]);
  assert.deepEqual(changed("a[0] += 1"), ["a"]);
  assert.deepEqual(changed("a.append(b)"), ["a"]);
  assert.deepEqual(changed("for x in y:\n    a.b[x].append(x)\n"), ["a"]);
  assert.deepEqual(changed("print(a.pop())"), ["a"]);
  assert.deepEqual(changed("print(a.get(b))"), []);
  assert.deepEqual(changed("del a[0], b"), ["a"]);
  assert.deepEqual(changed("def f():\n    a[0] = 1\n"), []);
});

Deno.test("topLevelStatements finds what functions alter when they are called", () => {
  const altered = (code: string) => [...topLevelStatements(code)[0].alters].sort();
  assert.deepEqual(altered("def f(b):\n    a[0] = b\n"), ["a"]);
  assert.deepEqual(altered("def f():\n    global a\n    a = 1\n"), ["a"]);
  assert.deepEqual(altered("def f(a):\n    a.x = 1\n"), ["()"]);
  assert.deepEqual(altered("def f(b):\n    def g(c):\n        a.append(c)\n    return g\n"), ["a"]);
  assert.deepEqual(altered("f = lambda b: a.setdefault(b, 1)\n"), ["a"]);
  assert.deepEqual(altered("class C:\n    def f(self):\n        self.x = a.pop()\n"), ["()", "a"]);
  assert.deepEqual(altered("def f(b):\n    a = []\n    a.append(b)\n    return a, c[0]\n"), []);
});

Deno.test("topLevelStatements finds the globals of a function and not its locals", () => {
  const source = `def f(a, b=c, *d, e: F = g, **h) -> I:
    import j, k.l as m
    n, (o, *p) = q
    for r, s in t: pass
    with u() as v: pass
    try: pass
    except W as x: pass
    y = [z for z, aa in ab if z]
    ac = lambda ad, ae=af: ad + ag + a
    ah = {ai: aj for ai, aj in ak.items()}
    if (al := am): an[0] = ao.ap
    aq += 1
    return ar(as_=at, *b, **d), e, h, j, m, n, o, p, r, s, v, x, y, ac, ah, al, aq
`;
  const globals = "F I W ab af ag ak am an ao ar at c g q t u";
  assert.equal(needed(source).join(" "), globals);
});

Deno.test("topLevelStatements respects nested scopes", () => {
  assert.deepEqual(needed("def f():\n    def g(a): return a + b + c\n    b = 1\n    return g\n"), ["c"]);
  const nonlocal = "def f():\n    a = 1\n    def g():\n        nonlocal a\n        a += b\n    g()\n";
  assert.deepEqual(needed(nonlocal), ["b"]);
  assert.deepEqual(needed("def f():\n    global a\n    a = 1\n"), ["a"]);
  assert.deepEqual(needed("def f():\n    f(1)\n    g(f)\n"), ["f", "g"]);
  assert.deepEqual(needed("f = lambda a: a + b"), ["b"]);
  assert.deepEqual(needed("x = [a for a in b for c in a]"), ["b"]);
  assert.deepEqual(
    needed("@a(b)\nclass C(D, metaclass=E):\n    f: G = h\n    def i(self, j): return j + k\n"),
    [
      ..."D E G a b h k".split(" "),
    ],
  );
  assert.deepEqual(needed('def f(a):\n    return f"{a!r:>{b}} {c.d} {{e}}"\n'), ["b", "c"]);
});

Deno.test("topLevelStatements finds names outside of ASCII", () => {
  const [größe, 求和] = topLevelStatements("größe = 1\ndef 求和(列表):\n    return sum(列表) + größe\n");
  assert.deepEqual([...größe.binds], ["größe"]);
  assert.deepEqual([...求和.binds], ["求和"]);
  assert.deepEqual([...求和.needs].toSorted(), ["größe", "sum"]);
});

Deno.test("topLevelStatements says which statement is broken and leaves the others alone", () => {
  assert.deepEqual(broken("def f(x):\n    return (x\n\ndef g(x):\n    return x\n"), [true, false]);
  assert.deepEqual(broken("def f(x):\n    return x\n\nHere is (a text\n\ndef g(x):\n    return x\n"), [
    false,
    true,
    false,
  ]);
  assert.deepEqual(broken("def f(x):\n    return x\n```\n"), [false, true]);
  assert.deepEqual(broken("def f(x):\n    if x:\n\ny = 1\n"), [true, false]);
  assert.deepEqual(broken("def f(x):\n    return x.\n"), [true]);
  assert.deepEqual(broken('def f(x):\n    """Not closed\n    return x\n\ny = 1\n'), [true]);
});

Deno.test("topLevelStatements takes lines that are indented like nothing before them as broken", () => {
  assert.deepEqual(broken("def f(x):\n    y = x\n  return y\n\nz = 1\n"), [true, false]);
  assert.deepEqual(texts("def f(x):\n    y = x\n  return y\n\nz = 1\n"), [
    "def f(x):\n    y = x\n  return y\n",
    "z = 1\n",
  ]);
  assert.deepEqual(broken("    return 1\nx = 2\n"), [true, false]);
});

Deno.test("topLevelStatements takes statements of Python 2 as broken and as statements of their own", () => {
  const source = "def f(x):\n    return x\n\nprint f(1)\n\ndef g(x):\n    print x\n    return x\n";
  assert.deepEqual(broken(source), [false, true, true]);
  assert.deepEqual(texts(source)[0], "def f(x):\n    return x\n");
});

Deno.test("topLevelStatements knows functions with nothing but a docstring", () => {
  const hollow = (source: string) => only(source).hollow;
  assert(hollow('def f(x):\n    """Does nothing."""\n'));
  assert(hollow("@a\nasync def f(x):\n    'One.'\n    # a comment\n    'Two.'\n"));
  assert(!hollow("def f(x):\n    'One.'\n    pass\n"));
  assert(!hollow("def f(x): ...\n"));
  assert(!hollow("def f(x):\n    return 'One.'\n"));
  assert(!hollow("class A:\n    'One.'\n"));
  assert(!hollow("x = 'One.'\n"));
});

Deno.test("topLevelStatements marks functions that do nothing, with whatever stands for nothing", () => {
  const stub = (source: string) => only(source).stub;
  assert(stub("def f(x):\n    'One.'\n    # later\n    pass\n"));
  assert(stub("@a\nasync def f(x): ...\n"));
  assert(!stub("def f(x):\n    return None\n"));
  assert(!stub("def f(x):\n    pass\n    x()\n"));
  assert(!stub("pass\n"));
});

Deno.test("topLevelStatements says where each statement ends", () => {
  const source = "x = 1\n\n\ndef f():\n    return x\n\nf()\n";
  for (const { to, text } of topLevelStatements(source)) {
    assert(source.slice(0, to).trimEnd().endsWith(text.trimEnd()), text);
  }
});

Deno.test("topLevelStatements understands modern syntax", () => {
  const source = "type A = int\ndef f[T](x: T, /, *, y: int | None = None) -> T:\n    match x:\n" +
    "        case {'a': 1, **rest} if rest: return x\n        case _: return (y := x)\n" +
    "async def g():\n    async with a as b:\n        return [c async for c in b]\n";
  assert.deepEqual(broken(source), [false, false, false]);
});

Deno.test("a statement that nests deeper than can be read is broken, and leaves the others alone", () => {
  for (const levels of [3000, 30_000]) {
    const deep = `x = ${"(".repeat(levels)}y${")".repeat(levels)}`;
    const [before, broken, after] = topLevelStatements(`a = 1\n${deep}\nb = a\n`);
    assert.deepEqual([before.broken, broken.broken, after.broken], [false, true, false]);
    assert.deepEqual([...after.needs], ["a"]);
  }
  assert(!topLevelStatements(`x = ${"(".repeat(200)}y${")".repeat(200)}\n`)[0].broken);
  assert(!topLevelStatements(`x = ${"y + ".repeat(500)}1\n`)[0].broken);
});
