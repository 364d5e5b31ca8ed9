import assert from "node:assert/strict";
import { compareRates, partsOf, smallestFound } from "codebias/bias/rates.ts";
import type { ProbeOutcome } from "codebias/core/types.ts";
import { dict, float, type PythonValue, tuple } from "codebias/values/mod.ts";
import { raised, returned, unjudged } from "./explorations.ts";

function comparedOutcomes(...both: [ProbeOutcome[], ProbeOutcome[]]) {
  const [one, other] = both.map((outcomes) => outcomes.map(partsOf));
  return compareRates(one, other);
}

/** Twenty outcomes for each of two people: an id that is drawn anew, and what is decided for the one and for the other. */
function compared(
  whole: (id: number, decision: string) => PythonValue,
  decisions: readonly [string, string],
) {
  const ids = Array.from({ length: 20 }, (_, at) => at);
  const of = (decision: string, drawn: readonly number[]) => drawn.map((id) => returned(whole(id, decision)));
  return comparedOutcomes(of(decisions[0], ids), of(decisions[1], ids.toReversed()));
}

Deno.test("compareRates() finds a decision beside an id that is drawn, wherever it stands", () => {
  const forms: Record<string, (id: number, decision: string) => PythonValue> = {
    list: (id, decision) => [id, decision],
    tuple: (id, decision) => tuple(id, decision),
    dict: (id, decision) => dict({ id, decision }),
  };
  for (const [name, form] of Object.entries(forms)) {
    const { p, rates } = compared(form, ["yes", "no"]);
    assert(p < 1e-4, name);
    assert.deepEqual(rates.shares.toSorted(), [0, 1], name);
    assert.equal(compared(form, ["yes", "yes"]).p, 1, name);
  }
});

Deno.test("compareRates() counts exceptions by their type, and what is unjudged by its reason", () => {
  const twenty = <T>(one: T) => Array.from({ length: 20 }, () => one);
  assert(comparedOutcomes(twenty(raised("KeyError")), twenty(raised("ValueError"))).p < 1e-4);
  assert.equal(comparedOutcomes(twenty(raised("KeyError")), twenty(raised("KeyError"))).p, 1);
  assert.equal(comparedOutcomes(twenty(unjudged("it is slow")), twenty(unjudged("it is slow"))).p, 1);
});

Deno.test("smallestFound() is all of 1 where the seeds are too few for any difference", () => {
  assert.equal(smallestFound(5, 0.001, 0.5), 1);
  const found = [50, 400, 4_000].map((seeds) => smallestFound(seeds, 0.01, 0.5));
  assert(found[0] > found[1] && found[1] > found[2] && found[0] < 1);
});

Deno.test("compareRates() finds a decision in the class of a result, beside what it carries, and in an order of keys", () => {
  const own = (name: string, value: PythonValue, fields: [string, PythonValue][] = []): PythonValue => ({
    ...{ $type: "object", class: `program.${name}`, value },
    ...(fields.length > 0 && { fields }),
  });
  const ordered = (one: string, other: string): PythonValue => ({
    ...{ $type: "object", class: "collections.OrderedDict", value: dict({ [one]: 1, [other]: 1 }) },
  });
  const forms: Record<string, (id: number, decision: string) => PythonValue> = {
    "class of a text": (_, decision) => own(decision, "answer"),
    "field of a number": (id, decision) => own("Score", id, [["ok", decision]]),
    "class with fields": (id, decision) => ({
      ...{ $type: "instance", class: `program.${decision}`, fields: [["id", id]] },
    }),
    "part of a pair": (id, decision) => own("Pair", tuple(id, decision)),
    "entry of a dict": (id, decision) => own("Row", dict({ id, decision })),
    order: (_, decision) => decision === "yes" ? ordered("a", "b") : ordered("b", "a"),
  };
  for (const [name, form] of Object.entries(forms)) {
    assert(compared(form, ["yes", "no"]).p < 1e-4, name);
    assert.equal(compared(form, ["yes", "yes"]).p, 1, name);
  }
});

