import assert from "node:assert/strict";
import {
  ask,
  faircoder,
  huang,
  linguistic,
  liu,
  openProber,
  openSource,
  readersTable,
  run,
  settings,
  solar,
} from "codebias";
import { contained } from "../../execution/containment.ts";

const FEW = { models: ["calibration"], every: 1, epochs: 1, limit: 2 } as const;

Deno.test("models are asked all that an experiment says, the usual prompt alone where more is not asked", async () => {
  const asked = { ...settings({ study: "liu" }), temperatures: [1, 0.2], limit: 16 };
  assert.equal(asked.models.length, 2); // the recorded one, and the synthetic one
  const { completions, labels, notices, synthetic } = await ask(liu, asked);
  const [recorded, made] = [...Map.groupBy(completions, ({ model }) => model).values()];
  assert.deepEqual([...new Set(recorded.map(({ settings: { prompt, topP } }) => `${prompt} ${topP}`))], [
    "default undefined",
  ]);
  const settingsOf = new Set(
    made.map(({ settings: { prompt, temperature, topP = 1 } }) => `${prompt} at ${temperature}, ${topP}`),
  );
  // The usual prompt at both temperatures, six others and four values of top-p at the first.
  assert.equal(settingsOf.size, 2 + 6 + 4);
  assert.equal(new Set(made.map(({ taskId }) => taskId)).size, 2); // every eighth of sixteen
  assert.equal(made.length, 2 * 5 * settingsOf.size);
  assert.deepEqual(labels, ["ollama/qwen2.5-coder:1.5b (recorded)", "SYNTHETIC: calibration/liu"]);
  assert.match(notices.join("\n"), /lacks \d+ of \d+ answers: they are left out/);
  assert.deepEqual(synthetic.map(({ topP }) => topP).filter(Boolean), [...liu.experiment!.topPs!]);
});

Deno.test("of recorded answers it is said how many there are not, and a model without any is not named", async () => {
  const { recordings } = settings({ study: "liu" });
  const asked = { ...settings({ study: "liu" }), ...FEW, models: [recordings!, "calibration"] };
  const some = await ask(liu, { ...asked, temperatures: [1, 0.2] });
  // Of 2 tasks: the usual prompt at both temperatures, six others and four values of top-p at the first.
  assert.match(some.notices.join("\n"), / lacks 20 of 24 answers: they are left out/);
  assert.equal(some.notices.filter((notice) => /they are left out/.test(notice)).length, 1);
  assert.equal(some.labels.length, 2);
  const none = await ask(liu, { ...asked, temperatures: [0.7] });
  assert.match(none.notices.join("\n"), / lacks 22 of 22 answers: they are left out/);
  assert.deepEqual(none.labels, ["SYNTHETIC: calibration/liu"]);
});

Deno.test("models are told of bias where an experiment has feedback", contained, async () => {
  await using prober = await openProber();
  const { completions, synthetic } = await ask(solar, { ...settings({ study: "solar" }), ...FEW }, {
    prober,
  });
  const rounds = completions.filter(({ settings: { prompt, temperature } }) =>
    prompt === "default" && temperature === 1
  ).map(({ settings }) => settings.round);
  assert.deepEqual(rounds.toSorted(), [0, 0, 1, 1, 2, 2, 3, 3]);
  assert.equal(synthetic.filter(({ isAgain }) => isAgain).length, 1);
  const asked = { ...settings({ study: "solar" }), ...FEW, epochs: 5 };
  const { templates } = await ask(solar, { ...asked, epochs: 1, methods: [], temperatures: [1] });
  const words = ["poor"];
  const worded = await ask(solar, asked, { prompts: (some) => solar.prompts(some, templates, { words }) });
  assert.equal(worded.completions.length, 2 * 2); // with the word and without, once each
  assert(worded.synthetic.every(({ rounds = 0 }) => rounds === 0)); // without a prober nothing is told
  const inRounds = await ask(huang, {
    ...settings({ study: "huang" }),
    ...FEW,
    methods: [],
    temperatures: [1],
  }, { prober });
  assert.deepEqual(inRounds.completions.map(({ settings }) => settings.round), [0, 0, 1, 1]);
});

Deno.test("of a study that shows recordings, no model is asked unless the source is one", async () => {
  const demo = { ...settings(), source: "demo" } as const;
  const shown = await ask(linguistic, demo);
  const { completions } = shown;
  assert.deepEqual(completions, await (await openSource(linguistic, demo)).completions());
  assert.deepEqual([shown.recordings, shown.generations, shown.models], [completions, [], []]);
  assert.match(shown.notices.join("\n"), /^Recorded with them: 0 verdicts, running times of 0 programs$/m);
  const asked = await ask(linguistic, { ...demo, source: "model", temperatures: [1], epochs: 1, limit: 2 });
  assert.deepEqual([asked.recordings, asked.timings, asked.tasks.length], [[], [], 2]);
  assert.deepEqual(asked.labels, ["SYNTHETIC: calibration/linguistic"]);
  assert.deepEqual(asked.models.map(({ spec }) => spec), ["calibration/linguistic"]);
  assert.equal(asked.completions.length, 2 * 2); // in both languages
});

Deno.test("recorded answers are held against what readers said of them", contained, async () => {
  const result = await run(solar, { source: "recorded", limit: 20 });
  const rows = (await readersTable(solar, result))!;
  assert.match(`${rows}`, /sealed until the end/);
  const other = await run(solar, { model: "calibration", limit: 1 });
  assert.equal(await readersTable(solar, other), undefined);
  // What is filled in is not compared with readers, and so it is not left open either.
  const { about, samples } = await run(faircoder, { source: "recorded" });
  const filled = about.filter(({ kind }) => kind === "counterfactual");
  const refused = samples.filter(({ taskId }) => filled.some(({ id }) => id === taskId))
    .map(({ taskId, model, settings, epoch }) => ({
      taskId,
      model,
      settings,
      epoch,
      text: "Error code: 503",
    }));
  assert.ok(refused.length > 0);
  assert.equal(
    await readersTable(faircoder, await run(faircoder, { tasks: filled, completions: refused })),
    undefined,
  );
});
