import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { ownStudy, run } from "codebias";
import { readAnswerFile } from "codebias/run/study/answer_file.ts";
import { withFolder } from "../../app/commands/task.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** What is read of a file with these bytes, or of JSON Lines of these rows. */
async function read(content: readonly object[] | Uint8Array | string, ending = "jsonl"): Promise<Any> {
  let found: Any;
  await withFolder(async (folder) => {
    const path = join(folder, `answers.${ending}`);
    if (content instanceof Uint8Array) await Deno.writeFile(path, content);
    else {
      const lines = typeof content === "string"
        ? content
        : content.map((row) => JSON.stringify(row)).join("\n");
      await Deno.writeTextFile(path, lines);
    }
    found = await readAnswerFile(path, ["verdict"]);
  });
  return found;
}

Deno.test("a file of one answer has settings in a column as files of many do", async () => {
  const { completions } = await read([{ task: "1", text: "a", settings: { temperature: 0.2 } }]);
  assert.deepEqual(completions[0].settings, { temperature: 0.2 });
});

Deno.test("settings that no column is for tell answers apart, stand in the frame, and are said where a known one is near", async () => {
  const rows = ["q4", "q8"].map((quant) => ({
    task: "1",
    text: "a",
    settings: { temperature: 1, quant, top_p: 0.9, verdict: "x", banned: ["\n"] },
  }));
  const { completions, carried, notices } = await read(rows);
  assert.deepEqual(completions.map(({ epoch }: Any) => epoch), [1, 1]);
  assert.deepEqual(completions.map(({ settings }: Any) => settings.quant), ["q4", "q8"]);
  const [first] = carried.toRecords();
  assert.deepEqual(first, { quant: "q4", top_p: 0.9, banned: '["\\n"]' });
  assert.equal(notices.length, 1);
  assert.match(notices[0], /the column "top_p" is no setting, and only carried; did you mean "topP"\?/);
});

Deno.test("settings that no model has are refused, in a file and beside answers", async () => {
  const study = ownStudy({
    name: "x",
    function: "f",
    attributes: { age: { range: [0, 9] } },
    tasks: { 1: {} },
  });
  for (
    const [name, value, expected] of [
      ["temperature", -1, "at least 0"],
      ["topP", 9, String.raw`in \[0, 1\]`],
      ["round", -1, "from 0"],
    ] as const
  ) {
    const said = `${name} is ${value}, expected a number ${expected}$`;
    await assert.rejects(
      () => read(`task,text,${name}\n1,a,${value}\n`, "csv"),
      new RegExp(`item 1: ${said}`),
    );
    await assert.rejects(
      () => read([{ task: "1", text: "a", settings: { [name]: value } }]),
      new RegExp(said),
    );
    const completions: Any = [{ taskId: "1", model: "A", settings: { [name]: value }, epoch: 1, text: "a" }];
    await assert.rejects(() => run(study, { completions }), new RegExp(`completion 1: its ${said}`));
  }
  for (const topP of [0, 1]) { // a server takes 0 for the likeliest token
    const [{ settings }] = (await read(`task,text,temperature,topP\n1,a,0,${topP}\n`, "csv")).completions;
    assert.deepEqual(settings, { temperature: 0, topP });
  }
});

Deno.test("points that may stand between thousands are told where commas are decimal", async () => {
  const noticesOf = async (tokens: readonly string[], temperature = "0,5") => {
    const lines = tokens.map((one) => `1;a;${temperature};${one}\n`).join("");
    return (await read(`task;text;temperature;tokens\n${lines}`, "csv")).notices;
  };
  for (const tokens of [["1.234", "980"], ["1.234", "0", ""]]) {
    const [notice, ...more] = await noticesOf(tokens);
    assert.match(notice, /answers\.csv: the column "tokens" has points .* write thousands without a point$/);
    assert.deepEqual(more, []);
  }
  for (const tokens of [["1.234", "0.5"], ["1.234", "1500"], ["980"], ["1.234,5"]]) {
    assert.deepEqual(await noticesOf(tokens), []);
  }
  assert.deepEqual(await noticesOf(["1.234"], "0.5"), []);
});

Deno.test("a column that is called as the beginning of a setting is told", async () => {
  const { notices } = await read("task,text,temp\n1,a,0.2\n", "csv");
  assert.match(notices[0], /the column "temp" is no setting, and only carried; did you mean "temperature"\?/);
});

