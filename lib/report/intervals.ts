import * as Plot from "@observablehq/plot";
import { type Figure, figure } from "./figure.ts";

/** One estimate to draw. */
export interface IntervalRow {
  /** Large groups of rows, one below the other. */
  readonly group: string;
  /** Rows within a group. */
  readonly series: string;
  /** Panels side by side. */
  readonly panel: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** A number to compare with, e.g. the printed one. */
  readonly reference?: number | null;
}

/** What a figure of intervals says. */
export interface IntervalOptions {
  readonly title: string;
  readonly subtitle?: string;
  /** Label of the horizontal axis. */
  readonly x: string;
  /** Range of the horizontal axis. @default [0, 1] */
  readonly domain?: readonly [number, number];
  /** What the reference marks are. */
  readonly reference?: string;
  /** A remark below the axis, e.g. what the intervals are. */
  readonly note?: string;
}

const COLORS = ["#1f5fbf", "#c8553d", "#4b8b3b", "#7a4fa3"];

/**
 * Draws estimates with their intervals, in groups and panels, with reference values as open diamonds.
 *
 * @param rows Estimates; those without a value leave their place empty.
 * @throws {RangeError} If there are no rows, or a number lies outside of the horizontal axis.
 */
export function intervals(rows: readonly IntervalRow[], options: IntervalOptions): Figure {
  const { title, subtitle, x, domain = [0, 1], reference, note } = options;
  check(rows, domain);
  const distinct = (name: "group" | "series" | "panel") => [...new Set(rows.map((row) => row[name]))];
  const [groups, series, panels] = [distinct("group"), distinct("series"), distinct("panel")];
  const drawn = rows.filter(({ value }) => value !== null);
  const compared = rows.filter((row) => typeof row.reference === "number");
  const place = { fx: "panel", fy: "group", y: "series" } as const;
  const left = 20 + 7.2 * Math.max(...series.map(({ length }) => length));
  const right = 24 + 7.4 * Math.max(...groups.map(({ length }) => length));
  const footer = [compared.length > 0 && reference && `◇ ${reference}`, note].filter((line) =>
    line
  ) as string[];
  const frame = Math.max(
    300 * panels.length,
    10.8 * title.length - right,
    7.2 * Math.max(0, ...[subtitle ?? "", ...footer].map(({ length }) => length)) - right,
    7.2 * x.length - 2 * Math.min(left, right),
  );
  return figure({
    width: Math.ceil(left + frame + right),
    height: 84 + 50 + groups.length * (18 * series.length + 20) + 16 * footer.length,
    marginLeft: left,
    marginRight: right,
    marginTop: 84,
    marginBottom: 50 + 16 * footer.length,
    x: {
      domain: [...domain],
      label: x,
      labelAnchor: "center",
      labelArrow: "none",
      labelOffset: 38,
      ticks: 4,
      grid: true,
    },
    y: { domain: series, label: null, padding: 0.4 },
    fx: { domain: panels, label: null, padding: 0.1 },
    fy: { domain: groups, label: null, padding: 0.12 },
    color: { domain: series, range: COLORS.slice(0, series.length) },
    marks: [
      Plot.axisY({ tickSize: 0, fontSize: 12 }),
      Plot.frame({ stroke: "#d0d7de" }),
      Plot.ruleY(drawn, {
        ...place,
        x1: "low",
        x2: "high",
        stroke: "series",
        strokeWidth: 2.5,
        strokeOpacity: 0.45,
      }),
      Plot.dot(drawn, { ...place, x: "value", fill: "series", r: 4.2 }),
      Plot.dot(compared, {
        ...place,
        x: "reference",
        symbol: "diamond",
        stroke: "#1b1f24",
        strokeWidth: 1.3,
        r: 5,
      }),
      label(title, { dy: -72, fontSize: 16, fontWeight: 600 }),
      ...(subtitle ? [label(subtitle, { dy: -50, fill: "#57606a" })] : []),
      ...footer.map((line, at) =>
        label(line, { frameAnchor: "bottom-left", dy: 48 + 16 * at, fill: "#57606a", fontSize: 11 })
      ),
    ],
  });
}

function check(rows: readonly IntervalRow[], [from, to]: readonly [number, number]): void {
  if (rows.length === 0) throw new RangeError("Cannot draw a figure of no estimates");
  for (const row of rows) {
    const numbers = [row.value, row.low, row.high, row.reference];
    const outside = numbers.find((number) => typeof number === "number" && !(number >= from && number <= to));
    if (outside === undefined) continue;
    const { group, series, panel } = row;
    throw new RangeError(
      `Cannot draw ${outside} (${group}, ${series}, ${panel}) on an axis from ${from} to ${to}: give another domain`,
    );
  }
}

function label(text: string, options: Plot.TextOptions): Plot.Text {
  return Plot.text([text], {
    facet: "super",
    frameAnchor: "top-left",
    textAnchor: "start",
    lineAnchor: "top",
    ...options,
  });
}
