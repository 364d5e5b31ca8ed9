import assert from "node:assert/strict";
import fc from "fast-check";
import { inOrder } from "codebias/generation/requests/in_order.ts";

const soon = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

Deno.test("inOrder() gives all results in the order of the items, whatever takes longest", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 20 }),
      fc.integer({ min: 1, max: 8 }),
      async (items, atOnce) => {
        let [active, most] = [0, 0];
        const results = await Array.fromAsync(inOrder(items, atOnce, async (ms) => {
          most = Math.max(most, ++active);
          await soon(ms);
          active--;
          return ms * 2;
        }));
        assert.deepEqual(results, items.map((ms) => ms * 2));
        assert.ok(most <= atOnce);
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("inOrder() gives a result as soon as it and all before it are there", async () => {
  const last = Promise.withResolvers<number>();
  const results = inOrder([1, 2, 3], 3, (item) => (item === 3 ? last.promise : Promise.resolve(item)));
  assert.equal((await results.next()).value, 1);
  assert.equal((await results.next()).value, 2);
  last.resolve(3);
  assert.equal((await results.next()).value, 3);
  assert.equal((await results.next()).done, true);
});

Deno.test("inOrder() throws what the work throws, and begins nothing more", async () => {
  let begun = 0;
  const results = inOrder(Array.from({ length: 100 }, (_, index) => index), 2, async (item) => {
    begun++;
    await soon(1);
    if (item === 3) throw new Error("no more");
    return item;
  });
  await assert.rejects(Array.fromAsync(results), /no more/);
  await soon(20);
  assert.ok(begun <= 6, `${begun} begun`);
});
