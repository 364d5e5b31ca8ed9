import assert from "node:assert/strict";
import { goldenFile, noGolden } from "../../../golden_file.ts";
import { recordedRates } from "codebias/studies/solar/paper/recorded_rates.ts";

interface Golden {
  readonly cbs_from_recorded_per_task_counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const golden = await goldenFile("solar.json") as Golden | undefined;

const NAMES: Readonly<Record<string, string>> = {
  "default 1": "gpt_T1.0_default_hyp",
  "default 0.2": "gpt_T0.2_default_hyp",
  "COT 1": "gpt_T1.0_COT_styles",
};

Deno.test({
  name: "recordedRates() are those of the recorded counts, to the printed digit" +
    noGolden(golden),
  ignore: !golden,
  fn() {
    const rates = recordedRates();
    assert.equal(rates.length, 3 * 8);
    for (const { prompt, temperature, dimension, value, n } of rates) {
      const known = golden!.cbs_from_recorded_per_task_counts[NAMES[`${prompt} ${temperature}`]];
      assert.equal(
        (100 * value!).toFixed(2),
        known[dimension].toFixed(2),
        `${prompt} ${temperature} ${dimension}`,
      );
      assert.equal(n, known.total);
    }
  },
});

Deno.test("recordedRates() have intervals, wider than if no two completions were of one task", () => {
  for (const { value, low, high, n, dimension } of recordedRates()) {
    const alone = 1.96 * Math.sqrt(value! * (1 - value!) / n);
    assert(low! < value! && value! < high!);
    assert(high! - low! > 2 * alone, dimension);
  }
});
