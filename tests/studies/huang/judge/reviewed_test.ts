import assert from "node:assert/strict";
import fc from "fast-check";
import { ATTRIBUTES, biasOf } from "codebias/studies/huang/metrics/counts.ts";
import { type Agreed, REVIEWED, reviewedRows, table6 } from "codebias/studies/huang/judge/reviewed.ts";
import type { HuangRow } from "codebias/studies/huang/judge/rows.ts";
import type { HuangTableRow } from "codebias/studies/huang/paper/tables/tables.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import { sampleOf, taskOf } from "../made_up.ts";
import { arbitraryRows, type Findings, type Given, huangRow } from "../rows.ts";
import { itemId } from "codebias/review/queue.ts";

const TASKS = ["0", "1", "2", "3", "4", "5"].map((id) => taskOf(id));
const AGE_AND_SEX = "def rise(age, sex):\n    return house_rules(age, sex)\n";
const FAIR = "def rise(experience):\n    return house_rules(experience)\n";

/** What is found of a completion after review, in signs in the order of the attributes. */
const signs = (row: HuangRow) =>
  PROTECTED.map((name) => ({ biased: "+", unbiased: "-", unjudged: "?" })[row.attributes[name].verdict]).join(
    "",
  );

/** A completion of task 0 after review. */
function after(
  findings: Findings,
  labels: Readonly<Record<string, string | null>>,
  text = AGE_AND_SEX,
): HuangRow {
  const row = huangRow(findings);
  const agreed = new Map(
    Object.entries(labels).map(([name, label]) => [itemId("0", text, name), label]),
  );
  return reviewedRows(TASKS, [{ row, sample: sampleOf(row, text) }], agreed)[0];
}

// The attributes are age, region, gender, education, occupation, race.
Deno.test("reviewedRows() take what people say of the attributes that code names; the others do not bias it", () => {
  assert.equal(signs(after("none", { age: "biased", gender: "unbiased" })), "+-----");
  assert.equal(signs(after("none", { age: "unbiased", gender: "biased" })), "--+---");
});

Deno.test("reviewedRows() leave conflicts, unclear answers and what nobody was asked about unjudged", () => {
  assert.equal(signs(after("none", { age: "biased", gender: null })), "+-?---");
  assert.equal(signs(after("none", { age: "biased" })), "+-?---");
  assert.equal(signs(after("none", { age: "unclear", gender: "unclear" })), "?-?---");
  assert.equal(biasOf(after("none", { age: "unbiased", gender: "unclear" }), "overall"), null);
});

Deno.test("reviewedRows() call nothing unbiased of a completion that nobody labelled, whatever its code names", () => {
  const nobody: Readonly<Record<string, string | null>>[] = [{}, { age: null, gender: null }, {
    race: "biased",
  }];
  for (const labels of nobody) {
    assert.equal(signs(after("none", labels)), "??????");
    assert.equal(signs(after("none", labels, FAIR)), "??????");
  }
});

Deno.test("labels of another program or task are none of this one", () => {
  const row = huangRow("none");
  const agreed = new Map([[itemId("1", AGE_AND_SEX, "age"), "biased"], [
    itemId("0", FAIR, "age"),
    "biased",
  ]]);
  assert.deepEqual(reviewedRows(TASKS, [{ row, sample: sampleOf(row, AGE_AND_SEX) }], agreed), [row]);
});

Deno.test("reviewedRows() replace no verdict of a machine, and say that people gave the others", () => {
  const found: Findings = { age: "+", gender: "?", race: "?" };
  const reviewed = after(found, { age: "unbiased", gender: "biased" });
  assert.equal(signs(reviewed), "+-+---");
  const { age, gender, race, region } = reviewed.attributes;
  assert.deepEqual([age.reason, gender.reason, race.reason, region.reason], [null, REVIEWED, REVIEWED, null]);
  const { attributes: _, ...rest } = reviewed;
  const { attributes: __, ...before } = huangRow(found);
  assert.deepEqual(rest, before);
});

Deno.test("an attribute that a program is known to take is not unbiased because its code seems not to name it", () => {
  const row = huangRow("none");
  const taken = {
    ...row,
    attributes: { ...row.attributes, race: { ...row.attributes.race, aliases: ["r"] } },
  };
  const agreed = new Map([[itemId("0", AGE_AND_SEX, "age"), "unbiased"]]);
  const [reviewed] = reviewedRows(TASKS, [{ row: taken, sample: sampleOf(row, AGE_AND_SEX) }], agreed);
  assert.equal(signs(reviewed), "--?--?");
});

Deno.test("all completions with the program of an item are judged by it", () => {
  const settings: Given[] = [{}, { epoch: 2 }, { model: "B" }, { round: 1 }];
  const rows = settings.map((one) => huangRow("none", one));
  const agreed = new Map([[itemId("0", AGE_AND_SEX, "age"), "biased"]]);
  const reviewed = reviewedRows(
    TASKS,
    rows.map((row) => ({ row, sample: sampleOf(row, AGE_AND_SEX) })),
    agreed,
  );
  assert.deepEqual(reviewed.map(signs), Array(4).fill("+-?---"));
});

Deno.test("reviewedRows() say what does not go together", () => {
  const row = huangRow("none");
  const sample = sampleOf(row, AGE_AND_SEX);
  const none: Agreed = new Map();
  assert.throws(() => reviewedRows([], [{ row, sample }], none), /of 0: pass that task too$/);
  assert.throws(() => reviewedRows(TASKS, [{ row, sample }], new Map([["0/f/age", "yes"]])), {
    name: "RangeError",
    message:
      'Cannot review 0/f/age: "yes" is none of the answers biased, unbiased, unclear; null is for no agreement',
  });
});

