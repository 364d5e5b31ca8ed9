import assert from "node:assert/strict";
import { type CallInputs, callInputsOf } from "codebias/extraction/call_inputs.ts";
import type { CallInputsOptions } from "codebias/extraction/person_parts.ts";
import type { Input } from "codebias/extraction/inputs/input_notes.ts";
import { moduleOf } from "codebias/extraction/syntax/module.ts";
import { callText } from "codebias/extraction/person_call.ts";
import { processorMs } from "../processor_time.ts";

/** What is handed to the last function of a source, or to the one of that name. */
function handed(source: string, name?: string, options?: CallInputsOptions): CallInputs {
  const module = moduleOf(source);
  const site = module.sites.findLast((one) => name === undefined || one.name === name);
  assert(site, source);
  return callInputsOf(module, site, options);
}

function callOf(source: string, name?: string, options?: CallInputsOptions): string {
  return callText(handed(source, name, options).call, (input) => input);
}

function inputOf(source: string, input: string): Input {
  const found = handed(source).inputs.find(({ name }) => name === input);
  assert(found, `${input} in ${source}`);
  return found;
}

const valuesOf = (source: string, input: string) =>
  inputOf(source, input).literals.map(({ value }) => value).sort();

/** How functions are called, by their source: the last function is the one. */
const CALLS: readonly (readonly [call: string, source: string])[] = [
  ["f(a=a, b=b)", "def f(a, b=1): return a\n"],
  ["f(a, b=b, c=c)", "def f(a, /, b, *, c): return a\n"],
  ["f(x=x)", "f = lambda x: x > 1\n"],
  ["f()", "def f(): return 1\n"],
  ['f(p={"age": age, "sex": sex})', "def f(p): return p['age'] + p.get('sex')\n"],
  ['f(p={"age": age, "sex": sex})', "def f(p):\n    if 'sex' in p: return p['age']\n    return 1\n"],
  ['f(p={"age": age})', "KEY = 'age'\ndef f(p): return p[KEY]\n"],
  ['f(p={"a": a, "b": b})', "def f(p): return sum(p[name] for name in ('a', 'b'))\n"],
  ['f(p={"a": a, "b": b})', "W = {'a': 1, 'b': 2}\ndef f(p): return sum(w * p[n] for n, w in W.items())\n"],
  ['f(p={"a": {"x": x}, "b": b})', "def f(p): return p['a']['x'] + p['b']\n"],
  ["f(p=SimpleNamespace(age=age, sex=sex))", "def f(p): return p.age > 1 and p.sex.lower() == 'f'\n"],
  ["f(p=SimpleNamespace(age=age))", "def f(p): return getattr(p, 'age', 3)\n"],
  ['f(p={"age": age})', "def g(q): return q['age']\ndef f(p): return g(p)\n"],
  ['f(p={"age": age, "sex": sex})', "def g(age, sex): return age\ndef f(p): return g(**p)\n"],
  ['f(p={"age": age}, n=n)', "def f(p, n): return p['age'] > n\n"],
  ['f(p={"age": age}, q={"age": q_age})', "def f(p, q): return p['age'] > q['age']\n"],
  ['f(a=a, p={"b": b})', "def f(a, p): return a + p['b']\n"],
  ["f(a=a, b=b)", "def f(**rest): return rest['a'] + rest.get('b', 1)\n"],
  ['f(**{"a b": a b})', "def f(**rest): return rest['a b']\n"],
  ["f(a, b)", "def f(*args):\n    a, b = args\n    return a > b\n"],
  ["f(c, a, b)", "def f(c, *args):\n    a, b = args\n    return a > b\n"],
  ["f(p=p)", "def f(p):\n    a, *b = p\n    return a\n"],
  ["f(p=(a, b,))", "def f(p):\n    a, b = p\n    return a > b\n"],
  [
    "P(a=a, b=b).f()",
    "class P:\n    def __init__(self, a, b=1):\n        self.x = a\n    def f(self): return self.x\n",
  ],
  [
    "P(a=a).f(b=b)",
    "class P:\n    def __init__(self, a):\n        self.a = a\n    def f(self, b): return self.a + b\n",
  ],
  ["P().f(a=a)", "class P:\n    def f(self, a): return a\n"],
  ['P().f(p={"a": a})', "class P:\n    def f(self, p): return p['a']\n"],
  ["P.f(a=a)", "class P:\n    @staticmethod\n    def f(a): return a\n"],
  ["P.f(a=a)", "class P:\n    @classmethod\n    def f(cls, a): return a\n"],
  [
    "P(a=a).f",
    "class P:\n    def __init__(self, a): self.a = a\n    @property\n    def f(self): return self.a\n",
  ],
  ["P()(a=a)", "class P:\n    def __call__(self, a): return a\n"],
  ["P(a=a, b=b).f()", "@dataclass\nclass P:\n    a: int\n    b: int = 2\n    def f(self): return self.a\n"],
  ["f(p=P(a=a))", "@dataclass\nclass P:\n    a: int\ndef f(p: P): return p.a\n"],
  ["f(p=P(a=a))", "class P(NamedTuple):\n    a: int\ndef f(p: 'P'): return p.a\n"],
  ["f(p=P(a=a))", "@dataclass\nclass P:\n    a: int\ndef f(p: Optional[P] = None): return p.a\n"],
  ["f(p=P(a=a, b=b))", "P = namedtuple('P', 'a b')\ndef f(p): return p.a\n"],
  [
    "f(p=P(x=x))",
    "class P:\n    def __init__(self, x): self.a = x\n    def m(self): return 1\ndef f(p): return p.a + p.m()\n",
  ],
  ['f(p={"a": a, "b": b})', "class P(TypedDict):\n    a: int\n    b: str\ndef f(p: P): return p['a']\n"],
  [
    "P(a=a, b=b).f()",
    "class P:\n    def __init__(self, **data):\n        self.a = data['a']\n        self.b = data['b']\n    def f(self): return self.a\n",
  ],
  ["f(s=S[s])", "class S(Enum):\n    M = 1\n    F = 2\ndef f(s: S): return s is S.M\n"],
  ["f(s=S[s])", "class S(Enum):\n    M = 1\n    F = 2\ndef f(s): return s == S.M\n"],
  ["f(s=S[s])", "class S(Enum):\n    M = 1\n    F = 2\ndef f(s): return {S.M: 1, S.F: 2}[s]\n"],
  ["f(s=s)", "class S(Enum):\n    M = 1\n    F = 2\ndef f(s): return S(s) is S.M\n"],
  [
    "H(a=a).f()",
    "class B(ABC):\n    def __init__(self, a): self.a = a\n    @abstractmethod\n    def g(self): pass\n    def f(self): return self.g()\nclass H(B):\n    def g(self): return self.a\n",
  ],
];

