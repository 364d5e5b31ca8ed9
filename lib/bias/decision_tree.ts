import type { Leaf, Step } from "../types.ts";

/** Leaves as the tree that they are: of which attribute a program asks after what it has learned. */
export type Tree = Branch | End;

/** The program asks something of an attribute. */
export interface Branch {
  readonly attribute: number;
  /** By what it learns. No value is in two of them. */
  readonly children: Child[];
}

/** What follows from values of an attribute that the program does not tell apart. */
export interface Child {
  /** The places of the values. */
  readonly places: readonly number[];
  tree: Tree;
}

/** The program asks nothing more. */
export interface End {
  readonly leaf: Leaf;
}

/** Values by attribute, by their places; undefined of an attribute of which nothing was asked. */
export type Box = readonly (readonly number[] | undefined)[];

/**
 * The tree of leaves of one seed.
 *
 * @returns Undefined if they are none: no leaf, or leaves that ask for different things after the same answers.
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
  const [, places] = step;
  const child = tree.children.find((one) => one.places.some((place) => places.includes(place)));
  if (child && child.places.join() !== places.join()) return undefined;
  const below = insert(child?.tree, leaf, depth + 1);
  if (!below) return undefined;
  if (child) child.tree = below;
  else tree.children.push({ places, tree: below });
  return tree;
}

function branch([attribute, places]: Step, tree: Tree): Branch {
  return { attribute, children: [{ places, tree }] };
}

/** Two leaves that differ in the value of one attribute, and have values of all others in common. */
export interface Pair {
  readonly attribute: number;
  readonly leaves: readonly [Leaf, Leaf];
  /** The values of that attribute that lead to each. */
  readonly places: readonly [readonly number[], readonly number[]];
  /** What lead to both: values of the other attributes, of those of which any is asked. Holds during the visit only. */
  readonly others: Box;
}

/** Which pairs are wanted. */
export interface PairOptions {
  /** What to tell leaves apart by; pairs that are alike are left out, whole branches of them at a time. @default nothing */
  readonly classOf?: (leaf: Leaf) => number | undefined;
  /** Attributes of which no more pairs are wanted. @default none */
  readonly skip?: (attribute: number) => boolean;
}

/**
 * Visits all pairs of leaves that differ in one attribute alone.
 *
 * @param visit Told of each; the visits end where it returns false.
 * @throws {TooManyPairs} If they are so many that it would take more than a few seconds.
 */
export function visitPairs(tree: Tree, visit: (pair: Pair) => unknown, options: PairOptions = {}): void {
  new Pairing(visit, options).within(tree);
}

/** What a tree's leaves have in common: their class, if it is one; `MIXED` if they have several. */
const MIXED = -1;

/** There are more pairs than can be looked at. */
export class TooManyPairs extends Error {
  override readonly message: string = "it tells so many people apart that they cannot be compared";
}

/** Pairs of branches that are looked at, for a second or two; a few thousand are usual. */
const MOST_MEETINGS = 4_000_000;

/** Goes through a tree with one box that grows and shrinks on the way: there may be millions of pairs. */
class Pairing {
  readonly #common = new Map<Tree, number>();
  readonly #box: (readonly number[] | undefined)[] = [];
  #left = MOST_MEETINGS;

  constructor(readonly visit: (pair: Pair) => unknown, readonly options: PairOptions) {}

  /** @returns False if the visits have ended. */
  within(tree: Tree): boolean {
    if ("leaf" in tree) return true;
    const { attribute, children } = tree;
    const before = this.#box[attribute];
    for (const [at, { places, tree: one }] of children.entries()) {
      this.#box[attribute] = undefined;
      for (const { tree: other } of children.slice(at + 1)) {
        if (!this.#meetings(attribute, one, other)) return false;
      }
      this.#box[attribute] = places;
      if (!this.within(one)) return false;
    }
    this.#box[attribute] = before;
    return true;
  }

  /** The pairs of a leaf of one tree and a leaf of another that some values of all other attributes lead to both. */
  #meetings(attribute: number, one: Tree, other: Tree): boolean {
    if (this.options.skip?.(attribute) || this.#alike(one, other)) return true;
    if (this.#left-- <= 0) throw new TooManyPairs();
    const next = "leaf" in one ? other : one;
    if ("leaf" in next) {
      const leaves = [(one as End).leaf, (other as End).leaf] as const;
      const places = [last(leaves[0], attribute), last(leaves[1], attribute)] as const;
      return this.visit({ attribute, leaves, places, others: this.#box }) !== false;
    }
    const before = this.#box[next.attribute];
    for (const child of next.children) {
      if (next.attribute !== attribute) {
        const left = inBoth(before, child.places);
        if (left.length === 0) continue;
        this.#box[next.attribute] = left;
      }
      const goesOn = "leaf" in one
        ? this.#meetings(attribute, one, child.tree)
        : this.#meetings(attribute, child.tree, other);
      if (!goesOn) return false;
    }
    this.#box[next.attribute] = before;
    return true;
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
      : tree.children.map((child) => this.#commonOf(child.tree)).reduce((a, b) => a === b ? a : MIXED);
    this.#common.set(tree, common);
    return common;
  }
}

/** The places that are in both lists; all of one if the other is not there. */
function inBoth(some: readonly number[] | undefined, places: readonly number[]): readonly number[] {
  if (some === undefined || some === places) return places;
  return some.filter((place) => places.includes(place));
}

/** The values of an attribute that lead to a leaf. */
function last({ path }: Leaf, attribute: number): readonly number[] {
  return path.findLast(([at]) => at === attribute)![1];
}
