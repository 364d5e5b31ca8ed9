import { max, mean, min } from "simple-statistics";
import type { Advantage } from "./advantages.ts";
import { counted, efficiency } from "./efficiency.ts";
import type { LanguageNull } from "./language_null.ts";
import { LANGUAGE_NAMES } from "./figures.ts";
import type { PromptClaim } from "./prompting.ts";

/**
 * The answer to RQ2 in words, every number computed from the comparison of programs.
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
    `At t = ${temperature}: ${difference(level)}.`,
    `At t = ${temperature}: ${oneSided(level)}.`,
    `At t = ${temperature}: ${direction(level)}.`,
  ]);
}

function difference(level: readonly Advantage[]): string {
  const rates = efficiency(level);
  const shares = (metric: string) => rates.flatMap((rate) => rate.metric === metric ? rate.value ?? [] : []);
  const [published, stated] = [shares("PDR"), shares("PDR_statedDefinition")];
  return `the most efficient correct programs differ between languages in ${
    range(published)
  } of the tasks by the ` +
    `authors' count, and in ${
      range(stated)
    } of those solved in both languages, which is the paper's definition`;
}

function oneSided(level: readonly Advantage[]): string {
  const differing = counted(level, "published").filter(({ winner }) => winner !== "both");
  const alone = differing.filter(({ solved }) => !(solved.en && solved.zh)).length;
  return `of ${differing.length} differences so counted, ${alone} are tasks that were solved in one language only, so ` +
    `that no two programs were compared`;
}

function direction(level: readonly Advantage[]): string {
  const models = Map.groupBy(counted(level, "published"), ({ model }) => model);
  const ahead = { en: 0, zh: 0, same: 0 };
  for (const tasks of models.values()) {
    const [en, zh] = (["en", "zh"] as const).map((language) =>
      tasks.filter((task) => task.winner === language).length
    );
    ahead[en > zh ? "en" : zh > en ? "zh" : "same"]++;
  }
  const { en, zh } = LANGUAGE_NAMES;
  return `${en} is ahead in ${ahead.en} models, ${zh} in ${ahead.zh}, neither in ${ahead.same}`;
}

/**
 * Which of the paper's claims about prompting methods hold, in words.
 *
 * Source: the BilingualCodeEval paper, section 4.3.
 */
export function answerRq3(claims: readonly PromptClaim[]): string[] {
  const claimed = claims.filter(({ published }) => published !== null);
  if (claimed.length === 0) {
    return ["There is nothing to compare the paper's claims about prompting methods with."];
  }
  const groups = Map.groupBy(claimed, ({ temperature, metric }) => `${metric} at t = ${temperature}`);
  return [...groups].map(([what, group]) => {
    const models = group[0].higher + group[0].same + group[0].lower;
    const all = group.filter(({ higher, same, lower }) => higher === models && same + lower === 0);
    const said = group.filter(({ published }) => published === "rises");
    const failing = said.filter((claim) => !all.includes(claim));
    const others = group.filter(({ published, higher }) =>
      published === "does not" && higher >= min(said.map((claim) => claim.higher))
    );
    const exceptions = failing.map(({ prompt, higher, notHigher }) =>
      `${prompt} raises it in ${higher} of ${models} (not in ${notHigher})`
    );
    const rivals = others.map(({ prompt, higher }) =>
      `${prompt} raises it in ${higher}, as many as one of those`
    );
    return `${what}: the paper says that only ${names(said)} raise it consistently. ` +
      `Here ${
        all.length === 0 ? "no method does" : `${names(all)} ${all.length === 1 ? "does" : "do"}`
      } in all ` +
      `${models} models${[...exceptions, ...rivals].map((text) => `; ${text}`).join("")}. ` +
      (failing.length + others.length === 0 ? "The claim holds." : "The claim does not hold as worded.");
  });
}

function names(claims: readonly PromptClaim[]): string {
  return claims.map(({ prompt }) => prompt).join(" and ");
}

/**
 * What is left of the differences once those are taken off that a language-blind model shows, in words.
 *
 * @param rows Of one prompting method.
 */
export function answerNull(rows: readonly LanguageNull[]): string[] {
  const groups = Map.groupBy(
    rows.filter(({ p }) => p !== null),
    ({ metric, temperature }) => JSON.stringify([metric, temperature]),
  );
  return [...groups].map(([key, group]) => {
    const [metric, temperature] = JSON.parse(key) as [string, number];
    const low = group.filter(({ p }) => p! < 0.05);
    const left = group.filter(({ pAdjusted }) => pAdjusted! < 0.05);
    const excess = mean(group.map(({ value, expected }) => value! - expected!));
    return `${metric} at t = ${temperature}: observed ${
      range(group.map(({ value }) => value!))
    }, for a language-blind ` +
      `model ${range(group.map(({ expected }) => expected!))}, on average ${
        signed(excess)
      }; above chance (p < .05) in ` +
      `${low.length} of ${group.length} models${
        low.length > 0 ? `: ${low.map(({ model }) => model).join(", ")}` : ""
      }; ` +
      `by Holm's method in ${left.length}.`;
  });
}

function range(shares: readonly number[]): string {
  if (shares.length === 0) return "none";
  const [low, high] = [min([...shares]), max([...shares])].map((share) => share.toFixed(2));
  return low === high ? low : `${low} to ${high}`;
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}
