/**
 * `deno task docs`: one site of README.md, docs/ and all that an analyst can type.
 *
 * @module
 */

import { basename, join } from "node:path";
import { command, runCommand } from "codebias/app/command_line/command.ts";
import { paths, shortPath } from "codebias/store/paths.ts";
import { DataError } from "codebias/core/errors.ts";
import { exists, ifThere } from "codebias/store/files/files.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { isPicture, linkedFiles, sitePages } from "./docs/pages.ts";
import { rendered, type Section, sectionsOf } from "./docs/rendered.ts";
import search from "./docs/search.js" with { type: "text" };
import style from "./docs/site.css" with { type: "text" };

const docs = command({
  name: "docs",
  usage: "[--out DIR]",
  about: `
Makes one site of README.md, docs/, and the reference of all that an analyst can type, with a search over it. It is
made of files that ask for nothing else: open its index.html, or put the folder on any server.`,
  options: { out: "DIR  where to put it, a new or empty folder (default: outputs/docs, made anew)" },
  async does({ out }) {
    const folder = out ?? join(paths.outputs, "docs");
    const pages = await writeSite(folder, { anew: out === undefined });
    console.log(`${pages} pages and the reference: ${shortPath(join(folder, "index.html"))}`);
  },
});

/**
 * Writes the site of all pages, with the reference in `api/`.
 *
 * @param options.anew Whether what is in the folder goes first; else it must be new or empty.
 * @returns How many pages there are besides the reference.
 * @throws {DataError} If there are other files in the folder, or Deno cannot make the reference.
 */
async function writeSite(folder: string, { anew }: { readonly anew: boolean }): Promise<number> {
  if (anew) await ifThere(Deno.remove(folder, { recursive: true }));
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    throw new DataError(`Cannot write the site to ${shortPath(folder)}: it has other files, e.g. ${name}`);
  }
  const pages = await sitePages();
  const reference = await writeReference(join(folder, "api"));
  const sections = [...pages.flatMap(sectionsOf), ...reference];
  const files: Readonly<Record<string, string>> = {
    "site.css": style,
    "search.js": search,
    "sections.js": `globalThis.sections = ${JSON.stringify(sections)};\n`,
    ...Object.fromEntries(pages.map((page) => [page.name, rendered(pages, page)])),
  };
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
  for (const picture of new Set(pages.flatMap(linkedFiles).filter(isPicture))) {
    await Deno.copyFile(join(paths.root, picture), join(folder, basename(picture)));
  }
  return pages.length;
}

/** What Deno's own search of the reference has of a name. */
interface Named {
  readonly name: string;
  readonly doc?: string;
  readonly url: string;
}

/** Has Deno write the reference, links each of its pages to the others, and gives what there is to be found. */
async function writeReference(folder: string): Promise<Section[]> {
  const args = ["doc", "--quiet", "--html", "--name=codebias", `--output=${folder}`, "lib/mod.ts"];
  const { success, error } = await ran(Deno.execPath(), args, { cwd: paths.root, env: { NO_COLOR: "1" } });
  if (!success) throw new DataError(`Deno cannot write the reference: ${error.trim()}`);
  await linkBack(folder, "../index.html");
  const [, index] = /DENO_DOC_SEARCH_INDEX = (\{.*\})/.exec(
    await Deno.readTextFile(join(folder, "search_index.js")),
  )!;
  const { nodes }: { readonly nodes: readonly Named[] } = JSON.parse(index);
  // Deno also names parts of objects that it writes no page for.
  const written = nodes.filter(({ url }) => exists(join(folder, url)));
  return written.map(({ name, doc, url }) => {
    return { title: "Reference", heading: name, url: join("api", url), text: doc ?? "" };
  });
}

/** Puts a link to the site's first page on top of each page of the reference. */
async function linkBack(folder: string, home: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const file = join(folder, name);
    if (isDirectory) await linkBack(file, `../${home}`);
    else if (name.endsWith(".html")) {
      const text = await Deno.readTextFile(file);
      const link = `<p style="padding: 0.5rem 1rem"><a href="${home}">codebias: all pages</a></p>`;
      await Deno.writeTextFile(file, text.replace(/<body[^>]*>/, (body) => body + link));
    }
  }
}

if (import.meta.main) await runCommand(docs);
