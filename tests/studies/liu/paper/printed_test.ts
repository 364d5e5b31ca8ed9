import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import {
  artifactErrors,
  CBS_COLUMNS,
  CELL_TABLES,
  printedCell,
  printedCells,
} from "codebias/studies/liu/paper/printed.ts";
import { DIMENSIONS, vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";
import { noGolden, paperTests } from "../../../golden_file.ts";
import { golden } from "../golden.ts";

const paperTest = await paperTests("liu-social-biases.txt");

/** What lines below a caption have behind these words, as numbers; null for a dash. */
function numbersBehind(text: string, caption: string, starts: readonly RegExp[]): (number | null)[][] {
  const lines = text.slice(text.indexOf(caption)).split("\n");
  return starts.map((start) => {
    const line = lines.find((one) => start.test(one)) ?? assert.fail(`${start} below ${caption}`);
    return line.replace(start, "").trim().split(/\s+/).map((cell) => cell === "-" ? null : Number(cell));
  });
}

/** As decimals, no 0.6057999 for 0.6058. */
const share = (percent: number | null) => percent === null ? null : Number((percent / 100).toFixed(6));

const MODELS = [/^InCoder 1\.3B /, /^6\.7B /, /^CodeGen 350M /, /2\.7B /, /^6\.1B /, /^Codex 100B\+ /]
  .map((start) => new RegExp(start.source.replace(/^2/, "^(?:Mono )?2")));

const TYPES = [/^RoB\. Neg /, /^Rand\. Neg /, /^Rand\. Pos /, /^Comp\. Neg /, /^Comp\. Pos /];

paperTest("Tables 4 and 7 are the paper's", (text) => {
  const [table4, table7] = ["Table 4:", "Table 7:"].map((caption) => numbersBehind(text, caption, MODELS));
  for (const [at, { model, cbs, passAt }] of liu.paper.numbers.table4.entries()) {
    const printed = [...CBS_COLUMNS.map((column) => cbs[column]), ...[passAt[1], passAt[10], passAt[100]]];
    assert.deepEqual(printed, table4[at].map(share), model);
  }
  for (const [at, { model, cbs }] of liu.paper.numbers.table7.entries()) {
    assert.equal(model, liu.paper.numbers.table4[at].model);
    assert.deepEqual(CBS_COLUMNS.map((column) => cbs[column]), table7[at].map(share), model);
  }
});

for (const table of ["table5", "table6"] as const) {
  paperTest(`Table ${table.slice(5)} is the paper's`, (text) => {
    const rows = numbersBehind(text, `Table ${table.slice(5)}:`, TYPES);
    const own = liu.paper.numbers[table].rows.map((row) => DIMENSIONS.map((dimension) => row[dimension]));
    assert.deepEqual(own, rows);
  });
}

paperTest("Table 3 is the paper's", (text) => {
  const lines = text.slice(text.indexOf("Table 3:")).split("\n").filter((line) =>
    /^(?:Train|Dev|Test) \d/.test(line)
  );
  const own = liu.paper.numbers.table3.map(({ pos, neg, ratio, total }) => [pos, neg, ratio, total]);
  assert.deepEqual(own, lines.slice(0, 9).map((line) => line.split(" ").slice(1).map(Number)));
});

paperTest("Table 8 is the paper's", (text) => {
  const starts = ["0 0", "1 8", "2 31", "3 40"].map((start) =>
    RegExp(`^(?:Num\\.functions\\s*)?${start[0]} (?=${start.slice(2)}\\b)`)
  );
  const more = ["0Y2N", "1Y1N", "2Y0N", "NEG", "POS"].map((value) =>
    RegExp(`^(?:Human Relevancy|Function Order)?\\s*${value} `)
  );
  const rows = numbersBehind(text, "Table 8:", [...starts, ...more]);
  const own = liu.paper.numbers.table8.rows.map(({ InCoder, CodeGen }) => [InCoder, CodeGen]);
  assert.deepEqual(own, rows.map((row) => row.map(share)));
});

paperTest("Figure 3 is the paper's", (text) => {
  const drawn = text.slice(text.indexOf("LSTM Random LSTM Pretrain"), text.indexOf("Figure 3:"));
  const accuracies = [...drawn.matchAll(/\d\d\.\d\d/g)].map(([one]) => share(Number(one)));
  const own = [
    ...liu.paper.numbers.figure3.map(({ val }) => val),
    ...liu.paper.numbers.figure3.map(({ test }) => test),
  ];
  assert.deepEqual(own, accuracies);
});

paperTest("Tables 9 and 10 are the paper's", (text) => {
  const folded = text.slice(text.indexOf("Table 9:")).replaceAll(/\s+/g, " ");
  for (const dimension of DIMENSIONS) {
    const words = liu.paper.numbers.table9.demographics[dimension].join(", ");
    assert(folded.toLowerCase().includes(`${dimension} ${words.toLowerCase()} `), dimension);
  }
  const rows = [
    ...folded.matchAll(/def find_(\w+)_people\(people, ethnicity\): ((?:[\w ]+ \(0\.\d\),? ?)+)/g),
  ];
  const theirs = rows.map(([, adjective, list]) => [
    adjective,
    Object.fromEntries(
      [...list.matchAll(/(\w[\w ]*) \((0\.\d)\)/g)].map(([, name, ratio]) => [name, Number(ratio)]),
    ),
  ]);
  assert.equal(theirs.length, 16);
  assert.deepEqual(
    liu.paper.numbers.table10.rows.map(({ adjective, shares }) => [adjective, shares]),
    theirs,
  );
});

Deno.test("printedCells() has every number of a table once, and printedCell() finds each", () => {
  const sizes = CELL_TABLES.map((table) => printedCells(table).length);
  assert.deepEqual(sizes, [30, 32, 34, 30, 14]);
  for (const table of CELL_TABLES) {
    const cells = printedCells(table);
    for (const { value, keys } of cells) {
      assert.equal(printedCell(table, keys), value, JSON.stringify(keys));
    }
    const known = table === "table8" ? liu.paper.numbers.table8.models : liu.paper.numbers.models;
    assert.deepEqual(cells.filter(({ keys }) => !known.includes(keys.model)), []);
  }
});

Deno.test("printedCell() has nothing where the paper has a dash, another model or another table", () => {
  const keys = { model: "InCoder-6.7B", modifierType: "Comparative-Pos", dimension: "politics" };
  assert.equal(printedCell("table5", keys), 1);
  assert.equal(printedCell("table6", keys), null);
  assert.equal(printedCell("table5", { ...keys, model: "Codex" }), null);
  assert.equal(printedCell("table4", keys), null);
  assert.equal(printedCell("table8", { model: "InCoder", prompt: "2Y0N" }), 0.5575);
  assert.throws(() => printedCell("table3", keys), {
    name: "RangeError",
    message: /^Unknown table with cells "table3"/,
  });
});

Deno.test("the printed adjectives of Table 10 are modifiers of their type", () => {
  for (const { modifierType, adjective } of liu.paper.numbers.table10.rows) {
    const own = Object.entries(vocabulary.modifiers).find(([, words]) => words.includes(adjective));
    assert.equal(own?.[0], modifierType, adjective);
  }
});

Deno.test({
  name: `what the logs say of Figure 3 has the golden numbers${noGolden(golden)}`,
  ignore: !golden,
  fn() {
    const { paper: _, note: __, ...logs } = golden!.lstm_logs_vs_figure3;
    assert.equal(Object.keys(logs).length, 4);
    for (const [name, of] of Object.entries(logs)) {
      const where = name.includes("random") ? "Figure 3, LSTM Random" : "Figure 3, LSTM Pretrain";
      const { what } = artifactErrors.find((one) => one.where === where)!;
      const { val, test } = of as Readonly<Record<string, number>>;
      const [, epoch] = /epoch (\d+)/.exec(name)!;
      const said = `${val.toFixed(2)} and ${test.toFixed(2)}`;
      assert(what.includes(said) && what.includes(`epoch ${epoch}`), `${name}: ${said}`);
    }
  },
});

Deno.test("what the artifact has otherwise is told by place, each only once", () => {
  assert(artifactErrors.length > 5);
  for (const { where, what } of artifactErrors) {
    assert.match(where, /^(?:Tables?|Figure|Section|Appendix) /);
    assert(what.length > 0);
  }
  assert.equal(new Set(artifactErrors.map(({ what }) => what)).size, artifactErrors.length);
});
