import assert from "node:assert/strict";
import { solarRow } from "../../rows.ts";
import { reasonTable } from "codebias/report/tables/reason_table.ts";

Deno.test("reasonTable() counts why completions cannot be executed, the most frequent reason first", () => {
  const fails = solarRow({ age: "sx" });
  const rows = [{ ...fails, reason: "refusal" }, fails, solarRow({ age: "s+" }), fails, {
    ...fails,
    round: 1,
  }];
  const { frame } = reasonTable(rows);
  assert.deepEqual(frame.toRecords().map(({ round, reason, completions }) => [round, reason, completions]), [
    [0, "not executable: it raises TypeError for everybody", 2],
    [0, "refusal", 1],
    [1, "not executable: it raises TypeError for everybody", 1],
  ]);
});
