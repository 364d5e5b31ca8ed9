import type { SideRow } from "./sides.ts";
import type { ViewData } from "./view_data.ts";
import { hashOfState, type ViewState } from "./view_state.ts";

/** A page of samples at work. */
export interface View {
  readonly document: Document;
  readonly data: ViewData;
  state: ViewState;
  /** The rows that are shown. */
  rows: readonly number[];
  /** The questions that stand side by side. */
  sides: readonly SideRow[];
  /** The part of the state for which rows and questions were selected, as a text; null before the first selection. */
  key: string | null;
  /** The height of a line of the list that is shown, pixels. */
  height: number;
  /** The line of the list that keys move, from 0. */
  active: number;
  /** Draws what a state changes; given by the page's start, as all parts need it. */
  readonly draw: (view: View) => void;
}

/** Shows another state, and writes it into the address. */
export function go(view: View, change: Partial<ViewState>): void {
  view.state = { ...view.state, ...change };
  const { location, history } = view.document.defaultView!;
  const hash = `#${hashOfState(view.state, view.data)}`;
  if (location.protocol !== "about:" && hash !== location.hash) {
    history.replaceState(null, "", location.href.replace(/#.*/s, "") + hash); // JupyterLab gives the page another base
  }
  view.draw(view);
}

/**
 * Draws and keeps the keyboard focus: an element that had it and is drawn anew has it again; if that is gone, the list or
 * the sample that is shown has it.
 */
export function keepingFocus(view: View, draw: () => void): void {
  const { document } = view;
  const had = document.activeElement as HTMLElement | null;
  const id = had?.closest("[id]")?.id;
  const buttonsIn = (id: string) => [...document.querySelectorAll<HTMLElement>(`[id="${id}"] button`)];
  const at = id === undefined ? -1 : buttonsIn(id).indexOf(had!);
  draw();
  if (!had || had === document.body || (had.isConnected && had.checkVisibility())) return;
  const { state } = view;
  if (state.mode === "review") return;
  const like = at < 0 ? undefined : buttonsIn(id!)[at];
  if (like?.textContent === had.textContent && like.checkVisibility()) return like.focus();
  const shown = state.open !== null ? "one-title" : state.mode === "sides" ? "sides" : "samples";
  document.getElementById(shown)!.focus();
}
