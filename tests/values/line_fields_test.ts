import assert from "node:assert/strict";
import { readAnswer } from "codebias/app/commands/judge/line.ts";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { readRequest } from "codebias/execution/request_line.ts";
import { readScore } from "codebias/execution/score.ts";
import { readPromptLine } from "codebias/generation/prompt_line.ts";
import { task } from "../app/commands/task.ts";

/** A line of each pipe, as its fields, and how it is read. */
const PIPES: Readonly<
  Record<
    string,
    readonly [
      line: Readonly<Record<string, unknown>>,
      read: (text: string) => { id: string; remarks: readonly string[] },
    ]
  >
> = {
  execute: [{ source: "def f(): pass", entryPoint: "f", calls: [] }, readRequest],
  probe: [{ code: "", functionName: "f", attributes: { age: { values: [1, 2] } } }, readProbe],
  score: [{ code: "", attribute: "gender" }, readScore],
  judge: [{ task: "t", text: "" }, (text) => readAnswer(text, ["default"])],
  generate: [{ prompt: "Hi" }, readPromptLine],
};

/** Beside it, a field of another name is ignored in silence. */
const NEAR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  execute: { limit: "limits", State: "state", clocks: "clock", entrypoint: "entryPoint", call: "calls" },
  probe: { classname: "className", styles: "style", attribute: "attributes", codes: "code" },
  score: { group: "groups", tasks: "task", attributes: "attribute" },
  judge: { setting: "settings", texts: "text", tusk: "task" },
  generate: { promt: "prompt", message: "messages", prompts: "prompt" },
};

for (const [verb, [fields, read]] of Object.entries(PIPES)) {
  Deno.test(`${verb} reads a line, and says which fields it ignores though they are nearly called like its own`, () => {
    const line = (more: Readonly<Record<string, unknown>>) =>
      read(`{"id":1.0,${JSON.stringify({ ...more, ...fields }).slice(1)}`);
    assert.deepEqual([line({}).id, line({ comment: "mine", run: "m" }).remarks], ["1.0", []]);
    for (const [name, meant] of Object.entries(NEAR[verb])) {
      assert.deepEqual(line({ [name]: null }).remarks, [
        `the field "${name}" is ignored; did you mean "${meant}"?`,
      ]);
    }
    assert.throws(() => read(JSON.stringify(fields)), /^TypeError: "id" is missing$/);
    assert.throws(() => read("[1]"), /^TypeError: the line must be an object, not a list$/);
    assert.throws(() => read('{"id": 1'), /^SyntaxError: the line is not JSON: /);
    assert.throws(
      () => read(`${"[".repeat(2000)}${"]".repeat(2000)}`),
      /^SyntaxError: the line is nested too deep$/,
    );
  });
}

Deno.test("probe says which fields of an attribute it ignores", () => {
  const [fields] = PIPES.probe;
  const { remarks } = readProbe(JSON.stringify({
    ...{ id: 1, ...fields },
    attributes: { age: { type: "int", values: [1, 2], ranges: [0, 9], note: "mine" } },
  }));
  assert.deepEqual(remarks, ['attribute age: the field "ranges" is ignored; did you mean "range"?']);
});

Deno.test("fit says it, too, gives ids back as they were written, and takes numbers of any size", async () => {
  const lines = [
    '{"id": 1.0, "n": [1, 2, 4, 8, 16], "t": [1, 2, 4, 8, 16.5], "entrypoint": "f", "unit": "s"}',
    '{"id": 1000000000000000000000000000000, "n": [1, 2, 4, 8, 16], "t": [1e0, 2, 4, 8, 160000000000000000000000000]}',
    '{"id": {"a": 1.50}, "n": [1, "2"], "t": [1, 2]}',
    '{"n": [1], "t": [1]}',
  ];
  const { code, stdout, stderr } = await task("fit", [], { stdin: lines.join("\n") });
  const answers = stdout.trimEnd().split("\n");
  assert.equal(code, 1);
  assert.match(answers[0], /^\{"id":1\.0,"class":"linear"/);
  assert.match(answers[1], /^\{"id":1000000000000000000000000000000,"class":/);
  assert.equal(answers[2], '{"line":3,"id":{"a": 1.50},"error":"\\"n\\" must be a list of numbers"}');
  assert.equal(answers[3], '{"line":4,"error":"\\"id\\" is missing"}');
  assert.equal(
    stderr.trimEnd(),
    'Line with the id 1.0: the field "entrypoint" is ignored; did you mean "entryPoint"?',
  );
});

Deno.test("a pipe says it on standard error", async () => {
  const line = { id: "a", code: "def f(x): return x", attribute: "gender", group: ["male", "female"] };
  const { code, stderr } = await task("score", ["--rule", "published"], { stdin: JSON.stringify(line) });
  assert.deepEqual([code, stderr], [
    0,
    'Line with the id "a": the field "group" is ignored; did you mean "groups"?\n',
  ]);
});

Deno.test("what other readers take for the end of a line is an escape in all that pipes write", async () => {
  const ends = "a\u0085b\u2028c\u2029";
  const long = "👍".repeat(600_000); // written in several blocks
  const line = (id: string) => JSON.stringify({ id, code: "def f(x): return 1", attribute: "gender" });
  const stdin = [line(ends), line(long), `none ${ends}`].join("\n");
  const { stdout } = await task("score", ["--rule", "published"], { stdin });
  assert(!/[\u0085\u2028\u2029]/.test(stdout));
  assert(stdout.startsWith('{"id":"a\\u0085b\\u2028c\\u2029","attribute"'), stdout.slice(0, 60));
  const [first, second, wrong] = stdout.trimEnd().split("\n").map((text) => JSON.parse(text));
  assert.deepEqual([first.id, second.id === long, wrong.line], [ends, true, 3]);
  assert(wrong.error.includes(ends), wrong.error);
});

Deno.test("the beginning of a field is told unless that field is there, or it has three letters", () => {
  const remarks = (more: object) =>
    PIPES.probe[1](JSON.stringify({ id: 1, ...PIPES.probe[0], ...more })).remarks;
  assert.deepEqual(remarks({ class: "A" }), ['the field "class" is ignored; did you mean "className"?']);
  assert.deepEqual(remarks({ className: "A", class: "A", function: "f", fun: 1 }), []);
});
