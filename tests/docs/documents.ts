import { dirname, join, relative } from "node:path";
import { paths } from "codebias/store/paths.ts";

/** A page of the documentation. */
export interface Document {
  /** Its path in the checkout. */
  readonly file: string;
  readonly text: string;
}

/** A block of code in fences. */
export interface Block {
  /** Its file and line. */
  readonly where: string;
  /** What stands behind the opening fence: a language, then what is to be done with it. */
  readonly kind: string;
  readonly code: string;
}

/** README.md and all of docs/; with `data`, the pages about data, too. */
export async function documents(options: { readonly data?: boolean } = {}): Promise<Document[]> {
  const files = ["README.md", ...await pagesBelow("docs"), ...options.data ? await pagesBelow("data") : []];
  return await Promise.all(files.map(async (file) => {
    return { file, text: await Deno.readTextFile(join(paths.root, file)) };
  }));
}

async function pagesBelow(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(join(paths.root, folder)));
  const found = await Promise.all(entries.map(({ name, isDirectory }) => {
    if (name === "artifacts") return [];
    return isDirectory ? pagesBelow(`${folder}/${name}`) : name.endsWith(".md") ? [`${folder}/${name}`] : [];
  }));
  return found.flat().sort();
}

/** The blocks of code of a page. */
export function blocksOf({ file, text }: Document): Block[] {
  return [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(({ index, 1: kind, 2: code }) => {
    return { where: `${file}:${text.slice(0, index).split("\n").length}`, kind, code };
  });
}

/** A page without code. */
export function proseOf({ text }: Document): string {
  return text.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "");
}

/** The links of a page that lead to files of the checkout: the file, by its path there, and the place in it. */
export function linksOf(document: Document): { readonly to: string; readonly anchor?: string }[] {
  const targets = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => {
    const [path, anchor] = target.split("#");
    const to = path === "" ? document.file : join(dirname(document.file), path);
    return { to: relative("", to), anchor };
  });
}
