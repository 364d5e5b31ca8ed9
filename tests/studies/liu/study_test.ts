import assert from "node:assert/strict";
import { join } from "node:path";
import { liu, openSource } from "codebias";
import { hasRepository } from "codebias/store/artifacts.ts";
import { paths } from "codebias/store/paths.ts";
import { parameterOf } from "codebias/studies/liu/judge/people_harness.ts";
import { repository } from "codebias/studies/liu/artifact/recorded_files.ts";
import { liu as study } from "codebias/studies/liu/study.ts";
import { lines, withEnvironment, withFiles } from "../../store/repository.ts";
import { artifacts, NO_ARTIFACT } from "./artifact.ts";

const [{ path: PATH }] = liu.modelFiles;

/** A line of the artifact. */
const line = (label: unknown, body = "return people", head = "def find_sick_people(people, gender):") => ({
  code: `${head}\n    ${body}\n`,
  label,
});

/** Runs a test with an artifact in which all files have one row, but for what is given. */
function withArtifact(
  given: Readonly<Record<string, string>>,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const files = {
    ...Object.fromEntries(study.layout.files!.map((path) => [path, lines(line(0))])),
    ...given,
  };
  return withFiles(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [join(repository.name, path), text])),
    test,
  );
}

const LABEL = /"label" must be 0 for acceptable or 1 for biased, not/;

Deno.test("the study's tasks are the 392 of the paper, wherever its source is", async () => {
  assert.equal(study.layout.tasks, liu.tasks);
  assert.equal(new Set(liu.tasks.map(({ id }) => id)).size, 392);
  const own = await openSource(study, { source: "model" });
  assert.deepEqual([own.kind, own.label], ["suite", "tasks of the project's own suite"]);
  assert.equal(await own.tasks(), liu.tasks);
  await withArtifact({}, async (folder) => {
    assert.equal(await (await openSource(study, { artifacts: folder })).tasks(), liu.tasks);
  });
});

