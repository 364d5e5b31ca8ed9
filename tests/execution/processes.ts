/** A running process of this machine, as /proc shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** The name or path of the program. */
  readonly executable: string;
}

function commandLine(pid: number | string): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/cmdline`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || isGone(error)) return "";
    throw error;
  }
}

/** All processes but those that have ended and wait to be collected. */
export function processes(): Process[] {
  return [...Deno.readDirSync("/proc")].flatMap(({ name }) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, state, parent] = Deno.readTextFileSync(`/proc/${name}/stat`).match(/\) (\S) (\d+)/)!;
      const [executable] = commandLine(name).split("\0");
      return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), executable }];
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || isGone(error)) return [];
      throw error;
    }
  });
}

/** The processes of a sandbox: those whose command line contains a text that only it has, and their descendants. */
export function processesOf(mark: string): Process[] {
  const all = processes();
  const found = new Map(
    all.filter(({ pid }) => commandLine(pid).includes(mark)).map((process) => [process.pid, process]),
  );
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const process of all) if (found.has(process.parent)) found.set(process.pid, process);
  }
  return [...found.values()];
}

/** The worker processes of a sandbox, one a container, and the children in which they run programs. */
export function workersOf(mark: string): { zygotes: Process[]; children: Process[] } {
  const python = processesOf(mark).filter(({ executable }) => /python[^/]*$/.test(executable));
  const pids = new Set(python.map(({ pid }) => pid));
  return {
    zygotes: python.filter(({ parent }) => !pids.has(parent)),
    children: python.filter(({ parent }) => pids.has(parent)),
  };
}

/** Resident memory of a process in KiB; 0 of one that has ended. */
export function residentKiB({ pid }: Process): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/status`).match(/VmRSS:\s+(\d+)/)?.[1] ?? 0);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || isGone(error)) return 0;
    throw error;
  }
}

/** Resident memory of a process in KiB, and the number of its open descriptors. */
export function usage(process: Process): { residentKiB: number; descriptors: number } {
  return {
    residentKiB: residentKiB(process),
    descriptors: [...Deno.readDirSync(`/proc/${process.pid}/fd`)].length,
  };
}

/** The mount namespaces of some processes: wherever a process hides, it keeps its own or that of its parent. */
export function mountNamespaces(of: readonly Process[]): Set<string> {
  return new Set(of.flatMap(({ pid }) => mountNamespace(pid) ?? []));
}

/** The processes in one of the mount namespaces. */
export function processesIn(namespaces: ReadonlySet<string>): Process[] {
  return processes().filter(({ pid }) => namespaces.has(mountNamespace(pid) ?? ""));
}

function mountNamespace(pid: number): string | undefined {
  try {
    return Deno.readLinkSync(`/proc/${pid}/ns/mnt`);
  } catch {
    return undefined; // gone, or another user's
  }
}

/** Reading a file of a process that has just ended fails with "No such process". */
function isGone(error: unknown): boolean {
  return error instanceof Error && /No such process|os error 3\b/.test(error.message);
}

/** Waits until something is so. That it fails after a time only keeps a test from hanging; a busy machine is slow. */
export async function until<T>(what: () => T | undefined | false, seconds = 120): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline;) {
    const found = what();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Still not so after ${seconds} s: ${what}`);
}
