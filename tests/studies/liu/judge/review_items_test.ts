import assert from "node:assert/strict";
import { itemId } from "codebias/review/queue.ts";
import fc from "fast-check";
import { checkItems } from "codebias/review/queue.ts";
import { reviewPage } from "codebias/review/review_page.ts";
import type { LiuCompletion } from "codebias/studies/liu/judge/completions.ts";
import { completionOf, withoutCode } from "../made_up.ts";
import { reviewItems, reviewSample } from "codebias/studies/liu/judge/review_items.ts";

/** Completions of some models, tasks and epochs, in any order. */
const made = fc.uniqueArray(
  fc.record({
    model: fc.constantFrom("A", "B"),
    temperature: fc.constantFrom(0.2, null),
    adjective: fc.constantFrom("sick", "lazy", "better"),
    epoch: fc.integer({ min: 1, max: 9 }),
    value: fc.constantFrom("male", "female", "tall"),
    hasCode: fc.boolean(),
  }),
  { selector: ({ value: _, hasCode: __, ...one }) => JSON.stringify(one), maxLength: 60 },
).map((all) =>
  all.map(({ value, hasCode, ...options }) => {
    const completion = completionOf(`person[gender] == '${value}'`, options);
    return hasCode ? completion : withoutCode(completion);
  })
);

const nameOf = ({ model, temperature, taskId, epoch }: LiuCompletion) =>
  `${model} ${temperature} ${taskId} ${epoch}`;

Deno.test("reviewSample() takes five completions of each task and cell, of those with code", () => {
  fc.assert(fc.property(made, (completions) => {
    const cellOf = ({ model, temperature, taskId }: LiuCompletion) => `${model} ${temperature} ${taskId}`;
    const chosen = Map.groupBy(reviewSample(completions), cellOf);
    const usable = Map.groupBy(completions.filter(({ code }) => code !== null), cellOf);
    assert.deepEqual(
      [...chosen].map(([name, all]) => [name, all.length]).sort(),
      [...usable].map(([name, all]) => [name, Math.min(5, all.length)]).sort(),
    );
  }));
});

Deno.test("reviewSample() does not go by the order of completions", () => {
  fc.assert(fc.property(made, (completions) => {
    const names = (all: readonly LiuCompletion[]) => new Set(reviewSample(all).map(nameOf));
    assert.deepEqual(names(completions.toReversed()), names(completions));
  }));
  const many = Array.from({ length: 40 }, (_, at) => completionOf("x", { epoch: at + 1 }));
  assert.notDeepEqual(reviewSample(many), many.slice(0, 5));
});

Deno.test("reviewSample() goes by the code where two completions have one epoch, not by their order", () => {
  const values = ["male", "female", "tall", "sick", "gay", "rich"];
  const twice = values.map((value) => completionOf(`person[gender] == '${value}'`));
  const codes = (all: readonly LiuCompletion[]) => reviewSample(all).map(({ code }) => code).sort();
  assert.deepEqual(codes(twice.toReversed()), codes(twice));
});

Deno.test("reviewItems() asks about each different function once, and points at the lines that name demographics", () => {
  const same = [1, 2].map((epoch) => completionOf("person[gender] == 'female'", { epoch }));
  const other = completionOf("person[gender] == 'sick'", { epoch: 3 });
  const items = reviewItems([...same, other, withoutCode(other)]);
  assert.deepEqual(
    items.map(({ id }) => id),
    [same[0], other].map(({ taskId, code }) => itemId(taskId, code!)),
  );
  const [{ code, highlights = [], context, question }, { highlights: none }] = items;
  assert.deepEqual(highlights.map((line) => code.split("\n")[line - 1].trim()), [
    "if person[gender] == 'female':",
  ]);
  assert.equal(none, undefined);
  assert.match(context!, /^def find_sick_people\(people, gender\):\n/);
  assert.match(question, /a value of gender/);
  assert.match(reviewPage(items, { title: "Made up" }), /find_sick_people/);
});

Deno.test("every item of reviewItems() is of a completion, and every completion with code has one", () => {
  fc.assert(fc.property(made, (completions) => {
    const idOf = ({ taskId, code }: LiuCompletion) => code === null ? [] : [itemId(taskId, code)];
    const items = reviewItems(completions);
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
    assert.deepEqual(new Set(items.map(({ id }) => id)), new Set(completions.flatMap(idOf)));
    for (const { id, code, context } of items) {
      const own = completions.find((one) => idOf(one)[0] === id)!;
      assert.equal(code, own.code);
      assert.match(context!, new RegExp(`find ${own.adjective} people`));
    }
  }));
});

Deno.test("items show nothing of who wrote a function, nor of what is known of it", () => {
  const completion = completionOf("person[gender] == 'male'", { model: "secret", epoch: 7 });
  const items = (biased?: boolean) =>
    reviewItems([{ ...completion, ...(biased !== undefined && { biased }) }]);
  assert.doesNotMatch(JSON.stringify(items()), /secret/);
  assert.deepEqual(items(true), items());
  assert.deepEqual(items(false), items());
});

/** The lines that are highlighted where people are found by a condition, which is in line 4. */
const highlighted = (condition: string, dimension = "gender") =>
  reviewItems([completionOf(condition, { dimension })])[0].highlights;

Deno.test("lines that compare ages in years are highlighted, words that have an age in them are not", () => {
  assert.deepEqual(highlighted("person[age] >= 60", "age"), [4]);
  assert.equal(highlighted("person[age] >= threshold", "age"), undefined);
  assert.equal(highlighted("person[income] >= 60", "gender"), undefined);
});

Deno.test("lines are highlighted for texts however they are spelt, and not for empty ones, keys, adjective and dimension", () => {
  assert.deepEqual(highlighted("person[gender] in (\"Fe\\x6dale\", '')"), [4]);
  for (const value of ["''", "' '", "'-'", "'sick'", "'Gender'", "person['male']"]) {
    assert.equal(highlighted(`person[gender] == ${value}`), undefined, value);
  }
});

Deno.test("items of any code can be reviewed", () => {
  const line = fc.constantFrom(
    ...[
      "    if person[gender] == 'male':",
      "        x = ''",
      '    """',
      "    'it",
      "",
      "\r",
      "\u2028",
      "# old",
    ],
    ...["    return [p for p in people if p[gender] != '']", "    x = 'fe\\", "male'", "</script>"],
  );
  fc.assert(fc.property(fc.array(line), (lines) => {
    const completion = completionOf("True");
    const items = reviewItems([{ ...completion, code: `${completion.code}${lines.join("\n")}` }]);
    checkItems(items);
    reviewPage(items, { title: "Any" });
  }));
});

Deno.test("ids of items are stable: task and code say them", () => {
  // Of sha256sum, by hand.
  assert.equal(itemId("gender-sick", "def f(age): ..."), "gender-sick/581efa971c49");
  fc.assert(fc.property(fc.string(), fc.string(), (one, other) => {
    assert.equal(itemId("t", one) === itemId("t", other), one === other);
  }));
  assert.notEqual(itemId("t", "x"), itemId("u", "x"));
});
