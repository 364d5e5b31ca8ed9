import assert from "node:assert/strict";
import fc from "fast-check";
import { readSpec } from "codebias/calibration/spec.ts";
import { OWN, specs } from "./specs.ts";

type Json = Record<string, unknown>;

/** A spec that is right. */
function good(): Json & { fragments: Record<string, Json>; starts: Json[] } {
  return {
    name: "coin",
    description: "SYNTHETIC.",
    synthetic: true,
    fragments: {
      heads: { text: "heads", labels: ["is-heads"], next: { tails: 0.25, end: 0.75 } },
      tails: { text: "tails", next: { end: 1 }, spread: 2 },
    },
    starts: [
      { when: { lastLine: "Toss it.", matches: "^T", turn: 1 }, next: { tails: 1 } },
      { next: { heads: 0.5, tails: 0.4, end: 0.1 }, spread: 7 },
    ],
  };
}

/** Fails unless the changed spec is refused with this message. */
function refused(
  change: (spec: ReturnType<typeof good>) => unknown,
  message: RegExp,
  name = "RangeError",
): void {
  const spec = good();
  const changed = change(spec);
  assert.throws(() => readSpec(changed === undefined ? spec : changed), (error) => {
    assert(error instanceof Error);
    assert.equal(error.name, name, error.message);
    assert.match(error.message, /^Cannot use this calibration spec: /);
    assert.match(error.message, message);
    return true;
  });
}

Deno.test("readSpec gives back what a right spec says", () => {
  assert.deepEqual(readSpec(good()), good());
});

Deno.test("readSpec reads its own specs again unchanged", () => {
  for (const spec of OWN) assert.deepEqual(readSpec(JSON.parse(JSON.stringify(spec))), spec);
});

Deno.test("readSpec keeps the order of branches", () => {
  fc.assert(fc.property(specs({ cycles: true }), (spec) => {
    const again = readSpec(JSON.parse(JSON.stringify(spec)));
    assert.equal(JSON.stringify(again), JSON.stringify(spec));
  }));
});

Deno.test("readSpec does not share objects with what it was given", () => {
  const spec = good();
  const read = readSpec(spec);
  spec.fragments.heads.text = "changed";
  (spec.fragments.heads.next as Json).end = 0;
  assert.equal(read.fragments.heads.text, "heads");
  assert.equal(read.fragments.heads.next.end, 0.75);
});

Deno.test("readSpec refuses what is not a spec at all", () => {
  for (const value of [null, 1, "x", [], undefined, true]) {
    assert.throws(() => readSpec(value), {
      name: "TypeError",
      message: /the spec must be a mapping with fields/,
    });
  }
});

Deno.test("readSpec wants to be told that the model is synthetic", () => {
  refused((spec) => void delete spec.synthetic, /the spec: "synthetic" must be true/, "TypeError");
  refused((spec) => void (spec.synthetic = "true"), /"synthetic" must be true/, "TypeError");
});

Deno.test("readSpec names the fragment whose text is missing, empty, twice there or no text", () => {
  refused(
    (spec) => void delete spec.fragments.heads.text,
    /fragment "heads": "text" must be a text, not nothing/,
    "TypeError",
  );
  refused(
    (spec) => void (spec.fragments.heads.text = 1),
    /fragment "heads": "text" must be a text, not 1/,
    "TypeError",
  );
  refused((spec) => void (spec.fragments.heads.text = ""), /fragment "heads": "text" is empty/, "TypeError");
  refused(
    (spec) => void (spec.fragments.tails.text = "heads"),
    /fragment "tails": fragment "heads" has the same text/,
  );
  refused(
    (spec) => void (spec.fragments.heads.text = "\ud800"),
    /fragment "heads": "text" has half a surrogate/,
    "TypeError",
  );
});

Deno.test("readSpec refuses probabilities that are none", () => {
  const set = (p: unknown) => (spec: ReturnType<typeof good>) =>
    void (spec.fragments.heads.next = { tails: p, end: 0.75 });
  for (const p of [0, -0.25, 1.5, NaN, Infinity, "0.25", null, [0.25], true]) {
    refused(set(p), /fragment "heads", next: "tails" must be above 0 and at most 1, not /, "TypeError");
  }
});

Deno.test("readSpec refuses probabilities that do not add up to 1 and says to what they do", () => {
  refused(
    (spec) => void (spec.fragments.heads.next = { tails: 0.2, end: 0.7 }),
    /fragment "heads": "next" must add up to 1, not to 0.9/,
    "TypeError",
  );
  refused(
    (spec) => void (spec.starts[1].next = { heads: 0.5, tails: 0.6 }),
    /start 2: "next" must add up to 1, not to 1.1/,
    "TypeError",
  );
  refused(
    (spec) => void (spec.starts[1].next = {}),
    /start 2: "next" must add up to 1, not to 0/,
    "TypeError",
  );
  const rounded = good();
  rounded.fragments.heads.next = { tails: 0.1 + 0.2, end: 0.7 };
  readSpec(rounded);
});

Deno.test("readSpec refuses targets that are not there", () => {
  for (const target of ["edge", "constructor", "toString"]) {
    refused(
      (spec) => void (spec.fragments.heads.next = JSON.parse(`{ "${target}": 0.25, "end": 0.75 }`)),
      new RegExp(`fragment "heads": there is no fragment "${target}"`),
    );
  }
  refused((spec) => void (spec.starts[1].next = { edge: 1 }), /start 2: there is no fragment "edge"/);
  refused(
    (spec) => void (spec.fragments.heads.next = JSON.parse(`{ "__proto__": 0.25, "end": 0.75 }`)),
    /fragment "heads": "next" must not have the name __proto__/,
    "TypeError",
  );
});

