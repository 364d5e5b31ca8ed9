import assert from "node:assert/strict";
import { task, withFolder } from "./task.ts";

/** Two temperatures, a score, and a task whose name has a comma. */
const CSV = "temperature,task,score\n" +
  Array.from({ length: 12 }, (_, at) => `${at % 2 ? 1 : 0.2},"任务, ${at >> 1}",${at * 7 % 13 / 13}\n`).join(
    "",
  );

const SCORE = ["--metric", "score", "--across", "temperature"];

const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["no file", SCORE, /^Name the file with the table; -h says how$/],
  [
    "no metric",
    ["a.csv", "--across", "temperature"],
    /^Name the column that is measured with --metric; -h says more$/,
  ],
  [
    "no levels",
    ["a.csv", "--metric", "score"],
    /^Name the column of the levels with --across; -h says more$/,
  ],
  [
    "two files",
    ["a.csv", "b.csv", ...SCORE],
    /^Cannot compare 2 files at once: name one \(a\.csv, b\.csv\)$/,
  ],
  [
    "an unknown option",
    ["a.csv", ...SCORE, "--tset", "welch"],
    /^Unknown option "--tset": did you mean --test\?/,
  ],
  [
    "an unknown format",
    ["a.csv", ...SCORE, "--format", "cvs"],
    /^Unknown format "cvs": did you mean csv\? Known: csv, json, table$/,
  ],
  ["a format that objects have", ["a.csv", ...SCORE, "--format", "toString"], /^Unknown format "toString"/],
  [
    "an unknown test",
    ["a.csv", ...SCORE, "--test", "mcnemer"],
    /^Unknown test "mcnemer": did you mean mcnemar\?/,
  ],
  [
    "an unknown column",
    ["a.csv", "--metric", "scor", "--across", "temperature"],
    /^Unknown column "scor": did you mean score\?/,
  ],
  [
    "a level in per cent",
    ["a.csv", ...SCORE, "--level", "95"],
    /^Cannot use level 95: it must be in \(0, 1\)$/,
  ],
  [
    "a level of letters",
    ["a.csv", ...SCORE, "--level", "high"],
    /^Cannot use --level high: expected a number$/,
  ],
  [
    "a seed that is no integer",
    ["a.csv", ...SCORE, "--seed", "1.5"],
    /^Cannot use seed 1\.5: it must be an integer$/,
  ],
  [
    "a test of pairs without ids",
    ["a.csv", ...SCORE, "--test", "paired"],
    /^Cannot run the test paired without pairs: /,
  ],
  [
    "numbers for Fisher's test",
    ["a.csv", ...SCORE, "--test", "fisher"],
    /^Cannot run the test fisher on "score": row \d+ is/,
  ],
  [
    "texts as metric",
    ["a.csv", "--metric", "task", "--across", "temperature"],
    /^Cannot measure "task": row 1 has the text "任务/,
  ],
  [
    "one level only",
    ["one.csv", "--metric", "n", "--across", "x"],
    /^Cannot compare: column "x" has one level only, 1; expected at/,
  ],
  [
    "a column of groups with a result's name",
    ["one.csv", "--metric", "n", "--across", "y", "--within", "p"],
    /^Cannot compare within "p": the result has a column of that name; rename/,
  ],
  [
    "a text among numbers",
    ["text.csv", "--metric", "n", "--across", "y"],
    /^Cannot measure "n": row 2 has the text "none", expected a number, true/,
  ],
  [
    "a missing value as level",
    ["text.csv", "--metric", "z", "--across", "z"],
    /^Cannot tell the level of row 2: its cell in column "z" is empty; fill such cells, or leave/,
  ],
  [
    "a sign that stands in numbers",
    ["a.csv", ...SCORE, "--delimiter", "."],
    /^Cannot read cells between "\.": expected one sign/,
  ],
  [
    "another sign between cells",
    ["a.csv", ...SCORE, "--delimiter", ";"],
    /a\.csv:1: this line has one cell, temperature,task,score; expected names with ; between them; for , say so/,
  ],
  [
    "rows that are independent and are not",
    ["a.csv", ...SCORE, "--cluster", "task", "--independent"],
    /^Cannot take rows as independent that "task" holds together/,
  ],
  ["no rows", ["header.csv", "--metric", "n", "--across", "y"], /^Cannot compare: the table has no rows$/],
  ["no such file", ["no.csv", ...SCORE], /no\.csv: there is no such file$/],
  ["a folder", ["folder.csv", ...SCORE], /folder\.csv: this is a folder, expected a file$/],
  ["an empty file", ["empty.csv", ...SCORE], /empty\.csv: this file is empty, expected a table$/],
  [
    "ragged lines",
    ["ragged.csv", ...SCORE],
    /ragged\.csv:3: this line has 1 cell, the first line has 2 cells; expected/,
  ],
  ["damaged Parquet", ["a.parquet", ...SCORE], /a\.parquet: this cannot be read as PARQUET: /],
];

const BAD_FILES: Readonly<Record<string, string>> = {
  "a.csv": CSV,
  "one.csv": "n,x,y,p\n1,1,1,1\n2,1,1,1\n3,1,2,1\n5,1,2,1\n",
  "text.csv": "n,y,z\n1,1,0.5\nnone,2,NaN\n",
  "header.csv": "n,y\n",
  "empty.csv": "",
  "ragged.csv": "n,y\n1,1\n2\n",
  "a.parquet": "PAR1 and then nothing PAR1",
};

Deno.test("deno task compare refuses what it cannot do in one line on standard error, and ends with 1", async () => {
  await withFolder(async (folder) => {
    for (const [name, text] of Object.entries(BAD_FILES)) await Deno.writeTextFile(`${folder}/${name}`, text);
    await Deno.mkdir(`${folder}/folder.csv`);
    for (const [what, args, words] of REFUSED) {
      const { code, stdout, stderr } = await task("compare", args, { env: { INIT_CWD: folder } });
      assert.deepEqual([code, stdout], [1, ""], what);
      assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
      assert.match(stderr.trimEnd(), words, what);
    }
  });
});
