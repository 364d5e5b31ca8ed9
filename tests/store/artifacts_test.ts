import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import {
  artifactsFolder,
  hasRepository,
  locateRepository,
  namedArtifacts,
} from "codebias/store/artifacts.ts";
import { DataError } from "codebias/core/errors.ts";
import { paths } from "codebias/store/paths.ts";
import { withEnvironment, withFiles } from "./repository.ts";

const REPOSITORY = { name: "Paper", url: "https://example.org/authors/Paper", landmark: "data/tasks.jsonl" };

/** What is said about a folder in which the repository is not to be found, without the folder's path. */
async function complaint(folder: string): Promise<string> {
  let said = "";
  await assert.rejects(() => locateRepository(REPOSITORY, { artifacts: folder }), (error) => {
    assert(error instanceof DataError);
    assert.equal(error.place?.file, folder);
    assert(error.message.startsWith(`${folder}: `), error.message);
    said = error.message.slice(folder.length + 2);
    return true;
  });
  assert.equal(await hasRepository(REPOSITORY, { artifacts: folder }), false);
  return said;
}

const withVariable = (value: string | undefined, test: () => Promise<void> | void) =>
  withEnvironment("CODEBIAS_ARTIFACTS", value, test);

Deno.test("locateRepository finds a repository in the given folder", async () => {
  await withFiles({ "Paper/data/tasks.jsonl": "" }, async (folder) => {
    assert.equal(await locateRepository(REPOSITORY, { artifacts: folder }), join(folder, "Paper"));
    assert.equal(await hasRepository(REPOSITORY, { artifacts: folder }), true);
  });
});

Deno.test("locateRepository follows symbolic links to a repository and to the folder", async () => {
  await withFiles({ "elsewhere/clone/data/tasks.jsonl": "" }, async (folder) => {
    await Deno.mkdir(join(folder, "artifacts"));
    await Deno.symlink(join(folder, "elsewhere", "clone"), join(folder, "artifacts", "Paper"));
    await Deno.symlink(join(folder, "artifacts"), join(folder, "link"));
    for (const artifacts of [join(folder, "artifacts"), join(folder, "link")]) {
      assert.equal(await locateRepository(REPOSITORY, { artifacts }), join(artifacts, "Paper"));
    }
  });
});

Deno.test("locateRepository says that there is no such folder", async () => {
  await withFiles({}, async (folder) => {
    const missing = join(folder, "missing");
    assert.equal(
      await complaint(missing),
      "there is no such artifacts folder; name one with --artifacts DIR or CODEBIAS_ARTIFACTS, or: " +
        `git clone https://example.org/authors/Paper ${missing}/Paper`,
    );
  });
});

Deno.test("locateRepository does not advise cloning into a file", async () => {
  await withFiles({ "file": "" }, async (folder) => {
    const remedy = "name one with --artifacts DIR or CODEBIAS_ARTIFACTS, or: " +
      "git clone https://example.org/authors/Paper data/artifacts/Paper";
    assert.equal(await complaint(join(folder, "file")), `this is a file, not a folder; ${remedy}`);
    assert.equal(
      await complaint(join(folder, "file", "below")),
      `there is no such artifacts folder; ${remedy}`,
    );
  });
});

Deno.test("locateRepository says that the folder holds other things only", async () => {
  await withFiles({ "Other/data/tasks.jsonl": "" }, async (folder) => {
    assert.equal(
      await complaint(folder),
      `this artifacts folder has no Paper; get it with: git clone https://example.org/authors/Paper ${folder}/Paper`,
    );
  });
});

Deno.test("locateRepository says that the repository is not complete", async () => {
  await withFiles({ "Paper/README.md": "" }, async (folder) => {
    assert.equal(
      await complaint(folder),
      "Paper is there but has no data/tasks.jsonl; get it again: " +
        `git clone https://example.org/authors/Paper ${folder}/Paper`,
    );
  });
  await withFiles({ "Paper/data/tasks.jsonl/a": "" }, async (folder) => {
    assert.match(await complaint(folder), /^Paper is there but has no data\/tasks\.jsonl; /);
  });
});

Deno.test("locateRepository says that the repository itself was given", async () => {
  await withFiles({ "Paper/data/tasks.jsonl": "" }, async (folder) => {
    assert.equal(
      await complaint(join(folder, "Paper")),
      `this is Paper itself; give the folder that contains it (${folder}), where its name is Paper`,
    );
  });
});

Deno.test("artifactsFolder is the given one, else the variable's, else data/artifacts", async () => {
  await withVariable("/from/variable", () => {
    assert.equal(artifactsFolder("/given/../given/folder"), "/given/folder");
    assert.equal(artifactsFolder("relative"), resolve("relative"));
    assert.equal(artifactsFolder(), "/from/variable");
    assert.equal(namedArtifacts("given"), "given");
    assert.equal(namedArtifacts(), "/from/variable");
  });
  for (const unset of [undefined, ""]) {
    await withVariable(unset, () => {
      assert.equal(artifactsFolder(), paths.artifacts);
      assert.equal(namedArtifacts(), undefined);
    });
  }
});

Deno.test("locateRepository looks where CODEBIAS_ARTIFACTS says", async () => {
  await withFiles({ "Paper/data/tasks.jsonl": "" }, async (folder) => {
    await withVariable(folder, async () => {
      assert.equal(await locateRepository(REPOSITORY), join(folder, "Paper"));
      assert.equal(await hasRepository(REPOSITORY), true);
    });
  });
});
