import { expectedRates } from "../calibration/rates.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import type { Prompt } from "../core/types.ts";
import { loadCalibration } from "./calibration.ts";

/** What is asked of a synthetic model's spec. */
export interface DeclaredOptions {
  /** The label whose rate is wanted. */
  readonly label: string;
  /** The label of completions that count at all. @default all count */
  readonly among?: string;
  readonly temperatures: readonly number[];
  /** @default a prompt that says nothing in particular */
  readonly prompt?: Prompt;
}

/** The rate at a temperature, in [0, 1]; null where the model declares none. */
export interface DeclaredRate {
  readonly temperature: number;
  readonly value: number | null;
}

/**
 * The rates of a label that a synthetic model declares, to lay beside estimates; null for any other model, which declares nothing.
 *
 * @param model As for `openModel`.
 * @throws {DataError} If there is no such spec.
 *
 * @example
 * ```ts
 * import { declaredRates } from "codebias/generation/declared_rates.ts";
 * import assert from "node:assert/strict";
 * const asked = { label: "uses-gender", temperatures: [1] };
 * assert.deepEqual(await declaredRates("calibration/minimal", asked), [{ temperature: 1, value: 0.3 }]);
 * assert.deepEqual(await declaredRates("ollama/llama3.2", asked), [{ temperature: 1, value: null }]);
 * ```
 */
export async function declaredRates(model: string, options: DeclaredOptions): Promise<DeclaredRate[]> {
  refuseUnknownOptions(options, ["label", "among", "temperatures", "prompt"]);
  const { label, among, temperatures, prompt = "Write a function." } = options;
  const [kind, ...file] = model.split("/");
  if (kind !== "calibration") return temperatures.map((temperature) => ({ temperature, value: null }));
  const spec = await loadCalibration(file.length > 0 ? file.join("/") : undefined);
  return temperatures.map((temperature) => {
    const { labels } = expectedRates(spec, { prompt, sampling: { temperature } });
    const whole = among === undefined ? 1 : labels[among];
    const isDeclared = labels[label] !== undefined && whole !== undefined && whole > 0;
    return { temperature, value: isDeclared ? labels[label] / whole : null };
  });
}
