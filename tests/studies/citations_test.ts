import assert from "node:assert/strict";
import { join } from "node:path";
import { faircoder, huang, linguistic, liu, solar } from "codebias";
import { paths } from "codebias/store/paths.ts";

Deno.test("README names the papers of the studies by their titles, as studies cite them", async () => {
  const readme = await Deno.readTextFile(join(paths.root, "README.md"));
  for (const { name, citation } of [liu, huang, solar, linguistic, faircoder]) {
    const row = readme.split("\n").find((line) => line.includes(`(docs/${name}.md)`) && line.startsWith("|"));
    const [title, nickname] = row!.split("|")[3].trim().split(/ (?=\()/);
    assert(citation.startsWith(title), `${name} cites ${citation}, README has ${title}`);
    assert(citation.includes(nickname ?? ""), `${citation} has no ${nickname}`);
    assert(title.split(" ").length > 1, `${name}: ${title} is no title`);
  }
});
