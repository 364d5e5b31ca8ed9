import assert from "node:assert/strict";
import fc from "fast-check";
import { benjaminiHochberg, bonferroni, holm } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/multiplicity.json" with { type: "json" };

const METHODS = { bonferroni, holm, benjaminiHochberg };
const p = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.01, 0.05, 1));
const entries = fc.array(fc.option(p), { maxLength: 30 });

for (const [name, adjust] of Object.entries(METHODS)) {
  Deno.test(`${name}() agrees with statsmodels`, () => {
    assert.equal(oracle.cases.length, 23);
    for (const stored of oracle.cases) {
      const expected = stored[name as keyof typeof METHODS];
      adjust(stored.ps).forEach((ours, at) => {
        const off = Math.abs(ours as number - expected[at]);
        assert(off <= 1e-15 * expected[at], `${name}, ${stored.ps[at]}: ${ours}, not ${expected[at]}`);
      });
    }
  });

  Deno.test(`${name}() gives values of at least p and at most 1, and null for null`, () => {
    fc.assert(fc.property(entries, (ps) => {
      const values = adjust(ps);
      assert.equal(values.length, ps.length);
      ps.forEach((p, at) => {
        const value = values[at];
        if (p === null) assert.equal(value, null);
        else assert(value !== null && p <= value && value <= 1, `${p}: ${value}`);
      });
    }));
  });

  Deno.test(`${name}() does not count tests that were not made`, () => {
    fc.assert(fc.property(entries, (ps) => {
      const made = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
      assert.deepEqual(made(adjust(ps)), adjust(made(ps)));
    }));
    assert.deepEqual(adjust([]), []);
    assert.deepEqual(adjust([null, null]), [null, null]);
    assert.deepEqual(adjust([null, 0.2]), [null, 0.2]);
  });

  Deno.test(`${name}() keeps which p-value is the smaller, and follows their order`, () => {
    fc.assert(fc.property(fc.array(p, { minLength: 1, maxLength: 30 }), (ps) => {
      const values = adjust(ps) as number[];
      ps.forEach((one, i) =>
        ps.forEach((other, j) => {
          if (one < other) assert(values[i] <= values[j]);
          if (one === other) assert.equal(values[i], values[j]);
        })
      );
      assert.deepEqual(adjust(ps.toReversed()), values.toReversed());
    }));
  });

  Deno.test(`${name}() refuses what is no p-value, and says which`, () => {
    for (const wrong of [-0.1, 1.5, NaN, Infinity]) {
      assert.throws(() => adjust([0.5, null, wrong]), {
        name: "RangeError",
        message: `Cannot adjust ${wrong}: p-value 3 must be in [0, 1], or null if there was no test`,
      });
    }
  });
}

Deno.test("holm() rejects whatever bonferroni() does, and benjaminiHochberg() whatever holm() does", () => {
  fc.assert(fc.property(fc.array(p), (ps) => {
    const [strict, middle, mild] = [bonferroni(ps), holm(ps), benjaminiHochberg(ps)] as number[][];
    ps.forEach((_, at) => {
      assert(middle[at] <= strict[at]);
      assert(mild[at] <= middle[at] * (1 + 1e-14));
    });
  }));
});
