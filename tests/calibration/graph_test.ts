import assert from "node:assert/strict";
import fc from "fast-check";
import { cyclic, reachable, topological } from "codebias/calibration/graph.ts";
import { solve } from "codebias/calibration/rates.ts";
import { near } from "./near.ts";

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

Deno.test("solve gives what was multiplied", () => {
  const number = fc.integer({ min: -9, max: 9 });
  const size = fc.integer({ min: 1, max: 6 });
  const system = size.chain((n) =>
    fc.tuple(
      fc.array(fc.array(number, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
      fc.array(number, { minLength: n, maxLength: n }),
    )
  );
  fc.assert(fc.property(system, ([matrix, x]) => {
    const dominant = matrix.map((row, at) => row.map((value, column) => at === column ? 60 + value : value));
    const right = dominant.map((row) => row.reduce((sum, value, at) => sum + value * x[at], 0));
    for (const [at, value] of solve(dominant, right).entries()) near(value, x[at], 1e-9);
  }));
});

Deno.test("solve exchanges rows where it must, and refuses what has no one solution", () => {
  assert.deepEqual(solve([[0, 1, 0], [0, 0, 2], [4, 0, 0]], [1, 2, 4]), [1, 1, 1]);
  assert.throws(() => solve([[1, 2], [2, 4]], [1, 2]), { name: "RangeError", message: /they are singular/ });
  assert.deepEqual(solve([], []), []);
});
