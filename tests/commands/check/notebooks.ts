import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { readCells, textOf } from "codebias/app/notebook/cells.ts";

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

/** What is wrong with a committed notebook: outputs or execution counts that were not cleared. */
export async function uncleared(path: string): Promise<string[]> {
  const cells = await readCells(path);
  return cells.flatMap(({ outputs = [], execution_count = null }, index) =>
    outputs.length > 0 || execution_count !== null
      ? [`cell ${index + 1} has outputs or an execution count`]
      : []
  );
}