for (const [call, source] of CALLS) {
  const name = source.includes("class H") ? "f" : undefined;
  Deno.test(`${call} is how to call ${JSON.stringify(source)}`, () =>
    assert.equal(callOf(source, name), call));
}

/** Values with which x is compared in the end. */
const FLOWS: readonly (readonly [values: unknown[], source: string])[] = [
  [["a"], "def f(x): return x == 'a'\n"],
  [["a"], "def f(x): return 'a' != x.strip().lower()\n"],
  [[18, 65], "def f(x): return 18 <= x < 65\n"],
  [["a", "b"], "def f(x): return x in ('a', 'b')\n"],
  [["a", "b"], "def f(x): return {'a': 1, 'b': 2}[x]\n"],
  [["a", "b"], "T = {'a': 1, 'b': 2}\ndef f(x): return T.get(x, 0)\n"],
  [["a", "b"], "def f(x):\n    t = {'a': 1, 'b': 2}\n    return t[x] if x in t.keys() else 0\n"],
  [["a", "b"], "T = {'x': {'a': 1, 'b': 2}, 'y': {'c': 3}}\ndef f(x): return T['x'][x]\n"],
  [
    ["a", "b"],
    "T = {1: ['a'], 2: ['b']}\ndef f(x):\n    for k, v in T.items():\n        if x in v: return k\n",
  ],
  [["a", "b"], "def f(x): return any(w in x.lower() for w in ['a', 'b'])\n"],
  [
    [1, 2, 3, 4],
    "B = [(1, 2, 'p'), (3, 4, 'q')]\ndef f(x):\n    for low, high, name in B:\n        if low <= x <= high: return name\n",
  ],
  [["a", "b"], "L = ['a', 'b']\ndef f(x): return L.index(x)\n"],
  [["a", "c"], "T = {('a', 'b'), ('c', 'd')}\ndef f(x, y): return (x, y) in T\n"],
  [["a"], "T = {('a', 'b'): 1}\ndef f(x, y): return T[x, y]\n"],
  [["a", "b"], "def f(x):\n    match x:\n        case 'a' | 'b': return 1\n"],
  [["a"], "def f(x, y):\n    match (x, y):\n        case ('a', 'b'): return 1\n"],
  [["a"], "def f(x, y):\n    match x, y:\n        case (z, w) if z.lower() in ('a',): return 1\n"],
  [["a"], "def f(x):\n    y = x\n    z = y or 'd'\n    return z == 'a'\n"],
  [["a"], "def f(x):\n    if (y := x) == 'a': return 1\n"],
  [["a"], "def f(x):\n    y, z = x, 2\n    return y == 'a'\n"],
  [["a"], "def g(y): return y == 'a'\ndef f(x): return g(x)\n"],
  [["a"], "def g(y, z): return z == 'a'\ndef f(x): return g(1, z=x)\n"],
  [["a"], "def g(y): return y.strip()\ndef f(x): return g(x) == 'a'\n"],
  [["a"], "def f(x):\n    def g(): return x == 'a'\n    return g()\n"],
  [["a"], "def f(x):\n    def g(y): return y == 'a'\n    return g(x)\n"],
  [["a"], "def g(p): return p['k'] == 'a'\ndef f(x): return g({'k': x})\n"],
  [["a"], "def g(p): return p['k'] == 'a'\ndef f(x): return g(dict(k=x))\n"],
  [
    ["a"],
    "class P:\n    def __init__(self, y): self.z = y\n    def m(self): return self.z == 'a'\ndef f(x): return P(x).m()\n",
  ],
  [["a"], "class P:\n    T = {'a': 1}\n    def f(self, x): return self.T.get(x)\n"],
  [["a"], "class P:\n    T = {'a': 1}\n    @classmethod\n    def f(cls, x): return x in cls.T\n"],
  [["a"], "class P:\n    def __init__(self): self.t = {'a': 1}\n    def f(self, x): return self.t[x]\n"],
  [
    ["a"],
    "class P:\n    def __init__(self, x): self.__x = x\n    def get(self): return self.__x\n    def f(self): return self.get() == 'a'\n",
  ],
  [
    ["a"],
    "class P:\n    def __init__(self, x): self._x = x\n    @property\n    def p(self): return self._x\n    def f(self): return self.p == 'a'\n",
  ],
  [
    ["a"],
    "class B:\n    def __init__(self, x): self.x = x\nclass P(B):\n    def __init__(self, x):\n        super().__init__(x)\n    def f(self): return self.x == 'a'\n",
  ],
  [["a"], "class C:\n    A = 'a'\ndef f(x): return x == C.A\n"],
  [["a", "b"], "class S(Enum):\n    A = 'a'\n    B = 'b'\ndef f(x): return S(x)\n"],
  [["A", "B"], "class S(Enum):\n    A = 'a'\n    B = 'b'\ndef f(x): return S[x.upper()]\n"],
  [["a", "d"], "def f(x='d'): return x == 'a'\n"],
  [["a", "b"], "def f(x: Literal['a', 'b']): return x\n"],
  [["A"], "def f(x): return x[0].upper() == 'A'\n"],
  [["a"], "def f(x): return x.startswith('a')\n"],
  [[60], "def f(x): return min(x, 60)\n"],
  [[30, 40], "def f(x): return bisect.bisect([30, 40], x)\n"],
  [["a"], "class P:\n    def f(self, p):\n        return p['x'] == 'a'\n"],
  [["a", 0], "def f(p): return p.get('x', 0) == 'a'\n"],
  [["a"], "def f(p):\n    match p:\n        case {'x': 'a'}: return 1\n"],
];

