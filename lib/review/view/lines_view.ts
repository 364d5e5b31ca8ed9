import { cutText } from "../page/code_view.ts";
import { element, shownText } from "../page/page.ts";
import type { DiffLine } from "./line_diff.ts";
import type { View } from "./view.ts";

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
