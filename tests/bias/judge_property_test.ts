import assert from "node:assert/strict";
import fc from "fast-check";
import { directionsOf } from "codebias/bias/direction.ts";
import { judge } from "codebias/bias/judge.ts";
import type { Exploration, Person, ProbeOutcome } from "codebias/core/types.ts";
import { decode, encode, float } from "codebias/values/mod.ts";
import { SEED } from "../property.ts";
import {
  arbitraryQuestions,
  arbitrarySizes,
  decideQuestions,
  explorationOf as explorationIn,
  leavesOfQuestions,
  type Questions,
  raised,
  returned,
  unjudged,
} from "./explorations.ts";

/** An outcome, and what is known of it here. */
interface Known {
  readonly outcome: ProbeOutcome;
  /** The same for outcomes that are the same; left out if nothing can be said. */
  readonly sort?: string;
  readonly number?: number;
}

const OUTCOMES: readonly Known[] = [
  { outcome: returned(true), sort: "one", number: 1 },
  { outcome: returned(float(1)), sort: "one", number: 1 },
  { outcome: returned(false), sort: "zero", number: 0 },
  { outcome: returned(-3), sort: "negative", number: -3 },
  { outcome: returned(float(Infinity)), sort: "infinity", number: Infinity },
  { outcome: returned(float(NaN)), sort: "nan" },
  { outcome: returned("yes"), sort: "text" },
  { outcome: raised("KeyError"), sort: "raised KeyError" },
  { outcome: raised("ValueError"), sort: "raised ValueError" },
  { outcome: unjudged("it is too slow") },
];

const TRUE = OUTCOMES[0];

/** A program, by what it does under each seed, and how it is explored. The values of attributes are their places. */
interface Case {
  readonly decisions: readonly Questions<Known>[];
  readonly given: readonly (readonly boolean[])[];
  readonly unused: readonly number[];
}

function arbitraryCase(seeds: number): fc.Arbitrary<Case> {
  return arbitrarySizes.chain((sizes) =>
    fc.record({
      outcomes: fc.subarray([...OUTCOMES], { minLength: 1, maxLength: 4 }),
      read: fc.subarray([...sizes.keys()], { minLength: 1 }),
    }).chain(({ outcomes, read }) =>
      fc.record({
        decisions: fc.array(arbitraryQuestions(outcomes, sizes, read), { minLength: 1, maxLength: seeds }),
        given: fc.tuple(...sizes.map(arbitraryGiven)),
        unused: fc.subarray([...sizes.keys()].filter((at) => !read.includes(at))),
      })
    )
  );
}

/** The first value is given; mostly all are. */
function arbitraryGiven(size: number): fc.Arbitrary<boolean[]> {
  const some = fc.array(fc.boolean(), { minLength: size, maxLength: size });
  return fc.oneof(fc.constant(Array<boolean>(size).fill(true)), some.map((flags) => flags.with(0, true)));
}

const nameOf = (attribute: number) => "pqrs"[attribute];

function explorationOf({ decisions, given, unused }: Case): Exploration {
  const names = given.map((_, at) => nameOf(at));
  const added = given.map((flags) => flags.flatMap((flag, place) => flag ? [] : [place]));
  const sizes = given.map((flags) => flags.length);
  return explorationIn(
    {
      values: Object.fromEntries(given.map((flags, at) => [names[at], [...flags.keys()]])),
      added: Object.fromEntries(added.map((places, at) => [names[at], places])),
      unused: unused.map(nameOf),
    },
    decisions.flatMap((decision, seed) => leavesOfQuestions(decision, sizes, seed)),
  );
}

/** Two people who differ in one attribute. */
interface Neighbours {
  readonly attribute: number;
  readonly places: readonly [number, number];
  readonly outcomes: readonly [Known, Known];
  /** Whether they have given values only. */
  readonly given: boolean;
}

/** Everybody, by the places of values; of attributes that are not taken only the first one. */
function everybody({ given, unused }: Case): number[][] {
  return given.reduce<number[][]>((people, flags, at) => {
    const places = unused.includes(at) ? [0] : [...flags.keys()];
    return people.flatMap((person) => places.map((place) => [...person, place]));
  }, [[]]);
}

/** All people next to each other, under each seed. */
function neighbours(one: Case): Neighbours[] {
  const { decisions, given, unused } = one;
  const isGiven = (person: readonly number[]) => person.every((place, at) => given[at][place]);
  const found: Neighbours[] = [];
  for (const decision of decisions) {
    for (const person of everybody(one)) {
      given.forEach((flags, attribute) => {
        if (unused.includes(attribute)) return;
        for (let place = person[attribute] + 1; place < flags.length; place++) {
          const other = person.with(attribute, place);
          found.push({
            attribute,
            places: [person[attribute], place],
            outcomes: [decideQuestions(decision, person), decideQuestions(decision, other)],
            given: isGiven(person) && isGiven(other),
          });
        }
      });
    }
  }
  return found;
}

const isDifferent = ({ outcomes: [a, b] }: Neighbours) =>
  a.sort !== undefined && b.sort !== undefined && a.sort !== b.sort;

