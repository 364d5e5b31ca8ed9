import type { Sample } from "../../../core/types.ts";
import { clearOf, estimated, having, MAX_NAMED, rangeSentences } from "../../../report/sentences.ts";
import { enumerated, fixed, inCode, percent, plural } from "../../../report/words.ts";
import { FALSE_SHARE, type JudgedPreference, judgedPreferences } from "../metrics/preferred.ts";
import { cellRates, CELLS, meanRates } from "../metrics/mean_rates.ts";
import {
  type CounterfactualRow,
  type DetectionRow,
  type FairCoderRate,
  METRICS,
  type PreferredRow,
} from "../metrics/rates.ts";
import { hybridDifference } from "../../../statistics/intervals/newcombe.ts";
import type { FairCoderFinding } from "../judge/finding.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import { settingKey, settingName } from "../tasks/settings.ts";

/** The names of the kinds of answers. */
export const KIND_NAMES = { function: "functions", test: "test cases" } as const;

/** The names of the scenarios. */
export const SCENARIO_NAMES = { job: "hiring", edu: "admission", med: "treatment" } as const;

const KINDS = ["function", "test"] as const;

/**
 * Sentences on how fair functions and test cases are, and which are fairer; every number is computed from the rates.
 *
 * @param rates As `functionRates` and `testRates` give them; only those by rule `corrected` are told.
 * @returns Sentences, to be shown as Markdown.
 */
export function answerOverall(rates: readonly FairCoderRate[]): string[] {
  const cells = KINDS.flatMap((kind) => cellRates(rates, kind)).filter(({ rule }) => rule === "corrected");
  const settings = [...Map.groupBy(cells, settingKey).values()];
  if (settings.length === 0) return ["Nothing was asked, and so there is no answer."];
  return settings.flatMap((own) => {
    const kinds = KINDS.map((kind) => own.filter((rate) => rate.kind === kind));
    const [functions, tests] = kinds.map((of) =>
      meanRates(of.filter(({ metric }) => metric === "FairScore"))[0]?.mean
    );
    return [...kinds.flatMap(kindSentences), ...differenceSentences(functions, tests)];
  });
}

/** @param rates All rates of one setting and kind. */
function kindSentences(rates: readonly FairCoderRate[]): string[] {
  if (rates.length === 0) return [];
  const { kind } = rates[0];
  const name = `${settingName(rates[0])}, ${KIND_NAMES[kind]}`;
  const means = METRICS.flatMap((metric) => meanRates(rates.filter((rate) => rate.metric === metric)));
  const known = means.filter(({ mean }) => mean.value !== null);
  if (known.length === 0) return [`${name}: nothing could be judged.`];
  const said = known.map(({ mean, over }) =>
    `${mean.metric} ${estimated(mean, text)}${
      over === CELLS[kind] ? "" : ` over ${over} of ${CELLS[kind]} cells`
    }`
  );
  const fair = rates.filter(({ metric }) => metric === "FairScore");
  return [
    [`${name}: ${enumerated(said)}.`, ...rangeSentences("The FairScore", fair, aboutOf, text)].join(" "),
  ];
}

type Known = Parameters<typeof hybridDifference>[0];

/**
 * Sentences on whether test cases are fairer than functions, which have other prompts. The bounds of the difference are
 * computed as those of `meanRate`.
 */
function differenceSentences(functions?: FairCoderRate, tests?: FairCoderRate): string[] {
  if (!functions || !tests || functions.low === null || tests.low === null) return [];
  const { difference: value, low, high } = hybridDifference(functions as Known, tests as Known);
  const what = `${settingName(tests)}: test cases`;
  if (low <= 0 && high >= 0) {
    return [
      `${what} are neither clearly fairer nor clearly less fair than functions: the FairScore differs by ${
        text(value)
      } (${text(low)} to ${text(high)}).`,
    ];
  }
  const [near, far] = [low, high].map(Math.abs).toSorted((a, b) => a - b);
  return [
    `${what} are ${value < 0 ? "less fair" : "fairer"} than functions, by ${text(Math.abs(value))} (${
      text(near)
    } to ${text(far)}) of FairScore.`,
  ];
}

/**
 * Sentences on the groups that functions and test cases prefer: of the preferences beyond chance, the strongest ones, and
 * the groups that are preferred most often.
 *
 * @param preferred As `preferredByFunctions` and `preferredInTests` give them.
 */
export function answerPreferences(preferred: readonly PreferredRow[]): string[] {
  if (preferred.length === 0) return ["Nothing was asked, and so there is no answer."];
  const cells = Map.groupBy(
    judgedPreferences(preferred),
    (row) => JSON.stringify([settingKey(row), row.kind]),
  );
  return [...cells.values()].map((own) => {
    const name = `${settingName(own[0])}, ${KIND_NAMES[own[0].kind]}`;
    const scored = own.filter(({ entropy }) => entropy !== null);
    if (scored.length === 0) return `${name}: no group is given anything.`;
    const clear = scored.filter(({ isClear }) => isClear);
    const of = `of ${plural(scored.length, "cell")} in which some group is given something`;
    const said = `${name}: ${of}, ${having(clear.length)} a preferred group that chance would hardly give`;
    if (clear.length === 0) return `${said}.`;
    return [
      `${said} (false discovery rate ${100 * FALSE_SHARE} %).`,
      ...strongest(clear),
      ...mostOften(clear),
    ].join(" ");
  });
}

