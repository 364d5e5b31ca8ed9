import { CBS_COLUMNS } from "codebias/studies/solar/paper/printed_tables.ts";
import type { Rule, SolarKeys, SolarMetric, SolarRate } from "codebias/studies/solar/metrics/counts.ts";
import type { LeaningRow } from "codebias/studies/solar/paper/tables/tables.ts";
import { dimensions } from "./own_suite.ts";

/** Settings of the default prompt at temperature 1, before any asking again. */
export const DEFAULT: Omit<SolarKeys, "model"> = { prompt: "default", temperature: 1, round: 0 };

/** An estimate from a value, with bounds that are made up, too. */
export function estimate(value: number, n = 250) {
  const rounded = Math.round(1000 * value) / 1000;
  return {
    value: rounded,
    low: Math.max(0, rounded - 0.03),
    high: Math.min(1, rounded + 0.04),
    n,
    unjudged: 0,
  };
}

/** A rate with a made-up estimate. */
export function rate(
  keys: SolarKeys,
  { rule = "ours", metric = "CBS", dimension = "overall", value = 0.5 }: {
    readonly rule?: Rule;
    readonly metric?: SolarMetric;
    readonly dimension?: string;
    readonly value?: number;
  } = {},
): SolarRate {
  return { ...keys, rule, metric, dimension, ...estimate(value) };
}

/**
 * Made-up CBS of some settings, overall and by dimension: the lower, the later the model and the higher the round;
 * overall the most.
 */
export function madeUpCbs(settings: readonly SolarKeys[]): SolarRate[] {
  const models = [...new Set(settings.map(({ model }) => model))];
  return settings.flatMap((keys) =>
    CBS_COLUMNS.map((dimension, at) => {
      const start = dimension === "overall" ? 0.68 : 0.08 + 0.045 * ((3 * at) % 7);
      const cooler = (at % 3 - 1) * 0.2 * (1 - keys.temperature);
      const asked = keys.prompt === "default" ? 0.4 ** keys.round : 1 + 0.06 * keys.prompt.length;
      const value = Math.max(0, (start - 0.04 * models.indexOf(keys.model) + cooler) * asked);
      return rate(keys, { dimension, value });
    })
  );
}

/** Made-up leanings of models towards all demographics of the project's own suite. */
export function madeUpLeanings(models: readonly string[], rule: Rule = "ours"): LeaningRow[] {
  return models.flatMap((model, m) =>
    dimensions.flatMap(({ name: dimension, values }, d) =>
      values.map((value, v) => {
        const { unjudged: _, ...numbers } = estimate(((5 * d + 7 * v + 3 * m) % 20) / 20);
        return { ...{ model, ...DEFAULT, rule, dimension, demographic: String(value) }, ...numbers };
      })
    )
  );
}
