import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { seedFrom } from "../statistics/random.ts";
import { orderDrawer } from "../statistics/shuffle.ts";
import type { Exploration, Leaf, Person } from "../types.ts";

/** People who differ in some attributes alone. */
export interface Contrast {
  readonly attributes: readonly string[];
  readonly people: readonly Person[];
}

export interface Contrasts {
  /** For each attribute that the program takes those who differ in it alone, where it is asked for if it is anywhere. */
  readonly apart: readonly Contrast[];
  /** Those who differ in all attributes at once that are taken but never asked for. */
  readonly together: readonly Contrast[];
}

/** Contexts in which people are compared, and values of an attribute. */
const CONTEXTS = 2;
const VALUES = 6;

/** People whose chances are compared. The same ones every time. */
export function contrasts({ attributes, leaves, shape, source }: Exploration): Contrasts {
  const random = xoroshiro128plus(seedFrom("contrasts", source));
  const oneOf = (places: readonly number[]) => places[uniformInt(random, 0, places.length - 1)];
  const given = attributes.map((one) => [...one.values.keys()].filter((place) => one.given[place]));
  const some = given.map((places) =>
    places.filter((_, index) => index % Math.max(1, places.length / VALUES) < 1)
  );
  const personOf = (places: readonly number[]): Person =>
    Object.fromEntries(attributes.map(({ name, values }, at) => [name, values[places[at]]]));
  const contextOf = (leaf?: Leaf) => {
    const places = given.map(oneOf);
    for (const [at, possible] of leaf?.path ?? []) {
      const among = possible.filter((place) => attributes[at].given[place]);
      if (among.length > 0) places[at] = oneOf(among);
    }
    return places;
  };
  const order = orderDrawer(uniformInt(random, 0, 2 ** 31 - 1));
  /** A value for each of six people: each as often as any other, in no order. */
  const dealt = (at: number) => order(VALUES).map((index) => some[at][index % some[at].length]);
  const askingFor = (at: number) => leaves.filter(({ path }) => path.some(([asked]) => asked === at));
  const taken = attributes.flatMap(({ name }, at) =>
    shape.unused.includes(name) || given[at].length < 2 ? [] : [at]
  );
  const inContexts = (contrast: (context: number) => Contrast) =>
    Array.from({ length: CONTEXTS }, (_, at) => contrast(at));
  const apart = taken.flatMap((at) => {
    const asking = askingFor(at);
    return inContexts((context) => {
      const places = contextOf(asking.at(Math.floor((context * asking.length) / CONTEXTS)));
      return {
        attributes: [attributes[at].name],
        people: some[at].map((place) => personOf(places.with(at, place))),
      };
    });
  });
  const silent = taken.filter((at) => askingFor(at).length === 0);
  const together = silent.length < 2 ? [] : inContexts(() => {
    const places = contextOf();
    const hands = silent.map(dealt);
    const people = hands[0].map((_, which) =>
      personOf(places.map((place, at) => hands[silent.indexOf(at)]?.[which] ?? place))
    );
    return { attributes: silent.map((at) => attributes[at].name), people };
  });
  return { apart, together };
}
