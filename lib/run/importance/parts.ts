import type { ImportancePrompt, Perturbation, Settings } from "../../core/types.ts";

/** A prompt and its words. */
export interface ImportanceCase extends ImportancePrompt {
  readonly words: readonly Perturbation[];
}

/** One prompt to be asked. */
export interface Part {
  readonly of: ImportanceCase;
  readonly prompt: string;
  /** Which word is left out, from 1; 0 for none. */
  readonly without: number;
  /** Which control it is, from 1; 0 for none. */
  readonly again: number;
}

/** What is asked for one prompt: the whole prompt, the controls, then the prompt without each word. */
export function partsOf(of: ImportanceCase, controls: number): Part[] {
  const { prompt, words } = of;
  return [
    { of, prompt, without: 0, again: 0 },
    ...Array.from({ length: controls }, (_, at) => ({ of, prompt, without: 0, again: at + 1 })),
    ...words.map(({ index, prompt }) => ({ of, prompt, without: index, again: 0 })),
  ];
}

/**
 * Settings that identify a part within its task. @param answer The answer's name, to ask for its likelihood.
 */
export function settingsOf({ of: { settings }, without, again }: Part, answer?: string): Settings {
  return { ...settings, without, again, ...(answer !== undefined && { answer }) };
}
