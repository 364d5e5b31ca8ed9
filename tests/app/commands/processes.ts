/** What a command has started, and how a terminal interrupts it. */

/** A process of this machine. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes of this machine that are not zombies. */
async function processes(): Promise<Process[]> {
  const found: Process[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, state, parent] = /\) (\S) (\d+)/.exec(await Deno.readTextFile(`/proc/${name}/stat`))!;
      const command = (await Deno.readTextFile(`/proc/${name}/cmdline`)).replaceAll("\0", " ").trim();
      if (state !== "Z") found.push({ pid: Number(name), parent: Number(parent), command });
    } catch (error) {
      const ended = error instanceof Deno.errors.NotFound || /os error 3/.test(String(error));
      if (!ended) throw error;
    }
  }
  return found;
}

/** The process and everything it started, directly or not. */
export async function descendants(root: number): Promise<Process[]> {
  const all = await processes();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** What a terminal does on Ctrl-C: a signal to every process of the foreground group. */
export function interrupt(processes: readonly Process[]): void {
  for (const { pid, command } of processes) {
    if (!/deno(\s|.* )task|lib\/app\/commands\/reproduce\.ts|run_notebook\.py/.test(command)) continue;
    try {
      Deno.kill(pid, "SIGINT");
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound) && !(error instanceof TypeError)) throw error;
    }
  }
}

/** What is still running after two minutes; a busy machine takes seconds to end a kernel that was told to. */
export async function leftBehind(before: readonly Process[]): Promise<string[]> {
  const until = performance.now() + 120_000;
  for (;;) {
    const left = await stillRunning(before);
    if (left.length === 0 || performance.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stillRunning(before: readonly Process[]): Promise<string[]> {
  const now = new Map((await processes()).map(({ pid, command }) => [pid, command]));
  return before.filter(({ pid, command }) => now.get(pid) === command).map(({ command }) =>
    command.slice(0, 100)
  );
}
