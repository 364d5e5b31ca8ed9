import assert from "node:assert/strict";
import fc from "fast-check";
import { CLASSES, type ComplexityClass, GROWTH, scoreOf } from "codebias/complexity/classes.ts";
import { complexityOf } from "codebias/complexity/ours.ts";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** How the cost of each class grows; 1.7 stands for any base. */
const growthOf = (name: ComplexityClass) => name === "exponential" ? (n: number) => 1.7 ** n : GROWTH[name];

/** Sizes as a profile has them: apart by a factor, or by one for what grows faster than any power. */
function sizesOf(name: ComplexityClass): number[] {
  if (name === "exponential") return Array.from({ length: 18 }, (_, at) => 4 + at);
  const [from, count] = name === "cubic" ? [2, 13] : [16, 15];
  return Array.from({ length: count }, (_, at) => Math.round(from * 2 ** (at / 2)));
}

/** Costs of a class over a constant, each with an error of its own that makes it slower. */
function costs(
  name: ComplexityClass,
  { seed, noise, constant }: { seed: number; noise: number; constant: number },
) {
  const n = sizesOf(name);
  const growth = growthOf(name);
  const random = xoroshiro128plus(seed);
  const top = growth(n[n.length - 1]) || 1;
  const t = n.map((size) => {
    const normal = Math.sqrt(-2 * Math.log(1 - uniformFloat64(random))) *
      Math.cos(2 * Math.PI * uniformFloat64(random));
    return 1e-3 * (constant + (name === "constant" ? 0 : growth(size) / top)) *
      Math.exp(noise * Math.abs(normal));
  });
  return { n, t };
}

for (const name of CLASSES) {
  Deno.test(`complexityOf() recognises ${name} costs with errors of 2 %, nearly always`, () => {
    const seeds = Array.from({ length: 150 }, (_, seed) => seed);
    const found = seeds.map((seed) =>
      complexityOf(costs(name, { seed, noise: 0.02, constant: [0.001, 0.05, 0.3][seed % 3] }))
    );
    const right = found.filter((one) => one.class === name).length;
    const wrong = found.filter((one) => one.class !== null && one.class !== name).length;
    assert(right >= 145 && wrong <= 1, `${right} right, ${wrong} wrong`);
    for (const { class: one, score, set } of found) {
      if (one !== null) assert.deepEqual([score, set], [scoreOf(one), [one]]);
    }
  });

  Deno.test(`complexityOf() rather says nothing of ${name} costs with errors of 15 % than something wrong`, () => {
    const seeds = Array.from({ length: 100 }, (_, seed) => seed);
    const found = seeds.map((seed) => complexityOf(costs(name, { seed, noise: 0.15, constant: 0.05 })));
    const wrong = found.filter((one) => one.class !== null && one.class !== name).length;
    assert(wrong <= 8, `${wrong} wrong`);
    for (const { class: one, set, reason } of found) {
      if (one === null) assert(reason && (set.length !== 1));
    }
  });
}

Deno.test("complexityOf() does not depend on the unit of cost", () => {
  const unit = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...CLASSES), fc.integer({ min: 0, max: 999 }), unit, (name, seed, unit) => {
      const { n, t } = costs(name, { seed, noise: 0.05, constant: 0.1 });
      const [one, other] = [complexityOf({ n, t }), complexityOf({ n, t: t.map((cost) => cost * unit) })];
      assert.deepEqual([one.class, one.set], [other.class, other.set]);
    }),
  );
});

Deno.test("complexityOf() finds the coefficients, with lower terms", () => {
  const n = sizesOf("quadratic");
  const { fits: [fit] } = complexityOf({ n, t: n.map((n) => 7 + 3 * n + 2 * n ** 2) });
  assert.equal(fit.class, "quadratic");
  for (const [name, value] of Object.entries({ constant: 7, linear: 3, quadratic: 2 })) {
    assert(Math.abs(fit.coefficients[name] / value - 1) < 1e-6, `${name}: ${fit.coefficients[name]}`);
  }
  assert(Math.abs(fit.cost(1000) - 2_003_007) < 1 && fit.error < 1e-9 && fit.excess === 0);
});

Deno.test("complexityOf() finds the base of an exponential, also of one that is small", () => {
  for (const base of [1.25, 1.618, 2, 3]) {
    const n = Array.from({ length: 20 }, (_, at) => 3 + at);
    const found = complexityOf({ n, t: n.map((n) => 1e-6 * (5 + base ** n)) });
    assert.equal(found.class, "exponential", `${base}`);
    assert(Math.abs(found.fits[0].coefficients.base / base - 1) < 1e-3, `${found.fits[0].coefficients.base}`);
  }
});

