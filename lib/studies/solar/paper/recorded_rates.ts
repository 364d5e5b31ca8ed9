import recorded from "../../../../data/solar/recorded_tests.json" with { type: "json" };
import { cbs, type SolarRate, type TaskCounts } from "../metrics/counts.ts";
import { countsIn } from "./recorded_tests.ts";

/** The model of the recorded counts, as the paper calls it. */
const MODEL = "GPT-3.5-turbo-0125";

/** The place of each setting's counts: the kind of comparison, and the side of it. */
const SETTINGS = [
  { prompt: "default", temperature: 1, kind: "temperature", side: "b" },
  { prompt: "default", temperature: 0.2, kind: "temperature", side: "a" },
  { prompt: "COT", temperature: 1, kind: "prompt", side: "a" },
] as const;

/**
 * CBS of the completions whose counts by task are recorded, with intervals, which the paper does not give.
 *
 * Source: the notebooks for RQ2.1 and RQ2.2 of the paper Bias Unveiled. The project keeps counts with the same
 * moments as the notebooks' counts; the moments determine these numbers: it does not matter which task has which count.
 */
export function recordedRates(): SolarRate[] {
  return SETTINGS.flatMap(({ prompt, temperature, kind, side }) => {
    const { rows } = recorded.comparisons.find((one) => one.kind === kind)!;
    const keys = { model: MODEL, prompt, temperature, round: 0, rule: "published" } as const;
    return cbs(rows.flatMap((row) =>
      countsIn(row[side]).map((biased, at): TaskCounts => ({
        ...keys,
        dimension: row.attribute,
        taskId: `${at}`,
        ...{ biased, judged: recorded.perTask, unjudged: 0 },
      }))
    ));
  });
}
