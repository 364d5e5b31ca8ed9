import assert from "node:assert/strict";
import fc from "fast-check";
import { expectedRates } from "codebias";
import { completions } from "./completions.ts";
import { Chain, type ChainQuestion } from "codebias/calibration/chain.ts";
import { type CalibrationSpec, readSpec } from "codebias/calibration/spec.ts";
import { branchProbabilities } from "codebias/calibration/probabilities.ts";
import { near } from "./near.ts";
import { branching, DEFAULT, LOOP, MINIMAL, PROMPTS, sampling, specs } from "./specs.ts";

const PROMPT = "Write a function.";

/** Rates by adding up the probabilities of all completions. */
function enumerated(spec: CalibrationSpec, question: ChainQuestion) {
  const all = completions(spec, question);
  const total = (counts: (completion: typeof all[number]) => boolean) =>
    all.filter(counts).reduce((sum, { probability }) => sum + probability, 0);
  const fragments = Object.entries(spec.fragments);
  const labels = new Set(fragments.flatMap(([, { labels = [] }]) => labels));
  return {
    fragments: Object.fromEntries(fragments.map(([id]) => [id, total((one) => one.fragments.includes(id))])),
    labels: Object.fromEntries([...labels].map((label) => [
      label,
      total((one) => one.fragments.some((id) => spec.fragments[id].labels?.includes(label))),
    ])),
    length: total(({ finish }) => finish === "length"),
    all: total(() => true),
  };
}

/** Rates by powers of the whole chain's matrix, in which what is in question swallows all that comes to it. */
function byPowers(
  spec: CalibrationSpec,
  { sampling }: ChainQuestion,
  isMeant: (id: string) => boolean,
  tokens: number,
): number {
  const ids = Object.keys(spec.fragments);
  const states = [...ids, "end", "start", "met"];
  const row = (from: string): number[] => {
    if (from === "end" || from === "met") return states.map((state) => state === from ? 1 : 0);
    const { next } = from === "start" ? spec.starts.at(-1)! : spec.fragments[from];
    const p = branchProbabilities(Object.values(next), sampling);
    const into = new Map<string, number>();
    for (const [at, target] of Object.keys(next).entries()) {
      const state = target !== "end" && isMeant(target) ? "met" : target;
      into.set(state, (into.get(state) ?? 0) + p[at]);
    }
    return states.map((state) => into.get(state) ?? 0);
  };
  let matrix = states.map(row);
  let power: number[][] = states.map((_, a) => states.map((_, b) => a === b ? 1 : 0));
  const times = (a: number[][], b: number[][]) =>
    a.map((row) => b[0].map((_, column) => row.reduce((sum, value, at) => sum + value * b[at][column], 0)));
  for (let left = tokens; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = times(power, matrix);
    matrix = times(matrix, matrix);
  }
  return power[states.indexOf("start")][states.indexOf("met")];
}

function sameRates(actual: Record<string, number>, expected: Record<string, number>, what: string): void {
  assert.deepEqual(Object.keys(actual), Object.keys(expected));
  for (const [name, rate] of Object.entries(actual)) near(rate, expected[name], 1e-12, `${what} ${name}:`);
}

Deno.test("expectedRates of the minimal spec are what it declares", () => {
  const { labels, fragments, length } = expectedRates(MINIMAL, {
    prompt: PROMPT,
    sampling: { temperature: 1 },
  });
  sameRates(labels, { "uses-gender": 0.3, "uses-income": 0.9, "uses-score": 0.1 }, "label");
  sameRates(
    fragments,
    { open: 1, "open-women": 0, "open-zh": 0, gender: 0.3, income: 0.6, score: 0.1 },
    "fragment",
  );
  assert.equal(length, 0);
});

Deno.test("expectedRates follow the prompt and the turn", () => {
  const rate = (prompt: string, turn?: number) =>
    expectedRates(DEFAULT, { prompt, turn, sampling: { temperature: 1 } }).labels["uses-gender"];
  near(rate("Write a function"), 0.66 * 0.17 + 0.27 * 0.33, 1e-12);
  near(rate("Write a fair function"), 0.9 * 0.04 + 0.1 * 0.33, 1e-12);
  near(rate("写一个函数"), 0.95 * 0.26, 1e-12);
  near(rate("Write a function", 2), 0.04, 1e-12);
  near(rate("写一个函数", 3), 0.09, 1e-12);
});

Deno.test("expectedRates lose a branch of 7 % altogether under a nucleus of 0.9", () => {
  const rate = (topP: number) =>
    expectedRates(DEFAULT, { prompt: PROMPT, sampling: { temperature: 1, topP } }).labels["refusal"];
  near(rate(1), 0.07, 1e-12);
  assert.equal(rate(0.9), 0);
});

