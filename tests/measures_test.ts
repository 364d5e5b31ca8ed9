import assert from "node:assert/strict";
import { join } from "node:path";
import { exists } from "codebias/store/files/files.ts";
import { paths } from "codebias/store/paths.ts";
import { ARCHITECTURE, withTable } from "./lint/rooms.ts";
import { circlesIn, measures, ownNames } from "./measures.ts";

const found = await measures();

Deno.test("no folder of lib has more than 20 files", () => {
  assert(found.fullest[1] <= 20, found.fullest.join(" has "));
});

Deno.test("no file of lib is in a circle of imports", () => {
  assert.deepEqual(found.circles, []);
});

Deno.test("no exported name of lib is used nowhere", () => {
  assert.deepEqual(found.dead, []);
});

Deno.test("no exported name of lib is used by tests alone", () => {
  assert.deepEqual(found.tested, []);
});

Deno.test("no room of lib is imported past its face", () => {
  assert.deepEqual(found.pastFaces, []);
});

Deno.test("the five studies have at most 60 names beyond the form and the verbs, and none more than 14", () => {
  const counts = Object.values(ownNames).map((names) => names.length);
  assert(counts.reduce((sum, one) => sum + one, 0) <= 60 && Math.max(...counts) <= 14, `${counts}`);
});

Deno.test("circlesIn() finds circles of two and more, and no others", () => {
  const graph = { a: ["b"], b: ["c"], c: ["a", "d"], d: ["e"], e: [], f: ["g"], g: ["f"] };
  assert.deepEqual(circlesIn(new Map(Object.entries(graph))), [["a", "b", "c"], ["f", "g"]]);
});

Deno.test("docs/architecture.md has the table of the lint rule", async () => {
  const text = await Deno.readTextFile(ARCHITECTURE);
  assert.equal(text, withTable(text), "write it anew: deno run -A tests/lint/rooms.ts");
});

Deno.test("docs/architecture.md names files that are there", async () => {
  const text = await Deno.readTextFile(ARCHITECTURE);
  const named = [...text.matchAll(/`([\w/]+\.ts)`/g)].map(([, file]) => file);
  const missing = named.filter((file) =>
    ![file, `lib/${file}`, `lib/execution/${file}`].some((path) => exists(join(paths.root, path))) &&
    file.includes("/")
  );
  assert.deepEqual(missing, []);
  assert(named.length > 20);
});
