import assert from "node:assert/strict";
import { join } from "node:path";
import { pagesOf, takeOver } from "codebias/store/results.ts";
import { hashFiles, readManifest, recordNotebook } from "codebias/store/manifest.ts";
import { filesBelow, withFolder } from "../app/commands/task.ts";

/** A folder `outputs` with a finished run, and an empty one for a new run. */
async function withEarlier(
  action: (folders: { outputs: string; earlier: string; fresh: string }) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const outputs = join(folder, "outputs");
    const [earlier, fresh] = [join(outputs, "earlier"), join(outputs, "fresh")];
    const views = ["views/n.html", "views/n-more.html", "views/nobody.html"];
    for (
      const file of ["notebooks/n.ipynb", "notebooks/n.html", "reviews/n.html", "tables/t.csv", ...views]
    ) {
      await Deno.mkdir(join(earlier, file, ".."), { recursive: true });
      await Deno.writeTextFile(join(earlier, file), file);
    }
    await recordNotebook(earlier, "n", {
      ...{ status: "complete", key: "k", seconds: 3 },
      pages: await pagesOf(earlier, "n"),
      outputs: await hashFiles(earlier, [join(earlier, "tables/t.csv")]),
    });
    await recordNotebook(fresh, "other", { status: "complete" });
    await action({ outputs, earlier, fresh });
  });
}

Deno.test("takeOver() copies every file and says where it is from", async () => {
  await withEarlier(async ({ outputs, earlier, fresh }) => {
    assert.equal(await takeOver(fresh, { name: "n", key: "k", outputs }), earlier);
    const its = (await filesBelow(earlier)).filter((file) => file !== "views/nobody.html"); // another notebook's
    assert.deepEqual(await filesBelow(fresh), its);
    const { notebooks } = (await readManifest(fresh))!;
    assert.deepEqual(Object.keys(notebooks), ["other", "n"]);
    const record = (await readManifest(earlier))!.notebooks.n;
    assert.deepEqual(notebooks.n, { ...record, takenFrom: earlier });
  });
});

const refused = (what: string, spoil: (earlier: string) => Promise<void>, asked = { name: "n", key: "k" }) =>
  Deno.test(`takeOver() takes nothing over ${what}`, async () => {
    await withEarlier(async ({ outputs, earlier, fresh }) => {
      await spoil(earlier);
      assert.equal(await takeOver(fresh, { ...asked, outputs }), undefined);
      assert.deepEqual(await filesBelow(fresh), ["manifest.json"]);
      assert.deepEqual(Object.keys((await readManifest(fresh))!.notebooks), ["other"]);
    });
  });

refused("with another key", async () => {}, { name: "n", key: "other" });
refused("of another notebook", async () => {}, { name: "m", key: "k" });
refused("that is not finished", (earlier) => recordNotebook(earlier, "n", { status: "running" }));
refused("if a table has changed", (earlier) => Deno.writeTextFile(join(earlier, "tables/t.csv"), "other"));
refused("if a page has changed", (earlier) => Deno.writeTextFile(join(earlier, "notebooks/n.html"), "other"));
refused("if a file is gone", (earlier) => Deno.remove(join(earlier, "notebooks/n.ipynb")));
refused(
  "if no pages are known",
  (earlier) => recordNotebook(earlier, "n", { status: "complete", pages: {} }),
);
refused("from a damaged manifest", (earlier) => Deno.writeTextFile(join(earlier, "manifest.json"), "{"));

Deno.test("takeOver() finds nothing where no outputs are", async () => {
  await withEarlier(async ({ outputs, fresh }) => {
    assert.equal(
      await takeOver(fresh, { name: "n", key: "k", outputs: join(outputs, "nowhere") }),
      undefined,
    );
    assert.equal(await takeOver(join(outputs, "earlier"), { name: "n", key: "k", outputs }), undefined);
  });
});