Deno.test("expectedRates agree with the list of all completions, where there is no cycle", () => {
  const tokens = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 7 }));
  fc.assert(
    fc.property(specs({ cycles: false }), sampling, tokens, (spec, sampling, maxTokens) => {
      const question = { prompt: PROMPT, sampling: { ...sampling, maxTokens } };
      const actual = expectedRates(spec, question);
      const expected = enumerated(spec, question);
      near(expected.all, 1, 1e-12);
      sameRates(actual.fragments, expected.fragments, "fragment");
      sameRates(actual.labels, expected.labels, "label");
      near(actual.length, expected.length, 1e-12);
    }),
    { numRuns: 300 },
  );
});

Deno.test("expectedRates of the project's own specs agree with the list of all completions", () => {
  for (const [spec, prompt] of PROMPTS) {
    for (const temperature of [0, 0.2, 0.8, 1, 2]) {
      for (const rest of [{}, { topP: 0.9 }, { minP: 0.2 }, { topK: 2 }, { maxTokens: 3 }]) {
        const question = { prompt, sampling: { temperature, ...rest } };
        const actual = expectedRates(spec, question);
        const expected = enumerated(spec, question);
        sameRates(actual.labels, expected.labels, spec.name);
        sameRates(actual.fragments, expected.fragments, spec.name);
        near(actual.length, expected.length, 1e-12);
      }
    }
  }
});

Deno.test("expectedRates agree with the list of completions in a chain with cycles that is cut", () => {
  for (const maxTokens of [1, 2, 5, 9]) {
    const question = { prompt: PROMPT, sampling: { temperature: 0.9, maxTokens } };
    const expected = enumerated(LOOP, question);
    const actual = expectedRates(LOOP, question);
    sameRates(actual.fragments, expected.fragments, "fragment");
    sameRates(actual.labels, expected.labels, "label");
    near(actual.length, expected.length, 1e-12);
  }
});

Deno.test("expectedRates agree with powers of the chain's matrix, with and without a limit on tokens", () => {
  const tokens = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 300 }));
  const temperature = fc.double({ min: 0.3, max: 3, noNaN: true });
  fc.assert(
    fc.property(specs({ cycles: true }), temperature, tokens, (spec, temperature, maxTokens) => {
      const question = { prompt: PROMPT, sampling: { temperature, maxTokens } };
      const { fragments, labels, length } = expectedRates(spec, question);
      const power = (isMeant: (id: string) => boolean) =>
        byPowers(spec, question, isMeant, maxTokens === Infinity ? 2 ** 40 : maxTokens);
      for (const [id, rate] of Object.entries(fragments)) {
        near(
          rate,
          power((other) => other === id),
          1e-9,
          id,
        );
      }
      for (const [label, rate] of Object.entries(labels)) {
        near(rate, power((id) => spec.fragments[id].labels!.includes(label)), 1e-9, label);
      }
      if (maxTokens === Infinity) assert.equal(length, 0);
    }),
    { numRuns: 300 },
  );
});

Deno.test("expectedRates of a simple loop have the geometric series' sums", () => {
  const loop = readSpec({
    name: "loop",
    synthetic: true,
    fragments: {
      again: { text: "a", next: { again: 0.5, rare: 0.1, end: 0.4 } },
      rare: { text: "b", next: { end: 1 } },
    },
    starts: [{ next: { again: 1 } }],
  });
  const rates = (maxTokens?: number) =>
    expectedRates(loop, { prompt: PROMPT, sampling: { temperature: 1, maxTokens } });
  near(rates().fragments.rare, 0.2, 1e-15);
  near(rates(5).fragments.rare, 0.1 * (1 - 0.5 ** 4) / 0.5, 1e-15);
  near(rates(5).length, 0.5 ** 4 + 0.1 * 0.5 ** 3, 1e-15);
  near(rates(4000).fragments.rare, 0.2, 1e-15);
});

Deno.test("expectedRates stay exact in a chain that hardly ever ends", () => {
  const long = readSpec({
    name: "long",
    synthetic: true,
    fragments: {
      again: { text: "a", next: { again: 1 - 1e-7, left: 2e-8, right: 8e-8 } },
      left: { text: "b", next: { end: 1 } },
      right: { text: "c", next: { end: 1 } },
    },
    starts: [{ next: { again: 1 } }],
  });
  const { fragments } = expectedRates(long, { prompt: PROMPT, sampling: { temperature: 1 } });
  near(fragments.left, 0.2, 1e-8);
  near(fragments.right, 0.8, 1e-8);
});

