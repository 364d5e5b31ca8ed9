/**
 * Makes studies. What a study is, the types say; a field that they do not have is refused, since notebooks check no types.
 *
 * @module
 */

import { taking } from "./kinds.ts";
import { refuseUnknown, refuseUnknownOptions } from "./nearest.ts";
import type { Checking, Probing, Scoring, Settings, Study, Task } from "./types.ts";

// deno-lint-ignore no-explicit-any -- a study of whatever tasks, settings and findings
type AnyStudy = Study<any, any, any>;

/**
 * A study, to be handed to `run`.
 *
 * @param definition Without a layout where all its data are the tasks that it lists.
 * @throws {RangeError} If a field, the kind of judge or the type of a metric is unknown; names the nearest.
 * @throws {TypeError} If a field is missing that every study has.
 *
 * @example
 * ```ts
 * import { probing, study } from "codebias";
 * import assert from "node:assert/strict";
 * const loans = study({
 *   ...{ name: "loans", version: 1, title: "Who gets a loan", citation: "" },
 *   tasks: [{ id: "car" }],
 *   prompts: (tasks) => tasks.map(({ id }) => ({ taskId: id, prompt: `Who gets a ${id}?`, settings: {} })),
 *   judge: probing({ subject: (_task, { text }) => ({ source: text, functionName: "grants", attributes: [] }) }),
 *   metrics: { biased: "truth" },
 *   rows: () => [],
 * });
 * assert.equal(loans.judge.kind, "probing");
 * assert.throws(() => study({ ...loans, titel: "" }), /^RangeError: Unknown option "titel": did you mean title\?/);
 * ```
 */
export function study<D extends AnyStudy>(definition: D): D;
export function study<D extends AnyStudy>(definition: Omit<D, "layout">): D;
export function study(definition: Omit<AnyStudy, "layout">): AnyStudy {
  refuseUnknownOptions<AnyStudy, typeof FIELDS>(definition as AnyStudy, FIELDS);
  const { name, judge, metrics, tasks } = definition;
  const repository = { name, url: "", landmark: "" };
  const layout = tasks && { repository, tasks, recordings: [] };
  const whole = { layout, ...definition } as AnyStudy;
  const wrong = NEEDED.find((field) => whole[field] === undefined);
  if (wrong !== undefined) throw new TypeError(`Cannot make the study ${name ?? ""}: it has no ${wrong}`);
  refuseUnknown("kind of judge", judge.kind, ["checking", "probing", "scoring"]);
  for (const type of Object.values(metrics)) refuseUnknown("type of a metric", type, ["truth", "number"]);
  return { ...whole, rows: taking("make rows of", "an object", whole.rows) };
}

const FIELDS = [
  ...["name", "version", "title", "citation", "layout", "methods", "prompts", "tasks", "taskOf"] as const,
  ...["experiment", "calibration", "judge", "instruments", "classifier", "metrics", "rows"] as const,
  ...["told", "rounds", "measures"] as const,
] as const;

const NEEDED = ["name", "version", "layout", "prompts", "judge", "metrics", "rows"] as const;

/**
 * Judges programs by a reference.
 *
 * @throws {RangeError} If a field is unknown; names the nearest.
 * @throws {TypeError} If one is missing.
 */
export function checking<T extends Task, S extends Settings, F>(
  judge: Omit<Checking<T, S, F>, "kind">,
): Checking<T, S, F> {
  refuseUnknownOptions(judge, CHECKING);
  return whole({ kind: "checking", ...judge }, CHECKING);
}

const CHECKING = [
  ...["rules", "program", "check", "validate", "judgeUnexecuted"] as const,
  ...["judge", "judgeAgreed", "recorded"] as const,
] as const;

/**
 * Judges programs by probing them for bias.
 *
 * @throws {RangeError} If a field is unknown; names the nearest.
 * @throws {TypeError} If one is missing.
 */
export function probing<T extends Task, S extends Settings>(
  judge: Omit<Probing<T, S>, "kind">,
): Probing<T, S> {
  refuseUnknownOptions(judge, ["subject", "feedback", "check"]);
  return whole({ kind: "probing", ...judge }, ["subject"]);
}

/**
 * Judges functions by what they score.
 *
 * @throws {RangeError} If a field is unknown; names the nearest.
 * @throws {TypeError} If one is missing.
 */
export function scoring<T extends Task, S extends Settings, F>(
  judge: Omit<Scoring<T, S, F>, "kind">,
): Scoring<T, S, F> {
  refuseUnknownOptions(judge, ["scored", "judgeScores"]);
  return whole({ kind: "scoring", ...judge }, ["scored", "judgeScores"]);
}

/** @throws {TypeError} If a field is missing; those of a class are its own fields alone, not its methods. */
function whole<J extends { readonly kind: string }>(judge: J, needed: readonly (keyof J & string)[]): J {
  const missing = needed.find((name) => judge[name] === undefined);
  if (missing === undefined) return judge;
  throw new TypeError(`Cannot judge by ${judge.kind}: ${missing} is missing among the fields of the object`);
}
