import { settingName as nameOf } from "../../../report/sentences.ts";

/** What answers of one model have in common. */
export interface Setting {
  readonly model: string;
  /** One of `METHODS`, e.g. `equality`, the system prompt that asks for equal treatment. */
  readonly prompt: string;
  readonly temperature: number | null;
}

/** A model with its settings in words, without what is usual. */
export function settingName(setting: Setting): string {
  return nameOf(setting, "default");
}

/** The same without the temperature where all have the same. */
export function settingNames(settings: readonly Setting[]): (setting: Setting) => string {
  const isOne = new Set(settings.map(({ temperature }) => temperature)).size < 2;
  return (setting) => settingName(isOne ? { ...setting, temperature: null } : setting);
}

/** What tells settings apart. */
export function settingKey({ model, prompt, temperature }: Setting): string {
  return JSON.stringify([model, prompt, temperature]);
}
