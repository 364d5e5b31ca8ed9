import type { ShareUnit } from "../../../statistics/intervals/share_distribution.ts";
import type { Denominator } from "./efficiency/efficiency.ts";
import type { FittedProgram } from "./efficiency/fits.ts";
import { hasPassed, type LinguisticSample } from "./sample_keys.ts";

/** The samples of one task in both languages, put together and without their labels. */
export interface TaskPool {
  /** Judged samples in English and in Chinese. */
  readonly english: number;
  readonly chinese: number;
  /** How many passed. */
  readonly passed: number;
  /** How many programs have running times. */
  readonly timed: number;
  /** How many programs have a class. */
  readonly fitted: number;
  /** How many programs have the lowest score. */
  readonly best: number;
}

/** Puts the samples of one task together; samples without a verdict are left out. */
export function taskPool(samples: readonly LinguisticSample[], fits: readonly FittedProgram[]): TaskPool {
  const judged = samples.filter(({ judgement }) => judgement.kind === "judged");
  const english = judged.filter(({ settings }) => settings.language === "en").length;
  const scores = fits.flatMap(({ score }) => score === null ? [] : [score]);
  const lowest = Math.min(...scores);
  return {
    english,
    chinese: judged.length - english,
    passed: judged.filter(hasPassed).length,
    timed: fits.length,
    fitted: scores.length,
    best: scores.filter((score) => score === lowest).length,
  };
}

/** The chances that a task is counted by CDR, and that exactly one language solves it, if labels are dealt at random. */
export function differenceUnit(pool: TaskPool): ShareUnit {
  if (pool.english === 0 || pool.chinese === 0) return { counted: 0, hit: 0 };
  return { counted: 1, hit: pool.passed === 0 ? 0 : oneSided(pool, pool.passed) };
}

/** The chances that PDR counts a task under a denominator, and that one language has the better program. */
export function advantageUnit(pool: TaskPool, denominator: Denominator): ShareUnit {
  const { passed, timed, fitted, best } = pool;
  const better = best === 0 ? 0 : oneSided(pool, best);
  if (denominator === "published") {
    const counted = passed > 0 && timed > 0 ? 1 : 0;
    return { counted, hit: counted * better };
  }
  // If one language has all of these, and so all of the best, the task is not counted.
  const needed = denominator === "statedDefinition" ? passed : fitted;
  if (needed === 0) return { counted: 0, hit: 0 };
  const left = oneSided(pool, needed);
  return { counted: 1 - left, hit: best === 0 ? 0 : better - left };
}

/** The chance that a given set of samples is all in one language. */
function oneSided({ english, chinese }: TaskPool, some: number): number {
  return allAmong(some, english, english + chinese) + allAmong(some, chinese, english + chinese);
}

/** The chance that `some` given items of n are all among `drawn` random ones. */
function allAmong(some: number, drawn: number, n: number): number {
  let chance = 1;
  for (let at = 0; at < some; at++) chance *= Math.max(0, drawn - at) / (n - at);
  return chance;
}
