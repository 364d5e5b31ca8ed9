import { fileError } from "./files.ts";
import { Parser } from "pickleparser";
import { readBytes } from "./json_lines.ts";

/**
 * Reads a Python pickle of a list of dicts whose keys are strings. No code in it is executed: a pickle that names a class
 * or a function is refused.
 *
 * @throws {DataError} If the file cannot be read, or is not such a pickle.
 */
export async function readPickledList(
  path: string,
): Promise<{ items: Record<string, unknown>[]; bytes: Uint8Array }> {
  const bytes = await readBytes(path);
  let value: unknown;
  try {
    value = new Parser({ nameResolver: { resolve: refuse } }).parse(bytes);
  } catch (cause) {
    const { message } = cause as Error;
    throw fileError(path, `this is not a pickle of plain data (${message}); fetch the file again`, cause);
  }
  if (
    !Array.isArray(value) ||
    !value.every((item) => Object.prototype.toString.call(item) === "[object Object]")
  ) {
    throw fileError(path, "this pickle is not a list of dicts; is it from another dataset?");
  }
  return { items: value, bytes };
}

function refuse(module: string, name: string): never {
  throw new TypeError(`it names ${module}.${name}`);
}
