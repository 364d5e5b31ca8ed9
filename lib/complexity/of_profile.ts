import type { Profile } from "../core/types.ts";
import { CLASSES, type ComplexityClass, GROWTH, NOTATION, POWER, scoreOf } from "./classes.ts";
import { exponentError, exponentOf, outgrowsPowers } from "./growth.ts";
import { type Complexity, fitOf, fittedClasses } from "./ours.ts";
import { type Series, whyUnusable } from "./series.ts";

const FASTEST_POWER = 4;

/** The class that grows with each power of n, without a logarithm. */
const PURE = ["constant", "linear", "quadratic", "cubic"] as const;

/**
 * Between the powers 0 and 1, 1 and 2, …: exponents of times at which the higher one becomes possible, and at which the
 * lower one ceases to be. Times of linear work have exponents up to 1.5, since large data leave the processor's caches.
 */
const CUTS: readonly (readonly [from: number, to: number])[] = [[0.4, 0.65], [1.55, 1.75], [2.4, 2.6], [
  3.5,
  4.2,
]];

/** The smallest size at which work is looked at, if sizes go far enough: below, work that is done once weighs too much. */
const LEAST_SIZE = 24;

/** Relative standard deviation of counted work around the curve of its class: counts are exact, curves are not. */
const WORK_NOISE = 0.004;

/** Only sizes within this factor of the largest decide between n and n log n: a start-up looks like a logarithm. */
const LATE_FACTOR = 16;

/**
 * A longer measurement is worth while where an exponent is this near to a cut and a unit of work becomes dearer by more
 * than this factor, or where the fit of n or n log n to the work has more than this relative error.
 */
const NEAR_CUT = 0.15;
const SLIGHT_FACTOR = 2;
const CURVE_ERROR = 0.012;

/** Seconds: no processor touches an element of an input in less. Times that grow more slowly are disturbed, or miss caches. */
const LEAST_PER_ELEMENT = 1e-11;

/** Seconds: no interpreter makes a step of a loop in less. */
const LEAST_PER_STEP = 5e-9;

/** The median over this many of the largest sizes decides whether times grow: a single time may be disturbed. */
const LATEST_SIZES = 5;

/** The largest exponent of a program whose cost is a power of n. */
const NO_POWER = 6;

/** The exponents of work that each power allows, with or without a logarithm: exponents in between are of no class. */
const WORK_EXPONENTS: readonly (readonly [from: number, to: number])[] = [
  ...[[-Infinity, 0.4], [0.75, 1.45], [1.7, 2.35], [2.6, 3.4]] as const,
  [-Infinity, Infinity],
];

const LEAST_COUNTS = 5;
const LEAST_TIMES = 6;

/**
 * Factors by which a unit of counted work becomes dearer over all sizes: up to `cache`, caches explain it; from `hidden`
 * on there is work in C that was not counted. For linear work caches explain it up to `cacheBesideLoop`, and loops that agree with
 * the times are doubted from `besideLoop` on. For work that is quadratic or more, these are `cacheBesideSquare` and
 * `hiddenBesideSquare`; for a logarithm, it takes `surelyHidden` unless the times show faster growth.
 */
const DEARER = {
  ...{ cache: 5, hidden: 12 },
  ...{ cacheBesideLoop: 7, besideLoop: 9 },
  ...{ cacheBesideSquare: 2, hiddenBesideSquare: 3 },
  surelyHidden: 30,
} as const;

/** The complexity of a program by its profile. Fits of the possible classes come first; their `excess` is in squared error. */
export interface ProgramComplexity extends Complexity {
  /** The power of n that times grow with at the larger sizes; null if there are too few. */
  readonly exponent: number | null;
  /** The classes that the counted work alone leaves possible; empty if it excludes none reliably. */
  readonly counted: readonly ComplexityClass[];
  /** Whether a longer measurement might give another class. */
  readonly close: boolean;
}

/**
 * The complexity of a program from its profile.
 *
 * Two signals that fail differently are combined. Times, which include all work but are disturbed, tell the power of n,
 * as exactly as the A/A control of the profile allows. Counts of the interpreter's work, which are exact but leave out what
 * is done in C, tell whether there is a logarithm besides. Where they name the same power, the counts decide. Where the
 * times grow faster and a unit of counted work becomes much dearer with n, there is work in C, and the power is the class.
 * Otherwise there is none. What grows faster than the cube is exponential only if it outgrows powers.
 *
 * Work in C that takes n log n, other than sorting and heaps, counts as linear: times cannot tell these.
 *
 * Fits and coefficients are of the times, in seconds.
 *
 * Source: not the paper's; thresholds were chosen on `data/complexity/tuning`.
 */
