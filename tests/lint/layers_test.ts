import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import plugin from "./layers.ts";

/**
 * Who may import whom, once more and in another form than in the plugin: row imports column. `x` is allowed,
 * `.` is not, `=` is the part itself.
 */
const MATRIX = `
                        typ err val ext com sta bia rep rev cal liu sol gen gnt imp exe sto not set cmd run ref pro cbs rvg cla mod ask say
core/types              =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
core/errors             .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
values                  x   x   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
extraction              x   x   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
complexity              x   x   .   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
statistics              x   x   .   .   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
bias                    x   x   x   x   .   x   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
report                  x   x   .   .   .   x   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
review                  x   x   .   .   .   x   .   x   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
calibration             x   x   .   .   .   x   .   .   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
studies/liu             x   x   x   x   x   x   x   x   x   x   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
studies/solar           x   x   x   x   x   x   x   x   x   x   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
generation              x   x   x   .   .   x   .   .   .   x   .   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
run/asking              x   x   x   .   .   x   .   .   .   .   .   .   x   =   .   .   x   .   .   .   .   .   .   .   .   .   .   .   .
run/importance          x   x   .   .   .   .   .   .   .   .   .   .   x   x   =   .   x   .   .   .   .   .   .   .   .   .   .   .   .
execution               x   x   x   .   .   .   .   .   .   .   .   .   .   .   .   =   .   .   .   .   .   .   .   .   .   .   .   .   .
store                   x   x   x   .   .   .   .   .   .   .   .   .   .   .   .   .   =   .   .   .   .   .   .   .   .   .   .   .   .
app/notebook            x   x   x   .   .   .   .   x   .   .   .   .   .   .   .   .   .   =   .   .   .   .   .   .   .   .   .   .   .
app/setup               x   x   x   .   .   .   .   .   .   .   .   .   .   .   .   .   x   .   =   .   .   .   .   .   .   .   .   .   .
app/command_line        x   x   x   .   .   .   .   .   .   .   .   .   .   .   .   .   x   .   x   =   .   .   .   .   .   .   .   .   .
run                     x   x   x   .   .   .   .   .   .   .   .   .   x   x   .   x   x   .   .   .   =   x   .   .   .   .   .   .   .
run/reference_check     x   x   x   .   .   .   .   .   .   .   .   .   x   .   .   x   x   .   .   .   x   =   .   .   .   .   .   .   .
run/profile             x   x   x   .   x   .   .   .   .   .   .   .   .   .   .   x   x   .   .   .   .   .   =   .   .   .   .   .   .
run/published_cbs       x   x   x   .   .   .   .   .   .   .   .   .   .   .   .   x   x   .   .   .   .   .   .   =   .   .   .   .   .
run/results/reviewing   x   x   .   .   .   .   .   x   x   .   .   .   .   .   .   .   x   .   .   .   .   .   .   .   =   .   .   .   .
run/results/classifying x   x   .   .   .   .   .   .   .   .   .   .   .   .   .   .   x   .   .   .   .   .   .   .   .   =   .   .   .
mod                     x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   =   x   x
app/commands/ask        x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   =   .
app/commands/say        x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   .   =
`;

const ROWS = MATRIX.trim().split("\n").slice(1).map((line) => line.trim().split(/\s+/));
const PARTS = ROWS.map(([part]) => part);
const SINGLE_FILES = [
  "core/types",
  "core/errors",
  "run/reference_check",
  "run/profile",
  "run/published_cbs",
  "run/results/reviewing",
  "run/results/classifying",
  "mod",
  "app/commands/ask",
  "app/commands/say",
];

const fileOf = (part: string, name: string) =>
  SINGLE_FILES.includes(part) ? `lib/${part}.ts` : `lib/${part}/${name}.ts`;

/** How a file of lib/ writes the way to another. */
function relativeSpecifier(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 2);
  return (up || "./") + to.slice("lib/".length);
}

function messages(file: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, file, source).filter(({ id }) => id === "codebias/layers").map((
    { message },
  ) => message);
}

const WAYS: Readonly<Record<string, (specifier: string) => string>> = {
  "value": (specifier) => `import { a } from "${specifier}";\na();`,
  "type only": (specifier) => `import type { A } from "${specifier}";\nlet a: A;`,
  "inline type": (specifier) => `import { type A } from "${specifier}";\nlet a: A;`,
  "side effect": (specifier) => `import "${specifier}";`,
  "namespace": (specifier) => `import * as a from "${specifier}";\na.b();`,
  "re-export": (specifier) => `export { a } from "${specifier}";`,
  "type re-export": (specifier) => `export type { A } from "${specifier}";`,
  "re-export of all": (specifier) => `export * from "${specifier}";`,
  "type of a module": (specifier) => `type A = import("${specifier}").A;`,
  "typeof a module": (specifier) => `type A = typeof import("${specifier}");`,
  "dynamic": (specifier) => `const a = import("${specifier}");\na;`,
};

