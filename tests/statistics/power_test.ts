import assert from "node:assert/strict";
import fc from "fast-check";
import { detectableD, neededN, powerProportions, powerT } from "codebias/statistics/mod.ts";
import oracle from "../oracles/power.json" with { type: "json" };
import { agreesTo } from "./two_lists.ts";

const KINDS = ["two-sample", "paired", "one-sample"] as const;
const ALTERNATIVES = ["two-sided", "less", "greater"] as const;
type Kind = typeof KINDS[number];
type Alternative = typeof ALTERNATIVES[number];

interface Stored {
  kind: string;
  alternative: string;
  nB?: number | null;
}

/** A case of the oracle with the types that JSON does not keep. */
function typed<T extends Stored>(
  stored: T,
): Omit<T, keyof Stored> & { kind: Kind; alternative: Alternative; nB?: number } {
  const { kind, alternative, nB, ...rest } = stored;
  return { ...rest, kind: kind as Kind, alternative: alternative as Alternative, nB: nB ?? undefined };
}

const kind = fc.constantFrom(...KINDS);
const alternative = fc.constantFrom(...ALTERNATIVES);
const effect = fc.double({ min: 0.02, max: 2, noNaN: true });
const size = fc.integer({ min: 2, max: 400 });
const alpha = fc.double({ min: 0.001, max: 0.3, noNaN: true });
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

Deno.test("powerT() agrees with statsmodels, and with Lenth's series where statsmodels fails", () => {
  assert.equal(oracle.powers.length, 155);
  for (const { power, ...stored } of oracle.powers) {
    agreesTo(
      power < 1e-12 ? 1e-10 : 1e-9,
      powerT(typed(stored)),
      power,
      JSON.stringify(stored),
    );
  }
  assert(oracle.powers.some(({ power }) => power < 1e-100));
});

Deno.test("detectableD() agrees with statsmodels", () => {
  assert.equal(oracle.detectable.length, 24);
  for (const { d, ...stored } of oracle.detectable) {
    agreesTo(1e-11, detectableD(typed(stored)), d, JSON.stringify(stored));
  }
});

Deno.test("neededN() agrees with statsmodels", () => {
  assert.equal(oracle.needed.length, 28);
  for (const { n, ...stored } of oracle.needed) {
    const { nB, ...wanted } = typed(stored);
    assert.equal(nB, undefined);
    assert.equal(neededN(wanted), n, JSON.stringify(stored));
  }
  assert(oracle.needed.some(({ n }) => n > 100_000));
});

Deno.test("neededN() plans with an alpha that ten thousand comparisons share, also beyond half a billion", () => {
  for (
    const [wanted, n] of [[{ d: 0.5, alpha: 5e-6 }, 128], [{ d: 2e-4, power: 0.9999 }, 806_270_482]] as const
  ) {
    const found = neededN({ kind: "paired", ...wanted });
    assert(Math.abs(found / n - 1) < 1e-8, `${found}, not ${n}`);
    const { power = 0.8, ...design } = { power: undefined, ...wanted };
    assert(powerT({ kind: "paired", ...design, n: found }) >= power);
  }
});

Deno.test("powerProportions() agrees with statsmodels", () => {
  assert.equal(oracle.proportions.length, 21);
  for (const { alternative, power, ...stored } of oracle.proportions) {
    const ours = powerProportions({ ...stored, alternative: alternative as Alternative });
    agreesTo(1e-11, ours, power, JSON.stringify(stored));
  }
});

Deno.test("powerT() at the effect of detectableD() is the power", () => {
  fc.assert(
    fc.property(kind, alternative, size, alpha, share, (kind, alternative, n, alpha, share) => {
      const power = alpha + (1 - alpha) * share;
      const d = detectableD({ kind, alternative, n, alpha, power });
      assert.equal(d < 0, alternative === "less");
      assert(Math.abs(powerT({ d, kind, alternative, n, alpha }) - power) < 1e-11);
    }),
    { numRuns: 60 },
  );
});

Deno.test("powerT() reaches the power at the size of neededN(), and not at one less", () => {
  fc.assert(
    fc.property(kind, effect, alpha, share, fc.boolean(), (kind, d, alpha, share, twoSided) => {
      const power = alpha + (1 - alpha) * share;
      const design = {
        kind,
        alpha,
        d: twoSided ? d : -d,
        alternative: twoSided ? "two-sided" : "less",
      } as const;
      const n = neededN({ ...design, power });
      assert(powerT({ ...design, n }) >= power);
      if (n > 2) assert(powerT({ ...design, n: n - 1 }) < power);
    }),
    { numRuns: 60 },
  );
});

