import assert from "node:assert/strict";
import fc from "fast-check";
import { joinLabels } from "codebias";
import { fileOf, withFile } from "codebias/review/page/exchange.ts";
import { newSession, type PageQueue, withMarks, withNote } from "codebias/review/page/session.ts";
import { queueOf } from "codebias/review/queue.ts";
import { parseReviewFile } from "codebias/review/review_file.ts";
import type { ReviewItem } from "codebias/core/types.ts";
import { ANSWERS, reviewItem } from "./review_items.ts";

const someText = fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== "");
const someItems = fc.uniqueArray(someText, { minLength: 1, maxLength: 8 }).map((ids) =>
  ids.map((id, at) => reviewItem(at, { id }))
);

function pageQueue(items: readonly ReviewItem[]): PageQueue {
  return { ...queueOf(items, "Title"), items: items.map((item) => ({ ...item, highlights: [], lines: [] })) };
}

Deno.test("labels that are exported, read and joined are those that were given", () => {
  const given = fc.record({
    answer: fc.constantFrom(null, ...ANSWERS.map(({ value }) => value)),
    note: fc.constantFrom(undefined, "", "x\u0000 </script>"),
    at: fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), {
      nil: undefined,
    }),
    seconds: fc.option(fc.float({ min: 0, max: 1e6, noNaN: true }), { nil: undefined }),
  });
  const answers = fc.uniqueArray(fc.constantFrom("Ada", "Bo", "Łucja 李"), { minLength: 1 });
  fc.assert(fc.property(someItems, answers, fc.infiniteStream(given), (items, reviewers, stream) => {
    const queue = pageQueue(items);
    const expected = new Map<string, (string | null)[]>();
    const files = reviewers.map((reviewer) => {
      let session = newSession(reviewer, queue);
      const answers = items.map(({ id }) => {
        const { answer, note, at, seconds } = stream.next().value!;
        if (note !== undefined) session = withNote(session, id, note);
        const mark = { answer: answer ?? undefined, at: at?.toISOString(), seconds };
        session = withMarks(session, [[id, answer === null ? { skipped: true } : mark as never]]);
        return answer;
      });
      expected.set(reviewer, answers);
      const file = fileOf(session, queue);
      const read = parseReviewFile(JSON.parse(JSON.stringify(file)));
      assert.deepEqual(read, file);
      assert.deepEqual(
        new Map(
          [...read.labels, ...read.notes ?? []].flatMap(({ itemId, note }) => (note ? [[itemId, note]] : [])),
        ),
        session.notes,
      );
      return read;
    });
    const joined = joinLabels(items, files);
    assert.deepEqual(joined.reviewers, reviewers.toSorted());
    assert.deepEqual(joined.ratings, joined.reviewers.map((name) => expected.get(name)));
  }));
});

const items = ["a", "b", "c"].map((id, at) => reviewItem(at, { id }));
const queue = pageQueue(items);
const mine = withMarks(newSession("Ada", queue), [
  ["a", { answer: "fair", at: "2025-01-02T00:00:00Z" }],
  ["b", { answer: "fair", at: "2025-01-02T00:00:00Z" }],
]);
const fileWith = (labels: readonly { itemId: string; answer: string; at?: string; note?: string }[]) => ({
  ...fileOf(mine, queue),
  labels: labels.map((label) => ({ ...label, reviewer: "Ada" })),
});

Deno.test("withFile() of what was just exported changes nothing", () => {
  const noted = withNote(mine, "c", "no label yet");
  const { session, sentence } = withFile(noted, fileOf(noted, queue));
  assert.equal(session, noted);
  assert.equal(sentence, "0 labels added, 2 here already");
});

Deno.test("withFile() lets an answer without a time give way to one with", () => {
  const timeless = withMarks(mine, [["a", { answer: "fair" }]]);
  const answerTo = (at?: string) =>
    withFile(timeless, fileWith([{ itemId: "a", answer: "biased", ...(at && { at }) }])).session.marks.get(
      "a",
    )!.answer;
  assert.deepEqual([answerTo("2025-01-01T00:00:00Z"), answerTo()], ["biased", "fair"]);
});
