import type { Leaf, Step } from "../core/types.ts";

/** The tree that leaves form: which attribute a program asks about after which answers. */
export type Tree = Branch | End;

/** The tree after values of an attribute that the program does not tell apart. */
export interface Child {
  /** The places of the values, i.e. their indices in the list of the attribute's values. */
  readonly places: readonly number[];
  tree: Tree;
}

/** An end of the tree: the program asks nothing more. */
export interface End {
  readonly leaf: Leaf;
  common?: number;
}

/** The values of each attribute, by their places; undefined for an attribute that is not asked about. */
export type Box = readonly (readonly number[] | undefined)[];

/**
 * The tree of leaves of one seed.
 *
 * @returns Undefined if they form none: no leaf, or leaves that ask for different things after the same
 * answers.
 */
export function treeOf(leaves: readonly Leaf[]): Tree | undefined {
  const top: { tree?: Tree } = {};
  for (const leaf of leaves) {
    let at: { tree?: Tree } = top;
    for (const step of leaf.path) {
      const child = at.tree ? childFor(at.tree, step) : undefined;
      if (at.tree && !child) return undefined;
      at = child ?? (at.tree = new Branch(step[0])).add(step[1]);
    }
    if (at.tree) return undefined;
    at.tree = { leaf };
  }
  return top.tree;
}

/** The child for an answer, which is added if it is new; undefined if the answer contradicts the tree. */
function childFor(tree: Tree, [attribute, places]: Step): { tree?: Tree } | undefined {
  if (!(tree instanceof Branch) || tree.attribute !== attribute) return undefined;
  const child = tree.childAt(places[0]);
  if (child) return sameItems(child.places, places) ? child : undefined;
  return places.some((place) => tree.childAt(place)) ? undefined : tree.add(places);
}

/** The greatest number of children that are searched one by one for a place; among more, it is looked up. */
const FEW_CHILDREN = 8;

/** A branch of the tree: the program asks about an attribute. */
class Branch {
  /** The children by the values that the program learns; no value is in two of them. */
  readonly children: Child[] = [];
  /** The common class of all its leaves, while they are compared. */
  common?: number;
  readonly #byPlace = new Map<number, Child>();

  constructor(readonly attribute: number) {}

  add(places: readonly number[]): Child {
    const { children } = this;
    const child = { places } as Child; // it has a tree as soon as its leaf is there
    children.push(child);
    const fresh = children.length === FEW_CHILDREN + 1
      ? children
      : children.length > FEW_CHILDREN
      ? [child]
      : [];
    for (const one of fresh) for (const place of one.places) this.#byPlace.set(place, one);
    return child;
  }

  /** The child for a value, by the value's place. */
  childAt(place: number): Child | undefined {
    if (this.children.length > FEW_CHILDREN) return this.#byPlace.get(place);
    return this.children.find(({ places }) => places.includes(place));
  }
}

function sameItems(some: readonly number[], others: readonly number[]): boolean {
  return some === others || (some.length === others.length && some.every((one, at) => one === others[at]));
}

/** Two leaves that differ in the value of one attribute, and have values of all others in common. */
export interface Pair {
  readonly attribute: number;
  readonly leaves: readonly [Leaf, Leaf];
  /** The values of that attribute that lead to each leaf. */
  readonly places: readonly [readonly number[], readonly number[]];
  /**
   * The values of the other attributes that lead to both leaves; undefined for attributes that are not asked about. They
   * hold during the visit only.
   */
  readonly others: Box;
}

/** The choice of pairs to visit. */
export interface PairOptions {
  /**
   * The class of a leaf; pairs of leaves of one class, or with a leaf that has none, are left out.
   * @default all pairs are visited
   */
  readonly classOf?: (leaf: Leaf) => number | undefined;
  /** Attributes that need no more pairs. @default none */
  readonly skip?: (attribute: number) => boolean;
}

/**
 * Visits all pairs of leaves that differ in one attribute alone.
 *
 * @param visit Called for each; the visits end where it returns false.
 * @throws {TooManyPairs} If they are so many that it would take more than a few seconds.
 */
export function visitPairs(tree: Tree, visit: (pair: Pair) => unknown, options: PairOptions = {}): void {
  mark(tree, options.classOf);
  new Pairing(visit, options).within(tree);
}