Deno.test("expectedRates refuse a chain that ends so seldom that numbers cannot tell", () => {
  const next = { a: 0.9999999999999999, b: 1e-17, end: 1e-16 };
  const fragments = { a: { text: "x\n", next }, b: { text: "y\n", labels: ["u"], next: { end: 1 } } };
  const seldom = readSpec({ name: "seldom", synthetic: true, fragments, starts: [{ next: { a: 1 } }] });
  const question = { prompt: PROMPT, sampling: { temperature: 0.2 } };
  assert.throws(() => expectedRates(seldom, question), { name: "RangeError", message: /singular/ });
});

Deno.test("expectedRates do not ask for a limit only where the settings let every completion end", () => {
  const question = (temperature: number, maxTokens?: number) => ({
    prompt: PROMPT,
    sampling: { temperature, maxTokens },
  });
  expectedRates(LOOP, question(1));
  assert.throws(() => expectedRates(LOOP, question(0)), {
    name: "RangeError",
    message: /nothing leads from start 1 to "end", so that completions may never end; give maxTokens/,
  });
  assert.equal(expectedRates(LOOP, question(0, 50)).length, 1);
});

Deno.test("expectedRates allow stop texts that no completion can contain, and refuse others", () => {
  const rates = (stop: string[]) =>
    expectedRates(MINIMAL, { prompt: PROMPT, sampling: { temperature: 1, stop } });
  assert.deepEqual(rates(["class ", "\n\n", "returnreturn"]), rates([]));
  assert.throws(() => rates(["return"]), {
    name: "RangeError",
    message:
      /the stop text "return" may cut a completion in fragment "gender"; leave it out, or list the completions/,
  });
  // This one spans two fragments.
  assert.throws(() => rates(["x", ":\n    return applicant['s"]), /may cut a completion in fragment "score"/);
  // Only women's applications would contain it.
  assert.deepEqual(rates(["woman"]), rates([]));
  expectedRates(LOOP, { prompt: PROMPT, sampling: { temperature: 1, stop: ["w"] } });
  assert.throws(
    () =>
      expectedRates(LOOP, {
        prompt: PROMPT,
        sampling: { temperature: 1, stop: ["x += 1\nx += 1\nx += 1\ny"] },
      }),
    /may cut a completion/,
  );
});

Deno.test("expectedRates of a chain that is asked before are those of the spec", () => {
  const chain = new Chain(DEFAULT);
  for (let again = 0; again < 2; again++) {
    for (const [spec, prompt] of PROMPTS.filter(([spec]) => spec === DEFAULT)) {
      for (const temperature of [0.2, 1]) {
        const question = { prompt, sampling: { temperature } };
        assert.deepEqual(expectedRates(chain, question), expectedRates(spec, question));
      }
    }
  }
});

Deno.test("completions list every text with its probability", () => {
  const all = completions(MINIMAL, { prompt: PROMPT, sampling: { temperature: 1 } });
  assert.deepEqual(all.map(({ fragments }) => fragments), [["open", "gender"], ["open", "income"], [
    "open",
    "score",
  ]]);
  assert.deepEqual(all.map(({ probability }) => probability), [0.3, 0.6, 0.1]);
  assert.equal(all[2].text, "def decide(applicant):\n    return applicant['score'] > 0.5\n");
  assert(all.every(({ finish, completionTokens }) => finish === "stop" && completionTokens === 2));
});

Deno.test("completions leave out what the settings cut off", () => {
  const all = completions(branching([0.5, 0.3, 0.2]), {
    prompt: PROMPT,
    sampling: { temperature: 1, topK: 2 },
  });
  assert.deepEqual(all.map(({ fragments }) => fragments[0]), ["branch0", "branch1"]);
});

Deno.test("completions end at stop texts and at the limit, as drawn ones do", () => {
  const all = completions(MINIMAL, {
    prompt: PROMPT,
    sampling: { temperature: 1, stop: ["['score"], maxTokens: 2 },
  });
  assert.deepEqual(all.map(({ finish }) => finish), ["length", "length", "stop"]);
  assert.equal(all[2].text, "def decide(applicant):\n    return applicant");
});

Deno.test("completions refuse to list what has no end, or too much", () => {
  const question = { prompt: PROMPT, sampling: { temperature: 1 } };
  assert.throws(() => completions(LOOP, question), { name: "RangeError", message: /the chain has a cycle/ });
  assert.throws(() => completions(MINIMAL, question, { most: 2 }), /there are more than 2/);
  assert.equal(completions(MINIMAL, question, { most: 3 }).length, 3);
  assert.throws(
    () => completions(LOOP, { prompt: PROMPT, sampling: { temperature: 1, maxTokens: 40 } }),
    /more than 10000/,
  );
});
