import assert from "node:assert/strict";
import fc from "fast-check";
import { permutationTest as theirPermutationTest } from "simple-statistics";
import { arrangementsOf } from "codebias/statistics/tests/arrangements.ts";
import { fisher, fisherExact, permutationTest } from "codebias/statistics/mod.ts";
import { integers } from "codebias/statistics/random.ts";
import { signP } from "codebias/statistics/tests/sign_test.ts";
import oracle from "../../oracles/permutation_test.json" with { type: "json" };

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;

const group = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 });
const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 9 })
  .map((pairs) => ({ a: pairs.map(([x]) => x), b: pairs.map(([, y]) => y) }));

function assertClose(ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < 1e-12, `${what}: ${ours}, not ${theirs}`);
}

for (const [kind, cases] of [["independent", oracle.independent], ["paired", oracle.paired]] as const) {
  Deno.test(`permutationTest() agrees with SciPy, ${kind}`, () => {
    assert.equal(cases.length, { independent: 22, paired: 20 }[kind]);
    for (const { a, b, difference, p } of cases) {
      for (const alternative of ALTERNATIVES) {
        const ours = permutationTest(a, b, { paired: kind === "paired", alternative });
        assert.equal(ours.method, "exact");
        assert(Math.abs(ours.difference - difference) < 1e-12);
        assert.equal(ours.statistic, ours.difference);
        assertClose(ours.p, p[alternative], `${a} and ${b}, ${alternative}`);
      }
    }
  });
}

Deno.test("permutationTest() draws what a plain shuffle does, of few values and of many", () => {
  for (const [length, levels] of [[600, 60], [600, 300], [70_000, 70_000]]) {
    const values = Array.from({ length }, (_, at) => at * 7919 % levels);
    const sumOf = (some: readonly number[]) => some.slice(0, 250).reduce((all, value) => all + value, 0);
    const { p } = permutationTest(values.slice(250), values.slice(0, 250), { draws: 99, seed: 5 });
    const [draw, shuffled, drawn] = [
      integers("groups", 5),
      values.slice(250).concat(values.slice(0, 250)),
      [],
    ];
    for (const sums: number[] = drawn; sums.length < 99; sums.push(sumOf(shuffled))) {
      for (let i = 0; i < 250; i++) {
        const j = draw(i, length - 1);
        [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
      }
    }
    const far = [drawn.filter((sum) => sum <= sumOf(values)), drawn.filter((sum) => sum >= sumOf(values))];
    assert.equal(p, Math.min(1, 2 * (1 + Math.min(far[0].length, far[1].length)) / 100));
  }
});

Deno.test("permutationTest() keeps the sizes of unequal groups", () => {
  const [a, b] = [[1, 2], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]];
  assertClose(permutationTest(a, b).p, 2 / 66, "2 against 10");
  assertClose(permutationTest(b, a).p, 2 / 66, "10 against 2");
  const options = { exactUpTo: 0, draws: 20_000 };
  assert(Math.abs(permutationTest(a, b, options).p - 2 / 66) < 0.005);
  assert(Math.abs(permutationTest(b, a, options).p - 2 / 66) < 0.005);
});

Deno.test("permutationTest() counts the observed arrangement among the drawn, which simple-statistics does not", () => {
  const a = Array.from({ length: 20 }, (_, i) => i);
  const b = a.map((x) => x + 1000);
  assert.equal(theirPermutationTest(a, b, "less", 99, seededRandom()), 0);
  assert.equal(permutationTest(a, b, { alternative: "greater", draws: 99 }).p, 1 / 100);
});

/** A generator of Lehmer's, so that what is drawn comes out the same every time. */
function seededRandom(): () => number {
  let state = 42;
  return () => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647;
}

Deno.test("permutationTest() finds equal means equal although sums are rounded", () => {
  const { p, difference } = permutationTest([0.1, 0.2, 0.3], [0.3, 0.1, 0.2]);
  assert(Math.abs(difference) < 1e-15);
  assert.equal(p, 1);
  const greater = permutationTest([0.1, 0.2], [0.3, 0], { alternative: "greater" }).p;
  assertClose(greater, 4 / 6, "0.3 + 0 against 0.1 + 0.2");
});

Deno.test("permutationTest() of zeros and ones is Fisher's test, however large the groups", () => {
  const a = Array.from({ length: 900 }, (_, i) => i % 3 === 0);
  const b = Array.from({ length: 700 }, (_, i) => i % 5 < 2);
  const ours = permutationTest(a.map(Number), b.map(Number), { alternative: "greater" });
  assert.equal(ours.method, "exact");
  assert.equal(ours.arrangements, 581);
  assertClose(ours.p, fisher(a, b, { alternative: "greater" }).p, "900 and 700");
});

Deno.test("permutationTest() of pairs of zeros and ones is McNemar's test, however many there are", () => {
  const a = Array.from({ length: 900 }, (_, i) => Number(i < 40));
  const b = Array.from({ length: 900 }, (_, i) => Number(i >= 830));
  const ours = permutationTest(a, b, { paired: true });
  assert.deepEqual([ours.method, ours.arrangements], ["exact", 111]);
  assertClose(ours.p, signP(70, 40, "two-sided"), "70 up, 40 down");
});

