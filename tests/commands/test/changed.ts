import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { DataError } from "codebias/core/errors.ts";
import { temporaryFolder } from "codebias/store/files/files.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { paths } from "codebias/store/paths.ts";
import { taskFiles } from "./tasks.ts";

/** The tests that changes can reach. */
export interface Reached {
  /** Files with tests or examples. */
  readonly files: readonly string[];
  /** A changed file that could not be attributed, so that it reaches all files. */
  readonly everythingFor?: string;
}

/** Text in a module that can start a process. */
const STARTS = /Deno\.Command|\bnew Worker\(|node:child_process/;

/** Text that starts Deno, which can load any module. */
const STARTS_DENO = /(?:new Deno\.Command|\bran)\(\s*Deno\.execPath\(\)|\bnew Worker\(/;

/** How tests start the project's commands, with the name of the command. */
const TASK = /\b(?:task|startTask)\(\s*(?:"([\w:]+)")?/g;
const TASKS = "tests/app/commands/task.ts";

/** What starts the commands. */
const START = "lib/app/commands/start.ts";

/** The module that loads what it does not import: notebooks import it. */
const NOTEBOOKS_IMPORT = "lib/mod.ts";
const RUNS_NOTEBOOKS = "lib/app/notebook/run_notebook.ts";

/** Pages of the documentation, whose code and links are tested. */
const PAGE = /^(?:README|docs\/.*)\.md$/;

/** Files that only people read. */
const WORDS = /^(?:LICENSE|\.gitignore|docs\/.*\.(?:svg|png)|data\/.*\/README\.md|data\/README\.md)$/;

/**
 * The files that differ from the last commit, those that are not tracked too, by their path in the checkout.
 *
 * @throws {DataError} If git cannot say.
 */
export async function changedFiles(): Promise<string[]> {
  const lists = await Promise.all([
    git("diff", "--name-only", "-z", "--no-renames", "HEAD"),
    git("ls-files", "--others", "--exclude-standard", "-z"),
  ]);
  return [...new Set(lists.flatMap((list) => list.split("\0")).filter((file) => file !== ""))].sort();
}

async function git(...args: string[]): Promise<string> {
  const { success, out, error } = await ran("git", args, { cwd: paths.root });
  if (success) return out;
  throw new DataError(
    `Cannot tell what has changed: ${error.trim()}; run deno task test without --changed`,
  );
}

/**
 * The tests that a change of files can reach.
 *
 * A module reaches whatever imports it, directly or not. A Python file, data, a notebook and deno.json reach the tests of their
 * folder and all that can start a process; a page of the documentation its own examples and the tests of pages. Anything else unattributed, including a removed module, reaches
 * everything.
 *
 * @param changed By their path in the checkout.
 * @param files Files with tests or examples, by their path in the checkout.
 */
export async function reachedBy(changed: readonly string[], files: readonly string[]): Promise<Reached> {
  const modules = files.filter((file) => file.endsWith(".ts"));
  const commands = await taskFiles();
  const importers = await importersOf([...new Set([...modules, ...commands.values()])]);
  const texts = await textsOf([...importers.keys()].filter((file) => /^(?:lib|tests)\/.*\.ts$/.test(file)));
  addStarted(importers, texts, commands);
  const starting = reach([...texts.keys()].filter((file) => STARTS.test(texts.get(file)!)), importers);
  const reached = new Set<string>();
  for (const file of changed) {
    if (WORDS.test(file)) continue;
    reach([file], importers).forEach((one) => reached.add(one));
    if (file.endsWith(".ts") && importers.has(file)) continue;
    const folder = testFolder(file);
    const own = folder === undefined ? [] : modules.filter((one) => one.startsWith(`${folder}/`));
    if (own.length === 0) return { files, everythingFor: file };
    [...own, ...PAGE.test(file) ? [] : starting].forEach((one) => reached.add(one));
  }
  return { files: files.filter((file) => reached.has(file)) };
}

async function textsOf(files: readonly string[]): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await Deno.readTextFile(join(paths.root, file))] as const),
    ),
  );
}

/** A file that starts a command or notebook is reached by what that loads, though it does not import it. */
function addStarted(
  importers: Map<string, string[]>,
  texts: ReadonlyMap<string, string>,
  commands: ReadonlyMap<string, string>,
): void {
  const add = (module: string, importer: string) => importers.getOrInsert(module, []).push(importer);
  const fromTasks = new Set(importers.get(TASKS));
  for (const [file, text] of texts) {
    const tasks = fromTasks.has(file) ? [...text.matchAll(TASK)].map(([, task]) => task) : [];
    const named = tasks.map((task) => commands.get(task));
    const any = named.includes(undefined) || file !== TASKS && STARTS_DENO.test(text);
    const started = any ? [...commands.values(), NOTEBOOKS_IMPORT] : named as string[];
    for (const command of started.length > 0 ? [START, ...started] : []) add(command, file);
    if (file === RUNS_NOTEBOOKS) add(NOTEBOOKS_IMPORT, file);
  }
}

/** The folder with the tests for a file that no file imports; undefined if there is none. */
function testFolder(file: string): string | undefined {
  const [top, first, second] = file.split("/");
  if (PAGE.test(file)) return "tests/docs";
  if (top === "deno.json" || top === "deno.lock") return "tests/app/setup";
  if (top === "notebooks") return "tests/app/notebook";
  if (top === "data" && second !== undefined) return DATA_OF[first] ?? `tests/studies/${first}`;
  if (top === "tests" && second !== undefined && !file.endsWith(".ts")) {
    return first === "commands" ? "tests/app/commands" : `tests/${first}`;
  }
  if (top !== "lib" || second === undefined || file.endsWith(".ts")) return undefined;
  return first === "studies" ? `tests/studies/${second}` : `tests/${first}`;
}

/** Data that belong to no study. */
const DATA_OF: Readonly<Record<string, string>> = {
  calibration: "tests/calibration",
  complexity: "tests/complexity",
  temperatures: "tests/comparison",
};

/** A file and all that import it, directly or not. */
function reach(files: readonly string[], importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(files);
  for (const file of reached) (importers.get(file) ?? []).forEach((one) => reached.add(one));
  return reached;
}

/** For each file of the checkout that modules import, themselves included: who imports it. */
async function importersOf(modules: readonly string[]): Promise<Map<string, string[]>> {
  await using folder = await temporaryFolder();
  const entry = join(folder.path, "entry.ts");
  const imports = modules.map((file) => `import ${JSON.stringify(join(paths.root, file))};\n`);
  await Deno.writeTextFile(entry, imports.join(""));
  const args = ["info", "--json", "--config", join(paths.root, "deno.json"), entry];
  const { success, out, error } = await ran(Deno.execPath(), args, {
    cwd: paths.root,
    env: { NO_COLOR: "1" },
  });
  if (!success) throw new DataError(error.trim());
  const importers = new Map<string, string[]>();
  const pathOf = (url: string) => relative(paths.root, fileURLToPath(url));
  for (const { specifier, dependencies = [] } of JSON.parse(out).modules as readonly Module[]) {
    if (!specifier.startsWith("file:")) continue;
    const importer = pathOf(specifier);
    if (!importer.startsWith("..")) importers.getOrInsert(importer, []);
    for (const { code, type } of dependencies) {
      for (const url of [code?.specifier, type?.specifier]) {
        if (!url?.startsWith("file:") || importer.startsWith("..")) continue;
        importers.getOrInsert(pathOf(url), []).push(importer);
      }
    }
  }
  return importers;
}

/** A module as `deno info --json` has it. */
interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }[];
}
