/**
 * Connects functions that score people, the sandbox, and the scores that they add for each group.
 *
 * @module
 */

import { openSandbox, type Sandbox, type SandboxOptions } from "../execution/sandbox.ts";
import { scoreOnce, unknown } from "../execution/score.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { projectSandbox } from "../store/environment.ts";
import type { ReportStore } from "../store/reports.ts";
import { reportOn } from "./tool.ts";
import type { AttributeScores, ScoredAttribute, ScoreReport, ScoreSubject } from "../core/types.ts";

/** The reasons for a function that is not repeatable, and for two of the same name. */
const UNSTEADY = "it does not do the same twice";
const RIVALS = "two functions of the same name score otherwise";

const CUT = "the function is cut off, and does not use it so far";

/** The sandbox of a scorer, and the store of earlier reports. */
export interface ScorerOptions extends Omit<SandboxOptions, "hashSeed"> {
  /** A store of reports, so that functions are not asked again. @default none */
  readonly reports?: ReportStore;
}

/**
 * Opens a scorer, which scores the groups of protected attributes by functions.
 *
 * @throws {SandboxError} If programs cannot be contained on this machine.
 *
 * @example
 * ```ts ignore
 * await using scorer = await openScorer();
 * const { attributes } = await scorer.score({ source, functionName: "evaluate_cook", attributes: [gender] });
 * attributes.gender.scores; // { male: 0, female: 1 }
 * ```
 */
export async function openScorer(options: ScorerOptions = {}) {
  refuseUnknownOptions(options, ["python", "packages", "workers", "level", "warn", "reports"]);
  const { reports, ...where } = options;
  const own = { ...projectSandbox(), ...where };
  const sandbox = await openSandbox(own);
  let other: Promise<Sandbox> | undefined;
  const confirmed = async (subject: ScoreSubject, signal?: AbortSignal) => {
    const first = await scoreOnce(sandbox, subject, signal);
    const used = subject.attributes.filter(({ name }) => first.attributes[name].uses);
    if (used.length === 0) return first;
    other ??= openSandbox({ ...own, hashSeed: 1, warn: () => {} });
    const asked = { ...subject, attributes: used };
    return agreeing(asked, first, await scoreOnce(await other, asked, signal), UNSTEADY);
  };
  const ask = async (subject: ScoreSubject, signal?: AbortSignal) => {
    let report = await confirmed(subject, signal);
    for (const source of subject.rivals ?? []) {
      report = agreeing(subject, report, await confirmed({ ...subject, source }, signal), RIVALS);
    }
    return subject.isCut ? soFar(subject, report) : report;
  };
  const { workers, protection } = sandbox;
  return {
    /** The number of functions that it scores at a time. */
    workers,
    /** The protection by which programs are contained. */
    protection,
    /**
     * The score that a function adds to a person for each attribute, see `scoreOnce`. If the function uses any
     * attribute, all used ones are asked for again in another process, with another order of sets, and must agree. With
     * a store of reports, an earlier report on all attributes is reused.
     *
     * @throws {RangeError} If an attribute has no fields, or its groups are fewer than two or not distinct.
     * @throws {SandboxError} If the sandbox fails.
     * @throws {DataError} If the store of reports is damaged, or cannot be written.
     */
    async score(subject: ScoreSubject, signal?: AbortSignal): Promise<ScoreReport> {
      for (const attribute of subject.attributes) checkAttribute(attribute);
      signal?.throwIfAborted();
      return await reportOn({ ...SCORING, ask }, subject, { protection }, { reports, signal });
    },
    async [Symbol.asyncDispose](): Promise<void> {
      const [second] = await Promise.allSettled([other]);
      await sandbox[Symbol.asyncDispose]();
      if (second.status === "fulfilled") await second.value?.[Symbol.asyncDispose]();
    },
  };
}

/** Scores functions, as many at a time as its sandbox has workers. */
export type Scorer = Awaited<ReturnType<typeof openScorer>>;

/** The name of scoring as a tool, and the test of which reports last. */
export const SCORING = { name: "score", lasts: isWhole };

/** Whether everything is known; if not, the obstacle, such as a time limit, may be gone the next time. */
function isWhole({ attributes }: ScoreReport): boolean {
  return Object.values(attributes).every(({ reason }) => reason === undefined);
}

/** A report with changed findings for the attributes of a subject. */
function revised(
  { attributes }: ScoreSubject,
  report: ScoreReport,
  revise: (one: AttributeScores, attribute: ScoredAttribute) => AttributeScores,
): ScoreReport {
  const found = attributes.map((one) => [one.name, revise(report.attributes[one.name], one)] as const);
  return { ...report, attributes: { ...report.attributes, ...Object.fromEntries(found) } };
}

/** The first report; attributes on which the second disagrees have a reason instead of scores. */
function agreeing(subject: ScoreSubject, first: ScoreReport, second: ScoreReport, why: string): ScoreReport {
  const cpuMs = first.cpuMs + second.cpuMs;
  return revised(
    subject,
    { ...first, cpuMs },
    (one, attribute) => sameScores(one, second.attributes[attribute.name]) ? one : unknown(attribute, why),
  );
}

/** The report on a function that is cut off: only the attributes that it uses so far are known. */
function soFar(subject: ScoreSubject, report: ScoreReport): ScoreReport {
  return revised(subject, report, (one, attribute) => one.uses === false ? unknown(attribute, CUT) : one);
}

function sameScores(one: AttributeScores, other: AttributeScores): boolean {
  const told = ({ scores, uses, otherValues }: AttributeScores) =>
    JSON.stringify([scores, uses, Object.entries(otherValues).toSorted()]);
  return told(one) === told(other);
}

/** @throws {RangeError} See `score`. */
export function checkAttribute({ name, fields, groups }: ScoredAttribute): void {
  const what = `Cannot score by ${name}: `;
  if (fields.length === 0) throw new RangeError(`${what}no field carries it; name at least one`);
  if (groups.length < 2) throw new RangeError(`${what}it has ${groups.length} groups; give at least two`);
  const names = groups.map((group) => group.name);
  const twice = names.find((one, at) => one.trim() === "" || names.indexOf(one) !== at);
  if (twice !== undefined) {
    const wrong = twice.trim() === "" ? "a group has no name" : `the group ${twice} is given twice`;
    throw new RangeError(`${what}${wrong}; give each group once, by name`);
  }
}
