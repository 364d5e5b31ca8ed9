import assert from "node:assert/strict";
import { RESULTS, withColumns } from "./columns.ts";

Deno.test("docs/results.md has the columns of every table that the contract keeps", async () => {
  const text = await Deno.readTextFile(RESULTS);
  assert.equal(text, await withColumns(text), "write them anew: deno run -A tests/docs/columns.ts");
  assert(text.includes("`solar_table3`"));
});