Deno.test("a column that is called nearly as one that is there, or with three letters, is not told", async () => {
  const { notices } = await read("task,text,temperature,temp,set,test\n1,a,0.2,warm,b,c\n", "csv");
  assert.deepEqual(notices, []);
});

Deno.test("a file of answers may have Excel's first line", async () => {
  const { completions } = await read("sep=;\ntask;text;temperature\n007;a;0,5\n", "csv");
  assert.deepEqual([completions[0].taskId, completions[0].settings], ["007", { temperature: 0.5 }]);
});

Deno.test("a column and settings that contradict each other are refused", async () => {
  const row = { task: "1", text: "a", model: "A", temperature: 1, prompt: "asked" };
  for (const [name, value] of Object.entries({ temperature: 0.2, model: "B", text: "b" })) {
    await assert.rejects(
      () => read([{ ...row, settings: { [name]: value } }]),
      new RegExp(`item 1: ${name} is .*, and ${value} in settings: leave one out`),
    );
  }
  const { completions } = await read([{ ...row, settings: { temperature: 1, prompt: "cot" } }]);
  assert.deepEqual(completions[0].settings, { prompt: "cot", temperature: 1 });
  await assert.rejects(
    () => read("task,text,settings\n1,a,default\n", "csv"),
    /settings is "default", .*rename the column/,
  );
});

Deno.test("numbers beside a text in their column are numbers, and the text is what is refused", async () => {
  const { completions } = await read([{ task: "1", text: "a", temperature: "0.2", epoch: "3" }]);
  assert.deepEqual([completions[0].settings.temperature, completions[0].epoch], [0.2, 3]);
  await assert.rejects(
    () => read("task,text,temperature\n1,a,0.2\n1,b,high\n", "csv"),
    /item 2: temperature is "high", expected a number/,
  );
});

Deno.test("numbers of single precision are those that were written", async () => {
  const frame = pl.DataFrame({ task: ["1", "1"], text: ["a", "b"], temperature: [0.2, 0.7] });
  const single = frame.withColumns(pl.col("temperature").cast(pl.Float32)).writeParquet();
  const { completions } = await read(single, "parquet");
  assert.deepEqual(completions.map(({ settings }: Any) => settings.temperature), [0.2, 0.7]);
});

Deno.test("a list or an object is no text, task or model", async () => {
  const row = { task: "1", text: "a", model: "A" };
  for (
    const wrong of [{ text: ["a", "b"] }, { text: { content: "a" } }, { task: { id: 1 } }, {
      model: { name: "A" },
    }]
  ) {
    const [[name]] = Object.entries(wrong);
    await assert.rejects(
      () => read([{ ...row, ...wrong }]),
      new RegExp(`item 1: ${name} is [[{].*, expected a text`),
    );
  }
});

Deno.test("a reason to stop that is not known is said, since it may be the limit of tokens", async () => {
  const { notices } = await read(["max_tokens", "max_tokens", "stop", null].map((finish) => {
    return { task: "1", text: "a", finish };
  }));
  assert.equal(notices.length, 1);
  assert.match(notices[0], /finish "max_tokens" is none of stop, length, refusal, looping/);
});

Deno.test("a sample that failed, whose row has an error and no text, is no empty answer, and this is said", async () => {
  const rows = [
    { task: "1", text: "a", model: "A", note: "first" },
    { task: "2", error: "the server is busy", model: "A", note: "second" },
    { task: "3", text: "", model: "A", note: "third" },
    { task: "4", text: "b", error: "none", model: "A", note: "fourth" },
  ];
  for (const ending of ["jsonl", "csv", "parquet"]) {
    const names = ["task", "text", "error", "model", "note"] as const;
    const cells = (row: Any) => names.map((name) => row[name] ?? "").join();
    const frame = pl.DataFrame(
      names.map((name) => pl.Series(name, rows.map((row: Any) => row[name] ?? null), pl.Utf8)),
    );
    const content = {
      jsonl: rows,
      csv: [names.join(), ...rows.map(cells)].join("\n"),
      parquet: frame.writeParquet(),
    };
    const found = await read(content[ending as "csv"], ending);
    assert.deepEqual(found.completions.map(({ taskId }: Any) => taskId), ["1", "3", "4"], ending);
    assert.deepEqual(found.carried.getColumn("note").toArray(), ["first", "third", "fourth"], ending);
    assert.equal(found.notices.length, 1);
    assert.match(found.notices[0], /1 of 4 rows have an error and no text, and are left out$/);
  }
});
