import { escapeHtml } from "codebias/report/display.ts";
import { Marked, marked, Renderer, type Token } from "marked";
import { type Heading, headings, plainText } from "./headings.ts";
import { addressIn, type Page } from "./pages.ts";

/** A part of a page that the search finds: from a heading to the next one. */
export interface Section {
  /** Of the page. */
  readonly title: string;
  readonly heading: string;
  readonly url: string;
  readonly text: string;
}

/** The whole HTML of a page, with all pages at its side. */
export function rendered(pages: readonly Page[], page: Page): string {
  const found = headings(page.text);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.name === "index.html" ? page.title : `${page.title} · codebias`)}</title>
<link rel="stylesheet" href="site.css">
<script src="sections.js" defer></script>
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<nav aria-label="Pages">
<input id="search" type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off">
<ol id="found" aria-live="polite" hidden></ol>
${menu(pages, page)}
</nav>
<main id="content">
${body(pages, page, found)}
</main>
${contents(found)}
</body>
</html>
`;
}

/** The pages in groups: what README.md links to, in its order, and what those link to. */
function menu(pages: readonly Page[], current: Page): string {
  const link = ({ name, title }: Pick<Page, "name" | "title">) =>
    `<li><a href="${name}"${name === current.name ? ' aria-current="page"' : ""}>${
      escapeHtml(title)
    }</a></li>`;
  const [data, own] = [true, false].map((isData) =>
    pages.filter(({ file }) => file.startsWith("data/") === isData)
  );
  const list = (links: readonly string[]) => `<ul>\n${links.join("\n")}\n</ul>`;
  return [
    list([...own.map(link), link({ name: "api/all_symbols.html", title: "Reference of lib/mod.ts" })]),
    `<details${data.includes(current) ? " open" : ""}><summary>Data</summary>${
      list(data.map(link))
    }</details>`,
  ].join("\n");
}

/** The headings of a page, as links; nothing where there are few. */
function contents(found: readonly Heading[]): string {
  const links = found.filter(({ level }) => level === 2).map(({ text, anchor }) =>
    `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`
  );
  if (links.length < 2) return "";
  return `<aside aria-label="On this page"><p>On this page</p><ul>\n${links.join("\n")}\n</ul></aside>`;
}

function body(pages: readonly Page[], page: Page, found: readonly Heading[]): string {
  const coming = [...found];
  const { parse } = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const { anchor } = coming.shift()!;
        const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this heading">#</a>`;
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)} ${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const [address, text] = [addressIn(pages, page.file, href), this.parser.parseInline(tokens)];
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image({ href, text }) {
        const address = addressIn(pages, page.file, href);
        return `<img src="${escapeHtml(address ?? href)}" alt="${escapeHtml(text)}">`;
      },
      table(token) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>`;
      },
    },
  });
  return parse(page.text, { async: false });
}

/** The parts of a page, for the search. */
export function sectionsOf({ title, name, text }: Page): Section[] {
  const tokens = marked.lexer(text);
  const starts = tokens.flatMap(({ type }, at) => type === "heading" ? [at] : []);
  return headings(text).map(({ text: heading, anchor }, at): Section => {
    const own: Token[] = tokens.slice(starts[at] + 1, starts[at + 1]);
    return { title, heading, url: `${name}#${anchor}`, text: plainText(own).replace(/\s+/g, " ").trim() };
  });
}
