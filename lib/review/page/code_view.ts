import { element, type Page, shownText } from "./page.ts";
import { pythonPieces } from "./python_pieces.ts";

/** How numbered lines are shown. */
export interface LineMarks {
  /** The mark of a line, by its number from 1. @default none */
  readonly markOf?: (line: number) => "decides" | "highlighted" | "left" | "added" | "";
  /** Whether they are coloured as Python. @default false */
  readonly python?: boolean;
  /** Whether all of them are shown, however many and long they are. @default false */
  readonly whole?: boolean;
}

/** Numbered lines; each marked one says why it is. */
export function numberedLines(
  page: Pick<Page, "document">,
  lines: readonly string[],
  { markOf = () => "", python, whole }: LineMarks = {},
): HTMLElement {
  const most = whole ? { lines: Infinity, characters: Infinity } : { lines: 5000, characters: 2000 };
  const words = {
    decides: "This line decides",
    highlighted: "This line is highlighted",
    left: "Not in the program",
    added: "Added, to call the program",
    "": "",
  };
  const list = element(page, "div", { class: python ? "lines python" : "lines" });
  list.style.setProperty("--digits", String(String(lines.length).length));
  const isShort = lines.every((line) => line.length <= 2000);
  const coloured = python && isShort ? pythonPieces(lines.join("\n")) : undefined;
  list.append(
    ...lines.slice(0, most.lines).map((line, at) => {
      const { text, more } = cutText(line, most.characters);
      const pieces = coloured ? coloured[at] : [{ kind: "", text }];
      const code = element(
        ...[page, "code", {}] as const,
        ...pieces.map((piece) =>
          element(page, "span", { class: piece.kind }, ...shownText(page, piece.text))
        ),
        ...more === "" ? [] : [element(page, "span", { class: "quiet" }, ` ${more}`)],
      );
      code.style.setProperty("--indent", String(indentOf(line)));
      const mark = markOf(at + 1);
      const name = mark === "decides" || mark === "highlighted" ? "mark" : "div";
      const drawn = element(
        page,
        name,
        { class: `line ${mark}`.trimEnd(), "data-line": String(at + 1) },
        code,
      );
      if (mark !== "") drawn.title = words[mark];
      return drawn;
    }),
  );
  if (lines.length > most.lines) {
    list.append(element(page, "p", { class: "quiet" }, `… ${lines.length - most.lines} more lines`));
  }
  return list;
}

/** Columns of a line's indentation, so that its wrapped parts stay right of it; at most 16. */
export function indentOf(line: string): number {
  return Math.min(16, /^[ \t]*/.exec(line)![0].replaceAll("\t", "    ").length);
}

/** A long text cut for the screen, with how much more there is; copying gives all of it. */
export function cutText(text: string, most: number): { readonly text: string; readonly more: string } {
  if (text.length <= most) return { text, more: "" };
  const isWithin = /^[\ud800-\udbff]$/.test(text[most - 1]); // half of a character would be shown as its code
  const start = text.slice(0, isWithin ? most - 1 : most);
  return { text: start, more: `… ${(text.length - start.length).toLocaleString("en")} more characters` };
}
