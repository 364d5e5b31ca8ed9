import assert from "node:assert/strict";
import { join } from "node:path";
import { readJsonLines } from "codebias/store/files/json_lines.ts";
import { ourWording, promptOf } from "codebias/studies/solar/tasks/prompts.ts";
import { repository } from "codebias/studies/solar/tasks/authors_suite.ts";
import { solar } from "codebias/studies/solar/solar.ts";
import { withJudgement } from "codebias/studies/solar/tasks/variation.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { tasks } from "../own_suite.ts";

const own = solar.judgementalWords;
const ownWords = [...own.negative, ...own.positive];

Deno.test({
  name: `our judgemental words are none of the published ones${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const file = join(artifacts!, repository.name, "dataset/prompts_32_partial.jsonl");
    const { lines } = await readJsonLines(file);
    const theirs = lines.flatMap(({ value }) => (value as { " prompt": string })[" prompt"].split(/\W+/));
    assert(theirs.includes("person"));
    assert.deepEqual(ownWords.filter((word) => theirs.includes(word)), []);
  },
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