export function complexityOfProfile(profile: Profile): ProgramComplexity {
  const times = { n: profile.n, t: profile.seconds };
  const unusable = whyUnusable(times) ?? (times.n.length < LEAST_TIMES ? tooFew(times.n) : undefined);
  if (unusable !== undefined) {
    const nothing = { class: null, score: null, set: [], fits: [], exponent: null, counted: [] };
    return { ...nothing, reason: unusable, close: true };
  }
  const { set: counted, error, erratic, open: unsure = false, exponent: steepness } = countedClasses(profile);
  // Work that grows faster than the cube shows sooner in its count than in times.
  const exponent = Math.max(exponentOf(times), steepness > CUTS[3][0] ? steepness : -Infinity);
  const { set, reason } = decide({ profile, times, exponent, counted, erratic });
  const name = reason === undefined ? set[0] : null;
  return {
    class: name,
    score: name && scoreOf(name),
    set,
    fits: fitsOf(times, set),
    ...(reason !== undefined && { reason }),
    exponent,
    counted,
    close: name === null || unsure ||
      (isNear(exponent) && dearerBy(profile, counted[0] ?? name) > SLIGHT_FACTOR) ||
      (POWER[name] === 1 && POWER[counted[0]] === 1 && error > CURVE_ERROR),
  };
}

/** Whether an exponent is close to where another power becomes possible. */
function isNear(exponent: number): boolean {
  return CUTS.some(([from, to]) => exponent > from - NEAR_CUT && exponent < to + NEAR_CUT);
}

function tooFew(n: readonly number[]): string {
  return `only ${n.length} sizes, up to n = ${n.at(-1) ?? 0}, could be measured within the time for one call`;
}

interface Evidence {
  readonly profile: Profile;
  readonly times: Series;
  readonly exponent: number;
  readonly counted: readonly ComplexityClass[];
  /** Whether the work that was counted follows no curve at all. */
  readonly erratic: boolean;
}

/** The possible classes, and the reason if none is named. */
interface Decision {
  readonly set: readonly ComplexityClass[];
  readonly reason?: string;
}

function decide(evidence: Evidence): Decision {
  const { exponent, counted, times, profile } = evidence;
  const powers = touchesAll(times) ? powersOf(exponent, exponentError(times, profile.noise)) : [0];
  if (powers.includes(FASTEST_POWER)) return decideFast(times, powers, exponent);
  const both = counted.filter((name) => powers.includes(POWER[name]));
  if (both.length > 0) return decideAgreed(evidence, both, powers);
  const candidates = CLASSES.filter((name) => powers.includes(POWER[name]));
  if (counted.length === 0) {
    if (evidence.erratic) return open(candidates, "the work that was counted fits no class");
    if (candidates.length === 1) return { set: candidates };
    const counted = evidence.profile.work.n.length >= LEAST_COUNTS;
    const work = counted ? "the work that was counted fits no class" : "work could not be counted";
    return open(candidates, `${work}, and times alone do not tell`);
  }
  const most = Math.max(...counted.map((name) => POWER[name]));
  const pure = powers.map((power) => PURE[power as 0 | 1 | 2 | 3]);
  if (most < powers[0]) {
    const dearer = dearerBy(evidence.profile, counted[0]);
    const hidden = most >= 2 ? DEARER.hiddenBesideSquare : DEARER.hidden;
    if (dearer >= hidden) return pure.length === 1 ? { set: pure } : open(pure);
    const cache = most === 1 ? DEARER.cacheBesideLoop : DEARER.cache;
    if (dearer <= cache && counted.length === 1) return { set: counted };
  }
  return open(
    CLASSES.filter((name) => counted.includes(name) || pure.some((one) => one === name)),
    `times grow like n^${exponent.toFixed(2)}, but the work that was counted does not`,
  );
}

/** Decides where times and counts have classes in common, unless work that was not counted may hide behind a slow rise. */
function decideAgreed(evidence: Evidence, both: readonly ComplexityClass[], powers: number[]): Decision {
  if (both.length > 1) return open(both);
  const [name] = both;
  const power = POWER[name];
  const dearer = dearerBy(evidence.profile, name);
  if (power === 0 && dearer > SLIGHT_FACTOR && risesUncounted(evidence)) return open([name, "linear"]);
  const higher = powers.find((one) => one > power);
  const beside = power >= 2 ? DEARER.cacheBesideSquare : power === 1 ? DEARER.besideLoop : DEARER.hidden;
  const explained = name === "logarithmic" ? DEARER.surelyHidden : beside;
  return higher === undefined || dearer < explained ? { set: both } : open([name, PURE[higher as 1 | 2 | 3]]);
}

/** Whether times rise like a loop at sizes far above those at which work was counted. */
function risesUncounted({ profile: { n, work }, times }: Evidence): boolean {
  return (work.n.at(-1) ?? 0) * LATE_FACTOR < n[n.length - 1] && touchesAll(times, LEAST_PER_STEP);
}

