import { cutText } from "../page/code_view.ts";
import { columnOf, selectedRows } from "./selected_rows.ts";
import { levelText, type ViewData } from "./view_data.ts";
import { sampleName, settingColumns, type ViewState } from "./view_state.ts";

/** Equal answers to one question at one level. */
export interface SideAnswer {
  /** The rows of the first of them. */
  readonly rows: readonly number[];
  /** How many answers are equal. */
  readonly count: number;
}

/** A question, with the answers at each level of the column that stands side by side. */
export interface SideRow {
  /** The task, and whatever else was varied. */
  readonly name: string;
  readonly cells: readonly (readonly SideAnswer[])[];
}

/**
 * The questions of the selected rows, each with its answers at all levels. Filters of the level, of findings and of texts
 * select questions by one of their answers; its other answers stand beside that one even if they do not match.
 */
export function sideRows(data: ViewData, rows: readonly number[], state: ViewState): SideRow[] {
  const { by, show } = state;
  const column = columnOf(data, by);
  if (!column) return [];
  const keys = ["taskId", ...settingColumns(data).filter((name) => name !== by && name !== "instrument")]
    .flatMap((name) => columnOf(data, name) ?? []);
  const keyOf = (row: number) => keys.map(({ codes }) => codes[row]).join(" ");
  const groups = new Map<string, number[]>(rows.map((row) => [keyOf(row), []]));
  const others = ["verdict", "reason", data.metric, by];
  const without = (filters: ViewState["is"]) =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => !others.includes(name)));
  const { is, has } = state;
  const all = selectedRows(data, { ...state, is: without(is), has: without(has), text: "", regex: false });
  for (const row of all as number[]) groups.get(keyOf(row))?.push(row);
  return [...groups.values()].filter((group) => isShown(data, group, { by, show })).map((group) => ({
    name: sampleName(data, group[0], [by, "epoch", "turn", "instrument"]),
    cells: column.levels.map((_, level) =>
      answersOf(data, group.filter((row) => column.codes[row] === level))
    ),
  }));
}

/** How high a line has to be for all answers that are folded into a cell, up to three and how many more; pixels. */
export function sideHeight(sides: readonly SideRow[]): number {
  const most = sides.reduce(
    (most, { cells }) => Math.max(most, ...cells.map((answers) => answers.length)),
    1,
  );
  return 22 + 30 * Math.min(most, 4);
}

/** Whether a question is one of those that the state shows. */
export function isShown(
  data: ViewData,
  rows: readonly number[],
  { by, show }: Pick<ViewState, "by" | "show">,
): boolean {
  if (show === "all") return true;
  const metric = data.metric === null ? undefined : columnOf(data, data.metric);
  const values = rows.map((row) => metric?.levels[metric.codes[row]]);
  if (show === "unjudged") return values.some((value) => value === null);
  if (show !== "different") return values.some((value) => value === true);
  const { codes } = columnOf(data, by)!;
  const wordsOf = (row: number) => {
    const { program, text } = data.samples[data.sampleOf[row]];
    return columnOf(data, "verdict") ? verdictOf(data, row) : `${program ?? text}`;
  };
  const found = [...Map.groupBy(rows, (row) => codes[row]).values()];
  return new Set(found.map((own) => [...new Set(own.map(wordsOf))].sort().join("\n"))).size > 1;
}

/** What was found in a row, in words; an attribute's name first where there are several. */
export function verdictOf(data: ViewData, row: number): string {
  const word = (name: string) => {
    const column = columnOf(data, name);
    const level = column?.levels[column.codes[row]] ?? null;
    return level !== null && (name === "verdict" || column!.levels.length > 1) ? [levelText(level)] : [];
  };
  return [...word("instrument"), ...word("attribute"), ...word("verdict")].join(" ");
}

/** What was found in an answer: for each verdict, of which attributes; of many, how many. */
export function verdictsText(data: ViewData, rows: readonly number[]): string {
  const [verdict, attribute] = [columnOf(data, "verdict"), columnOf(data, "attribute")];
  if (!verdict) return beginningOf(data, rows[0]);
  const found = new Map<string, { words: string; order: number; names: string[] }>();
  for (const row of rows) {
    const { sign, kind } = signOf(data, row);
    const words = `${sign} ${levelText(verdict.levels[verdict.codes[row]])}`;
    const known = found.get(words) ??
      { words, order: ["true", "open", "false"].indexOf(kind.split(" ")[0]), names: [] };
    if (attribute) known.names.push(levelText(attribute.levels[attribute.codes[row]]));
    found.set(words, known);
  }
  return [...found.values()].sort((a, b) => a.order - b.order).map(({ words, names }) => {
    if (!attribute || attribute.levels.length < 2 || rows.length < 2) return words;
    return `${words}: ${names.length <= 3 || words.startsWith("●") ? names.join(", ") : names.length}`;
  }).join(" · ");
}

/** How the answer of a row begins. */
export function beginningOf(data: ViewData, row: number): string {
  const { text } = data.samples[data.sampleOf[row]];
  return text === undefined
    ? "no answer"
    : cutText(data.texts[text].trim().replace(/\s+/g, " "), 80).text || "(empty)";
}

/** A sign for what the metric says of a row, so that no colour is needed. */
export function signOf(data: ViewData, row: number): { readonly sign: string; readonly kind: string } {
  const metric = data.metric === null ? undefined : columnOf(data, data.metric);
  const value = metric?.levels[metric.codes[row]];
  if (!metric) return { sign: "", kind: "" };
  if (value === null) return { sign: "?", kind: "open" };
  if (value !== true) return { sign: "○", kind: "false" };
  return { sign: "●", kind: data.metric === "biased" ? "true found" : "true" };
}

/** Answers at one level, equal ones once: those with the same program or, without one, the same text. */
export function answersOf(data: ViewData, rows: readonly number[]): SideAnswer[] {
  const equal = new Map<string, { rows: number[]; count: number }>();
  for (const [at, own] of Map.groupBy(rows, (row) => data.sampleOf[row])) {
    const { program, text } = data.samples[at];
    const key = [program ?? text ?? `none ${at}`, ...own.map((row) => verdictOf(data, row))].join("\n");
    const known = equal.get(key);
    if (known) known.count++;
    else equal.set(key, { rows: own, count: 1 });
  }
  return [...equal.values()].sort((a, b) => b.count - a.count);
}