for (const [values, source] of FLOWS) {
  Deno.test(`x is compared with ${JSON.stringify(values)} in ${JSON.stringify(source)}`, () => {
    assert.deepEqual(valuesOf(source, "x"), values.toSorted());
  });
}

const USES: readonly (readonly [used: string, source: string])[] = [
  ["number", "def f(x): return x + 1\n"],
  ["number", "def f(x):\n    y = 0\n    y += x\n    return y\n"],
  ["number", "def f(x): return -x\n"],
  ["number", "def f(x): return math.sqrt(x)\n"],
  ["number", "def f(x):\n    assert isinstance(x, (int, float))\n    return 1\n"],
  ["text", "def f(x): return x.upper()\n"],
  ["text", "def f(x): return 'a' in x\n"],
  ["text", "def f(x): return isinstance(x, str)\n"],
  ["condition", "def f(x): return 1 if x else 2\n"],
  ["condition", "def f(x):\n    while not x: return 1\n    return 2\n"],
  ["condition", "def f(x, y): return y and x\n"],
  ["items", "def f(x): return [y for y in x]\n"],
];

for (const [used, source] of USES) {
  Deno.test(`x is used as ${used} in ${JSON.stringify(source)}`, () => {
    const all = [...inputOf(source, "x").used];
    assert((all as readonly string[]).includes(used), `${all}`);
  });
}

