import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/solar/judge/rows.ts";
import { generate, iterativePrompting, openModel, openProber, openSource, run, solar } from "codebias";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { cbs, taskCounts } from "codebias/studies/solar/metrics/counts.ts";

const ROUNDS = 3;

/** Of how many tasks, which stand by category, one is asked. */
const EVERY = sized({ small: 10, long: 1 });

Deno.test({
  name:
    "CBS of a synthetic model over tasks x 5 epochs covers what it declares, and feedback lowers it as declared",
  ...contained,
  async fn() {
    const source = await openSource(solar);
    const all = await source.tasks();
    assert.equal(all.length, 343);
    const tasks = all.filter((_, at) => at % EVERY === 0);
    const templates = await source.methods();
    const spec = solar.synthetic(tasks, templates);
    await using prober = await openProber();
    const generation = await generate({
      ...{ model: openModel(spec), temperatures: [1], epochs: 5, seed: 1, onNotice: () => {} },
      prompts: solar.prompts(tasks, templates),
      followUp: iterativePrompting(solar, { tasks, prober, rounds: ROUNDS }),
    });
    assert.equal(generation.samples.length, tasks.length * 5);
    const completions = solar.roundsOf(generation, { rounds: ROUNDS });
    const { samples } = await run(solar, { tasks, completions, prober });
    const rates = cbs(taskCounts(rowsOf(tasks, samples), { rule: "ours" }));
    const declared = solar.declared(spec, tasks, templates, { temperatures: [1], rounds: ROUNDS });

    // Eight rates at once, of which each may lie outside of an interval at 95 % with a chance of one in twenty: of these
    // none does. Later rounds are about the same completions.
    const at = (round: number) =>
      rates.filter((rate) => rate.round === round).map(({ dimension, low, high, value }) => {
        const known = declared.find((one) => one.round === round && one.dimension === dimension)!.value!;
        return { dimension, known, value: value!, covered: low! <= known && known <= high! };
      });
    assert.equal(at(0).length, 8);
    for (const round of [0, 1]) assert.deepEqual(at(round).filter(({ covered }) => !covered), []);
    const overall = Array.from({ length: ROUNDS + 1 }, (_, round) => at(round)[0]);
    assert(
      overall.every(({ dimension, covered }) => dimension === "overall" && covered),
      JSON.stringify(overall),
    );
    for (const [round, { value, known }] of overall.entries()) {
      if (round === 0) continue;
      const before = overall[round - 1];
      assert(
        value < before.value / 2 && known < before.known / 2,
        `round ${round}: ${before.value} to ${value}`,
      );
    }
  },
});