Deno.test("readSpec refuses fragments that nothing leads to, or that lead nowhere", () => {
  refused(
    (spec) => void (spec.fragments.edge = { text: "edge", next: { end: 1 } }),
    /fragment "edge": no start leads to it/,
  );
  refused(
    (spec) => void (spec.fragments.edge = { text: "edge", next: { edge: 1 } }),
    /fragment "edge": no start leads to it/,
  );
  refused((spec) => {
    spec.fragments.heads.next = { heads: 1 };
  }, /fragment "heads": no way leads from it to "end"/);
});

Deno.test("readSpec refuses names of fragments that would be mistaken", () => {
  refused(
    (spec) => void (spec.fragments.end = { text: "e", next: { end: 1 } }),
    /fragment "end": "end" names the end of a completion/,
  );
  for (const name of ["1", "", "a b", "-a", "a\n"]) {
    refused(
      (spec) => void (spec.fragments[name] = { text: "e", next: { end: 1 } }),
      /a name must be a letter and then/,
    );
  }
  const named = good();
  named.starts[1].next = { "求-1.b_c": 1 };
  named.fragments = { ...named.fragments, "求-1.b_c": { text: "e", next: { heads: 1 } } };
  readSpec(named);
});

Deno.test("readSpec refuses unknown fields everywhere and names those that there are", () => {
  refused(
    (spec) => void (spec.comment = ""),
    /the spec: "comment" is no field; known are name, description/,
    "TypeError",
  );
  refused(
    (spec) => void (spec.fragments.heads.label = "x"),
    /fragment "heads": "label" is no field; known are text, next, labels, spread/,
    "TypeError",
  );
  refused((spec) => void (spec.starts[1].labels = []), /start 2: "labels" is no field/, "TypeError");
  refused(
    (spec) => void (spec.starts[0].when = { lastline: "x" }),
    /start 1, when: "lastline" is no field/,
    "TypeError",
  );
});

Deno.test("readSpec wants one default start, and as the last", () => {
  refused((spec) => void (spec.starts = []), /a start without "when" is missing/);
  refused((spec) => void spec.starts.pop(), /a start without "when" is missing/);
  refused(
    (spec) => void spec.starts.reverse(),
    /start 1: it has no "when", so that no later start is ever used/,
  );
  refused((spec) => void spec.starts.push({ next: { end: 1 } }), /start 2: it has no "when"/);
  refused(
    (spec) => void spec.starts.unshift({ ...spec.starts[0] }),
    /start 2: it is never used: start 1 has the same "when"/,
  );
  refused((spec) => void ((spec as Json).starts = {}), /"starts" must be a list/, "TypeError");
});

Deno.test("readSpec refuses conditions that make no sense", () => {
  const when = (value: unknown) => (spec: ReturnType<typeof good>) => void (spec.starts[0].when = value);
  refused(when({}), /start 1: "when" must name a condition/, "TypeError");
  refused(when("x"), /start 1: "when" must be a mapping with fields, not "x"/, "TypeError");
  refused(when({ lastLine: "" }), /start 1, when: "lastLine" is empty/, "TypeError");
  refused(when({ lastLine: "a\nb" }), /start 1, when: "lastLine" must be one line/, "TypeError");
  refused(when({ matches: "(" }), /start 1, when: "matches" is no regular expression: Invalid/, "TypeError");
  refused(when({ matches: 1 }), /start 1, when: "matches" must be a text, not 1/, "TypeError");
  for (const turn of [0, -1, 1.5, NaN]) {
    refused(when({ turn }), /start 1, when: "turn" must be an integer >= 1, not /, "TypeError");
  }
  refused(when({ fromTurn: "2" }), /start 1, when: "fromTurn" must be an integer >= 1, not "2"/, "TypeError");
  refused(
    when({ turn: 1, fromTurn: 2 }),
    /start 1: "when" has "turn" and "fromTurn", which exclude each other/,
    "TypeError",
  );
});

Deno.test("readSpec refuses labels and spreads that make no sense", () => {
  const heads = (field: string, value: unknown) => (spec: ReturnType<typeof good>) =>
    void (spec.fragments.heads[field] = value);
  refused(heads("labels", "x"), /fragment "heads": "labels" must be a list/, "TypeError");
  refused(heads("labels", [1]), /fragment "heads", labels: "0" must be a text, not 1/, "TypeError");
  refused(heads("labels", [""]), /fragment "heads", labels: "0" is empty/, "TypeError");
  refused(heads("labels", ["x", "x"]), /fragment "heads": "labels" must not name one twice/, "TypeError");
  for (const spread of [0, -1, NaN, Infinity, 1e7, 1e-4, "4"]) {
    refused(
      heads("spread", spread),
      /fragment "heads": "spread" must be from 0.001 to 1000000, not /,
      "TypeError",
    );
  }
});

Deno.test("readSpec refuses a spread on a fragment that may come twice, where it would change the mean rates", () => {
  refused((spec) => {
    spec.fragments.tails.next = { heads: 0.5, end: 0.5 };
  }, /fragment "tails": it may occur twice in a completion, so "spread" would change the mean rates/);
});