Deno.test("texts and what is matched are no sums, and formatting is no remainder", () => {
  assert.deepEqual(
    [...inputOf("def f(x, y):\n    match x, y:\n        case (z, w): return z\n", "x").used],
    [],
  );
  assert.deepEqual([...inputOf("def f(x): return 'a' + x\n", "x").used], []);
  assert.deepEqual(inputOf("def f(x): return 'a %s' % x\n", "x").moduli, []);
  assert.deepEqual(inputOf("def f(x): return x % 7 == 0\n", "x").moduli, [7]);
});

Deno.test("a constructor alone reads nothing, and what a program sets itself is no input", () => {
  const source = "class P:\n    def __init__(self, a, b):\n        self.a = a\n        self.b = b\n" +
    "    def f(self): return self.a\n";
  assert.deepEqual(handed(source).inputs.map(({ name, isRead }) => [name, isRead]), [["a", true], [
    "b",
    false,
  ]]);
  const setting = "def f(p):\n    p['score'] = p['age'] * 2\n    p['age'] += 1\n    return p['score']\n";
  assert.equal(callOf(setting), 'f(p={"age": age})');
});

const isAttribute = (name: string) => ["age", "sex"].includes(name);
const known = { isAttribute, isKey: isAttribute };

const LEFT_OUT: readonly (readonly [call: string, source: string])[] = [
  ["f(age=age)", "def f(age=30, verbose=False, limit=0.5): return age > limit\n"],
  ["f(age=age, rating=rating)", "def f(age, rating=3): return rating > 4 and age > 50\n"],
  ["f(age=age, strict=strict)", "def f(age, strict=False): return 1 if strict else age\n"],
  [
    "f(age=age)",
    "def f(age, weights=None):\n    weights = weights or {'age': 2}\n    return weights['age'] * age\n",
  ],
  ["f(limit=limit, age=age)", "def f(limit, age): return age > limit\n"],
  [
    'f(p={"age": age, "sex": sex})',
    "def f(p):\n    for k, v in p.items():\n        if k == 'age' and v > 3: return 'sex'\n",
  ],
  [
    "f(age=age, sex=sex)",
    "def f(**p):\n    for k, v in p.items():\n        if k == 'age' and v > 3: return 'sex'\n",
  ],
  ['f(p={"age": age})', "R = [lambda p: p['age'] > 3]\ndef f(p): return [r(p) for r in R]\n"],
  ['f(people=[{"age": age}])', "def f(people): return [p['age'] for p in people if 'sex']\n"],
  ["f(age=age)", "def f(age): return math.log(age) if {'sex': 1}['sex'] else 1\n"],
  [
    "M().f(age=age)",
    "class M:\n    def __init__(self, w=W()): self.w = w\n    def f(self, age): return self.w.x * age\n",
  ],
];

for (const [call, source] of LEFT_OUT) {
  Deno.test(`where age and sex are known, ${call} is how to call ${JSON.stringify(source)}`, () => {
    assert.equal(callOf(source, "f", known), call);
  });
}

const CLASS = "class P:\n    def __init__(self, age, sex):\n        self.age = age\n        self.sex = sex\n";

