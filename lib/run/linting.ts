/**
 * Connects programs, pylint in the project's environment, and the sandbox.
 *
 * @module
 */

import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import { joined } from "../execution/joined.ts";
import { isOfPylint, type LintOptions, type LintReport, lintSources } from "../execution/lint.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "../execution/sandbox.ts";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { projectSandbox, sitePackages } from "../store/environment.ts";
import { exists } from "../store/files/files.ts";
import { askTool, keyFor, type Tool, type ToolOptions } from "./tool.ts";

/** The version of pylint in the requirements of the study of scoring functions. */
export const PYLINT = "3.3.3";

/** The packages of pylint; those that only older versions of Python need may be missing. */
const PARTS = ["pylint", "astroid", "isort", "tomlkit", "platformdirs", "dill", "mccabe.py"];
const OLDER_PARTS = ["tomli", "typing_extensions.py"];

/** The number of sources that one process lints: loading pylint takes as long as linting about thirty of them. */
const SOURCES_TOGETHER = 100;

/** The options of {@linkcode lintPrograms}. */
export interface LintProgramsOptions extends LintOptions, ToolOptions {
  /** The sandbox in which pylint runs, see {@linkcode openLinter}. @default one for this call, a worker per core */
  readonly sandbox?: Sandbox;
}

/**
 * The reports of pylint on programs, see `lintSources`; equal programs are linted once.
 *
 * @param programs The sources of Python modules.
 * @returns The reports in the order of the programs.
 * @throws {DataError} If the project's environment has no pylint 3.3.3, see {@linkcode whyNoLinter}.
 * @throws {DataError} If the store of reports is damaged, or cannot be written.
 * @throws {RangeError} If `sandbox` has no pylint among its packages.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 *
 * @example
 * ```ts ignore
 * const reports = await lintPrograms(sources);
 * const scores = reports.flatMap(({ score }) => score ?? []);
 * ```
 */
export async function lintPrograms(
  programs: readonly string[],
  options: LintProgramsOptions = {},
): Promise<LintReport[]> {
  refuseUnknownOptions(options, ["sandbox", "reports", "onProgress", "floor", "pragmas", "limits", "signal"]);
  refuseOther("lint", programs, "a list of texts");
  const { sandbox: given, reports, onProgress, signal, ...linting } = options;
  const tool = (sandbox: Sandbox) => linter(sandbox, linting);
  return (await askTool(programs, { given, open: openLinter, tool, reports, onProgress, signal })).found;
}

/** The tool that lints; it takes all programs at once, and each process lints a share of them. */
function linter(sandbox: Sandbox, linting: LintOptions): Tool<string, LintReport> {
  if (!sandbox.protection.packages.includes(`pylint ${PYLINT}`)) {
    const has = sandbox.protection.packages.join(", ") || "none";
    throw new RangeError(
      `Cannot lint: the sandbox has no pylint ${PYLINT} (its packages: ${has}); open it with openLinter()`,
    );
  }
  const share = (count: number) => Math.min(SOURCES_TOGETHER, Math.ceil(count / sandbox.workers));
  const shared = joined(sandbox, share);
  return {
    ...{ name: "lint", workers: Infinity, lasts: isOfPylint },
    key: (source) => keyFor({ source, ...linting }),
    ask: async (source, signal) => (await lintSources(shared, [source], { ...linting, signal }))[0],
  };
}

/**
 * A sandbox with pylint that can be reused for several lists of programs.
 *
 * @throws {DataError} If the project's environment has no pylint 3.3.3.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 */
export async function openLinter(
  options: Omit<SandboxOptions, "packages" | "python"> = {},
): Promise<Sandbox> {
  const why = whyNoLinter();
  if (why !== undefined) throw new DataError(`Cannot lint: ${why}`);
  const project = projectSandbox();
  return await openSandbox({ ...project, packages: [...project.packages, ...linterPackages()], ...options });
}

/** Why programs cannot be linted here, with the remedy; undefined where they can. */
export function whyNoLinter(): string | undefined {
  const remedy = "connect to the network and run deno task lab, which installs it";
  const missing = PARTS.find((name) => !sitePackages().some((site) => exists(join(site, name))));
  if (missing !== undefined) {
    return `the project's environment has no ${missing.replace(/\.py$/, "")}; ${remedy}`;
  }
  return sitePackages().some((site) => exists(join(site, `pylint-${PYLINT}.dist-info`)))
    ? undefined
    : `the project's environment has a pylint other than ${PYLINT}; ${remedy}`;
}

function linterPackages(): string[] {
  return sitePackages().flatMap((site) => [...PARTS, ...OLDER_PARTS].map((name) => join(site, name))).filter(
    exists,
  );
}