Deno.test("permutationTest() takes zeros and ones exactly, also where there are more arrangements than 20 000", () => {
  const flags = (hits: number) => Array.from({ length: 60_000 }, (_, i) => Number(i < hits));
  const ours = permutationTest(flags(25_000), flags(25_300), { alternative: "greater" });
  assert.deepEqual([ours.method, ours.arrangements], ["exact", 50_301]);
  const { p } = fisherExact([[25_300, 34_700], [25_000, 35_000]], { alternative: "greater" });
  assert(Math.abs(ours.p / p - 1) < 1e-9, `${ours.p}, not ${p}`);
});

Deno.test("permutationTest() draws at random from exactUpTo on, and comes near the exact p", () => {
  for (const { a, b, p } of oracle.independent) {
    const drawn = permutationTest(a, b, { exactUpTo: 0, seed: 3 });
    assert.deepEqual([drawn.method, drawn.arrangements], ["monte-carlo", 9_999]);
    assert(Math.abs(drawn.p - p["two-sided"]) < 0.035, `${a} and ${b}: ${drawn.p}, not ${p["two-sided"]}`);
  }
  for (const { a, b, p } of oracle.paired) {
    const drawn = permutationTest(a, b, { exactUpTo: 0, seed: 3, paired: true });
    assert.equal(drawn.method, "monte-carlo");
    assert(Math.abs(drawn.p - p["two-sided"]) < 0.035, `${a} and ${b}: ${drawn.p}, not ${p["two-sided"]}`);
  }
});

Deno.test("permutationTest() looks at all arrangements up to exactUpTo and no further", () => {
  const [a, b] = [[1, 2, 4], [8, 16, 32]];
  assert.equal(permutationTest(a, b, { exactUpTo: 20 }).arrangements, 20);
  assert.equal(permutationTest(a, b, { exactUpTo: 19 }).method, "monte-carlo");
  assert.equal(permutationTest([0, 0, 0], [1, 2, 4], { paired: true, exactUpTo: 8 }).arrangements, 8);
  assert.equal(permutationTest([0, 0, 0], [1, 2, 4], { paired: true, exactUpTo: 7 }).method, "monte-carlo");
  assert.equal(
    permutationTest(Array.from({ length: 9 }, (_, i) => i), [9, 10, 11, 12, 13]).arrangements,
    2002,
  );
  const many = Array.from({ length: 200_000 }, (_, i) => i * i);
  assert.equal(permutationTest(many, [1, 2, 3], { draws: 9 }).method, "monte-carlo");
});

Deno.test("permutationTest() never has p = 0 from draws, and says the same for the same seed", () => {
  const a = Array.from({ length: 40 }, (_, i) => i);
  const b = a.map((x) => x + 1000.5);
  for (const paired of [false, true]) {
    assert.equal(
      permutationTest(a, b, { paired, alternative: "greater", draws: 99, exactUpTo: 10 }).p,
      1 / 100,
    );
  }
  const near = a.map((x) => x * 1.1 + 1);
  const pOf = (seed: number) => permutationTest(a, near, { seed }).p;
  assert.equal(pOf(1), pOf(1));
  assert.equal(pOf(1), permutationTest(a, near).p);
  assert.notEqual(pOf(1), pOf(2));
});

Deno.test("permutationTest() by draws is as often below 5 % as it should be", () => {
  let rejected = 0;
  for (let run = 0; run < 400; run += 1) {
    const random = seededRandom();
    for (let skipped = 0; skipped < 40 * run; skipped += 1) random();
    const values = Array.from({ length: 26 }, random);
    const { p } = permutationTest(values.slice(0, 6), values.slice(6), {
      exactUpTo: 0,
      draws: 199,
      seed: run,
    });
    if (p <= 0.05) rejected += 1;
  }
  assert(rejected >= 8 && rejected <= 34, `${rejected} of 400`);
});

Deno.test("arrangementsOf() gives each sum the share of the subsets that have it", () => {
  const values = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(values, fc.nat(), fc.boolean(), (values, cut, free) => {
    const chosen = free ? null : cut % (values.length + 1);
    const found = arrangementsOf({ values, chosen }, 1_000);
    assert(found !== null);
    const all = subsets(values).filter((subset) => free || subset.length === chosen);
    for (let sum = 0; sum <= 32; sum += 1) {
      const share = all.filter((subset) => subset.reduce((s, x) => s + x, 0) === sum).length / all.length;
      const ours = found.chances.reduce((s, chance, i) => found.sums[i] === sum ? s + chance : s, 0);
      assert(Math.abs(ours - share) < 1e-13);
    }
    const told = new Set(all.map((subset) => subset.toSorted().join()));
    assert.equal(found.sums.length, told.size);
    assert.notEqual(arrangementsOf({ values, chosen }, told.size), null);
    assert.equal(arrangementsOf({ values, chosen }, told.size - 1), null);
  }));
});

function subsets(values: readonly number[]): number[][] {
  return values.reduce<number[][]>((all, value) => all.flatMap((subset) => [subset, [...subset, value]]), [
    [],
  ]);
}

