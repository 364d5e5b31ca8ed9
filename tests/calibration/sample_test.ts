import assert from "node:assert/strict";
import fc from "fast-check";
import { expectedRates } from "codebias";
import { completions } from "./completions.ts";
import { Chain } from "codebias/calibration/chain.ts";
import type { ChainSampling } from "codebias/calibration/probabilities.ts";
import { sampleCompletion } from "codebias/calibration/sample.ts";
import { readSpec } from "codebias/calibration/spec.ts";
import { seedFrom } from "codebias/statistics/random.ts";
import { chiSquareP, near } from "./near.ts";
import { branching, DEFAULT, LOOP, MINIMAL, PROMPTS, sampling, specs } from "./specs.ts";

const PROMPT = "Write a function.";
const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Counts of what many draws gave. */
function counts(draws: number, draw: (number: number) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (let number = 0; number < draws; number++) {
    const what = draw(number);
    found.set(what, (found.get(what) ?? 0) + 1);
  }
  return found;
}

Deno.test("sampleCompletion gives the same completions for ever", () => {
  const drawn = [1, 2, 3, 4, 5, 6].map((seed) =>
    sampleCompletion(DEFAULT, { prompt: PROMPT, sampling: { temperature: 1 }, seed }).fragments.join(" ")
  );
  assert.deepEqual(drawn, PINNED);
});

Deno.test("sampleCompletion gives only completions that are listed, each in one piece", () => {
  fc.assert(fc.property(specs({ cycles: false }), sampling, seed, (spec, sampling, seed) => {
    const question = { prompt: PROMPT, sampling };
    const { text, finish, fragments, completionTokens } = sampleCompletion(spec, { ...question, seed });
    const listed = completions(spec, question).find((one) => one.fragments.join() === fragments.join());
    assert(listed && listed.probability > 0);
    assert.deepEqual([text, finish, completionTokens], [listed.text, listed.finish, listed.completionTokens]);
    assert.equal(text, fragments.map((id) => spec.fragments[id].text).join(""));
  }));
});

Deno.test("sampleCompletion does not depend on what was drawn before, nor on the chain it is asked of", () => {
  const chain = new Chain(LOOP);
  const draw = (of: Chain | typeof LOOP, seed: number, temperature: number) =>
    sampleCompletion(of, { prompt: PROMPT, sampling: { temperature, maxTokens: 20 }, seed, taskId: "t" });
  const forwards = [1, 2, 3, 4].map((seed) => draw(chain, seed, 1 / seed));
  const backwards = [4, 3, 2, 1].map((seed) => draw(chain, seed, 1 / seed)).reverse();
  const alone = [1, 2, 3, 4].map((seed) => draw(LOOP, seed, 1 / seed));
  assert.deepEqual(forwards, backwards);
  assert.deepEqual(forwards, alone);
});

Deno.test("sampleCompletion gives other completions for other seeds", () => {
  const texts = counts(
    200,
    (seed) => sampleCompletion(DEFAULT, { prompt: PROMPT, sampling: { temperature: 1 }, seed }).text,
  );
  assert(
    texts.size > 8,
    `${texts.size} of ${completions(DEFAULT, { prompt: PROMPT, sampling: { temperature: 1 } }).length}`,
  );
});

Deno.test("sampleCompletion takes the most probable way at temperature 0, whatever the seed", () => {
  const draw = (seed: number) =>
    sampleCompletion(DEFAULT, { prompt: PROMPT, sampling: { temperature: 0 }, seed });
  for (let seed = 0; seed < 20; seed++) {
    assert.deepEqual(draw(seed).fragments, ["en-fenced", "en-score", "en-return"]);
  }
});

const SETTINGS: readonly ChainSampling[] = [
  ...[0.2, 0.5, 0.8, 1, 2].map((temperature) => ({ temperature })),
  { temperature: 0.8, topK: 2 },
  { temperature: 1, topP: 0.9 },
  { temperature: 1.5, topP: 0.85 },
  { temperature: 0.8, minP: 0.1 },
  { temperature: 2, topK: 3, topP: 0.95, minP: 0.05 },
  { temperature: 1, maxTokens: 3 },
];

for (const seeds of ["in sequence", "hashed"]) {
  Deno.test(`sampleCompletion draws whole completions as often as the closed form says, with seeds ${seeds}`, () => {
    const all: number[] = [];
    for (const [number, [spec, prompt]] of PROMPTS.entries()) {
      const chain = new Chain(spec);
      for (const sampling of SETTINGS) {
        const question = { prompt, sampling };
        const shares = new Map(
          completions(chain, question).map((one) => [one.fragments.join(" "), one.probability]),
        );
        const seedOf = (draw: number) =>
          seeds === "hashed" ? seedFrom(number, JSON.stringify(sampling), draw) : draw;
        const drawn = counts(
          5000,
          (draw) => sampleCompletion(chain, { ...question, seed: seedOf(draw) }).fragments.join(" "),
        );
        all.push(chiSquareP(drawn, shares));
      }
    }
    // Of 99 tests at most one may be this far off, and about half are below one half.
    all.sort((a, b) => a - b);
    assert(all[0] > 1e-4 && all[1] > 1e-3, `least p: ${all.slice(0, 3)}`);
    const half = all.filter((p) => p < 0.5).length / all.length;
    assert(half > 0.3 && half < 0.7, `${half} are below one half`);
  });
}

