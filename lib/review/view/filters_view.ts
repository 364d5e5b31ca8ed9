import type { Estimate } from "../../core/types.ts";
import { visible } from "../../core/visible.ts";
import { steadyDesignEffect } from "../../statistics/intervals/design_effect.ts";
import { scoreBounds } from "../../statistics/intervals/wilson.ts";
import { byId, element } from "../page/page.ts";
import { columnOf, countsOfLevels } from "./selected_rows.ts";
import { levelText, type ViewColumn, type ViewData } from "./view_data.ts";
import { go, type View } from "./view.ts";

/** The columns that can be filtered: all in which rows differ. */
export function filterColumns({ columns }: ViewData): ViewColumn[] {
  return columns.filter(({ levels }) => levels.length > 1);
}

/** Whether a column has so few values that they are a list to choose from. */
export function isListed({ levels }: ViewColumn): boolean {
  return levels.length <= 40;
}

/** Makes a field for each column, once. */
export function makeFilters(view: View): void {
  byId(view, "filters").replaceChildren(
    ...filterColumns(view.data).map((column) => {
      const { name } = column;
      const listed = isListed(column);
      const values = `values-${name}`;
      const typed = {
        type: "search",
        "data-has": name,
        placeholder: "contains, or =",
        spellcheck: "false",
        list: values,
      };
      const field = listed ? element(view, "select", { "data-is": name }) : element(view, "input", typed);
      const known = column.levels.slice(0, 500).map((level) => `=${levelText(level)}`);
      const options = known.map((value) => element(view, "option", { value }));
      const list = listed ? [] : [element(view, "datalist", { id: values }, ...options)];
      field.addEventListener(listed ? "change" : "input", () => {
        const { [name]: _, ...is } = view.state.is;
        const { [name]: __, ...has } = view.state.has;
        const isWhole = listed || field.value.startsWith("=");
        const wanted = { [name]: listed ? field.value : field.value.replace(/^=/, "") };
        if (field.value === "") go(view, { is, has });
        else if (isWhole) go(view, { is: { ...is, ...wanted }, has });
        else go(view, { is, has: { ...has, ...wanted } });
      });
      return element(view, "label", {}, element(view, "span", {}, visible(name)), field, ...list);
    }),
  );
}

/** Draws what each field holds, and how many rows each value would give. */
export function drawFilters(view: View): void {
  const { data, state } = view;
  for (const column of filterColumns(data)) {
    const field = byId(view, "filters").querySelector<HTMLSelectElement | HTMLInputElement>(
      `[data-is="${CSS.escape(column.name)}"], [data-has="${CSS.escape(column.name)}"]`,
    )!;
    // Not what every object has, where a column is called, e.g., constructor.
    const set = (filters: Readonly<Record<string, string>>) =>
      Object.hasOwn(filters, column.name) ? filters[column.name] : undefined;
    const [whole, part] = [set(state.is), set(state.has) ?? ""];
    const wanted = whole === undefined ? part : isListed(column) ? whole : `=${whole}`;
    if (isListed(column)) {
      const counts = countsOfLevels(data, state, column);
      const all = element(view, "option", { value: "" }, "all");
      const options = column.levels.map((level, at) =>
        element(
          view,
          "option",
          { value: levelText(level) },
          `${visible(levelText(level))} (${counts[at].toLocaleString("en")})`,
        )
      );
      field.replaceChildren(all, ...options);
    }
    if (field.value !== wanted) field.value = wanted;
    field.classList.toggle("set", wanted !== "");
  }
  const text = byId<HTMLInputElement>(view, "text");
  if (text.value !== state.text) text.value = state.text;
  byId<HTMLInputElement>(view, "regex").checked = state.regex;
}

/** Says how much is shown, and the share of it that the metric is about. */
export function drawCounts(view: View, trouble: string): void {
  const { data, rows } = view;
  const number = (count: number) => count.toLocaleString("en");
  const samples = new Set(rows.map((row) => data.sampleOf[row])).size;
  const words = [
    `${number(rows.length)} of ${number(data.height)} rows, ${number(samples)} ${
      samples === 1 ? "sample" : "samples"
    }`,
  ];
  const estimate = selectionEstimate(data, rows);
  const mixed = data.label.includes("SYNTHETIC") ? ["model"] : []; // a share of both would be nobody's
  const several = ["instrument", "study", "protected", ...mixed].find((name) => {
    const codes = columnOf(data, name)?.codes;
    return codes && rows.some((row) => codes[row] !== codes[rows[0]]);
  });
  const noShare = several === undefined
    ? data.noShare
    : `no share over several values of ${several}: choose one`;
  if (estimate && noShare !== "") words.push(noShare);
  else if (estimate?.value != null) {
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const { value, low, high, n, tasks, unjudged } = estimate;
    const bounds = low === null || high === null
      ? " (one task: no interval)"
      : ` [${percent(low)}, ${percent(high)}], 95 % interval clustered by ${number(tasks)} tasks`;
    words.push(`${data.metric} ${percent(value)}${bounds}; n = ${number(n)}, unjudged ${number(unjudged)}`);
  } else if (estimate) {
    words.push(`nothing judged, unjudged ${number(estimate.unjudged)}`);
  }
  byId(view, "shown").textContent = words.join(" · ");
  byId(view, "text-trouble").textContent = trouble;
}

/** What all rows have alike, as a line. */
export function alikeText(data: ViewData): string {
  const shown = "study suite prompt language temperature instrument attribute verdict reason".split(" ");
  return shown.flatMap((name) => {
    const column = columnOf(data, name);
    if (!column || column.levels.length !== 1 || column.levels[0] === null) return [];
    return [visible(`${name} ${levelText(column.levels[0])}`)];
  }).join(" · ");
}

/** A share with its interval, as `summarize` gives it with tasks as clusters: no value where nothing is judged, no interval of one task. */
export interface SelectionEstimate extends Estimate {
  readonly tasks: number;
}

/**
 * The share of rows in which the metric is true, with the interval of `clusteredProportion`, so that the page and
 * `summarize(frame, { metric, cluster: "taskId" })` say the same.
 */
export function selectionEstimate(data: ViewData, rows: readonly number[]): SelectionEstimate | null {
  const metric = data.metric === null ? undefined : columnOf(data, data.metric);
  if (!metric) return null;
  const values = rows.map((row) => metric.levels[metric.codes[row]]);
  const judged = rows.filter((_, at) => values[at] !== null);
  const trials = values.filter((value) => value !== null).map(Number);
  const codes = columnOf(data, "taskId")?.codes;
  const places = new Map<number, number>();
  const numbers = judged.map((row, at) => {
    const task = codes ? codes[row] : at;
    if (!places.has(task)) places.set(task, places.size);
    return places.get(task)!;
  });
  const n = trials.length;
  const known = { n, tasks: places.size, unjudged: rows.length - n };
  if (n === 0) return { value: null, low: null, high: null, ...known };
  const value = trials.reduce((total, one) => total + one, 0) / n;
  if (places.size < 2) return { value, low: null, high: null, ...known };
  const effective = n / steadyDesignEffect(trials, numbers, places.size);
  return { value, ...scoreBounds(value, effective, data.quantiles[places.size - 2]), ...known };
}
