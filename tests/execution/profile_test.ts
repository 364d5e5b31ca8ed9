import assert from "node:assert/strict";
import { profile, type ProfileOptions } from "codebias/execution/profile.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { orSkipped, PACKAGES, PYTHON, PYTHONS } from "../pythons.ts";
import { contained } from "./containment.ts";

const sandbox = contained.ignore
  ? undefined!
  : await openSandbox({ python: PYTHON, packages: PACKAGES, workers: 1 });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

const NUMBER = "def make(n):\n    return [n]\n";
const SORTED = "def make(n):\n    return [list(range(n))]\n";
const SHUFFLED =
  "import random\ndef make(n):\n    items = list(range(n))\n    random.shuffle(items)\n    return [items]\n";

const measure = (source: string, generator: string, options: ProfileOptions = {}) =>
  profile(sandbox, { source, entryPoint: "f", generator }, { effort: "quick", ...options });

async function measured(source: string, generator: string, options: ProfileOptions = {}) {
  const found = await measure(source, generator, options);
  assert(!("reason" in found), "reason" in found ? found.reason : "");
  return found;
}

const count = (work: { n: readonly number[]; count: readonly number[] }, least: number) => {
  const at = work.n.findIndex((size) => size >= least);
  return { n: work.n[at], perItem: work.count[at] / work.n[at] };
};

const LOOP = "def f(x):\n    total = 0\n    for item in x:\n        total += item\n    return total\n";

Deno.test({
  name: "profile() measures growing sizes over at least a factor of 64, in seconds and in work",
  ...contained,
  async fn() {
    const { n, seconds, work, noise, cpuS } = await measured(LOOP, SORTED);
    assert(n.every((size, at) => at === 0 || size > n[at - 1]));
    assert(n[n.length - 1] / n[0] >= 64, `${n}`);
    const steps = n.slice(6).map((size, at) => size / n[at + 5]);
    assert(steps.every((step) => step > 1.3 && step < 1.5), `${steps}`);
    assert.equal(seconds.length, n.length);
    assert(seconds.every((one) => one > 0 && one < 0.2));
    assert(work.n.length >= 10 && work.n.every((size, at) => size === n[at]));
    assert(noise >= 0 && noise < 2 && cpuS > 0 && cpuS < 2);
  },
});

Deno.test({
  name: "profile() counts the same work every time, whichever generator of random numbers makes the inputs",
  ...contained,
  async fn() {
    const source = "def f(x):\n    return sorted(str(item) for item in x)\n";
    const drawn = "import numpy\ndef make(n):\n    return [numpy.random.rand(n).tolist()]\n";
    for (const generator of [SHUFFLED, ...PACKAGES.some((path) => path.endsWith("/numpy")) ? [drawn] : []]) {
      const [a, b] = [await measured(source, generator), await measured(source, generator)];
      const shared = Math.min(a.work.n.length, b.work.n.length);
      assert(shared > 5);
      assert.deepEqual(a.work.count.slice(0, shared), b.work.count.slice(0, shared));
    }
  },
});

Deno.test({
  name: "profile() counts loops exactly: the work of a loop is a straight line in n",
  ...contained,
  async fn() {
    const { work: { n, count } } = await measured(LOOP, SORTED);
    assert(n.length > 5, `${n}`);
    const slope = (count[1] - count[0]) / (n[1] - n[0]);
    for (const [at, size] of n.entries()) assert.equal(count[at], count[0] + slope * (size - n[0]));
  },
});

for (const python of PYTHONS) {
  Deno.test({
    name: `profile() counts loops exactly, and comparisons of sorts, on Python ${python.version}${
      orSkipped(python)
    }`,
    ignore: contained.ignore || python.command === undefined,
    async fn() {
      await using sandbox = await openSandbox({ python: python.command!, workers: 1 });
      const counted = async (source: string, generator: string) => {
        const found = await profile(sandbox, { source, entryPoint: "f", generator }, { effort: "quick" });
        assert(!("reason" in found), "reason" in found ? found.reason : "");
        return found.work;
      };
      const { n, count: loop } = await counted(LOOP, SORTED);
      const slope = (loop[1] - loop[0]) / (n[1] - n[0]);
      assert(n.length > 5 && slope > 2, `${n} ${slope}`);
      for (const [at, size] of n.entries()) assert.equal(loop[at], loop[0] + slope * (size - n[0]));
      const sorting = await counted("def f(x):\n    return sorted(x)\n", SHUFFLED);
      const [small, large] = [count(sorting, 20), count(sorting, 80)];
      assert(
        large.perItem - small.perItem > Math.log2(large.n / small.n),
        `${small.perItem} ${large.perItem}`,
      );
    },
  });
}

Deno.test({
  name: "profile() takes one step after the other where the cost grows faster than any power",
  ...contained,
  async fn() {
    const source = "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n";
    const { n } = await measured(source, NUMBER);
    const last = n.slice(-5);
    assert(last.every((size, at) => at === 0 || size - last[at - 1] <= 2), `${n}`);
    assert(n[n.length - 1] < 40);
  },
});

