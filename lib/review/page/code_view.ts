import type { Token } from "../code_tokens.ts";
import { element, type Page } from "./page.ts";
import type { PageItem } from "./session.ts";

/** The code of an item: a numbered line each, those to look at marked. */
export function codeView(page: Page, { lines, highlights }: PageItem): HTMLElement {
  const list = element(page, "div", { class: "lines" });
  list.style.setProperty("--digits", String(String(lines.length).length));
  list.append(
    ...lines.map((tokens, at) =>
      lineView(page, tokens, { number: at + 1, marked: highlights.includes(at + 1) })
    ),
  );
  return list;
}

/** One line of code with its number. */
export function lineView(
  page: Page,
  tokens: readonly Token[],
  { number, marked }: { number: number; marked: boolean },
): HTMLElement {
  const text = element(page, "code", {}, ...tokens.map((token) => tokenView(page, token)));
  text.style.setProperty("--indent", String(indentOf(text.textContent ?? "")));
  const line = element(page, marked ? "mark" : "div", { class: "line", "data-line": String(number) }, text);
  if (marked) line.title = `Line ${number} is highlighted`;
  return line;
}

/** A piece of a line in its colour. */
export function tokenView(page: Page, token: Token): Node | string {
  if (typeof token === "string") return token;
  const [kind, text] = token;
  return element(page, "span", { class: kind }, text);
}

/** Columns of a line's indentation, so that its wrapped parts stay right of it; at most 16. */
export function indentOf(line: string): number {
  return Math.min(16, /^[ \t]*/.exec(line)![0].replaceAll("\t", "    ").length);
}
