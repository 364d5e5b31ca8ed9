import type { Notes } from "./input_notes.ts";

/** Methods of pandas frames that take column names, methods of frames, and methods of columns. */
const NAMING = ["groupby", "sort_values", "nlargest", "nsmallest"];
const OF_FRAMES = [...NAMING, "iterrows", "itertuples", "apply", "assign", "reset_index", "dropna"];
const OF_COLUMNS = "apply isin fillna astype between mean median quantile tolist to_numpy".split(" ");

/** Fields of a frame that are not columns, and that a person hardly has. */
const NO_COLUMN = ["loc", "iloc", "iat", "columns", "dtypes"];

/** Whether a field of a column stands for the column again: `people["sex"].str.lower()`. */
export function isOfColumn(field: string): boolean {
  return ["str", "dt", "cat"].includes(field);
}

/** Whether a field is one that only frames have. */
export function isOfFrame(field: string): boolean {
  return NO_COLUMN.includes(field);
}

/** Whether a method takes names of columns. */
export function namesColumns(method: string): boolean {
  return NAMING.includes(method);
}

/** Notes a frame by a member that only pandas frames or columns have: `people.iterrows()`, `people["age"].isin([30, 40])`. */
export function noteFrame(notes: Notes, path: string | undefined, member: string): void {
  const [, owner, column] = /^(.*?)(?:\.(\w+))?$/.exec(path ?? "") ?? [];
  const isOne = column === undefined
    ? OF_FRAMES.includes(member)
    : OF_COLUMNS.includes(member) || isOfColumn(member);
  if (owner && isOne) notes.ofPerson(owner).isFrame = true;
}

/** Whether an index in brackets after a frame selects rows: `people[people["age"] > 30]`. */
export function isMask(index: string, frame: string): boolean {
  const name = frame.replace(/\.i?loc$/, "");
  return index.includes(`${name}[`) || index.includes(`${name}.`);
}
