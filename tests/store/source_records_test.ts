import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { openSource } from "codebias";
import { Source } from "codebias/store/source.ts";
import type { DatasetLayout, Settings, Task } from "codebias/core/types.ts";
import { STUDY, withEnvironment, withFiles } from "./repository.ts";

const TASKS: readonly Task[] = [{ id: "one" }, { id: "two" }];

/** A study that makes its tasks, and has two files more. */
function studyWith(layout: Partial<DatasetLayout<Task, Settings>> = {}) {
  const repository = { name: "Made", url: "https://example.org/made", landmark: "a.jsonl" };
  return {
    name: "made",
    layout: { repository, tasks: TASKS, recordings: [], files: ["a.jsonl", "b.json"], ...layout },
  };
}

const FILES = {
  "Made/a.jsonl": '{"n": 1}\n\n{"n": 2}\r\n',
  "Made/b.json": '[{"n": 3}]',
  "Made/c.jsonl": '{"n": 4}\n',
};

/** Runs a test with a source of the study whose files these are. */
const withMade = (
  test: (source: Source, folder: string) => Promise<void>,
  files: Readonly<Record<string, string>> = FILES,
) =>
  withFiles(
    files,
    async (folder) => await test(await openSource(studyWith(), { artifacts: folder }), folder),
  );

/** What parsers get. */
const asIs = (records: readonly unknown[], { file }: { readonly file: string }) => ({ records, file });

Deno.test("records() are all objects of a file, of JSON Lines or of a list, handed over at once with its name", () =>
  withMade(async (source) => {
    assert.deepEqual(await source.records("a.jsonl", asIs), {
      records: [{ n: 1 }, { n: 2 }],
      file: "a.jsonl",
    });
    assert.deepEqual(await source.records("b.json", asIs), { records: [{ n: 3 }], file: "b.json" });
    assert.equal(await source.records("a.jsonl", (records) => records.length), 2);
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    assert.deepEqual(Object.fromEntries(source.files), {
      "a.jsonl": hash(FILES["Made/a.jsonl"]),
      "b.json": hash(FILES["Made/b.json"]),
    });
  }));

Deno.test("records() of a file that is not the study's are refused, with the nearest, though it is there", () =>
  withMade(async (source) => {
    for (
      const [name, said] of [["c.jsonl", /did you mean a\.jsonl or b\.json\? Known: a\.jsonl, b\.json$/], [
        "xyz/secret.txt",
        /": Known:/,
      ]] as const
    ) {
      await assert.rejects(source.records(name, asIs), (error: Error) => {
        assert.equal(error.name, "RangeError");
        assert.match(error.message, new RegExp(`^Unknown file "${RegExp.escape(name)}":`));
        assert.match(error.message, said);
        return true;
      });
    }
    assert.equal(source.files.size, 0);
    const other = new Source(STUDY, "artifact", "nowhere");
    await assert.rejects(
      other.records("a.jsonl", asIs),
      /^RangeError: Unknown file "a\.jsonl": Known: none$/,
    );
  }));

Deno.test("records() say which file a parser refuses, and let other errors through", () =>
  withMade(async (source, folder) => {
    const refusing = (error: Error) => () => {
      throw error;
    };
    for (const Wrong of [TypeError, RangeError]) {
      await assert.rejects(
        source.records("a.jsonl", refusing(new Wrong("row 2: n is odd"))),
        (error: Error) => {
          assert.equal(error.name, "DataError");
          const file = join(folder, "Made", "a.jsonl");
          assert.equal(error.message, `${file}: row 2: n is odd; is this file from another dataset?`);
          assert(error.cause instanceof Wrong);
          return true;
        },
      );
    }
    const mine = new SyntaxError("mine");
    await assert.rejects(source.records("a.jsonl", refusing(mine)), mine);
  }));

Deno.test("records() are of the artifact alone", async () => {
  const source = await openSource(studyWith(), { source: "model" });
  await assert.rejects(source.records("a.jsonl", asIs), {
    name: "RangeError",
    message:
      `Cannot read a.jsonl: the source has tasks of the project's own suite; open it with source "artifact"`,
  });
  await assert.rejects((await openSource(STUDY, { source: "demo" })).records("a.jsonl", asIs), {
    name: "RangeError",
    message: /the source has demonstration data.*; open it with source "artifact"$/,
  });
});

Deno.test("further files count among those whose change is noticed, and are missed with what to do", () =>
  withMade(async (source, folder) => {
    const [before] = await source.fileList();
    assert.deepEqual((await source.fileList()).map((line) => line.split(" ")[0]), ["a.jsonl", "b.json"]);
    await Deno.writeTextFile(join(folder, "Made", "a.jsonl"), '{"n": 11}\n');
    assert.notEqual((await source.fileList())[0], before);
    await Deno.remove(join(folder, "Made", "b.json"));
    await assert.rejects(source.fileList(), {
      name: "DataError",
      message: `${
        join(folder, "Made", "b.json")
      }: there is no such file; Made is incomplete, get it again: git clone https://example.org/made`,
    });
  }));

