import { basename, dirname, join } from "node:path";
import { marked } from "marked";
import { paths } from "codebias/store/paths.ts";
import { headings } from "./headings.ts";

/** A page of Markdown that the site shows. */
export interface Page {
  /** Its path in the checkout. */
  readonly file: string;
  /** Of the file in the site. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** README.md, and all pages to which it leads, in the order of the links; those about data come last. */
export async function sitePages(): Promise<Page[]> {
  const pages = new Map<string, Page>();
  const waiting = ["README.md"];
  for (const file of waiting) {
    if (pages.has(file)) continue;
    const text = await Deno.readTextFile(join(paths.root, file));
    pages.set(file, { file, name: nameOf(file), title: headings(text)[0].text, text });
    waiting.push(...linkedFiles({ file, text }).filter((to) => to.endsWith(".md")));
  }
  const isData = ({ file }: Page) => file.startsWith("data/");
  return [...pages.values()].toSorted((a, b) => Number(isData(a)) - Number(isData(b)));
}

/** The name in the site of a file of the checkout: `docs/pipes.md` is `pipes.html`, `data/solar/README.md` is `data-solar.html`. */
function nameOf(file: string): string {
  if (file === "README.md") return "index.html";
  const place = file.replace(/^docs\//, "").replace(/(?:\/README)?\.md$/, "");
  return `${place.replaceAll("/", "-")}.html`;
}

/** The files of the checkout to which a page links, pictures among them. */
export function linkedFiles({ file, text }: Pick<Page, "file" | "text">): string[] {
  const targets: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "link" || token.type === "image") targets.push(token.href);
  });
  return targets.flatMap((target) => targetOf(file, target)?.to ?? []);
}

/**
 * Where a link of a page leads.
 *
 * @param file The page, by its path in the checkout.
 * @param href What the link says.
 * @returns A file, by its path in the checkout, and the place in it; undefined if it leads elsewhere.
 */
export function targetOf(
  file: string,
  href: string,
): { readonly to: string; readonly anchor?: string } | undefined {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [path, anchor] = href.split("#");
  return { to: path === "" ? file : join(dirname(file), path), anchor };
}

/** The address in the site for a link of a page; undefined if the site has no such file. */
export function addressIn(pages: readonly Page[], file: string, href: string): string | undefined {
  const target = targetOf(file, href);
  if (target === undefined) return href;
  if (isPicture(target.to)) return basename(target.to);
  const page = pages.find((one) => one.file === target.to);
  return page && `${page.name}${target.anchor === undefined ? "" : `#${target.anchor}`}`;
}

/** Whether a file is copied to the site as it is. */
export function isPicture(file: string): boolean {
  return /\.(?:svg|png)$/.test(file);
}
