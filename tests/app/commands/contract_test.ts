import assert from "node:assert/strict";
import { basename, join } from "node:path";
import pl from "nodejs-polars";
import { save } from "codebias";
import { hashOf, keptTable, type Measured } from "../../commands/contract/kept.ts";
import { differences, keepOutputs, readKept, readOutputs } from "../../commands/contract/outputs.ts";
import { answerDifferences, keptAnswer, type Said } from "../../commands/contract/pipes.ts";
import { ROOT, task, withFolder } from "./task.ts";

const FRAME = pl.DataFrame({
  model: ["a", "b"],
  value: [0.1234567890123, 0.5],
  n: [12, 30],
  seconds: [1.5, 2.5],
});
const MEASURED: readonly Measured[] = [{ file: "rates", columns: ["seconds"], why: "a time" }];
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle r="5"/></svg>';

Deno.test("the README's first figure is one of the first command's", async () => {
  const [, file] = /!\[[^\]]*\]\(([^)]+)\)/.exec(await Deno.readTextFile(join(ROOT, "README.md")))!;
  const kept = JSON.parse(await Deno.readTextFile(join(ROOT, "tests/contract/demo/hashes.json")));
  const bytes = await Deno.readFile(join(ROOT, file));
  assert.equal(hashOf(bytes), kept.hashes[`figures/${basename(file)}`], file);
});

Deno.test("keptTable() keeps cells as they are written, and leaves out what is measured", () => {
  const measured = [{ file: "t", columns: ["seconds"], why: "a time" }];
  assert.deepEqual(keptTable("a,seconds\n1.50,0.3\n", measured).rows, [["1.50", "(measured)"]]);
});

/** Results, and what is kept of them. */
async function results(folder: string): Promise<{ readonly now: string; readonly kept: string }> {
  const [now, kept] = [join(folder, "now"), join(folder, "kept")];
  const noWarning = { onNotice: () => {} };
  await save(FRAME, {
    out: now,
    name: "small",
    tables: { rates: FRAME, plain: FRAME },
    figures: { dot: { svg: PICTURE } },
    ...noWarning,
  });
  await keepOutputs(now, kept, MEASURED);
  return { now, kept };
}

/** What is said of results after a change, by file; nothing of files that are as they were. */
async function saidAfter(
  change: (folder: string) => Promise<void>,
): Promise<Record<string, readonly string[]>> {
  let said = {};
  await withFolder(async (folder) => {
    const { now, kept } = await results(folder);
    await change(now);
    const found = differences(await readKept(kept, MEASURED), await readOutputs(now, MEASURED));
    said = Object.fromEntries([...found].filter(([, different]) => different.length > 0));
  });
  return said;
}

const CSV = "tables/rates.csv";
const PARQUET = "tables/rates.parquet";

/** Replaces a text in a file, where it must be. */
const replaced = (file: string, from: string, to: string) => async (folder: string) => {
  const text = await Deno.readTextFile(join(folder, file));
  assert(text.includes(from), text);
  await Deno.writeTextFile(join(folder, file), text.replaceAll(from, to));
};

const written = (frame: pl.DataFrame) => async (folder: string) =>
  await Deno.writeFile(join(folder, PARQUET), new Uint8Array(frame.writeParquet()));

/** What is said where the CSV file alone changes. */
const otherThanCsv = (...columns: string[]) => ({
  [PARQUET]: columns.map((name) => `column ${name} has other values than the CSV file`),
});

const withoutModel = FRAME.drop("model");

/** Deliberate changes of results, and what is said of each. */
const CHANGES:
  readonly (readonly [string, (folder: string) => Promise<void>, Record<string, readonly string[]>])[] = [
    ["a rounding", replaced(CSV, "0.1234567890123", "0.123456789"), {
      [CSV]: ["line 2, value: 0.123456789, not 0.1234567890123"],
      ...otherThanCsv("value"),
    }],
    ["a column's name", replaced(CSV, "value", "share"), {
      [CSV]: ["column value is now called share"],
      ...otherThanCsv("value"),
    }],
    ["the order of columns", replaced(CSV, "model,value", "value,model"), {
      [CSV]: ["columns in the order value, model, n, seconds, not model, value, n, seconds"],
      ...otherThanCsv("model", "value"),
    }],
    ["a label", replaced(CSV, "b,", "B,"), {
      [CSV]: ["line 3, model: B, not b"],
      ...otherThanCsv("model"),
    }],
    ["a row too few", replaced(CSV, "b,0.5,30.0,2.5\n", ""), {
      [CSV]: ["1 rows, not 2"],
      ...otherThanCsv("model", "value", "n"),
    }],
    ["a figure", replaced("figures/dot.svg", 'r="5"', 'r="6"'), {
      "figures/dot.svg": ["another text or picture"],
    }],
    ["LaTeX", replaced("tables/plain.tex", "model", "Model"), {
      "tables/plain.tex": ["another text or picture"],
    }],
    ["a type", written(FRAME.withColumn(pl.col("n").cast(pl.Int32))), {
      [PARQUET]: ["column n has type Int32, not Float64"],
    }],
    ["a value of the Parquet file alone", written(FRAME.withColumn(pl.col("n").mul(2).alias("n"))), {
      [PARQUET]: ["column n has other values than the CSV file"],
    }],
    ["a column that is gone", written(withoutModel), { [PARQUET]: ["column model is gone"] }],
    ["a file that is gone", (folder) => Deno.remove(join(folder, "tables/plain.tex")), {
      "tables/plain.tex": ["it is no longer there"],
    }],
    ["a new table", (folder) => Deno.copyFile(join(folder, CSV), join(folder, "tables/more.csv")), {
      "tables/more.csv": ["it is new; deno task contract --keep adds it"],
    }],
  ];