function decideFast(times: Series, powers: number[], exponent: number): Decision {
  const outgrows = outgrowsPowers(times);
  if (powers.length === 1 && (outgrows ?? exponent > NO_POWER)) return { set: ["exponential"] };
  if (outgrows !== false) return open(["cubic", "exponential"]);
  return powers.length > 1
    ? { set: ["cubic"], reason: `times grow like n^${exponent.toFixed(2)}: cubic, or a higher power` }
    : { set: [], reason: `times grow like n^${exponent.toFixed(2)}, a power above the cube` };
}

function open(set: readonly ComplexityClass[], why?: string): Decision {
  const names = set.map((name) => NOTATION[name]).join(" or ");
  return { set, reason: why === undefined ? names : `${names}: ${why}` };
}

/** Whether times grow by at least this many seconds for each element of the inputs. */
function touchesAll({ n, t }: Series, seconds: number = LEAST_PER_ELEMENT): boolean {
  const least = Math.min(...t);
  const rates = n.map((size, at) => (t[at] - least) / size).slice(-LATEST_SIZES).toSorted((a, b) => a - b);
  return rates[rates.length >> 1] >= seconds;
}

/** The powers that an exponent of times leaves possible, within its standard error. */
function powersOf(exponent: number, error: number): number[] {
  return [0, 1, 2, 3, FASTEST_POWER].filter((power) =>
    exponent + error > (CUTS[power - 1]?.[0] ?? -Infinity) &&
    exponent - error < (CUTS[power]?.[1] ?? Infinity)
  );
}

/** The growth of counted work. */
interface Counted {
  /** The classes that it leaves possible; empty if it excludes none reliably. */
  readonly set: readonly ComplexityClass[];
  /** Root mean square of the relative errors of the best class. */
  readonly error: number;
  /** Whether it follows the curve of no class. */
  readonly erratic: boolean;
  /** Whether the late sizes leave more classes possible than all sizes do. */
  readonly open?: boolean;
  /** The power of n that it grows with. */
  readonly exponent: number;
}

function countedClasses({ work: { n, count, error } }: Profile): Counted {
  const least = Math.min(LEAST_SIZE, (n.at(-1) ?? 0) / 12);
  const kept = n.flatMap((size, at) => size >= least ? [at] : []);
  const errors = kept.map((at) => error[at] / count[at]).toSorted((a, b) => a - b);
  const noise = Math.max(WORK_NOISE, errors[errors.length >> 1] ?? 0);
  const classesOf = (places: readonly number[]): Counted => {
    if (places.length < LEAST_COUNTS) return { set: [], error: 0, erratic: false, exponent: 0 };
    const series = { n: places.map((at) => n[at]), t: places.map((at) => count[at]) };
    const exponent = exponentOf(series);
    if (series.t.every((one) => one === series.t[0])) {
      return { set: ["constant"], error: 0, erratic: false, exponent };
    }
    const { set, fits } = fittedClasses(series, noise);
    // Even the best fit may be wrong: the power of its class must be that of the work.
    const sound = set.filter((name) => {
      const [from, to] = WORK_EXPONENTS[POWER[name]];
      return exponent > from && exponent < to;
    });
    return { set: sound, error: fits.at(0)?.error ?? 0, erratic: set.length === 0, exponent };
  };
  const all = classesOf(kept);
  if (all.set.length === 0 || all.set.some((name) => POWER[name] !== 1)) return all;
  const late = classesOf(kept.filter((at) => n[at] * LATE_FACTOR >= n[n.length - 1]));
  // A start-up can look like a logarithm, but hardly hide one: where the late sizes leave both open, all of them decide.
  const open = late.set.length === 2 && all.set.length === 1 && all.set[0] === "linear";
  return open ? { ...all, open } : late;
}

/** The cost of a unit of work at the largest size, as a multiple of that where it is cheapest. */
function dearerBy({ n, seconds }: Profile, name: ComplexityClass): number {
  if (name === "exponential") return 1;
  const growth = name === "constant" ? () => 1 : GROWTH[name];
  // The first calls also do work that is done only once.
  const rates = n.map((size, at) => seconds[at] / growth(size)).slice(3);
  return rates[rates.length - 1] / Math.min(...rates);
}

/** Fits of all classes to the times, the possible ones first; the others without terms that could imitate these. */
function fitsOf(times: Series, set: readonly ComplexityClass[]): Complexity["fits"] {
  const rank = (name: ComplexityClass) => set.includes(name) ? set.indexOf(name) : set.length;
  const fits = CLASSES.map((name) => {
    const fit = fitOf(name, times, { lower: set.includes(name) });
    // Where the counts show a logarithm that the times do not, its class is fitted alone.
    return fit.coefficients[name] === 0 ? fitOf(name, times, { lower: false }) : fit;
  });
  const best = Math.min(...fits.map(({ error }) => error));
  return fits.map((fit) => ({ ...fit, excess: fit.error ** 2 - best ** 2 }))
    .toSorted((a, b) => rank(a.class) - rank(b.class) || a.error - b.error);
}
