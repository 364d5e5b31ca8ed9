import type { Sample } from "../../../core/types.ts";
import type { LinguisticSettings } from "../tasks/layout.ts";
import { passedIn, type Verdict } from "../judge/verdict.ts";

/** A completion with the verdict on it. */
export type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/** Whether a sample's program passed. */
export function hasPassed({ judgement }: LinguisticSample): boolean {
  return passedIn(judgement) === true;
}

/** The fields that identify the setting and the task of a sample. */
interface Placed {
  readonly model: string;
  readonly settings: LinguisticSettings;
  readonly taskId: string;
}

/** The settings that all samples of one model, prompting method and temperature have in common. */
export interface LinguisticKeys {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
}

/** A key of the model, prompting method and temperature of a row. */
export function rowKey({ model, prompt, temperature }: LinguisticKeys): string {
  return JSON.stringify([model, prompt, temperature]);
}

/** The model, prompting method and temperature of a sample; the temperature is null where answers do not name it. */
export function cellKeys(
  { model, settings: { prompt, temperature } }: Omit<Placed, "taskId">,
): LinguisticKeys {
  return { model, prompt, temperature: temperature ?? null as unknown as number };
}

/** A key of the model, prompting method, temperature and task, for both languages. */
export function taskKey({ model, settings: { prompt, temperature }, taskId }: Placed): string {
  return JSON.stringify([model, prompt, temperature, taskId]);
}

/** A key of a single sample. */
export function sampleKey({ model, settings, taskId, epoch }: Placed & { readonly epoch: number }): string {
  const { prompt, temperature, language } = settings;
  return JSON.stringify([model, prompt, temperature, language, taskId, epoch]);
}
