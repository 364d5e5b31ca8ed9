import assert from "node:assert/strict";
import { join } from "node:path";
import { paths, shortPath } from "codebias/store/paths.ts";

Deno.test("paths lead into this checkout, whatever the current directory is", async () => {
  assert((await Deno.stat(join(paths.root, "deno.json"))).isFile);
  assert((await Deno.stat(join(paths.data, "linguistic"))).isDirectory);
  for (const path of Object.values(paths)) assert(path.startsWith(paths.root.replace(/\/+$/, "")), path);
});

Deno.test("shortPath is relative inside of the checkout and unchanged elsewhere", () => {
  assert.equal(shortPath(join(paths.root, "data", "a.jsonl")), "data/a.jsonl");
  assert.equal(shortPath(paths.data), "data");
  assert.equal(shortPath(paths.root), ".");
  assert.equal(shortPath("/somewhere/else/a.jsonl"), "/somewhere/else/a.jsonl");
});

Deno.test("shortPath does not shorten a neighbour whose name begins like the checkout's", () => {
  const neighbour = `${paths.root.replace(/\/+$/, "")}-copy/a.jsonl`;
  assert.equal(shortPath(neighbour), neighbour);
});
