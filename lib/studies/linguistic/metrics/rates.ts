import { refuseUnknown, settled } from "../../../core/nearest.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import { proportion } from "../../../statistics/intervals/wilson.ts";
import type { Estimate } from "../../../core/types.ts";
import { type Language, LANGUAGES } from "../tasks/layout.ts";
import { cellKeys, type LinguisticKeys, type LinguisticSample } from "./sample_keys.ts";

/** The correctness metrics in the order of the paper's Table 3. */
export const METRICS = ["CR_en", "CR_zh", "CR_bi", "CDR"] as const;

/** CR: correctness rate in a language or in both; CDR: correctness difference rate. */
export type Metric = (typeof METRICS)[number];

/** A metric of one model with one prompting method at one temperature. */
export interface Rate<M extends string = Metric> extends LinguisticKeys, Estimate {
  readonly metric: M;
}

/** Whether a task was solved in each language; null when nothing could be judged. */
type Solved = Readonly<Record<Language, boolean | null>>;

/**
 * The correctness metrics of every model, prompting method and temperature among the samples.
 *
 * A task is solved in a language if at least one of its samples passed. With E and Z the tasks solved in
 * English and in Chinese, among the tasks Q that could be judged:
 * CR_en = |E| / |Q|, CR_zh = |Z| / |Q|, CR_bi = |E ∩ Z| / |Q|, CDR = |E △ Z| / |Q|.
 *
 * Source: the BilingualCodeEval paper, Table 1 and appendix A.3.1. Intervals are Wilson's at 95 %, over tasks.
 *
 * @param samples Judged samples, with both languages of each task.
 * @param options.invalidTasks `unsolved`: a task that cannot be passed counts as not solved, as in the paper,
 * so that n is the number of tasks. `left-out`: it is unjudged. Defaults to `unsolved`.
 */
export function rates(
  samples: readonly LinguisticSample[],
  options: { invalidTasks?: "unsolved" | "left-out" } = {},
): Rate[] {
  const { invalidTasks } = settled(options, { invalidTasks: "unsolved" });
  refuseUnknown("way with invalid tasks", invalidTasks, ["unsolved", "left-out"]);
  return cellsBy(samples, cellKeys).flatMap(({ keys, own }) => {
    const tasks = [...Map.groupBy(own, ({ taskId }) => taskId).values()];
    const solved = tasks.map((group) => solvedBy(group, invalidTasks));
    return METRICS.map((metric): Rate => ({ ...keys, metric, ...estimate(metric, solved) }));
  });
}

function solvedBy(samples: readonly LinguisticSample[], invalidTasks: "unsolved" | "left-out"): Solved {
  const [en, zh] = LANGUAGES.map((language) => {
    const findings = samples
      .filter(({ settings }) => settings.language === language)
      .flatMap(({ judgement }) => (judgement.kind === "judged" ? [judgement.finding.kind] : []))
      .filter((kind) => invalidTasks === "unsolved" || kind !== "invalid-task");
    return findings.length === 0 ? null : findings.includes("passed");
  });
  return { en, zh };
}

function estimate(metric: Metric, tasks: readonly Solved[]): Estimate {
  const values = tasks.map((task) => valueOf(metric, task));
  const judged = values.filter((value) => value !== null);
  const count = judged.filter((value) => value).length;
  return proportion(count, judged.length, { unjudged: values.length - judged.length });
}

function valueOf(metric: Metric, { en, zh }: Solved): boolean | null {
  if (metric === "CR_en") return en;
  if (metric === "CR_zh") return zh;
  if (en === null || zh === null) return null;
  return metric === "CR_bi" ? en && zh : en !== zh;
}
