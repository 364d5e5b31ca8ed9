import type { BiasDirection, EncodedValue, Exploration, ProbeOutcome } from "../types.ts";
import { decode } from "../values/decode.ts";
import { isA, type PythonValue } from "../values/python_value.ts";
import type { Pair } from "./decision_tree.ts";
import { amongGiven } from "./given.ts";
import { visitDiffering } from "./judge.ts";

/** Pairs that are counted; where there are more, each call differs from most others, and nobody is favoured. */
const MOST_PAIRS = 500_000;

/**
 * Whom each attribute favours, among given values: for every two values, the contexts in which one fares better.
 *
 * A pair of leaves stands for every two values of the attribute that lead to one each, and for as many contexts as there
 * are values of the others that lead to both; it counts once for each. For two values, no two pairs stand for the same
 * context.
 *
 * @returns By the name of the attribute; only those that make a difference. None if there are more than 500,000 pairs.
 */
export function directionsOf(exploration: Exploration): Readonly<Record<string, BiasDirection>> {
  const { attributes } = exploration;
  const tallies = new Map<number, Tally>();
  let left = MOST_PAIRS;
  visitDiffering(amongGiven(exploration), (pair) => {
    if (left-- <= 0) return false;
    const tally = tallies.get(pair.attribute) ?? new Tally(attributes[pair.attribute].values);
    tallies.set(pair.attribute, tally);
    tally.add(pair, contextsOf(pair, exploration));
  });
  if (left < 0) return {};
  return Object.fromEntries(
    [...tallies].map(([attribute, tally]) => [
      attributes[attribute].name,
      tally.direction(attributes[attribute].given),
    ]),
  );
}

function contextsOf({ attribute, others }: Pair, { attributes, shape }: Exploration): number {
  return attributes.reduce((product, { name, given }, at) => {
    if (at === attribute || shape.unused.includes(name)) return product;
    return product * (others[at]?.length ?? given.filter((one) => one).length);
  }, 1);
}

class Tally {
  readonly #rows: { better: number; worse: number; other: number; affirmed: boolean }[];
  #differing = 0;

  constructor(readonly values: readonly EncodedValue[]) {
    this.#rows = values.map(() => ({ better: 0, worse: 0, other: 0, affirmed: false }));
  }

  add({ leaves, places }: Pair, contexts: number): void {
    this.#differing += contexts * places[0].length * places[1].length;
    const order = orderOf(leaves[0].outcome, leaves[1].outcome);
    places.forEach((own, at) => {
      const ahead = at === 0 ? order : -order;
      const fare = ahead > 0 ? "better" : ahead < 0 ? "worse" : "other";
      const affirmed = isTrue(leaves[at].outcome) && leaves[1 - at].outcome.kind === "returned";
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

/** Positive if the first outcome is better, negative if it is worse, 0 if they are only different. */
function orderOf(a: ProbeOutcome, b: ProbeOutcome): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  return x === undefined || y === undefined || x === y ? 0 : x > y ? 1 : -1;
}

function numberOf(outcome: ProbeOutcome): number | bigint | undefined {
  if (outcome.kind !== "returned") return undefined;
  const value: PythonValue = decode(outcome.value);
  if (typeof value === "boolean") return value ? 1 : 0;
  const number = isA(value, "float") ? value.value : value;
  return typeof number === "bigint" || (typeof number === "number" && !Number.isNaN(number))
    ? number
    : undefined;
}

function isTrue(outcome: ProbeOutcome): boolean {
  return outcome.kind === "returned" && decode(outcome.value) === true;
}
