import assert from "node:assert/strict";
import fc from "fast-check";
import { cyclic, reachable } from "codebias/calibration/graph.ts";
import { topological } from "./topological.ts";

const NODES = 7;
const node = fc.integer({ min: 0, max: NODES - 1 });
const graph = fc.array(fc.uniqueArray(node), { minLength: NODES, maxLength: NODES });

/** Whether each node leads to each other by at least one step: closed by trying all nodes in between. */
function leads(next: readonly (readonly number[])[]): boolean[][] {
  const from = next.map((targets) => Array.from({ length: NODES }, (_, to) => targets.includes(to)));
  for (let by = 0; by < NODES; by++) {
    for (let a = 0; a < NODES; a++) {
      for (let b = 0; b < NODES; b++) from[a][b] ||= from[a][by] && from[by][b];
    }
  }
  return from;
}

Deno.test("reachable, cyclic and topological agree with trying all ways", () => {
  fc.assert(fc.property(graph, node, (next, start) => {
    const closed = leads(next);
    const follow = (node: number) => next[node];
    const reached = next.map((_, to) => to).filter((to) => to === start || closed[start][to]);
    assert.deepEqual([...reachable([start], follow)].toSorted(), reached);
    const repeated = next.map((_, node) => node).filter((node) => closed[node][node]);
    assert.deepEqual([...cyclic(next.keys(), follow)], repeated);
    const order = topological([start], follow);
    if (reached.some((node) => repeated.includes(node))) assert.equal(order, undefined);
    else {
      assert.deepEqual(order!.toSorted(), reached);
      for (const [at, node] of order!.entries()) {
        for (const later of next[node]) assert(order!.indexOf(later) > at);
      }
    }
  }));
});
