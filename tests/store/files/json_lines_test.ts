import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import fc from "fast-check";
import { DataError } from "codebias/core/errors.ts";
import { readJsonLines, readText } from "codebias/store/files/json_lines.ts";
import { withFiles } from "../repository.ts";

/** What is wrong with a file, without its path. */
async function complaint(content: string | Uint8Array): Promise<{ message: string; line?: number }> {
  let found: { message: string; line?: number } | undefined;
  await withFiles({ "a.jsonl": content }, async (folder) => {
    const path = `${folder}/a.jsonl`;
    await assert.rejects(() => readJsonLines(path), (error) => {
      assert(error instanceof DataError);
      assert.equal(error.place?.file, path);
      const line = error.place.line;
      const place = line === undefined ? `${path}: ` : `${path}:${line}: `;
      assert(error.message.startsWith(place), error.message);
      found = { message: error.message.slice(place.length), line };
      return true;
    });
  });
  return found!;
}

Deno.test("readJsonLines gives every object with its line", async () => {
  await withFiles({ "a.jsonl": '{"a":1}\n{"b":[2,"求"]}\n' }, async (folder) => {
    const { lines, bytes } = await readJsonLines(`${folder}/a.jsonl`);
    assert.deepEqual(lines, [{ line: 1, value: { a: 1 } }, { line: 2, value: { b: [2, "求"] } }]);
    assert.deepEqual(bytes, await Deno.readFile(`${folder}/a.jsonl`));
  });
});

Deno.test("readJsonLines accepts Windows line ends, blank lines and no line end at the end", async () => {
  for (const text of ['{"a":1}\r\n\r\n{"b":2}\r\n', '{"a":1}\n  \n{"b":2}', '{"a":1}\n\n{"b":2}\n\n\n \n']) {
    await withFiles({ "a.jsonl": text }, async (folder) => {
      const { lines } = await readJsonLines(`${folder}/a.jsonl`);
      assert.deepEqual(lines, [{ line: 1, value: { a: 1 } }, { line: 3, value: { b: 2 } }]);
    });
  }
});

Deno.test("readJsonLines accepts an empty file", async () => {
  for (const text of ["", "\n", "\r\n \n"]) {
    await withFiles({ "a.jsonl": text }, async (folder) => {
      assert.deepEqual((await readJsonLines(`${folder}/a.jsonl`)).lines, []);
    });
  }
});

Deno.test("readJsonLines gives back whatever was written", async () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()));
  await fc.assert(
    fc.asyncProperty(objects, fc.constantFrom("\n", "\r\n"), async (objects, end) => {
      const text = objects.map((object) => JSON.stringify(object) + end).join("");
      await withFiles({ "a.jsonl": text }, async (folder) => {
        const { lines } = await readJsonLines(`${folder}/a.jsonl`);
        assert.deepEqual(
          lines.map(({ value }) => JSON.stringify(value)),
          objects.map((object) => JSON.stringify(JSON.parse(JSON.stringify(object)))),
        );
      });
    }),
    { numRuns: 50 },
  );
});

Deno.test("readJsonLines says that a file is cut off in its last line", async () => {
  const whole = '{"a":1}\n{"b":"text"}';
  for (let end = whole.indexOf("\n") + 2; end < whole.length; end++) {
    const { message, line } = await complaint(whole.slice(0, end));
    assert.match(message, /^the file is cut off in this line \(.+\); fetch the file again$/);
    assert.equal(line, 2);
  }
});

Deno.test("readJsonLines says which line in the middle is not JSON", async () => {
  for (const bad of ["not JSON", '{"a":1', "{'a': 1}", '{"a":1} {"b":2}', "NaN"]) {
    const { message, line } = await complaint(`{"a":1}\n\n${bad}\n{"b":2}\n`);
    assert.match(message, /^this line is not JSON \(.+\); fetch the file again$/);
    assert.equal(line, 3);
  }
});

Deno.test("readJsonLines says which line is no object", async () => {
  for (const bad of ["[1,2]", "[]", "null", "1", '"text"', "true"]) {
    assert.deepEqual(await complaint(`{"a":1}\n${bad}\n`), {
      message: "this line is JSON, but not an object; fetch the file again",
      line: 2,
    });
  }
});

Deno.test("readJsonLines says that a file is not UTF-8", async () => {
  const chinese = new TextEncoder().encode('{"a":"求"}\n');
  for (
    const bytes of [
      Uint8Array.of(0x7b, 0xff, 0x7d),
      chinese.subarray(0, 8),
      Uint8Array.of(0xff, 0xfe, 0x7b, 0),
    ]
  ) {
    assert.deepEqual(await complaint(bytes), {
      message: "this is not UTF-8 text; fetch the file again",
      line: undefined,
    });
  }
});

Deno.test("readText says that there is no such file", async () => {
  await withFiles({}, async (folder) => {
    await assert.rejects(() => readText(`${folder}/a.jsonl`), {
      name: "DataError",
      message: `${folder}/a.jsonl: there is no such file`,
    });
  });
});

Deno.test("readText says that a folder is no file", async () => {
  await withFiles({ "a.jsonl/b": "" }, async (folder) => {
    await assert.rejects(() => readText(`${folder}/a.jsonl`), (error: Error) => {
      assert(error instanceof DataError);
      assert.match(error.message, /a\.jsonl: this is a folder, expected a file$/);
      return true;
    });
  });
});

Deno.test({
  name: "readText says that a file may not be read (left out as root, who may read everything)",
  ignore: Deno.uid() === 0,
  fn: () =>
    withFiles({ "a.jsonl": "{}" }, async (folder) => {
      chmodSync(`${folder}/a.jsonl`, 0);
      await assert.rejects(() => readText(`${folder}/a.jsonl`), (error: Error) => {
        assert(error instanceof DataError);
        assert.match(error.message, /a\.jsonl: cannot read it: .*permission denied/i);
        return true;
      });
    }),
});
