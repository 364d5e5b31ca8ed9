import { dirname } from "node:path";
import jobs from "./jobs.json" with { type: "json" };

/** What one process of `deno test` runs. */
export interface Job {
  readonly name: string;
  /** Test files, and files with examples, by their path in the checkout. */
  readonly files: readonly string[];
  /** Whether nothing else may run meanwhile, since its tests measure time. */
  readonly alone: boolean;
}

/** Test files that measure time: they run last, one after the other, with nothing beside them. */
const ALONE_FILES: readonly string[] = jobs.alone;

/**
 * Files with their own process: all files of a folder, or a single slow file. The other files of a folder
 * share a process, so that their imports are loaded once.
 */
const SPLIT_FOLDERS: readonly string[] = jobs.split;

/**
 * Jobs that begin with one of these start first, in this order, so that nothing long ends last. Computing and
 * waiting jobs alternate, so that they run beside each other.
 */
const START_ORDER: readonly string[] = jobs.startOrder;

/**
 * Divides test files among processes, in the order in which they should start, the longest first.
 *
 * @param files Test files and files with examples (`lib/…`, `README.md`), by their path in the checkout.
 */
export function jobsOf(files: readonly string[]): Job[] {
  const byName = Map.groupBy(files, nameOf);
  const all = [...byName].map(([name, files]) => ({ name, files, alone: ALONE_FILES.includes(name) }));
  const place = (name: string) => {
    const at = START_ORDER.findIndex((beginning) => name.startsWith(beginning));
    return at < 0 ? START_ORDER.length : at;
  };
  return all.toSorted((a, b) => Number(a.alone) - Number(b.alone) || place(a.name) - place(b.name));
}

function nameOf(file: string): string {
  if (!file.startsWith("tests/")) return "examples";
  const folder = dirname(file).split("/").slice(0, 3).join("/");
  if ([file, folder].some((name) => ALONE_FILES.includes(name) || SPLIT_FOLDERS.includes(name))) return file;
  return /^tests\/(?:app|run|studies)\//.test(folder) ? folder : folder.split("/").slice(0, 2).join("/");
}
