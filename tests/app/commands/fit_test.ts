import assert from "node:assert/strict";
import { contained } from "../../execution/containment.ts";
import { task } from "./task.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

/** Sends lines through `deno task fit`. */
async function fit(lines: readonly (string | Json)[], args: readonly string[] = []) {
  const stdin = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join("");
  const { code, stdout, stderr } = await task("fit", args, { stdin });
  const answers: Json[] = stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  return { code, stderr, answers };
}

const n = [100, 200, 400, 800, 1600, 3200];
const CURVES: Readonly<Record<string, (n: number) => number>> = {
  logarithmic: (n) => 1e-3 * Math.log(n),
  linear: (n) => 1e-3 + 1e-5 * n,
  linearithmic: (n) => 1e-6 * n * Math.log(n),
  quadratic: (n) => 1e-7 * n ** 2,
  cubic: (n) => 1e-9 * n ** 3,
};

Deno.test("deno task fit names the class of series, in their order, with score, set and coefficients", async () => {
  const series = Object.entries(CURVES).map(([id, cost]) => ({ id, n, t: n.map(cost) }));
  const { code, answers } = await fit(series);
  assert.equal(code, 0);
  assert.deepEqual(
    answers.map((one) => [one.id, one.class, one.set]),
    series.map(({ id }) => [id, id, [id]]),
  );
  assert.deepEqual(answers.map(({ score }) => score), [2, 3, 4, 5, 6]);
  const linear = answers[1].coefficients;
  assert(
    Math.abs(linear.constant - 1e-3) < 1e-8 && Math.abs(linear.linear - 1e-5) < 1e-10,
    JSON.stringify(linear),
  );
  assert(answers.every((one) => !("reason" in one)));
});

Deno.test("deno task fit --rule published has the authors' scores, and a class for what takes next to nothing", async () => {
  // Slow ones: what varies by less than a millisecond is constant under this rule.
  const series = Object.entries(CURVES).map(([id, cost]) => ({
    id,
    n,
    t: n.map((size) => 100 * cost(size)),
  }));
  const { code, answers } = await fit([...series, { id: "fast", n, t: n.map((n) => 1e-9 * n) }, {
    id: "power",
    n,
    t: n.map((n) => 1e-4 * n ** 1.5),
  }], ["--rule", "published"]);
  assert.equal(code, 0);
  assert.deepEqual(answers.map(({ class: name }) => name).slice(1), [
    ...["linear", "linearithmic", "quadratic", "cubic"],
    ...["constant", "polynomial"],
  ]);
  assert.deepEqual(answers.map(({ score }) => score).slice(1), [1, 1.0001, 2, 3, 0, 1.5]);
});

for (
  const [what, line, reason] of [
    ["too short", { n: [1, 2], t: [1, 2] }, /2 sizes are too few/],
    ["constant", { n: [1, 2, 3, 4, 5], t: [2, 2, 2, 2, 2] }, /all costs are exactly 2/],
    ["negative", { n: [1, 2, 3, 4, 5], t: [2, 2, -2, 2, 2] }, /cost -2 at n = 3/],
    ["not increasing in n", { n: [1, 3, 2, 4, 5], t: [1, 2, 3, 4, 5] }, /sizes do not rise/],
    ["of different lengths", { n: [1, 2, 3], t: [1, 2] }, /3 sizes but 2 costs/],
    ["empty", { n: [], t: [] }, /0 sizes/],
  ] as const
) {
  Deno.test(`deno task fit has a reason and no class for a series that is ${what}`, async () => {
    const { code, answers: [answer] } = await fit([{ id: 7, ...line }]);
    assert.equal(code, 0);
    assert.deepEqual([answer.id, answer.class, answer.score, answer.set, answer.coefficients], [
      7,
      null,
      null,
      [],
      null,
    ]);
    assert.match(answer.reason, reason);
  });
}

Deno.test("deno task fit answers bad lines with an error, goes on, and ends with status 1", async () => {
  const good = { id: "good", n, t: n.map(CURVES.linear) };
  const { code, answers } = await fit([
    ...["not JSON", "[1]", { n: [1], t: [1] }, { id: 1 }, { id: 2, n: [1, "2"], t: [1, 2] }],
    ...[{ id: 3, n: [1, 2], t: null }, { id: 4, source: "x", entryPoint: 5, generator: "" }, good],
  ]);
  assert.equal(code, 1);
  assert.deepEqual(answers.map(({ line }) => line), [1, 2, 3, 4, 5, 6, 7, undefined]);
  assert.deepEqual(answers.map(({ id }) => id), [undefined, undefined, undefined, 1, 2, 3, 4, "good"]);
  const errors = [
    /not valid JSON/,
    /must be an object/,
    /"id" is missing/,
    /"n" and "t", or "source", "entryPoint" and "generator"/,
    /"n" must be a list of numbers/,
    /"t" must be a list of numbers/,
    /"entryPoint" must be a text/,
  ];
  for (const [at, error] of errors.entries()) assert.match(answers[at].error, error);
  assert.equal(answers[7].class, "linear");
});

Deno.test("deno task fit refuses a rule that it does not know", async () => {
  const { code, stderr } = await fit([], ["--rule", "theirs"]);
  assert.equal(code, 1);
  assert.match(stderr, /theirs/);
  assert.match(stderr, /ours, published/);
});

const LIST = "import random\ndef make(n):\n    return [[random.random() for _ in range(n)]]\n";

Deno.test({
  name: "deno task fit measures programs, and says why it has no class",
  ...contained,
  async fn() {
    const program = (id: string, source: string, generator = LIST) => ({
      id,
      source,
      entryPoint: "f",
      generator,
    });
    // Three of each: on a busy machine a measurement may leave a class open.
    const measured = [1, 2, 3].flatMap(() => [
      program("sum", "def f(x):\n    return sum(x)"),
      program("sort", "def f(x):\n    return sorted(x)"),
      program("pairs", "def f(x):\n    return sum(a < b for a in x for b in x)"),
    ]);
    const { code, answers: all } = await fit([
      ...measured,
      { id: "series", n, t: n.map(CURVES.cubic) },
      program("broken", "def f(x):\n    return x[5000]"),
      program("generator", "def f(x):\n    return x", "def make(n):\n    return [[0] * (100 - n)[0]]"),
      program("late", "def f(x):\n    if len(x) > 700:\n        raise ValueError\n    return sum(x)"),
    ]);
    assert.equal(code, 0);
    for (const [id, name] of [["sum", "linear"], ["sort", "linearithmic"], ["pairs", "quadratic"]]) {
      const answers = all.filter((one) => one.id === id);
      const named = answers.filter((one) => one.class !== null);
      assert(named.length > 0, answers.map(({ reason }) => reason).join("; "));
      assert.deepEqual([...new Set(named.map((one) => one.class))], [name], id);
    }
    const answers = all.slice(measured.length);
    assert.deepEqual(answers.map((one) => [one.id, one.class]), [
      ["series", "cubic"],
      ["broken", null],
      ["generator", null],
      ["late", null],
    ]);
    assert.match(answers[1].reason, /^the program raised IndexError at n = 2$/);
    assert.match(answers[2].reason, /^the input generator raised TypeError at n = 2$/);
    assert.match(answers[3].reason, /^the program raised ValueError at n = [78]\d\d$/);
    const { coefficients } = all.find((one) => one.id === "sum" && one.class !== null)!;
    assert(coefficients.linear > 0 && coefficients.linear < 1e-6, "seconds an item");
  },
});
