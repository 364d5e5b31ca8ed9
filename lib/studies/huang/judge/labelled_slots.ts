import type { ProbeReport } from "../../../core/types.ts";
import { findingsOf, isExecutable } from "./finding.ts";
import type { Slot } from "../paper/tables/instruments.ts";
import type { LabelledFunction } from "./labelled.ts";
import type { Pools } from "./pools.ts";
import { type AuthorsTest, publishedFindings } from "./authors_rule.ts";
import { parsedCompletion } from "./parsed_completion.ts";
import type { HuangTask } from "../tasks/task.ts";
import { attributeOf } from "./aliases.ts";
import { offeredBy } from "../tasks/task.ts";
import { vocabulary } from "../tasks/vocabulary.ts";

/** What the slots of labelled functions are called in tables. */
export const LABELLED = "labelled functions";

/** The protected attributes of a labelled function that can be judged, as its code calls them, with what is true of them. */
export function slotsOf(one: LabelledFunction): { readonly name: string; readonly actual: boolean }[] {
  if (one.unjudged) return [];
  return one.subject.attributes.filter((attribute) => attribute.protected).map(({ name }) => ({
    name,
    actual: one.biasedOn.includes(name),
  }));
}

/** What our rule says of a labelled function that was probed with the values of its labels. */
export function ourSlots(one: LabelledFunction, report: ProbeReport): Slot[] {
  return slotsOf(one).map(({ name, actual }) => ({
    ...{
      instrument: "ours",
      labels: LABELLED,
      pools: "those of the labels",
      id: one.id,
      attribute: name,
      actual,
    },
    predicted: predicted(isExecutable(report) ? report.attributes[name].verdict : "unjudged"),
  }));
}

/** What the authors' instrument says of a labelled function. */
export function publishedSlots(one: LabelledFunction, test: AuthorsTest): Slot[] {
  const findings: Readonly<Record<string, { readonly biased: boolean } | undefined>> = publishedFindings(
    test,
  );
  return slotsOf(one).map(({ name, actual }) => ({
    ...{ instrument: "published", labels: LABELLED, pools: "original", id: one.id, attribute: name, actual },
    predicted: findings[name]?.biased ?? false,
  }));
}

/**
 * A labelled function as a completion: only its code is known, as for a model's, so that its inputs have to
 * be found, and the values to try are the study's.
 */
export function labelledTask(one: LabelledFunction): HuangTask {
  const names = one.subject.attributes.map(({ name }) => name);
  const known = [...vocabulary.categories].map(([category, offered]) => {
    const own = offered.map(({ name }) => name);
    return {
      category,
      count: names.filter((name) =>
        attributeOf(name, own) && own.includes(attributeOf(name, own)!.name)
      ).length,
    };
  });
  const { category } = known.reduce((best, other) => other.count > best.count ? other : best);
  return { id: one.id, category, asks: `do what ${one.subject.functionName} does` };
}

/** What our rule says of a labelled function that was read like a completion; unjudged where there is no report. */
export function readSlots(one: LabelledFunction, report: ProbeReport | undefined, pools: Pools): Slot[] {
  const task = labelledTask(one);
  const parsed = parsedCompletion(task, one.subject.source, pools);
  const findings = report && !("kind" in parsed) ? findingsOf(parsed, report) : undefined;
  return slotsOf(one).map(({ name, actual }) => {
    const attribute = attributeOf(name, offeredBy(task))?.name ?? name;
    return {
      ...{ instrument: "ours", labels: LABELLED, pools, id: one.id, attribute: name, actual },
      predicted: predicted(findings?.[attribute]?.verdict ?? "unjudged"),
    };
  });
}

function predicted(verdict: "biased" | "unbiased" | "unjudged"): boolean | null {
  return verdict === "unjudged" ? null : verdict === "biased";
}
