import type { Leaf } from "../types.ts";

/** Leaves as the tree that they are: which attribute a program reads after what it has read. */
export type Tree = Branch | End;

/** The program reads an attribute. */
export interface Branch {
  readonly attribute: number;
  /** By the place of the value that it finds. */
  readonly children: Map<number, Tree>;
}

/** The program reads nothing more. */
export interface End {
  readonly leaf: Leaf;
}

/** Values by attribute, by their places. */
export type Places = ReadonlyMap<number, number>;

/**
 * The tree of leaves of one seed.
 *
 * @returns Undefined if they are none: no leaf, or leaves that read different attributes after the same ones.
 */
export function treeOf(leaves: readonly Leaf[]): Tree | undefined {
  let root: Tree | undefined;
  for (const leaf of leaves) {
    root = insert(root, leaf, 0);
    if (!root) return undefined;
  }
  return root;
}

function insert(tree: Tree | undefined, leaf: Leaf, depth: number): Tree | undefined {
  const step = leaf.path.at(depth);
  if (!tree) return step ? branch(step, insert(undefined, leaf, depth + 1)!) : { leaf };
  if (!step || "leaf" in tree || tree.attribute !== step[0]) return undefined;
  const below = insert(tree.children.get(step[1]), leaf, depth + 1);
  if (!below) return undefined;
  tree.children.set(step[1], below);
  return tree;
}

function branch([attribute, place]: readonly [number, number], below: Tree): Branch {
  return { attribute, children: new Map([[place, below]]) };
}

/** Two leaves that differ in the value of one attribute, and agree in all others that both read. */
export interface Pair {
  readonly attribute: number;
  readonly leaves: readonly [Leaf, Leaf];
  /** What both have in common, that attribute left out. */
  readonly others: Places;
}

/** Which pairs are wanted. */
export interface PairOptions {
  /** What to tell leaves apart by; pairs that are alike are left out, whole branches of them at a time. @default nothing */
  readonly classOf?: (leaf: Leaf) => number | undefined;
  /** Attributes of which no more pairs are wanted. @default none */
  readonly skip?: (attribute: number) => boolean;
}

/** All pairs of leaves that differ in one attribute alone. */
export function pairsOf(tree: Tree, options: PairOptions = {}): Generator<Pair> {
  return new Pairing(options).within(tree, new Map());
}

/** What a tree's leaves have in common: their class, if it is one; `MIXED` if they have several. */
const MIXED = -1;

class Pairing {
  readonly #common = new Map<Tree, number>();

  constructor(readonly options: PairOptions) {}

  *within(tree: Tree, others: Map<number, number>): Generator<Pair> {
    if ("leaf" in tree) return;
    const below = [...tree.children];
    for (const [at, [place, child]] of below.entries()) {
      for (const [, other] of below.slice(at + 1)) {
        yield* this.#meetings(tree.attribute, child, other, others);
      }
      others.set(tree.attribute, place);
      yield* this.within(child, others);
      others.delete(tree.attribute);
    }
  }

  /** The pairs of a leaf of one tree and a leaf of another that the same others lead to. */
  *#meetings(attribute: number, one: Tree, other: Tree, others: Map<number, number>): Generator<Pair> {
    if (this.options.skip?.(attribute) || this.#alike(one, other)) return;
    const next = "leaf" in one ? other : one;
    if ("leaf" in next) {
      yield { attribute, leaves: [(one as End).leaf, (other as End).leaf], others: new Map(others) };
      return;
    }
    const known = others.get(next.attribute);
    for (const [place, child] of next.children) {
      if (known !== undefined && known !== place) continue;
      if (known === undefined) others.set(next.attribute, place);
      const left = "leaf" in one ? one : child;
      yield* this.#meetings(attribute, left, "leaf" in one ? child : other, others);
      if (known === undefined) others.delete(next.attribute);
    }
  }

  /** Whether all leaves of two trees are of one class. */
  #alike(one: Tree, other: Tree): boolean {
    if (!this.options.classOf) return false;
    const common = this.#commonOf(one);
    return common !== MIXED && common === this.#commonOf(other);
  }

  #commonOf(tree: Tree): number {
    const known = this.#common.get(tree);
    if (known !== undefined) return known;
    const common = "leaf" in tree
      ? this.options.classOf!(tree.leaf) ?? MIXED
      : [...tree.children.values()].map((child) => this.#commonOf(child)).reduce((a, b) =>
        a === b ? a : MIXED
      );
    this.#common.set(tree, common);
    return common;
  }
}
