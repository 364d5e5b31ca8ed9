import assert from "node:assert/strict";
import { join } from "node:path";
import { forgetNotebook, hashFiles, readManifest, recordNotebook } from "codebias/store/manifest.ts";
import { paths } from "codebias/store/paths.ts";
import { openResults, whyAgain } from "codebias/store/results.ts";
import { filesBelow, withFolder } from "../app/commands/task.ts";

const MANIFEST = { runId: "this", status: "running", command: {}, environment: {}, notebooks: {} };

Deno.test("openResults() makes a new folder and takes an empty one", async () => {
  await withFolder(async (folder) => {
    assert.deepEqual(await openResults(join(folder, "new"), "this"), { notebooks: {} });
    assert.deepEqual(await openResults(join(folder, "new"), "this"), { notebooks: {} });
    await Deno.writeTextFile(join(folder, "new/.manifest.json.part"), "left by a process that was killed");
    assert.deepEqual(await openResults(join(folder, "new"), "this"), { notebooks: {} });
  });
});

Deno.test("openResults() keeps what an earlier run of the same left", async () => {
  await withFolder(async (folder) => {
    const notebooks = { "00-tour": { status: "complete" } };
    await Deno.writeTextFile(join(folder, "manifest.json"), JSON.stringify({ ...MANIFEST, notebooks }));
    assert.deepEqual(await openResults(folder, "this"), { notebooks });
  });
});

Deno.test("openResults() refuses the checkout, also through a link", async () => {
  await withFolder(async (folder) => {
    await Deno.symlink(paths.root, join(folder, "link"));
    for (const checkout of [paths.root, join(folder, "link")]) {
      await assert.rejects(openResults(checkout, "this"), /this is the checkout itself; .*--out DIR/);
    }
  });
});

Deno.test("openResults() refuses a folder with other things in it and leaves them alone", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(join(folder, "notebooks"));
    await Deno.writeTextFile(join(folder, "notebooks/00-tour.ipynb"), "mine");
    await assert.rejects(openResults(folder, "this"), {
      name: "DataError",
      message:
        `${folder}: this folder holds other things, not results; choose an empty or new one with --out DIR`,
    });
    assert.deepEqual(await filesBelow(folder), ["notebooks/00-tour.ipynb"]);
  });
});

Deno.test("openResults() says in a sentence that a manifest is damaged or somebody else's", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "manifest.json");
    const records = { ...MANIFEST, notebooks: { "00-tour": [] } };
    const outputs = { ...MANIFEST, notebooks: { "00-tour": { outputs: "none" } } };
    const whole = JSON.stringify(MANIFEST);
    const damaged = ["", "[]", "null", "{}", '{"name": "an app"}', whole.slice(0, -20), '{"runId": "this"}'];
    for (const text of [...damaged, ...[records, outputs].map((value) => JSON.stringify(value))]) {
      await Deno.writeTextFile(path, text);
      await assert.rejects(openResults(folder, "this"), {
        name: "DataError",
        message:
          `${path}: this is not a whole manifest of results; choose an empty folder with --out DIR, or ` +
          "remove this one if nothing else is in it",
      }, text);
    }
    await Deno.remove(path);
    await Deno.mkdir(path);
    await assert.rejects(openResults(folder, "this"), {
      name: "DataError",
      message: /manifest\.json: this is a folder, expected a file$/,
    });
  });
});

Deno.test("whyAgain() finds files that are gone or have changed", async () => {
  await withFolder(async (folder) => {
    const files = ["notebooks/n.ipynb", "notebooks/n.html", "tables/t.csv", "figures/f.svg"];
    const write = async (file: string) => {
      await Deno.mkdir(join(folder, file, ".."), { recursive: true });
      await Deno.writeTextFile(join(folder, file), file);
    };
    await Promise.all(files.map(write));
    const record = {
      status: "complete",
      outputs: await hashFiles(folder, files.slice(2).map((file) => join(folder, file))),
    } as const;
    assert.equal(await whyAgain(folder, "n", record), undefined);
    for (const file of files) {
      await Deno.remove(join(folder, file));
      assert.equal(await whyAgain(folder, "n", record), `${file} is gone`);
      await Deno.mkdir(join(folder, file));
      assert.equal(await whyAgain(folder, "n", record), `${file} is gone`);
      await Deno.remove(join(folder, file));
      await write(file);
    }
    await Deno.writeTextFile(join(folder, "tables/t.csv"), "edited");
    assert.equal(await whyAgain(folder, "n", record), "tables/t.csv has changed");
  });
});

Deno.test("forgetNotebook() takes one notebook out of the manifest", async () => {
  await withFolder(async (folder) => {
    for (const name of ["one", "two"]) {
      await recordNotebook(folder, name, { status: "complete", outputs: {} });
    }
    await forgetNotebook(folder, "one");
    assert.deepEqual(Object.keys((await readManifest(folder))!.notebooks), ["two"]);
  });
});