Deno.test("complexityOf() ranks all classes that could be fitted, the best first", () => {
  const { fits } = complexityOf(costs("linear", { seed: 1, noise: 0.02, constant: 0.1 }));
  assert(fits.length >= 3);
  for (const [at, { excess }] of fits.entries()) assert(excess >= (fits[at - 1]?.excess ?? 0));
});

for (const power of [0.5, 1.5, 2.5, 4]) {
  Deno.test(`complexityOf() names no class for costs that lie on n^${power}`, () => {
    const n = [100, 200, 400, 800, 1600, 3200, 6400];
    const { class: name, reason } = complexityOf({ n, t: n.map((size) => 1e-6 * size ** power) });
    assert.deepEqual([name, reason === undefined], [null, false]);
    if (power < 4) {
      assert.equal(reason, `costs grow like n^${power.toFixed(2)}, which is none of the classes`);
    }
  });
}

Deno.test("complexityOf() says nothing of a power that is no class, and names those it is between", () => {
  const n = sizesOf("linear");
  const found = complexityOf({ n, t: n.map((n, at) => n ** 1.5 * (1 + 0.1 * (at % 2))) });
  assert(found.class === null || found.fits[0].error > 0.03, JSON.stringify(found.class));
});

for (
  const [what, n, t, reason] of [
    ["too short", [1, 2, 4], [1, 2, 4], /^3 sizes are too few to tell classes apart: at least 5 are needed$/],
    ["empty", [], [], /^0 sizes are too few: at least 3/],
    ["constant", [1, 2, 4, 8, 16], [3, 3, 3, 3, 3], /^all costs are exactly 3: measured times vary a little/],
    ["negative", [1, 2, 4, 8, 16], [1, 2, -4, 8, 16], /^cost -4 at n = 4 is not a number of at least 0$/],
    ["zero", [1, 2, 4, 8, 16], [1, 0, 4, 8, 16], /^the cost at n = 2 is 0: the clock is too coarse$/],
    ["not increasing in n", [1, 2, 2, 8, 16], [1, 2, 4, 8, 16], /^sizes do not rise: 2 follows 2$/],
    ["of two lengths", [1, 2, 4, 8, 16], [1, 2, 4, 8], /^there are 5 sizes but 4 costs$/],
    [
      "of sizes close to each other",
      [10, 11, 12, 13, 14, 15],
      [10, 11, 12, 13, 14, 15.1],
      /O\(|sizes span a factor of 1\.5 only/,
    ],
    ["falling in cost", [1, 2, 4, 8, 16, 32], [32, 16, 8, 4, 2, 1], /^no class fits the costs$/],
    ["erratic", [1, 2, 4, 8, 16, 32], [1, 90, 2, 80, 1, 99], /^no class fits the costs$/],
  ] as const
) {
  Deno.test(`complexityOf() has no class for a series that is ${what}`, () => {
    const found = complexityOf({ n, t });
    assert.equal(found.class, null);
    assert.equal(found.score, null);
    assert.match(found.reason!, reason);
  });
}

/** Costs that grow like n ln ln n, alone or with what else a sieve does. */
const SIEVES: Readonly<Record<string, (n: number) => number>> = {
  "n ln ln n": (n) => n * Math.log(Math.log(n)),
  "n ln ln n in other units": (n) => 3e-8 * n * Math.log(Math.log(n)),
  "n ln ln n and a third of n": (n) => n * Math.log(Math.log(n)) + 0.3 * n,
  "n ln ln n and what is done once": (n) => n * Math.log(Math.log(n)) + 40,
  "the steps of a sieve": (n) => {
    const [isOut, steps] = [new Uint8Array(n + 1), { count: n }];
    for (let one = 2; one * one <= n; one++) {
      if (isOut[one]) continue;
      for (let of = one * one; of <= n; of += one) [isOut[of], steps.count] = [1, steps.count + 1];
    }
    return steps.count;
  },
};

for (const [what, cost] of Object.entries(SIEVES)) {
  for (const factor of [2, 3]) {
    Deno.test(`complexityOf() does not exclude a line where costs are ${what}, sizes rising by ${factor}`, () => {
      const n = Array.from({ length: 9 }, (_, at) => 100 * factor ** at);
      const { set, class: found } = complexityOf({ n, t: n.map(cost) });
      assert(set.includes("linear"), set.join());
      assert.notEqual(found, "linearithmic");
    });
  }
}

Deno.test("complexityOf() finds n log n also where sizes begin below those at which a sieve's cost is defined", () => {
  const n = Array.from({ length: 12 }, (_, at) => 2 ** (at + 1));
  const { class: found, set } = complexityOf({ n, t: n.map((size) => size * Math.log(size)) });
  assert.deepEqual([found, set], ["linearithmic", ["linearithmic"]]);
});