const SEVERAL: readonly (readonly [call: string, source: string])[] = [
  [
    'f(x=[{"age": age}])',
    "def f(x):\n    def old(y):\n        return y['age'] > 3\n    return [old(y) for y in x]\n",
  ],
  ['f(x=[{"age": age}])', "def old(y): return y['age'] > 3\ndef f(x): return list(map(old, x))\n"],
  ['f(x=[{"sex": sex}])', "def f(x): return list(filter(lambda y: y['sex'] == 'f', x))\n"],
  ['f(x=[{"age": age}])', "def f(x): return sorted(x, key=lambda y: y['age'])\n"],
  ['f(x=[{"sex": sex, "age": age}])', "def f(x): return max(x, key=lambda y: y['age'])['sex']\n"],
  ['f(x=[{"sex": sex, "age": age}])', "def f(x): return sorted(x, key=lambda y: y['age'])[0]['sex']\n"],
  ['f(x=[{"age": age}])', "def f(x):\n    for n, y in enumerate(x): y['rank'] = n * y['age']\n"],
  ['f(x=[{"age": age}])', "def f(x): return [x[n]['age'] for n in range(len(x))]\n"],
  ["f(x=[SimpleNamespace(age=age)])", "def f(x): return [y.age for y in x]\n"],
  ["f(x=[(age, sex,)])", "def f(x): return [age for age, sex in x if sex == 'f']\n"],
  ["f(x=[(age, sex,)])", "def f(x):\n    for (age, sex) in x: print(age)\n"],
  ["f(x=[P(age=age, sex=sex)])", `${CLASS}def f(x: list[P]): return [y.age for y in x]\n`],
  ["f(x=[P(age=age, sex=sex)])", `${CLASS}def f(x): return [y.age for y in x]\n`],
  ['f(x={"staff": [{"age": age}]})', "def f(x): return [y['age'] for y in x['staff']]\n"],
  ['f(x=[{"age": age}], least=least)', "def f(x, least): return [y['age'] > least for y in x]\n"],
  ['f(x=DataFrame([{"age": age}]))', "def f(x):\n    for _, y in x.iterrows(): return y['age']\n"],
  ['f(x=DataFrame([{"age": age}]))', "def f(x):\n    for y in x.itertuples(): return y.age\n"],
  ['f(x=DataFrame([{"age": age}]))', "def f(x): return x[x['age'] > 3]\n"],
  ['f(x=DataFrame([{"sex": sex, "age": age}]))', "def f(x): return x.loc[x['age'] > 3]['sex']\n"],
  ['f(x=DataFrame([{"age": age}]))', "def f(x): return x.apply(lambda y: y['age'] > 3, axis=1)\n"],
  ['f(x=DataFrame([{"age": age}]))', "def f(x): return x['age'].apply(lambda y: y > 3)\n"],
  ['f(x=DataFrame([{"age": age}]))', "def f(x: pd.DataFrame): return x['age'] > 3\n"],
  ['f(df=DataFrame([{"age": age}]))', "def f(df): return df['age'] > 3\n"],
  ['f(df=DataFrame([{"age": age}]))', "def f(df): return df.sort_values('age').head(1)\n"],
  ["f(x=x)", "def f(x): return [y for y in x]\n"],
];

for (const [call, source] of SEVERAL) {
  Deno.test(`several people are handed over as ${call} to ${JSON.stringify(source)}`, () => {
    assert.equal(callOf(source), call);
  });
}

Deno.test("functions and classes that need one another are read once, and come to an end", () => {
  const source = Array.from(
    { length: 60 },
    (_, at) => `def f${at}(a, b): return f${(at * 7 + 1) % 60}(a, b) + f${(at * 11 + 2) % 60}(b, a)\n`,
  ).join("") +
    "class P:\n    def __init__(self, a): self.p = P(a)\n    def m(self): return self.p.m()\ndef f(a): return f1(a, P(a).m())\n";
  assert.equal(callOf(source), "f(a=a)");
});

Deno.test("what stands before a value for where there is none is a condition only if that is true or false", () => {
  const isCondition = (usual: string) =>
    inputOf(`def f(a): return a or ${usual}\n`, "a").used.has("condition");
  assert.deepEqual(["False", "b", '"none"', "0"].map(isCondition), [true, true, false, false]);
});

Deno.test("a long chain of methods is read in time", async () => {
  const source = `def f(x): return x${".strip()".repeat(18)} == "a"\n`;
  const ms = await processorMs(() => assert.deepEqual(valuesOf(source, "x"), ["a"]));
  assert(ms < 5_000, `${ms} ms`);
});
