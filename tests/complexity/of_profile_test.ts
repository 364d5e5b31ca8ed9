import assert from "node:assert/strict";
import fc from "fast-check";
import { CLASSES, type ComplexityClass, scoreOf } from "codebias/complexity/classes.ts";
import { complexityOfProfile } from "codebias/complexity/of_profile.ts";
import type { Profile } from "codebias/core/types.ts";

type Growth = (n: number) => number;

const ladder = (to: number, from = 2) => {
  const n = [];
  for (let size = from; size <= to; size = Math.max(size + 1, Math.round(size * Math.SQRT2))) n.push(size);
  return n;
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A profile whose times and work grow as said; times are off by a factor that depends on the size alone. */
function profileOf(
  times: Growth,
  work: Growth,
  { to = 50_000, countedTo = to / 16, off = 0.05, error = 0 }: {
    to?: number;
    countedTo?: number;
    off?: number;
    error?: number;
  } = {},
): Profile {
  // What grows faster than the cube is measured at sizes one apart, too.
  const n = [...new Set([...ladder(to), ...(to < 30 ? range(to - 8, to) : [])])]
    .toSorted((a, b) => a - b);
  const counted = ladder(countedTo);
  return {
    n,
    seconds: n.map((size) => times(size) * (1 + off * Math.sin(7 * size))),
    inputs: n.map(() => 3),
    making: n.map(() => 0),
    noise: off,
    work: { n: counted, count: counted.map(work), error: counted.map((size) => error * work(size)) },
    cpuS: 1,
  };
}

const log = Math.log2;
const constant: Growth = () => 50;

const CASES: readonly [what: string, expected: ComplexityClass, profile: Profile][] = [
  ["constant in both", "constant", profileOf(() => 1e-6, constant)],
  ["logarithmic work", "logarithmic", profileOf((n) => 1e-7 * log(n), (n) => 20 + 9 * log(n))],
  ["linear in both", "linear", profileOf((n) => 1e-6 + 1e-8 * n, (n) => 30 + 12 * n)],
  [
    "linearithmic work, times of n^1.2",
    "linearithmic",
    profileOf((n) => 1e-8 * n ** 1.2, (n) => 9 * n * log(n)),
  ],
  [
    "linear work, times of n^1.2 as data leave the cache",
    "linear",
    profileOf((n) => 1e-8 * n ** 1.2, (n) => 9 * n),
  ],
  [
    "linear work that starts slowly",
    "linear",
    profileOf((n) => 1e-8 * n, (n) => n * (60 - 60 / (1 + n / 10))),
  ],
  ["constant work beside linear work in C", "linear", profileOf((n) => 1e-6 + 1e-8 * n, constant)],
  [
    "linear work beside quadratic work in C",
    "quadratic",
    profileOf((n) => 1e-8 * n + 1e-9 * n * n, (n) => 9 * n),
  ],
  ["quadratic in both", "quadratic", profileOf((n) => 1e-8 * n * n, (n) => 40 + 5 * n * n, { to: 1500 })],
  ["cubic in both", "cubic", profileOf((n) => 1e-8 * n ** 3, (n) => 40 + 5 * n ** 3, { to: 150 })],
  [
    "quadratic work beside cubic work in C",
    "cubic",
    profileOf((n) => 1e-9 * n ** 2 + 1e-9 * n ** 3, (n) => n ** 2, {
      to: 300,
    }),
  ],
  [
    "exponential in both",
    "exponential",
    profileOf((n) => 1e-7 * 2 ** n, (n) => 9 * 2 ** n, { to: 20, countedTo: 14 }),
  ],
  ["exponential work in C", "exponential", profileOf((n) => 1e-6 + 1e-8 * 2 ** n, constant, { to: 22 })],
];

for (const [what, expected, profile] of CASES) {
  Deno.test(`complexityOfProfile(): ${what} is ${expected}`, () => {
    const { class: name, score, set, fits, reason } = complexityOfProfile(profile);
    assert.deepEqual({ name, reason }, { name: expected, reason: undefined });
    assert.deepEqual([score, set], [scoreOf(expected), [expected]]);
    assert.equal(fits[0].class, expected);
    assert.deepEqual(fits.map((fit) => fit.class).toSorted(), CLASSES.toSorted());
  });
}

const OPEN: readonly [what: string, profile: Profile, set: readonly ComplexityClass[], reason: RegExp][] = [
  [
    "n^4",
    profileOf((n) => 1e-8 * n ** 4, (n) => n ** 4, { to: 50, countedTo: 24 }),
    ["cubic"],
    /cubic, or a higher/,
  ],
  [
    "n^5 in C",
    profileOf((n) => 1e-8 * n ** 5, constant, { to: 50 }),
    [],
    /n\^[45]\.\d\d, a power above the cube/,
  ],
  [
    "n √n",
    profileOf((n) => 1e-8 * n ** 1.5, (n) => n ** 1.5),
    ["linear", "linearithmic"],
    /fits no class|O\(n\)/,
  ],
  [
    "rows that a sum in C adds up, as many as each is long",
    profileOf((n) => 1e-7 * n + 2.8e-9 * n * n, (n) => 20 + 8 * n, { to: 500, countedTo: 400 }),
    ["linear", "quadratic"],
    /^O\(n\) or O\(n²\)$/,
  ],
  [
    "sums in C of all slices",
    profileOf((n) => 3e-8 * n ** 2 + 1.6e-10 * n ** 3, (n) => 20 + 8 * n * n, { to: 373, countedTo: 264 }),
    ["quadratic", "cubic"],
    /^O\(n²\) or O\(n³\)$/,
  ],
  [
    "a loop beside a start-up that takes longer, whose work was counted for few small sizes",
    profileOf((n) => 1e-3 + 2.5e-8 * n, (n) => 140_000 + 7 * n, { to: 190_000, countedTo: 11 }),
    ["constant", "linear"],
    /^O\(1\) or O\(n\)$/,
  ],
  ["√n", profileOf((n) => 1e-6 * n ** 0.5, (n) => n ** 0.5), [
    "constant",
    "logarithmic",
    "linear",
    "linearithmic",
  ], /./],
  [
    "linear work and times of n^1.9, not much dearer",
    profileOf((n) => n < 5000 ? 1e-8 * n : 1e-8 * n * (n / 5000) ** 0.9, (n) => 9 * n, { off: 0 }),
    ["linear", "quadratic"],
    /grow like n\^1\.\d\d, but the work/,
  ],
  [
    "linear work and times of n^1.6, which grow much dearer",
    profileOf((n) => 1e-8 * n ** 1.6, (n) => 9 * n),
    ["linear", "quadratic"],
    /^O\(n\) or O\(n²\)$/,
  ],
  ["counts that cannot be had", {
    ...profileOf((n) => 1e-8 * n, constant),
    work: { n: [], count: [], error: [] },
  }, [
    "linear",
    "linearithmic",
  ], /times alone do not tell/],
  [
    "quadratic work and linear times",
    profileOf((n) => 1e-8 * n, (n) => n * n),
    ["linear", "quadratic"],
    /does not/,
  ],
  [
    "too few sizes",
    { ...profileOf((n) => n, constant), n: [2, 3, 4], seconds: [1, 2, 3] },
    [],
    /only 3 sizes, up to n = 4/,
  ],
  ["no sizes", { ...profileOf((n) => n, constant), n: [], seconds: [] }, [], /0 sizes/],
];

for (const [what, profile, set, reason] of OPEN) {
  Deno.test(`complexityOfProfile() names no class for ${what}`, () => {
    const found = complexityOfProfile(profile);
    assert.deepEqual([found.class, found.score, found.close], [null, null, true]);
    assert.deepEqual(found.set, set);
    assert.match(found.reason!, reason);
  });
}

Deno.test("complexityOfProfile() leaves more open where the two halves of the measurement differ", () => {
  const profile = profileOf((n) => 1e-8 * n ** 1.8, constant, { off: 0 });
  assert.equal(complexityOfProfile(profile).class, "quadratic");
  const noisy = complexityOfProfile({ ...profile, noise: 0.5 });
  assert.deepEqual([noisy.class, noisy.set], [null, ["linear", "quadratic"]]);
});

Deno.test("complexityOfProfile() does not choose between n and n log n by random counts", () => {
  const profile = profileOf((n) => 1e-8 * n, (n) => n * (20 + Math.sin(n)), { error: 0.08 });
  const { class: name, set } = complexityOfProfile(profile);
  assert(name === "linear" || (name === null && set.includes("linear")), `${name} ${set}`);
});

Deno.test("complexityOfProfile(): a class, its score and its set agree, whatever was measured", () => {
  const cost = fc.double({ min: 1e-9, max: 10, noNaN: true });
  const count = fc.double({ min: 1, max: 1e9, noNaN: true });
  fc.assert(fc.property(
    fc.array(cost, { maxLength: 36 }),
    fc.array(count, { maxLength: 30 }),
    (seconds, counts) => {
      const n = (length: number) => ladder(1e9).slice(0, length);
      const found = complexityOfProfile({
        n: n(seconds.length),
        seconds,
        inputs: seconds.map(() => 3),
        making: seconds.map(() => 0),
        noise: 0,
        work: { n: n(counts.length), count: counts, error: counts.map(() => 0) },
        cpuS: 1,
      });
      if (found.class === null) assert(found.reason !== undefined && found.score === null);
      else {
        assert.deepEqual(found.set, [found.class]);
        assert.deepEqual([found.score, found.reason], [scoreOf(found.class), undefined]);
      }
    },
  ));
});

Deno.test("complexityOfProfile() does not depend on the unit of time", () => {
  for (const [what, expected, profile] of CASES) {
    const slower = { ...profile, seconds: profile.seconds.map((one) => 1000 * one) };
    assert.equal(complexityOfProfile(slower).class, expected, what);
  }
});

Deno.test("complexityOfProfile() takes no time for growth in which no processor could touch an input's elements", () => {
  const missed = (n: number) => 4e-7 + 2e-12 * n + (n > 600_000 ? 2e-5 : 0);
  const belowTheClock = (n: number) => n < 60_000 ? 1e-9 : n ** 0.5 * 1e-9;
  for (const times of [missed, belowTheClock]) {
    assert.equal(complexityOfProfile(profileOf(times, constant, { to: 800_000 })).class, "constant");
  }
  // Linear work in C takes longer than that: here bytes are looked through.
  const scanned = profileOf((n) => 1e-7 + 4e-11 * n, constant, { to: 800_000 });
  assert.equal(complexityOfProfile(scanned).class, "linear");
});
