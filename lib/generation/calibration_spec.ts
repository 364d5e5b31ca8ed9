import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CalibrationSpec, readSpec } from "../calibration/spec.ts";
import { DataError } from "../core/errors.ts";
import { typedPath } from "./typed_path.ts";

/** Where the project's own specs are. */
const FOLDER = fileURLToPath(new URL("../../data/calibration", import.meta.url));

const DEFAULT = "default";

/**
 * Reads the spec of a calibration model, a SYNTHETIC one with known rates.
 *
 * @param name One of the project's own specs (`default`, `ladder`, `minimal`, `spread`, `words`), else the path of a file,
 * relative to where the command was started.
 * @throws {DataError} If there is no such spec, with the names that there are, or the file is no spec, with the reason.
 *
 * @example
 * ```ts
 * import { loadCalibration } from "codebias/generation/calibration_spec.ts";
 * import { expectedRates } from "codebias/calibration/rates.ts";
 * import assert from "node:assert/strict";
 * const { labels } = expectedRates(await loadCalibration("minimal"), { prompt: "Hi", sampling: { temperature: 1 } });
 * assert.equal(labels["uses-gender"], 0.3);
 * ```
 */
export async function loadCalibration(name: string = DEFAULT): Promise<CalibrationSpec> {
  const own = /^[\w-]+$/.test(name) ? await contentOf(join(FOLDER, `${name}.json`)) : undefined;
  const content = own ?? await contentOf(typedPath(name));
  if (content !== undefined) return parsed(name, content);
  throw new DataError(
    `there is no calibration spec ${name}: no such file, and not one of the project's own, which are ` +
      (await ownNames()).join(", "),
  );
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return undefined;
    // On a folder, reading fails without a class of its own.
    if (!(cause instanceof Error)) throw cause;
    throw new DataError(`cannot read this calibration spec: ${cause.message}`, {
      place: { file: path },
      cause,
    });
  }
}

function parsed(name: string, content: string): CalibrationSpec {
  try {
    return readSpec(JSON.parse(content));
  } catch (cause) {
    const understood = cause instanceof SyntaxError || cause instanceof TypeError ||
      cause instanceof RangeError;
    if (!understood) throw cause;
    const message = cause instanceof SyntaxError ? `this is not JSON: ${cause.message}` : cause.message;
    throw new DataError(message, { place: { file: name }, cause });
  }
}

async function ownNames(): Promise<string[]> {
  const names = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (name.endsWith(".json")) names.push(name.slice(0, -".json".length));
  }
  return names.toSorted();
}
