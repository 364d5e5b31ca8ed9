import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { basename, join } from "node:path";
import pl from "nodejs-polars";
import { save } from "codebias";
import type { Sample } from "codebias/core/types.ts";
import { keptPages } from "codebias/run/results/kept_pages.ts";
import { readManifest } from "codebias/store/manifest.ts";
import { paths } from "codebias/store/paths.ts";
import { filesBelow, task, withFolder } from "../../app/commands/task.ts";
import { sample } from "../../studies/linguistic/samples.ts";
import { cellsOf, dataOf } from "./page_rows.ts";

/** What a run gives of some samples, every third of which passes, every other third not. */
function resultOf(count: number, text: (at: number) => string = () => "return 1") {
  const kinds = ["passed", "wrong", "unjudged"] as const;
  const all = Array.from({ length: count }, (_, at) => at);
  const samples: Sample[] = all.map((at) => sample(kinds[at % 3], { epoch: at + 1, text: text(at) }));
  const frame = pl.DataFrame({
    taskId: all.map(() => "test/1"),
    epoch: all.map((at) => at + 1),
    passed: all.map((at) => [true, false, null][at % 3]),
  });
  return { study: "sample", samples, frame, label: "model A" };
}

const silent = { name: "n", onNotice: (sentence: string) => assert.fail(sentence) };

Deno.test("save() puts a page of each result with rows into the bundle, the same for equal results", () =>
  withFolder(async (out) => {
    const { files } = await save(resultOf(3), { out, name: "one" });
    assert.deepEqual(files.filter((file) => file.endsWith(".html")), ["views/one.html"]);
    const page = await Deno.readTextFile(join(out, "views/one.html"));
    const { label, height, metric } = dataOf(page);
    assert.deepEqual({ label, height, metric }, { label: "model A", height: 3, metric: "passed" });
    assert.deepEqual(cellsOf(page, "passed"), [true, false, null]);

    const { frame: _, ...bare } = resultOf(4);
    await save([resultOf(3), bare, resultOf(6), resultOf(0)], { out, name: "more", besides: [resultOf(9)] });
    const pages = (await filesBelow(out)).filter((file) => file.endsWith(".html"));
    assert.deepEqual(pages, ["views/more-1.html", "views/more-2.html", "views/one.html"]);
    assert.equal(await Deno.readTextFile(join(out, "views/more-1.html")), page);
    assert.equal(dataOf(await Deno.readTextFile(join(out, "views/more-2.html"))).height, 6);

    const { code, stdout } = await task("verify", [out]);
    assert.equal(code, 0, stdout);
    await Deno.writeTextFile(join(out, "views/one.html"), page + " ");
    const changed = await task("verify", [out]);
    assert.equal(changed.code, 1);
    assert.match(changed.stdout, /^changed +views\/one\.html$/m);
  }));

Deno.test("a page does not change which folder save() makes", async () => {
  const result = resultOf(3);
  const name = `test-view-${crypto.randomUUID()}`;
  const { folder } = await save(result, { name });
  try {
    const { frame: _, ...bare } = result;
    assert.equal((await save(bare, { name })).folder, folder);
    assert.equal((await save({ ...result, label: "model B" }, { name })).folder, folder);
    assert.match(basename(folder), /^test-view-.*-[0-9a-f]{10}$/);
    assert(folder.startsWith(paths.outputs));
    const { outputs } = (await readManifest(folder))!.notebooks[name];
    assert(Object.hasOwn(outputs!, `views/${name}.html`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("save() tells why a result has no page, and saves all else", () =>
  withFolder(async (out) => {
    const told: string[] = [];
    const { samples, ...result } = resultOf(3);
    const some = { ...result, samples: samples.slice(1) };
    const { files } = await save(some, { out, name: "some", onNotice: (sentence) => told.push(sentence) });
    assert.deepEqual(told, [
      "Cannot show row 1: the result has no sample of it; pass the frame and the samples of one run; without views/some.html",
    ]);
    assert.deepEqual(files.map((file) => file.replace(/[0-9a-f]{12}/, "…")), ["samples/….parquet"]);
  }));

Deno.test("a page that is kept has a part of many samples, and says so", () => {
  const page = keptPages([resultOf(10_001)], silent).get("views/n.html")!;
  const { height, metric, notices } = dataOf(page);
  assert.deepEqual([height, metric], [10_000, null]);
  assert.match(
    notices[0],
    /^This page has a sample of the samples: .* of 3,333 unjudged, .* of 3,334 passed, /,
  );
  assert.equal(dataOf(keptPages([resultOf(10_000)], silent).get("views/n.html")!).metric, "passed");
});

Deno.test("a page that is kept has fewer samples where their texts are large", () => {
  // Nothing that could be packed tighter.
  const large = (at: number) =>
    Array.from({ length: 500 }, (_, part) => hash("sha512", `${at} ${part}`, "base64url")).join("");
  const [page] = keptPages([resultOf(600, large)], silent).values();
  assert(page.length < 20_000_000, `${page.length}`);
  assert.deepEqual([dataOf(page).samples.length, dataOf(page).metric], [300, null]);
});
