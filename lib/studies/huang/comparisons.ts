import { holm } from "../../statistics/multiplicity.ts";
import { pairedT } from "../../statistics/t_test.ts";
import { mean } from "../../statistics/descriptive.ts";
import { orNull } from "../../statistics/task_estimates.ts";
import { groupsOf, type TaskCounts } from "./counts.ts";
import { type HuangKeys, keysOf, OVERALL } from "./rates.ts";

/** Two shares of biased completions of the same tasks. Null where nothing can be computed. */
export interface Comparison extends HuangKeys {
  readonly attribute: string;
  /** What is compared: attributes, prompt strategies, or rounds of feedback. */
  readonly across: "attribute" | "prompt" | "round";
  readonly level: string | number;
  readonly reference: string | number;
  /** Mean over the tasks of the level, and of what it is compared with, in [0, 1]. */
  readonly value: number | null;
  readonly referenceValue: number | null;
  /** Mean over tasks of the difference, with its interval at 95 %. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly p: number | null;
  /** The same by Holm's method, over all comparisons of a model that are made together. */
  readonly pAdjusted: number | null;
  /** Number of tasks with both. */
  readonly n: number;
}

/**
 * Whether some attributes bias more completions than others: every pair of attributes, over the same tasks. Tasks that do not
 * offer an attribute count for it, too.
 *
 * Source: the paper Bias Testing and Mitigation, RQ1.2, compares the shares without a test. Here the paired t-test over tasks,
 * with Holm's correction over the pairs of a model, strategy, temperature and round.
 *
 * @throws {RangeError} If a task is there twice.
 */
export function compareAttributes(counts: readonly TaskCounts[]): Comparison[] {
  const cells = Map.groupBy(groupsOf(counts), ([{ attribute: _, ...one }]) => JSON.stringify(keysOf(one)));
  return [...cells.values()].flatMap((cell) => {
    const groups = cell.filter(([{ attribute }]) => attribute !== OVERALL);
    return adjusted(groups.flatMap((group, at) =>
      groups.slice(at + 1).map((other) => ({
        ...keysOf(group[0]),
        attribute: group[0].attribute,
        across: "attribute" as const,
        level: group[0].attribute,
        reference: other[0].attribute,
        ...compared(group, other),
      }))
    ));
  });
}

/**
 * Each level of a setting beside one of them, over the same tasks: the paired t-test, with Holm's correction over the
 * attributes and levels of a model.
 *
 * @param options.across Which setting: the prompt strategy or the round of feedback.
 * @param options.reference With which level the others are compared.
 * @throws {RangeError} If nothing has that level, or a task is there twice.
 */
export function compareSettings(
  counts: readonly TaskCounts[],
  { across, reference }:
    | { readonly across: "prompt"; readonly reference: string }
    | { readonly across: "round"; readonly reference: number },
): Comparison[] {
  const levels = [...new Set(counts.map((one) => one[across]))];
  if (levels.length > 0 && !levels.includes(reference)) {
    const there = levels.map((level) => JSON.stringify(level)).join(", ");
    throw new RangeError(
      `Cannot compare with ${across} ${JSON.stringify(reference)}: nothing has it; there are ${there}`,
    );
  }
  const others = Map.groupBy(groupsOf(counts), ([one]) => {
    const rest = Object.entries(keysOf(one)).filter(([key]) => key !== across);
    return JSON.stringify([one.attribute, rest]);
  });
  const rows = [...others.values()].flatMap((groups) => {
    const base = groups.find(([one]) => one[across] === reference) ?? [];
    return groups.filter((group) => group !== base).map((group) => ({
      ...keysOf(group[0]),
      attribute: group[0].attribute,
      across,
      level: group[0][across],
      reference,
      ...compared(group, base),
    }));
  });
  return [...Map.groupBy(rows, ({ model }) => model).values()].flatMap(adjusted);
}

type Compared = Pick<Comparison, "value" | "referenceValue" | "difference" | "low" | "high" | "p" | "n">;

function compared(level: readonly TaskCounts[], reference: readonly TaskCounts[]): Compared {
  const [after, before] = [sharesOf(level), sharesOf(reference)];
  const both = [...after.keys()].filter((taskId) => before.has(taskId));
  const [x, y] = [before, after].map((shares) => both.map((taskId) => shares.get(taskId)!));
  const test = orNull(() => pairedT(x, y));
  return {
    value: meanOrNull([...after.values()]),
    referenceValue: meanOrNull([...before.values()]),
    difference: test?.difference ?? meanOrNull(y.map((share, at) => share - x[at])),
    low: test?.low ?? null,
    high: test?.high ?? null,
    p: test?.p ?? null,
    n: both.length,
  };
}

function sharesOf(counts: readonly TaskCounts[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { taskId, biased, judged } of counts) {
    if (judged === 0) continue;
    if (shares.has(taskId)) {
      throw new RangeError(
        `Cannot compare: task ${taskId} is there twice with the same settings; count all of it together`,
      );
    }
    shares.set(taskId, biased / judged);
  }
  return shares;
}

function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}

function adjusted(rows: readonly Omit<Comparison, "pAdjusted">[]): Comparison[] {
  const ps = holm(rows.map(({ p }) => p));
  return rows.map((row, at) => ({ ...row, pAdjusted: ps[at] }));
}