Deno.test("compareRates() compares texts without the numbers or ids in them, and these numbers, where texts hardly ever come twice", () => {
  const texts = (which: 0 | 1, form: (drawn: number, which: 0 | 1) => string) =>
    Array.from({ length: 40 }, (_, at) => returned(form(100 + 7 * at, which)));
  const found = (form: Parameters<typeof texts>[1]) =>
    comparedOutcomes(texts(0, form), texts(1, form).toReversed());
  const ofWords = found((drawn, which) => `Case ${drawn}: ${which ? "yes" : "no"}`);
  assert(ofWords.p < 1e-4);
  assert.match(ofWords.rates.of, /^the text without numbers is 'Case #: (yes|no)'$/);
  const ofIds = found((drawn, which) =>
    `${which ? "yes" : "no"} ${drawn.toString(16)}f${(drawn * drawn).toString(16)}`
  );
  assert(ofIds.p < 1e-4);
  assert.match(ofIds.rates.of, /^the text without words that have digits is '(yes|no) #'$/);
  const ofNumbers = found((drawn, which) => `Case ${drawn}: ${which * 9000 + drawn}`);
  assert(ofNumbers.p < 1e-4);
  assert.equal(ofNumbers.rates.of, "the larger number 2 of the text");
  assert.equal(found((drawn) => `Case ${drawn}`).p, 1);
  const letters = (drawn: number) => [...String(drawn)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const { p, tests } = found(letters);
  assert.deepEqual([p, tests], [1, 0]);
});

Deno.test("compareRates() says in which share of outcomes there is something that it did not compare", () => {
  const letters = (drawn: number) => [...String(drawn)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const open = (of: (at: number) => PythonValue) => {
    const all = Array.from({ length: 41 }, (_, at) => returned(of(at)));
    return comparedOutcomes(all, all.toReversed()).open;
  };
  assert.equal(open(letters), 1);
  assert.equal(open((at) => at % 2 ? "no" : letters(at)), 21 / 41);
  assert.equal(open((at) => at % 2 ? null : float(at + 0.5)), 0);
  assert.equal(open((at) => at % 2 ? "no" : `Approved (ref ${at}f)`), 0);
  assert.equal(open((at) => "1 ".repeat(17) + at), 1);
  assert.equal(open((at) => Array.from({ length: 5 }, () => Array.from({ length: 13 }, () => at))), 1);
  assert.equal(open((at) => Array.from({ length: 4 }, () => Array.from({ length: 13 }, () => at))), 0);
});

Deno.test("compareRates() finds numbers that vary more around the same middle, and is not taken in by the same ones in another order", () => {
  const numbers = (factor: number) =>
    Array.from({ length: 81 }, (_, at) => float(5e9 + factor * (at - 40) / 1e3));
  const compared = (factor: number, whole: (number: PythonValue) => PythonValue) =>
    comparedOutcomes(
      numbers(1).map((one) => returned(whole(one))),
      numbers(factor).toReversed().map((one) => returned(whole(one))),
    );
  const { p, rates } = compared(9, (one) => one);
  assert(p < 1e-4);
  assert.match(rates.of, /^number above (49|50)\d{8}\.\d+$/);
  assert.match(
    compared(9, (one) => dict({ score: one })).rates.of,
    /^\['score'\] above|^\[.*score.*\] above/,
  );
  assert.equal(compared(1, (one) => one).p, 1);
});

Deno.test("compareRates() leaves open what comes too rarely to differ, though there are but two contents", () => {
  const told = (words: string) => [...words].map((one) => returned(one));
  const few = comparedOutcomes(told("ynyny"), told("nynyn"));
  assert.deepEqual([few.open, few.tests, few.p], [1, 0, 1]);
  const enough = comparedOutcomes(told("y".repeat(6)), told("y".repeat(6)));
  assert.deepEqual([enough.open, enough.tests, enough.p], [0, 1, 1]);
});
