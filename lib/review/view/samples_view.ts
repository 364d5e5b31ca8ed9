import { visible } from "../../core/visible.ts";
import { cutText } from "../page/code_view.ts";
import { buttonOf, byId, element, shownText } from "../page/page.ts";
import { drawLines } from "./long_list.ts";
import { signOf } from "./sides.ts";
import { levelText, type ViewColumn, type ViewData } from "./view_data.ts";
import { go, type View } from "./view.ts";

/** The columns of the table: those in which rows differ. What the metric says, the verdict says in words. */
export function shownColumns({ columns, metric }: ViewData): ViewColumn[] {
  const differing = columns.filter(({ name, levels }) => levels.length > 1 && name !== metric);
  const first = ["taskId", "verdict", "attribute"].flatMap((name) =>
    differing.filter((one) => one.name === name)
  );
  const others = differing.filter((column) => !first.includes(column));
  return differing.length > 0 ? [...first, ...others] : columns.slice(0, 1);
}

/** Draws the heading of the table, and the rows in view. */
export function drawSamples(view: View): void {
  const { data, state, rows } = view;
  const scroller = byId(view, "samples");
  const columns = shownColumns(data);
  const widths = columns.map(({ name, levels }) => {
    const longest = levels.reduce(
      (most: number, level) => Math.max(most, levelText(level).length),
      name.length + 2,
    );
    return Math.min(Math.max(longest, 6), name === "taskId" ? 36 : 26) + 2;
  });
  drawLines(view, {
    ...{ scroller, count: rows.length, height: view.height },
    columns: `${widths.map((width) => `${width}ch`).join(" ")} minmax(24ch, 1fr)`,
    least: widths.reduce((sum, width) => sum + width, 24),
    headings: [
      ...columns.map(({ name }) => headingOf(view, name)),
      element(view, "div", { role: "columnheader" }, "answer"),
    ],
    line: (at) => {
      const line = rowLine(view, rows[at], columns);
      line.setAttribute("aria-selected", String(rows[at] === state.open));
      line.addEventListener("click", () => {
        view.active = at;
        go(view, { open: rows[at], beside: null });
      });
      return line;
    },
  });
}

/** A heading that sorts: upwards, downwards, and as rows come. */
export function headingOf(view: View, name: string): HTMLElement {
  const { sort } = view.state;
  const way = sort === name ? "ascending" : sort === `-${name}` ? "descending" : "none";
  const next = { none: name, ascending: `-${name}`, descending: "" }[way];
  const arrow = { none: "", ascending: " ▲", descending: " ▼" }[way];
  const sortBy = () => {
    go(view, { sort: next });
    byId(view, "samples").querySelectorAll<HTMLElement>("[role=columnheader] button").forEach((one) => {
      if (one.textContent?.replace(/ [▲▼]$/, "") === visible(name)) one.focus();
    });
  };
  const button = buttonOf(view, {}, sortBy, `${visible(name)}${arrow}`);
  return element(view, "div", { role: "columnheader", "aria-sort": way }, button);
}

/** A row of the table. */
export function rowLine(view: View, row: number, columns: readonly ViewColumn[]): HTMLElement {
  const { data } = view;
  const { sign, kind } = signOf(data, row);
  const cells = columns.map(({ name, levels, codes }) => {
    const text = levelText(levels[codes[row]]);
    const words = shownText(view, name === "verdict" && sign !== "" ? `${sign} ${text}` : text);
    return element(
      view,
      "div",
      { role: "gridcell", class: name === "verdict" ? `verdict ${kind}` : "" },
      ...words,
    );
  });
  const sample = data.samples[data.sampleOf[row]];
  const text = data.texts[sample.text ?? sample.failed ?? -1] ?? "";
  const start = shownText(view, cutText(text, 160).text.replace(/\s+/g, " "));
  return element(
    view,
    "div",
    { role: "row", class: "row" },
    ...cells,
    element(view, "div", { role: "gridcell" }, ...start),
  );
}
