import assert from "node:assert/strict";
import fc from "fast-check";
import { betaQuantile } from "codebias/statistics/distributions/beta_quantile.ts";
import oracle from "../../oracles/beta_quantile.json" with { type: "json" };
import { mean, near } from "../../calibration/near.ts";

const level = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true });
const shape = fc.double({ min: -4, max: 4, noNaN: true }).map((power) => 10 ** power);

/** Fails unless two numbers agree to a share of themselves, or both are next to nothing. */
function close(actual: number, expected: number, tolerance: number, what: string): void {
  if (expected < 1e-290) assert(actual < 1e-280, `${what}: ${actual}`);
  else assert(Math.abs(actual / expected - 1) < tolerance, `${what}: ${actual} is not ${expected}`);
}

Deno.test("betaQuantile agrees with SciPy in both tails, for shapes from 1e-9 to 1e6", () => {
  assert.equal(oracle.cases.length, 126);
  for (const { u, a, b, value, complement } of oracle.cases) {
    const actual = betaQuantile(u, a, b);
    close(actual.value, value, 1e-8, `${u} of Beta(${a}, ${b})`);
    close(actual.complement, complement, 1e-8, `1 - ${u} of Beta(${a}, ${b})`);
  }
});

Deno.test("betaQuantile has the closed forms of power and arcsine distributions", () => {
  fc.assert(fc.property(level, shape, (u, a) => {
    close(betaQuantile(u, a, 1).value, u ** (1 / a), 1e-9, `${u} of Beta(${a}, 1)`);
    close(betaQuantile(u, 1, a).complement, (1 - u) ** (1 / a), 1e-9, `${u} of Beta(1, ${a})`);
    close(betaQuantile(u, 0.5, 0.5).value, Math.sin(Math.PI * u / 2) ** 2, 1e-9, `${u} of Beta(.5, .5)`);
  }));
});

Deno.test("betaQuantile is mirrored when the shapes change places", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 20 - 1 }), shape, shape, (k, a, b) => {
    const u = k / 2 ** 20; // so that 1 - u is exact
    const { value, complement } = betaQuantile(u, a, b);
    const mirrored = betaQuantile(1 - u, b, a);
    close(value, mirrored.complement, 1e-9, "value");
    close(complement, mirrored.value, 1e-9, "complement");
  }));
});

Deno.test("betaQuantile rises with the level and with the first shape", () => {
  fc.assert(fc.property(level, level, shape, shape, (u, v, a, b) => {
    const [low, high] = [Math.min(u, v), Math.max(u, v)];
    assert(betaQuantile(low, a, b).value <= betaQuantile(high, a, b).value * (1 + 1e-9));
    assert(betaQuantile(u, a, b).value <= betaQuantile(u, a * 1.5, b).value * (1 + 1e-9));
  }));
});

Deno.test("betaQuantile has the distribution's mean and variance", () => {
  for (const [a, b] of [[0.28, 3.72], [2, 5], [0.05, 0.05], [40, 10]]) {
    const values = Array.from({ length: 20_000 }, (_, at) => betaQuantile((at + 0.5) / 20_000, a, b).value);
    const middle = a / (a + b);
    near(mean(values), middle, 1e-4, `mean of Beta(${a}, ${b})`);
    const second = mean(values.map((value) => (value - middle) ** 2));
    near(second, middle * (1 - middle) / (a + b + 1), 1e-4, `variance of Beta(${a}, ${b})`);
  }
});

Deno.test("betaQuantile refuses levels and shapes that make no sense", () => {
  for (const u of [0, 1, -1, NaN]) assert.throws(() => betaQuantile(u, 1, 1), /Cannot give the quantile of/);
  for (const a of [0, -1, NaN, Infinity]) {
    assert.throws(() => betaQuantile(0.5, a, 1), /Cannot use the shapes/);
    assert.throws(() => betaQuantile(0.5, 1, a), /Cannot use the shapes/);
  }
});
