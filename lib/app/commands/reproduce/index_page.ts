import { basename, extname, join } from "node:path";
import style from "../../notebook/report/report.css" with { type: "text" };
import { escapeHtml } from "../../../report/display.ts";
import { enumerated, plural } from "../../../report/words.ts";
import type { Manifest, NotebookRecord } from "../../../store/manifest.ts";
import page from "./index.html" with { type: "text" };

/** The names of the kinds of result files, by ending. */
const KINDS: Readonly<Record<string, string>> = {
  ".csv": "CSV",
  ".parquet": "Parquet",
  ".tex": "LaTeX",
  ".md": "Markdown",
  ".svg": "SVG",
  ".png": "PNG",
};

/**
 * The first page of a run's folder: the models, the answers to the questions, and links to all files.
 *
 * @param folder The run's folder; the pages of its notebooks and its tables are read.
 * @param from A description of the sources of the results.
 * @returns HTML that needs only the files beside it.
 */
export async function indexPage(
  folder: string,
  { command, notebooks }: Manifest,
  from: string,
): Promise<string> {
  const reports = Object.entries(notebooks).filter(([, { pages }]) => pages); // others come from save()
  const studies = await Promise.all(reports.map(([name, record]) => studyPart(folder, name, record)));
  const names = [command.studies].flat().map(String);
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(`Results: ${enumerated(names)}`),
    from: escapeHtml(from),
    contents: studies.map(({ name, title }) => `<li><a href="#${name}">${title}</a></li>`).join("\n"),
    studies: studies.map(({ html }) => html).join("\n"),
    style,
  };
  return page.replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]);
}

/** The part of the page about a notebook; its title is HTML from the notebook's own page. */
async function studyPart(folder: string, name: string, record: NotebookRecord) {
  const report = await Deno.readTextFile(join(folder, `notebooks/${name}.html`));
  const title = /<title>(.*?)<\/title>/s.exec(report)![1];
  const answers = /<section id="answers">.*?<\/section>/s.exec(report)?.[0].replace(' id="answers"', "");
  const files = Object.keys({ ...record.outputs, ...record.pages });
  const link = (href: string, words: string) => `<a href="${escapeHtml(encodeURI(href))}">${words}</a>`;
  const kept = [
    link(`notebooks/${name}.html`, "The report"),
    link(`notebooks/${name}.ipynb`, "its notebook"),
    // Sorted without ending, so that the page with the notebook's name comes first.
    ...files.flatMap((file) => /^(views\/.*)\.html$/.exec(file)?.[1] ?? []).sort().map((view, at) =>
      link(`${view}.html`, at === 0 ? "its samples" : `more samples (${at + 1})`)
    ),
    ...files.filter((file) => file.startsWith("reviews/")).map((file) =>
      link(file, "a page to review what it judged")
    ),
  ];
  const html = [
    `<h2 id="${name}">${title}</h2>`,
    `<p>${enumerated(kept)}</p>`,
    ...whose(record),
    ...answers ? [answers] : [],
    await fileList(folder, "table", files.filter((file) => file.startsWith("tables/"))),
    await fileList(folder, "figure", files.filter((file) => file.startsWith("figures/"))),
  ].join("\n");
  return { name, title, html };
}

/** A line with the models whose answers a notebook uses; none if it has none. */
function whose({ runs = [] }: NotebookRecord): string[] {
  const labels = (runs as { readonly answers?: string }[]).flatMap(({ answers }) => answers || []);
  return labels.length > 0 ? [`<p>Answers of: ${escapeHtml([...new Set(labels)].join("; "))}</p>`] : [];
}

/** A folded list of tables or figures, each with its title and a link to each of its files, which differ in ending. */
async function fileList(folder: string, noun: string, files: readonly string[]): Promise<string> {
  const byName = [...Map.groupBy(files, (file) => basename(file, extname(file)))].toSorted();
  if (byName.length === 0) return "";
  const items = byName.map(async ([name, alike]) => {
    const links = alike.map((file) => `<a href="${escapeHtml(encodeURI(file))}">${kindOf(file)}</a>`);
    return `<li>${await titleOf(folder, name, alike)}: ${links.join(", ")}</li>`;
  });
  return `<details><summary>${plural(byName.length, noun)}</summary>\n<ul>\n${
    (await Promise.all(items)).join("\n")
  }\n</ul></details>`;
}

/** The name of the kind of a file; the file's name if the ending is unknown. */
function kindOf(file: string): string {
  return KINDS[extname(file)] ?? escapeHtml(basename(file));
}

/** The title of a table or figure with its file name; the file name alone if there is no title. */
async function titleOf(folder: string, name: string, files: readonly string[]): Promise<string> {
  const code = `<code>${escapeHtml(name)}</code>`;
  const described = files.find((file) => /\.(md|svg)$/.test(file));
  if (described === undefined) return code;
  const text = await Deno.readTextFile(join(folder, described));
  const title = described.endsWith(".md")
    ? /^\*\*(.*)\*\*$/m.exec(text.split("\n", 1)[0])?.[1].replaceAll("\\", "")
    : /^<svg[^>]*? aria-label="([^"]*)"/.exec(text)?.[1];
  if (title === undefined) return code;
  return `${described.endsWith(".md") ? escapeHtml(title) : title} ${code}`;
}
