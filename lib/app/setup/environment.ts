import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { DataError } from "../../core/errors.ts";
import { type Ended, ran } from "./ran.ts";
import { aptInstall } from "./apt.ts";
import { findPython } from "./python.ts";

/**
 * A group of Python packages: those that programs may import, and pandas for them (frames); those that run notebooks;
 * JupyterLab; and those that grade the style of programs.
 */
export type Group = "programs" | "frames" | "notebooks" | "lab" | "linting";

/** For each group, what does not work without it and what still works, for messages. */
const WITHOUT: Readonly<Record<Group, string>> = {
  programs: "no program can run; deno task compare, generate, check and docs work",
  frames: "without pandas, programs that import it are not judged; everything else works",
  lab: "JupyterLab cannot be opened; deno task reproduce and everything else works",
  notebooks: "notebooks cannot run; deno task check, deno task execute and the functions in lib work",
  linting: "no program can be graded by pylint; everything else works",
};

/** The description of a finished environment, in `.venv/codebias.json`. */
interface Stamp {
  readonly python: string;
  readonly groups: Readonly<Partial<Record<Group, string>>>;
}

/**
 * Makes the project's Python environment and installs groups of pinned packages into it. Quick if this was done before.
 *
 * @param folder The environment, e.g. `.venv` in the checkout.
 * @param groups The groups that are needed.
 * @param say Called with a description of each step.
 * @param optionalGroups Groups that are installed only along with other groups, and are not missed if unavailable.
 * @returns The environment's Python.
 * @throws {DataError} If Python is missing or too old, or packages cannot be installed; says what still works.
 */
export async function ensureEnvironment(
  folder: string,
  groups: readonly Group[],
  say: (step: string) => void,
  optionalGroups: readonly Group[] = [],
): Promise<string> {
  const python = pythonOf(folder);
  if ((await missingGroups(folder, groups)).length === 0) return python;

  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true); // another command of this checkout may be installing, too
  const stamp = await readStamp(folder) ?? { python: await makeEnvironment(folder, say), groups: {} };
  if (missing(stamp, groups).length === 0) return python;
  const done = { ...stamp.groups };
  const record = async (installed: readonly Group[]) => {
    for (const group of installed) done[group] = fingerprint(group);
    await Deno.writeTextFile(join(folder, STAMP), JSON.stringify({ ...stamp, groups: done }));
  };
  const all = missing(stamp, [...groups, ...optionalGroups]);
  say(`Installing Python packages for ${all.join(", ")}`);
  const { success, error } = await install(python, all);
  if (success) {
    await record(all);
    return python;
  }
  if (all.length === 1 || UNREACHABLE.test(error)) throw notInstalled(all[0], error);
  for (const group of missing(stamp, groups)) { // one by one, so that available groups are kept, and the failing one is named
    const { success, error } = await install(python, [group]);
    if (!success) throw notInstalled(group, error);
    await record([group]);
  }
  return python;
}

/** The Python of an environment. */
export function pythonOf(folder: string): string {
  return join(folder, "bin", "python");
}

/** The groups that an environment lacks in their pinned versions; all if it has not been made. */
export async function missingGroups(folder: string, groups: readonly Group[]): Promise<Group[]> {
  return missing(await readStamp(folder), groups);
}

const STAMP = "codebias.json";
const REQUIREMENTS = join(import.meta.dirname!, "requirements");

async function readStamp(folder: string): Promise<Stamp | undefined> {
  try {
    const stamp = JSON.parse(await Deno.readTextFile(join(folder, STAMP))) as Stamp;
    await Deno.stat(pythonOf(folder)); // its Python may have been uninstalled
    return stamp;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function missing(stamp: Stamp | undefined, groups: readonly Group[]): Group[] {
  return groups.filter((group) => stamp?.groups[group] !== fingerprint(group));
}

function fingerprint(group: Group): string {
  const hash = createHash("sha256");
  for (const text of requirements(`${group}.txt`)) hash.update(text);
  return hash.digest("hex");
}

/** The texts of a requirements file and of the files that it includes. */
function* requirements(name: string): Generator<string> {
  const text = Deno.readTextFileSync(join(REQUIREMENTS, name));
  yield text;
  for (const [, included] of text.matchAll(/^-r (.+)$/gm)) yield* requirements(included);
}

async function makeEnvironment(folder: string, say: (step: string) => void): Promise<string> {
  const { command, version, hasVenv } = await findPython();
  if (!hasVenv) {
    const name = `python${version.split(".").slice(0, 2).join(".")}-venv`;
    if (!await aptInstall(name, say)) {
      throw new DataError(
        `Python ${version} (${command}) cannot make virtual environments; run: sudo apt-get install ${name}`,
      );
    }
  }
  say(`Making a Python environment with ${command} ${version}`);
  const { success, error } = await run(command, ["-m", "venv", "--clear", folder]);
  if (!success) {
    throw new DataError(`cannot make a Python environment: ${lastLine(error)}`, { place: { file: folder } });
  }
  return version;
}

/**
 * Installs groups with one call of pip, which refuses files whose hashes are not in the requirements. The requirements list
 * all packages, dependencies included.
 */
async function install(python: string, groups: readonly Group[]): Promise<Ended> {
  const files = groups.flatMap((group) => ["-r", join(REQUIREMENTS, `${group}.txt`)]);
  const installed = await run(python, [
    ...["-I", "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-compile"],
    ...["--retries", "2", "--require-hashes", "--no-deps", ...files],
  ]);
  if (installed.success) await compile(python);
  return installed;
}

/**
 * Compiles packages as pip would, but without tests and on all cores, in a third of the time. A module that fails here is
 * compiled when it is imported.
 */
async function compile(python: string): Promise<void> {
  const packages = join(dirname(python), "..", "lib");
  await run(python, ["-I", "-m", "compileall", "-q", "-j", "0", "-x", NOT_COMPILED, packages]);
}

const NOT_COMPILED = "site-packages/(pip/|.*/tests?/)";

function notInstalled(group: Group, stderr: string): DataError {
  const [why, remedy] = UNREACHABLE.test(stderr)
    ? ["the Python package index cannot be reached", "Connect and run the same command again"]
    : [reason(stderr), "Put that right, or name another Python in CODEBIAS_PYTHON and remove .venv"];
  return new DataError(
    `Cannot install the Python packages for ${group}: ${why}. ${remedy}; until then ${WITHOUT[group]}.`,
  );
}

/** The errors with which pip reports that it could not reach the package index. */
const UNREACHABLE =
  /connection broken by|NewConnectionError|ConnectTimeout|ReadTimeout|Max retries exceeded|name resolution|ProxyError/;

/** The error of pip: the first one, as later ones only refer to its documentation. */
function reason(stderr: string): string {
  const errors = stderr.split("\n").filter((line) => /^ERROR: (?!Ignored the following)/.test(line));
  return errors.length > 0 ? errors[0].slice("ERROR: ".length).replace(/\.$/, "") : lastLine(stderr);
}

async function run(command: string, args: readonly string[]): Promise<Ended> {
  const before = Deno.umask(0o022); // the sandbox's user must be able to read the installed files
  try {
    return await ran(command, args);
  } finally {
    Deno.umask(before);
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