Deno.test("layers has one column for each row of the independent table", () => {
  assert.equal(PARTS.length, 29);
  for (const row of ROWS) assert.equal(row.length, 30, row[0]);
});

for (const [way, write] of Object.entries(WAYS)) {
  Deno.test(`layers allows and forbids every pair of parts as the table says: ${way}`, () => {
    for (const [from, ...cells] of ROWS) {
      for (const [column, cell] of cells.entries()) {
        if (cell === "=" && SINGLE_FILES.includes(from)) continue;
        // mod.ts may only re-export; what it may hold besides is another test's matter
        if (from === "mod" && !way.includes("re-export")) continue;
        const [file, target] = [fileOf(from, "here"), fileOf(PARTS[column], "there")];
        for (const specifier of [relativeSpecifier(file, target), target.replace("lib/", "codebias/")]) {
          const found = messages(file, write(specifier));
          if (cell === ".") {
            assert.equal(found.length, 1, `${from} imports ${specifier}`);
            assert(found[0].startsWith(`lib/${from} may not import lib/${PARTS[column]}: `), found[0]);
          } else {
            assert.deepEqual(found, [], `${from} imports ${specifier}`);
          }
        }
      }
    }
  });
}

Deno.test("layers says what is allowed", () => {
  assert.deepEqual(messages("lib/statistics/wilson.ts", `import { open } from "../store/source.ts";`), [
    "lib/statistics may not import lib/store: allowed are core/types, core/errors, core/visible, core/kinds, core/nearest, core/recipe, core/fields, core/frame",
  ]);
  assert.deepEqual(messages("lib/core/types.ts", `import { DataError } from "./errors.ts";`), [
    "lib/core/types may not import lib/core/errors: it may import nothing",
  ]);
  assert.deepEqual(messages("lib/app/commands/ask.ts", `import "./say.ts";`), [
    "lib/app/commands/ask may not import lib/app/commands/say: allowed are everything in lib but the other commands",
  ]);
  assert.deepEqual(messages("lib/studies/liu/study.ts", `import "../solar/study.ts";`), [
    "lib/studies/liu may not import lib/studies/solar: allowed are core/types, core/errors, core/visible, core/kinds, core/nearest, core/recipe, core/fields, core/frame, core/study, values, " +
    "extraction, complexity, statistics, calibration, comparison, bias, report, review, paper, data/liu/*.json",
  ]);
});

Deno.test("layers looks through detours in a path", () => {
  const from = "lib/statistics/deep/wilson.ts";
  for (const detour of ["../../statistics/../store/a.ts", "./../../store/a.ts", "../../%73tore/a.ts?x#y"]) {
    assert.equal(messages(from, `import "${detour}";`).length, 1, detour);
  }
  assert.deepEqual(messages(from, `import "../../store/../statistics/a.ts";`), []);
  assert.deepEqual(messages(from, `import "../../core/types.ts";`), []);
  assert.equal(messages(from, `import "codebias/statistics/../store/a.ts";`).length, 1);
});

Deno.test("layers lets a study read its own JSON data and nobody else's", () => {
  const read = (path: string) => `import numbers from "${path}" with { type: "json" };\nnumbers;`;
  assert.deepEqual(messages("lib/studies/liu/table.ts", read("../../../data/liu/published.json")), []);
  assert.deepEqual(messages("lib/studies/liu/table.ts", read("../../../data/solar/published.json")), [
    "lib/studies/liu may not import data/solar: allowed are core/types, core/errors, core/visible, core/kinds, core/nearest, core/recipe, core/fields, core/frame, core/study, values, " +
    "extraction, complexity, statistics, calibration, comparison, bias, report, review, paper, data/liu/*.json",
  ]);
  assert.equal(messages("lib/studies/liu/table.ts", `import "../../../data/liu/program.ts";`).length, 1);
  for (const part of PARTS.filter((part) => !part.startsWith("studies/") && part !== "mod")) {
    const file = fileOf(part, "here");
    const up = "../".repeat(file.split("/").length - 1);
    assert.equal(messages(file, read(`${up}data/liu/published.json`)).length, 1, part);
  }
});

