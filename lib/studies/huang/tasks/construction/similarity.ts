/**
 * A way to say how alike two texts are, in steps, so that what each text takes is done once for all pairs.
 *
 * @typeParam V What a text is turned into, e.g. a vector.
 */
export interface Similarity<V> {
  readonly prepare: (text: string) => V;
  /** How alike others are to this one: symmetric, 1 of equal ones. */
  readonly to: (one: V) => (other: V) => number;
}
