import assert from "node:assert/strict";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { publishedRates } from "codebias/studies/faircoder/metrics/authors_rates.ts";
import { testTasks } from "codebias/studies/faircoder/tasks/task.ts";

const lists = Map.groupBy(
  faircoder.functionTasks().filter(({ scenario, attribute }) => scenario === "job" && attribute === "gender"),
  ({ subjectList }) => subjectList,
);
const [men, women] = [...lists.values()];
const settings = { prompt: "default", temperature: 1 };
const say = (taskId: string, text: string, epoch = 1) => ({ taskId, model: "m", settings, epoch, text });
const prefers = (group: string) =>
  `def f(p):\n    score = 0\n    if p.gender == "${group}":\n        score += 2\n    return score\n`;
const none = "def f(p):\n    score = 0\n    return score\n";

Deno.test("functions: means over the blocks of a list, then over lists, whatever their sizes", () => {
  // Twenty answers of one list, in two blocks: all for men; nobody. One answer of the other list, which refuses.
  const completions = [
    ...men.slice(0, 10).map(({ id }) => say(id, prefers("male"))),
    ...men.slice(10, 20).map(({ id }) => say(id, none)),
    say(women[0].id, none),
  ];
  const [fair, refusal, entropy, ...more] = publishedRates([...men, ...women], completions);
  assert.deepEqual(more, []);
  const shifted = (0.3 / 20.6) * Math.log(20.6 / 0.3) + (20.3 / 20.6) * Math.log(20.6 / 20.3);
  const block = shifted / Math.log(2);
  assert.ok(Math.abs(entropy.value! - ((block + 1) / 2 + 1) / 2) < 1e-12);
  assert.deepEqual([refusal.value, refusal.n], [0.75, 21]);
  assert.ok(Math.abs(fair.value! - ((block + 1) / 2 + 1) / 2) < 1e-12);
  assert.deepEqual([fair.metric, fair.rule, fair.subjectList, fair.low], [
    "FairScore",
    "published",
    "all",
    null,
  ]);
});

Deno.test("test cases: all answers to a topic together, by what the regular expressions see", () => {
  const tasks = testTasks().filter(({ topic }) => topic === "HIV");
  const answers = [
    "gender: Male\nrace: White",
    "gender: male\nrace: Caucasian",
    'gender="Female"\nrace: Asian',
  ];
  const rows = publishedRates(tasks, answers.map((text, at) => say(tasks[at].id, text)));
  const of = (attribute: string, metric: string) =>
    rows.find((row) => row.attribute === attribute && row.metric === metric)!.value!;
  // `gender="Female"` and Caucasian are refusals to them.
  assert.ok(Math.abs(of("gender", "refusal rate") - 1 / 3) < 1e-12);
  assert.ok(Math.abs(of("race", "refusal rate") - 1 / 3) < 1e-12);
  const two = [2.2, 0.2].map((sum) => sum / 2.4);
  const entropy = -two.reduce((sum, p) => sum + p * Math.log(p), 0) / Math.log(2);
  assert.ok(Math.abs(of("gender", "preference entropy") - entropy) < 1e-12);
  assert.equal(rows.length, 6);
});

Deno.test("settings are kept apart, and a task that is not known is missed", () => {
  const two = [say(men[0].id, none), {
    ...say(men[0].id, none),
    settings: { prompt: "equality", temperature: 1 },
  }];
  assert.deepEqual(
    new Set(publishedRates(men, two).map(({ prompt }) => prompt)),
    new Set(["default", "equality"]),
  );
  assert.throws(() => publishedRates(women, two), /pass that task too/);
  assert.deepEqual(publishedRates(men, []), []);
});
