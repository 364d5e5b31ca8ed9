import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import counts from "../../../../data/linguistic/draws.json" with { type: "json" };
import { check, drawOf, drawsOf, generatorDrawsOf } from "codebias/studies/linguistic/judge/check.ts";
import { generatorOf, referenceOf, type Rule } from "codebias/studies/linguistic/judge/programs.ts";
import { type LinguisticTask, suiteTask } from "codebias/studies/linguistic/tasks/layout.ts";
import type { ExecutionRequest } from "codebias/core/types.ts";
import { decode } from "codebias/values/mod.ts";
import { SUITE } from "../own_suite.ts";
import { doubling } from "../samples.ts";

const task = doubling();

Deno.test("drawOf() draws sizes in [N/2, N] with N = min(maxSize, 2000)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), fc.nat(), (maxSize, seed, index) => {
      const { n, seed: drawSeed } = drawOf(doubling({ maxSize }), [seed, index]);
      const top = Math.min(maxSize, 2000);
      assert(Number.isInteger(n) && n >= Math.floor(top / 2) && n <= top, `${n} of ${maxSize}`);
      assert(Number.isInteger(drawSeed) && drawSeed >= 0 && drawSeed < 2 ** 31);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("drawOf() draws every size, the ends included, about equally often", () => {
  const counts = new Map<number, number>();
  for (let index = 0; index < 6000; index++) {
    const { n } = drawOf(doubling({ maxSize: 10 }), [1, index]);
    counts.set(n, (counts.get(n) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort((a, b) => a - b), [5, 6, 7, 8, 9, 10]);
  // Six standard deviations of a binomial count with p = 1/6.
  for (const [n, count] of counts) assert(Math.abs(count - 1000) < 6 * 29, `size ${n}: ${count}`);
});

Deno.test("drawOf() gives other draws, tasks and runs other seeds", () => {
  const seeds = new Set<number>();
  let count = 0;
  for (const id of ["HumanEval/1", "HumanEval/11", "leetcode/1"]) {
    for (const seed of [1, 2, 11]) {
      for (let index = 0; index < 100; index++, count++) {
        seeds.add(drawOf(doubling({ id }), [seed, index]).seed);
      }
    }
  }
  assert.equal(seeds.size, count);
  assert.notEqual(drawOf(task, [1, "evidence", 0]).seed, drawOf(task, [1, 0]).seed);
});

Deno.test("drawOf() never changes: pinned values of one task", () => {
  const drawn = [0, 1, 2, 3, 4].map((index) => drawOf(task, [1, index]));
  assert.deepEqual(drawn, [
    { n: 89, seed: 1182518473 },
    { n: 56, seed: 201490819 },
    { n: 60, seed: 963378387 },
    { n: 71, seed: 523750930 },
    { n: 58, seed: 965430374 },
  ]);
  assert.deepEqual(drawOf(task, [1, "evidence", 0]), { n: 97, seed: 1861841474 });
});

Deno.test("drawOf() gives the first draw the largest size, as the authors do", () => {
  for (const [maxSize, n] of [[100, 100], [2000, 2000], [90_000, 2000], [1, 1]]) {
    const draw = drawOf(doubling({ maxSize }), [1, 0], true);
    assert.deepEqual(draw, { ...drawOf(doubling({ maxSize }), [1, 0]), n });
  }
});

Deno.test("check() asks for the draws of drawOf(), one call each, in order", () => {
  const { generator, reference } = check(task, { rule: "published", seed: 7, draws: 20 });
  assert.deepEqual(generator.program, generatorOf(task));
  assert.deepEqual(reference, referenceOf(task, "published"));
  assert.equal(generator.calls.length, 20);
  for (const [index, { args, kwargs, seed }] of generator.calls.entries()) {
    const draw = drawOf(task, [7, index], index === 0);
    assert.deepEqual([decode(args!), seed, kwargs], [[draw.n], draw.seed, undefined]);
  }
});

Deno.test("check() gives both rules the same inputs, and fewer draws are the first ones", () => {
  const published = check(task, { rule: "published", seed: 1 });
  const corrected = check(task, { rule: "corrected", seed: 1 });
  assert.deepEqual(published.generator, corrected.generator);
  assert.deepEqual(corrected.reference, referenceOf(task, "corrected"));
  const few = check(task, { rule: "published", seed: 1, draws: 5 });
  assert.deepEqual(few.generator.calls, published.generator.calls.slice(0, 5));
});

Deno.test("check() never changes: pinned values of one task, down to programs and limits", () => {
  const request = check(task, { rule: "published", seed: 1, draws: 3 });
  const text = JSON.stringify(
    { calls: request.generator.calls, limits: [request.generator.limits, request.limits] },
    (_name, value) => (value instanceof Uint8Array ? value.toHex() : value),
  );
  assert.equal(
    text,
    '{"calls":[{"args":"005b010000006964000000","seed":1182518473},' +
      '{"args":"005b010000006938000000","seed":201490819},' +
      '{"args":"005b01000000693c000000","seed":963378387}],' +
      '"limits":[{"cpuMs":20000,"wallMs":120000,"memoryMiB":2048,"outputMiB":64},' +
      '{"cpuMs":4000,"wallMs":40000,"memoryMiB":1024,"outputMiB":64}]}',
  );
});

Deno.test("check() respects the numbers of draws in draws.json", () => {
  const listed = Object.entries(counts.draws);
  assert(listed.length > 0);
  for (const [id, draws] of listed) {
    assert.equal(drawsOf(doubling({ id })), draws);
    assert.equal(check(doubling({ id }), { rule: "corrected", seed: 1 }).generator.calls.length, draws);
    assert.equal(check(doubling({ id }), { rule: "corrected", seed: 1, draws: 2 }).generator.calls.length, 2);
  }
  assert.equal(drawsOf(task), 100);
  assert.equal(check(task, { rule: "corrected", seed: 1 }).generator.calls.length, 100);
});

Deno.test("generatorDrawsOf() is 3000 unless draws.json says otherwise", () => {
  assert.equal(generatorDrawsOf(task), 3000);
  const listed = Object.entries(counts.generatorDraws);
  assert(listed.length > 0);
  for (const [id, draws] of listed) assert.equal(generatorDrawsOf(doubling({ id })), draws);
});

Deno.test("draws.json has at least 3 draws for every task, and fewer than the usual ones", () => {
  for (const [id, draws] of Object.entries(counts.draws)) assert(draws >= 3 && draws < 100, id);
  for (const [id, draws] of Object.entries(counts.generatorDraws)) assert(draws >= 3 && draws < 3000, id);
});

Deno.test("check() refuses what is no number of draws", () => {
  for (const draws of [0, -1, 2.5, NaN, Infinity]) {
    assert.throws(() => check(task, { rule: "published", seed: 1, draws }), {
      name: "RangeError",
      message: `Cannot check with ${draws} draws: expected at least 1`,
    });
  }
});

Deno.test("check() refuses a rule that there is not", () => {
  assert.throws(() => check(task, { rule: "Published" as Rule, seed: 1 }), {
    name: "RangeError",
    message: 'Cannot check by the rule "Published": it must be one of published, corrected',
  });
});

Deno.test("check() never changes: a hash of all 100 draws of one task", () => {
  const calls = check(task, { rule: "published", seed: 1 }).generator.calls;
  const text = calls.map(({ args, seed }) => `${decode(args!)} ${seed}\n`).join("");
  const hash = createHash("sha256").update(text).digest("hex");
  assert.equal(hash, "4d7a8d241472376cf71fd6d8d537e330b9a899739239772c89746987b54e0bcb");
});

const own = suiteTask(SUITE);

Deno.test("check() of a task of our own suite has the examples and tests first, each with its own seed", () => {
  const { cases, passes, generator, reference } = check(own, { rule: "corrected", seed: 3, draws: 5 });
  assert(cases);
  const values = ({ calls }: ExecutionRequest) => calls.map(({ args }) => decode(args!));
  assert.deepEqual(values(cases.inputs), [["[2]"], ["[0]"], ["[1 + 2]"]]);
  assert.deepEqual(values(cases.results), [["[[0, 1], [1, 2]]"], ["[]"], ["[[i, i + 1] for i in range(3)]"]]);
  const seeds = [...cases.inputs.calls, ...generator.calls].map(({ seed }) => seed);
  assert.equal(new Set(seeds).size, 3 + 5);
  assert.equal(passes, "args");
  assert.deepEqual([generator.program.entryPoint, reference.source], ["make", SUITE.references[0].source]);
});

Deno.test("check() of a task of our own suite draws sizes from 1 up to those that its references were compared at", () => {
  const sizes = (task: LinguisticTask) =>
    check(task, { rule: "corrected", seed: 1, draws: 2000 }).generator.calls.map(({ args }) =>
      (decode(args!) as number[])[0]
    );
  const [fast] = SUITE.references;
  for (
    const [task, top] of [
      [own, 60],
      [suiteTask({ ...SUITE, references: [fast, { ...fast, class: "exponential" }] }), 14],
      [suiteTask({ ...SUITE, maxSize: 7 }), 7],
    ] as const
  ) {
    const drawn = sizes(task);
    assert.equal(drawn[0], top);
    assert.deepEqual(
      [...new Set(drawn)].sort((a, b) => a - b),
      Array.from({ length: top }, (_, at) => at + 1),
    );
  }
});

Deno.test("check() of a published task has no cases and passes arguments by name", () => {
  const { cases, passes = "kwargs" } = check(task, { rule: "corrected", seed: 1 });
  assert.deepEqual([cases, passes], [undefined, "kwargs"]);
});
