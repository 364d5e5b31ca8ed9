import type { Execution, ExecutionRequest, Executor } from "../core/types.ts";

interface Waiting extends PromiseWithResolvers<Execution> {
  readonly request: ExecutionRequest;
  readonly signal?: AbortSignal;
}

/**
 * An executor for one program: calls that are requested at the same time run in one process, in order.
 *
 * The outcomes are the same as with one process per request: after a limit, the remaining calls run in another process.
 *
 * @param share The number of requests to run in one process, given the number of equal requests. @default all
 */
export function joined(sandbox: Executor, share: (count: number) => number = (count) => count): Executor {
  const waiting: Waiting[] = [];
  return {
    execute(request, signal) {
      const one = { request, signal, ...Promise.withResolvers<Execution>() };
      if (waiting.push(one) === 1) queueMicrotask(() => makeAll(sandbox, waiting.splice(0), share));
      return one.promise;
    },
  };
}

/** Makes requests that are equal except for their calls together, and different ones in parallel. */
async function makeAll(
  sandbox: Executor,
  all: readonly Waiting[],
  share: (count: number) => number,
): Promise<void> {
  const [{ request, signal }] = all;
  const together = all.filter((one) => one.signal === signal && isAlike(one.request, request));
  const others = all.filter((one) => !together.includes(one));
  const size = share(together.length);
  const shares = Map.groupBy(together.keys(), (at) => Math.floor(at / size)).values();
  await Promise.all([
    ...shares.map((places) => makeTogether(sandbox, places.map((at) => together[at]))),
    ...others.length > 0 ? [makeAll(sandbox, others, share)] : [],
  ]);
}

async function makeTogether(sandbox: Executor, all: readonly Waiting[]): Promise<void> {
  const [{ request, signal }] = all;
  const behind: Waiting[] = [];
  try {
    const calls = all.flatMap((one) => one.request.calls);
    const { program, outcomes, cpuMs } = await sandbox.execute({ ...request, calls }, signal);
    let at = 0;
    for (const one of all) {
      const count = one.request.calls.length;
      const own = outcomes.slice(at, at + count);
      const isReached = at < outcomes.length || own.length === count || program.kind !== "loaded";
      if (!isReached) behind.push(one);
      // The first request gets all the processor time, so that it is counted once.
      else one.resolve({ program, outcomes: own, cpuMs: at === 0 ? cpuMs : 0 });
      at += count;
    }
  } catch (error) {
    for (const one of all) one.reject(error);
  }
  if (behind.length > 0) await makeTogether(sandbox, behind);
}

function isAlike({ calls: _, ...one }: ExecutionRequest, { calls: __, ...other }: ExecutionRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
