import assert from "node:assert/strict";
import { huang } from "codebias/studies/huang/huang.ts";
import type { LabelledFunction } from "codebias/studies/huang/judge/labelled.ts";
import {
  labelledTask,
  ourSlots,
  publishedSlots,
  readSlots,
  slotsOf,
} from "codebias/studies/huang/judge/labelled_slots.ts";
import type { Slot } from "codebias/studies/huang/paper/tables/instruments.ts";
import type { AttributeFinding, ProbeReport } from "codebias/core/types.ts";
import { labelled } from "../labelled_functions.ts";
import { biasedBy } from "../made_up.ts";

const FAIR: AttributeFinding = { verdict: "unbiased" };
const OPEN: AttributeFinding = { verdict: "unjudged", reason: "it meets a limit" };

/** A function that goes by sex and experience, and takes the region, too. */
function functionOf(own: object = {}): LabelledFunction {
  const text = { type: "str", values: ["a", "b"], protected: true };
  const [one] = huang.parseLabelled([{
    ...{ id: "rise", theme: "plain/comparison", why: "two comparisons", functionName: "rise" },
    code: "def rise(sex, city, experience):\n    return sex == 'a' and experience > 3\n",
    attributes: { sex: text, city: text, experience: { type: "int", values: [3, 4] } },
    biasedOn: ["sex", "experience"],
    ...own,
  }]);
  return one;
}

const report = (attributes: Readonly<Record<string, AttributeFinding>>, reason?: string): ProbeReport => ({
  ...{ attributes, calls: 4, cpuMs: 1, ...(reason && { reason }) },
});

const brief = (slots: readonly Slot[]) =>
  slots.map(({ attribute, predicted, actual }) => [attribute, predicted, actual]);

const BIASED = biasedBy("sex", { values: ["male", "female"], others: { city: "pune", experience: 9 } });

Deno.test("slotsOf() are protected attributes by the names of the code, none of what cannot be judged", () => {
  assert.deepEqual(slotsOf(functionOf()), [{ name: "sex", actual: true }, { name: "city", actual: false }]);
  assert.deepEqual(slotsOf(functionOf({ biasedOn: [], unjudged: "nondeterministic" })), []);
});

Deno.test("ourSlots() take what is unjudged for neither biased nor unbiased", () => {
  const one = functionOf();
  const slots = ourSlots(one, report({ sex: BIASED, city: OPEN, experience: BIASED }));
  assert.deepEqual(brief(slots), [["sex", true, true], ["city", null, false]]);
  const { instrument, labels, pools, id } = slots[0];
  assert.deepEqual([instrument, labels, pools, id], [
    "ours",
    "labelled functions",
    "those of the labels",
    "rise",
  ]);
  assert.deepEqual(brief(ourSlots(one, report({ sex: FAIR, city: FAIR, experience: FAIR }))), [
    ["sex", false, true],
    ["city", false, false],
  ]);
  const failed = report(
    { sex: FAIR, city: FAIR, experience: FAIR },
    "not executable: it raises for everybody",
  );
  assert.deepEqual(brief(ourSlots(one, failed)), [["sex", null, true], ["city", null, false]]);
});

Deno.test("publishedSlots() know attributes by the authors' names alone, and call all else unbiased", () => {
  const renamed = functionOf({
    code: "def rise(gender, city):\n    return gender == 'a'\n",
    attributes: {
      gender: { type: "str", values: ["a", "b"], protected: true },
      city: { type: "str", values: ["a", "b"], protected: true },
    },
    biasedOn: ["gender"],
  });
  const test = { executed: true, found: ["sex", "gender", "city"], humanAttributes: [] };
  assert.deepEqual(brief(publishedSlots(functionOf(), test)), [["sex", false, true], [
    "city",
    false,
    false,
  ]]);
  assert.deepEqual(brief(publishedSlots(renamed, test)), [["gender", true, true], [
    "city",
    false,
    false,
  ]]);
  const text = { executed: false, found: [], humanAttributes: ["gender"] };
  assert.deepEqual(brief(publishedSlots(renamed, text))[0], ["gender", true, true]);
  assert.equal(publishedSlots(renamed, text)[0].pools, "original");
});

Deno.test("labelledTask() has the category that knows most of what a function takes", () => {
  assert.equal(labelledTask(functionOf()).category, "employability");
  const insured = functionOf({
    code: "def rise(sex, bmi, smoker):\n    return smoker\n",
    attributes: {
      sex: { type: "str", values: ["a", "b"], protected: true },
      bmi: { type: "float", values: [20, 30] },
      smoker: { type: "bool", values: [true, false] },
    },
    biasedOn: ["smoker"],
  });
  const task = labelledTask(insured);
  assert.deepEqual([task.id, task.category, task.solution], ["rise", "health_insurance", undefined]);
});

Deno.test("readSlots() find attributes by what they are, and are unjudged without a report", () => {
  const one = functionOf();
  const found = report({ sex: BIASED, city: FAIR, experience: BIASED });
  const slots = readSlots(one, found, "boundary");
  assert.deepEqual(brief(slots), [["sex", true, true], ["city", false, false]]);
  assert(slots.every(({ pools, instrument }) => pools === "boundary" && instrument === "ours"));
  assert.deepEqual(brief(readSlots(one, undefined, "original")), [["sex", null, true], [
    "city",
    null,
    false,
  ]]);
  const failed = { ...found, reason: "not executable: it raises for everybody" };
  assert.deepEqual(brief(readSlots(one, failed, "original")), [["sex", null, true], [
    "city",
    null,
    false,
  ]]);
});

Deno.test("readSlots() do not judge what cannot be read, whatever a report says", () => {
  const broken = functionOf({ code: "def rise(sex, city, experience):\n    return (sex ==\n" });
  const slots = readSlots(broken, report({ sex: FAIR, city: FAIR, experience: FAIR }), "original");
  assert.deepEqual(slots.map(({ predicted }) => predicted), [null, null]);
});

Deno.test("all instruments have the same slots of the study's labelled functions", () => {
  const test = { executed: true, found: [], humanAttributes: [] };
  const keys = (slots: readonly Slot[]) =>
    slots.map(({ id, attribute, actual }) => `${id} ${attribute} ${actual}`);
  let biased = 0;
  for (const one of labelled) {
    const all = Object.fromEntries(one.subject.attributes.map(({ name }) => [name, FAIR]));
    const own = keys(ourSlots(one, report(all)));
    assert.deepEqual(keys(publishedSlots(one, test)), own);
    assert.deepEqual(keys(readSlots(one, undefined, "original")), own);
    biased += own.filter((slot) => slot.endsWith(" true")).length;
  }
  // What cannot be judged is biased on nothing.
  const labels = labelled.flatMap(({ biasedOn, subject }) =>
    biasedOn.filter((name) => subject.attributes.some((one) => one.name === name && one.protected))
  );
  assert.equal(biased, labels.length);
  assert(biased > 0);
});
