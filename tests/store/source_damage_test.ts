import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "codebias/core/errors.ts";
import { completion, type Files, lines, task, TASKS, verdict, withSource } from "./repository.ts";

const RECORDED = "data/passed/M/DI_t0.2-en_passed.jsonl";
const GENERATED = "data/gencodes/M/DI_t0.2-en.jsonl";
const TWO_TASKS = lines(task("demo/1"), task("demo/2"));

/** What is said about the files when everything is read, without the folder's path. */
async function complaint(files: Files): Promise<string> {
  let said = "";
  await withSource(files, async (source, folder) => {
    await assert.rejects(() => source.completions(), (error) => {
      assert(error instanceof DataError, String(error));
      assert(error.message.startsWith(folder), error.message);
      said = error.message.slice(folder.length + 1);
      return true;
    });
  });
  return said;
}

Deno.test("a task without a field is reported with the field's name", async () => {
  for (const field of ["task_id", "entry_point", "prompt", "zh_prompt", "canonical_solution", "rules"]) {
    assert.equal(
      await complaint({ [TASKS]: lines(task("demo/1"), task("demo/2", { [field]: undefined })) }),
      `${TASKS}:2: "${field}" must be a text, not undefined; is this file from another dataset?`,
    );
  }
});

Deno.test("a task with a field of another type is reported with both", async () => {
  assert.equal(
    await complaint({ [TASKS]: lines(task("demo/1", { prompt: 3 })) }),
    `${TASKS}:1: "prompt" must be a text, not number; is this file from another dataset?`,
  );
});

Deno.test("a task's size may be a number or a text that is one, and nothing else", async () => {
  const said = async (size: unknown) => await complaint({ [TASKS]: lines(task("demo/1", { max_n: size })) });
  for (const size of ["many", "0", 0, -5, "1.5", 1.5, "", null, {}]) {
    assert.equal(
      await said(size),
      `${TASKS}:1: "max_n" must be a positive integer, not ${
        JSON.stringify(size)
      }; is this file from another dataset?`,
    );
  }
  assert.match(await said(undefined), /"max_n" must be a positive integer, not undefined/);
});

Deno.test("two tasks with the same id are reported", async () => {
  assert.equal(
    await complaint({ [TASKS]: `${TWO_TASKS}\n${lines(task("demo/1"))}` }),
    `${TASKS}:4: task demo/1 appears twice; task ids must be unique`,
  );
});

Deno.test("missing tasks are reported", async () => {
  assert.equal(
    await complaint({ [GENERATED]: lines(completion("demo/1")) }),
    `${TASKS}: there is no such file`,
  );
});

Deno.test("tasks that are cut off, no JSON, no object or not UTF-8 are reported with their line", async () => {
  const cases: [string | Uint8Array, RegExp][] = [
    [
      TWO_TASKS.slice(0, -20),
      /^data\/testsuite\/testsuite\.jsonl:2: the file is cut off in this line \(.+\); fetch /,
    ],
    [`x\n${TWO_TASKS}`, /^data\/testsuite\/testsuite\.jsonl:1: this line is not JSON \(.+\); fetch /],
    [
      `${TWO_TASKS}[]\n`,
      /^data\/testsuite\/testsuite\.jsonl:3: this line is JSON, but not an object; fetch /,
    ],
    [Uint8Array.of(0xc3), /^data\/testsuite\/testsuite\.jsonl: this is not UTF-8 text; fetch /],
  ];
  for (const [content, expected] of cases) assert.match(await complaint({ [TASKS]: content }), expected);
});

Deno.test("completions that are cut off, no JSON, no object or not UTF-8 are reported with their line", async () => {
  const good = lines(verdict("demo/1", true), verdict("demo/2", false));
  const cases: [string | Uint8Array, RegExp][] = [
    [good.slice(0, -20), /_passed\.jsonl:2: the file is cut off in this line \(.+\); fetch the file again$/],
    [`${good}{\n${good}`, /_passed\.jsonl:3: this line is not JSON \(.+\); fetch the file again$/],
    [`${good}"text"\n`, /_passed\.jsonl:3: this line is JSON, but not an object; fetch the file again$/],
    [Uint8Array.of(0xff), /_passed\.jsonl: this is not UTF-8 text; fetch the file again$/],
  ];
  for (const [content, expected] of cases) {
    assert.match(await complaint({ [TASKS]: TWO_TASKS, [RECORDED]: content }), expected);
  }
});

