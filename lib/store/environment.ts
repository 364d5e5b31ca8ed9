import { join } from "node:path";
import { exists, ifThere } from "./files/files.ts";
import { paths } from "./paths.ts";

/** The Python packages that programs may import. */
const PACKAGES = ["numpy", "numpy.libs", "pandas", "pandas.libs", "dateutil", "pytz", "six.py", "tzdata"];

/**
 * The Python and the packages with which programs are run: the project's own environment once it is set up, else
 * `CODEBIAS_PYTHON` or `python3` without packages.
 */
export function projectSandbox(): { python: string; packages: string[] } {
  const python = join(paths.environment, "bin", "python");
  if (!exists(python)) return { python: Deno.env.get("CODEBIAS_PYTHON") || "python3", packages: [] };
  return {
    python,
    packages: sitePackages().flatMap((site) => PACKAGES.map((name) => join(site, name))).filter(exists),
  };
}

/** The site-packages folders of the project's environment; none before it has been set up. */
export function sitePackages(): string[] {
  const lib = join(paths.environment, "lib");
  if (!exists(lib)) return [];
  const versions = [...Deno.readDirSync(lib)].map(({ name }) => name).filter((name) =>
    name.startsWith("python")
  );
  return versions.map((version) => join(lib, version, "site-packages"));
}

/** The versions with which results were computed; unknown ones are left out. */
export interface Versions {
  readonly deno: string;
  readonly v8: string;
  readonly typescript: string;
  readonly os: string;
  /** The checkout's commit, if it is a git checkout. */
  readonly commit?: string;
  /** Whether files that results depend on differ from the commit. */
  readonly uncommittedChanges?: boolean;
  /** Version of the project's Python. */
  readonly python?: string;
  /** Versions of the packages that results depend on. */
  readonly packages: Readonly<Record<string, string>>;
}

const WHAT_COUNTS = ["lib", "notebooks", "data", "deno.json", "deno.lock"];

const RECORDED_PACKAGES = ["numpy", "jupyterlab", "nbclient", "nbconvert"];

/** The versions of everything that results depend on, without starting more than git. */
export async function versions(): Promise<Versions> {
  return {
    deno: Deno.version.deno,
    v8: Deno.version.v8,
    typescript: Deno.version.typescript,
    os: Deno.osRelease(),
    ...await gitState(paths.root, WHAT_COUNTS),
    ...await pythonVersion(),
    packages: Object.fromEntries(RECORDED_PACKAGES.flatMap(installed)),
  };
}

/**
 * The commit of a git checkout and whether anything differs from it; an empty object if the folder is not a checkout.
 *
 * @param parts The paths to compare with the commit, so that e.g. results in the checkout do not count as changes.
 */
export async function gitState(
  root: string,
  parts: readonly string[],
): Promise<Pick<Versions, "commit" | "uncommittedChanges">> {
  const top = await git(root, "rev-parse", "--show-toplevel");
  // A copy without history may lie inside another repository.
  if (top === undefined || await Deno.realPath(top.trim()) !== await Deno.realPath(root)) return {};
  const commit = await git(root, "rev-parse", "--verify", "HEAD");
  const changes = await git(root, "--no-optional-locks", "status", "--porcelain", "--", ...parts);
  if (commit === undefined || changes === undefined) return {};
  return { commit: commit.trim(), uncommittedChanges: changes !== "" };
}

/** The output of git; undefined if git is not installed or fails. */
async function git(root: string, ...args: string[]): Promise<string | undefined> {
  try {
    const process = new Deno.Command("git", { args: ["-C", root, ...args], stderr: "null" });
    const { success, stdout } = await process.output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return undefined;
    }
    throw error;
  }
}

async function pythonVersion(): Promise<Pick<Versions, "python">> {
  const config = await ifThere(Deno.readTextFile(join(paths.environment, "pyvenv.cfg"))) ?? "";
  const python = /^version(?:_info)? *= *(\S+)/m.exec(config)?.[1];
  return python === undefined ? {} : { python };
}

/** The name and version of a package if it is installed, from the name of its metadata folder. */
function installed(name: string): [string, string][] {
  const [before, after] = [`${name}-`, ".dist-info"];
  const folders = sitePackages().flatMap((site) => [...Deno.readDirSync(site)].map((entry) => entry.name));
  return folders.filter((folder) => folder.startsWith(before) && folder.endsWith(after))
    .map((folder) => [name, folder.slice(before.length, -after.length)]);
}
