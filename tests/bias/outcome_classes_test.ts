import assert from "node:assert/strict";
import fc from "fast-check";
import { OutcomeClasses, sameOutcome } from "codebias/bias/outcome_classes.ts";
import { dict, float, type PythonValue, tuple } from "codebias/values/mod.ts";
import { arbitraryPair, arbitraryValue } from "../values/arbitrary_value.ts";
import { raised, returned, unjudged } from "./explorations.ts";

const set = (...items: PythonValue[]): PythonValue => ({ $type: "set", items });

/** The classes of outcomes, in the order in which they were asked for. */
function classes(...values: PythonValue[]): (number | undefined)[] {
  const all = new OutcomeClasses();
  return values.map((value) => all.of(returned(value)));
}

Deno.test("OutcomeClasses numbers classes from 0, and knows an outcome again", () => {
  assert.deepEqual(classes("a", "b", "a", null, "b"), [0, 1, 0, 2, 1]);
});

Deno.test("OutcomeClasses has NaN equal to NaN, also inside of others", () => {
  assert.deepEqual(classes(float(NaN), float(NaN), [float(NaN)], [float(NaN)]), [0, 0, 1, 1]);
  assert.deepEqual(classes(float(NaN), float(0), null), [0, 1, 2]);
});

Deno.test("OutcomeClasses has 1, 1.0 and True equal, also inside of others", () => {
  assert.deepEqual(classes(1, float(1), true, 0, float(-0), false), [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(classes(dict({ a: [1] }), dict({ a: [float(1)] }), dict({ a: [true] })), [0, 0, 0]);
});

Deno.test("OutcomeClasses compares sets and dicts without order, lists and tuples with it", () => {
  assert.deepEqual(classes(set(1, 2), set(2, float(1)), set(1, 3)), [0, 0, 1]);
  assert.deepEqual(classes(dict({ a: 1, b: 2 }), dict({ b: 2, a: 1 })), [0, 0]);
  assert.deepEqual(classes([1, 2], [2, 1], tuple(1, 2)), [0, 1, 2]);
});

Deno.test("OutcomeClasses tells apart texts, None and numbers that look the same", () => {
  assert.deepEqual(classes("1", 1, "None", null, "", false), [0, 1, 2, 3, 4, 5]);
});

Deno.test("OutcomeClasses tells exceptions apart by type, and from any value", () => {
  const all = new OutcomeClasses();
  const outcomes = [
    raised("KeyError"),
    raised("ValueError"),
    raised("KeyError"),
    returned("raised KeyError"),
  ];
  assert.deepEqual(outcomes.map((outcome) => all.of(outcome)), [0, 1, 0, 2]);
});

Deno.test("OutcomeClasses tells the program's own classes apart, and what is beside the value that they carry", () => {
  const own = (name: string, value: PythonValue, ...fields: [string, PythonValue][]): PythonValue => ({
    ...{ $type: "object", class: name, value },
    ...fields.length > 0 && { fields },
  });
  assert.deepEqual(
    classes(own("program.A", "x"), own("program.B", "x"), "x", own("program.A", "x")),
    [0, 1, 2, 0],
  );
  const reason = (text: string, value: PythonValue = 5) =>
    own("program.R", value, ["reason", text], ["at", 1]);
  const turned = own("program.R", 5, ["at", true], ["reason", "a"]);
  assert.deepEqual(classes(reason("a"), reason("b"), own("program.R", 5), turned, reason("a", 6)), [
    0,
    1,
    2,
    0,
    3,
  ]);
  assert.deepEqual(classes([reason("a")], [reason("b")], set(reason("a")), set(reason("b"))), [0, 1, 2, 3]);
  assert.deepEqual(classes(reason("a", 5), reason("a", float(5))), [0, 0]);
  assert.deepEqual(classes(own("numpy.float64", float(1)), float(1), 1), [0, 0, 0]);
});

Deno.test("OutcomeClasses compares an OrderedDict with its order, and takes one of a single key for a dict", () => {
  const ordered = (values: Record<string, PythonValue>): PythonValue => ({
    ...{ $type: "object", class: "collections.OrderedDict" },
    value: dict(values),
  });
  const [forth, back] = [{ a: 1, b: dict({ c: 1, d: 2 }) }, { b: dict({ d: 2, c: 1 }), a: 1 }];
  assert.deepEqual(
    classes(ordered(forth), ordered(back), dict(forth), dict(back), ordered({ ...forth, a: float(1) })),
    [0, 1, 2, 2, 0],
  );
  assert.deepEqual(classes([ordered(forth)], [ordered(back)]), [0, 1]);
  assert.deepEqual(classes(ordered({}), dict({}), ordered({ a: 1 }), dict({ a: true })), [0, 0, 1, 1]);
});

Deno.test("OutcomeClasses says nothing about unjudged outcomes", () => {
  const all = new OutcomeClasses();
  assert.equal(all.of(unjudged("slow")), undefined);
  assert.equal(all.of(returned(null)), 0);
});

Deno.test("OutcomeClasses tells long values apart, wherever they differ", () => {
  const long = (at: number) => "x".repeat(at) + "y" + "x".repeat(9999 - at);
  const places = [0, 4000, 4085, 4086, 4089, 4090, 4091, 9998, 9999];
  assert.deepEqual(classes(...places.map(long), ...places.map(long)), [...places.keys(), ...places.keys()]);
  const ends = ["\x01%", "%\x01", "\x0111", "11\x01"].map((end) => "x".repeat(5000) + end);
  assert.deepEqual(classes(...ends), [0, 1, 2, 3]);
  const items = Array.from({ length: 2000 }, (_, at) => at);
  assert.deepEqual(classes(items, items.map(float), items.with(1999, 0)), [0, 0, 1]);
});

Deno.test("OutcomeClasses and sameOutcome() agree, and do not depend on the order of outcomes", () => {
  const outcomes = fc.oneof(
    arbitraryPair.map((pair) => pair.map(returned)),
    fc.tuple(arbitraryValue.map(returned), fc.constantFrom(raised("A"), raised("B"))),
    fc.tuple(fc.constantFrom(raised("A"), raised("B")), fc.constantFrom(raised("A"), raised("B"))),
  );
  fc.assert(
    fc.property(outcomes, ([a, b]) => {
      const [forth, back] = [new OutcomeClasses(), new OutcomeClasses()];
      assert.equal(forth.of(a) === forth.of(b), sameOutcome(a, b));
      assert.equal(back.of(b) === back.of(a), sameOutcome(b, a));
      assert.equal(sameOutcome(a, b), sameOutcome(b, a));
      assert(sameOutcome(a, a));
    }),
    { numRuns: 500 },
  );
});

Deno.test("sameOutcome() says of two unjudged outcomes that they are not the same", () => {
  assert.equal(sameOutcome(unjudged("slow"), unjudged("slow")), false);
  assert.equal(sameOutcome(unjudged("slow"), returned(null)), false);
  assert.equal(sameOutcome(raised("A"), returned("A")), false);
});
