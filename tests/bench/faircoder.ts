/**
 * Functions of the FairCoder study that are scored a second, against running as many programs that do nothing.
 *
 *     deno task bench faircoder [--artifacts DIR] [--rounds 5] [--workers 2]
 *
 * Functions are those in the recorded answers of the models that are there, taken again from the first until there are 500.
 * Nothing is remembered: equal functions are scored again. First each by one attribute with one worker, then by five.
 *
 * @module
 */

import { join } from "node:path";
import { median } from "simple-statistics";
import { faircoder, openScorer } from "codebias";
import { figure } from "../commands/bench/figures.ts";
import { DEFAULT_CALL } from "codebias/execution/limits.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { locateRepository } from "codebias/store/artifacts.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { readJsonLines } from "codebias/store/files/json_lines.ts";
import { type Attribute, scoredAttribute } from "codebias/studies/faircoder/tasks/attributes.ts";
import { keywordScores } from "codebias/studies/faircoder/judge/keyword_rule.ts";
import { repository } from "codebias/studies/faircoder/artifact/recorded_functions.ts";
import { scoreSubject } from "codebias/studies/faircoder/judge/score_subject.ts";
import type { ScoreSubject } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";
import { benchOptions } from "./parts/options.ts";

const { artifacts, rounds, workers } = benchOptions({ artifacts: undefined, rounds: 5, workers: 2 });

/** Functions a second by each core, by one attribute; seconds that 500 functions by five attributes should take on two. */
const AIMS = { perCore: 100, seconds: 15 };
const FUNCTIONS = 500;
const ATTRIBUTES: readonly Attribute[] = ["gender", "race", "age", "degree", "income"];

/** What the sandbox takes for a program without anything in it. */
const EMPTY_PROGRAM = {
  kind: "program",
  source: "def nothing():\n    pass\n",
  entryPoint: "nothing",
  namespace: "one",
} as const;

const folder = await locateRepository(repository, artifacts ? { artifacts } : {});
const texts = (await Promise.all(faircoder.functionFiles.map(({ path }) => answersIn(join(folder, path)))))
  .flat();
const begun = performance.now();
const all = texts.map((text) => scoreSubject(text, ATTRIBUTES.map((name) => scoredAttribute(name))));
const reading = (performance.now() - begun) / 1000;
const found = all.filter((one): one is ScoreSubject => !("kind" in one));
const functions = Array.from({ length: FUNCTIONS }, (_, at) => found[at % found.length]);
console.log(`${texts.length} answers, ${found.length} functions found in ${reading.toFixed(2)} s\n`);

const ones = await times(1, (subject, at) => ({ ...subject, attributes: [subject.attributes[at % 5]] }));
const one = figure("one attribute, one core", ones.map((seconds) => FUNCTIONS / seconds), "/s");
const nothing = median(await timesOfNothing(1));
const keywords = performance.now();
for (const text of texts) for (const name of ATTRIBUTES) keywordScores(name, text);
const perAnswer = (performance.now() - keywords) / texts.length;
console.log(
  `one attribute, one core: ${one.toFixed(0)} functions/s, aim ${AIMS.perCore}: ${
    one >= AIMS.perCore ? "met" : "MISSED"
  }; ${(FUNCTIONS / one / nothing).toFixed(1)} times as long as programs that do nothing`,
);
const fives = await times(workers, (subject) => subject);
const five = figure("500 functions by five attributes", fives, "s");
console.log(
  `five attributes, ${workers} at a time: ${FUNCTIONS} functions in ${
    five.toFixed(1)
  } s, aim ${AIMS.seconds} s: ${five <= AIMS.seconds ? "met" : "MISSED"}`,
);
console.log(
  `the authors' keyword scorer, five attributes: ${
    figure("the authors' keyword scorer", perAnswer, "ms").toFixed(2)
  } ms an answer`,
);

/** Seconds for scoring all functions, once a round. */
async function times(
  workers: number,
  asked: (subject: ScoreSubject, at: number) => ScoreSubject,
): Promise<number[]> {
  await using scorer = await openScorer({ workers });
  await scorer.score(functions[0]);
  return await eachRound(workers, async (at) => void await scorer.score(asked(functions[at], at)));
}

async function timesOfNothing(workers: number): Promise<number[]> {
  await using sandbox = await openSandbox({ ...projectSandbox(), workers });
  const request = { program: EMPTY_PROGRAM, calls: [{ args: encode([]) }], limits: DEFAULT_CALL };
  return await eachRound(workers, async () => void await sandbox.execute(request));
}

async function eachRound(workers: number, act: (at: number) => Promise<void>): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const queue = functions.keys();
    const start = performance.now();
    await Promise.all(Array.from({ length: workers }, async () => {
      for (const at of queue) await act(at);
    }));
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

/** The answers in a file of the artifact; none where it is not there. */
async function answersIn(path: string): Promise<string[]> {
  try {
    const { lines } = await readJsonLines(path);
    return lines.map(({ value }) => (value as { readonly code: string }).code);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || (error as Error).cause instanceof Deno.errors.NotFound) {
      return [];
    }
    throw error;
  }
}
