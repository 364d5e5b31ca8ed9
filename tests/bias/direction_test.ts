import assert from "node:assert/strict";
import { directionsOf } from "codebias/bias/direction.ts";
import type { BiasDirection } from "codebias/core/types.ts";
import { encode, float, type PythonValue, tuple } from "codebias/values/mod.ts";
import { exploring, type Program, raised, returned, unjudged } from "./explorations.ts";

const values = { gender: ["f", "m"], age: [1, 2, 3], city: ["Rome", "Oslo"] };
const [GENDER, AGE, CITY] = [0, 1, 2];

type Counts = readonly [value: PythonValue, better: number, worse: number, other: number, affirmed: boolean];

function direction(differing: number, ...rows: readonly Counts[]): BiasDirection {
  return {
    differing,
    values: rows.map(([value, better, worse, other, affirmed]) => ({
      value: encode(value),
      better,
      worse,
      other,
      affirmed,
    })),
  };
}

/** The directions of a program that reads one attribute, and has these outcomes for its values. */
function directionOf(...outcomes: readonly PythonValue[]): BiasDirection {
  const setting = { values: { level: [...outcomes.keys()] } };
  return directionsOf(exploring(setting, (read) => returned(outcomes[read(0)]))).level;
}

/** True for m, and for f of the last age. */
const unfair: Program = (read) => returned(read(GENDER) === 1 || read(AGE) === 2);

Deno.test("directionsOf() counts the contexts in which each value fares better and worse, also by what is not read", () => {
  assert.deepEqual(directionsOf(exploring({ values }, unfair)), {
    gender: direction(2 * 2, ["f", 0, 4, 0, false], ["m", 4, 0, 0, true]),
    age: direction(2 * 2, [1, 0, 2, 0, false], [2, 0, 2, 0, false], [3, 4, 0, 0, true]),
  });
});

Deno.test("directionsOf() does not count contexts by attributes that the program does not take", () => {
  assert.deepEqual(directionsOf(exploring({ values, unused: ["city"] }, unfair)), {
    gender: direction(2, ["f", 0, 2, 0, false], ["m", 2, 0, 0, true]),
    age: direction(2, [1, 0, 1, 0, false], [2, 0, 1, 0, false], [3, 2, 0, 0, true]),
  });
});

Deno.test("directionsOf() counts contexts by each attribute that one group is asked and the other is not", () => {
  const program: Program = (read) =>
    returned(read(GENDER) === 0 ? read(AGE) === 0 : read(CITY) === 0 && read(AGE) === 1);
  assert.deepEqual(directionsOf(exploring({ values }, program)), {
    gender: direction(3, ["f", 2, 1, 0, true], ["m", 1, 2, 0, true]),
    age: direction(
      2 * 2 + 2,
      [1, 4, 1, 0, true],
      [2, 2, 2, 0, true],
      [3, 0, 3, 0, false],
    ),
    city: direction(1, ["Rome", 1, 0, 0, true], ["Oslo", 0, 1, 0, false]),
  });
});

Deno.test("directionsOf() counts neither added values nor contexts with them", () => {
  const added = { age: [1], city: [0] };
  assert.deepEqual(directionsOf(exploring({ values, added }, unfair)), {
    gender: direction(1, ["f", 0, 1, 0, false], ["m", 1, 0, 0, true]),
    age: direction(1, [1, 0, 1, 0, false], [3, 1, 0, 0, true]),
  });
  const beyond = exploring({ values, added }, (read) => returned(read(AGE) === 1));
  assert.deepEqual(directionsOf(beyond), {});
});

Deno.test("directionsOf() has nothing on attributes that make no difference", () => {
  assert.deepEqual(directionsOf(exploring({ values })), {});
  const program: Program = (read) => returned([1, float(1), true][read(AGE)]);
  assert.deepEqual(directionsOf(exploring({ values }, program)), {});
});

Deno.test("directionsOf() has the larger of two numbers better, of whatever types", () => {
  assert.deepEqual(
    directionOf(10, float(2.5), true, float(-Infinity)),
    direction(6, [0, 3, 0, 0, false], [1, 2, 1, 0, false], [2, 1, 2, 0, true], [3, 0, 3, 0, false]),
  );
});

