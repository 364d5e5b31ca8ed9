import assert from "node:assert/strict";
import fc from "fast-check";
import { interleaved } from "codebias/studies/faircoder/tasks/task.ts";

Deno.test("interleaved() has every item once, lists in their order, and about the same share of each at its start", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 5 }), fc.nat(150), (sizes, first) => {
      const lists = sizes.map((size, list) => Array.from({ length: size }, (_, at) => `${list}/${at}`));
      const all = interleaved(lists);
      assert.deepEqual(all.toSorted(), lists.flat().toSorted());
      const start = all.slice(0, first);
      for (const [at, list] of lists.entries()) {
        const own = start.filter((item) => item.startsWith(`${at}/`));
        assert.deepEqual(own, list.slice(0, own.length));
        const share = start.length / Math.max(1, all.length);
        assert.ok(
          Math.abs(own.length - share * list.length) <= lists.length,
          `${own.length} of ${list.length}`,
        );
      }
    }),
  );
});
