import assert from "node:assert/strict";
import fc from "fast-check";
import { expectedRates } from "codebias";
import { partOf } from "codebias/calibration/rates.ts";
import { readSpec } from "codebias/calibration/spec.ts";
import { near } from "./near.ts";
import { LOOP, OWN } from "./specs.ts";

const TWO = readSpec({
  name: "two",
  description: "Two answers that have an ending in common.",
  synthetic: true,
  fragments: {
    one: { text: "def one():\n", labels: ["one"], next: { shared: 0.5, end: 0.5 } },
    two: { text: "def two():\n", labels: ["two"], next: { middle: 1 } },
    middle: { text: "    pass\n", spread: 3, next: { shared: 0.25, end: 0.75 } },
    shared: { text: "    return 1\n", labels: ["shared"], next: { end: 1 } },
  },
  starts: [{ when: { matches: "one" }, next: { one: 1 }, spread: 2 }, { next: { two: 0.9, end: 0.1 } }],
});

Deno.test("partOf() has what follows one start, and nothing else", () => {
  const [one, two] = [0, 1].map((at) => partOf(TWO, at));
  assert.deepEqual(Object.keys(one.fragments).sort(), ["one", "shared"]);
  assert.deepEqual(Object.keys(two.fragments).sort(), ["middle", "shared", "two"]);
  // It answers whatever it is asked, and its start has no spread any more.
  assert.deepEqual([one.starts, two.starts], [[{ next: { one: 1 } }], [{ next: { two: 0.9, end: 0.1 } }]]);
  const { fragments: _, starts: __, ...rest } = TWO;
  for (const part of [one, two]) {
    for (const [name, value] of Object.entries(rest)) assert.equal(part[name as keyof typeof rest], value);
    for (const [id, fragment] of Object.entries(part.fragments)) assert.equal(fragment, TWO.fragments[id]);
    assert.deepEqual(readSpec(JSON.parse(JSON.stringify(part))), part);
  }
});

Deno.test("partOf() follows what comes to itself again, and answers that end at once", () => {
  assert.deepEqual(Object.keys(partOf(LOOP, 0).fragments).sort(), Object.keys(LOOP.fragments).sort());
  const silent = { ...TWO, starts: [{ when: { turn: 2 }, next: { end: 1 } }, ...TWO.starts] };
  assert.deepEqual(partOf(silent, 0).fragments, {});
});

Deno.test("the rates of a part are those of the whole at its start", () => {
  for (const spec of [...OWN, TWO, LOOP]) {
    fc.assert(
      fc.property(fc.double({ min: 0.3, max: 2, noNaN: true }), (temperature) => {
        // The last start is the one that all prompts come to for which no condition holds.
        const question = { prompt: "nothing that any start is for", sampling: { temperature } };
        const bare = { ...spec, starts: spec.starts.slice(-1) };
        const whole = expectedRates(bare, question).labels;
        const part = expectedRates(partOf(spec, spec.starts.length - 1), question).labels;
        for (const [label, rate] of Object.entries(whole)) near(part[label] ?? 0, rate, 1e-12, label);
        assert(Object.keys(part).every((label) => Object.hasOwn(whole, label)));
      }),
      { numRuns: 5 },
    );
  }
});
