import fc from "fast-check";
import type { TaskCounts } from "codebias/studies/solar/metrics/counts.ts";
import type { RowAttribute, RowValue, SolarRow } from "codebias/studies/solar/judge/rows.ts";
import type { AttributeRole } from "codebias/studies/solar/tasks/task.ts";

/**
 * An attribute of a completion in short: a letter for its role, and a sign for what was found.
 *
 * `s` sensitive, `r` related, `n` neither, `b` both; `+` biased, `!` biased only by an exception, `-` unbiased,
 * `?` unjudged; e.g. `s+`. `x` instead of a sign: the completion cannot be executed.
 */
export type Finding = `${"s" | "r" | "n" | "b"}${"+" | "!" | "-" | "?" | "x"}`;

/** A completion in short: what was found of each attribute, or that and how its values fare. */
export type Findings = Readonly<Record<string, Finding | readonly [Finding, ...RowValue[]]>>;

/** What a row has besides, where it is not the usual. */
export type Given = Partial<
  Pick<SolarRow, "taskId" | "model" | "prompt" | "temperature" | "round" | "epoch">
>;

const ROLES: Readonly<Record<string, AttributeRole>> = {
  s: "sensitive",
  r: "related",
  n: "neither",
  b: "both",
};

/** One completion, e.g. `solarRow({ age: "s+", income: "r-" })`. */
export function solarRow(findings: Findings, given: Given = {}): SolarRow {
  const entries = Object.entries(findings).map(([name, found]) =>
    [name, attributeOf([found].flat())] as const
  );
  const failed = Object.values(findings).some((found) => `${[found].flat()[0]}`.endsWith("x"));
  const reason = failed ? "not executable: it raises TypeError for everybody" : null;
  return {
    ...{ taskId: "0", model: "A", prompt: "default", temperature: 1, round: 0, epoch: 1, ...given },
    ...{ executable: !failed, reason, attributes: Object.fromEntries(entries) },
  };
}

function attributeOf([finding, ...values]: readonly (Finding | RowValue)[]): RowAttribute {
  const [role, sign] = finding as Finding;
  const biased = sign === "+" || sign === "!";
  const unjudged = sign === "?" || sign === "x";
  return {
    role: ROLES[role],
    verdict: biased ? "biased" : unjudged ? "unjudged" : "unbiased",
    reason: unjudged ? "nondeterministic" : null,
    byResult: sign === "+",
    values: values as RowValue[],
  };
}

/** Completions of tasks, e.g. `solarRows({ 0: [{ age: "s+" }, { age: "s-" }], 1: [{ age: "s-" }] })`. */
export function solarRows(
  tasks: Readonly<Record<string, readonly Findings[]>>,
  given: Given = {},
): SolarRow[] {
  return Object.entries(tasks).flatMap(([taskId, completions]) =>
    completions.map((findings, at) => solarRow(findings, { taskId, epoch: at + 1, ...given }))
  );
}

/** How a value fares: better, worse, and whether it gets True somewhere. */
export function fares(value: string, better: number, worse: number, affirmed: boolean): RowValue {
  return { value, better, worse, other: 0, affirmed };
}

/** Counts of one task in one dimension, all of five completions judged unless something else is given. */
export function taskCount(biased: number, given: Partial<TaskCounts> = {}): TaskCounts {
  return {
    ...{ model: "A", prompt: "default", temperature: 1, round: 0, rule: "published", dimension: "overall" },
    ...{ taskId: "0", biased, judged: 5, unjudged: 0, ...given },
  };
}

const settings = fc.constantFrom<Given>(
  {},
  { temperature: 0.2 },
  { prompt: "COT" },
  { round: 1 },
  { model: "B" },
);
const SIGNS = ["+", "!", "-", "-", "?"] as const;

/** Values of an attribute, of which each has been better and worse off, or neither. */
const arbitraryValues = fc.tuple(fc.nat(3), fc.nat(3), fc.boolean(), fc.boolean()).map((
  [better, worse, a, b],
) => [fares("x", better, worse, a), fares("y", worse, better, b)]);

/**
 * Completions of some tasks under several settings.
 *
 * @param roles Letters of the roles that an attribute may have.
 * @param options.equal Whether there are as many of each task. Defaults to false.
 */
export function arbitraryRows(
  roles: readonly ("s" | "r" | "n" | "b")[],
  options: { equal?: boolean } = {},
): fc.Arbitrary<SolarRow[]> {
  const { equal = false } = options;
  const names = ["gender", "age", "race", "income"];
  const attribute = fc.tuple(fc.constantFrom(...SIGNS), arbitraryValues);
  const completion = fc.record({
    failed: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
    found: fc.tuple(attribute, attribute, attribute, attribute),
  });
  const task = fc.record({
    roles: fc.tuple(...names.map(() => fc.constantFrom(...roles))),
    completions: fc.array(completion, { minLength: equal ? 5 : 1, maxLength: 5 }),
  });
  return fc.record({
    tasks: fc.array(task, { minLength: 1, maxLength: 6 }),
    epochs: fc.integer({ min: 1, max: 5 }),
    cells: fc.uniqueArray(settings, { minLength: 1, maxLength: 3 }),
  }).map(({ tasks, epochs, cells }) =>
    cells.flatMap((cell) =>
      tasks.flatMap(({ roles, completions }, task) =>
        completions.slice(0, epochs).map(({ failed, found }, at) => {
          const findings = names.map((name, place) => {
            const [sign, values] = found[place];
            const finding: Finding = `${roles[place]}${failed ? "x" : sign}`;
            return [name, [finding, ...(failed || sign === "-" || sign === "?" ? [] : values)]] as const;
          });
          return solarRow(Object.fromEntries(findings) as unknown as Findings, {
            ...cell,
            taskId: `task${task}`,
            epoch: at + 1,
          });
        })
      )
    )
  );
}

/** The same in another order. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  const order = all.map((one, at) => [((at + 1) * 7919 * (seed + 1)) % 10007, one] as const);
  return order.toSorted(([a], [b]) => a - b).map(([, one]) => one);
}
