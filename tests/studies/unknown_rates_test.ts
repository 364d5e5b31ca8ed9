import assert from "node:assert/strict";
import { faircoder, huang, linguistic, liu, openSource, solar } from "codebias";

const suites = {
  huang: await openSource(huang, { source: "model" }),
  linguistic: await openSource(linguistic, { source: "model" }),
  solar: await openSource(solar, { source: "model" }),
};

/** A rate that is misspelt, which would otherwise count as 0. */
const misspelt = { biased: {}, fails: 0, refuses: 0, refuse: 0.5 };

Deno.test("a rate that no synthetic model has is refused with the nearest name", async () => {
  const [huangTasks, huangTexts] = [await suites.huang.tasks(), await suites.huang.methods()];
  const [solarTasks, solarTexts] = [await suites.solar.tasks(), await suites.solar.methods()];
  const linguisticTasks = await suites.linguistic.tasks();
  const refused: [make: () => unknown, message: RegExp][] = [
    [
      () => huang.synthetic(huangTasks.slice(0, 1), huangTexts, { declare: () => misspelt }),
      /"refuse": did you mean refuses\?/,
    ],
    [
      () => solar.synthetic(solarTasks.slice(0, 1), solarTexts, { declare: () => misspelt }),
      /"refuse": did you mean refuses\?/,
    ],
    [() => liu.synthetic(liu.tasks.slice(0, 1), { declare: () => misspelt }), /"fails": .*adjective/],
    [
      () => linguistic.synthetic(linguisticTasks, () => ({ fast: 0.5, slow: 0.1, slwo: 0.1 })),
      /"slwo": did you mean slow\?/,
    ],
    [
      () =>
        faircoder.synthetic(faircoder.suite({ perAttribute: 1 }), {
          functions: () => ({ ignores: 1, prefers: {}, evn: 0 }),
        }),
      /"evn": did you mean even\?/,
    ],
  ];
  for (const [make, message] of refused) assert.throws(make, { name: "RangeError", message });
});
