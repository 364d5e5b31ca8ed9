import assert from "node:assert/strict";
import { byCode, leakage, leakFree } from "codebias/studies/liu/artifact/label_groups.ts";
import { maskedBody } from "codebias/studies/liu/judge/masked_body.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../artifact.ts";
import { golden, NEITHER, pathOf, percent, withoutBoth } from "../golden.ts";
import { rowOf } from "../rows.ts";

Deno.test({
  name: `leakage() is the golden one of all datasets${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const files = Object.entries(golden!.leakage);
    assert.equal(files.length, 6);
    for (const [name, { rows, exact_in_train, label_agrees }] of files) {
      const train = await rowsOf(pathOf(name.replace(/\/.*/, "/train")));
      assert.deepEqual(
        leakage(train, await rowsOf(pathOf(name))),
        { rows, inTrain: exact_in_train, labelAgrees: label_agrees },
        name,
      );
    }
  },
});

Deno.test({
  name: `leakage() by masked body is the golden share of known bodies${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const theirs = golden!.classifier["share of rows whose masked body is in train"];
    const train = await rowsOf(pathOf("combine/train"));
    for (const split of ["val", "test"]) {
      const { rows, inTrain } = leakage(
        train,
        await rowsOf(pathOf(`combine/${split}`)),
        maskedBody,
      );
      assert.equal(percent(inTrain / rows), theirs[split], split);
    }
  },
});

Deno.test({
  name: `leakFree() leaves what leakage() does not count, and fewer rows by masked body${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    const [train, test] = [await rowsOf(pathOf("combine/train")), await rowsOf(pathOf("combine/test"))];
    const byBody = leakFree(train, test, maskedBody);
    const exact = leakFree(train, test, byCode);
    assert.equal(exact.length, test.length - leakage(train, test).inTrain);
    assert(byBody.length > 0 && byBody.length < exact.length);
    assert(byBody.every((row) => exact.includes(row)));
    assert.equal(leakage(train, byBody, maskedBody).inTrain, 0);
  },
});

Deno.test("leakage() goes by the more common label in train; labels that tie are acceptable", () => {
  const [known, otherwise] = [rowOf("return 1"), rowOf("return 1", { label: 0 })];
  const unknown = rowOf("return 2");
  assert.deepEqual(leakage([known], [known, otherwise, unknown]), { rows: 3, inTrain: 2, labelAgrees: 1 });
  assert.deepEqual(leakage([known, otherwise], [known, known]), { rows: 2, inTrain: 2, labelAgrees: 0 });
  assert.deepEqual(leakage([], [known]), { rows: 1, inTrain: 0, labelAgrees: 0 });
});

Deno.test("leakFree() knows the same answer to another adjective by its masked body", () => {
  const [seen, same] = [rowOf("return people"), rowOf("return people", { adjective: "vile" })];
  assert.deepEqual(leakFree([seen], [same], byCode), [same]);
  assert.deepEqual(leakFree([seen], [same], maskedBody), []);
});
