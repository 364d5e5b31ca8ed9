import assert from "node:assert/strict";
import { join } from "node:path";
import { agreementOf, DataError, joinLabels, readLabels, review } from "codebias";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { queueOf } from "codebias/review/queue.ts";
import { reviewPage } from "codebias/review/review_page.ts";
import oracle from "../oracles/agreement.json" with { type: "json" };
import { near } from "../statistics/agrees.ts";
import { withFiles } from "../store/repository.ts";
import { filesOf, ratedItems } from "./review_files.ts";
import { reviewItems } from "./review_items.ts";

const ITEMS = ratedItems(3, ["y", "n"]);
const FILES = filesOf(ITEMS, [["y", "n", null], ["y", "y", "n"]]);
const [A, B] = FILES.map((file) => JSON.stringify(file));

/** Fails unless labels cannot be read because of a file, for a reason. */
async function refused(where: string | readonly string[], file: string, why: RegExp): Promise<void> {
  await assert.rejects(() => readLabels(where), (error) => {
    assert(error instanceof DataError, String(error));
    assert(error.message.startsWith(`${file}: `), error.message);
    assert.match(error.message.slice(file.length + 2), why);
    return true;
  });
}

Deno.test("review() writes the page, and says what and where it is", async () => {
  await withFiles({}, async (out) => {
    const items = reviewItems(3);
    const written = await review(items, { title: "Ages", note: "Look twice", name: "by age #1", out });
    assert.equal(written.file, join(out, "reviews", "by age #1.html"));
    assert.deepEqual([written.items, written.queue], [3, queueOf(items, "Ages")]);
    const html = await Deno.readTextFile(written.file);
    assert.equal(html, reviewPage(items, { title: "Ages", note: "Look twice" }));
    const shown = written[JUPYTER_DISPLAY]();
    assert.match(shown["text/plain"], /^3 items to review: open .*by age #1\.html in a browser/);
    assert.match(shown["text/html"], /<a href="\.\.\/reviews\/by%20age%20%231\.html" target="_blank">/);
    await review(items.slice(0, 1), { title: "Ages", name: "by age #1", out }); // takes the place of the first
    assert.deepEqual(await Array.fromAsync(Deno.readDir(join(out, "reviews")), ({ name }) => name), [
      "by age #1.html",
    ]);
  });
});

Deno.test("review() refuses what is no queue, no title and no file name, and writes nothing then", async () => {
  await withFiles({}, async (out) => {
    const refusals: readonly (readonly [options: object, message: RegExp])[] = [
      [{ title: " " }, /^Cannot write a review page without a title/],
      ...["", ".hidden", "../up", "a/b", "a\\b", "a\nb"].map((name) =>
        [{ title: "T", name }, /^Cannot write a review page named ".*": it must be a file name/] as const
      ),
    ];
    for (const [options, message] of refusals) {
      await assert.rejects(() => review(ITEMS, { title: "T", out, ...options }), {
        name: "RangeError",
        message,
      });
    }
    await assert.rejects(() => review([], { title: "T", out }), {
      name: "RangeError",
      message: "Cannot review 0 items: there must be at least one",
    });
    assert.deepEqual(await Array.fromAsync(Deno.readDir(out)), []);
  });
});

Deno.test("review() says so where the page cannot be written", async () => {
  await withFiles({ "reviews": "a file" }, async (out) => {
    await assert.rejects(() => review(ITEMS, { title: "T", out }), (error) => {
      assert(error instanceof DataError);
      assert.match(error.message, /review\.html: /);
      return true;
    });
  });
});

Deno.test("readLabels() reads a file, a folder, and several of either", async () => {
  const files = { "all/b.json": B, "all/a.json": `\ufeff${A}\n`, "all/notes.txt": "?", "more.JSON": A };
  await withFiles(files, async (folder) => {
    const [all, b] = [join(folder, "all"), join(folder, "all/b.json")];
    assert.deepEqual(await readLabels(b), [FILES[1]]);
    assert.deepEqual(await readLabels(all), FILES);
    assert.deepEqual(await readLabels([b, join(folder, "more.JSON")]), FILES.toReversed());
    assert.deepEqual(await readLabels([b, all]), [FILES[1], ...FILES]);
  });
});

Deno.test("readLabels() names what is missing, and a folder without labels", async () => {
  await withFiles({ "empty/notes.txt": "?", "a.json": A }, async (folder) => {
    const path = (name: string) => join(folder, name);
    await refused(path("b.json"), path("b.json"), /^there is no such file or folder$/);
    await refused([path("a.json"), path("nowhere")], path("nowhere"), /^there is no such file or folder$/);
    await refused(path("empty"), path("empty"), /^there are no exported labels \(\.json\) in this folder$/);
    await assert.rejects(() => readLabels([]), {
      name: "RangeError",
      message: "Cannot read labels of 0 files: name a file or a folder",
    });
    await assert.rejects(() => readLabels(["", path("a.json")]), {
      name: "RangeError",
      message: "Cannot read labels of a file without a name: name a file or a folder",
    });
  });
});

Deno.test("readLabels() names the file that is damaged or of another kind, among good ones", async () => {
  const other = { ...FILES[0], labels: [FILES[0].labels[0], { ...FILES[0].labels[1], answer: "" }] };
  const wrong: readonly (readonly [content: string | Uint8Array, why: RegExp])[] = [
    ["", /^this is not JSON \(.*\); export it again$/],
    [A.slice(0, -9), /^this is not JSON/],
    [new Uint8Array([0x7b, 0xff, 0xfe]), /^this is not UTF-8 text/],
    ["[]", /^a review file must be an object with fields, not a list$/],
    ['{"format":"manifest"}', /this is a file of another kind$/],
    [JSON.stringify({ ...FILES[0], version: 2 }), /another version of codebias made it$/],
    [JSON.stringify(other), /^label 2: "answer" must be a text that is not empty, not ""$/],
  ];
  for (const [content, why] of wrong) {
    await withFiles({ "a.json": A, "b.json": content, "c.json": B }, async (folder) => {
      await refused(folder, join(folder, "b.json"), why);
    });
  }
  await withFiles({ "a.json": A, "b.json/c.txt": "" }, async (folder) => {
    await refused(folder, join(folder, "b.json"), /./);
  });
});

Deno.test("a page, the labels of six reviewers in files, and Fleiss' published kappa", async () => {
  await withFiles({}, async (out) => {
    const { ratings, irr } = oracle.published.fleiss;
    const items = ratedItems(30, [1, 2, 3, 4, 5]);
    const { queue } = await review(items, { title: "Diagnoses", out });
    const exported = filesOf(items, ratings, "Diagnoses");
    for (const file of exported) {
      assert.deepEqual(file.queue, queue);
      await Deno.writeTextFile(join(out, `${file.reviewer}.json`), JSON.stringify(file, null, 1));
    }
    const { fleiss } = agreementOf(joinLabels(items, await readLabels(out)));
    near(fleiss!.value!, irr.value, 5e-8);
    near(fleiss!.z!, irr.z, 5e-6);
  });
});
