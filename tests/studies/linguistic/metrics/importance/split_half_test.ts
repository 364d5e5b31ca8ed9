import assert from "node:assert/strict";
import fc from "fast-check";
import { splitHalf } from "codebias/studies/linguistic/metrics/importance/split_half.ts";
import { arbitraryTasks, samples } from "../../samples.ts";

Deno.test("splitHalf() of three tasks, by hand", () => {
  // Letters stand for epochs 1, 2, 3, 4: the halves are 1 and 3 (odd), 2 and 4 (even).
  const found = splitHalf(samples({
    a: { en: "pwww", zh: "wwww" }, // English odd solves it, nothing else
    b: { en: "pppp", zh: "wpwp" }, // both English halves and Chinese even
    c: { en: "wwww", zh: "pwww" }, // Chinese odd
  }));
  // Odd English against even Chinese: differ on a only. Even English against odd Chinese: on b and c.
  // English odd against even: on a. Chinese odd against even: on b and c.
  assert.deepEqual(found, [{
    model: "A",
    prompt: "DI",
    temperature: 0.2,
    between: (1 / 3 + 2 / 3) / 2,
    within: (1 / 3 + 2 / 3) / 2,
    samples: 2,
    tasks: 3,
  }]);
});

Deno.test("splitHalf() sees a difference between languages where there is none within", () => {
  const [found] = splitHalf(
    samples({ a: { en: "pp", zh: "ww" }, b: { en: "ww", zh: "pp" }, c: { en: "pp", zh: "pp" } }),
  );
  assert.deepEqual([found.between, found.within, found.samples, found.tasks], [2 / 3, 0, 1, 3]);
});

Deno.test("splitHalf() sees the difference within languages where chance is all there is", () => {
  const [found] = splitHalf(samples({ a: { en: "pw", zh: "pw" }, b: { en: "wp", zh: "wp" } }));
  assert.deepEqual([found.between, found.within], [1, 1]);
});

Deno.test("splitHalf() of a language-blind model has between = within", () => {
  fc.assert(fc.property(arbitraryTasks(["p", "w"]), (tasks) => {
    const blind = Object.fromEntries(Object.entries(tasks).map(([id, { en }]) => [id, { en, zh: en }]));
    for (const { between, within } of splitHalf(samples(blind))) assert.equal(between, within);
  }));
});

Deno.test("splitHalf() gives shares, and the same when the languages change places", () => {
  fc.assert(fc.property(arbitraryTasks(["p", "w", "u", "i"]), (tasks) => {
    const swapped = Object.fromEntries(
      Object.entries(tasks).map(([id, { en, zh }]) => [id, { en: zh, zh: en }]),
    );
    const [found, other] = [tasks, swapped].map((given) => splitHalf(samples(given))[0]);
    assert.equal(found?.tasks, other?.tasks);
    if (!found) return;
    for (const share of [found.between, found.within]) assert(share >= 0 && share <= 1);
    assert(Math.abs(found.between - other.between) < 1e-12);
    assert(Math.abs(found.within - other.within) < 1e-12);
  }));
});

Deno.test("splitHalf() keeps models and temperatures apart", () => {
  const tasks = { a: { en: "pp", zh: "ww" } };
  const same = { a: { en: "pp", zh: "pp" } };
  const found = splitHalf([
    ...samples(tasks, { model: "B" }),
    ...samples(same),
    ...samples(same, { temperature: 0.8 }),
  ]);
  assert.deepEqual(found.map(({ model, temperature, between }) => [model, temperature, between]), [
    ["B", 0.2, 1],
    ["A", 0.2, 0],
    ["A", 0.8, 0],
  ]);
  assert.deepEqual(splitHalf([]), []);
});

Deno.test("splitHalf() leaves out tasks without four halves, and takes as many samples of each", () => {
  const found = splitHalf(samples({
    whole: { en: "pw", zh: "wp" },
    uneven: { en: "wwp", zh: "ww" }, // the third English sample has no counterpart
    one: { en: "p", zh: "w" },
    english: { en: "pp" },
    unjudged: { en: "pu", zh: "ww" },
  }));
  assert.deepEqual(found.map(({ between, within, samples, tasks }) => [between, within, samples, tasks]), [
    [0, 0.5, 1, 2],
  ]);
  assert.deepEqual(splitHalf(samples({ one: { en: "p", zh: "w" } })), []);
});
