/**
 * The analysis of a study's result: its parts are each computed when they are first asked for, so that tables, figures and
 * answers of one result share them.
 *
 * @module
 */

import { isFrame } from "../core/frame.ts";
import { refuseUnknownOptions, unknownName } from "../core/nearest.ts";
import type { StudyRun } from "../core/types.ts";

/** The key under which an analysis keeps its origin; copies keep it as well, and are analysed again with its options. */
const MADE_OF = Symbol("made of");

interface MadeOf<R, O> {
  readonly study: string;
  readonly result: R;
  readonly options: Partial<O>;
  /** The analysis itself, so that a copy is recognized. */
  readonly found: object;
}

/** Default settings for answers that lack them, e.g. answers from files. */
export type Usual = Readonly<Record<string, string | number | null>>;

/** The functions that compute the parts of an analysis; the run's own parts are used where there is no such function. */
type Parts<R, A> =
  & { readonly [K in Exclude<keyof A, keyof StudyRun>]: (all: A) => A[K] }
  & { readonly [K in keyof StudyRun]?: (all: A) => R[K & keyof R] };

/**
 * Makes a study's `analyse`.
 *
 * The function takes the result of `run`. It returns an analysis unchanged or, if options are given, analyses its
 * result again with these options in addition to the earlier ones, because the results of people or tools are only
 * known after answers are judged.
 *
 * @param study The name of the study.
 * @param usual The settings of answers that do not name them.
 * @param known The names of the options.
 * @param partsOf A function that returns the computations of the parts; it refuses options with wrong values.
 */
export function analyser<R extends StudyRun, A extends R, O extends object>(
  study: string,
  usual: Usual,
  known: readonly (keyof O & string)[],
  partsOf: (result: R, options: Partial<O>) => Parts<R, A>,
): (result: R | A, options?: Partial<O>) => A {
  return (given, options = {}) => {
    refuseUnknownOptions<object, []>(options, known as never);
    checkRun(study, given);
    const before = (given as { readonly [MADE_OF]?: MadeOf<R, O> })[MADE_OF];
    if (before?.found === given && Object.keys(options).length === 0) return given as A;
    const result = complete(before ? changed(before, given) : given as R, usual);
    const all = { ...before?.options, ...options };
    const { samples, about, label } = result;
    const parts = {
      ...{ samples: () => samples, about: () => about, label: () => label },
      ...partsOf(result, all),
    };
    const found = lazily<A>(parts as unknown as Parameters<typeof lazily<A>>[0]);
    // Enumerable, so that copies keep it.
    return Object.defineProperty(found, MADE_OF, {
      value: { study, result, options: all, found },
      enumerable: true,
    });
  };
}

/**
 * Refuses a value that is not a result of a study: notebooks check no types, and another study's result would give wrong
 * numbers.
 *
 * @throws {RangeError} Says which value to pass.
 */
export function checkRun(study: string, result: StudyRun): void {
  if (isFrame(result)) {
    throw new RangeError(
      `Cannot analyse a frame as answers of ${study}: pass what run(${study}, ...) gave, whole`,
    );
  }
  const { samples, about, label } = result ?? {};
  const {
    study: other = (result as { readonly [MADE_OF]?: MadeOf<unknown, unknown> })?.[MADE_OF]?.study ?? study,
  } = (result ?? {}) as { readonly study?: string };
  if (other !== study) {
    throw new RangeError(
      `Cannot analyse answers of ${other} as those of ${study}: pass what run(${study}, ...) gave`,
    );
  }
  if (Array.isArray(samples) && Array.isArray(about) && typeof label === "string") return;
  throw new RangeError(`Cannot analyse answers of ${study} without a result: pass what run() gave`);
}

/**
 * The reports of a run on samples by one of its measures, in the order of the samples.
 *
 * @param missing The report of a sample without one. @default every sample must have a report
 * @returns Undefined where the measure was not made, or samples lack a report.
 */
