import assert from "node:assert/strict";
import { join } from "node:path";
import { headings } from "../commands/docs/headings.ts";
import { exists } from "codebias/store/files/files.ts";
import { paths } from "codebias/store/paths.ts";
import { documents, linksOf, proseOf } from "./documents.ts";

const pages = await documents({ data: true });
const anchors = new Map(pages.map(({ file, text }) => [file, headings(text).map(({ anchor }) => anchor)]));

Deno.test("headings() makes anchors as GitHub does", () => {
  const found = headings("# A `b`: c\n\n## The paper's\n\n## The paper's\n").map(({ anchor }) => anchor);
  assert.deepEqual(found, ["a-b-c", "the-papers", "the-papers-1"]);
});

Deno.test("links in README.md, docs/ and data/ lead to files, and to headings that are there", () => {
  const links = pages.flatMap((page) => linksOf(page).map((link) => ({ from: page.file, ...link })));
  assert(links.length > 80, `${links.length} links`);
  const broken = links.filter(({ to, anchor }) =>
    !exists(join(paths.root, to)) || anchor !== undefined && !anchors.get(to)?.includes(anchor)
  );
  assert.deepEqual(broken, []);
});

Deno.test("every page of docs/ can be reached from README.md", () => {
  const reached = new Set(["README.md"]);
  for (const file of reached) {
    const page = pages.find((one) => one.file === file);
    if (page) linksOf(page).forEach(({ to }) => reached.add(to));
  }
  const files = pages.map(({ file }) => file).filter((file) => file.startsWith("docs/"));
  assert.deepEqual(files.filter((file) => !reached.has(file)), []);
});

Deno.test("README.md has at most 150 lines", async () => {
  const { text } = (await documents())[0];
  assert(text.split("\n").length <= 151);
});

Deno.test("files and folders that pages name are there", () => {
  const named = pages.filter(({ file }) => !/architecture|testing|SECURITY|demonstration/.test(file)).flatMap(
    (
      { file, text },
    ) =>
      [...text.matchAll(/`((?:lib|data|tests|notebooks|docs)\/[\w./-]+)`/g)].map(([, path]) => [file, path]),
  );
  assert(named.length > 20, `${named.length} names`);
  const missing = named.filter(([, path]) => path !== "data/artifacts" && !exists(join(paths.root, path)));
  assert.deepEqual(missing, []);
});

Deno.test("no page says what its prose takes for a link that is none", () => {
  const odd = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\s+\([^)]*\.md[^)]*\)|\[[^\]]*\]\(\s*\)/g)].map((
      [text],
    ) => [page.file, text])
  );
  assert.deepEqual(odd, []);
});