Deno.test({
  name: "profile() gives each call a fresh module: a memo does not make later calls cheap",
  ...contained,
  async fn() {
    const source =
      "memo = {}\ndef f(n):\n    if n not in memo:\n        memo[n] = sum(i * i for i in range(n))\n" +
      "    return memo[n]\n";
    const { n, seconds, work } = await measured(source, NUMBER);
    assert(seconds[n.length - 1] > 30 * seconds[n.findIndex((size) => size > 100)]);
    assert(count(work, 200).perItem > 5);
  },
});

Deno.test({
  name: "profile() gives each call fresh input: sorting in place is not measured on what is sorted already",
  ...contained,
  async fn() {
    const source =
      "def f(x):\n    for i in range(1, len(x)):\n        j = i\n        while j and x[j - 1] > x[j]:\n" +
      "            x[j - 1], x[j] = x[j], x[j - 1]\n            j -= 1\n    return x\n";
    const { n, seconds } = await measured(source, SHUFFLED);
    const [from, to] = [n.findIndex((size) => size >= 60), n.length - 1];
    const exponent = Math.log(seconds[to] / seconds[from]) / Math.log(n[to] / n[from]);
    assert(exponent > 1.6, `${exponent}`);
  },
});

Deno.test({
  name: "profile() does not time the making of inputs",
  ...contained,
  async fn() {
    const slow = "def make(n):\n    return [sum(i % 7 for i in range(20 * n)) * 0 + n]\n";
    const { n, seconds } = await measured("def f(n):\n    return n + 1\n", slow);
    assert(n[n.length - 1] > 500);
    assert(Math.max(...seconds.slice(3)) < 1e-3, `${seconds}`);
  },
});

Deno.test({
  name: "profile() includes the work of generators and coroutines that are returned",
  ...contained,
  async fn() {
    for (
      const source of [
        "def f(x):\n    for item in x:\n        yield item + 1\n",
        "async def f(x):\n    total = 0\n    for item in x:\n        total += item\n    return total\n",
        "def f(x):\n    return map(lambda item: item + 1, x)\n",
      ]
    ) {
      const { work } = await measured(source, SORTED);
      assert(count(work, 200).perItem > 2, source);
    }
  },
});

Deno.test({
  name: "profile() counts the comparisons of sorts, and heaps and bisections as work",
  ...contained,
  async fn() {
    const programs = [
      "def f(x):\n    return sorted(x)\n",
      "def f(x):\n    x.sort(key=lambda item: -item)\n    return x\n",
      "import heapq\ndef f(x):\n    heapq.heapify(x)\n    return [heapq.heappop(x) for _ in range(len(x))]\n",
      "from queue import PriorityQueue\ndef f(x):\n    q = PriorityQueue()\n    for item in x:\n        q.put(item)\n" +
      "    return [q.get() for _ in x]\n",
      "from bisect import insort\ndef f(x):\n    y = []\n    for item in x:\n        insort(y, item)\n    return y\n",
    ];
    for (const source of programs) {
      const { work } = await measured(source, SHUFFLED, { effort: "thorough" });
      const [small, large] = [count(work, 20), count(work, 80)];
      const doublings = Math.log2(large.n / small.n);
      // n log n: each doubling of n adds as much an item as every other one.
      assert(large.perItem - small.perItem > doublings, `${source} ${small.perItem} ${large.perItem}`);
    }
  },
});

Deno.test({
  name: "profile() sorts as Python does while it counts: stable, by key, in reverse, in place",
  ...contained,
  async fn() {
    const source = "def f(n):\n    pairs = [(i % 3, i) for i in range(n)]\n" +
      "    a = sorted(pairs, key=lambda p: p[0], reverse=True)\n    b = pairs[:]\n    b.sort(key=lambda p: p[0])\n" +
      "    c = pairs[:]\n    assert c.sort() is None and c == sorted(pairs) == sorted(iter(pairs))\n" +
      "    assert a == [p for k in (2, 1, 0) for p in pairs if p[0] == k]\n" +
      "    assert b == [p for k in (0, 1, 2) for p in pairs if p[0] == k]\n" +
      "    assert sorted({'b': 1, 'a': 2}) == ['a', 'b'] and sorted('ba', reverse=True) == ['b', 'a']\n" +
      "    class L(list):\n        by = sorted\n        def __getitem__(self, at):\n            raise KeyError\n" +
      "    mine = L([3, 1, 2])\n    mine.sort()\n    assert list(mine) == [1, 2, 3] and L().by([2, 1]) == [1, 2]\n" +
      "    import heapq, bisect\n    assert heapq.nsmallest(1, [2, 1]) == [1] and bisect.bisect([1, 2], 1) == 1\n" +
      "    return n\n";
    const { work } = await measured(source, NUMBER, { largest: 16 });
    assert.equal(work.n.at(-1), 16);
  },
});

Deno.test({
  name: "profile() goes no further than the largest size",
  ...contained,
  async fn() {
    const { n } = await measured(LOOP, SORTED, { largest: 100 });
    assert.equal(n.at(-1), 100);
    assert.equal((await measured(LOOP, SORTED, { smallest: 50, largest: 3_200 })).n[0], 50);
    await assert.rejects(() => measure(LOOP, SORTED, { smallest: 0 }), RangeError);
    await assert.rejects(() => measure(LOOP, SORTED, { largest: 2 }), RangeError);
    await assert.rejects(() => measure(LOOP, SORTED, { largest: 2.5 }), RangeError);
  },
});

