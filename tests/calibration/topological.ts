import { reachable } from "codebias/calibration/graph.ts";

/**
 * The nodes that can be reached from some, each before those that follow it.
 *
 * @param next The nodes that follow one.
 * @returns undefined if there is a cycle.
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