Deno.test("a completion without a field is reported with the field's name", async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ task_id: undefined }, `"task_id" must be a text, not undefined`],
    [{ completion: undefined }, `"completion" must be a text, not undefined`],
    [{ completion: ["a"] }, `"completion" must be a text, not object`],
    [{ passed: undefined }, `"passed" must be true or false`],
    [{ passed: "true" }, `"passed" must be true or false`],
    [{ result: undefined }, `"result" must be a text, not undefined`],
  ];
  for (const [changes, expected] of cases) {
    const text = lines(verdict("demo/1", true), { ...verdict("demo/2", true), ...changes });
    assert.equal(
      await complaint({ [TASKS]: TWO_TASKS, [RECORDED]: text }),
      `${RECORDED}:2: ${expected}; is this file from another dataset?`,
    );
  }
});

Deno.test("a completion that is there twice is reported with both lines", async () => {
  const numbered = (id: string, number: number) => ({ ...verdict(id, true), completion_id: number });
  const records = [
    numbered("demo/1", 0),
    numbered("demo/2", 0),
    numbered("demo/1", 1),
    numbered("demo/1", 0),
  ];
  assert.equal(
    await complaint({ [TASKS]: TWO_TASKS, [RECORDED]: lines(...records) }),
    `${RECORDED}:4: completion 0 of task demo/1 appears twice, first in line 1; fetch the file again`,
  );
});

Deno.test("a completion of a task that is not there is reported with the nearest one", async () => {
  assert.equal(
    await complaint({ [TASKS]: TWO_TASKS, [GENERATED]: lines(completion("demo/1"), completion("demo/22")) }),
    `${GENERATED}:2: Unknown task "demo/22": did you mean demo/2 or demo/1; ` +
      "tasks and completions must come from the same copy of the dataset",
  );
  assert.match(
    await complaint({ [TASKS]: TWO_TASKS, [GENERATED]: lines(completion("HumanEval/0")) }),
    /^data\/gencodes\/M\/DI_t0\.2-en\.jsonl:1: Unknown task "HumanEval\/0": .*demo\/1, demo\/2; tasks and completions /,
  );
});

Deno.test("a model that is not there is reported with the nearest one", async () => {
  const files = {
    [TASKS]: TWO_TASKS,
    "data/gencodes/CodeLlama/DI_t0.2-en.jsonl": lines(completion("demo/1"), completion("demo/2")),
    "data/gencodes/StarCoder/DI_t0.2-en.jsonl": lines(completion("demo/1"), completion("demo/2")),
  };
  await withSource(files, async (source) => {
    await assert.rejects(() => source.completions({ models: ["StarCoder", "Codelama"] }), {
      name: "RangeError",
      message: 'Unknown model "Codelama": did you mean CodeLlama? Known: CodeLlama, StarCoder',
    });
  });
});

Deno.test("a repository without recorded completions is reported", async () => {
  const expected = "there are no recorded completions in data/passed or data/gencodes";
  const others: Files[] = [{}, { "data/gencodes/M/notes.txt": "" }, { "data/passed/list.txt": "" }];
  for (const other of others) {
    await withSource({ [TASKS]: TWO_TASKS, ...other }, async (source, folder) => {
      await assert.rejects(() => source.completions(), {
        name: "DataError",
        message: `${folder}: ${expected}`,
      });
      await assert.rejects(() => source.models(), { name: "DataError", message: `${folder}: ${expected}` });
    });
  }
});

Deno.test("a link that leads nowhere is reported", async () => {
  await withSource(
    { [TASKS]: TWO_TASKS, [GENERATED]: lines(completion("demo/1")) },
    async (source, folder) => {
      await Deno.symlink(join(folder, "nowhere"), join(folder, "data/gencodes/M/DI_t0.8-en.jsonl"));
      await assert.rejects(() => source.completions(), {
        name: "DataError",
        message: `${folder}/data/gencodes/M/DI_t0.8-en.jsonl: there is no such file`,
      });
    },
  );
});

Deno.test({
  name: "completions that may not be read are reported (left out as root, who may read everything)",
  ignore: Deno.uid() === 0,
  fn: () =>
    withSource({ [TASKS]: TWO_TASKS, [GENERATED]: "" }, async (source, folder) => {
      chmodSync(join(folder, GENERATED), 0);
      await assert.rejects(() => source.completions(), (error) => {
        assert(error instanceof DataError);
        assert.match(error.message, /DI_t0\.2-en\.jsonl: cannot read it: .*permission denied/i);
        return true;
      });
    }),
});
