import assert from "node:assert/strict";
import fc from "fast-check";
import { continued, type Job, planJobs, type PlanOptions, requestFor } from "codebias/generation/plan.ts";

const prompts = [
  { taskId: "a", prompt: "One" },
  { taskId: "b", prompt: "Two", settings: { language: "zh" } },
];
const plan = (options: Partial<PlanOptions> = {}) =>
  planJobs({ study: "s", model: "m", prompts, ...options });
const seeds = (jobs: readonly Job[], spec = "m") =>
  jobs.map((job) => requestFor(spec, job, job.prompt, 1).seed);

Deno.test("planJobs() makes every task at every temperature so many times, in this order", () => {
  const jobs = plan({ temperatures: [0.2, 1], epochs: 2 });
  const rows = jobs.map(({ sample: { taskId, settings, epoch } }) => [taskId, settings.temperature, epoch]);
  assert.deepEqual(rows, [
    ["a", 0.2, 1],
    ["a", 0.2, 2],
    ["a", 1, 1],
    ["a", 1, 2],
    ["b", 0.2, 1],
    ["b", 0.2, 2],
    ["b", 1, 1],
    ["b", 1, 2],
  ]);
  assert.deepEqual(jobs[4].sample.settings, { language: "zh", temperature: 0.2 });
  assert.equal(jobs[4].sampling.temperature, 0.2);
});

Deno.test("requestFor() gives every sample a seed of its own, and the same one again", () => {
  const jobs = plan({ temperatures: [0.2, 0.8, 1], epochs: 200 });
  assert.equal(new Set(seeds(jobs)).size, jobs.length);
  assert.deepEqual(seeds(plan({ temperatures: [0.2, 0.8, 1], epochs: 200 })), seeds(jobs));
});

Deno.test("requestFor() gives other seeds for another study, model, seed, setting or turn", () => {
  const [job] = plan();
  const seed = seeds([job])[0];
  const others = [
    ...seeds([job], "another"),
    ...seeds(plan({ study: "t" }).slice(0, 1)),
    ...seeds(plan({ seed: 2 }).slice(0, 1)),
    ...seeds(plan({ temperatures: [0.5] }).slice(0, 1)),
    ...seeds(plan({ sampling: { topP: 0.9 } }).slice(0, 1)),
    ...seeds(plan({ prompts: [{ ...prompts[0], settings: { language: "en" } }] })),
    requestFor("m", job, job.prompt, 2).seed,
  ];
  assert.equal(new Set([seed, ...others]).size, others.length + 1);
});

Deno.test("requestFor() keeps the seed when only the length of answers, or the order of settings, is another", () => {
  const one = plan({ prompts: [{ taskId: "a", prompt: "x", settings: { p: 1, q: 2 } }] });
  const other = plan({
    prompts: [{ taskId: "a", prompt: "y", settings: { q: 2, p: 1 } }],
    sampling: { maxTokens: 5, stop: ["\n"] },
  });
  assert.deepEqual(seeds(one), seeds(other));
});

Deno.test("requestFor() gives seeds that every server takes", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.nat(), (taskId, seed) => {
    const [value] = seeds(plan({ prompts: [{ taskId, prompt: "x" }], seed }));
    assert.ok(Number.isInteger(value) && value >= 0 && value < 2 ** 31);
  }));
});

const WRONG: [string, Partial<PlanOptions>, RegExp][] = [
  ["no epochs", { epochs: 0 }, /Cannot run 0 epochs: it must be an integer >= 1/],
  ["half an epoch", { epochs: 1.5 }, /1.5 epochs/],
  ["a seed below 0", { seed: -1 }, /seed -1/],
  ["no prompts", { prompts: [] }, /without prompts/],
  [
    "a number for temperatures",
    { temperatures: 0.2 as never },
    /Cannot take temperatures 0.2: expected a list/,
  ],
  ["no temperature", { temperatures: [] }, /without a temperature/],
  ["a temperature twice", { temperatures: [0.2, 0.2] }, /twice at a temperature.*use epochs/],
  ["no id of a task", { prompts: [{ taskId: "", prompt: "x" }] }, /without a taskId/],
  ["a task twice", { prompts: [prompts[0], prompts[0]] }, /"a".*twice/],
  ["a conversation that ends with the model", {
    prompts: [{ taskId: "a", prompt: [{ role: "assistant", content: "Hi" }] }],
  }, /must end with a user message/],
  [
    "a setting that is the run's",
    { prompts: [{ ...prompts[0], settings: { temperature: 0.2 } }] },
    /temperatures for the run/,
  ],
  [
    "a setting that is the model's",
    { prompts: [{ ...prompts[0], settings: { topK: 5 } }] },
    /topK: it says how the model/,
  ],
  [
    "a temperature among the sampling settings",
    { sampling: { temperature: 0.2 } as object },
    /name it in temperatures/,
  ],
  ["no prompt", { prompts: [{ taskId: "a" } as never] }, /must be a text or a list of messages/],
  ["more samples than there can be", { epochs: 1e9 }, /at most 10000000/],
  [
    "an empty conversation",
    { prompts: [{ taskId: "a", prompt: [] }] },
    /must end with a user message/,
  ],
];

for (const [what, options, message] of WRONG) {
  Deno.test(`planJobs() refuses ${what}`, () => {
    assert.throws(() => plan(options), { name: "RangeError", message });
  });
}

Deno.test("continued() adds an answer and a question to a conversation, or begins one with a text", () => {
  const first = continued("One", "1", "Two");
  assert.deepEqual(first, [
    { role: "user", content: "One" },
    { role: "assistant", content: "1" },
    { role: "user", content: "Two" },
  ]);
  assert.equal(continued(first, "2", "Three").length, 5);
});
