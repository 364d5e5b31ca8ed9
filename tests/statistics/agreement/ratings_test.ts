import assert from "node:assert/strict";
import fc from "fast-check";
import { labelsByItem, type Ratings } from "codebias/statistics/agreement/ratings.ts";
import { ratings, refused } from "../reviewers.ts";

Deno.test("labelsByItem() keeps each label, with its item, in the order of the reviewers", () => {
  fc.assert(fc.property(ratings, (lists) => {
    const items = labelsByItem(lists);
    assert.equal(items.length, lists[0].length);
    for (const [item, labels] of items.entries()) {
      const column = lists.map((list) => list[item]);
      assert.deepEqual([...labels, null], [...column.filter((label) => label !== null), null]);
    }
  }));
});

Deno.test("labelsByItem() refuses what are no ratings, and says where", () => {
  const loose = (lists: unknown) => () => labelsByItem(lists as Ratings);
  refused(loose([]), /Cannot compare labels of 0 reviewers: at least 2 are needed/);
  refused(loose([["a"]]), /Cannot compare labels of 1 reviewer: at least 2 are needed/);
  assert.deepEqual(labelsByItem([["a"]], 1), [["a"]]);
  refused(loose([["a", "b"], ["a"]]), /Cannot match 1 labels of reviewer 2 with 2 of reviewer 1/);
  refused(
    loose([["a", "b"], ["a", 1]]),
    /Cannot compare 1, item 2 of reviewer 2, with "a": labels must be of one kind/,
  );
  refused(loose([[null, 1], [true, 1]]), /Cannot compare true, item 1 of reviewer 2, with 1/);
  refused(loose([[1, NaN], [1, 1]]), /Cannot use NaN as a label, item 2 of reviewer 1: .*or null for none/);
  refused(loose([[1, 1], [1, Infinity]]), /Cannot use Infinity as a label, item 2 of reviewer 2/);
  refused(loose([["a", undefined], ["a", "b"]]), /Cannot use undefined as a label, item 2 of reviewer 1/);
  refused(loose([["a", {}], ["a", "b"]]), /Cannot use \[object Object\] as a label/);
});
