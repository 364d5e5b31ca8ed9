/**
 * The nodes that can be reached from some, these included.
 *
 * @param next The nodes that follow one.
 *
 * @example
 * ```ts
 * import { reachable } from "codebias/calibration/graph.ts";
 * import assert from "node:assert/strict";
 * const next = (node: number) => node < 3 ? [node + 1] : [];
 * assert.deepEqual([...reachable([2], next)], [2, 3]);
 * ```
 */
export function reachable<N>(from: Iterable<N>, next: (node: N) => Iterable<N>): Set<N> {
  const found = new Set(from);
  for (const node of found) for (const follower of next(node)) found.add(follower);
  return found;
}

/**
 * The nodes that can be reached from themselves.
 *
 * @param next The nodes that follow one.
 *
 * @example
 * ```ts
 * import { cyclic } from "codebias/calibration/graph.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual([...cyclic([0, 1, 2], (node) => [(node + 1) % 2])], [0, 1]);
 * ```
 */
export function cyclic<N>(nodes: Iterable<N>, next: (node: N) => Iterable<N>): Set<N> {
  return new Set([...nodes].filter((node) => reachable(next(node), next).has(node)));
}

/**
 * The nodes that can be reached from some, each before those that follow it.
 *
 * @param next The nodes that follow one.
 * @returns undefined if there is a cycle.
 *
 * @example
 * ```ts
 * import { topological } from "codebias/calibration/graph.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(topological([0], (node) => node === 0 ? [2, 1] : node === 1 ? [2] : []), [0, 1, 2]);
 * assert.equal(topological([0], () => [0]), undefined);
 * ```
 */
export function topological<N>(from: Iterable<N>, next: (node: N) => Iterable<N>): N[] | undefined {
  const nodes = reachable(from, next);
  const before = new Map([...nodes].map((node) => [node, 0]));
  for (const node of nodes) {
    for (const follower of next(node)) before.set(follower, before.get(follower)! + 1);
  }
  const free = [...nodes].filter((node) => before.get(node) === 0);
  for (const node of free) {
    for (const follower of next(node)) {
      const left = before.get(follower)! - 1;
      before.set(follower, left);
      if (left === 0) free.push(follower);
    }
  }
  return free.length === nodes.size ? free : undefined;
}
