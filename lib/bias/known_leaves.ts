import type { Leaf } from "../core/types.ts";
import { type Tree, treeOf } from "./decision_tree.ts";
import { OutcomeClasses } from "./outcome_classes.ts";

/** The properties of an exploration's leaves that several conclusions need; to find them takes longer than the conclusions. */
export class KnownLeaves {
  readonly classes = new OutcomeClasses();
  readonly #groups = new Map<readonly Leaf[], ReadonlyMap<number, readonly Leaf[]>>();
  readonly #trees = new Map<readonly Leaf[], Tree | undefined>();

  /** Leaves by their seed. */
  bySeed(leaves: readonly Leaf[]): ReadonlyMap<number, readonly Leaf[]> {
    return this.#groups.getOrInsertComputed(leaves, () => Map.groupBy(leaves, ({ seed }) => seed));
  }

  /** The tree of leaves that {@linkcode bySeed} has grouped, see `treeOf`. */
  treeOf(leaves: readonly Leaf[]): Tree | undefined {
    return this.#trees.getOrInsertComputed(leaves, treeOf);
  }
}
