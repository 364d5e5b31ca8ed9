/**
 * The nodes that can be reached from some nodes, which are included.
 *
 * @param next Returns the nodes that follow a node.
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
 * @param next Returns the nodes that follow a node.
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
