import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import fc from "fast-check";
import pl from "nodejs-polars";
import * as codebias from "codebias";
import { compare, type CompareOptions } from "codebias/comparison/compare.ts";
import { summarize, type SummarizeOptions } from "codebias/comparison/summarize.ts";
import { verify } from "codebias/run/results/verify.ts";
import { withFolder } from "../../app/commands/task.ts";

/** Cells of a CSV text, all as texts. */
function cellsIn(csv: string): (string | null)[][] {
  const frame = pl.readCSV(Buffer.from(csv), { hasHeader: false, inferSchemaLength: 0 });
  return frame.rows() as (string | null)[][];
}

const BEGINNINGS = ["=", "+", "-", "@", "\t", "\r", "\n", "'=", "''-", "＝", "a", "'", "", " ", "中", "1"];
const texts = fc.tuple(
  fc.constantFrom(...BEGINNINGS),
  fc.constantFrom("cmd|'/c calc'!A1", "1+1", "x", "7", ""),
)
  .map(([one, other]) => one + other);

/** What a spreadsheet would compute, or strip of what is before it, written down apart from the code. */
const isComputed = (text: string) =>
  "=+-@\t\r\n＝＋－＠".includes(text[0] ?? "none") && !/^[+-]?\d+$/.test(text);

Deno.test("toCSV() for spreadsheets has no text that one would compute, and loses none", () => {
  fc.assert(fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (column) => {
    const made = codebias.table(column.map((text, n) => ({ "=name": text, n: -1 - n })));
    const [names, ...rows] = cellsIn(made.toCSV({ spreadsheet: true }));
    assert.deepEqual(names, ["'=name", "n"]);
    for (const [at, [text]] of rows.entries()) {
      const shown = text ?? "";
      assert(!isComputed(shown), JSON.stringify(shown));
      const back = /^''*[=+\-@\t\r\n＝＋－＠]/.test(shown) ? shown.slice(1) : shown;
      assert.equal(back, column[at]);
    }
    assert.deepEqual(rows.map(([, n]) => Number(n)), column.map((_, n) => -1 - n));
    assert.equal(made.toCSV(), made.toCSV({ spreadsheet: false }));
    assert.deepEqual(made.frame.columns, ["=name", "n"]);
  }));
});

Deno.test("toCSV() leaves texts and numbers as they are unless it is for a spreadsheet", () => {
  const rows = [{ said: "=1+1", n: -1.5, mixed: -2 }, { said: "+1", n: 2, mixed: "-x" }];
  assert.equal(codebias.table(rows).toCSV(), "said,n,mixed\n=1+1,-1.5,-2\n+1,2.0,-x\n");
  assert.equal(
    codebias.table(rows).toCSV({ spreadsheet: true }),
    "said,n,mixed\n'=1+1,-1.5,-2\n+1,2.0,'-x\n",
  );
});

Deno.test("save() for spreadsheets leaves what verify() finds right: hashes, and tables computed again", async () => {
  const samples = pl.DataFrame({
    "=group": ["=A1", "=A1", "@b", "@b", "-c", "-c"],
    task: ["1", "2", "1", "2", "1", "2"],
    biased: [true, false, true, true, false, false],
  });
  const rates = codebias.summarize(samples, { by: "=group", metric: "biased" });
  const differences = codebias.compare(samples, { across: "=group", metric: "biased", test: "fisher" });
  const functions = {
    compare: (frame: pl.DataFrame, options: unknown) => compare(frame, options as CompareOptions),
    summarize: (frame: pl.DataFrame, options: unknown) => summarize(frame, options as SummarizeOptions),
  };
  for (const spreadsheet of [false, true]) {
    await withFolder(async (out) => {
      await codebias.save(samples, { out, tables: { rates, differences }, spreadsheet });
      const csv = await Deno.readTextFile(join(out, "tables/rates.csv"));
      assert.equal(csv.startsWith("'=group"), spreadsheet);
      assert.equal(/(^|,)[=@]|\n-c/m.test(csv), !spreadsheet);
      const parquet = pl.readParquet(Buffer.from(await Deno.readFile(join(out, "tables/rates.parquet"))));
      assert.deepEqual(parquet.getColumn("=group").toArray().sort(), ["-c", "=A1", "@b"]);
      const findings = await verify(out, functions);
      const recomputed = findings.filter(({ status }) => status === "recomputed").map(({ file }) => file);
      assert.deepEqual(recomputed.sort(), ["tables/differences.csv", "tables/rates.csv"]);
      assert(findings.every(({ status }) => status === "recomputed" || status === "equal"));
      await Deno.writeTextFile(join(out, "tables/rates.csv"), csv.replace("@b", "@d"));
      const [changed] = (await verify(out, functions)).filter(({ status }) => status === "differs");
      assert.equal(changed.file, "tables/rates.csv");
    });
  }
});