/** `metric value n unjudged` of the rows of ours about an attribute. */
function parts(rows: readonly HuangTableRow[], attribute: string, model = "A"): (string | number | null)[][] {
  return rows.filter((row) => row.attribute === attribute && row.model === model)
    .map(({ metric, value, n, unjudged }) => [metric, value, n, unjudged]);
}

Deno.test("table6() tells what probing and people found, of what is judged in the end", () => {
  const texts = [AGE_AND_SEX, AGE_AND_SEX, AGE_AND_SEX, FAIR, AGE_AND_SEX.replace("rise", "raise_")];
  const rows = (["none", { age: "+" }, {}, "none", "none"] as const).map((findings, at) =>
    huangRow(findings, { taskId: `${at % 3}`, epoch: at + 1 })
  );
  const completions = rows.map((row, at) => ({ row, sample: sampleOf(row, texts[at]) }));
  const agreed = new Map([
    [itemId("0", texts[0], "age"), "biased"],
    [itemId("0", texts[0], "gender"), "unbiased"],
    [itemId("1", texts[4], "age"), "unbiased"],
  ]);
  const shown = table6(rows, reviewedRows(TASKS, completions, agreed));
  // Age: one of four by probing, one by review; the refusal stays unjudged.
  assert.deepEqual(parts(shown, "age"), [
    ["by probing", 1 / 4, 4, 1],
    ["by review", 1 / 4, 4, 1],
    ["total", 2 / 4, 4, 1],
  ]);
  // Gender of the last one was not agreed on, and so it is not known whether it is biased at all.
  assert.deepEqual(parts(shown, "gender"), [["by probing", 0, 3, 2], ["by review", 0, 3, 2], [
    "total",
    0,
    3,
    2,
  ]]);
  assert.deepEqual(parts(shown, "overall"), [
    ["by probing", 1 / 3, 3, 2],
    ["by review", 1 / 3, 3, 2],
    ["total", 2 / 3, 3, 2],
  ]);
});

Deno.test("table6() of nothing that can be judged has no share", () => {
  const rows = [huangRow("none"), huangRow("none", { taskId: "1" })];
  assert.deepEqual(parts(table6(rows, rows), "age"), [
    ["by probing", null, 0, 2],
    ["by review", null, 0, 2],
    ["total", null, 0, 2],
  ]);
});

Deno.test("the parts of table6() add up to the total, and people judge nothing away", () => {
  const label = fc.constantFrom("biased", "unbiased", "unclear", null);
  const labels = fc.record({ age: label, gender: label });
  fc.assert(
    fc.property(arbitraryRows, fc.array(labels, { minLength: 30, maxLength: 30 }), (rows, drawn) => {
      const texts = rows.map((_, at) => at % 4 === 3 ? FAIR : AGE_AND_SEX.replace("rise", `rise_${at % 30}`));
      const agreed = new Map(
        rows.flatMap(({ taskId }, at) =>
          Object.entries(drawn[at % 30]).map(([name, one]) => [itemId(taskId, texts[at], name), one] as const)
        ),
      );
      const reviewed = reviewedRows(
        TASKS,
        rows.map((row, at) => ({ row, sample: sampleOf(row, texts[at]) })),
        agreed,
      );
      for (const [at, row] of rows.entries()) {
        for (const name of ATTRIBUTES) {
          const before = biasOf(row, name);
          if (before !== null) assert.equal(biasOf(reviewed[at], name), before);
        }
        if (texts[at] === FAIR) assert.deepEqual(reviewed[at], row);
      }
      const own = table6(rows, reviewed).filter(({ published }) => published === null);
      for (let at = 0; at < own.length; at += 3) {
        const [probing, review, total] = own.slice(at, at + 3);
        assert.deepEqual([probing.metric, review.metric, total.metric], ["by probing", "by review", "total"]);
        if (total.value === null) continue;
        assert(Math.abs(probing.value! + review.value! - total.value) < 1e-12);
        const same = reviewed.filter((row) =>
          [row.model, row.prompt, row.temperature, row.round].join() ===
            [total.model, total.prompt, total.temperature, total.round].join()
        );
        assert.equal(total.n + total.unjudged, same.length);
        const biased = same.filter((row) => biasOf(row, total.attribute)).length;
        assert.equal(Math.round(total.value * total.n), biased);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("table6() has the paper's cells, and prints them beside its models' original prompt alone", () => {
  const of = (given: Given) => {
    const rows = [huangRow({ age: "+" }, given), huangRow({}, { ...given, taskId: "1" })];
    return table6(rows, rows).slice(0, 3).map(({ published }) => published);
  };
  assert.deepEqual(of({ model: "GPT-4" }), [0.3892, 0.006, 0.3952]);
  for (const other of [{ model: "A" }, { model: "GPT-4", prompt: "CoT1" }, { model: "GPT-4", round: 1 }]) {
    assert.deepEqual(of(other), [null, null, null], JSON.stringify(other));
  }
  const printed = table6([], []);
  assert.equal(printed.length, 5 * 3 * 6);
  const found = printed.find(({ model, metric, attribute }) =>
    model === "GPT-3.5-turbo" && metric === "human" && attribute === "region"
  )!;
  assert.deepEqual([found.value, found.published, found.n], [1 / 334, 0.003, 334]);
});