/** The common class of leaves of several classes, or of leaves without a class. */
const MIXED = -1;

/** Notes the common class of the leaves of a tree, and of each subtree: {@linkcode MIXED} if they have several. */
function mark(tree: Tree, classOf: PairOptions["classOf"]): number {
  if ("leaf" in tree) return tree.common = classOf?.(tree.leaf) ?? MIXED;
  const [first, ...others] = tree.children.map((child) => mark(child.tree, classOf));
  return tree.common = others.every((one) => one === first) ? first : MIXED;
}

/** The error that there are more pairs than can be looked at. */
export class TooManyPairs extends Error {
  override readonly message: string = "it tells so many people apart that they cannot be compared";
}

/**
 * The greatest number of steps of a comparison, for a second or two (a few hundred thousand are usual); the steps for a
 * comparison of two trees, and those for a child, besides one for each of its values.
 */
const MAX_STEPS = 256_000_000;
const MEETING_STEPS = 64;
const CHILD_STEPS = 8;

/** The visit of a tree, with one box that grows and shrinks on the way, because there may be millions of pairs. */
class Pairing {
  readonly #box: (readonly number[] | undefined)[] = [];
  #left = MAX_STEPS;

  constructor(readonly visit: (pair: Pair) => unknown, readonly options: PairOptions) {}

  /** @returns False if the visits have ended. */
  within(tree: Tree): boolean {
    if ("leaf" in tree || tree.common !== MIXED) return true;
    const { attribute, children } = tree;
    const before = this.#box[attribute];
    const common = children.map((child) => child.tree.common);
    for (const [at, { places, tree: one }] of children.entries()) {
      this.#box[attribute] = undefined;
      if (!this.options.skip?.(attribute)) {
        this.#spend(children.length - at);
        for (let other = at + 1; other < children.length; other++) {
          if (common[at] !== MIXED && common[at] === common[other]) continue;
          if (!this.#meetings(attribute, one, children[other].tree)) return false;
        }
      }
      this.#box[attribute] = places;
      if (!this.within(one)) return false;
    }
    this.#box[attribute] = before;
    return true;
  }

  /** Visits the pairs of leaves, one from each tree, that share some values of all other attributes. */
  #meetings(attribute: number, one: Tree, other: Tree): boolean {
    if ((one.common !== MIXED && one.common === other.common) || this.options.skip?.(attribute)) return true;
    this.#spend(MEETING_STEPS);
    const next = "leaf" in one ? other : one;
    if ("leaf" in next) {
      if (this.options.classOf && (one.common === MIXED || other.common === MIXED)) return true;
      const leaves = [(one as End).leaf, (other as End).leaf] as const;
      this.#spend(leaves[0].path.length + leaves[1].path.length);
      const places = [last(leaves[0], attribute), last(leaves[1], attribute)] as const;
      return this.visit({ attribute, leaves, places, others: this.#box }) !== false;
    }
    const before = this.#box[next.attribute];
    const isOne = next.attribute !== attribute && before?.length === 1;
    const only = isOne ? next.childAt(before[0]) : undefined;
    const children = !isOne ? next.children : only ? [only] : [];
    for (const child of children) {
      if (next.attribute !== attribute) {
        this.#spend(CHILD_STEPS + (before?.length ?? 0) + child.places.length);
        const left = isOne ? before : inBoth(before, child.places);
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

  #spend(steps: number): void {
    if ((this.#left -= steps) < 0) throw new TooManyPairs();
  }
}

/** The greatest length of a list of places that is searched without a set. */
const MANY_PLACES = 16;

/** The places that are in both lists; all of the second list if the first is undefined. */
function inBoth(some: readonly number[] | undefined, places: readonly number[]): readonly number[] {
  if (some === undefined || some === places) return places;
  const among = places.length > MANY_PLACES ? new Set(places) : undefined;
  return some.filter((place) => among ? among.has(place) : places.includes(place));
}

/** The values of an attribute that lead to a leaf. */
function last({ path }: Leaf, attribute: number): readonly number[] {
  let at = path.length - 1;
  while (path[at][0] !== attribute) at--;
  return path[at][1];
}