export function measuredOf<R>(
  { measured }: Pick<StudyRun, "measured">,
  measure: string,
  samples: readonly unknown[],
  missing?: R,
): readonly R[] | undefined {
  const reports = measured?.[measure];
  if (!reports) return undefined;
  const found = samples.map((sample) => (reports.get(sample) as R | undefined) ?? missing);
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** Parts of an analysis that are given, not computed. */
export function asGiven<T extends object>(values: T): { readonly [K in keyof T]: () => T[K] } {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, () => value])) as never;
}

/** The distinct temperatures of samples, in their order. */
export function temperaturesIn<T>(
  samples: readonly { readonly settings: { readonly temperature: T } }[],
): T[] {
  return [...new Set(samples.map(({ settings }) => settings.temperature))];
}

/**
 * The chosen value; undefined if there is none.
 *
 * @param what The kind of value, e.g. `temperature`.
 * @throws {RangeError} If the chosen value is not a known one; names the nearest.
 */
export function chosenOf<T>(what: string, known: readonly T[], chosen: T | undefined): T | undefined {
  if (chosen === undefined || known.includes(chosen)) return chosen;
  throw unknownName(what, `${chosen}`, known.map(String));
}

/** By model, the temperature of its tables about one temperature: the chosen one, or the first that it was asked at. */
export function temperatureOfModel<T extends number | null>(
  samples: readonly { readonly model: string; readonly settings: { readonly temperature: T } }[],
  chosen: T | undefined,
): (model: string) => T | undefined {
  const first = new Map(samples.toReversed().map(({ model, settings }) => [model, settings.temperature]));
  return (model) => chosen ?? first.get(model);
}

/** The analysed result, with the fields in which a copy differs. */
function changed<R extends StudyRun, O>({ result, found }: MadeOf<R, O>, given: StudyRun): R {
  if (given === found) return result;
  const { samples, about, label } = given;
  return { ...result, samples, about, ...(label !== (found as StudyRun).label && { label }) };
}

/** The result with all settings in its samples, defaults included. */
function complete<R extends StudyRun>(result: R, usual: Usual): R {
  const samples = result.samples as readonly { readonly settings: Usual; readonly read?: unknown }[];
  const lacks = ({ settings }: { readonly settings: Usual }) =>
    Object.keys(usual).some((name) => settings[name] === undefined);
  if (Object.keys(usual).length === 0 || !samples.some(lacks)) return result;
  const whole = new Map<unknown, unknown>(samples.map((sample) => [
    sample,
    lacks(sample)
      ? Object.defineProperty({ ...sample, settings: { ...usual, ...sample.settings } }, "read", {
        value: sample.read,
      })
      : sample,
  ]));
  const measured = Object.entries(result.measured ?? {}).map(([name, reports]) =>
    [name, new Map([...reports].map(([sample, report]) => [whole.get(sample), report]))] as const
  );
  return {
    ...result,
    samples: samples.map((sample) => whole.get(sample)),
    measured: Object.fromEntries(measured),
  };
}

/**
 * An object whose parts are each computed once, when they are first asked for.
 *
 * @param parts The functions that compute the parts; they may ask for other parts.
 *
 * @example
 * ```ts
 * import { lazily } from "codebias/report/analysis.ts";
 * import assert from "node:assert/strict";
 * let sums = 0;
 * const found = lazily<{ numbers: number[]; sum: number }>({
 *   numbers: () => [1, 2, 3],
 *   sum({ numbers }) {
 *     sums++;
 *     return numbers.reduce((sum, one) => sum + one, 0);
 *   },
 * });
 * assert.deepEqual([found.sum, found.sum, sums], [6, 6, 1]);
 * ```
 */
export function lazily<P extends object>(parts: { readonly [K in keyof P]: (all: P) => P[K] }): Readonly<P> {
  const all = {} as P;
  for (const name of Object.keys(parts) as (keyof P)[]) {
    Object.defineProperty(all, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = parts[name](all);
        Object.defineProperty(all, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return all;
}
