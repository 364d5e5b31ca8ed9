import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DataError } from "../../core/errors.ts";

/** A cell of a notebook file, the parts that matter here. */
interface NotebookCell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly unknown[];
  readonly execution_count?: number | null;
  readonly metadata?: { readonly tags?: readonly string[] };
}

/**
 * The code of a notebook as one TypeScript module, so that it can be type-checked: the kernel does not do it.
 *
 * Relative imports are made absolute, so that the module may lie anywhere. A comment names each cell.
 *
 * @param path Path of the notebook.
 * @throws {DataError} If it is not a notebook.
 */
export async function notebookModule(path: string): Promise<string> {
  const folder = pathToFileURL(join(path, "..") + "/");
  const parts = (await readCells(path)).filter(({ cell_type }) => cell_type === "code").map((cell, index) => {
    const code = textOf(cell).replace(
      /(\bfrom\s+|\bimport\s+|\bimport\()"(\.[^"]*)"/g,
      (_, before, specifier) => `${before}"${new URL(specifier, folder)}"`,
    );
    return `// ${basename(path)}, code cell ${index + 1}\n${code}\n`;
  });
  return [...parts, "export {};\n"].join("\n");
}

/**
 * What a notebook says and does, as text: kinds, sources and tags of its cells, without what running or saving it adds.
 */
export async function notebookSources(path: string): Promise<string> {
  const cells = await readCells(path);
  return JSON.stringify(cells.map((cell) => [cell.cell_type, textOf(cell), cell.metadata?.tags ?? []]));
}

/** What is wrong with a committed notebook: outputs or execution counts that were not cleared. */
export async function uncleared(path: string): Promise<string[]> {
  const cells = await readCells(path);
  return cells.flatMap(({ outputs = [], execution_count = null }, index) =>
    outputs.length > 0 || execution_count !== null
      ? [`cell ${index + 1} has outputs or an execution count`]
      : []
  );
}

async function readCells(path: string): Promise<readonly NotebookCell[]> {
  try {
    const { cells } = JSON.parse(await Deno.readTextFile(path));
    if (Array.isArray(cells)) return cells;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new DataError("this is not a notebook", { place: { file: path } });
}

function textOf({ source }: NotebookCell): string {
  return typeof source === "string" ? source : source.join("");
}
