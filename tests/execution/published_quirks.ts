import type { Pools, PublishedVerdict } from "codebias/execution/published_cbs.ts";
import { float } from "codebias/values/mod.ts";

/** A function that compares `x` with something. */
export const comparing = (comparison: string) => `def f(x):\n    return 1 if ${comparison} else 2\n`;

/** What each comparison alone puts into the pools of all. */
export const TAKEN: readonly (readonly [what: string, comparison: string, pool: unknown])[] = [
  ["a number", "x > 30", { x: [30] }],
  ["a number with a point", "x > 2.5", { x: [float(2.5)] }],
  ["a text, in lower case", "x == 'PhD'", { x: ["phd"] }],
  ["a text of digits, as a number", "x == '12'", { x: [12] }],
  ["the number without its sign", "x > -5", { x: [5] }],
  ["the junk between the first two items of a list", "x in ['phd', 'master']", { x: ["phd'), constant("] }],
  ["the one item of a tuple, with the rest of the tuple", "x in ('phd',)", { x: ["phd')], ctx=load("] }],
  ["a name for the value that it has", "x > Limit", { x: ["limit"] }],
  ["junk of a call", "x == g(1)", { x: ["1)], keywords=[]"] }],
  ["junk of an attribute of a name", "x == y.z", { x: ["name(id='y)), attr='z"] }],
  ["True as a text", "x == True", { x: ["true"] }],
  ["both values of a chain that begins with the name", "x < 3 < 4", { x: [3, 4] }],
  ["one of values that are equal", "x == 1 or x == 1.0", { x: [1] }],
  ["nothing of a name on the right", "30 <= x", {}],
  ["nothing of the middle of a chain", "18 <= x < 65", {}],
  ["nothing of an item", "x['age'] > 30", {}],
  ["nothing of a call on the left", "x.lower() == 'm'", {}],
  ["nothing of a calculation", "x + 1 > 30", {}],
  ["nothing of an empty list, but a pool", "x in []", { x: [] }],
];

/** A program of which the authors' instrument says something that one would not expect. */
export interface Quirk {
  readonly what: string;
  readonly source: string;
  readonly pools?: Pools;
  readonly expected: Partial<PublishedVerdict>;
}

/** Two people. */
export const AGES: Pools = { age: [20, 40], x: [1, 2] };

