import assert from "node:assert/strict";
import { importance, linguistic } from "codebias";

const PROMPTS = linguistic.importancePrompts([{
  id: "1",
  prompts: {
    en:
      'def add_up(n):\n    """Return the total of all numbers up to `n`.\n    >>> add_up(3)\n    6\n    """\n',
    zh: 'def add_up(n):\n    """返回不超过 n 的全部数字之和。\n    >>> add_up(3)\n    6\n    """\n',
  },
}]);

const asked = (method: "likelihood" | "output-change") =>
  importance(linguistic, { model: "calibration/words", prompts: PROMPTS, method, onNotice: () => {} });

/** Words with a score that is not 0. */
const telling = (words: Awaited<ReturnType<typeof asked>>["words"]) =>
  words.filter(({ score }) => score !== 0).map(({ language, word, score }) =>
    [`${language} ${word}`, score!] as const
  );

Deno.test("by likelihood, scores are the declared log-ratios of the synthetic model", async () => {
  const { words } = await asked("likelihood");
  const expected = [
    ["en concise", Math.log(0.7 / 0.5)],
    ["en efficient", Math.log(0.7 / 0.2)],
    ["en Return", Math.log(0.7 / 0.35)],
    ["zh concise", Math.log(0.6 / 0.5)],
    ["zh efficient", Math.log(0.6 / 0.42)],
    ["zh 返回", Math.log(0.6 / 0.35)],
  ] as const;
  const found = telling(words);
  assert.deepEqual(found.map(([name]) => name), expected.map(([name]) => name));
  for (const [at, [name, score]] of found.entries()) assert(Math.abs(score - expected[at][1]) < 1e-12, name);
  assert(
    words.every(({ floor, aboveFloor, score, synthetic }) =>
      floor === 0 && aboveFloor === (score! > 0) && synthetic
    ),
  );
  const normalised = words.filter(({ language }) => language === "zh").map(({ normalised }) => normalised!);
  assert.deepEqual(Math.max(...normalised), 1);
});

Deno.test("by output change, only the words that change the most probable answer have a score", async () => {
  const { words } = await asked("output-change");
  assert.deepEqual(telling(words).map(([name]) => name), ["en efficient", "en Return", "zh 返回"]);
});

Deno.test("the declared difference between languages is found", async () => {
  const { words } = await asked("likelihood");
  const [concise, efficient] = linguistic.compareWords(words, { by: "score" });
  assert(Math.abs(concise.value! - Math.log(0.6 / 0.5) + Math.log(0.7 / 0.5)) < 1e-12);
  assert(Math.abs(efficient.value! - Math.log(0.6 / 0.42) + Math.log(0.7 / 0.2)) < 1e-12);
});
