import assert from "node:assert/strict";
import { functionsAmong, type FunctionSite } from "codebias/extraction/syntax/functions.ts";
import { childrenOf } from "codebias/extraction/syntax/nodes.ts";
import { parse } from "codebias/extraction/syntax/readable.ts";

/** The functions among the statements at the top level of a source. */
const functionsIn = (source: string) => functionsAmong(childrenOf(parse(source).topNode), source);

const only = (source: string): FunctionSite => {
  const found = functionsIn(source);
  assert.equal(found.length, 1, source);
  return found[0];
};

Deno.test("functionsAmong() has functions, methods and named lambdas in order, and no nested functions", () => {
  const source = `
def f(a):
    def inner(b): return b
    return inner(a)

@dec
async def g(): return 1

h = lambda x, y=2: x + y
i = [lambda z: z]

@dataclass
class A:
    x: int = 3
    def m(self): return 1
    class B:
        def hidden(self): return 1
    @staticmethod
    def s(p): return p

if True:
    def conditional(): return 1
`;
  assert.deepEqual(functionsIn(source).map(({ name, className }) => [name, className]), [
    ["f", undefined],
    ["g", undefined],
    ["h", undefined],
    ["m", "A"],
    ["s", "A"],
  ]);
});

Deno.test("functionsAmong() tells how each parameter is passed, what it is annotated with, and what it is by default", () => {
  const { parameters } = only(
    "def f(a, b: int = 3, /, c: 'X' = None, *args, d: Literal['x', 2] = 'x', e=1 / 2, **rest) -> int: return 1\n",
  );
  assert.deepEqual(parameters.map(({ name, kind, passing, optional }) => [name, kind, passing, optional]), [
    ["a", "plain", "positional", false],
    ["b", "plain", "positional", true],
    ["c", "plain", "either", true],
    ["args", "rest", "named", true],
    ["d", "plain", "named", true],
    ["e", "plain", "named", true],
    ["rest", "named-rest", "named", true],
  ]);
  const byName = new Map(parameters.map((one) => [one.name, one]));
  assert.deepEqual(byName.get("b")!.default, { type: "int", value: 3 });
  assert.equal(byName.get("b")!.annotation, "int");
  assert.equal(byName.get("c")!.annotation, "'X'");
  assert.equal(byName.get("c")!.default, undefined);
  assert.deepEqual(byName.get("d")!.listed?.map(({ value }) => value), ["x", 2]);
  assert.equal(byName.get("a")!.annotation, undefined);
});

Deno.test("functionsAmong() leaves self out of methods, but not of static ones or of functions", () => {
  const source = `
class A:
    def m(this, a): return 1
    @classmethod
    def c(cls, a): return 1
    @staticmethod
    def s(a): return 1
    def none(): return 1
def f(self, a): return 1
`;
  const found = functionsIn(source).map((
    { name, self, parameters },
  ) => [name, self, parameters.map((one) => one.name).join()]);
  assert.deepEqual(found, [
    ["m", "this", "a"],
    ["c", "cls", "a"],
    ["s", undefined, "a"],
    ["none", undefined, ""],
    ["f", undefined, "self,a"],
  ]);
});

const ANSWERS: readonly (readonly [body: string, answers: string])[] = [
  ["return a", "value"],
  ["return", "nothing"],
  ["return None", "nothing"],
  ["pass", "nothing"],
  ["a", "nothing"],
  ["raise ValueError", "nothing"],
  ["print(a)", "print"],
  ["print(a)\n    return a", "value"],
  ["yield a", "items"],
  ["x = yield a", "items"],
  ["def g():\n        return a\n    g()", "nothing"],
  ["f = lambda: print(a)", "nothing"],
];

for (const [body, answers] of ANSWERS) {
  Deno.test(`a function with ${JSON.stringify(body)} answers by: ${answers}`, () => {
    assert.equal(only(`def f(a):\n    ${body}\n`).answers, answers);
  });
}

Deno.test("functionsAmong() tells decorators, coroutines, stubs and what is called or handed on", () => {
  const source = `
@a.b(c)
@property
async def f(x, callback):
    y = g(x).m(h)
    return sorted(z, key=rank) or x.field
`;
  const { decorators, isAsync, stub, calls } = only(source);
  assert.deepEqual([decorators, isAsync, stub], [["a.b", "property"], true, false]);
  assert.deepEqual([...calls].sort(), ["field", "g", "h", "m", "rank", "sorted", "z"]);
  assert(only("def f(a):\n    '''Text.'''\n    ...\n").stub);
});

Deno.test("functionsAmong() finds what there is of broken source", () => {
  assert.deepEqual(
    functionsIn("def (a): pass\nclass : pass\nclass A\n= lambda x: x\n").map(({ name }) => name),
    [],
  );
  assert.deepEqual(functionsIn("def f(a, =, b:): return\ndef g(: return\n").map(({ name }) => name), [
    "f",
    "g",
  ]);
});
