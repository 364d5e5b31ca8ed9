import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { figure as draw, table as made } from "codebias";
import type { StudyRun, Task } from "codebias/core/types.ts";
import { analyser } from "codebias/report/analysis.ts";
import { tableWith } from "codebias/report/tables/table_with.ts";
import { some, tableOf } from "codebias/report/presenting.ts";
import { verbs } from "codebias/report/verbs.ts";

interface Numbers extends StudyRun<Task, number> {
  readonly sum: number;
  readonly bound: number;
}

let sums = 0;
const analyse = analyser<StudyRun<Task, number>, Numbers, { readonly bound: number }>(
  "toy",
  {},
  ["bound"],
  ({ samples }, { bound = 10 }) => ({
    sum() {
      sums++;
      return samples.reduce((sum, one) => sum + one, 0);
    },
    bound: () => bound,
  }),
);
const { table, figure, answer, files } = verbs("toy", analyse, {
  tables: {
    sums: {
      long: tableOf(tableWith(), ({ sum }) => some(sum === 0 ? [] : [{ sum }])),
      wide: ({ sum }) => made([{ wide: sum }]),
    },
    paper: { printed: () => made([{ printed: 7 }]) },
    look: ({ bound }) => made([{ bound }]),
  },
  figures: { bars: ({ sum }) => sum === 0 ? undefined : draw({ marks: [] }) },
  answers: { RQ1: ({ sum, bound }) => [sum > bound ? "More." : "Not more."] },
  withoutFile: { tables: ["look", "bars"], figures: ["sums"] },
});
const result = { samples: [3, 4], about: [], label: "SYNTHETIC: nobody" };

Deno.test("tables, figures and answers are found by name, of a result or what was analysed of it", () => {
  const shown = analyse(result);
  for (const one of [result, shown]) {
    assert.equal(table("sums", one)!.toCSV(), "sum\n7\n");
    assert.match(table("sums", one)!.toMarkdown(), /SYNTHETIC: nobody/);
    assert.equal(table("sums", one, { wide: true })!.toCSV(), "wide\n7\n");
    assert.equal(table("look", one, { wide: true })!.toCSV(), "bound\n10\n");
    assert.match(figure("bars", one)!.svg, /^<svg/);
    assert.deepEqual(answer("RQ1", one), ["Not more."]);
  }
  assert.equal(table("paper")!.toCSV(), "printed\n7\n");
  assert.equal(table("sums", { ...result, samples: [] }), undefined);
});

Deno.test("tables and figures are of rows by name, with whose answers they are, or of none", () => {
  const rows = tableOf<{ label: string; rows: readonly { a: number }[] }, { a: number }>(
    tableWith(),
    "rows",
    "Rows",
    "all of them",
  );
  assert.equal(rows({ label: "A", rows: [] }), undefined);
  assert.match(rows({ label: "A", rows: [{ a: 1 }] })!.toMarkdown(), /Rows[^]*A; all of them/);
});

Deno.test("what was analysed is computed once, and may be analysed further", () => {
  const before = sums;
  const shown = analyse(result);
  assert.deepEqual([shown.sum, shown.sum, sums - before], [7, 7, 1]);
  assert.equal(analyse(shown), shown);
  const bounded = analyse(shown, { bound: 5 });
  assert.deepEqual(answer("RQ1", bounded), ["More."]);
  assert.deepEqual([analyse(bounded, {}).bound, shown.bound], [5, 10]);
  // A changed copy is analysed anew, as the first was.
  const copy = analyse({ ...bounded, samples: [1] });
  assert.deepEqual([copy.sum, copy.bound], [1, 5]);
});

Deno.test("files() has all by the names of their files, but what is for looking at alone", () => {
  const { tables, figures } = files(result);
  assert.deepEqual(Object.keys(tables), ["toy_sums", "toy_paper"]);
  assert.deepEqual(Object.keys(figures), ["toy_bars"]);
  const none = files({ ...result, samples: [] });
  assert.deepEqual([none.tables.toy_sums, none.figures.toy_bars], [undefined, undefined]);
});

Deno.test("names, options and results that are not known are refused", () => {
  const refused: readonly [() => unknown, RegExp][] = [
    [() => table("sum" as "sums", result), /^Unknown table "sum": did you mean sums\?/],
    [() => figure("bar" as "bars", result), /^Unknown figure "bar": did you mean bars\?/],
    [() => answer("RQ2" as "RQ1", result), /^Unknown question "RQ2": did you mean RQ1\?/],
    [() => figure("bars", result, { wide: true } as never), /^Unknown option "wide": Known: none$/],
    [() => table("sums", result, { wid: true } as never), /^Unknown option "wid": did you mean wide\?/],
    [() => analyse(result, { bond: 1 } as never), /^Unknown option "bond": did you mean bound\?/],
    [() => table("sums"), /^Cannot make the table sums of toy without a result: pass what run\(\) gave/],
    [() => files(undefined as never), /^Cannot make files of toy without a result/],
    [() => analyse({ samples: [] } as never), /^Cannot analyse answers of toy without a result/],
    [
      () => table("sums", pl.DataFrame({ study: ["toy"], model: ["m"] }) as never),
      /^Cannot analyse a frame as answers of toy: pass what run\(toy, \.\.\.\) gave, whole$/,
    ],
    [
      () => analyse({ ...result, study: "solar" } as never),
      /^Cannot analyse answers of solar as those of toy/,
    ],
  ];
  for (const [call, message] of refused) {
    assert.throws(call, (error: Error) => error instanceof RangeError && message.test(error.message));
  }
  const other = analyser<StudyRun<Task, number>, Numbers, object>("other", {}, [], () => ({
    ...{ sum: () => 0, bound: () => 0 },
  }));
  for (const foreign of [other(result), { ...other(result) }]) {
    assert.throws(() => analyse(foreign), /^RangeError: Cannot analyse answers of other as those of toy/);
  }
  assert.throws(
    () => table(undefined as never),
    /^RangeError: Unknown table "undefined": .*Known: look, paper, sums/,
  );
});

Deno.test("settings that answers do not name count as the usual ones", () => {
  interface Asked
    extends StudyRun<Task, { readonly settings: Readonly<Record<string, string | number | null>> }> {
    readonly asked: readonly unknown[];
  }
  const found = analyser<StudyRun<Task, Asked["samples"][number]>, Asked, object>(
    "toy",
    { prompt: "default", temperature: null },
    [],
    ({ samples }) => ({ asked: () => samples.map(({ settings }) => settings) }),
  )({ samples: [{ settings: {} }, { settings: { prompt: "own", temperature: 1 } }], about: [], label: "A" });
  assert.deepEqual(found.asked, [{ prompt: "default", temperature: null }, {
    prompt: "own",
    temperature: 1,
  }]);
});
