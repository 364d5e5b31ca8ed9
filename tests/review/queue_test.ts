import assert from "node:assert/strict";
import fc from "fast-check";
import { reviewQueue } from "codebias";
import { checkItems, codeLines, queueOf } from "codebias/review/queue.ts";
import type { ReviewItem } from "codebias/core/types.ts";
import { ANSWERS, reviewItem, reviewItems } from "./review_items.ts";

const ids = (items: readonly ReviewItem[]) => items.map(({ id }) => id);

Deno.test("reviewQueue() without options is all items in their order", () => {
  const items = reviewItems(5);
  assert.deepEqual(reviewQueue(items), items);
});

Deno.test("reviewQueue() takes a sample that depends on seed and ids alone, in the items' order", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 30 }), fc.integer(), fc.nat(), (count, seed, more) => {
    const items = reviewItems(count);
    const sample = 1 + more % count;
    const taken = reviewQueue(items, { sample, seed });
    assert.equal(taken.length, sample);
    assert.deepEqual(taken, items.filter((item) => taken.includes(item)));
    assert.deepEqual(reviewQueue(items.toReversed(), { sample, seed }), taken.toReversed());
    const shuffled = reviewQueue(items, { sample, seed, shuffle: true });
    assert.deepEqual(ids(shuffled).sort(), ids(taken).sort());
    assert.deepEqual(reviewQueue(items.toReversed(), { sample, seed, shuffle: true }), shuffled);
    const larger = reviewQueue(items, { sample: Math.min(count, sample + 3), seed });
    assert.ok(taken.every((item) => larger.includes(item)));
  }));
});

Deno.test("reviewQueue() takes every item as often as any other", () => {
  const items = reviewItems(8);
  const times = new Map(ids(items).map((id) => [id, 0]));
  for (let seed = 0; seed < 800; seed++) {
    for (const id of ids(reviewQueue(items, { sample: 2, seed }))) times.set(id, times.get(id)! + 1);
  }
  for (const [id, count] of times) assert.ok(count > 145 && count < 255, `${id}: ${count} of 200`); // 4.5 deviations
});

Deno.test("reviewQueue() shuffles into an order of its own for each seed", () => {
  const orders = new Set(Array.from({ length: 20 }, (_, seed) => {
    return ids(reviewQueue(reviewItems(10), { seed, shuffle: true })).join();
  }));
  assert.equal(orders.size, 20);
});

for (
  const [what, options, message] of [
    [
      "more items than there are",
      { sample: 4 },
      /Cannot take a sample of 4 items: it must be an integer in \[1, 3\]/,
    ],
    ["no items", { sample: 0 }, /Cannot take a sample of 0 items/],
    ["half an item", { sample: 1.5 }, /Cannot take a sample of 1\.5 items/],
    ["a seed that is none", { seed: 0.5 }, /Cannot sample with seed 0\.5/],
  ] as const
) {
  Deno.test(`reviewQueue() refuses ${what}`, () => {
    assert.throws(() => reviewQueue(reviewItems(3), options), { name: "RangeError", message });
  });
}

const [yes, no] = ANSWERS;
for (
  const [what, item, message] of [
    ["an id that is there twice", { id: "item-1" }, /item 2 \(item-1\): another item has the same id/],
    ["an item without an id", { id: " " }, /item 2: its id must be a text that is not empty/],
    ["an id that is no text", { id: 2 as never }, /item 2: its id must be a text/],
    ["an item without a question", { question: "" }, /item 2 \(item-2\): its question must be a text/],
    ["an item without code", { code: "\n" }, /item-2\): its code must be a text that is not empty/],
    ["a context that is no text", { context: 3 as never }, /its context must be a text/],
    ["another language", { language: "ruby" as never }, /its language is "ruby"; "python" or none is known/],
    ["line 0", { highlights: [0] }, /highlights line 0; the code has lines 1 to 6/],
    ["a line beyond the code", { highlights: [2, 7] }, /highlights line 7; the code has lines 1 to 6/],
    ["a line beyond the only one", { code: "pass\n", highlights: [2] }, /line 2; the code has line 1 only/],
    ["one answer", { answers: [yes] }, /it has 1 answer; there must be 2 to 9/],
    ["ten answers", { answers: new Array(10).fill(yes) }, /it has 10 answers/],
    ["no list of answers", { answers: undefined as never }, /it has 0 answers/],
    [
      "equal answers",
      { answers: [yes, no, { ...yes, label: "Other" }] },
      /two answers have the value "biased"/,
    ],
    [
      "answers that read alike",
      { answers: [yes, { value: "x", label: yes.label }] },
      /two answers have the label/,
    ],
    [
      "an answer without a value",
      { answers: [yes, { value: "", label: "x" }] },
      /each answer must have a value/,
    ],
  ] as const
) {
  Deno.test(`checkItems() refuses ${what}`, () => {
    const items = [reviewItem(1), reviewItem(2, item)];
    assert.throws(() => checkItems(items), (error: Error) => {
      return error.name === "RangeError" && error.message.startsWith("Cannot review item 2") &&
        message.test(error.message);
    });
  });
}

Deno.test("checkItems() refuses an empty queue, reviewQueue() too", () => {
  const message = "Cannot review 0 items: there must be at least one";
  assert.throws(() => checkItems([]), { name: "RangeError", message });
  assert.throws(() => reviewQueue([]), { name: "RangeError", message });
});

Deno.test("queueOf() is the same for items in another order, and another for any other text", () => {
  const items = reviewItems(3);
  const { sha256 } = queueOf(items, "A");
  assert.match(sha256, /^[0-9a-f]{64}$/);
  assert.deepEqual(queueOf(items.toReversed(), "B"), { title: "B", sha256 });
  const changes: Partial<ReviewItem>[] = [
    { id: "x" },
    { question: "Another?" },
    { code: "pass" },
    { highlights: [1] },
    { highlights: undefined },
    { answers: ANSWERS.slice(0, 2) },
    { answers: ANSWERS.toReversed() },
    { context: "c" },
    { hint: "c" },
  ];
  const hashes = changes.map((change) =>
    queueOf([...items.slice(1), { ...items[0], ...change }], "A").sha256
  );
  assert.equal(new Set([sha256, queueOf(items.slice(1), "A").sha256, ...hashes]).size, changes.length + 2);
});

Deno.test("codeLines() numbers lines as editors do", () => {
  assert.deepEqual(codeLines("a"), ["a"]);
  assert.deepEqual(codeLines("a\n"), ["a"]);
  assert.deepEqual(codeLines("a\n\n"), ["a", ""]);
  assert.deepEqual(codeLines("a\rb\r\nc\u2028d"), ["a", "b", "c\u2028d"]);
});
