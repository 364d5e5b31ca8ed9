import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/huang/judge/rows.ts";
import { generate, huang, openModel } from "codebias";
import { type CalibrationSpec, readSpec } from "codebias/calibration/spec.ts";
import { chainOf } from "codebias/calibration/chain.ts";
import { mean, sum } from "codebias/statistics/descriptive.ts";
import { ATTRIBUTES, cbs, OVERALL, taskCounts } from "codebias/studies/huang/metrics/counts.ts";
import { type DeclaredRate, declaredRates } from "codebias/studies/huang/synthetic/declared_rates.ts";
import { feedback } from "codebias/studies/huang/judge/feedback.ts";
import { parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import type { AnswerRates } from "codebias/studies/huang/synthetic/synthetic.ts";
import { nameFor } from "codebias/studies/huang/synthetic/synthetic_answers.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";
import { roundsOf } from "codebias/bias/rounds.ts";
import type { AttributeFinding, ProbeReport, Prompt } from "codebias/core/types.ts";
import { near } from "../../../calibration/near.ts";
import { plausible } from "../../../statistics/binomial.ts";
import { some, templates } from "../own_suite.ts";
import { cbsAtK } from "codebias/studies/huang/metrics/cbs_at_k.ts";

const RATES: AnswerRates = {
  biased: { gender: 0.1, age: 0.15, race: 0.05, occupation: 0.12, education: 0.08, region: 0.2 },
  fails: 0.06,
  refuses: 0.04,
};
/** More of everything by another strategy, and other rates for one task. */
const declare = (task: HuangTask, strategy: string): AnswerRates =>
  strategy === "CoT1" || task === some[1]
    ? { biased: { gender: 0.3, age: 0.1, region: 0.25 }, fails: 0.05, refuses: 0.05 }
    : RATES;

/** An answer: how probable, and by what it is biased; null if it cannot be judged. */
interface Answer {
  readonly p: number;
  readonly biasedBy: string | null;
}

const FAIR = "";

/** The answers to a prompt, as the chain has them. */
function answersTo(
  spec: CalibrationSpec,
  { prompt, turn, temperature }: { prompt: Prompt; turn?: number; temperature: number },
): Answer[] {
  const { start, labels } = chainOf(spec).settle({ prompt, turn, sampling: { temperature } });
  return start.targets.map((target, at) => {
    const [label] = labels[target];
    const biasedBy = label === "no-program" ? null : label === "fair" ? FAIR : label.replace("biased-", "");
    return { p: start.probabilities[at], biasedBy };
  });
}

const isBiased = (attribute: string) => ({ biasedBy }: Answer) =>
  biasedBy !== null && biasedBy !== FAIR && (attribute === OVERALL || biasedBy === attribute);

/** All sequences of K answers by an urn: each answer that was drawn is put back with another one of its kind. */
function sequences(
  answers: readonly Answer[],
  k: number,
  spread: number,
): { readonly p: number; readonly drawn: readonly Answer[] }[] {
  let all = [{ p: 1, drawn: [] as Answer[] }];
  for (let draw = 0; draw < k; draw++) {
    all = all.flatMap(({ p, drawn }) =>
      answers.map((answer) => {
        const before = drawn.filter((other) => other === answer).length;
        return { p: p * (spread * answer.p + before) / (spread + draw), drawn: [...drawn, answer] };
      })
    );
  }
  return all;
}

function valueOf(declared: readonly DeclaredRate[], about: Partial<DeclaredRate>): number {
  const found = declared.filter((rate) =>
    Object.entries(about).every(([name, value]) => rate[name as keyof DeclaredRate] === value)
  );
  assert.equal(found.length, 1, JSON.stringify(about));
  return found[0].value!;
}

Deno.test("CBS_U@K and CBS_I@K are what all sequences of K answers that can be judged say", () => {
  for (const [spread, temperature] of [[4, 1], [0.5, 1], [2, 0.5]]) {
    const spec = huang.synthetic(some, templates, { declare, spread });
    const declared = declaredRates(spec, some, templates, {
      temperatures: [temperature],
      k: [1, 2, 3],
    });
    const perTask = huang.prompts(some, templates).map(({ prompt }) =>
      answersTo(spec, { prompt, temperature })
    );
    for (const k of [1, 2, 3]) {
      const drawn = perTask.map((answers) => {
        near(sum(sequences(answers, k, spread).map(({ p }) => p)), 1, 1e-12);
        return sequences(answers, k, spread).filter(({ drawn }) =>
          drawn.every(({ biasedBy }) => biasedBy !== null)
        );
      });
      for (const attribute of ATTRIBUTES) {
        const shares = (has: (drawn: readonly Answer[]) => boolean) =>
          mean(
            drawn.map((judged) =>
              sum(judged.filter((one) => has(one.drawn)).map(({ p }) => p)) / sum(judged.map(({ p }) => p))
            ),
          );
        const about = { attribute, temperature };
        near(
          valueOf(declared, { ...about, metric: `CBS_U@${k}` }),
          shares((drawn) => drawn.some(isBiased(attribute))),
          1e-12,
          `${attribute} U@${k}`,
        );
        near(
          valueOf(declared, { ...about, metric: `CBS_I@${k}` }),
          shares((drawn) => drawn.every(isBiased(attribute))),
          1e-12,
          `${attribute} I@${k}`,
        );
      }
    }
  }
});

/** What all courses of a conversation with feedback say: how probable they end biased by an attribute, and judged. */
function courses(
  turns: readonly (readonly Answer[])[],
  attribute: string,
): { readonly biased: number; readonly judged: number } {
  const [now, ...later] = turns;
  const ends = now.map((answer) => {
    if (later.length > 0 && isBiased(OVERALL)(answer)) {
      const { biased, judged } = courses(later, attribute);
      return { biased: answer.p * biased, judged: answer.p * judged };
    }
    const isJudged = answer.biasedBy !== null;
    return { biased: isBiased(attribute)(answer) ? answer.p : 0, judged: isJudged ? answer.p : 0 };
  });
  return { biased: sum(ends.map(({ biased }) => biased)), judged: sum(ends.map(({ judged }) => judged)) };
}

Deno.test("CBS of each round is what all courses of conversations with feedback say", () => {
  const spec = huang.synthetic(some, templates, { declare, remaining: 0.7, rounds: 2 });
  const [methods, temperatures, rounds] = [["original", "CoT1"], [1, 0.4], 3];
  const declared = declaredRates(spec, some, templates, { methods, temperatures, rounds });
  assert.equal(declared.length, 2 * 2 * 4 * 7);
  for (const method of methods) {
    for (const temperature of temperatures) {
      const turns = huang.prompts(some, templates, { methods: [method] }).map(({ prompt }, at) => [
        answersTo(spec, { prompt, temperature }),
        ...[2, 3, 4].map((turn) =>
          answersTo(spec, { prompt: `Mend \`${nameFor(some[at])}\`.`, turn, temperature })
        ),
      ]);
      for (let round = 0; round <= rounds; round++) {
        for (const attribute of ATTRIBUTES) {
          const all = turns.map((one) => courses(one.slice(0, round + 1), attribute));
          near(
            valueOf(declared, { prompt: method, temperature, round, attribute }),
            sum(all.map(({ biased }) => biased)) / sum(all.map(({ judged }) => judged)),
            1e-12,
            `${method} ${temperature} ${round} ${attribute}`,
          );
        }
      }
    }
  }
});

Deno.test("where no task differs from what is declared, K answers are independent", () => {
  const spec = huang.synthetic(some.slice(0, 1), templates, { declare });
  const bare = readSpec({ ...spec, starts: spec.starts.map(({ spread: _, ...start }) => start) });
  const declared = declaredRates(bare, some.slice(0, 1), templates, { temperatures: [1], k: [4] });
  const p = 0.15 / 0.9;
  near(valueOf(declared, { attribute: "age", metric: "CBS" }), p, 1e-12);
  near(valueOf(declared, { attribute: "age", metric: "CBS_U@4" }), 1 - (1 - p) ** 4, 1e-12);
  near(valueOf(declared, { attribute: "age", metric: "CBS_I@4" }), p ** 4, 1e-12);
});

Deno.test("tasks of which nothing can be judged count neither in scores nor in what is declared", () => {
  const never = (task: HuangTask) => task === some[0] ? { biased: {}, fails: 0, refuses: 1 } : RATES;
  const all = huang.synthetic(some, templates, { declare: never });
  const others = some.slice(1);
  const rest = huang.synthetic(others, templates, { declare: never });
  const options = { temperatures: [1], rounds: 1, k: [1, 2] };
  assert.deepEqual(
    declaredRates(all, some, templates, options).map(({ value }) => Number(value!.toFixed(12))),
    declaredRates(rest, others, templates, options).map(({ value }) => Number(value!.toFixed(12))),
  );
});

Deno.test("declaredRates() refuse rounds, K and strategies that are none", () => {
  const spec = huang.synthetic(some, templates);
  const of = (options: object) => declaredRates(spec, some, templates, { temperatures: [1], ...options });
  for (const rounds of [-1, 0.5, NaN]) {
    assert.throws(() => of({ rounds }), /^RangeError: Cannot declare rates of/);
  }
  for (const k of [0, -1, 1.5, NaN]) {
    assert.throws(() => of({ k: [1, k] }), /^RangeError: Cannot declare CBS_U@.*integer from 1$/);
  }
  assert.throws(() => of({ methods: ["orignal"] }), /^RangeError: Unknown prompt strategy "orignal"/);
  assert.throws(() => of({ temperatures: [-1] }), /^RangeError: .*temperature/);
});

/** What probing would say of an answer, by its fragment; undefined if it has no program. */
function reportOf(task: HuangTask, { fragments }: CalibrationSpec, text: string): ProbeReport | undefined {
  const [, { labels }] = Object.entries(fragments).find(([, fragment]) => fragment.text === text)!;
  const parsed = parsedCompletion(task, text);
  if ("kind" in parsed) return undefined;
  const failed = labels![0] === "no-program";
  const finding = (name: string): AttributeFinding =>
    failed ? { verdict: "unjudged" } : { verdict: labels![0] === `biased-${name}` ? "biased" : "unbiased" };
  return {
    attributes: Object.fromEntries(parsed.inputs.map(({ name }) => [name, finding(name)])),
    ...(failed && { reason: "not executable: it raises NameError for everybody" }),
    calls: 1,
    cpuMs: 1,
  };
}

Deno.test("what is declared comes out again: asked, given feedback as long as there is bias, counted", async () => {
  const [rounds, epochs, temperatures, methods] = [2, 200, [0.6, 1], ["original", "CoT1"]];
  // Next to no spread, so that completions of a task are as good as independent.
  const spec = huang.synthetic(some, templates, { declare, remaining: 0.8, rounds, spread: 1e6 });
  const taskOf = (taskId: string) => some.find(({ id }) => id === taskId)!;
  const generation = await generate({
    ...{ model: openModel(spec), study: "huang", temperatures, epochs, onNotice: () => {} },
    prompts: huang.prompts(some, templates, { methods }),
    followUp: ({ taskId, settings, replies }) => {
      const { text } = replies.at(-1)!;
      const report = reportOf(taskOf(taskId), spec, text);
      if (!report || replies.length > rounds) return undefined;
      const completion = { text, settings: { prompt: `${settings.prompt}`, temperature: 1, round: 0 } };
      return feedback(taskOf(taskId), report, { hands: "attributes", completion });
    },
  });
  assert.deepEqual([generation.model.synthetic, generation.failures.length], [true, 0]);
  const samples = roundsOf<{ prompt: string; temperature: number; round: number }>(generation, { rounds })
    .map((one) => {
      const finding = reportOf(taskOf(one.taskId), spec, one.text);
      const judgement = finding
        ? { kind: "judged", finding } as const
        : { kind: "unjudged", reason: "refusal" } as const;
      return { ...one, judgement };
    });
  const counts = taskCounts(rowsOf(some, samples));
  const declared = declaredRates(spec, some, templates, { methods, temperatures, rounds, k: [2] });
  for (const { prompt, temperature, round, attribute, value, n } of cbs(counts)) {
    const about = { prompt, temperature, round, attribute };
    const expected = valueOf(declared, { ...about, metric: "CBS" });
    plausible(Math.round(value! * n), n, expected, JSON.stringify(about));
  }
  // Three tasks, of each many pairs: about as precise as the shares.
  for (
    const { prompt, temperature, attribute, value, metric } of cbsAtK(
      counts.filter(({ round }) => round === 0),
      { k: 2 },
    )
  ) {
    near(value!, valueOf(declared, { prompt, temperature, attribute, metric }), 0.06, metric);
  }
  // The test has power: after feedback there is less bias, and still some.
  const overall = cbs(counts).filter(({ attribute, prompt, temperature }) =>
    attribute === OVERALL && prompt === "original" && temperature === 1
  ).map(({ value }) => value!);
  assert(overall[0] > overall[1] && overall[1] > overall[2] && overall[2] > 0.01, `${overall}`);
});
