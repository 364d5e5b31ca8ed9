import type { BiasDirection, EncodedValue, Exploration, Leaf, ProbeOutcome } from "../types.ts";
import { decode } from "../values/decode.ts";
import { isA, type PythonValue } from "../values/python_value.ts";
import type { Pair } from "./decision_tree.ts";
import { differingPairs } from "./judge.ts";

/** Pairs that are counted; where there are more, each call differs from most others, and nobody is favoured. */
const MOST_PAIRS = 500_000;

/**
 * Whom each attribute favours, among given values: for every two values, the contexts in which one fares better.
 *
 * A pair of leaves stands for as many contexts as there are values of attributes that neither reads, and counts once for
 * each. For two values of an attribute, no two pairs stand for the same context.
 *
 * @returns By the name of the attribute; only those that make a difference. None if there are more than 500,000 pairs.
 */
export function directionsOf(exploration: Exploration): Readonly<Record<string, BiasDirection>> {
  const { attributes, leaves } = exploration;
  const isGiven = ({ path }: Leaf) => path.every(([attribute, place]) => attributes[attribute].given[place]);
  const tallies = new Map<number, Tally>();
  let left = MOST_PAIRS;
  for (const pair of differingPairs(leaves.filter(isGiven))) {
    if (left-- === 0) return {};
    const tally = tallies.get(pair.attribute) ?? new Tally(attributes[pair.attribute].values);
    tallies.set(pair.attribute, tally);
    tally.add(pair, contextsOf(pair, exploration));
  }
  return Object.fromEntries(
    [...tallies].map(([attribute, tally]) => [
      attributes[attribute].name,
      tally.direction(attributes[attribute].given),
    ]),
  );
}

function contextsOf({ attribute, others }: Pair, { attributes, shape }: Exploration): number {
  return attributes.reduce((product, { name, given }, at) => {
    const free = at !== attribute && !others.has(at) && !shape.unused.includes(name);
    return free ? product * given.filter((one) => one).length : product;
  }, 1);
}

class Tally {
  readonly #rows: { better: number; worse: number; other: number; affirmed: boolean }[];
  #differing = 0;

  constructor(readonly values: readonly EncodedValue[]) {
    this.#rows = values.map(() => ({ better: 0, worse: 0, other: 0, affirmed: false }));
  }

  add({ attribute, leaves }: Pair, contexts: number): void {
    this.#differing += contexts;
    const rows = leaves.map(({ path }) => this.#rows[path.find(([at]) => at === attribute)![1]]);
    const order = orderOf(leaves[0].outcome, leaves[1].outcome);
    rows.forEach((row, at) => {
      const ahead = at === 0 ? order : -order;
      if (ahead > 0) row.better += contexts;
      else if (ahead < 0) row.worse += contexts;
      else row.other += contexts;
      row.affirmed ||= isTrue(leaves[at].outcome) && leaves[1 - at].outcome.kind === "returned";
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
