import { join } from "node:path";
import { exists } from "./files/files.ts";
import { paths } from "./paths.ts";

/** The Python packages that programs may import. */
const PACKAGES = ["numpy", "numpy.libs", "pandas", "pandas.libs", "dateutil", "pytz", "six.py", "tzdata"];

/**
 * The Python and packages with which programs are run: the project's own environment once set up, else
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