Deno.test("files that a copy may lack are read where they are, and noticed where they are not", async () => {
  const study = studyWith({ files: ["a.jsonl"], optionalFiles: ["b.json", "d.json"] });
  await withFiles(FILES, async (folder) => {
    const source = await openSource(study, { artifacts: folder });
    const listed = ["b.json", "d.json", "a.jsonl"].map((path) => ({ path, of: `model ${path[0]}` }));
    const read = await source.rowsOf(
      listed,
      (records, { file, of }) => records.map(() => `${file} of ${of}`),
    );
    assert.deepEqual(read, [
      { path: "b.json", of: "model b", rows: ["b.json of model b"] },
      { path: "a.jsonl", of: "model a", rows: ["a.jsonl of model a", "a.jsonl of model a"] },
    ]);
    assert.deepEqual(source.notices, ["Made is incomplete here: there is no d.json"]);
    assert.equal(await source.records("b.json", (records) => records.length), 1);
    assert.deepEqual((await source.fileList()).map((line) => line.split(" ")[0]), ["a.jsonl", "b.json"]);
    await assert.rejects(source.records("d.json", asIs), { name: "DataError", message: /d\.json/ });
    await assert.rejects(source.records("e.json", asIs), /did you mean/);
  });
  const without = await openSource(study, { source: "model" });
  assert.deepEqual(await without.rowsOf([{ path: "a.jsonl" }], (records) => records), []);
});

Deno.test("tasks that a study makes are its tasks, of the artifact and without it, and no file is read for them", async () => {
  await withMade(async (source) => {
    assert.equal(source.kind, "artifact");
    assert.equal(await source.tasks(), TASKS);
    assert.equal(source.files.size, 0);
    assert.deepEqual([await source.models(), await source.completions(), await source.timings()], [
      [],
      [],
      [],
    ]);
  });
  const own = await openSource(studyWith(), { source: "model" });
  assert.deepEqual([own.kind, await own.tasks(), await own.fileList()], ["suite", TASKS, []]);
  await assert.rejects(own.methods(), /^RangeError: The study made has no prompting methods$/);
});

Deno.test("openSource of a study with files takes the artifact if it is there or named, else the tasks alone", async () => {
  await withFiles(FILES, (folder) =>
    withEnvironment("CODEBIAS_ARTIFACTS", folder, async () => {
      assert.equal((await openSource(studyWith())).root, join(folder, "Made"));
      assert.equal(
        (await openSource(studyWith({ files: undefined }))).kind,
        "suite",
        "nothing in it can be read",
      );
      assert.equal((await openSource(studyWith(), { source: "model" })).kind, "suite");
    }));
  await withFiles({}, async (folder) => {
    const missing = {
      name: "DataError",
      message: /has no Made; get it with: git clone https:\/\/example\.org\/made/,
    };
    await assert.rejects(openSource(studyWith(), { artifacts: folder }), missing);
    await withEnvironment(
      "CODEBIAS_ARTIFACTS",
      folder,
      () => assert.rejects(openSource(studyWith()), missing),
    );
  });
  // Nothing of this name is in data/artifacts.
  await withEnvironment("CODEBIAS_ARTIFACTS", undefined, async () => {
    assert.equal((await openSource(studyWith())).kind, "suite");
    await assert.rejects(openSource(studyWith(), { source: "artifact" }), {
      name: "DataError",
      message: /git clone/,
    });
  });
});

Deno.test("openSource refuses published prompts of tasks that are made, and a demonstration", async () => {
  const refused = {
    name: "RangeError",
    message: /^Cannot open the published suite of made: its prompts are not available/,
  };
  await assert.rejects(openSource(studyWith(), { source: "model", suite: "published" }), refused);
  await withEnvironment(
    "CODEBIAS_ARTIFACTS",
    undefined,
    () => assert.rejects(openSource(studyWith(), { suite: "published" }), refused),
  );
  await assert.rejects(
    openSource(studyWith(), { source: "demo" }),
    /^RangeError: Cannot open the demonstration of made/,
  );
  const read = { path: "a.jsonl", parse: ({ n }: Readonly<Record<string, unknown>>) => ({ id: `${n}` }) };
  await assert.rejects(
    openSource(studyWith({ tasks: read }), { source: "model" }),
    /the study has none of its own$/,
  );
});

Deno.test("a published suite is read from the artifact where its tasks are in files", () =>
  withFiles(FILES, async (folder) => {
    const read = { path: "a.jsonl", parse: ({ n }: Readonly<Record<string, unknown>>) => ({ id: `${n}` }) };
    const source = await openSource(studyWith({ tasks: read }), {
      ...{ source: "model", suite: "published", artifacts: folder },
    });
    assert.deepEqual([source.kind, await source.tasks()], ["artifact", [{ id: "1" }, { id: "2" }]]);
  }));
