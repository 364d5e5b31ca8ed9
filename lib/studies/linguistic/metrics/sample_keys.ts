import type { LinguisticSettings } from "../tasks/layout.ts";

/** What tells where a sample belongs. */
interface Placed {
  readonly model: string;
  readonly settings: LinguisticSettings;
  readonly taskId: string;
}

/** A key of the model, prompting method and temperature of a row. */
export function rowKey(
  { model, prompt, temperature }: Readonly<Record<"model" | "prompt", string>> & {
    readonly temperature: number;
  },
): string {
  return JSON.stringify([model, prompt, temperature]);
}

/** The same of a sample. */
export function cellKey({ model, settings: { prompt, temperature } }: Omit<Placed, "taskId">): string {
  return rowKey({ model, prompt, temperature });
}

/** A key of the same and the task, both languages. */
export function taskKey({ model, settings: { prompt, temperature }, taskId }: Placed): string {
  return JSON.stringify([model, prompt, temperature, taskId]);
}

/** A key of a single sample. */
export function sampleKey({ model, settings, taskId, epoch }: Placed & { readonly epoch: number }): string {
  const { prompt, temperature, language } = settings;
  return JSON.stringify([model, prompt, temperature, language, taskId, epoch]);
}
