import assert from "node:assert/strict";
import fc from "fast-check";
import { joinLabels } from "codebias";
import { queueOf } from "codebias/review/queue.ts";
import { parseReviewFile } from "codebias/review/review_file.ts";
import type { ReviewFile } from "codebias/core/types.ts";
import { reviewItem, reviewItems } from "./review_items.ts";

const items = reviewItems(3);
const queue = queueOf(items, "Three");

/** A file with these answers by item. */
function fileOf(
  reviewer: string,
  answers: Readonly<Record<string, string>>,
  other: Partial<ReviewFile> = {},
): ReviewFile {
  const labels = Object.entries(answers).map(([itemId, answer]) => ({ itemId, reviewer, answer }));
  return { format: "codebias review", version: 1, queue, reviewer, labels, ...other };
}

Deno.test("joinLabels() has a row for each reviewer, by name, and null where there is no label", () => {
  const { reviewers, ratings, items: joined } = joinLabels(items, [
    fileOf("Bo", { "item-3": "fair" }),
    fileOf("Ada", { "item-2": "biased", "item-1": "fair" }),
    fileOf("Cy", {}),
  ]);
  assert.deepEqual(reviewers, ["Ada", "Bo", "Cy"]);
  assert.deepEqual(ratings, [["fair", "biased", null], [null, null, "fair"], [null, null, null]]);
  assert.deepEqual(joined, items);
});

Deno.test("joinLabels() takes files of one reviewer that do not contradict each other, in any order of the items", () => {
  const files = [
    fileOf("Ada", { "item-1": "fair" }),
    fileOf("Ada", { "item-1": "fair", "item-2": "biased" }),
  ];
  assert.deepEqual(joinLabels(items, files).ratings, [["fair", "biased", null]]);
  assert.deepEqual(joinLabels(items.toReversed(), files).ratings, [[null, "biased", "fair"]]);
});

const many = reviewItems(12);
const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 5 });
const answers = fc.array(fc.option(fc.constantFrom("biased", "fair", "unclear")), {
  minLength: 12,
  maxLength: 12,
});

/** Things in another order, which the keys decide. */
function mixed<T>(things: readonly T[], keys: Iterator<number>): T[] {
  return things.map((thing) => ({ thing, key: keys.next().value as number })).sort((a, b) => a.key - b.key)
    .map(({ thing }) => thing);
}

Deno.test("joinLabels() keeps every label, whatever the order of files, labels and items", () => {
  const streams = [fc.infiniteStream(answers), fc.infiniteStream(fc.nat())] as const;
  fc.assert(fc.property(names, fc.nat(3), ...streams, (names, sittings, answers, keys) => {
    const said = names.map((name) => ({ name, answers: answers.next().value! }));
    const files = said.flatMap(({ name, answers }) => {
      const given = many.flatMap(({ id }, at) => (answers[at] === null ? [] : [[id, answers[at]]]));
      // the last sitting has the labels of all others, too
      return Array.from({ length: sittings + 1 }, (_, sitting) => {
        const own = given.filter((_, at) => sitting === sittings || at % (sittings + 1) === sitting);
        return fileOf(name, Object.fromEntries(mixed(own, keys)), { queue: queueOf(many, "Many") });
      });
    });
    const read = mixed(files, keys).map((file) => parseReviewFile(JSON.parse(JSON.stringify(file))));
    const items = mixed(many, keys);
    const { reviewers, ratings } = joinLabels(items, read);
    assert.deepEqual(reviewers, names.toSorted());
    for (const { name, answers } of said) {
      const expected = items.map((item) => answers[many.indexOf(item)]);
      assert.deepEqual(ratings[reviewers.indexOf(name)], expected);
    }
  }));
});

const twice = fileOf("Ada", { "item-1": "fair" });
const other = { queue: { title: "Others", sha256: "0".repeat(64) } };
for (
  const [what, files, message] of [
    ["no files", [], "Cannot join labels of 0 files: export some from the review page"],
    [
      "an unknown item",
      [fileOf("Ada", { "itm-1": "fair" })],
      /Cannot join labels of Ada: "itm-1" is none of these 3 items; did you mean item-1/,
    ],
    [
      "an unknown item of another queue",
      [fileOf("Ada", { "x": "fair" }, other)],
      /"x" is none of these 3 items; the file is of another queue, "Others"/,
    ],
    [
      "known items of another queue",
      [fileOf("Bo", { "item-1": "fair" }), fileOf("Ada", { "item-1": "fair" }, other)],
      /those of Ada are of another queue, "Others", or of these items before they were changed/,
    ],
    [
      "an answer that is none",
      [fileOf("Ada", { "item-1": "no" })],
      /"no" is no answer to item item-1; they are "biased", "fair"/,
    ],
    [
      "two labels of one item by one reviewer in one file",
      [{ ...twice, labels: [...twice.labels, { ...twice.labels[0], answer: "biased" }] }],
      /Ada labelled item item-1 twice, "fair" and "biased"/,
    ],
    [
      "two labels of one item by one reviewer in two files",
      [twice, fileOf("Bo", {}), fileOf("Ada", { "item-1": "unclear" })],
      /Ada labelled item item-1 twice, "fair" and "unclear"/,
    ],
    [
      "one person under two names",
      [twice, fileOf("ada ", { "item-1": "fair" })],
      /"Ada" and "ada " would be two reviewers; write the name in their files alike/,
    ],
  ] as const
) {
  Deno.test(`joinLabels() refuses ${what}`, () => {
    assert.throws(() => joinLabels(items, files), { name: "RangeError", message });
  });
}

Deno.test("joinLabels() refuses items that were changed after the review, and an empty queue", () => {
  const changed = [reviewItem(1, { code: "pass", highlights: [] }), ...items.slice(1)];
  assert.throws(() => joinLabels(changed, [twice]), {
    name: "RangeError",
    message: /before they were changed/,
  });
  assert.throws(() => joinLabels([], [twice]), { name: "RangeError", message: /Cannot review 0 items/ });
});
