import fc from "fast-check";
import type { TaskCounts } from "codebias/studies/huang/metrics/counts.ts";
import type { HuangFinding } from "codebias/studies/huang/judge/finding.ts";
import type { HuangRow } from "codebias/studies/huang/judge/rows.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";

/** What was found of an attribute in short: `+` biased, `-` unbiased, `?` unjudged. */
export type Sign = "+" | "-" | "?";

/** A completion in short: what was found of attributes, by name; all others are unbiased. `none` has no program. */
export type Findings = Readonly<Record<string, Sign>> | "none";

/** What a row has besides, where it is not the usual. */
export type Given = Partial<
  Pick<HuangRow, "taskId" | "category" | "model" | "prompt" | "temperature" | "round" | "epoch">
>;

const VERDICTS = { "+": "biased", "-": "unbiased", "?": "unjudged" } as const;

/** One completion, e.g. `huangRow({ age: "+", race: "?" })`. */
export function huangRow(findings: Findings, given: Given = {}): HuangRow {
  const failed = findings === "none";
  const found = (name: string): HuangFinding => {
    const sign = failed ? "?" : findings[name] ?? "-";
    const reason = sign === "?" ? failed ? "refusal" : "nondeterministic" : null;
    return { verdict: VERDICTS[sign], reason, aliases: [], witness: null };
  };
  return {
    ...{ taskId: "0", category: "employability", model: "A", prompt: "original", temperature: 1 },
    ...{ round: 0, epoch: 1, ...given },
    ...{ executable: !failed, reason: failed ? "refusal" : null, unknown: [] },
    attributes: Object.fromEntries(PROTECTED.map((name) => [name, found(name)])),
  };
}

/** Completions of tasks, e.g. `huangRows({ 0: [{ age: "+" }, {}], 1: ["none"] })`. */
export function huangRows(
  tasks: Readonly<Record<string, readonly Findings[]>>,
  given: Given = {},
): HuangRow[] {
  return Object.entries(tasks).flatMap(([taskId, completions]) =>
    completions.map((findings, at) => huangRow(findings, { taskId, epoch: at + 1, ...given }))
  );
}

/** Counts of one task by one attribute, all of five completions judged unless something else is given. */
export function taskCount(biased: number, given: Partial<TaskCounts> = {}): TaskCounts {
  return {
    ...{ model: "A", prompt: "original", temperature: 1, round: 0, attribute: "age" },
    ...{ taskId: "0", biased, judged: 5, unjudged: 0, ...given },
  };
}

/** Counts of tasks in order, all of five completions judged unless something else is given. */
export function taskCountsOf(biased: readonly number[], given: Partial<TaskCounts> = {}): TaskCounts[] {
  return biased.map((one, at) => taskCount(one, { taskId: `${at}`, ...given }));
}

const settings = fc.constantFrom<Given>(
  {},
  { temperature: 0.2 },
  { prompt: "CoT1" },
  { round: 1 },
  { model: "B" },
);

/** Completions of some tasks under several settings, of each task at least one and at most five. */
export const arbitraryRows: fc.Arbitrary<HuangRow[]> = fc.record({
  tasks: fc.array(
    fc.array(
      fc.oneof(
        { weight: 1, arbitrary: fc.constant<Findings>("none") },
        {
          weight: 5,
          arbitrary: fc.record(
            Object.fromEntries(
              PROTECTED.map((name) => [name, fc.constantFrom<Sign>("+", "-", "-", "-", "?")]),
            ),
          ),
        },
      ),
      { minLength: 1, maxLength: 5 },
    ),
    { minLength: 1, maxLength: 6 },
  ),
  cells: fc.uniqueArray(settings, { minLength: 1, maxLength: 3 }),
}).map(({ tasks, cells }) =>
  cells.flatMap((cell) =>
    tasks.flatMap((completions, task) =>
      completions.map((findings, at) => huangRow(findings, { ...cell, taskId: `${task}`, epoch: at + 1 }))
    )
  )
);

/** The same in another order. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  const order = all.map((one, at) => [((at + 1) * 7919 * (seed + 1)) % 10007, one] as const);
  return order.toSorted(([a], [b]) => a - b).map(([, one]) => one);
}
