import assert from "node:assert/strict";
import fc from "fast-check";
import { fileName, fileOf, refusalOf, withFile } from "codebias/review/page/exchange.ts";
import {
  newSession,
  type PageQueue,
  type Session,
  undone,
  withMarks,
  withNote,
} from "codebias/review/page/session.ts";
import { parseReviewFile } from "codebias/review/review_file.ts";
import type { ReviewLabel } from "codebias/core/types.ts";
import { ANSWERS } from "../review_items.ts";

const IDS = ["a", "b", "c", "d"];
const QUEUE: PageQueue = {
  title: "Ages",
  sha256: "0".repeat(64),
  items: IDS.map((id) => ({ id, question: "Is it?", answers: ANSWERS, highlights: [], lines: ["pass"] })),
};
const START = newSession("Ada", QUEUE);
const FILE = fileOf(START, QUEUE);

const answer = (itemId: string, answer: string, other: Partial<ReviewLabel> = {}): ReviewLabel => ({
  itemId,
  reviewer: "Ada",
  answer,
  ...other,
});
const answersOf = ({ marks }: Session) =>
  Object.fromEntries([...marks].map(([id, mark]) => [id, mark.answer]));

const session = fc.array(fc.tuple(
  fc.constantFrom(...IDS),
  fc.constantFrom("fair", "biased", null),
  fc.string({ unit: "binary" }),
)).map((steps) =>
  steps.reduce((session, [id, answer, note]) => {
    const at = "2025-01-31T12:00:00.000Z";
    const mark = answer === null ? { skipped: true } as const : { answer, at, seconds: 2.5 };
    return withNote(withMarks(session, [[id, mark]]), id, note);
  }, START)
);

Deno.test("what a session exports is a review file, which another session takes over whole", () => {
  fc.assert(fc.property(session, (session) => {
    const file = parseReviewFile(JSON.parse(JSON.stringify(fileOf(session, QUEUE))));
    assert.equal(refusalOf(file, QUEUE, "Ada"), undefined);
    const fresh = withFile(START, file).session;
    assert.deepEqual(fileOf(fresh, QUEUE), file);
    assert.deepEqual(fresh.notes, new Map([...session.notes].sort()));
    assert.deepEqual(fileOf(withFile(session, file).session, QUEUE), file); // one's own file changes nothing
  }));
});

Deno.test("fileOf() has labels in the order of the queue, and notes on items without one", () => {
  const marked = withMarks(withMarks(START, [["c", { answer: "fair" }]]), [["a", { answer: "biased" }]]);
  const file = fileOf(withNote(withNote(marked, "b", "hm"), "a", "sure"), QUEUE);
  assert.deepEqual(file.labels, [answer("a", "biased", { note: "sure" }), answer("c", "fair")]);
  assert.deepEqual(file.notes, [{ itemId: "b", note: "hm" }]);
});

Deno.test("fileName() keeps letters of any language, and nothing that a file system minds", () => {
  const named = (title: string, reviewer: string) => fileName({ ...START, reviewer }, { ...QUEUE, title });
  assert.equal(named("Fair, or not?", "Ada Lovelace"), "fair-or-not-ada-lovelace.json");
  assert.equal(named("公平", "Zoë ../../x"), "公平-zoë-x.json");
  assert.equal(named("?", "!"), "labels.json");
  assert(named("x".repeat(500), "y".repeat(500)).length < 130);
});

Deno.test("refusalOf() says why a file does not belong here", () => {
  const other = { ...FILE, queue: { title: "Ages", sha256: "1".repeat(64) } };
  const more = { ...FILE, labels: [answer("z", "fair")] };
  const found: readonly (readonly [found: string | undefined, expected: RegExp | undefined])[] = [
    [refusalOf(FILE, QUEUE), undefined],
    [refusalOf({ ...FILE, reviewer: "Bo" }, QUEUE), undefined],
    [
      refusalOf({ ...FILE, reviewer: "Bo" }, QUEUE, "Ada"),
      /^these are the labels of Bo, and you are labelling as Ada$/,
    ],
    [
      refusalOf(other, QUEUE),
      /^it is of other items with the same title: open the page that it was exported from$/,
    ],
    [
      refusalOf({ ...FILE, queue: { ...other.queue, title: "B" } }, QUEUE),
      /^it belongs to another queue, “B”$/,
    ],
    [refusalOf(more, QUEUE), /^it has a label of z, which is no item of this queue$/],
    [
      refusalOf({ ...FILE, labels: [answer("a", "no")] }, QUEUE),
      /^it answers a with “no”, which is none of its answers$/,
    ],
    [
      refusalOf({ ...FILE, labels: [answer("a", "fair"), answer("a", "biased")] }, QUEUE),
      /^it has two labels of a$/,
    ],
    [
      refusalOf({ ...FILE, notes: [{ itemId: "z", note: "n" }] }, QUEUE),
      /^it has a note on z, which is no item of this/,
    ],
  ];
  for (const [message, expected] of found) {
    if (expected === undefined) assert.equal(message, undefined);
    else assert.match(message!, expected);
  }
});

Deno.test("withFile() lets the later of two answers stay, and can be undone at once", () => {
  const at = (hour: number) => `2025-01-31T${hour}:00:00Z`;
  const marks = [
    ["a", { answer: "fair", at: at(12) }],
    ["b", { answer: "fair", at: at(12) }],
    ["c", { answer: "fair", at: at(12) }],
  ] as const;
  const mine = withMarks(START, marks);
  const labels = [
    answer("a", "biased", { at: at(13) }),
    answer("b", "biased", { at: at(11) }),
    answer("c", "fair", { at: at(13) }),
    answer("d", "unclear"),
  ];
  const { session, sentence } = withFile(mine, { ...FILE, labels });
  assert.deepEqual(answersOf(session), { a: "biased", b: "fair", c: "fair", d: "unclear" });
  assert.equal(
    sentence,
    "1 label added, 1 here already, 1 replaced, being older, 1 kept, being later than the file's",
  );
  assert.deepEqual(undone(session)!.marks, mine.marks);
});

Deno.test("withFile() keeps both of two notes, and one of two that say the same", () => {
  const mine = withNote(withNote(withNote(START, "a", "one"), "b", "two words"), "c", "x");
  const notes = [
    { itemId: "a", note: "two" },
    { itemId: "b", note: "two" },
    { itemId: "c", note: "x, and y" },
    { itemId: "d", note: "z" },
  ];
  const { session } = withFile(mine, { ...FILE, notes });
  assert.deepEqual([...session.notes.values()], ["one\ntwo", "two words", "x, and y", "z"]);
});
