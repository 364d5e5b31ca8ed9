import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { paths, shortPath, typedPath } from "codebias/store/paths.ts";
import { withEnvironment } from "./repository.ts";

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

Deno.test("typedPath is relative to where a command was typed, which deno task leaves", async () => {
  await withEnvironment("INIT_CWD", "/typed/here", () => {
    assert.equal(typedPath("results"), "/typed/here/results");
    assert.equal(typedPath("../results/."), "/typed/results");
    assert.equal(typedPath("/elsewhere"), "/elsewhere");
  });
  for (const unset of [undefined, ""]) {
    await withEnvironment("INIT_CWD", unset, () => assert.equal(typedPath("results"), resolve("results")));
  }
});
