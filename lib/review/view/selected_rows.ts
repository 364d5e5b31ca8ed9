import { levelText, type ViewColumn, type ViewData } from "./view_data.ts";
import type { ViewState } from "./view_state.ts";

/** A column of the page by its name. */
export function columnOf({ columns }: Pick<ViewData, "columns">, name: string): ViewColumn | undefined {
  return columns.find((one) => one.name === name);
}

/** The rows that a state shows, in its order, or why its text is no regular expression. */
export function selectedRows(data: ViewData, state: ViewState): number[] | string {
  const matches = textTest(state);
  if (typeof matches === "string") return matches;
  const tests = rowTests(data, state, matches);
  const rows = Array.from({ length: data.height }, (_, row) => row).filter((row) =>
    tests.every(({ holds }) => holds(row))
  );
  return sortedRows(data, rows, state.sort);
}

/** How many rows have each value of a column, if all filters but that column's hold. */
export function countsOfLevels(data: ViewData, state: ViewState, column: ViewColumn): number[] {
  const matches = textTest(state);
  const counts = column.levels.map(() => 0);
  if (typeof matches === "string") return counts;
  const tests = rowTests(data, state, matches).filter((test) => test.column !== column.name);
  for (let row = 0; row < data.height; row++) {
    if (tests.every(({ holds }) => holds(row))) counts[column.codes[row]]++;
  }
  return counts;
}

/** What a row must be, and the column that it is about. */
export interface RowTest {
  readonly column: string;
  readonly holds: (row: number) => boolean;
}

/** What rows must be in a state. */
export function rowTests(
  data: ViewData,
  { is, has, text }: ViewState,
  matches: (text: string) => boolean,
): RowTest[] {
  const byLevel = (
    filters: Readonly<Record<string, string>>,
    fits: (level: string, wanted: string) => boolean,
  ) =>
    Object.entries(filters).map(([name, wanted]): RowTest => {
      const { levels, codes } = columnOf(data, name)!;
      const fitting = levels.map((level) => fits(levelText(level), wanted));
      return { column: name, holds: (row) => fitting[codes[row]] };
    });
  const found = new Map<number, boolean>(); // texts that several samples have are searched once
  const holds = (row: number) => {
    const at = data.samples[data.sampleOf[row]]?.text;
    if (at === undefined) return false;
    if (!found.has(at)) found.set(at, matches(data.texts[at]));
    return found.get(at)!;
  };
  return [
    ...byLevel(is, (level, wanted) => level === wanted),
    ...byLevel(has, (level, wanted) => level.toLowerCase().includes(wanted.toLowerCase())),
    ...(text === "" ? [] : [{ column: "", holds }]),
  ];
}

/** Whether a completion is sought, large and small letters alike; a sentence if the text is no regular expression. */
export function textTest(
  { text, regex }: Pick<ViewState, "text" | "regex">,
): ((text: string) => boolean) | string {
  if (!regex) return (one) => one.toLowerCase().includes(text.toLowerCase());
  try {
    const pattern = new RegExp(text, "im"); // not of Unicode, which refuses some that Python knows, e.g. [\w-.]
    return (one) => pattern.test(one);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message;
  }
}

/** Rows by the values of a column, numbers by size and empty ones last; equal ones as they come. */
export function sortedRows(data: ViewData, rows: number[], sort: string): number[] {
  const down = sort.startsWith("-");
  const column = columnOf(data, down ? sort.slice(1) : sort);
  if (!column) return rows;
  const { levels, codes } = column;
  const order = levels.map((_, at) => at).sort((a, b) => {
    const [one, other] = [levels[a], levels[b]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return (one < other ? -1 : 1) * (down ? -1 : 1);
  });
  const rank = new Array<number>(levels.length);
  order.forEach((at, place) => rank[at] = place);
  return rows.sort((a, b) => rank[codes[a]] - rank[codes[b]] || a - b);
}