function strongest(clear: readonly JudgedPreference[]): string[] {
  const named = clear.toSorted((a, b) => a.entropy! - b.entropy!).slice(0, MAX_NAMED).map((row) =>
    `${row.group} (${aboutOf(row)}, entropy ${text(row.entropy!)})`
  );
  return [`${clear.length === 1 ? "It is" : "The strongest:"} ${enumerated(named)}.`];
}

function mostOften(clear: readonly JudgedPreference[]): string[] {
  const counts = [...Map.groupBy(clear, ({ attribute, group }) => `${attribute}: ${group}`)]
    .map(([group, all]) => ({ group, count: all.length }))
    .filter(({ count }) => count > 1).toSorted((a, b) => b.count - a.count).slice(0, MAX_NAMED);
  if (counts.length === 0) return [];
  return [`Most often: ${enumerated(counts.map(({ group, count }) => `${group} (${count} times)`))}.`];
}

/** The name of a cell in sentences. */
function aboutOf(
  row: Pick<FairCoderRate, "scenario" | "attribute" | "subjectList" | "topic">,
): string {
  const { scenario, attribute, subjectList, topic } = row;
  return [
    attribute,
    ...(topic === "all" ? [] : [topic]),
    ...(scenario === "all" ? [] : [SCENARIO_NAMES[scenario]]),
    ...(subjectList === "all" ? [] : [`list ${subjectList}`]),
  ].join(", ");
}

/**
 * Sentences on how much more is True of men than of women, for the traits whose difference has an interval without 0.
 *
 * @param rows As `counterfactualRates` gives them.
 */
export function answerCounterfactual(rows: readonly CounterfactualRow[]): string[] {
  if (rows.length === 0) return ["Nothing was asked, and so there is no answer."];
  return [...Map.groupBy(rows, settingKey).values()].map((own) => {
    const name = settingName(own[0]);
    const known = own.filter(({ value, low }) => value !== null && low !== null);
    if (known.length === 0) return `${name}: of no trait it is known how much more is True of men or women.`;
    const clear = clearOf(known);
    const what =
      `${name}: of ${plural(known.length, "trait")}, ${having(clear.length)} a difference between ` +
      "men and women whose interval leaves out 0";
    if (clear.length === 0) return `${what}.`;
    const named = clear.slice(0, MAX_NAMED).map((row) =>
      `${row.topic}, with more that is True of ${row.value! > 0 ? "men" : "women"} (${estimated(row, text)})`
    );
    const said = clear.filter(({ value, bias }) => (value! > 0) === (bias === "male")).length;
    return [
      `${what}, where ${(known.length / 20).toFixed(1)} would by chance` +
      `${clear.length > MAX_NAMED ? "; the largest" : ""}: ${named.join("; ")}.`,
      `In ${
        said === clear.length ? "all" : said === 0 ? "none" : `${said}`
      } of these it is more of those whom the trait is said of.`,
    ].join(" ");
  });
}

/**
 * Sentences on how often instruments agree with what people read in functions.
 *
 * @param rows As `detections` gives them.
 */
export function answerDetection(rows: readonly DetectionRow[]): string[] {
  const known = rows.filter(({ value }) => value !== null);
  if (known.length === 0) {
    return ["Nothing is labelled here, and so it is not known how often either is right."];
  }
  return [...Map.groupBy(known, ({ labels, metric }) => JSON.stringify([labels, metric])).values()].map(
    (own) => {
      const [{ labels, metric }] = own;
      const said = own.map(({ instrument, value, low, high, n, unjudged }) =>
        `${instrument} is right for ${percent(value!)} of ${n} (${percent(low!)} to ${percent(high!)}${
          unjudged === 0 ? "" : `; ${unjudged} more it leaves open, or the labels do`
        })`
      );
      return `The ${metric}, ${labels}: ${said.join(", ")}.`;
    },
  );
}

/**
 * Sentences on what a score rests on: for the first function that prefers a group, the points that two groups gain, and
 * the line that decides.
 *
 * @returns Sentences, to be shown as Markdown.
 */
export function exampleScore(samples: readonly Sample<FairCoderFinding, FairCoderSettings>[]): string[] {
  for (const { taskId, model, judgement } of samples) {
    if (judgement.kind !== "judged" || judgement.finding.kind !== "function") continue;
    const { witness } = judgement.finding;
    if (!witness) continue;
    const { values: [most, least], text } = witness;
    return [
      `${model}, ${taskId}: ${most.value} gains ${most.score}, ${least.value} gains ${least.score}.`,
      ...(text === undefined ? [] : [`The line that decides: ${inCode(text)}`]),
    ];
  }
  return ["There is no example, as no function that could be judged uses the attribute."];
}

function text(value: number): string {
  return fixed(value, 2);
}
