import assert from "node:assert/strict";
import fc from "fast-check";
import type { Leaf } from "codebias/types.ts";
import { pairsOf, treeOf } from "codebias/bias/decision_tree.ts";
import {
  arbitraryDecision,
  arbitrarySizes,
  decide,
  leavesOf,
  type Program,
  returned,
} from "./explorations.ts";

const outcome = returned(null);
const leaf = (...path: [number, number][]): Leaf => ({ seed: 0, path, outcome });
const treesOf = (...leaves: Leaf[]) => treeOf(leaves);

const text = ({ path }: Pick<Leaf, "path">) => path.map(([at, place]) => `${"abc"[at]}${place}`).join(" ");

/** The pairs in the tree of leaves, as text: what they differ in, both leaves, what both have in common. */
function pairs(leaves: readonly Leaf[]): string[] {
  const tree = treeOf(leaves);
  assert(tree);
  return pairsOf(tree).map(({ attribute, leaves, others }) => {
    const common = [...others].sort(([a], [b]) => a - b);
    return `${"abc"[attribute]}: ${leaves.map(text).sort().join(" / ")} where ${text({ path: common })}`;
  }).toArray();
}

/** The attributes that both leaves read, and in which they differ. */
function conflicts(a: Leaf, b: Leaf): number[] {
  const other = new Map(b.path);
  return a.path.flatMap(([at, place]) => other.has(at) && other.get(at) !== place ? [at] : []);
}

/** A program of which one half reads b, and c only for b1; the other half reads c, and b only for c0. */
const twoOrders: Program = (read) => {
  if (read(0) === 0) read(1) === 1 && read(2);
  else read(2) === 0 && read(1);
  return outcome;
};

Deno.test("treeOf() is none for no leaves", () => {
  assert.equal(treeOf([]), undefined);
});

Deno.test("treeOf() is none for leaves that read different attributes after the same ones", () => {
  assert.equal(treesOf(leaf([0, 0]), leaf([1, 0])), undefined);
  assert.equal(treesOf(leaf([0, 0], [1, 0]), leaf([0, 1]), leaf([0, 0], [2, 1])), undefined);
});

Deno.test("treeOf() is none for a leaf that reads on where another ends, and for two that are the same", () => {
  assert.equal(treesOf(leaf([0, 0]), leaf([0, 0], [1, 0])), undefined);
  assert.equal(treesOf(leaf([0, 0], [1, 0]), leaf([0, 0])), undefined);
  assert.equal(treesOf(leaf([0, 0]), leaf([0, 0])), undefined);
  assert.equal(treesOf(leaf(), leaf()), undefined);
  assert.equal(treesOf(leaf(), leaf([0, 0])), undefined);
});

Deno.test("treeOf() has every leaf where its path leads", () => {
  const leaves = leavesOf(twoOrders, [2, 2, 2]);
  for (const { path, ...rest } of leaves) {
    let tree = treeOf(leaves.toReversed());
    for (const [attribute, place] of path) {
      assert(tree && "children" in tree && tree.attribute === attribute);
      tree = tree.children.get(place);
    }
    assert.deepEqual(tree, { leaf: { path, ...rest } });
  }
});

Deno.test("treeOf() takes a single leaf that reads nothing, and pairsOf() finds no pair in it", () => {
  assert.deepEqual(pairs([leaf()]), []);
});

Deno.test("pairsOf() finds the leaves that differ in one attribute, in whatever order they read the others", () => {
  const expected = [
    "a: a0 b0 / a1 c0 b0 where b0 c0",
    "a: a0 b0 / a1 c1 where b0 c1",
    "a: a0 b1 c0 / a1 c0 b1 where b1 c0",
    "a: a0 b1 c1 / a1 c1 where b1 c1",
    "b: a0 b0 / a0 b1 c0 where a0 c0",
    "b: a0 b0 / a0 b1 c1 where a0 c1",
    "b: a1 c0 b0 / a1 c0 b1 where a1 c0",
    "c: a0 b1 c0 / a0 b1 c1 where a0 b1",
    "c: a1 c0 b0 / a1 c1 where a1 b0",
    "c: a1 c0 b1 / a1 c1 where a1 b1",
  ];
  assert.deepEqual(pairs(leavesOf(twoOrders, [2, 2, 2])).sort(), expected);
});

Deno.test("pairsOf() finds no pair with a leaf that is missing", () => {
  const leaves = leavesOf(twoOrders, [2, 2, 2]).filter((one) => !["a1 c1", "a0 b0"].includes(text(one)));
  assert.deepEqual(pairs(leaves).sort(), [
    "a: a0 b1 c0 / a1 c0 b1 where b1 c0",
    "b: a1 c0 b0 / a1 c0 b1 where a1 c0",
    "c: a0 b1 c0 / a0 b1 c1 where a0 b1",
  ]);
});

Deno.test("pairsOf() finds each two leaves with one conflict once, with all that both read in common", () => {
  const arbitraryLeaves = arbitrarySizes.chain((sizes) =>
    arbitraryDecision([outcome], sizes).map((decision) => leavesOf((read) => decide(decision, read), sizes))
  );
  fc.assert(
    fc.property(arbitraryLeaves, (leaves) => {
      const found = new Map<string, unknown>();
      for (const { attribute, leaves: both, others } of pairsOf(treeOf(leaves)!)) {
        const name = both.map((one) => leaves.indexOf(one)).sort((a, b) => a - b).join();
        assert(!found.has(name));
        found.set(name, { attribute, others });
      }
      const expected = new Map<string, unknown>();
      leaves.forEach((a, i) =>
        leaves.slice(i + 1).forEach((b, j) => {
          const [attribute, ...more] = conflicts(a, b);
          if (attribute === undefined || more.length > 0) return;
          const others = new Map([...a.path, ...b.path].filter(([at]) => at !== attribute));
          expected.set(`${i},${i + 1 + j}`, { attribute, others });
        })
      );
      assert.deepEqual(found, expected);
    }),
    { numRuns: 200 },
  );
});
