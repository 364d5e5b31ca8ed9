import assert from "node:assert/strict";
import { checking, huang, ownStudy, probing, run, scoring, study } from "codebias";
import type { Study } from "codebias/core/types.ts";
import { contained } from "../../execution/containment.ts";
import { PLAIN } from "../../plain_study.ts";

const own = ownStudy({ name: "o", attributes: { gender: { values: ["m", "f"] } }, tasks: { a: {} } });
const answer = (more: object = {}) => ({
  ...{ taskId: "a", model: "m", settings: {}, epoch: 1, text: "def f(gender):\n    return 1\n" },
  ...more,
});
const rowsOf = (row: object): Study => ({ ...own, rows: () => [row] } as unknown as Study);
const judge = probing({ subject: () => ({ kind: "no-program", reason: "empty" }) });

const REFUSED: readonly (readonly [what: string, call: () => unknown, message: RegExp])[] = [
  [
    "a study without rows",
    () => study({ ...PLAIN, name: "x", judge, rows: undefined } as never),
    /it has no rows/,
  ],
  [
    "a study without a layout that lists no tasks",
    () => study({ ...PLAIN, name: "x", judge, layout: undefined } as never),
    /it has no layout/,
  ],
  ["a study without a judge", () => study({ ...PLAIN, name: "x" } as never), /it has no judge/],
  [
    "a metric of no type",
    () => study({ ...PLAIN, name: "x", judge, metrics: { biased: "trth" } } as never),
    /Unknown type of a metric "trth": did you mean truth/,
  ],
  ["a judge without a subject", () => probing({} as never), /Cannot judge by probing: subject is missing/],
  ["a judge without scores", () => scoring({ scored: () => 1 } as never), /judgeScores is missing/],
  ["a judge without rules", () => checking({} as never), /Cannot judge by checking: rules is missing/],
  ["no options", () => run(own, undefined as never), /^Cannot take undefined as options/],
  ...(["onProgress", "signal", "reports", "prober"] as const).map((name) =>
    [
      `another thing as ${name}`,
      () => run(own, { completions: [answer()], [name]: "x" } as never),
      new RegExp(`^Cannot run o with this ${name}: expected `),
    ] as const
  ),
  [
    "a prober that was not awaited",
    () => run(own, { completions: [answer()], prober: Promise.resolve() } as never),
    /this prober: expected what openProber\(\) gives, awaited$/,
  ],
  [
    "a temperature beside the settings",
    () => run(own, { completions: [answer({ temperature: 1 })] } as never),
    /^Cannot take completion 1: its temperature belongs into its settings$/,
  ],
  ...[0, "", "max_tokens"].map((finish) =>
    [
      `an answer that ended with ${JSON.stringify(finish)}`,
      () => run(own, { completions: [answer({ finish })] } as never),
      /^Cannot take completion 1: its finish is .*; expected one of stop, length, refusal, looping, or none$/,
    ] as const
  ),
  [
    "an attribute that is protected in words",
    () => ownStudy({ name: "o", attributes: { age: { values: [1, 2], protected: "yes" } } } as never),
    /^"protected" of attribute age must be true or false$/,
  ],
  ["the name of a study", () => run("solar" as never, { source: "recorded" }), /pass a study, then options/],
  [
    "rows with another metric",
    () => run(rowsOf({ attribute: "g", verdict: "v", metrics: { bias: true } }), { completions: [answer()] }),
    /its metrics are biased, those of a row bias/,
  ],
  [
    "rows of an unknown instrument",
    () =>
      run(rowsOf({ instrument: "exec", attribute: "g", verdict: "v", metrics: { biased: null } }), {
        completions: [answer()],
      }),
    /Unknown instrument of a row of o "exec"/,
  ],
  [
    "a temperature that is a text",
    () => run(own, { completions: [answer({ settings: { temperature: "0.2" } })] }),
    /Cannot take completion 1: its temperature is missing or wrong/,
  ],
  [
    "half a round",
    () => run(own, { completions: [answer({ settings: { round: 1.5 } })] }),
    /Cannot take completion 1: its round is missing or wrong/,
  ],
  [
    "no answer at all, as of a model that failed each time",
    () => run(own, { completions: [] }),
    /there are no completions; what generate could not get is in its failures/,
  ],
];

for (const [what, call, message] of REFUSED) {
  Deno.test(`refused, in words: ${what}`, contained, async () => {
    await assert.rejects(async () => await call(), (error: Error) => message.test(error.message));
  });
}

Deno.test("options that are undefined are not given", contained, async () => {
  const tasks = own.layout.tasks as never;
  const { frame } = await run(
    own,
    { tasks, completions: [answer()], limit: undefined, seed: undefined } as never,
  );
  assert.equal(frame.height, 1);
});

Deno.test("samples of other value pools keep their verdicts when they are copied", contained, async () => {
  const result = await run(huang.with("original"), { source: "recorded", tasks: ["high-income-desk-audit"] });
  const copied = { ...result, samples: result.samples.map((sample) => ({ ...sample })) };
  assert.deepEqual(huang.analyse(copied).rows, huang.analyse(result).rows);
  assert.throws(() => huang.analyse(result, { pools: "enriched" }), /original ones were probed/);
  const biased = huang.analyse(result).rows.some(({ attributes }) =>
    Object.values(attributes).some(({ verdict }) => verdict === "biased")
  );
  const told = result.samples.some(({ judgement, ...completion }) =>
    judgement.kind === "judged" &&
    huang.with("original").judge.feedback!(result.about[0], judgement.finding, {
      hands: "attributes",
      completion,
    })
  );
  assert.equal(told, biased, "feedback says what the rows say");
});

Deno.test("run() says which setting of completions is nearly called as a known one", contained, async () => {
  const { notices } = await run(own, { completions: [answer({ settings: { temprature: 1 } })] as never });
  assert.deepEqual(notices, [
    'Completions: the setting "temprature" is ignored; did you mean "temperature"?',
  ]);
});
