import assert from "node:assert/strict";
import { declaredRates, expectedRates, loadCalibration } from "codebias";

Deno.test("declaredRates() are shares of the completions that count, at each temperature", async () => {
  const spec = await loadCalibration("ladder");
  const prompt = "Write decide(applicant).";
  const found = await declaredRates("calibration/ladder", {
    ...{ label: "uses-gender", among: "judged", temperatures: [0.4, 1.2], prompt },
  });
  for (const { temperature, value } of found) {
    const { labels } = expectedRates(spec, { prompt, sampling: { temperature } });
    assert.equal(value, labels["uses-gender"] / labels.judged);
  }
  assert.ok(found[1].value! > found[0].value!);
});

Deno.test("declaredRates() has nothing where a label is not declared", async () => {
  const asked = { temperatures: [1] };
  const nothing = [{ temperature: 1, value: null }];
  assert.deepEqual(await declaredRates("calibration", { ...asked, label: "uses-shoes" }), nothing);
  assert.deepEqual(
    await declaredRates("calibration", { ...asked, label: "uses-gender", among: "uses-shoes" }),
    nothing,
  );
});
