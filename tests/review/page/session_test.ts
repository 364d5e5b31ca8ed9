import assert from "node:assert/strict";
import fc from "fast-check";
import {
  answerOf,
  countsOf,
  neighbour,
  newSession,
  nextUnlabelled,
  type PageQueue,
  type Session,
  sessionOfText,
  sessionText,
  undone,
  withMarks,
  withNote,
} from "codebias/review/page/session.ts";
import { ANSWERS } from "../review_items.ts";

const IDS = ["a", "b", "c", "d", "e"];
const QUEUE: PageQueue = {
  title: "Ages",
  sha256: "0".repeat(64),
  items: IDS.map((id) => ({ id, question: "Is it?", answers: ANSWERS, highlights: [], lines: ["pass"] })),
};
const START = newSession("Ada", QUEUE);

const label = (session: Session, ...ids: string[]) =>
  ids.reduce((session, id) => withMarks(session, [[id, { answer: "fair" }]]), session);
const step = fc.tuple(
  fc.constantFrom(...IDS),
  fc.constantFrom({ answer: "fair" }, { answer: "biased", seconds: 2 }, { skipped: true } as const),
);

Deno.test("undone() takes back every step, the last one first", () => {
  fc.assert(fc.property(fc.array(step), (steps) => {
    const sessions = [START];
    for (const [id, mark] of steps) sessions.push(withMarks(sessions.at(-1)!, [[id, mark]]));
    let session = sessions.at(-1)!;
    for (const [at, [id]] of [...steps.entries()].toReversed()) {
      session = undone(session)!;
      assert.deepEqual(session.marks, sessions[at].marks);
      assert.equal(session.current, id);
    }
    assert.equal(undone(session), null);
  }));
});

Deno.test("undone() takes a step of many marks back at once", () => {
  const many = withMarks(label(START, "b"), [["b", { answer: "unclear" }], ["c", { answer: "fair" }]]);
  assert.deepEqual([...undone(many)!.marks], [["b", { answer: "fair" }]]);
});

Deno.test("sessionOfText() gives what sessionText() was given", () => {
  fc.assert(fc.property(fc.array(step), fc.string({ unit: "binary" }), (steps, note) => {
    const marked = steps.reduce((session, [id, mark]) => withMarks(session, [[id, mark]]), START);
    const session = { ...withNote(marked, "c", note), current: "d" };
    assert.deepEqual(sessionOfText(sessionText(session), QUEUE), session);
  }));
});

Deno.test("sessionOfText() refuses what is damaged, and shows the first item in place of an unknown one", () => {
  for (
    const text of ["", "{", "null", "[]", '{"marks":[],"notes":[]}', '{"marks":{},"notes":[],"history":[]}']
  ) {
    assert.throws(() => sessionOfText(text, QUEUE), {
      name: "TypeError",
      message: /is damaged: continue from an exported/,
    });
  }
  assert.equal(sessionOfText(sessionText({ ...START, current: "z" }), QUEUE).current, "a");
});

Deno.test("nextUnlabelled() goes round, and takes skipped items only where no others are left", () => {
  const at = (current: string, session = START) => ({ ...session, current });
  const skipped = withMarks(label(START, "d"), [["c", { skipped: true }]]);
  assert.equal(nextUnlabelled(at("a"), QUEUE), "b");
  assert.equal(nextUnlabelled(at("b", skipped), QUEUE), "e");
  assert.equal(nextUnlabelled(at("e", skipped), QUEUE), "a");
  assert.equal(nextUnlabelled(at("a", label(skipped, "b", "e")), QUEUE), "c");
  assert.equal(nextUnlabelled(at("a", label(skipped, "b", "c", "e")), QUEUE), null);
});

Deno.test("neighbour() moves by one, past labelled items if told so, and stops at the ends", () => {
  const session = { ...label(START, "b", "d", "e"), current: "c" };
  const to = (by: 1 | -1, onlyUnlabelled: boolean) => neighbour(session, QUEUE, { by, onlyUnlabelled });
  assert.deepEqual([to(1, false), to(-1, false), to(1, true), to(-1, true)], ["d", "b", null, "a"]);
  assert.equal(neighbour({ ...session, current: "a" }, QUEUE, { by: -1, onlyUnlabelled: false }), null);
});

Deno.test("countsOf() counts labels and skips, which an answer takes the place of", () => {
  const skipped = withMarks(label(START, "a"), [["b", { skipped: true }]]);
  assert.deepEqual(countsOf(skipped, QUEUE), { labelled: 1, skipped: 1 });
  assert.deepEqual(countsOf(label(skipped, "b"), QUEUE), { labelled: 2, skipped: 0 });
  assert.equal(answerOf(skipped, "b"), undefined);
});

Deno.test("withNote() takes an empty note for none", () => {
  const noted = withNote(START, "a", "why?");
  assert.deepEqual([noted.notes.get("a"), noted.exported], ["why?", false]);
  assert.equal(withNote(noted, "a", " \n").notes.size, 0);
});