/** What everybody with given values gets, under each seed. */
function givenOutcomes(one: Case): Known[] {
  const people = everybody(one).filter((person) => person.every((place, at) => one.given[at][place]));
  return one.decisions.flatMap((decision) => people.map((person) => decideQuestions(decision, person)));
}

/** How many cases are of each kind, so that none is left out by chance. */
class Census {
  readonly #counts = new Map<string, number>();

  count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  assertHas(...kinds: readonly string[]): void {
    for (const kind of kinds) assert(this.#counts.has(kind), `no case is ${kind}; seed ${SEED}`);
  }
}

Deno.test("judge() finds the differences that comparing everybody with everybody finds", () => {
  const census = new Census();
  fc.assert(
    fc.property(arbitraryCase(2), (one) => {
      const { differences, beyond, reason, gap } = judge(explorationOf(one));
      const outcomes = givenOutcomes(one).map(({ outcome }) => outcome.kind);
      const isOpen = outcomes.every((kind) => kind === "raised") ||
        outcomes.every((kind) => kind === "unjudged");
      assert.equal(reason !== undefined, isOpen);
      assert.equal(gap !== undefined, !isOpen && outcomes.includes("unjudged"));
      const different = isOpen ? [] : neighbours(one).filter(isDifferent);
      one.given.forEach((_, at) => {
        const here = different.filter(({ attribute }) => attribute === at);
        const verdict = here.some(({ given }) => given) ? "biased" : here.length > 0 ? "beyond" : "unbiased";
        census.count(isOpen ? "open" : verdict);
        assert.equal(differences[at] !== undefined, verdict === "biased");
        assert.equal(beyond[at] !== undefined, verdict === "beyond");
      });
    }),
    { numRuns: 200 },
  );
  census.assertHas("open", "biased", "beyond", "unbiased");
});

Deno.test("judge() shows people who differ in one attribute, and get what it says when the program is run on them", () => {
  fc.assert(
    fc.property(arbitraryCase(2), (one) => {
      const { differences, beyond } = judge(explorationOf(one));
      [...differences, ...beyond].forEach((witness, index) => {
        if (!witness) return;
        const attribute = index % one.given.length;
        assert.equal(witness.attribute, nameOf(attribute));
        const [a, b] = witness.people.map((person) => placesOf(person, one));
        assert.deepEqual(a.flatMap((place, at) => place === b[at] ? [] : [at]), [attribute]);
        const isGiven = [a, b].every((places) => places.every((place, at) => one.given[at][place]));
        assert.equal(isGiven, index < one.given.length);
        const decision = one.decisions[witness.seed];
        const known = [a, b].map((places) => decideQuestions(decision, places));
        assert.notEqual(known[0].sort, known[1].sort);
        assert.deepEqual(witness.outcomes, known.map(({ outcome }) => outcome));
      });
    }),
    { numRuns: 200 },
  );
});

function placesOf(person: Person, { given }: Case): number[] {
  assert.equal(Object.keys(person).length, given.length);
  return given.map((_, at) => decode(person[nameOf(at)]) as number);
}

Deno.test("directionsOf() counts what comparing everybody with everybody counts", () => {
  fc.assert(
    fc.property(arbitraryCase(1), (one) => {
      const different = neighbours(one).filter((pair) => pair.given && isDifferent(pair));
      const attributes = new Set(different.map(({ attribute }) => attribute));
      const expected = [...attributes].map((attribute) => {
        const here = different.filter((pair) => pair.attribute === attribute);
        const rows = [...one.given[attribute].keys()].filter((place) => one.given[attribute][place]);
        const values = rows.map((place) => ({ value: encode(place), ...faring(place, here) }));
        return [nameOf(attribute), { differing: here.length, values }];
      });
      assert.deepEqual(directionsOf(explorationOf(one)), Object.fromEntries(expected));
    }),
    { numRuns: 200 },
  );
});

/** How one value of an attribute fares among people who differ in it. */
function faring(place: number, pairs: readonly Neighbours[]) {
  const met = pairs.filter(({ places }) => places.includes(place)).map(({ places, outcomes: [a, b] }) =>
    places[0] === place ? { own: a, other: b } : { own: b, other: a }
  );
  const better = met.filter(({ own, other }) => own.number! > other.number!).length;
  const worse = met.filter(({ own, other }) => own.number! < other.number!).length;
  return {
    better,
    worse,
    other: met.length - better - worse,
    affirmed: met.some(({ own, other }) => own === TRUE && other.outcome.kind === "returned"),
  };
}

Deno.test("directionsOf() has exactly the attributes of which judge() shows a difference, unless there is a reason", () => {
  fc.assert(
    fc.property(arbitraryCase(3), (one) => {
      const exploration = explorationOf(one);
      const { differences, reason } = judge(exploration);
      const biased = differences.flatMap((witness) => witness?.attribute ?? []);
      if (reason === undefined) assert.deepEqual(Object.keys(directionsOf(exploration)).sort(), biased);
    }),
    { numRuns: 200 },
  );
});
