import { basename, dirname } from "node:path";
import type { WorkerInfo } from "./zygote.ts";

/**
 * The levels of protection, the best first, each with a short description; the level is recorded with every result.
 *
 * `full`: bubblewrap with separate user, process, mount, network, ipc and uts namespaces, no home, no network, no
 * capabilities, limits on resources, a list of allowed system calls, and a process namespace for every program.
 *
 * `without-pid-namespace`: the same, but programs share the worker's process namespace, because the system
 * (Ubuntu's AppArmor rules, for instance) does not allow the worker to make one for each.
 *
 * `without-system-call-filter`: as `full`, but without the list, on processors other than x86-64.
 *
 * `without-user-namespaces`: no namespaces, so no bubblewrap; the list of system calls, Landlock for files, limits
 * on resources. A single gap in the list would be a way out. Programs can find out whether a path exists.
 */
export const MEANING = {
  "full": "namespaces, one of them for the processes of each program, and a list of allowed system calls",
  "without-pid-namespace":
    "namespaces and a list of allowed system calls, but no process namespace for each program",
  "without-system-call-filter": "namespaces, but no list of allowed system calls for this processor",
  "without-user-namespaces": "a list of allowed system calls and Landlock, but no namespaces",
} as const;

/** A level of protection, see {@linkcode MEANING}. */
export type ProtectionLevel = keyof typeof MEANING;

/** The names of the levels, the best first. */
export const PROTECTION_LEVELS = Object.keys(MEANING) as readonly ProtectionLevel[];

/** The protection of this machine from programs. */
export interface Protection {
  readonly level: ProtectionLevel;
  /** Version of Python that runs the programs. */
  readonly python: string;
  readonly kernel: string;
  readonly machine: string;
  /** The version of Landlock that also protects files; 0 if the kernel has none. */
  readonly landlock: number;
  /** The version of the worker; results are comparable only with results of the same version. */
  readonly worker: number;
  /** Packages that programs may import, with their versions, e.g. `numpy 2.2.6`. */
  readonly packages: readonly string[];
}

/** The reason why a way does not contain programs, and what to do. */
export interface Obstacle {
  readonly reason: string;
  readonly remedy: string;
}

/**
 * The level that a started worker provides, as a trial in its child showed, or the reason why it provides none.
 *
 * @param contained Whether it was started in namespaces.
 */
export function levelOf(info: WorkerInfo, contained: boolean): ProtectionLevel | Obstacle {
  const { trial, pidNamespace, filter, landlock, uid, kernel, machine } = info;
  const apart = pidNamespace && trial.ownProcesses;
  const newer = { remedy: "use a kernel from 5.13 that has both, or allow user namespaces" };
  if (!trial.confined) return { reason: "a child could not give up its rights", ...newer };
  if (uid === 0) return { reason: "programs would run as root", remedy: "work as an ordinary user" };
  if (!trial.noFiles || !trial.noWriting) {
    return {
      reason: landlock ? "programs could open files of this machine" : `Linux ${kernel} has no Landlock here`,
      ...newer,
    };
  }
  if (!trial.noProcesses) return { reason: "programs could start processes", ...newer };
  if (filter && (!trial.noSockets || !trial.noSignals)) {
    return { reason: `Linux ${kernel} has no seccomp filters here`, ...newer };
  }
  if (filter && !contained) return "without-user-namespaces";
  if (filter) return apart ? "full" : "without-pid-namespace";
  if (contained && apart) return "without-system-call-filter";
  return {
    reason: `the system calls of ${machine} are not known here`,
    remedy: "use x86-64, or allow user namespaces",
  };
}

/** The protection that a started worker provides. */
export function protectionOf(
  { python, kernel, machine, landlock, version: worker }: WorkerInfo,
  level: ProtectionLevel,
  packages: readonly string[],
): Protection {
  return { level, python, kernel, machine, landlock, worker, packages: packages.map(describePackage) };
}

/** The name and version of a package, from the folder about it, e.g. of six.py, or of dateutil: python_dateutil. */
function describePackage(folder: string): string {
  const about = `^(?:python_)?${basename(folder).replace(/\..*/, "")}-(.*)\\.dist-info$`;
  const versions = [...Deno.readDirSync(dirname(folder))].flatMap(({ name }) => name.match(about)?.[1] ?? []);
  return [basename(folder), ...versions.sort()].join(" ");
}
