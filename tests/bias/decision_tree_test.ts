import assert from "node:assert/strict";
import fc from "fast-check";
import type { Leaf } from "codebias/core/types.ts";
import { type Pair, TooManyPairs, type Tree, treeOf, visitPairs } from "codebias/bias/decision_tree.ts";
import {
  arbitraryDecision,
  arbitraryQuestions,
  arbitrarySizes,
  decide,
  leavesOf,
  leavesOfQuestions,
  type Program,
  returned,
} from "./explorations.ts";

const outcome = returned(null);
const leaf = (...path: [number, number | number[]][]): Leaf => ({
  seed: 0,
  path: path.map(([at, places]) => [at, [places].flat()]),
  outcome,
});
const treesOf = (...leaves: Leaf[]) => treeOf(leaves);

const text = ({ path }: Pick<Leaf, "path">) =>
  path.map(([at, places]) => `${"abc"[at]}${places.join("")}`).join(" ");

/** The pairs in a tree, each with what lead to both by attribute. */
function pairsOf(tree: Tree): (Omit<Pair, "others"> & { others: Map<number, readonly number[]> })[] {
  const found: ReturnType<typeof pairsOf> = [];
  visitPairs(tree, ({ others, ...pair }) => {
    const asked = [...others.entries()].flatMap(([at, places]) => places ? [[at, places] as const] : []);
    found.push({ ...pair, others: new Map(asked) });
  });
  return found;
}

/** The pairs in the tree of leaves, as text: what they differ in, both leaves, what both have in common. */
function pairs(leaves: readonly Leaf[]): string[] {
  const tree = treeOf(leaves);
  assert(tree);
  return pairsOf(tree).map(({ attribute, leaves, others }) => {
    const common = [...others].sort(([a], [b]) => a - b);
    return `${"abc"[attribute]}: ${leaves.map(text).sort().join(" / ")} where ${text({ path: common })}`;
  });
}

/** The values that lead to a leaf, by attribute. */
function boxOf({ path }: Leaf): Map<number, readonly number[]> {
  return new Map(path);
}

/** What lead to two leaves: common values by attribute, of all that either asks for. */
function common(a: Leaf, b: Leaf): Map<number, number[]> {
  const [one, other] = [boxOf(a), boxOf(b)];
  return new Map(
    [...one.keys(), ...other.keys()].map((at) => {
      const [mine, its] = [one.get(at) ?? other.get(at)!, other.get(at) ?? one.get(at)!];
      return [at, mine.filter((place) => its.includes(place))];
    }),
  );
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
    for (const [attribute, places] of path) {
      assert(tree && "children" in tree && tree.attribute === attribute);
      tree = tree.children.find((child) => child.places.join() === places.join())?.tree;
    }
    assert.deepEqual(tree, { leaf: { path, ...rest } });
  }
});

Deno.test("treeOf() takes a single leaf that reads nothing, and visitPairs() finds no pair in it", () => {
  assert.deepEqual(pairs([leaf()]), []);
});

Deno.test("visitPairs() finds the leaves that differ in one attribute, in whatever order they read the others", () => {
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

Deno.test("visitPairs() finds no pair with a leaf that is missing", () => {
  const leaves = leavesOf(twoOrders, [2, 2, 2]).filter((one) => !["a1 c1", "a0 b0"].includes(text(one)));
  assert.deepEqual(pairs(leaves).sort(), [
    "a: a0 b1 c0 / a1 c0 b1 where b1 c0",
    "b: a1 c0 b0 / a1 c0 b1 where a1 c0",
    "c: a0 b1 c0 / a0 b1 c1 where a0 b1",
  ]);
});

Deno.test("treeOf() is none for leaves whose values overlap, but are not the same", () => {
  assert.equal(treesOf(leaf([0, [0, 1]]), leaf([0, [1, 2]])), undefined);
  assert.equal(treesOf(leaf([0, [0, 1]], [1, 0]), leaf([0, 0], [1, 1])), undefined);
});

Deno.test("visitPairs() finds the leaves of which some common values of all others lead to both", () => {
  const leaves = [
    leaf([0, 0], [1, [0, 1]]),
    leaf([0, 0], [1, 2]),
    leaf([0, [1, 2]], [1, [1, 2]], [0, 1]),
    leaf([0, [1, 2]], [1, [1, 2]], [0, 2]),
    leaf([0, [1, 2]], [1, 0]),
  ];
  assert.deepEqual(pairs(leaves).sort(), [
    "a: a0 b01 / a12 b0 where b0",
    "a: a0 b01 / a12 b12 a1 where b1",
    "a: a0 b01 / a12 b12 a2 where b1",
    "a: a0 b2 / a12 b12 a1 where b2",
    "a: a0 b2 / a12 b12 a2 where b2",
    "a: a12 b12 a1 / a12 b12 a2 where b12",
    "b: a0 b01 / a0 b2 where a0",
    "b: a12 b0 / a12 b12 a1 where a1",
    "b: a12 b0 / a12 b12 a2 where a2",
  ]);
});

Deno.test("visitPairs() finds each two leaves with one conflict once, with all that lead to both", () => {
  const arbitraryLeaves = arbitrarySizes.chain((sizes) =>
    fc.oneof(
      arbitraryDecision([outcome], sizes).map((decision) =>
        leavesOf((read) => decide(decision, read), sizes)
      ),
      arbitraryQuestions([outcome], sizes).map((questions) => leavesOfQuestions(questions, sizes)),
    )
  );
  fc.assert(
    fc.property(arbitraryLeaves, (leaves) => {
      const found = new Map<string, unknown>();
      for (const { attribute, leaves: both, places, others } of pairsOf(treeOf(leaves)!)) {
        assert.deepEqual(places, both.map((one) => boxOf(one).get(attribute)));
        const name = both.map((one) => leaves.indexOf(one)).sort((a, b) => a - b).join();
        assert(!found.has(name));
        found.set(name, { attribute, others });
      }
      const expected = new Map<string, unknown>();
      leaves.forEach((a, i) =>
        leaves.slice(i + 1).forEach((b, j) => {
          const others = common(a, b);
          const [attribute, ...more] = [...others.keys()].filter((at) => others.get(at)!.length === 0);
          if (attribute === undefined || more.length > 0) return;
          others.delete(attribute);
          expected.set(`${i},${i + 1 + j}`, { attribute, others });
        })
      );
      assert.deepEqual(found, expected);
    }),
    { numRuns: 300 },
  );
});

Deno.test("visitPairs() ends where the visitor says so", () => {
  let visits = 0;
  visitPairs(treeOf([leaf([0, 0]), leaf([0, 1]), leaf([0, 2]), leaf([0, 3])])!, () => ++visits < 3);
  assert.equal(visits, 3);
});

Deno.test("visitPairs() ends where a visit returns false, however deep", () => {
  const tree = treeOf(leavesOf((read) => returned(read(0) + 3 * read(1) + 9 * read(2)), [3, 3, 3]))!;
  const all = pairsOf(tree).length;
  assert.equal(all, 3 * 27);
  for (let most = 1; most <= all; most++) {
    let visits = 0;
    visitPairs(tree, () => ++visits < most);
    assert.equal(visits, most);
  }
});

Deno.test("visitPairs() gives up where pairs would take seconds", () => {
  const tree = treeOf(leavesOf((read) => returned(read(0)), [3_000]))!;
  assert.throws(() => visitPairs(tree, () => {}), TooManyPairs);
});