Deno.test("directionsOf() has the number that an object carries, of an enumeration, of numpy, of a Decimal", () => {
  const object = (name: string, value: PythonValue) => ({ $type: "object", class: name, value }) as const;
  const levels = [1, 2].map((value) => object("program.Level", value));
  const two = direction(1, [0, 0, 1, 0, false], [1, 1, 0, 0, false]);
  assert.deepEqual(directionOf(...levels), two);
  assert.deepEqual(
    directionOf(float(1), { ...object("program.Score", 3), fields: [["reason", "a"]] }),
    two,
  );
  assert.deepEqual(
    directionOf(object("numpy.float64", float(37.5)), object("numpy.float64", float(60))),
    two,
  );
  assert.deepEqual(directionOf(object("decimal.Decimal", "0.1"), object("decimal.Decimal", "0.30")), two);
  assert.deepEqual(
    directionOf(object("fractions.Fraction", tuple(1, 3)), object("decimal.Decimal", "0.5")),
    two,
  );
  assert.deepEqual(
    directionOf(object("numpy.bool", false), object("numpy.bool", true)),
    direction(1, [0, 0, 1, 0, false], [1, 1, 0, 0, true]),
  );
  const other = direction(1, [0, 0, 0, 1, false], [1, 0, 0, 1, false]);
  assert.deepEqual(directionOf(object("program.Text", "a"), object("program.Text", "b")), other);
  assert.deepEqual(directionOf(object("decimal.Decimal", "NaN"), object("decimal.Decimal", "1")), other);
  assert.deepEqual(directionOf(object("range", tuple(0, 1, 1)), object("range", tuple(0, 2, 1))), other);
  assert.deepEqual(
    directionOf({ $type: "complex", real: 1, imag: 0 }, { $type: "complex", real: 2, imag: 0 }),
    other,
  );
});

Deno.test("directionsOf() only tells apart texts and structures, and numbers from what is none", () => {
  assert.deepEqual(
    directionOf("low", "high", "low"),
    direction(2, [0, 0, 0, 1, false], [1, 0, 0, 2, false], [2, 0, 0, 1, false]),
  );
  assert.deepEqual(directionOf([1], [2]), direction(1, [0, 0, 0, 1, false], [1, 0, 0, 1, false]));
  assert.deepEqual(directionOf(1, float(NaN)), direction(1, [0, 0, 0, 1, false], [1, 0, 0, 1, false]));
  assert.deepEqual(directionOf(null, false), direction(1, [0, 0, 0, 1, false], [1, 0, 0, 1, false]));
});

Deno.test("directionsOf() says who is affirmed, also against what is not False", () => {
  assert.deepEqual(directionOf(true, "maybe"), direction(1, [0, 0, 0, 1, true], [1, 0, 0, 1, false]));
  assert.deepEqual(directionOf(true, 2), direction(1, [0, 0, 1, 0, true], [1, 1, 0, 0, false]));
});

Deno.test("directionsOf() says of nobody that he fares better than an exception, or is affirmed by one", () => {
  const outcomes = [returned(true), raised("KeyError"), raised("ValueError")];
  const program: Program = (read) => outcomes[read(AGE)];
  assert.deepEqual(directionsOf(exploring({ values, unused: ["city"] }, program)), {
    age: direction(3 * 2, [1, 0, 0, 4, false], [2, 0, 0, 4, false], [3, 0, 0, 4, false]),
  });
});

Deno.test("directionsOf() counts no context in which somebody could not be judged", () => {
  const program: Program = (read) => read(AGE) === 0 ? unjudged("it is too slow") : unfair(read);
  assert.deepEqual(directionsOf(exploring({ values }, program)), {
    gender: direction(2, ["f", 0, 2, 0, false], ["m", 2, 0, 0, true]),
    age: direction(2, [1, 0, 0, 0, false], [2, 0, 2, 0, false], [3, 2, 0, 0, true]),
  });
});

Deno.test("directionsOf() says of nobody how he fares where more than 500,000 pairs differ", () => {
  const level = (most: number) => ({ values: { level: Array.from({ length: most }, (_, at) => at) } });
  const program: Program = (read) => returned(read(0));
  assert.deepEqual(directionsOf(exploring(level(1_002), program)), {});
  assert.equal(directionsOf(exploring(level(500), program)).level.differing, 500 * 499 / 2);
});

Deno.test("directionsOf() hides no error but that there are too many pairs", () => {
  const { attributes, ...whole } = exploring({ values: { level: [1, 2, 3] } }, (read) => returned(read(0)));
  const cut = attributes.map((one) => ({ ...one, values: one.values.slice(0, 2) }));
  assert.throws(() => directionsOf({ ...whole, attributes: cut }), TypeError);
});
