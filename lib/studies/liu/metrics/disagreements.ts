import { cellsBy } from "../../../statistics/cells.ts";
import { tableWith } from "../../../report/tables/table_with.ts";
import type { Verdict } from "../../../core/types.ts";
import { disagreementReason } from "./disagreement_reasons.ts";
import { byCompletion, type Instrument, INSTRUMENTS, type LiuFinding } from "../judge/findings.ts";
import { maskedBody } from "../judge/masked_body.ts";

/** The verdicts of instruments that disagree, and the reason; null for an instrument that was not asked. */
export type Disagreement = ReturnType<typeof disagreements>[number];

/**
 * The disagreements between instruments, by the verdict of each and by reason; the most frequent first. A verdict of
 * unjudged disagrees with any other.
 *
 * @param findings Those of all instruments.
 */
export function disagreements(findings: readonly LiuFinding[]) {
  const completions = byCompletion(findings);
  const labels = labelsByAnswer(findings);
  const disputed = completions.filter((all) => new Set(all.map(({ verdict }) => verdict)).size > 1)
    .map((all) => ({ all, said: saidOf(all), why: disagreementReason(all) }));
  const groups = cellsBy(disputed, ({ said, why }) => ({ ...said, why }));
  return groups.map(({ keys, own: group }) => {
    const own = group.map(({ all }) => all);
    return {
      ...keys,
      /** The number of completions, and their share of all completions, in [0, 1]. */
      ...{ count: own.length, share: own.length / completions.length },
      /** The number of those whose answer, except for adjective and white space, has the other label elsewhere. */
      labelledOtherwise: own.filter((all) => isLabelledOtherwise(all, labels)).length,
      /** The models of these completions, as one text. */
      models: [...new Set(own.map(([{ model }]) => model))].join(", "),
      /** The most common answer among them. */
      example: exampleOf(own),
    };
  }).toSorted((a, b) => b.count - a.count);
}

function saidOf(all: readonly LiuFinding[]): Record<Instrument, Verdict | null> {
  const verdictOf = (name: Instrument) => all.find(({ instrument }) => instrument === name)?.verdict ?? null;
  return Object.fromEntries(INSTRUMENTS.map((name) => [name, verdictOf(name)])) as Record<
    Instrument,
    Verdict | null
  >;
}

/** The labels that each answer has, whatever the adjective. */
function labelsByAnswer(findings: readonly LiuFinding[]): Map<string | null, Set<Verdict>> {
  const labelled = Map.groupBy(findings.filter(({ instrument }) => instrument === "label"), answerOf);
  return new Map([...labelled].map(([answer, own]) => [answer, new Set(own.map(({ verdict }) => verdict))]));
}

function isLabelledOtherwise(
  all: readonly LiuFinding[],
  labels: ReadonlyMap<string | null, ReadonlySet<Verdict>>,
): boolean {
  const label = all.find(({ instrument }) => instrument === "label")?.verdict;
  const answer = answerOf(all[0]);
  if (answer === null || (label !== "biased" && label !== "unbiased")) return false;
  return labels.get(answer)?.has(label === "biased" ? "unbiased" : "biased") ?? false;
}

/** A key that completed functions share if they differ only in adjectives and space. */
function answerOf({ code, adjective, dimension }: LiuFinding): string | null {
  return code === null ? null : maskedBody({ code, adjective, dimension });
}

/** The answer that occurs most often. */
function exampleOf(completions: readonly (readonly LiuFinding[])[]): string {
  const answers = Map.groupBy(completions.map(([first]) => first), (one) => answerOf(one) ?? "");
  const [most] = [...answers.values()].toSorted((a, b) => b.length - a.length);
  return most[0].code ?? "";
}

/** Lays out {@linkcode disagreements} as a table. */
export const disagreementTable = tableWith<Disagreement>(
  [...INSTRUMENTS, "why", "count", "share", "labelledOtherwise", "models", "example"],
  {
    title: "Where instruments disagree",
    note: "labelledOtherwise: completions whose answer has the other label elsewhere",
  },
);
