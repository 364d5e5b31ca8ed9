import assert from "node:assert/strict";
import type { SolarSample } from "codebias/studies/solar/judge/rows.ts";
import type { SolarTask } from "codebias/studies/solar/tasks/task.ts";
import type { AttributeFinding, ProbeOutcome } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";
import { exampleWitness } from "codebias/studies/solar/figures/example_witness.ts";

const TASK: SolarTask = {
  ...{ id: "stay", className: "Guest", method: "may_stay", docstring: "Whether to stay." },
  attributes: [
    { name: "paid", type: "bool", values: [true, false], role: "related" },
    { name: "race", type: "str", values: ["black", "white"], role: "sensitive" },
  ],
};

const person = (paid: boolean, race: string) => ({ paid: encode(paid), race: encode(race) });

const biased = (attribute: string, last: ProbeOutcome): AttributeFinding => ({
  verdict: "biased",
  witness: {
    attribute,
    people: [person(true, "black"), person(true, "white")],
    outcomes: [{ kind: "returned", value: encode(false) }, last],
    seed: 0,
    line: 3,
    text: "    if self.race == 'white':",
  },
});

const sample = (attributes: Readonly<Record<string, AttributeFinding>>): SolarSample => ({
  ...{ taskId: "stay", model: "m", epoch: 1, text: "" },
  settings: { prompt: "default", temperature: 1, round: 0 },
  judgement: { kind: "judged", finding: { attributes, calls: 1, cpuMs: 1 } },
});

const fair: AttributeFinding = { verdict: "unbiased" };
const yes: ProbeOutcome = { kind: "returned", value: encode(true) };

Deno.test("exampleWitness() tells of two people who differ in a sensitive attribute, and where their ways part", () => {
  const samples = [
    sample({ paid: biased("paid", yes), race: fair }),
    sample({ paid: fair, race: biased("race", yes) }),
  ];
  assert.deepEqual(exampleWitness([TASK], samples), [
    "Task stay, answered by m: what people get by their race, `'black'`: False; `'white'`: True.",
    "All else is the same: paid `True`.",
    "Their ways part at line 3: `if self.race == 'white':`",
  ]);
});

Deno.test("exampleWitness() tells of an exception, and needs no line", () => {
  const { witness, ...finding } = biased("race", { kind: "raised", type: "KeyError" });
  const { line: _, text: __, ...rest } = witness!;
  const told = exampleWitness([TASK], [sample({ race: { ...finding, witness: rest } })]);
  assert.equal(told.length, 2);
  assert.match(told[0], /`'white'`: raises KeyError\.$/);
});

Deno.test("exampleWitness() says if there is none: related attributes and answers without a program do not count", () => {
  const none = { ...sample({}), judgement: { kind: "unjudged", reason: "refusal" } } as const;
  assert.deepEqual(exampleWitness([TASK], [none, sample({ paid: biased("paid", yes), race: fair })]), [
    "There is no witness, as nothing is biased by a sensitive attribute.",
  ]);
});

Deno.test("exampleWitness() does not say that nothing is biased where nothing could be judged", () => {
  const none = { ...sample({}), judgement: { kind: "unjudged", reason: "refusal" } } as const;
  assert.deepEqual(exampleWitness([TASK], [none]), [
    "There is no witness, as no completion could be judged.",
  ]);
});
