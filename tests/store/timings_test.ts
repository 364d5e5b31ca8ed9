import assert from "node:assert/strict";
import { join } from "node:path";
import { DataError } from "codebias/core/errors.ts";
import { readPickledList } from "codebias/store/files/pickle.ts";
import { pickled } from "./pickled.ts";
import { lines, task, TASKS, verdict, withSource } from "./repository.ts";

const FOLDER = "data/time";
const DI = "DI_t0.2-en_seg50_t6.pickle";
const TWO_TASKS = lines(task("demo/1"), task("demo/2"));

const timing = (task_id: string, completion_id: number, time: unknown = [[40, 0.5], [80, -1]]) => ({
  ...{ task_id, completion_id, time },
});

/** What Python 3.12 writes of one timing with protocol 4, and of the same list with a call of os.system in it. */
const [BINARY, CALLING, CALLING_TEXT] = [
  "80049549000000000000005d947d94288c077461736b5f6964948c0161948c0d636f6d706c6574696f6e5f6964944b008c0474696d65945d9428" +
  "4b28473fe000000000000086944b504affffffff86946575612e",
  "80049522000000000000005d948c05706f736978948c0673797374656d9493948c04747275659485945294612e",
  "286c70300a63706f7369780a73797374656d0a70310a2856747275650a70320a7470330a5270340a612e",
].map((hex) => Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16)));

/** Reads a pickle that lies in a file. */
async function read(content: string | Uint8Array): Promise<Record<string, unknown>[]> {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "list.pickle");
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    return (await readPickledList(path)).items;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("readPickledList() reads what Python writes", async () => {
  const expected = [{ task_id: "a", completion_id: 0, time: [[40, 0.5], [80, -1]] }];
  assert.deepEqual(await read(BINARY), expected);
  assert.deepEqual(await read(pickled(expected)), expected);
});

for (
  const [what, content, message] of [
    ["a pickle that calls a function", CALLING, /it names posix\.system/],
    ["a text pickle that calls a function", CALLING_TEXT, /it names posix\.system/],
    ["a pickle that is cut off", BINARY.slice(0, 60), /not a pickle of plain data.*fetch the file again/],
    ["an empty file", "", /not a pickle of plain data/],
    ["a text", '{"a": 1}\n', /not a pickle of plain data/],
    ["a pointer of git-lfs", "version https://git-lfs.github.com/spec/v1\n", /not a pickle of plain data/],
    ["a number", "I1\n.", /not a list of dicts/],
    ["a list of numbers", "(lI1\na.", /not a list of dicts/],
    ["a list of lists", "(l(la.", /not a list of dicts/],
  ] as const
) {
  Deno.test(`readPickledList() refuses ${what}`, async () => {
    await assert.rejects(
      read(content),
      (error: Error) => error instanceof DataError && message.test(error.message),
    );
  });
}

Deno.test("readPickledList() says that a file is not there", async () => {
  await assert.rejects(readPickledList("nowhere.pickle"), /nowhere\.pickle: there is no such file/);
});

Deno.test("timings carry model, settings, epoch from 1, sizes and seconds", async () => {
  const files = {
    [TASKS]: TWO_TASKS,
    [`data/passed/M/DI_t0.2-en_passed.jsonl`]: lines(verdict("demo/1", true), verdict("demo/2", true)),
    [`${FOLDER}/M/${DI}`]: pickled([timing("demo/1", 0), timing("demo/2", 3, [[1, 0.25]])]),
    [`${FOLDER}/N/QA+CoT_t0.8-zh_seg50_t6.pickle`]: pickled([timing("demo/2", 9)]),
    [`${FOLDER}/N/notes.txt`]: "not a timing",
  };
  await withSource(files, async (source) => {
    const settings = { prompt: "DI", temperature: 0.2, language: "en" };
    assert.deepEqual(await source.timings({ models: ["M"] }), [
      { model: "M", settings, taskId: "demo/1", epoch: 1, n: [40, 80], t: [0.5, -1] },
      { model: "M", settings, taskId: "demo/2", epoch: 4, n: [1], t: [0.25] },
    ]);
    assert.deepEqual((await source.timings()).map(({ model }) => model), ["M", "M", "N"]);
    assert.deepEqual(
      (await source.timings({ where: ({ language }) => language === "zh" })).map(({ settings }) => settings),
      [{ prompt: "QA+CoT", temperature: 0.8, language: "zh" }],
    );
    assert.deepEqual(await source.timings({ models: ["nobody"] }), []);
    assert(source.files.has(join(FOLDER, "M", DI)));
    assert((await source.fileList()).some((line) => line.startsWith(join(FOLDER, "M", DI))));
  });
});

Deno.test("there are no timings where the dataset has none", async () => {
  const files = {
    [TASKS]: TWO_TASKS,
    [`data/passed/M/DI_t0.2-en_passed.jsonl`]: lines(verdict("demo/1", true)),
  };
  await withSource(files, async (source) => assert.deepEqual(await source.timings(), []));
});

for (
  const [what, list, message] of [
    [
      "a task that is not in the dataset",
      [timing("demo/3", 0)],
      /item 1: unknown task "demo\/3"; tasks and timings/,
    ],
    [
      "a completion twice",
      [timing("demo/1", 0), timing("demo/1", 0)],
      /item 2: completion 0 of task demo\/1 appears twice/,
    ],
    [
      "a number that is a text",
      [{ ...timing("demo/1", 0), completion_id: "0" }],
      /item 1: "completion_id" must be a whole/,
    ],
    ["a number below 0", [timing("demo/1", -1)], /"completion_id" must be a whole number from 0, not -1/],
    ["no task", [{ completion_id: 0, time: [] }], /"task_id" must be a text, not undefined/],
    [
      "costs that are none",
      [timing("demo/1", 0, "fast")],
      /"time" must be a list of pairs of a size and seconds/,
    ],
    ["costs without sizes", [timing("demo/1", 0, [0.5, 0.5])], /"time" must be a list of pairs/],
    ["points of three numbers", [timing("demo/1", 0, [[1, 2, 3]])], /"time" must be a list of pairs/],
  ] as const
) {
  Deno.test(`timings refuse ${what}`, async () => {
    const files = { [TASKS]: TWO_TASKS, [`${FOLDER}/M/${DI}`]: pickled(list) };
    await withSource(files, async (source) => {
      await assert.rejects(
        source.timings(),
        (error: Error) =>
          error instanceof DataError && message.test(error.message) && error.message.includes(DI),
      );
    });
  });
}
