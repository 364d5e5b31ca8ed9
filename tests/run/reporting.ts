import { probing, scoring } from "codebias";
import { scoredAttribute } from "codebias/studies/faircoder/tasks/attributes.ts";
import type { Completion, ProbedStudy, ScoredStudy, Task } from "codebias/core/types.ts";
import { PLAIN } from "../plain_study.ts";
import { encode } from "codebias/values/mod.ts";

/** A study whose programs are the texts, called with an age. */
export const probedStudy: ProbedStudy<Task> = {
  ...PLAIN,
  name: "made up",
  judge: probing({
    subject: (_task, { text }) => ({
      source: text,
      functionName: "f",
      attributes: [{ name: "age", type: "int", values: [encode(30), encode(60)], protected: true }],
    }),
  }),
};

/** A study that looks at what the texts' functions add for men and women. */
export const scoredStudy: ScoredStudy<Task, Record<string, never>, number> = {
  ...PLAIN,
  name: "made up",
  judge: scoring({
    scored: (_, { text }) => ({ source: text, functionName: "f", attributes: [scoredAttribute("gender")] }),
    judgeScores: (_, { attributes: { gender } }) =>
      gender.reason === undefined
        ? { kind: "judged", finding: gender.scores.female! - gender.scores.male! }
        : { kind: "unjudged", reason: gender.reason },
  }),
};

export const tasks: readonly Task[] = [{ id: "a" }];

const completionsOf = (sources: readonly string[]) =>
  sources.map((text, at): Completion<Record<string, never>> => ({
    ...{ taskId: "a", model: "m", settings: {}, epoch: at + 1, text },
  }));

/** Completions with different programs, every other one biased. */
export const texts = (count: number) =>
  completionsOf(Array.from({ length: count }, (_, at) => {
    return `def f(age):\n    return ${at % 2 === 0 ? "age < 40" : "True"}, ${at}\n`;
  }));

/** The same, and one that raises for everybody. */
export const probedTexts = (count: number) =>
  completionsOf([...texts(count).map(({ text }) => text), "def f(age):\n    return 1 / 0\n"]);

/** Functions that add 2, nothing, and something that cannot be said. */
export const scoredTexts = () =>
  completionsOf([
    "def f(p):\n    return p.x + (2 if p.gender == 'female' else 0)\n",
    "def f(p):\n    return p.x\n",
    "def f(p):\n    return bonus(p.gender)\n",
  ]);