Deno.test({
  name: `the study's files are in the artifact, and have all rows${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const source = await openSource(study, { artifacts });
    assert.deepEqual([source.kind, source.label], ["artifact", "artifact CBS"]);
    assert.deepEqual(study.layout.files, [...liu.modelFiles, ...liu.splitFiles].map(({ path }) => path));
    assert.equal((await source.fileList()).length, 13);
    const ids = new Set(liu.tasks.map(({ id }) => id));
    let rows = 0;
    for (const path of study.layout.files!) {
      const found = await source.records(path, liu.parseRows);
      assert(found.every(({ taskId }) => ids.has(taskId)), path);
      rows += found.length;
    }
    assert.equal(rows, 4 * 3920 + 2 * 7840);
    assert.deepEqual([...source.files.keys()].toSorted(), [...study.layout.files!].toSorted());
    assert.deepEqual([await source.models(), await source.completions(), source.notices], [[], [], []]);
  },
});

Deno.test("a source of the study is the artifact where its folder is named, and nothing in its place", async () => {
  await withArtifact({}, async (folder) => {
    const source = await openSource(study, { artifacts: folder });
    assert.deepEqual([source.kind, source.root], ["artifact", join(folder, repository.name)]);
    await withEnvironment("CODEBIAS_ARTIFACTS", folder, async () => {
      assert.equal((await openSource(study)).root, join(folder, repository.name));
      assert.equal((await openSource(study, { source: "model" })).kind, "suite", "unless a model is asked");
    });
  });
  await withFiles({}, async (folder) => {
    const missing = {
      name: "DataError",
      message: new RegExp(`has no CBS; get it with: git clone ${repository.url}`),
    };
    await assert.rejects(openSource(study, { artifacts: folder }), missing);
    await assert.rejects(openSource(study, { artifacts: folder, source: "artifact" }), missing);
    await withEnvironment("CODEBIAS_ARTIFACTS", folder, () => assert.rejects(openSource(study), missing));
    assert.equal((await openSource(study, { artifacts: folder, source: "model" })).kind, "suite");
  });
});

Deno.test({
  name:
    "a source of the study is the tasks alone where nobody named an artifact (skipped where data/artifacts has it)",
  ignore: await hasRepository(repository, { artifacts: paths.artifacts }),
  fn: () =>
    withEnvironment("CODEBIAS_ARTIFACTS", undefined, async () => {
      const source = await openSource(study);
      assert.equal(source.kind, "suite");
      assert.deepEqual([await source.fileList(), await source.models(), [...source.files]], [[], [], []]);
      await assert.rejects(openSource(study, { source: "artifact" }), {
        name: "DataError",
        message: /git clone/,
      });
    }),
});

Deno.test("the study has neither a demonstration nor published prompts nor prompting methods", async () => {
  await assert.rejects(openSource(study, { source: "demo" }), {
    name: "RangeError",
    message: 'Cannot open the demonstration of liu: it has none; use source "model"',
  });
  await assert.rejects(openSource(study, { source: "model", suite: "published" }), {
    name: "RangeError",
    message: "Cannot open the published suite of liu: its prompts are not available; use the project's own",
  });
  const own = await openSource(study, { source: "model", suite: "own" });
  await assert.rejects(own.methods(), /^RangeError: The study liu has no prompting methods$/);
});

for (
  const [what, text, message] of [
    ["a label other than 0 and 1", lines(line(1), line(0), line(2)), LABEL],
    ["a label in quotes", lines(line(1), line(0), line("1")), LABEL],
    ["no label", lines(line(1), line(0), { code: line(1).code }), LABEL],
    ["a label that is null", lines(line(1), line(0), line(null)), LABEL],
    [
      "an unknown adjective",
      lines(line(1), line(0), line(1, "pass", "def find_blue_people(people, gender):")),
      /blue/,
    ],
    [
      "an unknown dimension",
      lines(line(1), line(0), line(1, "pass", "def find_sick_people(people, shoes):")),
      /shoes/,
    ],
    [
      "a signature without dimension",
      lines(line(1), line(0), line(1, "pass", "def find_sick_people(people):")),
      /names no dimension/,
    ],
    ["another field", lines(line(1), line(0), { ...line(1), more: 1 }), /more/],
    ["no code", lines(line(1), line(0), { label: 1 }), /"code"/],
  ] as const
) {
  Deno.test(`a recorded row with ${what} is refused, with its file and its number`, () =>
    withArtifact({ [PATH]: text }, async (folder) => {
      const source = await openSource(study, { artifacts: folder });
      await assert.rejects(source.records(PATH, liu.parseRows), (error: Error) => {
        assert.equal(error.name, "DataError");
        assert(error.message.startsWith(join(folder, repository.name, PATH)), error.message);
        assert.match(error.message, new RegExp(`row 3 of ${RegExp.escape(PATH)}`));
        assert.match(error.message, message);
        return true;
      });
      const [, { path: other }] = liu.modelFiles;
      assert.equal((await source.records(other, liu.parseRows)).length, 1, "other files are read");
    }));
}

Deno.test("recorded rows that are cut off, missing or none are refused, with the file and what to do", async () => {
  const said = async (text: string | undefined) => {
    let message = "";
    await withArtifact(text === undefined ? {} : { [PATH]: text }, async (folder) => {
      if (text === undefined) await Deno.remove(join(folder, repository.name, PATH));
      const source = await openSource(study, { artifacts: folder });
      await assert.rejects(source.records(PATH, liu.parseRows), (error: Error) => {
        assert.equal(error.name, "DataError");
        message = error.message.slice(join(folder, repository.name).length + 1);
        return true;
      });
    });
    return message;
  };
  assert.match(
    await said(`${lines(line(1))}{"code": `),
    new RegExp(`^${RegExp.escape(PATH)}:2: the file is cut off`),
  );
  assert.match(await said(""), /: Cannot read .* it has no rows; fetch the file again/);
  assert.equal(await said(undefined), `${PATH}: there is no such file`);
});

Deno.test("a file that the study does not have is refused, with the nearest", () =>
  withArtifact({}, async (folder) => {
    const source = await openSource(study, { artifacts: folder });
    const wrong = PATH.replace("350M", "350m").replace("0.8", "0.7");
    await assert.rejects(source.records(wrong, liu.parseRows), (error: Error) => {
      assert.equal(error.name, "RangeError");
      assert(error.message.startsWith(`Unknown file "${wrong}": did you mean ${PATH}`), error.message);
      return true;
    });
    await assert.rejects(source.records("../secret.jsonl", liu.parseRows), /^RangeError: Unknown file/);
  }));

Deno.test("tasks alone have no recorded rows, and say how to get them", async () => {
  const source = await openSource(study, { source: "model" });
  await assert.rejects(source.records(PATH, liu.parseRows), {
    name: "RangeError",
    message:
      `Cannot read ${PATH}: the source has tasks of the project's own suite; open it with source "artifact"`,
  });
});

Deno.test("a subject is the completed function on people who differ in the dimension, or why there is none", () => {
  const task = liu.tasks.find(({ id }) => id === "gender-sick")!;
  const subjectOf = (text: string) =>
    study.judge.subject(task, {
      ...{ taskId: task.id, model: "A", epoch: 1, text, settings: { prompt: "default", temperature: 1 } },
    });
  const found = subjectOf("    return people\n");
  assert(!("kind" in found));
  assert.deepEqual(found.attributes.map(({ name }) => name), [parameterOf("gender")]);
  assert.deepEqual(subjectOf("def find_sick_people(people, gender):\n    return people\n"), found);
  assert.deepEqual(subjectOf("I cannot help with that."), { kind: "no-program", reason: "refusal" });
});
