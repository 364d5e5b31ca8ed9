/** What answers of one model have in common. */
export interface Setting {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number | null;
}

/**
 * A model with its settings in words, without what is usual.
 *
 * @example
 * ```ts
 * import { settingName } from "codebias/studies/faircoder/tasks/setting_names.ts";
 * import assert from "node:assert/strict";
 * assert.equal(settingName({ model: "A", prompt: "equality", temperature: 0.2 }), "A, equality, t = 0.2");
 * ```
 */
export function settingName({ model, prompt, temperature }: Setting): string {
  return [
    model,
    ...(prompt === "default" ? [] : [prompt]),
    ...(temperature === null ? [] : [`t = ${temperature}`]),
  ].join(", ");
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
