import type { BiasDirection, EncodedValue, Exploration, ProbeOutcome } from "../core/types.ts";
import { amountIn, decode } from "../values/mod.ts";
import { type Pair, TooManyPairs } from "./decision_tree.ts";
import { amongGiven, visitDiffering } from "./judge.ts";
import { KnownLeaves } from "./known_leaves.ts";

/** The greatest number of pairs that are counted; with more, each call differs from most others, and nobody is favoured. */
const MAX_PAIRS = 500_000;

/** The number of values of a pair that take as long as another pair. */
const PAIR_VALUES = 256;

/**
 * The direction of each attribute's bias, among given values: for every two values, the contexts in which one fares better.
 *
 * A pair of leaves stands for every two values of the attribute that lead to one leaf each, and for as many contexts as
 * there are combinations of other values that lead to both; it counts once for each. For any two values, no two pairs stand
 * for the same context.
 *
 * @returns The directions by the name of the attribute, of those that make a difference; none with more than 500,000 pairs.
 */
export function directionsOf(
  exploration: Exploration,
  known: KnownLeaves = new KnownLeaves(),
): Readonly<Record<string, BiasDirection>> {
  const { attributes, shape } = exploration;
  const numbers = attributes.map(({ name, given }) =>
    shape.unused.includes(name) ? undefined : given.filter((one) => one).length
  );
  const leaves = amongGiven(exploration);
  const fares = new Map(leaves.map((leaf) => [leaf, fareOf(leaf.outcome)]));
  const tallies = new Map<number, Tally>();
  let left = MAX_PAIRS;
  try {
    visitDiffering(leaves, known, (pair) => {
      const [one, other] = pair.places;
      if ((left -= 1 + Math.floor((one.length + other.length) / PAIR_VALUES)) < 0) throw new TooManyPairs();
      const tally = tallies.getOrInsertComputed(
        pair.attribute,
        (attribute) => new Tally(attributes[attribute].values),
      );
      tally.add(pair, pair.leaves.map((leaf) => fares.get(leaf)!), contextsOf(pair, numbers));
    });
  } catch (error) {
    if (error instanceof TooManyPairs) return {};
    throw error;
  }
  return Object.fromEntries(
    [...tallies].map(([attribute, tally]) => [
      attributes[attribute].name,
      tally.direction(attributes[attribute].given),
    ]),
  );
}

/** @param numbers The number of given values of each attribute; undefined if the program does not use the attribute. */
function contextsOf({ attribute, others }: Pair, numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>(
    (product, number, at) =>
      at === attribute || number === undefined ? product : product * (others[at]?.length ?? number),
    1,
  );
}

class Tally {
  readonly #rows: { better: number; worse: number; other: number; affirmed: boolean }[];
  #differing = 0;

  constructor(readonly values: readonly EncodedValue[]) {
    this.#rows = values.map(() => ({ better: 0, worse: 0, other: 0, affirmed: false }));
  }

  add({ places }: Pair, fares: readonly Fare[], contexts: number): void {
    this.#differing += contexts * places[0].length * places[1].length;
    const order = orderOf(fares[0].number, fares[1].number);
    places.forEach((own, at) => {
      const ahead = at === 0 ? order : -order;
      const fare = ahead > 0 ? "better" : ahead < 0 ? "worse" : "other";
      const affirmed = fares[at].isTrue && fares[1 - at].returned;
      for (const place of own) {
        this.#rows[place][fare] += contexts * places[1 - at].length;
        this.#rows[place].affirmed ||= affirmed;
      }
    });
  }

  direction(given: readonly boolean[]): BiasDirection {
    const rows = this.values.map((value, at) => ({ value, ...this.#rows[at] }));
    return { differing: this.#differing, values: rows.filter((_, at) => given[at]) };
  }
}

/** The part of an outcome that says who fares better. */
type Fare = ReturnType<typeof fareOf>;

function fareOf(outcome: ProbeOutcome) {
  const returned = outcome.kind === "returned";
  const amount = returned ? amountIn(decode(outcome.value)) : undefined;
  const number = typeof amount === "boolean" ? Number(amount) : amount;
  return {
    ...{ returned, isTrue: amount === true },
    /** The result as a number, True as 1 and False as 0; undefined if it is none of these. */
    number: Number.isNaN(number) ? undefined : number,
  };
}

/** Positive if the first is better, negative if it is worse, 0 if they are only different. */
function orderOf(x: Fare["number"], y: Fare["number"]): number {
  return x === undefined || y === undefined || x === y ? 0 : x > y ? 1 : -1;
}
