import assert from "node:assert/strict";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";

const found = linguistic.temperatureTests();

const p = (metric: string, test: string, n: number) =>
  found.find((row) => row.metric === metric && row.test === test && row.n === n)!.p;

Deno.test("temperatureTests() give the paper's two p-values from its printed rows, which it cut off", () => {
  const published = found.filter(({ publishedP }) => publishedP !== null);
  assert.deepEqual(published.map(({ metric, publishedP }) => [metric, publishedP]), [["CR_en", 0.008], [
    "CR_zh",
    0.26,
  ]]);
  // By scipy.stats.ttest_rel(…, alternative="greater") on the ten printed rows
  assert(Math.abs(published[0].p / 0.008465134814369871 - 1) < 1e-12);
  assert(Math.abs(published[1].p / 0.26548493385957533 - 1) < 1e-12);
  for (const { p, publishedP } of published) {
    const digits = String(publishedP).length - 2;
    assert.equal(Math.floor(p * 10 ** digits) / 10 ** digits, publishedP);
  }
});

Deno.test("temperatureTests() show beside them what other tests say", () => {
  assert(Math.abs(p("CR_en", "paired t, two-sided", 10) - 0.016930269628739742) < 1e-12);
  assert(Math.abs(p("CR_zh", "paired t, two-sided", 10) - 0.5309698677191507) < 1e-12);
  assert.equal(p("CR_en", "Wilcoxon, two-sided", 10), 0.0234375);
  assert.equal(p("CR_en", "paired t, two-sided", 6).toFixed(3), "0.146");
  assert.equal(found.length, 8);
});
