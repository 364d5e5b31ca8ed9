import { max, mean, min } from "simple-statistics";
import type { Advantage } from "../metrics/efficiency/advantages.ts";
import { counted, efficiency } from "../metrics/efficiency/efficiency.ts";
import { aheadIn } from "./answers.ts";
import type { LanguageNull } from "../metrics/language_null.ts";
import { CLAIMS, type PromptClaim } from "../metrics/prompting.ts";
import { printedTable3 } from "../paper/printed.ts";
import { temperatureName } from "../../../report/sentences.ts";
import { enumerated, fixed, percent, plural } from "../../../report/words.ts";

/**
 * The answer to RQ2 in words, with every number computed from the comparison of programs.
 *
 * Source: the BilingualCodeEval paper, section 4.2.
 *
 * @param tasks Comparisons with one prompting method.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerRq2(tasks: readonly Advantage[]): string[] {
  if (!tasks.some(({ timed }) => timed.en + timed.zh > 0)) {
    return ["There are no running times, and so no answer on efficiency."];
  }
  const levels = Map.groupBy(tasks, ({ temperature }) => temperature);
  return [...levels].toSorted(([a], [b]) => a - b).flatMap(([temperature, level]) => [
    `At ${temperatureName(temperature)}, ${difference(level)}.`,
    `At ${temperatureName(temperature)}, ${oneSided(level)}.`,
    `At ${temperatureName(temperature)}, ${direction(level)}.`,
  ]);
}

function difference(level: readonly Advantage[]): string {
  const rates = efficiency(level);
  const shares = (metric: string) => rates.flatMap((rate) => rate.metric === metric ? rate.value ?? [] : []);
  const [byAuthors, stated] = [shares("PDR"), shares("PDR_statedDefinition")];
  return `the most efficient correct programs differ between languages in ${
    range(byAuthors)
  } of the tasks that the ` +
    `authors' scripts count, and in ${
      range(stated)
    } of those solved in both languages, which is the paper's definition`;
}

function oneSided(level: readonly Advantage[]): string {
  const differing = counted(level, "published").filter(({ winner }) => winner !== "both");
  const alone = differing.filter(({ solved }) => !(solved.en && solved.zh)).length;
  return `${alone} of ${plural(differing.length, "difference")} that the authors' scripts count ` +
    `${
      alone === 1 ? "is a task" : "are tasks"
    } solved in one language only, where no two programs were compared`;
}

function direction(level: readonly Advantage[]): string {
  const models = Map.groupBy(counted(level, "published"), ({ model }) => model);
  return aheadIn(
    [...models.values()].map((tasks) => {
      const of = (language: string) => tasks.filter(({ winner }) => winner === language).length;
      return Math.sign(of("en") - of("zh"));
    }),
  );
}

/** The number of models in the paper's figure on prompting methods. */
const MODELS = new Set(printedTable3.flatMap(({ model }) => model ?? [])).size;

/**
 * Whether the paper's claims about prompting methods hold, in words.
 *
 * A claim says that some methods raise a metric in all models, and that no other method does. One model in which a
 * named method does not raise it refutes the claim. That the claim holds, or that another method raises the metric
 * everywhere too, can only be said with all models of the paper's figure.
 *
 * Source: the BilingualCodeEval paper, section 4.3.
 */
export function answerRq3(claims: readonly PromptClaim[]): string[] {
  return CLAIMS.map(({ temperature, metric, prompts }) => {
    const what = `${metric} at ${temperatureName(temperature)}`;
    const said = `${what}: the paper says that only ${enumerated(prompts)} raise it consistently.`;
    const group = claims.filter((claim) => claim.temperature === temperature && claim.metric === metric);
    const missing = prompts.filter((prompt) => !group.some((claim) => claim.prompt === prompt));
    if (missing.length > 0) return `${said} There is nothing here to compare ${enumerated(missing)} with.`;
    const found = group.map((claim) => {
      const models = claim.higher + claim.same + claim.lower;
      const except = claim.notHigher === "" ? "" : ` (not in ${claim.notHigher})`;
      return `${claim.prompt} in ${claim.higher} of ${models}${except}`;
    });
    return `${said} Here it rises with ${enumerated(found)}. ${verdict(group)}`;
  });
}

function verdict(group: readonly PromptClaim[]): string {
  const everywhere = (claim: PromptClaim) => claim.same + claim.lower === 0;
  const named = group.filter(({ published }) => published === "rises");
  const failing = named.filter((claim) => !everywhere(claim));
  if (failing.length > 0) {
    return `The claim does not hold as worded: ${enumerated(failing.map(({ prompt }) => prompt))} ` +
      `${failing.length === 1 ? "does" : "do"} not raise it in all models.`;
  }
  const fewest = min(group.map(({ higher, same, lower }) => higher + same + lower));
  if (fewest < MODELS) {
    return `That is ${fewest} of the ${MODELS} models of the paper's figure, too few to say whether it holds.`;
  }
  const rivals = group.filter((claim) => claim.published === "does not" && everywhere(claim));
  return rivals.length === 0
    ? "The claim holds."
    : `The claim does not hold as worded: so ${rivals.length === 1 ? "does" : "do"} ` +
      `${enumerated(rivals.map(({ prompt }) => prompt))}.`;
}

/**
 * The part of the differences that exceeds those of a language-blind model, in words.
 *
 * @param rows The rows of one prompting method.
 */
export function answerNull(rows: readonly LanguageNull[]): string[] {
  const groups = Map.groupBy(
    rows.filter(({ p }) => p !== null),
    ({ metric, temperature }) => JSON.stringify([metric, temperature]),
  );
  if (groups.size === 0) return ["There is nothing in both languages to compare, and so no answer."];
  return [...groups].map(([key, group]) => {
    const [metric, temperature] = JSON.parse(key) as [string, number];
    const low = group.filter(({ p }) => p! < 0.05);
    const left = group.filter(({ pAdjusted }) => pAdjusted! < 0.05);
    const excess = 100 * mean(group.map(({ value, expected }) => value! - expected!));
    const who = low.length > 0 ? ` (${low.map(({ model }) => model).join(", ")})` : "";
    return `${metric} at ${temperatureName(temperature)}: observed ${
      range(group.map(({ value }) => value!))
    }, expected of a ` +
      `language-blind model ${range(group.map(({ expected }) => expected!))}, a difference of ${
        fixed(excess, 1)
      } points on ` +
      `average; p < .05 in ${low.length} of ${
        plural(group.length, "model")
      }${who}, after Holm's correction for ` +
      `${plural(group[0].comparisons, "comparison")} in ${left.length}.`;
  });
}

function range(shares: readonly number[]): string {
  if (shares.length === 0) return "none";
  const [low, high] = [min([...shares]), max([...shares])];
  return low === high ? percent(low) : `${percent(low)} to ${percent(high)}`;
}
