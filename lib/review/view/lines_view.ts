import { indentOf } from "../page/code_view.ts";
import { element } from "../page/page.ts";
import type { DiffLine } from "./line_diff.ts";
import { pythonPieces } from "./python_pieces.ts";
import { shownText, type View } from "./view.ts";
import { cutText } from "./view_data.ts";

/** How lines are shown besides their numbers. */
export interface LineMarks {
  /** The line that decides, from 1. */
  readonly decides?: number;
  /** Lines that are left out. */
  readonly left?: ReadonlySet<number>;
  /** The last line that is the model's own; those behind it were added. */
  readonly last?: number;
  /** Whether they are coloured as Python. @default false */
  readonly python?: boolean;
}

/** Numbered lines, the one that decides marked, and those that are left out. */
export function numberedLines(
  view: View,
  lines: readonly string[],
  { decides, left, last = Infinity, python }: LineMarks = {},
): HTMLElement {
  const most = { lines: 5000, characters: 2000 };
  const list = element(view, "div", { class: "lines" });
  list.style.setProperty("--digits", String(String(lines.length).length));
  const isShort = lines.every((line) => line.length <= most.characters);
  const coloured = python && isShort ? pythonPieces(lines.join("\n")) : undefined;
  list.append(
    ...lines.slice(0, most.lines).map((line, at) => {
      const { text, more } = cutText(line, most.characters);
      const pieces = coloured ? coloured[at] : [{ kind: "", text }];
      const code = element(
        ...[view, "code", {}] as const,
        ...pieces.map((piece) =>
          element(view, "span", { class: piece.kind }, ...shownText(view, piece.text))
        ),
        ...more === "" ? [] : [element(view, "span", { class: "quiet" }, ` ${more}`)],
      );
      code.style.setProperty("--indent", String(indentOf(line)));
      const [isDeciding, isLeft, isAdded] = [at + 1 === decides, left?.has(at + 1) ?? false, at + 1 > last];
      const drawn = element(
        ...[view, isDeciding ? "mark" : "div"] as const,
        { class: isLeft ? "line left" : isAdded ? "line added" : "line", "data-line": String(at + 1) },
        code,
      );
      const words = isDeciding
        ? "This line decides"
        : isLeft
        ? "Not in the program"
        : "Added, to call the program";
      if (isDeciding || isLeft || isAdded) drawn.title = words;
      return drawn;
    }),
  );
  if (lines.length > most.lines) {
    list.append(element(view, "p", { class: "quiet" }, `… ${lines.length - most.lines} more lines`));
  }
  return list;
}

/** A text in lines that wrap. */
export function longText(view: View, text: string): (Node | string)[] {
  const { text: start, more } = cutText(text, 100_000);
  const end = more === "" ? [] : [element(view, "span", { class: "quiet" }, ` ${more}`)];
  return [...shownText(view, start), ...end];
}

/** Two texts laid over each other. */
export function diffView(view: View, lines: readonly DiffLine[]): HTMLElement {
  const sign = { both: " ", one: "−", other: "+" };
  const words = { both: "in both", one: "in the first only", other: "in the second only" };
  const most = Math.max(...lines.map(({ one = 0, other = 0 }) => Math.max(one, other)), 1);
  const list = element(view, "div", { class: "lines diff" });
  const width = String(most).length;
  list.style.setProperty("--digits", String(2 * width + 3));
  list.append(
    ...lines.slice(0, 5000).map(({ kind, text, one, other }) => {
      const code = element(view, "code", {}, ...shownText(view, cutText(text, 2000).text));
      const numbers = `${one ?? ""}`.padStart(width) + ` ${other ?? ""} `.padStart(width + 2) + sign[kind];
      return element(view, "div", { class: `line ${kind}`, "data-line": numbers, title: words[kind] }, code);
    }),
  );
  return list;
}
