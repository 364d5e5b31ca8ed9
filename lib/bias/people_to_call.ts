import { integers } from "../statistics/random.ts";
import type { Exploration, Leaf, Person } from "../core/types.ts";
import type { Tree } from "./decision_tree.ts";
import { KnownLeaves } from "./known_leaves.ts";

/** A person, with the outcome that follows from an exploration. */
export interface Claim {
  readonly person: Person;
  readonly seed: number;
  /** The key of the outcome; undefined if there is no leaf for the person, which a complete exploration has. */
  readonly outcome: string | undefined;
}

/**
 * The number of people up to which all are called. Of more, one person is called for each of up to `LEAVES` leaves, at least
 * `FEWEST_CALLED` people in all, and some at random.
 */
const ALL_CALLED = 64;
const LEAVES = { usual: 40, many: 5_000 };
const FEWEST_CALLED = { usual: 16, many: 112 };
const AT_RANDOM = 16;

/**
 * The means to draw people from an exploration for a purpose, the same people every time: the places of the given values, a
 * function that makes the person with the values at some places, and a function that draws one of several.
 */
export function peopleOf(
  { attributes, source }: Pick<Exploration, "attributes" | "source">,
  purpose: string,
) {
  const draw = integers(purpose, source);
  return {
    given: attributes.map((one) => [...one.values.keys()].filter((place) => one.given[place])),
    personOf: (places: readonly number[]): Person =>
      Object.fromEntries(attributes.map(({ name, values }, at) => [name, values[places[at]]])),
    oneOf: <T>(several: readonly T[]): T => several[draw(0, several.length - 1)],
  };
}

/**
 * The people whose plain calls are compared with an exploration: everybody if there are at most 64, else some
 * of each of up to 40 leaves, and some drawn at random. The same ones every time.
 *
 * @param many Whether to take people from up to 5,000 leaves, because there is reason to doubt the exploration.
 */
export function peopleToCall(
  exploration: Exploration,
  many: boolean,
  known: KnownLeaves = new KnownLeaves(),
): Claim[] {
  const { attributes, leaves, shape } = exploration;
  const seeds = [...known.bySeed(leaves)];
  const taken = attributes.flatMap(({ name }, at) => shape.unused.includes(name) ? [] : [at]);
  const { given, personOf, oneOf } = peopleOf(exploration, "people to call");
  const total = taken.reduce((product, at) => product * given[at].length, 1);
  const somebody = () => given.map((places, at) => taken.includes(at) ? oneOf(places) : places[0]);
  return seeds.flatMap(([seed, own], which) => {
    const tree = known.treeOf(own);
    const claimsOf = (places: readonly number[]): Claim[] => {
      const leaf = leafOf(tree, places);
      if (leaf?.outcome.kind === "unjudged") return []; // nothing is claimed, and the call would meet its limit, too
      return [{ person: personOf(places), seed, outcome: leaf && known.classes.keyOf(leaf.outcome) }];
    };
    if (total <= ALL_CALLED) return combinations(given, taken).flatMap(claimsOf);
    const size = many ? "many" : "usual";
    const step = Math.max(1, own.length / LEAVES[size]);
    const some = Array.from(
      { length: Math.min(own.length, LEAVES[size]) },
      (_, at) => own[Math.floor(at * step)],
    );
    // Fewer people for the seeds after the first: a program that draws random numbers does so under each seed.
    const few = which === 0 ? some : some.slice(0, 16);
    const ofLeaves = Array.from(
      { length: Math.max(few.length, which === 0 ? FEWEST_CALLED[size] : 0) },
      (_, at) => {
        const leaf = few[at % few.length];
        const places = somebody();
        for (const [at, possible] of leaf.path) {
          const among = possible.filter((place) => attributes[at].given[place]);
          places[at] = oneOf(among.length > 0 ? among : possible);
        }
        return places;
      },
    );
    const others = Array.from({ length: which === 0 ? AT_RANDOM : 8 }, somebody);
    return [...ofLeaves, ...others].flatMap(claimsOf);
  });
}

/** The leaf that values lead to. */
function leafOf(tree: Tree | undefined, places: readonly number[]): Leaf | undefined {
  let at = tree;
  while (at && !("leaf" in at)) at = at.childAt(places[at.attribute])?.tree;
  return at?.leaf;
}

/** All combinations of given values, by place; attributes that are not taken keep their first value. */
function combinations(given: readonly (readonly number[])[], taken: readonly number[]): number[][] {
  let found = [given.map((places) => places[0])];
  for (const at of taken) found = found.flatMap((places) => given[at].map((place) => places.with(at, place)));
  return found;
}
