import { FRAME, INK, MUTED, SERIES_STYLES } from "../report/drawing/palette.ts";

/**
 * The colours of a review page, `#rrggbb`. Contrast with the ground: at least 4.5 : 1 for text, 3 : 1 for
 * edges.
 */
export interface PageTheme {
  readonly ground: string;
  /** Ground of parts above the page: the bar at the top, buttons. */
  readonly raised: string;
  readonly ink: string;
  readonly muted: string;
  /** Decoration. */
  readonly frame: string;
  /** Edges of what can be pressed. */
  readonly edge: string;
  /** What is done or has the focus. */
  readonly accent: string;
  /** Ground of the given answer. */
  readonly chosen: string;
  /** Ground of lines to look at, and the bar before them. */
  readonly marked: string;
  readonly marker: string;
  readonly trouble: string;
  readonly keyword: string;
  readonly string: string;
  readonly number: string;
}

/** The house's colours on white. */
export const LIGHT: PageTheme = {
  ground: "#ffffff",
  raised: "#f6f8fa",
  ink: INK,
  muted: MUTED,
  frame: FRAME,
  edge: "#7d8590",
  accent: SERIES_STYLES[0].color,
  chosen: "#e4f0fb",
  marked: "#fff5dc",
  marker: SERIES_STYLES[1].color,
  trouble: "#b3261e",
  keyword: SERIES_STYLES[2].color,
  string: "#0b6150",
  number: "#9a3d00",
};

/** The same in the dark: lighter, and less saturated. */
export const DARK: PageTheme = {
  ground: "#13171c",
  raised: "#1c2229",
  ink: "#e3e8ee",
  muted: "#a2adb9",
  frame: "#333c46",
  edge: "#7b8794",
  accent: "#79b8f3",
  chosen: "#17344e",
  marked: "#35300f",
  marker: "#f0a160",
  trouble: "#ff9b90",
  keyword: "#d3a8e6",
  string: "#88d2b6",
  number: "#f2b681",
};