for (const [what, change, expected] of CHANGES) {
  Deno.test(`the contract says what changed: ${what}`, async () =>
    assert.deepEqual(await saidAfter(change), expected));
}

Deno.test("the contract does not mind other measured times, and names ten cells of a table at most", async () => {
  assert.deepEqual(await saidAfter(replaced(CSV, "1.5\n", "9.75\n")), {});
  const { [CSV]: cells } = await saidAfter(async (folder) => {
    await Deno.writeTextFile(join(folder, CSV), "model,value,n,seconds\n" + "c,1,1,1\n".repeat(2));
  });
  assert.equal(cells.length, 6);
});

Deno.test("the contract keeps hashes of others' texts, and says where a text is another", async () => {
  await withFolder(async (folder) => {
    const [now, kept] = [join(folder, "now"), join(folder, "kept")];
    const frame = pl.DataFrame({ rows: [1, 2], text: ['say "no", they say', "def f():\n    return 1"] });
    const hashed = [{ file: "t", columns: ["text"], hashed: true, why: "others' texts" }];
    const write = (table: pl.DataFrame) =>
      save(table, { out: now, name: "t", tables: { t: table }, onNotice: () => {} });
    await write(frame);
    await keepOutputs(now, kept, hashed);
    assert.doesNotMatch(await Deno.readTextFile(join(kept, "tables/t.csv")), /they|return/);
    const different = async () =>
      [...differences(await readKept(kept, hashed), await readOutputs(now, hashed))].filter(([, said]) =>
        said.length > 0
      );
    assert.deepEqual(await different(), []);
    await write(frame.withColumn(pl.Series("text", ["another", "def f():\n    return 1"])));
    const said = Object.fromEntries(await different());
    assert.match(said["tables/t.csv"][0], /^line 2, text: sha256:\w{16}, not sha256:\w{16}$/);
  });
});

const KEPT: Said = {
  status: 0,
  errors: ["Note"],
  lines: ['{"id":1,"verdict":"biased","calls":null}', '{"id":2.0}'],
};

/** Deliberate changes of what a pipe says, and what is said of each. */
const ANSWERS: readonly (readonly [string, Partial<Said>, readonly string[]])[] = [
  ["a field", { lines: ['{"id":1,"calls":null}', KEPT.lines[1]] }, ["line 1: field verdict is gone"]],
  ["a verdict", { lines: [KEPT.lines[0].replace("biased", "unbiased"), KEPT.lines[1]] }, [
    'line 1: verdict is "unbiased", not "biased"',
  ]],
  ["how a number is written", { lines: [KEPT.lines[0], '{"id":2}'] }, [
    'line 2: fields in another order or numbers written differently: {"id":2}',
  ]],
  ["a line", { lines: [KEPT.lines[0]] }, ["1 lines, not 2"]],
  ["the exit status", { status: 1 }, ["exit status 1, not 0"]],
  ["a sentence", { errors: ["note"] }, ['line of standard error 1: "note", not "Note"']],
];

for (const [what, change, expected] of ANSWERS) {
  Deno.test(`the contract of a pipe says what changed: ${what}`, () => {
    assert.deepEqual(answerDifferences(KEPT, { ...KEPT, ...change }), expected);
  });
}

Deno.test("the contract keeps 50 lines of each pipe, mistakes included", async () => {
  const folder = join(ROOT, "tests/contract/pipes");
  for (const name of ["execute", "probe", "score", "fit", "generate", "compare", "verify"]) {
    const said = await keptAnswer(folder, { name, args: [], input: "", isMany: false });
    assert(said.lines.length >= 50, name);
    assert.equal(said.lines.some((line) => line.startsWith('{"line"')), said.status === 1, name);
  }
});

Deno.test("deno task contract refuses what it does not know, and folders without finished results", async () => {
  const [option, part, folder] = await Promise.all([
    task("contract", ["--kep"]),
    task("contract", ["--only", "pipe"]),
    task("contract", ["--only", "outputs", "lib"]),
  ]);
  assert.deepEqual([option.code, part.code, folder.code], [1, 1, 1]);
  assert.match(option.stderr, /Unknown option "--kep": did you mean --keep or --help\?/);
  assert.match(part.stderr, /Unknown part "pipe": did you mean pipes\?/);
  assert.match(folder.stderr, /^lib: these results are not finished; run deno task reproduce$/m);
});