Deno.test("permutationTest() turns around when the groups change places", () => {
  fc.assert(fc.property(group, group, (a, b) => {
    assertMirrored(a, b, false);
  }));
  fc.assert(fc.property(pairs, ({ a, b }) => {
    assertMirrored(a, b, true);
  }));
});

function assertMirrored(a: number[], b: number[], paired: boolean): void {
  const [one, other] = [permutationTest(a, b, { paired }), permutationTest(b, a, { paired })];
  assert.equal(one.difference, 0 - other.difference);
  assert(Math.abs(one.p - other.p) < 1e-12 && one.p > 0 && one.p <= 1);
  const greater = permutationTest(a, b, { paired, alternative: "greater" }).p;
  assert(Math.abs(greater - permutationTest(b, a, { paired, alternative: "less" }).p) < 1e-12);
}

Deno.test("permutationTest() does not change with the order of the values, a shift or a scale", () => {
  fc.assert(fc.property(group, group, (a, b) => {
    const { p } = permutationTest(a, b);
    assert(Math.abs(permutationTest(a.toReversed(), b.toReversed()).p - p) < 1e-12);
    assert(Math.abs(permutationTest(a.map((x) => x / 7 + 3), b.map((x) => x / 7 + 3)).p - p) < 1e-12);
  }));
});

Deno.test("permutationTest() of values that are all equal has p = 1", () => {
  assert.equal(permutationTest([2, 2], [2]).p, 1);
  assert.equal(permutationTest([1, 2], [1, 2], { paired: true }).p, 1);
});

Deno.test("permutationTest() refuses what it cannot compare, and says why", () => {
  assert.throws(() => permutationTest([], [1]), {
    name: "RangeError",
    message: "Cannot compute this: group a has 0 values, at least 1 are needed",
  });
  assert.throws(() => permutationTest([1], []), /group b has 0 values/);
  assert.throws(() => permutationTest([1], [NaN]), /value 1 of group b is NaN/);
  assert.throws(() => permutationTest([1, 2], [1], { paired: true }), {
    name: "RangeError",
    message: "Cannot pair 2 values with 1: each needs its partner",
  });
  for (const draws of [0, -1, 1.5, NaN]) {
    assert.throws(() => permutationTest([1], [2], { draws }), {
      name: "RangeError",
      message: `Cannot use ${draws} as number of draws: it must be an integer >= 1`,
    });
  }
  for (const exactUpTo of [-1, 1.5, NaN]) {
    assert.throws(() => permutationTest([1], [2], { exactUpTo }), {
      name: "RangeError",
      message:
        `Cannot use ${exactUpTo} as number of arrangements that are all looked at: it must be an integer >= 0`,
    });
  }
  for (const seed of [0.5, NaN, Infinity]) {
    assert.throws(() => permutationTest([1], [2], { seed }), {
      name: "RangeError",
      message: `Cannot use seed ${seed}: it must be an integer`,
    });
  }
});

Deno.test("permutationTest() does not change when a large number is added to all values", () => {
  for (const offset of [0, 1e6, -1e9, 1.7e12]) {
    const [a, b] = [[0, 1, 2, 3], [4, 5, 6, 7]].map((list) => list.map((value) => offset + value / 1024));
    const { p, difference } = permutationTest(a, b);
    assertClose(p, 2 / 70, `offset ${offset}`);
    assert.equal(difference, 4 / 1024);
    assertClose(permutationTest(a, b, { paired: true }).p, 2 / 16, "paired");
    const drawn = permutationTest(a, b, { exactUpTo: 0 }).p;
    assert(Math.abs(drawn - 2 / 70) < 0.01, `${drawn}`);
  }
});

Deno.test("permutationTest() takes sums for equal that differ by the rounding of large values", () => {
  for (const offset of [100, 1e6, 1e9]) {
    const [a, b] = [[0.1, 0.2], [0.3, 0]].map((list) => list.map((value) => offset + value));
    const { p } = permutationTest(a, b, { alternative: "greater" });
    assertClose(p, 4 / 6, `0.3 + 0 against 0.1 + 0.2 at ${offset}`);
  }
});

Deno.test("permutationTest() has the same p in any unit, up to the ends of the range of numbers", () => {
  const [a, b] = [[1, 1.5, 1.1], [1.2, 1.7, 1.6]];
  for (const unit of [2 ** -1060, 1e-200, 1e200, 1e308]) {
    const [ofA, ofB] = [a, b].map((list) => list.map((value) => value * unit));
    for (const paired of [false, true]) {
      const [one, other] = [permutationTest(a, b, { paired }), permutationTest(ofA, ofB, { paired })];
      assertClose(other.p, one.p, `unit ${unit}`);
      assert(Math.abs(other.difference / unit - one.difference) < 1e-3);
    }
  }
  assertClose(permutationTest([1e308, 1.5e308], [1.2e308, 1.7e308]).p, 4 / 6, "1e308");
  assert.throws(() => permutationTest([-1.7e308], [1.7e308]), {
    name: "RangeError",
    message: "Cannot compute the difference of means of values this large: it exceeds the range of numbers",
  });
});
