/**
 * Makes studies. The types say what a study is; a field that they do not have is refused, because notebooks check no types.
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
 * @param definition The study; it needs no layout if all of its data are the tasks that it lists.
 * @throws {RangeError} If a field, the kind of judge or the type of a metric is unknown; the message names the nearest.
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
 * @throws {RangeError} If a field is unknown; the message names the nearest.
 * @throws {TypeError} If a required field is missing.
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
 * @throws {RangeError} If a field is unknown; the message names the nearest.
 * @throws {TypeError} If a required field is missing.
 */
export function probing<T extends Task, S extends Settings>(
  judge: Omit<Probing<T, S>, "kind">,
): Probing<T, S> {
  refuseUnknownOptions(judge, ["subject", "feedback", "check"]);
  return whole({ kind: "probing", ...judge }, ["subject"]);
}

/**
 * Judges functions by the scores that they give.
 *
 * @throws {RangeError} If a field is unknown; the message names the nearest.
 * @throws {TypeError} If a required field is missing.
 */
export function scoring<T extends Task, S extends Settings, F>(
  judge: Omit<Scoring<T, S, F>, "kind">,
): Scoring<T, S, F> {
  refuseUnknownOptions(judge, ["scored", "judgeScores"]);
  return whole({ kind: "scoring", ...judge }, ["scored", "judgeScores"]);
}

/** @throws {TypeError} If a field is missing; of an instance of a class, only its own fields count, not its methods. */
function whole<J extends { readonly kind: string }>(judge: J, needed: readonly (keyof J & string)[]): J {
  const missing = needed.find((name) => judge[name] === undefined);
  if (missing === undefined) return judge;
  throw new TypeError(`Cannot judge by ${judge.kind}: ${missing} is missing among the fields of the object`);
}
