import { levelText, type ViewData } from "./view_data.ts";

/** What is shown: all of it stands in the address of the page. */
export interface ViewState {
  readonly mode: "samples" | "sides" | "review";
  /** Columns that must have a value, in words. */
  readonly is: Readonly<Record<string, string>>;
  /** Columns whose value must contain a text. */
  readonly has: Readonly<Record<string, string>>;
  /** What the completion must contain. @default "": anything */
  readonly text: string;
  /** Whether that is a regular expression. */
  readonly regex: boolean;
  /** A column, behind `-` from the largest. @default "": as they come */
  readonly sort: string;
  /** The column whose values stand side by side. @default the first that has several */
  readonly by: string;
  /** Which tasks stand side by side: `all`, `unjudged`, `different`, or those where the metric is true. */
  readonly show: string;
  /** The place of the row whose sample is open, and of the one it is compared with. */
  readonly open: number | null;
  readonly beside: number | null;
}

/** The columns that say how a sample was asked for. */
export function settingColumns({ columns }: Pick<ViewData, "columns">): string[] {
  const known = "model language temperature prompt round topP suite instrument study".split(" ");
  return known.filter((name) => columns.some((one) => one.name === name && one.levels.length > 1));
}

/** The columns whose values can stand side by side: settings first, then others that have few values. */
export function sideColumns(data: Pick<ViewData, "columns" | "metric">): string[] {
  const others = data.columns.filter(({ name, levels }) =>
    levels.length > 1 && levels.length <= 40 && name !== "taskId" && name !== data.metric
  );
  return [...new Set([...settingColumns(data), ...others.map(({ name }) => name)])];
}

/** What the sample of a row is called: its task, and what else tells it from others. */
export function sampleName(data: ViewData, row: number, without: readonly string[] = []): string {
  const told = ["taskId", ...settingColumns(data), "epoch", "turn"].filter((name) => !without.includes(name));
  return told.flatMap((name) => {
    const column = data.columns.find((one) => one.name === name);
    if (!column || (name !== "taskId" && column.levels.length < 2)) return [];
    const level = levelText(column.levels[column.codes[row]]);
    return [["taskId", "model", "prompt", "language", "study"].includes(name) ? level : `${name} ${level}`];
  }).join(" · ");
}

/** The state that is written in an address, and what in it this page does not have. */
export function stateOfHash(
  hash: string,
  data: ViewData,
): { readonly state: ViewState; readonly unknown: string[] } {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const parts = ["mode", "text", "regex", "sort", "by", "show", "open", "beside"];
  const unknown = [...given.keys()].filter((name) => !parts.includes(name) && !/^(?:is|has)\./.test(name));
  const filters = (prefix: string) =>
    Object.fromEntries(
      [...given].filter(([name]) => name.startsWith(prefix)).flatMap(([name, value]) => {
        const column = data.columns.find((one) => `${prefix}${one.name}` === name);
        const isThere = column &&
          (prefix === "has." || column.levels.some((level) => levelText(level) === value));
        if (!isThere) unknown.push(`${name.slice(prefix.length)} ${value}`);
        return column ? [[column.name, value]] : [];
      }),
    );
  const oneOf = (name: string, known: readonly string[]) => {
    const value = given.get(name);
    if (value !== null && !known.includes(value)) unknown.push(`${name} ${value}`);
    return value !== null && known.includes(value) ? value : known[0] ?? "";
  };
  const place = (name: string) => {
    const value = given.get(name);
    if (value === null) return null;
    const at = Number(value);
    if (/^\d+$/.test(value) && at < data.height) return at;
    unknown.push(`${name} ${value}`);
    return null;
  };
  const names = data.columns.map(({ name }) => name);
  const state = {
    mode: oneOf("mode", ["samples", "sides", "review"]) as ViewState["mode"],
    is: filters("is."),
    has: filters("has."),
    text: given.get("text") ?? "",
    regex: given.get("regex") === "1",
    sort: oneOf("sort", ["", ...names, ...names.map((name) => `-${name}`)]),
    by: oneOf("by", [
      ...sideColumns(data),
      ...data.columns.filter((one) => one.levels.length > 1).map(({ name }) => name),
    ]),
    show: oneOf("show", ["all", ...(data.metric === null ? [] : [data.metric]), "unjudged", "different"]),
    open: place("open"),
    beside: place("beside"),
  };
  return { state, unknown };
}

/** A state as an address has it, behind the `#`; what is usual is left out. */
export function hashOfState(state: ViewState, data: ViewData): string {
  const { state: usual } = stateOfHash("", data);
  const parts = new URLSearchParams();
  const set = (name: string, value: string, plain: string) => value !== plain && parts.set(name, value);
  set("mode", state.mode, usual.mode);
  for (const [name, value] of Object.entries(state.is)) parts.set(`is.${name}`, value);
  for (const [name, value] of Object.entries(state.has)) parts.set(`has.${name}`, value);
  set("text", state.text, "");
  set("regex", state.regex ? "1" : "", "");
  for (const name of ["sort", "by", "show"] as const) set(name, state[name], usual[name]);
  for (const name of ["open", "beside"] as const) {
    if (state[name] !== null) parts.set(name, String(state[name]));
  }
  // Without an address, the page shows what it shows first.
  if (parts.size === 0 && data.start !== "") parts.set("mode", state.mode);
  return String(parts);
}