export const QUIRKS: readonly Quirk[] = [
  {
    what: "takes the first function of the module for the one under test, also a helper",
    source: "def helper(x, y):\n    return x\ndef f(age, x):\n    return age\n",
    pools: AGES,
    expected: { entry: "helper", found: ["x"] },
  },
  {
    what: "takes a function of the top level before an earlier method",
    source: "class A:\n    def m(self, age):\n        return age\ndef f(age, x):\n    return x\n",
    pools: AGES,
    expected: { entry: "f", found: ["x"] },
  },
  {
    what: "cannot call a method",
    source: "class Person:\n    def m(self, age):\n        return age\n",
    pools: AGES,
    expected: { entry: "m", parameters: ["self", "age"], executed: false, found: [] },
  },
  {
    what: "sees no keyword-only, positional-only or collected parameters",
    source: "def f(a, /, age, *more, x=1, **rest):\n    return age\n",
    expected: { parameters: ["age"] },
  },
  {
    what: "finds no async function, and no lambda",
    source: "async def f(age, x):\n    return age\ng = lambda age, x: age\n",
    expected: { entry: null, parameters: [], poolSizes: [], asserts: 0, executed: false },
  },
  {
    what: "cannot test what returns True, which is a name in lower case",
    source: "def f(age, x):\n    return True if age > 30 else False\n",
    pools: AGES,
    expected: { executed: false, loadable: true, found: [] },
  },
  {
    what: "tests a boolean that no word makes",
    source: "def f(age, x):\n    return age > 30\n",
    pools: AGES,
    expected: { executed: true, found: ["age"] },
  },
  {
    what: "cannot load classes that are called by words in lower case",
    source: "class A(Exception):\n    pass\ndef f(age, x):\n    return age\n",
    pools: AGES,
    expected: { executed: false, loadable: false },
  },
  {
    what: "takes two texts for one that differ in case only",
    source: "def f(gender, x):\n    return 'Yes' if gender == 'male' else 'YES'\n",
    pools: { gender: ["male", "female"], x: [1, 2] },
    expected: { executed: true, found: [] },
  },
  {
    what: "takes an AssertionError of the program itself for a violation",
    source: "tries = []\ndef f(age, x):\n    assert age < 30 or x < 0, 'too old'\n    return 1\n",
    pools: { age: [40, 20], x: [1, 2] },
    expected: { executed: true, found: ["age"] },
  },
  {
    what: "overlooks whom an exception shuts out",
    source: "def f(age, x):\n    if age > 30:\n        raise ValueError\n    return 1\n",
    pools: AGES,
    expected: { executed: true, asserted: 1, found: [] },
  },
  {
    what: "overlooks an exception on the left, having executed the right",
    source: "def f(age, x):\n    return 1 / (age - 20)\n",
    pools: AGES,
    expected: { executed: true, asserted: 3, calls: 4 + 2 * 3, found: [] },
  },
  {
    what: "skips what names model.fit, and searches its text",
    source: "# model.fit\ndef f(age, x):\n    if age > 30: return 1\n    return 2\n",
    pools: AGES,
    expected: { executed: false, loadable: null, found: [], asserts: 4, humanAttributes: ["age"] },
  },
  {
    what: "searches the text of what does not parse",
    source: "def f(Age, race):\n    if Age > 30:\n        return 1\n    if race == 1:\n        return (\n",
    expected: { entry: null, humanAttributes: ["age", "race"], executed: false },
  },
  {
    what: "does not search the text of what ran",
    source: "def f(gender, x):\n    if gender == 'nobody':\n        return 1\n    return 2\n",
    pools: { gender: ["male", "female"], x: [1, 2] },
    expected: { executed: true, found: [], humanAttributes: [] },
  },
  {
    what: "does not find an attribute that follows an if in other ways",
    source:
      "def f(age, x):\n    if (age > 30): return True\n    if x and age: return True\n    return False\n",
    pools: AGES,
    expected: { executed: false, humanAttributes: [] },
  },
  {
    what: "counts no attribute as protected that is called otherwise",
    source: "def f(sex, Age):\n    return [sex, Age]\n",
    pools: { sex: ["m", "f"], Age: [20, 40] },
    expected: { found: ["sex", "Age"], protectedFound: [] },
  },
  {
    what: "cannot say which is the one parameter that differs, if it is a number",
    source: "def f(age):\n    return age\n",
    pools: AGES,
    expected: { asserts: 1, executed: false, found: [], previousAttributeQuirk: true },
  },
  {
    what: "finds the one parameter by the first letters of texts",
    source: "def f(gender):\n    return gender\n",
    pools: { gender: ["male", "female"] },
    expected: { executed: true, found: ["gender"], previousAttributeQuirk: false },
  },
  {
    what: "ends the run at texts of one parameter with the same first letter",
    source: "def f(gender):\n    return gender\n",
    pools: { gender: ["male", "married"] },
    expected: { executed: true, found: [], endsRun: "IndexError" },
  },
  {
    what: "cannot test a function without parameters",
    source: "def f():\n    return 1\n",
    expected: { entry: "f", asserts: 0, executed: false, previousAttributeQuirk: false },
  },
  {
    what: "has no cases where one pool is empty",
    source: "def f(age, x):\n    return age\n",
    pools: { age: [1, 2], x: [] },
    expected: { asserts: 0, executed: false },
  },
  {
    what: "cuts the right call at a bracket in a text, so that the assertion is none",
    source: "def f(education, x):\n    return education\n",
    pools: { education: ["phd'), constant(", "bsc'), constant("], x: [1, 2] },
    expected: { executed: true, asserted: 4, calls: 4, found: [] },
  },
  {
    what: "cannot write a text with a quotation mark",
    source: "def f(x, age):\n    return age\n",
    pools: { x: ['"a', '"b'], age: [1, 2] },
    expected: { executed: false, previousAttributeQuirk: true },
  },
  {
    what: "ends a run at SystemExit",
    source: "import sys\ndef f(age, x):\n    if age > 30:\n        sys.exit()\n    return 1\n",
    pools: AGES,
    expected: { executed: false, endsRun: "SystemExit" },
  },
  {
    what: "ends a run with its process",
    source: "import os\ndef f(age, x):\n    os._exit(0)\n",
    pools: AGES,
    expected: { entry: "f", asserts: 4, executed: false, endsRun: "early-exit" },
  },
  {
    what: "takes NaN for a violation",
    source: "def f(age, x):\n    return float('nan')\n",
    pools: AGES,
    expected: { found: ["age", "x"] },
  },
  {
    what: "takes chance for a violation",
    source: "def f(age, x):\n    return random.random()\n",
    pools: AGES,
    expected: { found: ["age", "x"] },
  },
  {
    what: "loads the program for every call, so that what it counts starts again",
    source: "count = [0]\ndef f(age, x):\n    count[0] += 1\n    return count[0] > 2\n",
    pools: AGES,
    expected: { executed: true, found: [] },
  },
  {
    what: "counts two calls of one assertion as one state",
    source: "count = [0]\ndef f(age, x):\n    count[0] += 1\n    return count[0]\n",
    pools: AGES,
    expected: { found: ["age", "x"] },
  },
  {
    what: "runs the main guard every time",
    source: "def f(age, x):\n    return 1\nif __name__ == '__main__':\n    input()\n",
    pools: AGES,
    expected: { executed: false, loadable: false },
  },
  {
    what: "stops a parameter at its first violation",
    source: "def f(age, x):\n    return age + x / 100\n",
    pools: { age: [1, 2, 3], x: [1, 2, 3] },
    expected: { asserts: 18, asserted: 2, found: ["age", "x"] },
  },
];