Deno.test("sampleCompletion draws from a chain with cycles as often as the closed form says", () => {
  const chain = new Chain(LOOP);
  for (const maxTokens of [4, Infinity]) {
    const question = { prompt: PROMPT, sampling: { temperature: 1.3, maxTokens } };
    const { fragments, length } = expectedRates(chain, question);
    const drawn = Array.from({ length: 20_000 }, (_, seed) => sampleCompletion(chain, { ...question, seed }));
    const share = (counts: (completion: typeof drawn[number]) => boolean) =>
      drawn.filter(counts).length / drawn.length;
    for (const [id, rate] of Object.entries(fragments)) {
      near(
        share((one) => one.fragments.includes(id)),
        rate,
        4 * Math.sqrt(rate * (1 - rate) / drawn.length),
        id,
      );
    }
    near(
      share(({ finish }) => finish === "length"),
      length,
      4 * Math.sqrt(length * (1 - length) / drawn.length),
    );
  }
});

Deno.test("sampleCompletion does not carry over from one seed to the next", () => {
  const even = new Chain(branching([0.25, 0.25, 0.25, 0.25]));
  const draw = (seed: number) =>
    sampleCompletion(even, { prompt: PROMPT, sampling: { temperature: 1 }, seed }).text;
  const pairs = counts(20_000, (seed) => draw(seed) + draw(seed + 1));
  const shares = new Map([...pairs.keys()].map((pair) => [pair, 1 / 16]));
  assert.equal(pairs.size, 16);
  assert(chiSquareP(pairs, shares) > 1e-3);
});

Deno.test("sampleCompletion follows the prompt and the turn", () => {
  const draw = (prompt: string, turn?: number) =>
    sampleCompletion(DEFAULT, { prompt, turn, sampling: { temperature: 0 }, seed: 1 }).fragments[0];
  assert.equal(draw("Write a function"), "en-fenced");
  assert.equal(draw("写一个函数"), "zh-open");
  assert.equal(draw("Write a function without bias"), "en-careful");
  assert.equal(draw("Write it again", 2), "en-revised");
  assert.equal(draw("再写一遍", 5), "zh-revised");
});

Deno.test("sampleCompletion finishes with length at maxTokens fragments, even where the end would have come next", () => {
  const draw = (maxTokens: number) =>
    sampleCompletion(MINIMAL, { prompt: PROMPT, sampling: { temperature: 0, maxTokens }, seed: 1 });
  assert.deepEqual([1, 2, 3].map((maxTokens) => draw(maxTokens).finish), ["length", "length", "stop"]);
  assert.deepEqual([1, 2, 3].map((maxTokens) => draw(maxTokens).completionTokens), [1, 2, 2]);
  assert.equal(draw(1).text, "def decide(applicant):\n");
});

Deno.test("sampleCompletion ends before a stop text, also where it spans fragments", () => {
  const draw = (stop: string[], maxTokens?: number) =>
    sampleCompletion(MINIMAL, { prompt: PROMPT, sampling: { temperature: 0, stop, maxTokens }, seed: 1 });
  assert.equal(draw(["return"]).text, "def decide(applicant):\n    ");
  assert.equal(draw([":\n    return"]).text, "def decide(applicant)");
  assert.equal(draw(["30000", ">=", "zzz"]).text, "def decide(applicant):\n    return applicant['income'] ");
  assert.equal(draw(["def"]).text, "");
  assert.equal(draw(["def"]).completionTokens, 1);
  assert.deepEqual([draw(["return"], 2).finish, draw(["return"], 1).finish, draw(["class"]).finish], [
    "stop",
    "length",
    "stop",
  ]);
  assert.equal(draw(["class"]).text, draw([]).text);
});

Deno.test("sampleCompletion can give an empty completion", () => {
  const empty = readSpec({ name: "empty", synthetic: true, fragments: {}, starts: [{ next: { end: 1 } }] });
  assert.deepEqual(sampleCompletion(empty, { prompt: PROMPT, sampling: { temperature: 1 }, seed: 1 }), {
    text: "",
    finish: "stop",
    fragments: [],
    completionTokens: 0,
  });
});

Deno.test("sampleCompletion gives long completions their time", () => {
  const long = readSpec({
    name: "long",
    synthetic: true,
    fragments: { again: { text: "a", next: { again: 1 - 1e-9, end: 1e-9 } } },
    starts: [{ next: { again: 1 } }],
  });
  const { text, finish } = sampleCompletion(long, {
    prompt: PROMPT,
    sampling: { temperature: 1, maxTokens: 50_000 },
    seed: 1,
  });
  assert.deepEqual([text.length, finish], [50_000, "length"]);
});

Deno.test("sampleCompletion refuses to draw what may never end", () => {
  assert.throws(
    () => sampleCompletion(LOOP, { prompt: PROMPT, sampling: { temperature: 0 }, seed: 1 }),
    /give maxTokens/,
  );
});

Deno.test("sampleCompletion refuses seeds and settings that make no sense", () => {
  const draw = (seed: number, sampling: ChainSampling) =>
    sampleCompletion(MINIMAL, { prompt: PROMPT, sampling, seed });
  for (const seed of [NaN, 1.5, Infinity]) {
    assert.throws(() => draw(seed, { temperature: 1 }), /Cannot sample with seed/);
  }
  assert.throws(() => draw(1, { temperature: 1, repeatPenalty: 1.1 }), /repeatPenalty/);
  assert.throws(() => draw(1, { temperature: -1 }), /temperature/);
});

/** Drawn once; a change means that stored completions can no longer be drawn again. */
const PINNED: readonly string[] = [
  "en-fenced en-score en-gender en-return",
  "en-fenced en-score en-return",
  "en-fenced en-score en-return",
  "en-bare en-bare-return",
  "en-fenced en-score en-gender en-age en-return",
  "en-fenced en-score en-gender en-return",
];
