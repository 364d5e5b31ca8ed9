import assert from "node:assert/strict";
import fc from "fast-check";
import { labelGroups, mostCommonLabel, sharedCode } from "codebias/studies/liu/artifact/label_groups.ts";
import { rowsOf } from "../artifact.ts";
import { ceiling, duplicates } from "../duplicates.ts";
import { golden, NEITHER, pathOf, withoutBoth } from "../golden.ts";
import { rowOf } from "../rows.ts";

Deno.test({
  name: `duplicates() are the golden ones of all files${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const files = Object.entries(golden!.duplicates);
    assert.equal(files.length, 14);
    for (const [name, { rows, distinct, conflicting_distinct, minority_rows }] of files) {
      assert.deepEqual(
        duplicates(await rowsOf(pathOf(name))),
        { rows, distinct, conflicting: conflicting_distinct, minorityRows: minority_rows },
        name,
      );
    }
  },
});

Deno.test({
  name: `sharedCode() is labelled as differently as golden one between all files${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const pairs = Object.entries(golden!.cross_file_label_conflicts);
    assert.equal(pairs.length, 6);
    for (const [names, { shared, conflict }] of pairs) {
      const [a, b] = await Promise.all(names.split(" vs ").map((name) => rowsOf(pathOf(name))));
      assert.deepEqual(sharedCode(a, b), { shared, conflicting: conflict }, names);
      assert.deepEqual(sharedCode(b, a), { shared, conflicting: conflict }, `${names}, turned round`);
    }
  },
});

const a = rowOf("return 1");
const [b, b0] = [rowOf("return 2"), rowOf("return 2", { label: 0 })];

Deno.test("duplicates() and ceiling() of a few rows", () => {
  assert.deepEqual(duplicates([a, b, b0, b, a]), { rows: 5, distinct: 2, conflicting: 1, minorityRows: 1 });
  assert.equal(ceiling([a, b, b0, b, a], ({ code }) => code), 0.8);
  assert.equal(ceiling([a, b0], () => "all alike"), 0.5);
  assert.deepEqual(duplicates([]), { rows: 0, distinct: 0, conflicting: 0, minorityRows: 0 });
  assert.equal(ceiling([], () => "none"), null);
});

Deno.test("sharedCode() goes by the more common label; labels that tie are acceptable", () => {
  assert.deepEqual(sharedCode([a, b], [a, b0]), { shared: 2, conflicting: 1 });
  assert.deepEqual(sharedCode([b, b, b0], [b]), { shared: 1, conflicting: 0 });
  assert.deepEqual(sharedCode([b, b0], [b]), { shared: 1, conflicting: 1 });
  assert.deepEqual(sharedCode([a], [b]), { shared: 0, conflicting: 0 });
});

Deno.test("nothing that knows a key alone does better than the ceiling, and the most common labels reach it", () => {
  const row = fc.record({ key: fc.nat(4), label: fc.constantFrom(0, 1) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (
      given,
      guesses,
    ) => {
      const rows = given.map(({ key, label }) => rowOf(`return ${key}`, { label }));
      const groups = [...labelGroups(rows).values()];
      const most = ceiling(rows, ({ code }) => code)!;
      const right = given.filter(({ key, label }) => guesses[key] === (label === 1)).length;
      assert(right / rows.length <= most + 1e-12);
      const best = groups.flatMap((group) =>
        group.rows.filter(({ biased }) => biased === (mostCommonLabel(group) ?? true))
      );
      assert(Math.abs(best.length / rows.length - most) < 1e-12);
    }),
  );
});
