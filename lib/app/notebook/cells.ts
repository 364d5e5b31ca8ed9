import { DataError } from "../../core/errors.ts";

/** The fields of a notebook's cell that are used here. */
export interface NotebookCell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly unknown[];
  readonly execution_count?: number | null;
  readonly metadata?: { readonly tags?: readonly string[] };
}

/**
 * The kinds, sources and tags of a notebook's cells as one text, without the fields that running or saving it adds.
 */
export async function notebookSources(path: string): Promise<string> {
  const cells = await readCells(path);
  return JSON.stringify(cells.map((cell) => [cell.cell_type, textOf(cell), cell.metadata?.tags ?? []]));
}

/**
 * The cells of a notebook.
 *
 * @throws {DataError} If it is not a notebook.
 */
export async function readCells(path: string): Promise<readonly NotebookCell[]> {
  try {
    const { cells } = JSON.parse(await Deno.readTextFile(path));
    if (Array.isArray(cells)) return cells;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new DataError("this is not a notebook", { place: { file: path } });
}

/** The text of a cell. */
export function textOf({ source }: NotebookCell): string {
  return typeof source === "string" ? source : source.join("");
}