Deno.test("layers forbids what lies outside of lib and data, wherever it is", () => {
  const outside = [
    "../../tests/lint/layers.ts",
    "../../../lib/core/types.ts",
    "../../deno.json",
    "/lib/core/types.ts",
    "https://deno.land/x/a.ts",
    "jsr:@std/assert",
    "file:///lib/core/types.ts",
    "data:text/javascript,1",
  ];
  for (const specifier of outside) {
    assert.equal(messages("lib/store/source.ts", `import "${specifier}";`).length, 1, specifier);
  }
});

Deno.test("layers forbids parts that are in no row of the table", () => {
  assert.equal(messages("lib/utils/text.ts", `import "../core/types.ts";`).length, 1);
  assert.equal(messages("lib/app/commands/ask.ts", `import "../../utils/text.ts";`).length, 1);
  assert.deepEqual(messages("lib/helpers.ts", `import "./core/types.ts";`), [
    "lib/helpers is in no row of the import table in tests/lint/layers.ts",
  ]);
});

Deno.test("layers allows packages and built-in modules, but few of the latter in pure parts", () => {
  const pure =
    "values extraction complexity statistics bias report review calibration studies/liu studies/solar"
      .split(" ");
  for (
    const part of PARTS.filter((part) => part !== "core/types" && part !== "core/errors" && part !== "mod")
  ) {
    const file = fileOf(part, "here");
    for (const specifier of ["jstat", "@lezer/python", "npm:jstat@1.9.6", "node:crypto", "node:buffer"]) {
      assert.deepEqual(messages(file, `import a from "${specifier}";`), [], `${part} imports ${specifier}`);
    }
    for (const specifier of ["node:fs", "node:path", "node:process", "fs", "node:fs/promises"]) {
      const expected = pure.includes(part) ? 1 : 0;
      assert.equal(messages(file, `import a from "${specifier}";`).length, expected, `${part}: ${specifier}`);
    }
  }
  assert.equal(messages("lib/core/types.ts", `import type { Series } from "nodejs-polars";`).length, 1);
  assert.equal(messages("lib/core/errors.ts", `import { inspect } from "node:util";`).length, 1);
});

Deno.test("layers forbids imports whose module is not written out", () => {
  for (const source of ["import(name)", "import(`../${name}.ts`)", `import("../" + name)`]) {
    assert.deepEqual(messages("lib/store/source.ts", `const a = ${source};`), [
      "lib/store imports what is not written out: name the module in quotes",
    ]);
  }
});

Deno.test("layers lets mod.ts re-export and do nothing else", () => {
  const good =
    `export { a } from "./run/run.ts";\nexport * from "./core/types.ts";\nexport type { B } from "./core/errors.ts";`;
  assert.deepEqual(messages("lib/mod.ts", good), []);
  const bad = [
    `import "./run/run.ts";`,
    `import { a } from "./run/run.ts";`,
    `export const a = 1;`,
    `export function a() {}`,
    `export type A = string;`,
    `const a = 1; export { a };`,
    `export default 1;`,
    `a();`,
  ];
  for (const source of bad) assert(messages("lib/mod.ts", source).length > 0, source);
});

Deno.test("layers leaves files outside of lib alone", () => {
  for (const file of ["tests/run_test.ts", "notebooks/a.ts", "elsewhere/lib/statistics/a.ts"]) {
    assert.deepEqual(messages(file, `import "../lib/store/source.ts"; import "node:fs";`), []);
  }
});

Deno.test("the project itself keeps its own lint rules", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { lint } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
  assert(lint.plugins.includes("./tests/lint/layers.ts"), "deno.json does not name the plugin");
  const command = new Deno.Command(Deno.execPath(), {
    args: ["lint", "lib"],
    cwd: root,
    env: { NO_COLOR: "1" },
  });
  const { stdout, stderr } = await command.output();
  const report = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert(Number(/Checked (\d+) files/.exec(report)?.[1]) > 20, report);
  assert.deepEqual(report.match(/codebias\/.*(?:\n.*){3}/g) ?? [], []);
});

Deno.test("no file of lib switches the project's own lint rules off", () => {
  const root = fileURLToPath(new URL("../../lib", import.meta.url));
  const switches = new RegExp(["deno-lint", "ignore(-file)?( *$| .*codebias/)"].join("-"), "m");
  for (const name of sourcesIn(root)) assert.doesNotMatch(Deno.readTextFileSync(name), switches, name);
  assert.match("// deno-lint-" + "ignore codebias/layers", switches);
  assert.match("// deno-lint-" + "ignore-file\n", switches);
});

function sourcesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? sourcesIn(`${folder}/${name}`) : name.endsWith(".ts") ? [`${folder}/${name}`] : []
  );
}