/** What a program or its generator may do wrong, and the answer to it. */
const FAILING: readonly (readonly [what: string, source: string, generator: string, reason: RegExp])[] = [
  [
    "raises at any size",
    "def f(n):\n    return 1 / 0",
    NUMBER,
    /^the program raised ZeroDivisionError at n = 2$/,
  ],
  [
    "raises at large sizes only",
    "def f(n):\n    if n > 1000:\n        raise ValueError('large')",
    NUMBER,
    /^the program raised ValueError at n = 1\d\d\d$/,
  ],
  [
    "recurses too deep",
    "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)",
    NUMBER,
    /^the program raised RecursionError at n = \d+$/,
  ],
  [
    "needs too much memory at large sizes",
    "def f(n):\n    return len(bytearray(2 ** 31)) if n > 500 else n",
    NUMBER,
    /^the program raised MemoryError at n = \d+$/,
  ],
  [
    "ends Python at large sizes",
    "import sys\ndef f(n):\n    if n > 500:\n        sys.exit()",
    NUMBER,
    /^the program raised SystemExit at n = \d+$/,
  ],
  [
    "ends its process",
    "import os\ndef f(n):\n    if n > 500:\n        os._exit(0)",
    NUMBER,
    /^the program ended its own process/,
  ],
  [
    "never ends",
    "def f(n):\n    while True:\n        pass",
    NUMBER,
    /^the program takes too long even at n = 2$/,
  ],
  [
    "never ends and catches everything",
    "def f(n):\n    while True:\n        try:\n            while True:\n                pass\n        except BaseException:\n            pass",
    NUMBER,
    /takes too long|does not end in time/,
  ],
  [
    "never ends in C",
    "def f(n):\n    return sum(iter(int, 1))",
    NUMBER,
    /takes too long|does not end in time/,
  ],
  ["is no Python", "def f(n) return n", NUMBER, /^the program is no Python: SyntaxError$/],
  ["defines another function", "def g(n):\n    return n", NUMBER, /^the program defines no function f$/],
  [
    "fails while it is loaded",
    "import nowhere\ndef f(n):\n    return n",
    NUMBER,
    /^the program raised ModuleNotFoundError while it was loaded$/,
  ],
  ["never finishes loading", "while True:\n    pass", NUMBER, /^the program takes too long to load$/],
  [
    "waits for what never comes",
    "class W:\n    def __await__(self):\n        yield\nasync def f(n):\n    await W()",
    NUMBER,
    /^the program waits for something outside of it$/,
  ],
  [
    "has a generator that fails at some sizes",
    "def f(n):\n    return n",
    "def make(n):\n    if n % 2:\n        raise ValueError('odd')\n    return [n]",
    /^the input generator raised ValueError at n = 3$/,
  ],
  [
    "has a generator that fails at large sizes",
    "def f(n):\n    return n",
    "def make(n):\n    return [n] if n < 10_000 else [][0]",
    /^the input generator raised IndexError at n = \d+$/,
  ],
  [
    "has a generator without make",
    "def f(n):\n    return n",
    "def rules(n):\n    return [n]",
    /^the input generator defines no function make$/,
  ],
  [
    "has a generator that is no Python",
    "def f(n):\n    return n",
    "make(",
    /^the input generator is no Python: SyntaxError$/,
  ],
  [
    "has a generator of one value",
    "def f(n):\n    return n",
    "def make(n):\n    return n",
    /^make\(2\) returned a value of type int, not a list of arguments$/,
  ],
  [
    "has a generator that never ends",
    "def f(n):\n    return n",
    "def make(n):\n    while True:\n        pass",
    /^the input generator takes too long even at n = 2$/,
  ],
  [
    "wants another number of arguments",
    "def f(a, b):\n    return a",
    NUMBER,
    /^the program raised TypeError at n = 2$/,
  ],
  [
    "replaces its own measurement",
    "import sys\nframe = sys._getframe()\nwhile frame:\n    frame.f_globals.update(Profiler=None, profile=None)\n    frame = frame.f_back\ndef f(n):\n    raise KeyError",
    NUMBER,
    /./,
  ],
];

for (const [what, source, generator, reason] of FAILING) {
  Deno.test({
    name: `profile() says why there is none of a program that ${what}`,
    ...contained,
    async fn() {
      const found = await measure(source, generator);
      assert("reason" in found, JSON.stringify(found));
      assert.match(found.reason, reason);
    },
  });
}

Deno.test({
  name: "profile() ends in time when making inputs takes no processor time, but long",
  ...contained,
  async fn() {
    const found = await measure(
      "def f(n):\n    return n",
      "import time\ndef make(n):\n    time.sleep(0.1)\n    return [n]",
    );
    assert("n" in found && found.n.length > 0);
    assert(found.n.length < 20, `${found.n.length} inputs, each of which takes 0.1 s to make`);
  },
});
