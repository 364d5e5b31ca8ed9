/** Memory that a notebook with its kernel and the programs that it runs may need, in bytes. */
const MEMORY = 1.5 * 2 ** 30;

/**
 * How many notebooks this machine runs well at a time, as memory allows: one more than it has cores, since
 * each sometimes waits for its kernel and its programs; one on a single core.
 */
export function lanes(): number {
  const cores = navigator.hardwareConcurrency;
  const { available } = Deno.systemMemoryInfo();
  return Math.max(1, Math.min(cores === 1 ? 1 : cores + 1, Math.floor(available / MEMORY)));
}

/**
 * Does something for each of some names, several at a time, in the order given.
 *
 * After a failure no other is begun, and running ones are told to stop.
 *
 * @returns When all have ended.
 * @throws The first failure.
 *
 * @example
 * ```ts
 * import { sideBySide } from "codebias/app/commands/reproduce/side_by_side.ts";
 * import assert from "node:assert/strict";
 * const done: string[] = [];
 * await sideBySide(["a", "b", "c"], 2, async (name) => void done.push(await Promise.resolve(name)));
 * assert.deepEqual(done, ["a", "b", "c"]);
 * ```
 */
export async function sideBySide(
  names: readonly string[],
  atATime: number,
  action: (name: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const left = [...names];
  const lane = async () => {
    while (left.length > 0 && !stop.signal.aborted) {
      try {
        await action(left.shift()!, stop.signal);
      } catch (error) {
        stop.abort(error); // those stopped after it fail with the same reason
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  stop.signal.throwIfAborted();
}
