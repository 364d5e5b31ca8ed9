import { shortPath } from "../../../store/paths.ts";

const running = new Set<Deno.ChildProcess>();

/** Passes a signal on to all that {@linkcode sideBySide} started. */
export function endAll(signal: Deno.Signal): void {
  for (const process of running) {
    try {
      process.kill(signal);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error; // it has just ended
    }
  }
}

/**
 * Does each shard in a process of its own, some at a time; one that fails is named, and the others go on.
 *
 * @param options.jobs How many processes at a time, from 1.
 * @param options.program The command's file.
 * @param options.more Options for each process.
 * @returns Whether all were done.
 */
export async function sideBySide(
  shards: readonly string[],
  { jobs, program, more }: {
    readonly jobs: number;
    readonly program: string;
    readonly more: readonly string[];
  },
): Promise<boolean> {
  const queue = shards.values();
  const failed: string[] = [];
  const lane = async () => {
    for (const path of queue) {
      const args = ["run", "-A", "--quiet", "--frozen", program, ...more, path];
      const process = new Deno.Command(Deno.execPath(), { args, stdin: "null" }).spawn();
      running.add(process);
      const { success } = await process.status;
      running.delete(process);
      if (!success) failed.push(path);
    }
  };
  await Promise.all(Array.from({ length: jobs }, lane));
  if (failed.length > 0) {
    console.error(`${failed.length} of ${shards.length} shards failed: ${failed.map(shortPath).join(", ")}`);
  }
  return failed.length === 0;
}
