import { visible } from "../../core/visible.ts";
import { startReview, type World } from "../page/main.ts";
import { byId, say } from "../page/page.ts";
import type { PageQueue } from "../page/session.ts";
import { alikeText, drawCounts, drawFilters, makeFilters } from "./filters_view.ts";
import { bringIntoView } from "./long_list.ts";
import { drawOne } from "./one_sample.ts";
import { drawSamples } from "./samples_view.ts";
import { selectedRows } from "./selected_rows.ts";
import { sideHeight, sideRows } from "./sides.ts";
import { drawSides } from "./sides_view.ts";
import type { ViewData } from "./view_data.ts";
import { go, keepingFocus, type View } from "./view.ts";
import { onViewKey, viewActionOf } from "./view_keys.ts";
import { hashOfState, stateOfHash } from "./view_state.ts";

/** Browser objects that a page of samples is given. */
export interface PageWorld extends World {
  /** Unpacks data as they stand in the page, and goes on with them; or without, if they are damaged. */
  readonly unpack: (packed: string, done: (data: ViewData) => void, failed: () => void) => void;
}

/** Starts a page, after its HTML is there: samples if it has any, else the review alone. */
export function startPage(world: PageWorld): void {
  const { document, unpack } = world;
  const queue: PageQueue | null = JSON.parse(byId({ document }, "queue").textContent!);
  const packed = byId({ document }, "data").textContent!.trim();
  byId({ document }, "mode-review").hidden = queue === null;
  if (packed === "") {
    byId({ document }, "review-mode").hidden = false;
    return startReview(queue!, world);
  }
  byId({ document }, "view-mode").hidden = false;
  unpack(packed, (data) => startView(data, queue, world), () => {
    say(
      { document },
      "The samples in this file cannot be read: the file is damaged, or the browser is too old",
      "trouble",
    );
  });
}

/** Shows samples as the address says, or as the page begins. */
export function startView(data: ViewData, queue: PageQueue | null, world: World): void {
  const { document } = world;
  const window = document.defaultView!;
  let reviewed = false;
  const draw = (view: View) => {
    const { mode } = view.state;
    for (const name of ["samples", "sides", "review"]) {
      byId(view, `${name}-mode`).hidden = mode !== name;
      byId(view, `mode-${name}`).setAttribute("aria-pressed", String(name === mode));
    }
    byId(view, "browse").hidden = mode === "review";
    if (mode !== "review") return keepingFocus(view, () => drawLists(view));
    if (queue && !reviewed) startReview(queue, world);
    reviewed = true;
  };
  const { state } = stateOfHash("", data);
  const view: View = { document, data, state, rows: [], sides: [], key: null, height: 32, active: 0, draw };
  makeFilters(view);
  byId(view, "alike").textContent = alikeText(data);
  listenToView(view);
  byId(view, "loading").hidden = true;
  const show = (hash: string) => {
    const { state, unknown } = stateOfHash(hash, data);
    go(view, queue || state.mode !== "review" ? state : { ...state, mode: "samples" });
    tellUnknown(view, unknown);
  };
  show(window.location.hash.replace(/^#/, "") || data.start);
  window.addEventListener("hashchange", () => show(window.location.hash));
}

/** Says what in an address is not on this page. */
export function tellUnknown(view: View, unknown: readonly string[]): void {
  if (unknown.length > 0) {
    say(view, `The address asks for what this page does not have: ${visible(unknown.join(", "))}`, "trouble");
  }
}

/** Draws the rows and questions that the state asks for. */
export function drawLists(view: View): void {
  const { data, state } = view;
  const key = hashOfState({ ...state, open: null, beside: null }, data);
  const isNew = key !== view.key;
  if (isNew) {
    const found = selectedRows(data, state);
    view.key = key;
    view.rows = typeof found === "string" ? [] : found;
    view.sides = state.mode === "sides" ? sideRows(data, view.rows, state) : [];
    view.height = state.mode === "sides" ? sideHeight(view.sides) : 32;
    drawFilters(view);
    drawCounts(view, typeof found === "string" ? found : "");
    view.active = Math.max(0, lineOf(view, state.open));
  }
  const isSides = state.mode === "sides";
  if (isSides) drawSides(view);
  else drawSamples(view);
  if (isNew) bringIntoView(byId(view, isSides ? "sides" : "samples"), view.active, view.height);
  drawOne(view);
}

/** The line of the list that a row is in; below 0 if it is in none. */
export function lineOf({ state, rows, sides }: View, row: number | null): number {
  if (row === null) return -1;
  if (state.mode !== "sides") return rows.indexOf(row);
  return sides.findIndex(({ cells }) =>
    cells.some((answers) => answers.some(({ rows }) => rows.includes(row)))
  );
}

/** Makes fields, buttons, keys and scrolling work. */
export function listenToView(view: View): void {
  const { document } = view;
  const text = byId<HTMLInputElement>(view, "text");
  const regex = byId<HTMLInputElement>(view, "regex");
  const sought = () => go(view, { text: text.value, regex: regex.checked });
  text.addEventListener("input", sought);
  regex.addEventListener("change", sought);
  byId(view, "clear").addEventListener("click", () => go(view, { is: {}, has: {}, text: "", regex: false }));
  for (const button of document.querySelectorAll("#view-top button")) {
    button.addEventListener("click", () => viewActionOf(view, button.getAttribute("aria-keyshortcuts")!)!());
  }
  for (const [id, drawList] of [["samples", drawSamples], ["sides", drawSides]] as const) {
    byId(view, id).addEventListener("scroll", () => keepingFocus(view, () => drawList(view)), {
      passive: true,
    });
  }
  document.defaultView!.addEventListener("resize", () => view.draw(view));
  document.addEventListener("keydown", (event) => onViewKey(view, event));
}
