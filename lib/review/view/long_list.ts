// Its own: all lines have one height, which leaves little for a library to do that would have to be bundled into the page.
import { element } from "../page/page.ts";
import type { View } from "./view.ts";

/** A list of which only the lines in view are drawn. */
export interface LongList {
  readonly scroller: HTMLElement;
  readonly count: number;
  /** The height of a line, pixels. */
  readonly height: number;
  readonly line: (at: number) => HTMLElement;
  /** The widths of the columns as CSS, and the least width of all together in characters. */
  readonly columns: string;
  readonly least: number;
  readonly headings: readonly HTMLElement[];
}

/** Draws the heading, the lines in view and some around them, among them the line that keys move. */
export function drawLines(view: View, list: LongList): void {
  const { scroller, count, height, line, columns, least, headings } = list;
  scroller.style.setProperty("--columns", columns);
  scroller.style.setProperty("--least", `${least}ch`);
  scroller.setAttribute("aria-colcount", String(headings.length));
  scroller.querySelector("[role=rowgroup]")!.replaceChildren(
    element(view, "div", { role: "row", "aria-rowindex": "1", class: "row" }, ...headings),
  );
  const body = scroller.querySelector<HTMLElement>("[role=rowgroup]:last-child")!;
  const [spare, shown] = [8, Math.ceil((scroller.clientHeight || 600) / height)];
  const from = Math.max(0, Math.min(Math.floor(scroller.scrollTop / height), count - shown) - spare);
  const places = Array.from({ length: Math.min(count - from, shown + 2 * spare) }, (_, at) => from + at);
  if (view.active < count && !places.includes(view.active)) places.push(view.active);
  const lines = places.map((at) => {
    const drawn = line(at);
    drawn.style.setProperty("top", `${at * height}px`);
    drawn.style.setProperty("height", `${height}px`);
    drawn.classList.toggle("active", at === view.active);
    drawn.setAttribute("aria-rowindex", String(at + 2)); // the heading is the first
    drawn.id = `${scroller.id}-${at}`;
    return drawn;
  });
  body.replaceChildren(...lines);
  body.style.setProperty("height", `${count * height}px`);
  scroller.setAttribute("aria-rowcount", String(count + 1));
  if (count > 0) scroller.setAttribute("aria-activedescendant", `${scroller.id}-${view.active}`);
  else scroller.removeAttribute("aria-activedescendant");
}

/** Scrolls as far as is needed for a line to be in view below the heading. */
export function bringIntoView(scroller: HTMLElement, at: number, height: number): void {
  const heading = scroller.querySelector<HTMLElement>("[role=rowgroup]")!.offsetHeight;
  const [top, room] = [at * height, scroller.clientHeight - heading];
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + height > scroller.scrollTop + room) scroller.scrollTop = top + height - room;
}
