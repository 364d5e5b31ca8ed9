import { basename, dirname } from "node:path";
import type { WorkerInfo } from "./zygote.ts";

/**
 * How well programs are contained, recorded with every result.
 *
 * `namespaces`: bubblewrap with own user, process, mount, network, ipc and uts namespaces, no home, no network,
 * resource limits, no capabilities, and a process and an ipc namespace for every program.
 * `namespaces-shared-pid`: the same, but programs share the worker's process and ipc namespaces, because the
 * system (Ubuntu's AppArmor rules, for instance) does not let the worker create them for each. A program can then
 * end its worker, which counts as the sandbox's failure, and leave shared memory to later ones.
 */
export type ProtectionLevel = "namespaces" | "namespaces-shared-pid";

/** What stands between a program and this machine. */
export interface Protection {
  readonly level: ProtectionLevel;
  /** Version of Python that runs the programs. */
  readonly python: string;
  readonly kernel: string;
  /** Version of the worker; a result is only comparable with results of the same version. */
  readonly worker: number;
  /** Packages that programs may import, with their versions, e.g. `numpy 2.2.6`. */
  readonly packages: readonly string[];
}

/**
 * The protection that a started worker provides.
 *
 * @param packages Folders of the packages that it mounts.
 */
export function protectionOf(info: WorkerInfo, packages: readonly string[] = []): Protection {
  return {
    level: info.pidNamespace ? "namespaces" : "namespaces-shared-pid",
    python: info.python,
    kernel: info.kernel,
    worker: info.version,
    packages: packages.map(describePackage),
  };
}

/** Name and version of a package, as the folder beside it says that the installer left. */
function describePackage(folder: string): string {
  const name = basename(folder);
  const about = [...Deno.readDirSync(dirname(folder))].map((entry) => entry.name)
    .find((entry) => entry.startsWith(`${name}-`) && entry.endsWith(".dist-info"));
  return about ? `${name} ${about.slice(name.length + 1, -".dist-info".length)}` : name;
}
