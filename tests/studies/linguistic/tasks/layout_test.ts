import assert from "node:assert/strict";
import fc from "fast-check";
import { layout } from "codebias/studies/linguistic/tasks/layout.ts";

const [verdicts, completions] = layout.recordings;

const TASK = {
  task_id: "HumanEval/0",
  prompt: "def f(x):\n",
  zh_prompt: "def f(x):\n    # 中文\n",
  canonical_solution: "    return x\n",
  test: "never read",
  entry_point: "f",
  rules: "def rules(n): return {'x': n}",
  max_n: "2000",
};

Deno.test("layout.tasks.parse() reads a task as the artifact writes it, numbers as text included", () => {
  assert.deepEqual(layout.tasks.parse(TASK), {
    id: "HumanEval/0",
    entryPoint: "f",
    prompts: { en: "def f(x):\n", zh: "def f(x):\n    # 中文\n" },
    reference: "    return x\n",
    generator: "def rules(n): return {'x': n}",
    maxSize: 2000,
  });
  assert.equal(layout.tasks.parse({ ...TASK, max_n: 7 }).maxSize, 7);
});

Deno.test("layout.tasks.parse() names the field that is missing or of the wrong type", () => {
  const used = ["task_id", "prompt", "zh_prompt", "canonical_solution", "entry_point", "rules"];
  for (const field of used) {
    for (const wrong of [undefined, null, 3, ["x"]]) {
      const named = { name: "TypeError", message: new RegExp(`^"${field}" must be a text, not`) };
      assert.throws(() => layout.tasks.parse({ ...TASK, [field]: wrong }), named);
    }
  }
});

Deno.test("layout.tasks.parse() takes only a positive integer for max_n", () => {
  for (const wrong of [undefined, "many", "", "0", "-5", "2.5", "1e3", "0x10", " 7", 0, NaN, true, [5]]) {
    const named = { name: "TypeError", message: /^"max_n" must be a positive integer, not / };
    assert.throws(() => layout.tasks.parse({ ...TASK, max_n: wrong }), named, String(wrong));
  }
});

Deno.test("layout.recordings prefers completions with verdicts", () => {
  assert.deepEqual(layout.recordings.map(({ folder }) => folder), ["data/passed", "data/gencodes"]);
});

Deno.test("layout.recordings read the settings from a file's name", () => {
  const name = "QA+CoT_t0.8-zh_passed.jsonl";
  assert.deepEqual(verdicts.settings(name), { prompt: "QA+CoT", temperature: 0.8, language: "zh" });
  const other = "DI_t0.2-en.jsonl";
  assert.deepEqual(completions.settings(other), { prompt: "DI", temperature: 0.2, language: "en" });
  assert.equal(completions.settings("DI_t1-en.jsonl")?.temperature, 1);
});

Deno.test("layout.recordings read back every name that settings can have", () => {
  const prompts = fc.stringMatching(/^[A-Za-z+_-]{1,12}$/);
  const temperatures = fc.integer({ min: 0, max: 200 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(prompts, temperatures, fc.constantFrom("en", "zh"), (prompt, temperature, language) => {
      const settings = { prompt, temperature, language };
      const name = `${prompt}_t${temperature}-${language}`;
      assert.deepEqual(verdicts.settings(`${name}_passed.jsonl`), settings);
      assert.deepEqual(completions.settings(`${name}.jsonl`), settings);
    }),
  );
});

Deno.test("layout.recordings ignore files of another kind", () => {
  const names = [
    ...["README.md", ".DS_Store", "DI_t0.2-en.json", "DI_t0.2-en_seg50_t6.pickle", "DI_t0.2-fr.jsonl"],
    ...["DI-en.jsonl", "_t0.2-en.jsonl", "DI_t0.2.jsonl", "DI_t-en.jsonl", "DI_t0.2-en.jsonl.bak"],
  ];
  for (const name of names) {
    assert.equal(completions.settings(name), undefined, name);
    assert.equal(verdicts.settings(name), undefined, name);
  }
  assert.equal(completions.settings("DI_t0.2-en_passed.jsonl"), undefined, "a file with verdicts");
  assert.equal(verdicts.settings("DI_t0.2-en.jsonl"), undefined, "a file without verdicts");
});

Deno.test("layout.recordings parse a completion, with its verdict where there is one", () => {
  const record = {
    task_id: "MBPP/12",
    completion: "    return 1",
    allcode: "…",
    passed: false,
    result: "x & ",
  };
  const expected = { taskId: "MBPP/12", text: "    return 1" };
  assert.deepEqual(completions.parse(record, []), expected);
  assert.deepEqual(verdicts.parse(record, []), { ...expected, recorded: { passed: false, result: "x & " } });
});

Deno.test("layout.recordings keep the dataset's number of a completion", () => {
  const record = { task_id: "MBPP/12", completion: "x", completion_id: 7, passed: true, result: "passed" };
  assert.equal(completions.parse(record, []).number, 7);
  assert.equal(verdicts.parse(record, []).number, 7);
});

Deno.test("layout.recordings name the field of a completion that is wrong", () => {
  const record = { task_id: "MBPP/12", completion: "x", passed: true, result: "passed" };
  const without = (field: string) => ({ ...record, [field]: undefined });
  for (const field of ["task_id", "completion"]) {
    const named = { name: "TypeError", message: `"${field}" must be a text, not undefined` };
    assert.throws(() => completions.parse(without(field), []), named);
    assert.throws(() => verdicts.parse(without(field), []), named);
  }
  assert.throws(() => verdicts.parse(without("result"), []), { name: "TypeError", message: /^"result"/ });
  for (const passed of [undefined, "true", 1, null]) {
    const named = { name: "TypeError", message: '"passed" must be true or false' };
    assert.throws(() => verdicts.parse({ ...record, passed }, []), named);
  }
});
