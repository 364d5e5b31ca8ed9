import { startTask } from "./task.ts";

/** How a command ended, and how much memory the largest of its processes had. */
export interface Measured {
  readonly code: number;
  readonly said: string;
  readonly peakMiB: number;
  readonly seconds: number;
}

/** Runs a command, see {@linkcode measuredProcess}. */
export function measured(name: string, args: readonly string[]): Promise<Measured> {
  return measuredProcess(startTask(name, args));
}

/** Waits for a process, and looks again and again how much memory it and all that it started have had. */
export async function measuredProcess(process: Deno.ChildProcess): Promise<Measured> {
  const begun = performance.now();
  await process.stdin.close();
  let peakMiB = 0;
  const looking = setInterval(() => {
    for (const pid of below(process.pid)) peakMiB = Math.max(peakMiB, peakOf(pid));
  }, 50);
  try {
    const [out, error, { code }] = await Promise.all([
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
      process.status,
    ]);
    return { code, said: out + error, peakMiB, seconds: (performance.now() - begun) / 1000 };
  } finally {
    clearInterval(looking);
  }
}

/** A process and all that it started, as far as they have not ended. */
function below(pid: number | string): (number | string)[] {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter((one) => one !== "");
  return [pid, ...children.flatMap(below)];
}

/** The most memory that a process has had, in MiB. */
function peakOf(pid: number | string): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** Nothing of a process that has just ended. */
function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
