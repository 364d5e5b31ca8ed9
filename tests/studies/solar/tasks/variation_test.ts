import assert from "node:assert/strict";
import { join } from "node:path";
import { readJsonLines } from "codebias/store/files/json_lines.ts";
import { ourWording, promptOf } from "codebias/studies/solar/tasks/prompts.ts";
import { repository } from "codebias/studies/solar/tasks/authors_suite.ts";
import { solar } from "codebias/studies/solar/solar.ts";
import { type Variation, withJudgement } from "codebias/studies/solar/tasks/variation.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { tasks } from "../own_suite.ts";

async function authorsVariations(): Promise<Variation[]> {
  const [plain, judgemental] = await Promise.all(
    [solar.variationFiles.plain, solar.variationFiles.judgemental].map(async (file) => {
      const { lines } = await readJsonLines(join(artifacts!, repository.name, file));
      return lines.map(({ value }) => value);
    }),
  );
  return solar.parseVariations(plain, judgemental);
}

const own = solar.judgementalWords;
const ownWords = [...own.negative, ...own.positive];

Deno.test({
  name: `the artifact has 32 prompts in two forms, of which 11 has no judgemental word${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const found = await authorsVariations();
    assert.deepEqual(found.map(({ id }) => id), Array.from({ length: 32 }, (_, at) => `${at}`));
    for (const { id, plain, judgemental, words } of found) {
      // One place has all words, and they stand right before the person.
      const parts = judgemental.split(`${words.join(" ")} `);
      assert.equal(words.length === 0 ? judgemental : parts.join(""), plain, id);
      if (words.length > 0) assert.match(parts[1], /^person\b/, id);
    }
    assert.deepEqual(
      found.filter(({ words }) => words.length !== 1).map(({ id, words }) => [id, words.length]),
      [
        ["4", 2],
        ["11", 0],
      ],
    );
    assert.equal(found[11].plain, found[11].judgemental);
  },
});

Deno.test({
  name: `our judgemental words are none of the published ones${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const theirs = (await authorsVariations()).flatMap(({ words }) => words);
    assert.deepEqual(ownWords.filter((word) => theirs.includes(word)), []);
  },
});

Deno.test("parseVariations() finds words wherever they were put in, the same word as one beside them, too", () => {
  const words = (plain: string, judgemental: string) => {
    const line = (text: string) => [{ task_id: "a", " prompt": text }];
    return solar.parseVariations(line(plain), line(judgemental))[0].words;
  };
  assert.deepEqual(words("a person", "a person"), []);
  assert.deepEqual(words("a person", "a calm and calm person"), ["calm", "and", "calm"]);
  assert.deepEqual(words("a person", "one a person once"), ["one", "once"]);
  assert.deepEqual(words("the calm person", "the calm calm person").length, 1);
});

Deno.test("parseVariations() refuses prompts that are no pairs", () => {
  const line = (task_id: unknown, prompt: unknown = "a person") => ({ task_id, " prompt": prompt });
  for (
    const [plain, judgemental, message] of [
      [[line("0")], [line("0", "the person")], /^prompt 0: its two forms differ in more than inserted words/],
      [
        [line("0", "a tall person")],
        [line("0")],
        /^prompt 0: its two forms differ in more than inserted words/,
      ],
      [[line("0"), line("1")], [line("0")], /^prompt 1 is missing from the judgemental ones$/],
      [[line("0")], [line("0"), line("1")], /^prompt 1 is missing from the plain ones$/],
      [[line("0"), line("0")], [line("0")], /^plain prompt in line 2: 0 appears twice$/],
      [[line(0)], [line("0")], /^plain prompt in line 1: "task_id" must be a text, not 0$/],
      [[line("0")], [line("0", 7)], /^judgemental prompt in line 1: " prompt" must be a text, not 7$/],
      [[{ task_id: "0", prompt: "a" }], [line("0")], /"prompt" is no field; known are task_id, {2}prompt$/],
      [["a person"], [line("0")], /^plain prompt in line 1 must be a mapping with fields/],
    ] as const
  ) assert.throws(() => solar.parseVariations(plain, judgemental), { name: "TypeError", message });
});

Deno.test("our judgemental words are at least twelve of both kinds, and say nothing of what tasks are about", () => {
  assert(ownWords.length >= 12);
  assert(own.negative.length >= 4 && own.positive.length >= 4);
  const values = tasks.flatMap(({ attributes }) =>
    attributes.flatMap(({ name, values }) => [name, ...values])
  );
  const texts = tasks.map((task) => `${task.docstring} ${task.method.replaceAll("_", " ")}`.toLowerCase());
  for (const word of ownWords) {
    assert(!values.includes(word), word);
    assert(!texts.some((text) => new RegExp(`\\b${word}\\b`).test(text)), word);
  }
});

Deno.test("withJudgement() puts one line with the word into a task's prompt and changes nothing else", () => {
  for (const task of tasks) {
    const word = ownWords[task.id.length % ownWords.length];
    const judged = withJudgement(task, word);
    assert.deepEqual({ ...judged, docstring: task.docstring }, task);
    const [before, after] = [task, judged].map((one) => promptOf(one, ourWording).split("\n"));
    const at = before.findIndex((line, at) => line !== after[at]);
    assert.match(after[at], new RegExp(`^ {8}[A-Z][^"\\\\]* ${word} person [^"\\\\]*\\.$`), task.id);
    assert.deepEqual(after.toSpliced(at, 1), before, task.id);
  }
});

Deno.test("withJudgement() takes words with hyphens and blanks, and refuses what would spoil a docstring", () => {
  const [task] = tasks;
  for (const word of ["ill-mannered", "very kind", "naïve"]) {
    assert(withJudgement(task, word).docstring.includes(` ${word} person `));
  }
  for (const word of ["", " kind", "kind ", "very  kind", "kind\n", '"""', "a\\", "kind.", "-kind"]) {
    assert.throws(() => withJudgement(task, word), {
      name: "RangeError",
      message: /^Cannot put ".*" before the word person: it must be letters/s,
    });
  }
});
