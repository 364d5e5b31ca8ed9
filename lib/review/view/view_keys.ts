import { byId } from "../page/page.ts";
import { bringIntoView } from "./long_list.ts";
import { closeOne } from "./one_sample.ts";
import { openSide } from "./sides_view.ts";
import { go, type View } from "./view.ts";
import type { ViewState } from "./view_state.ts";

/** What a key does on a page of samples; undefined for keys that it does not use. */
export function viewActionOf(view: View, key: string): (() => void) | undefined {
  const actions: Record<string, () => void> = {
    ArrowDown: () => moveActive(view, 1),
    j: () => moveActive(view, 1),
    ArrowUp: () => moveActive(view, -1),
    k: () => moveActive(view, -1),
    PageDown: () => moveActive(view, 15),
    PageUp: () => moveActive(view, -15),
    Home: () => moveActive(view, -Infinity),
    End: () => moveActive(view, Infinity),
    Enter: () => openActive(view),
    Escape: () => view.state.open !== null && closeOne(view),
    "/": () => searchAnswers(view),
    t: () => showMode(view, "samples"),
    b: () => showMode(view, "sides"),
    r: () => byId(view, "mode-review").hidden || showMode(view, "review"),
    "?": () => byId<HTMLDialogElement>(view, "view-help").showModal(),
  };
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}

/** Shows another list. */
export function showMode(view: View, mode: ViewState["mode"]): void {
  if (mode !== view.state.mode) go(view, { mode });
}

/** Keys are the page's unless something is typed or chosen, a dialog is open, or labels are being given. */
export function onViewKey(view: View, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target as Element;
  if (view.document.querySelector("dialog[open]")) return;
  const isField = target.closest("input, select, textarea");
  if (isField && event.key === "Escape" && view.state.mode !== "review") {
    event.preventDefault(); // or the field would be emptied, and the rows would not know
    return focusList(view);
  }
  if (isField || (event.key === "Enter" && target.closest("button, a, summary"))) return;
  if (view.state.mode === "review" && !/^[tb]$/.test(event.key)) return;
  const action = viewActionOf(view, event.key);
  if (!action) return;
  event.preventDefault();
  action();
}

/** Gives the keys to the search; on a narrow page the sample that is open makes room for it. */
export function searchAnswers(view: View): void {
  if (!byId(view, "search").checkVisibility()) closeOne(view);
  byId<HTMLInputElement>(view, "text").select();
}

/** Gives the keys to the list that is shown. */
export function focusList(view: View): void {
  byId(view, view.state.mode === "sides" ? "sides" : "samples").focus();
}

/** Moves within the list; where a sample is open, the next one is opened in its place. */
export function moveActive(view: View, by: number): void {
  const isSides = view.state.mode === "sides";
  const count = (isSides ? view.sides : view.rows).length;
  if (count === 0) return;
  view.active = Math.max(0, Math.min(count - 1, view.active + by));
  bringIntoView(byId(view, isSides ? "sides" : "samples"), view.active, view.height);
  if (view.state.open !== null) openActive(view, false);
  else view.draw(view);
}

/** Opens what keys have come to. */
export function openActive(view: View, focus = true): void {
  if (view.state.mode === "sides") {
    if (view.sides[view.active]) openSide(view, view.active);
  } else if (view.rows[view.active] !== undefined) go(view, { open: view.rows[view.active], beside: null });
  if (focus && view.state.open !== null) byId(view, "one-title").focus();
}
