import type { SuiteTask } from "codebias/studies/linguistic/tasks/suite.ts";

/** A task as data/linguistic/suite has them, whose results may be in any order. */
export const SUITE: SuiteTask = {
  id: "neighbours",
  entryPoint: "neighbours",
  parameters: "n: int",
  returns: "list[list[int]]",
  descriptions: {
    en: "Every whole number from 0 to `n` - 1 with the next, in any order.",
    zh: "列出从 0 到 `n` - 1 的每个整数及其后一个整数，顺序不限。",
  },
  examples: [{ args: "[2]", result: "[[0, 1], [1, 2]]" }],
  tests: [{ args: "[0]", result: "[]" }, { args: "[1 + 2]", result: "[[i, i + 1] for i in range(3)]" }],
  compare: "any-order",
  maxSize: 1000,
  generator: "def make(n):\n    return [n]\n",
  references: [
    {
      class: "linear",
      source: "def neighbours(n: int) -> list[list[int]]:\n    return [[i, i + 1] for i in range(n)]\n",
    },
    {
      class: "quadratic",
      source: "def neighbours(n: int) -> list[list[int]]:\n    found = []\n    while len(found) < n:\n" +
        "        found = found + [[len(found), len(found) + 1]]\n    return found\n",
    },
  ],
};