Deno.test("powerT() grows with the effect, with the size and with alpha, and mirrors with the sign", () => {
  fc.assert(
    fc.property(kind, effect, effect, size, alpha, (kind, d, more, n, alpha) => {
      for (const alternative of ["two-sided", "greater"] as const) {
        const power = powerT({ kind, alternative, d, n, alpha });
        assert(power >= 0 && power <= 1);
        assert(power >= alpha * (1 - 1e-12));
        assert(powerT({ kind, alternative, d: d + more, n, alpha }) >= power * (1 - 1e-12));
        assert(powerT({ kind, alternative, d, n: n + 1, alpha }) >= power * (1 - 1e-12));
        assert(powerT({ kind, alternative, d, n, alpha: alpha * 1.5 }) >= power * (1 - 1e-12));
        const mirrored = alternative === "greater" ? "less" : alternative;
        agreesTo(1e-12, powerT({ kind, alternative: mirrored, d: -d, n, alpha }), power, "power");
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("powerT() of two groups does not depend on which is the larger, and paired is one-sample", () => {
  fc.assert(
    fc.property(effect, size, size, (d, n, nB) => {
      agreesTo(1e-12, powerT({ d, n, nB }), powerT({ d, n: nB, nB: n }), "power");
      assert.equal(powerT({ d, n, kind: "paired" }), powerT({ d, n, kind: "one-sample" }));
      assert.equal(
        powerT({ d, n }),
        powerT({ d, n, nB: n, kind: "two-sample", alpha: 0.05, alternative: "two-sided" }),
      );
    }),
    { numRuns: 60 },
  );
});

Deno.test("powerProportions() grows with the sizes and mirrors when the groups are swapped", () => {
  fc.assert(fc.property(share, share, size, size, (a, b, n, nB) => {
    fc.pre(Math.abs(a - b) > 1e-6);
    for (const alternative of ALTERNATIVES) {
      const power = powerProportions({ a, b, n, nB, alternative });
      assert(power >= 0 && power <= 1);
      const mirrored = alternative === "two-sided"
        ? alternative
        : alternative === "less"
        ? "greater"
        : "less";
      agreesTo(1e-12, powerProportions({ a: b, b: a, n: nB, nB: n, alternative: mirrored }), power, "power");
    }
    const power = powerProportions({ a, b, n });
    assert(powerProportions({ a, b, n: n * 2 }) >= power * (1 - 1e-12));
    assert.equal(power, powerProportions({ a, b, n, nB: n, alpha: 0.05, alternative: "two-sided" }));
  }));
});

Deno.test("the power functions refuse an effect that is none", () => {
  const none = {
    name: "RangeError",
    message: "Cannot compute the power for d = 0: there is no effect to be found",
  };
  assert.throws(() => powerT({ d: 0, n: 10 }), none);
  assert.throws(() => neededN({ d: 0 }), none);
  assert.throws(() => powerT({ d: NaN, n: 10 }), /Cannot compute the power for d = NaN: it must be finite/);
  assert.throws(() => powerProportions({ a: 0.3, b: 0.3, n: 9 }), /power for h = 0: there is no effect/);
  assert.throws(() => powerProportions({ a: 30, b: 0.3, n: 9 }), /Cannot use proportion 30/);
});

Deno.test("the power functions refuse powers, levels and sizes that make no sense, and say why", () => {
  for (const power of [0, 0.05, 0.01, 1, 80, NaN]) {
    const refusal = {
      name: "RangeError",
      message: `Cannot plan for power ${power}: it must be in (alpha, 1) = (0.05, 1)`,
    };
    assert.throws(() => detectableD({ n: 10, power }), refusal);
    assert.throws(() => neededN({ d: 1, power }), refusal);
  }
  for (const alpha of [0, 1, 5, NaN]) {
    const refusal = { name: "RangeError", message: `Cannot use alpha ${alpha}: it must be in (0, 1)` };
    assert.throws(() => powerT({ d: 1, n: 10, alpha }), refusal);
    assert.throws(() => detectableD({ n: 10, alpha }), refusal);
    assert.throws(() => neededN({ d: 1, alpha }), refusal);
    assert.throws(() => powerProportions({ a: 0.1, b: 0.2, n: 10, alpha }), refusal);
  }
  for (const n of [1, 2.5, NaN]) {
    assert.throws(() => powerT({ d: 1, n }), /^RangeError: Cannot use .* as number of units: .* >= 2/);
    assert.throws(
      () => powerT({ d: 1, n, kind: "paired" }),
      /as number of pairs: it must be an integer >= 2/,
    );
    assert.throws(() => detectableD({ n: 9, nB: n }), /as number of units in group b: .* >= 2/);
  }
  assert.throws(() => powerProportions({ a: 0.1, b: 0.2, n: 0 }), /Cannot use 0 as number of units/);
  assert.throws(() => powerProportions({ a: 0.1, b: 0.2, n: 3, nB: 0.5 }), /units in group b/);
});

Deno.test("the power functions refuse a second group that is none, a wrong sign and sizes out of reach", () => {
  assert.throws(() => powerT({ d: 1, n: 9, nB: 9, kind: "paired" }), {
    name: "RangeError",
    message: 'Cannot use nB = 9 with kind "paired": there is no second group',
  });
  assert.throws(() => neededN({ d: -1, alternative: "greater" }), {
    name: "RangeError",
    message: 'Cannot find d = -1 with the alternative "greater": its sign is the other',
  });
  assert.throws(() => neededN({ d: 1, alternative: "less" }), /alternative "less": its sign is the other/);
  assert.throws(() => neededN({ d: 1e-6 }), {
    name: "RangeError",
    message: "Cannot find d = 0.000001 with power 0.8: more than 1000000000 units are needed",
  });
});
