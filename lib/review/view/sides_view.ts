import { visible } from "../../core/visible.ts";
import { buttonOf, byId, element, shownText } from "../page/page.ts";
import { drawLines } from "./long_list.ts";
import { columnOf } from "./selected_rows.ts";
import { type SideAnswer, verdictsText } from "./sides.ts";
import { levelText } from "./view_data.ts";
import { go, type View } from "./view.ts";
import { sideColumns } from "./view_state.ts";

/** Draws the questions in view, their answers side by side. */
export function drawSides(view: View): void {
  const { data, state, sides } = view;
  const scroller = byId(view, "sides");
  drawChoices(view, "by", [...new Set([...sideColumns(data), state.by])]);
  drawChoices(view, "show", ["all", ...(data.metric === null ? [] : [data.metric]), "unjudged", "different"]);
  const column = columnOf(data, state.by);
  byId(view, "no-sides").hidden = column !== undefined;
  byId(view, "sides-count").textContent = column
    ? `${sides.length.toLocaleString("en")} ${sides.length === 1 ? "question" : "questions"}`
    : "";
  scroller.hidden = !column;
  if (!column) return;
  const names = ["task", ...column.levels.map((level) => `${state.by} ${levelText(level)}`)];
  drawLines(view, {
    ...{ scroller, count: sides.length, height: view.height },
    columns: `minmax(18ch, 1fr) repeat(${column.levels.length}, minmax(22ch, 2fr))`,
    least: 18 + 22 * column.levels.length,
    headings: names.map((text) => element(view, "div", { role: "columnheader" }, ...shownText(view, text))),
    line: (at) => {
      const { name, cells } = sides[at];
      return element(
        ...[view, "div", { role: "row", class: "row" }] as const,
        element(view, "div", { role: "gridcell", class: "question" }, ...shownText(view, name)),
        ...cells.map((answers) =>
          element(view, "div", { role: "gridcell" }, ...answersView(view, answers, at))
        ),
      );
    },
  });
}

/** Draws a choice of words, once, and marks the one that holds. */
export function drawChoices(view: View, what: "by" | "show", words: readonly string[]): void {
  const choice = byId<HTMLSelectElement>(view, what);
  if (choice.options.length === 0) {
    choice.append(...words.map((word) => element(view, "option", { value: word }, visible(word))));
    choice.addEventListener("change", () => go(view, { [what]: choice.value }));
  }
  choice.value = view.state[what];
}

/** Answers at a level, a button each; at most three, and how many more there are. */
export function answersView(view: View, answers: readonly SideAnswer[], line: number): HTMLElement[] {
  if (answers.length === 0) return [element(view, "span", { class: "quiet" }, "no answer")];
  const [shown, more] = [answers.slice(0, 3), answers.length - 3];
  const buttons = shown.map(({ rows, count }) => {
    const words = verdictsText(view.data, rows);
    const label = count > 1 ? `${count} × ${words}` : words;
    const open = () => {
      view.active = line;
      openSide(view, line, rows[0]);
    };
    const button = buttonOf(view, { title: visible(label) }, open, ...shownText(view, label));
    button.classList.toggle("open", rows[0] === view.state.open || rows[0] === view.state.beside);
    return button;
  });
  if (more <= 0) return buttons;
  return [...buttons, element(view, "span", { class: "quiet" }, `and ${more} more`)];
}

/** Opens an answer beside the first one of another level. */
export function openSide(view: View, line: number, row?: number): void {
  const cells = view.sides[line].cells;
  const first = row ?? cells.find((answers) => answers.length > 0)?.[0].rows[0] ?? null;
  const own = cells.findIndex((answers) => answers.some(({ rows }) => rows[0] === first));
  const other = cells.find((answers, at) => at !== own && answers.length > 0)?.[0].rows[0];
  go(view, { open: first, beside: other ?? null });
}
