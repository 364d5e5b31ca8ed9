import { taking } from "../../core/kinds.ts";
import { roundsOf } from "../../bias/rounds.ts";
import { verbs } from "../../report/verbs.ts";
import { analyse, type SolarRun } from "./analysis.ts";
import { exampleWitness } from "./figures/example_witness.ts";
import type { SolarSettings } from "./judge/rows.ts";
import type { SolarRate } from "./metrics/counts.ts";
import { paperAudit } from "./paper/rules.ts";
import { paperNumbers } from "./paper/printed_tables.ts";
import { recordedTests } from "./paper/recorded_tests.ts";
import { presented } from "./presented.ts";
import { solar as study } from "./study.ts";
import { declaredRates } from "./synthetic/declared_rates.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { judgementalWords } from "./tasks/variation.ts";
import { prompts } from "./tasks/asking.ts";

/**
 * The study on social bias in methods that decide about people: the study itself, which is passed to `run`, and its
 * tables, figures and answers by name, which are made from the result of `run`.
 *
 * @example
 * ```ts
 * import { compare, decide, intervals, run, solar, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const result = await run(solar, { source: "recorded", limit: 12 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * assert(solar.table("table3", result)?.columns.includes("published"));
 * const { frame } = result;
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const solar = {
  ...study,
  prompts: taking("make prompts of", "a list of objects", prompts),
  analyse,
  ...verbs("solar", analyse, presented),
  /** All metrics of all settings, by both rules. */
  rates: (result: SolarRun): readonly SolarRate[] => analyse(result).rates,
  /** The first witness, in sentences. */
  witness(result: SolarRun): string[] {
    const { about, samples } = analyse(result);
    return exampleWitness(about, samples);
  },
  errata: paperAudit.errata,
  claims: paperAudit.claims,
  synthetic: taking("make a synthetic model of", "a list of objects", synthetic),
  declared: declaredRates,
  paper: { numbers: paperNumbers },
  /** The completions by rounds, from conversations with feedback. */
  roundsOf: roundsOf<SolarSettings>,
  judgementalWords,
  /** The printed tests, computed again, as rows. */
  recordedTests,
} as const;
