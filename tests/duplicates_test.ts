import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { duplicates } from "./duplicates.ts";
import { textsIn } from "./measures.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

Deno.test("no more than 12 lines of code stand twice in lib", async () => {
  const found = duplicates(await textsIn(`${ROOT}lib`, ROOT));
  assert.deepEqual(found.map(({ places, lines }) => `${lines.length} lines: ${places.join(" and ")}`), []);
});

Deno.test("duplicates() finds whole runs in other files and in the same one, whatever stands between their lines", () => {
  const imports = 'import { a } from "./a.ts";\nimport {\n  b,\n} from "./b.ts";\n';
  const run = ["one();", "two();", "three();"];
  const texts = new Map([
    ["a.ts", `${imports}first();\n${run.join("\n")}\nlast();\n`],
    [
      "b.ts",
      `${imports}/** Says\n * it.\n */\n${run.map((line) => `  ${line} `).join("\n\n// why\n")}\nend();\n`,
    ],
    ["c.ts", `${[...run, ...run, "other();"].join("\n")}\n`],
  ]);
  const found = duplicates(texts, 2).map(({ places }) => places.join(" "));
  assert.deepEqual(found.sort(), [
    "a.ts:6 b.ts:8",
    "a.ts:6 c.ts:1",
    "a.ts:6 c.ts:4",
    "b.ts:8 c.ts:1",
    "b.ts:8 c.ts:4",
    "c.ts:1 c.ts:4",
  ]);
  assert.deepEqual(duplicates(texts, 2)[0].lines, run);
  assert.deepEqual(duplicates(texts, 3), []);
});
