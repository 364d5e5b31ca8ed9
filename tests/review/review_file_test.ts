import assert from "node:assert/strict";
import { parseReviewFile } from "codebias/review/review_file.ts";

const label = {
  itemId: "a",
  reviewer: "Ada",
  answer: "fair",
  note: "n",
  at: "2025-01-31T12:00:00.000Z",
  seconds: 1.5,
};
const file = {
  format: "codebias review",
  version: 1,
  queue: { title: "Title", sha256: "0".repeat(64) },
  reviewer: "Ada",
  labels: [label],
  notes: [{ itemId: "b", note: "unsure" }],
};

Deno.test("parseReviewFile() gives what it was given", () => {
  assert.deepEqual(parseReviewFile(JSON.parse(JSON.stringify(file))), file);
  const { notes: _, ...rest } = file;
  const bare = { ...rest, labels: [{ itemId: "a", reviewer: "Ada", answer: "fair" }] };
  assert.deepEqual(parseReviewFile(JSON.parse(JSON.stringify(bare))), bare);
});

for (
  const [what, value, message] of [
    ["a list", [], "a review file must be an object with fields, not a list"],
    ["null", null, "a review file must be an object with fields, not null"],
    [
      "a file of another kind",
      { format: "x" },
      /"format" must be "codebias review"; this is a file of another kind/,
    ],
    [
      "another version",
      { ...file, version: 2 },
      /"version" must be 1, not 2; another version of codebias made it/,
    ],
    [
      "an unknown field",
      { ...file, label: [] },
      /a review file: "label" is no field; known are format, version/,
    ],
    ["no queue", { ...file, queue: undefined }, "the queue must be an object with fields, not nothing"],
    [
      "a hash that is none",
      { ...file, queue: { title: "T", sha256: "0" } },
      /the queue: "sha256" must have 64/,
    ],
    [
      "no reviewer",
      { ...file, reviewer: " " },
      'a review file: "reviewer" must be a text that is not empty, not " "',
    ],
    [
      "labels that are no list",
      { ...file, labels: {} },
      'a review file: "labels" must be a list, not an object',
    ],
    ["no labels", { ...file, labels: undefined }, 'a review file: "labels" must be a list, not nothing'],
    ["a label that is none", { ...file, labels: [label, 3] }, "label 2 must be an object with fields, not 3"],
    [
      "a misspelt field",
      { ...file, labels: [{ ...label, anwser: "x" }] },
      /^label 1: "anwser" is no field; known are/,
    ],
    [
      "another's label",
      { ...file, labels: [{ ...label, reviewer: "Bo" }] },
      'label 1: "reviewer" is "Bo", but the file is "Ada"\'s',
    ],
    [
      "no item",
      { ...file, labels: [{ ...label, itemId: 1 }] },
      'label 1: "itemId" must be a text that is not empty, not 1',
    ],
    [
      "no answer",
      { ...file, labels: [{ ...label, answer: "" }] },
      'label 1: "answer" must be a text that is not empty, not ""',
    ],
    [
      "a note that is no text",
      { ...file, labels: [{ ...label, note: 1 }] },
      'label 1: "note" must be a text, not 1',
    ],
    [
      "a time that is none",
      { ...file, labels: [{ ...label, at: "noon" }] },
      /^label 1: "at" must be a time like/,
    ],
    [
      "a day that is none",
      { ...file, labels: [{ ...label, at: "2025-13-01T00:00:00Z" }] },
      /"at" must be a time/,
    ],
    [
      "less than no time",
      { ...file, labels: [{ ...label, seconds: -1 }] },
      'label 1: "seconds" must be a number >= 0, not -1',
    ],
    [
      "an empty note",
      { ...file, notes: [{ itemId: "a", note: "" }] },
      'note 1: "note" must be a text that is not empty, not ""',
    ],
    ["notes that are no list", { ...file, notes: "x" }, 'a review file: "notes" must be a list, not "x"'],
  ] as const
) {
  Deno.test(`parseReviewFile() refuses ${what}`, () => {
    assert.throws(() => parseReviewFile(value), { name: "TypeError", message });
  });
}
