import assert from "node:assert/strict";
import { join } from "node:path";
import { DataError } from "codebias/core/errors.ts";
import { readJsonRecords } from "codebias/store/files/json_lines.ts";
import { type Files, withFiles } from "../repository.ts";

/** The records of a file, without the folder in their places. */
async function recordsOf(name: string, content: Files[string]) {
  let found: { place: object; value: unknown }[] = [];
  await withFiles({ [name]: content }, async (folder) => {
    const { records, bytes } = await readJsonRecords(join(folder, name));
    assert.deepEqual(bytes, typeof content === "string" ? new TextEncoder().encode(content) : content);
    found = records.map(({ place, value }) => {
      assert.equal(place.file, join(folder, name));
      return { place: { ...place, file: name }, value };
    });
  });
  return found;
}

/** What is said of a file, without the folder. */
async function complaint(name: string, content: Files[string]): Promise<string> {
  let said = "";
  await withFiles({ [name]: content }, async (folder) => {
    await assert.rejects(readJsonRecords(join(folder, name)), (error) => {
      assert(error instanceof DataError, String(error));
      said = error.message.replace(`${folder}/`, "");
      return true;
    });
  });
  return said;
}

Deno.test("a file with a JSON list has its items for records, numbered from 1", async () => {
  assert.deepEqual(await recordsOf("a.json", '[{"a": 1},\n {"a": [2]}]'), [
    { place: { file: "a.json", item: 1 }, value: { a: 1 } },
    { place: { file: "a.json", item: 2 }, value: { a: [2] } },
  ]);
  assert.deepEqual(await recordsOf("a.json", " [ ] "), []);
});

Deno.test("any other file has its lines for records", async () => {
  const content = '{"a": 1}\r\n\n{"a": [2]}\n';
  for (const name of ["a.jsonl", "a.ndjson", "json"]) {
    assert.deepEqual(await recordsOf(name, content), [
      { place: { file: name, line: 1 }, value: { a: 1 } },
      { place: { file: name, line: 3 }, value: { a: [2] } },
    ]);
  }
  // A list in one line is no object.
  assert.match(await complaint("a.jsonl", '[{"a": 1}]'), /^a\.jsonl:1: this line is JSON, but not an object/);
});

Deno.test("a damaged list is refused with the file, the item and what to do", async () => {
  const FETCH = "; fetch the file again";
  for (
    const [content, message] of [
      ['[{"a": 1}, 2]', `a.json: item 2: this is JSON, but not an object${FETCH}`],
      ['[null, {"a": 1}]', `a.json: item 1: this is JSON, but not an object${FETCH}`],
      ["[{}, {}, []]", `a.json: item 3: this is JSON, but not an object${FETCH}`],
      ['{"a": 1}', `a.json: this is JSON, but not a list${FETCH}`],
      ["null", `a.json: this is JSON, but not a list${FETCH}`],
    ] as const
  ) assert.equal(await complaint("a.json", content), message);
  for (const content of ['[{"a": 1}', "", "[{}] [{}]"]) {
    assert.match(
      await complaint("a.json", content),
      /^a\.json: this is not JSON \(.+\); fetch the file again$/,
    );
  }
  assert.equal(
    await complaint("a.json", Uint8Array.of(0x5b, 0xff, 0x5d)),
    `a.json: this is not UTF-8 text${FETCH}`,
  );
  await assert.rejects(
    readJsonRecords("/nowhere/a.json"),
    /^DataError: \/nowhere\/a\.json: there is no such file$/,
  );
});
