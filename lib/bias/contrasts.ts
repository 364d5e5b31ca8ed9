import { peopleOf } from "./people_to_call.ts";
import type { Exploration, Leaf, Person } from "../core/types.ts";

/** Two or more people who differ only in some attributes. */
export interface Contrast {
  readonly attributes: readonly string[];
  readonly people: readonly Person[];
}

type Two = readonly [Person, Person];

export type Contrasts = ReturnType<typeof contrasts>;

/**
 * The number of contexts in which people are compared, and of values of an attribute; with others that a program tells apart
 * from these, if it tells no more than so many groups of values apart.
 */
const CONTEXTS = 2;
const VALUES = 6;

/** The number of people who differ in several attributes at once, and of contexts. */
const AT_ONCE = { people: 6, contexts: 3 };

/** The people whose chances are compared: the same people every time. */
export function contrasts({ attributes, leaves, shape, source }: Exploration) {
  const { given, personOf, oneOf } = peopleOf({ attributes, source }, "contrasts");
  const some = given.map((places, at) => {
    const spread = places.filter((_, index) => index % Math.max(1, places.length / VALUES) < 1);
    const steps = leaves.flatMap(({ path }) => path.filter(([asked]) => asked === at));
    const answers = [...new Map(steps.map(([, own]) => [own.join(), new Set(own)])).values()];
    const alike = Map.groupBy(places, (place) => answers.map((own) => own.has(place) ? 1 : 0).join(""));
    const others = [...alike.values()].filter((own) => !own.some((place) => spread.includes(place)));
    return alike.size > VALUES ? spread : [...spread, ...others.map(([first]) => first)];
  });
  const contextOf = (leaf?: Leaf) => {
    const places = given.map(oneOf);
    for (const [at, possible] of leaf?.path ?? []) {
      const among = possible.filter((place) => attributes[at].given[place]);
      if (among.length > 0) places[at] = oneOf(among);
    }
    return places;
  };
  const differingIn = (at: number, person: Person): Contrast => {
    const { name, values } = attributes[at];
    return { attributes: [name], people: some[at].map((place) => ({ ...person, [name]: values[place] })) };
  };
  const askingFor = (at: number) => leaves.filter(({ path }) => path.some(([asked]) => asked === at));
  const taken = attributes.flatMap(({ name }, at) =>
    shape.unused.includes(name) || given[at].length < 2 ? [] : [at]
  );
  const silent = taken.filter((at) => askingFor(at).length === 0);
  /** The first of two people, with the other's values for this many of the silent attributes. */
  const between = ([one, other]: Two, steps: number): Person => {
    const changed = silent.slice(0, steps).map((at) => attributes[at].name);
    return { ...one, ...Object.fromEntries(changed.map((name) => [name, other[name]])) };
  };
  const asked = taken.filter((at) => !silent.includes(at)).flatMap((at) => {
    const asking = askingFor(at);
    return Array.from({ length: CONTEXTS }, (_, context) => {
      const leaf = asking.at(Math.floor((context * asking.length) / CONTEXTS));
      return differingIn(at, personOf(contextOf(leaf)));
    });
  });
  const together = Array.from({ length: AT_ONCE.contexts }, (): Contrast => {
    const places = contextOf(leaves.length > 0 ? oneOf(leaves) : undefined);
    const people = Array.from(
      { length: AT_ONCE.people },
      () => personOf(places.map((place, at) => silent.includes(at) ? oneOf(given[at]) : place)),
    );
    return { attributes: silent.map((at) => attributes[at].name), people };
  });
  const apart = CONTEXTS * silent.reduce((sum, at) => sum + some[at].length, 0);
  const isFewer = AT_ONCE.people * AT_ONCE.contexts < apart;
  return {
    /** For each attribute that is asked for, people who differ only in it, in contexts where it is asked for. */
    asked,
    /**
     * People who differ at once in all attributes that are taken but never asked for; none if people who differ in one of
     * them take fewer calls.
     */
    together: isFewer && silent.length > 1 ? together : [],
    /**
     * For each attribute that is never asked for, people who differ only in it and are otherwise like one of two people, or
     * on the way from one to the other: if these two are treated differently, some step makes the difference.
     */
    silent: (two: Two): Contrast[] =>
      silent.flatMap((at, step) => [
        ...two.map((person) => differingIn(at, person)),
        { attributes: [attributes[at].name], people: [step, step + 1].map((steps) => between(two, steps)) },
      ]),
    /** Two people to begin with, if it is not known for whom an attribute could matter. */
    anybody: [personOf(contextOf()), personOf(contextOf())] as const,
  };
}
