import type { FittedProgram } from "./fits.ts";
import { type Language, LANGUAGES } from "../../tasks/layout.ts";
import { hasPassed, type LinguisticKeys, type LinguisticSample, sampleKey, taskKey } from "../sample_keys.ts";

/** The language of the description that led to the most efficient correct program; `both`: equally efficient. */
export type Winner = Language | "both";

/** The most efficient correct programs for a task, of one model, prompting method and temperature. */
export interface Advantage extends LinguisticKeys {
  readonly taskId: string;
  /** Whether at least one sample passed, by language. */
  readonly solved: Readonly<Record<Language, boolean>>;
  /** The number of programs with running times, whether or not a class can be named. */
  readonly timed: Readonly<Record<Language, number>>;
  /** The lowest score of a program with a class; null if there is none. */
  readonly best: Readonly<Record<Language, number | null>>;
  /** The language with the lower score; a language with a class wins over one without. */
  readonly winner: Winner;
}

/**
 * Compares the most efficient correct program from English with that from Chinese, task by task.
 *
 * Source: the BilingualCodeEval paper, section 4.2, and the authors' scripts, in which a language without any class loses
 * against one with a class.
 *
 * @param samples Judged samples, with both languages of each task.
 * @param fits The complexity of programs; those that did not pass are left out.
 */
export function advantages(
  samples: readonly LinguisticSample[],
  fits: readonly FittedProgram[],
): Advantage[] {
  const fitted = Map.groupBy(fitsOfPassed(samples, fits), taskKey);
  return [...Map.groupBy(samples, taskKey)].map(([key, group]) => {
    const { model, settings: { prompt, temperature }, taskId } = group[0];
    const programs = fitted.get(key) ?? [];
    const solved = byLanguage((language) =>
      group.some((sample) => isOf(sample, language) && hasPassed(sample))
    );
    const timed = byLanguage((language) => programs.filter((program) => isOf(program, language)).length);
    const best = byLanguage((language) => lowest(programs.filter((program) => isOf(program, language))));
    return { model, prompt, temperature, taskId, solved, timed, best, winner: winnerOf(best) };
  });
}

/** The language with the lower score. */
export function winnerOf(best: Readonly<Record<Language, number | null>>): Winner {
  const [en, zh] = LANGUAGES.map((language) => best[language] ?? Infinity);
  return en < zh ? "en" : zh < en ? "zh" : "both";
}

/** The fits of programs that passed, because the speed of a wrong program is meaningless. */
export function fitsOfPassed(
  samples: readonly LinguisticSample[],
  fits: readonly FittedProgram[],
): FittedProgram[] {
  const passed = new Set(samples.filter(hasPassed).map(sampleKey));
  return fits.filter((fit) => passed.has(sampleKey(fit)));
}

function lowest(programs: readonly FittedProgram[]): number | null {
  const scores = programs.flatMap(({ score }) => score === null ? [] : [score]);
  return scores.length === 0 ? null : Math.min(...scores);
}

function byLanguage<T>(value: (language: Language) => T): Record<Language, T> {
  return { en: value("en"), zh: value("zh") };
}

function isOf({ settings }: Pick<FittedProgram, "settings">, language: Language): boolean {
  return settings.language === language;
}
