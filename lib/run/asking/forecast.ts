import { refuseOther } from "../../core/kinds.ts";
import { beginGeneration, type GenerateOptions } from "./generate.ts";

/** The expected cost of a generation, estimated from a few of its samples. */
export interface Forecast {
  /** The number of all samples. */
  readonly samples: number;
  /** The number of samples that are still to be made. */
  readonly left: number;
  /** The number of samples asked for the estimate; failed ones are not counted. */
  readonly measured: number;
  /** The expected tokens of all remaining prompts and completions; undefined if the server does not count them. */
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /**
   * The expected time of the remaining samples at the measured speed, in seconds; undefined if no sample succeeded. It
   * is shorter on a server that sustains many requests at a time, which only a longer run finds out.
   */
  readonly seconds?: number;
}

/** The number of samples measured after a first one, which may have to wait for the model to load. */
const MEASURED_SAMPLES = 8;

/**
 * Estimates the cost of a generation before it begins: asks for a few of its samples, spread over all of it.
 * With a store these samples are part of the run and are not asked for again.
 *
 * @throws As `generate`.
 */
export async function forecast(options: GenerateOptions): Promise<Forecast> {
  const begun = await beginGeneration({ ...options, onProgress: undefined });
  const missing = begun.missing();
  const step = Math.max(1, Math.floor(missing.length / (MEASURED_SAMPLES + 1)));
  const [first, ...chosen] = missing.filter((_, index) => index % step === 0).slice(0, MEASURED_SAMPLES + 1);
  if (!first) return { samples: begun.total, left: 0, measured: 0, seconds: 0 };
  await Array.fromAsync(begun.samples([first]));
  const started = performance.now();
  const asked = await Array.fromAsync(begun.samples(chosen));
  const seconds = (performance.now() - started) / 1000;
  const replies = asked.filter(({ error }) => !error).map(({ replies }) => replies);
  // Without a store, none of these samples was kept.
  const left = begun.missing().length;
  const perSample = replies.length === 0 ? undefined : left / replies.length;
  const tokens = (kind: "promptTokens" | "completionTokens") => {
    const counts = replies.flat().map((reply) => reply[kind]);
    if (perSample === undefined || counts.some((count) => count === undefined)) return undefined;
    return Math.round(perSample * counts.reduce((sum: number, count) => sum + count!, 0));
  };
  return {
    samples: begun.total,
    left,
    measured: replies.length,
    promptTokens: tokens("promptTokens"),
    completionTokens: tokens("completionTokens"),
    seconds: perSample === undefined ? undefined : perSample * seconds,
  };
}

/**
 * A forecast as a sentence.
 *
 * @example
 * ```ts
 * import { describeForecast } from "codebias/run/asking/forecast.ts";
 * import assert from "node:assert/strict";
 * const sentence = describeForecast({ samples: 1000, left: 991, measured: 8, completionTokens: 99100, seconds: 300 });
 * assert.equal(sentence, "991 of 1,000 samples are left: about 99,000 completion tokens, at most about 5 min");
 * ```
 */
export function describeForecast(forecast: Forecast): string {
  refuseOther("describe", forecast, "an object", ["samples", "left", "measured"], "forecast");
  const { samples, left, measured, promptTokens, completionTokens, seconds } = forecast;
  const count = (value: number) => value.toLocaleString("en");
  const rounded = (value: number) => value.toLocaleString("en", { maximumSignificantDigits: 2 });
  const head = `${count(left)} of ${count(samples)} samples are left`;
  if (left === 0) return head;
  if (seconds === undefined) {
    return `${head}; none of the first succeeded, so nothing is known about the rest`;
  }
  const parts = [
    ...promptTokens === undefined ? [] : [`about ${rounded(promptTokens)} prompt tokens`],
    ...completionTokens === undefined ? [] : [`about ${rounded(completionTokens)} completion tokens`],
    `at most about ${seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`}`,
  ];
  return `${head}: ${parts.join(", ")}${measured < 4 ? ", judging by very few" : ""}`;
}
