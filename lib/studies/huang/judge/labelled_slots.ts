import { isBiased } from "../../../bias/finding_rows.ts";
import type { AuthorsTest, Completion, ProbeReport } from "../../../core/types.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { findingsOf, isExecutable } from "./finding.ts";
import type { InstrumentCost, Slot } from "../paper/tables/instruments.ts";
import type { LabelledFunction } from "./labelled.ts";
import type { Pools } from "./pools.ts";
import type { HuangSample } from "./rows.ts";
import { type AuthorsFinding, publishedFindings, type PublishedTest } from "./authors_rule.ts";
import { parsedCompletion } from "./parsed_completion.ts";
import type { HuangSettings } from "../tasks/prompts.ts";
import { type HuangTask, offeredBy } from "../tasks/task.ts";
import { attributeOf } from "./aliases.ts";
import { vocabulary } from "../tasks/vocabulary.ts";

/** The name of the slots of labelled functions in tables. */
export const LABELLED = "labelled functions";

/** Labelled functions, with the verdicts of instruments on them. */
export interface Labelled {
  readonly functions: readonly LabelledFunction[];
  /** The result of probing each function, in their order. */
  readonly reports: readonly ProbeReport[];
  /** The findings of the authors' instrument, by the ids of the functions. @default it was not tried */
  readonly tests?: readonly PublishedTest[];
}

/** Labelled functions that were parsed like answers, see `asAnswers`. */
export interface Pooled {
  readonly functions: readonly LabelledFunction[];
  /** The name of the functions in a note. @default Labelled functions of our own */
  readonly name?: string;
  /** The samples by kind of values. */
  readonly samples: { readonly [K in Pools]?: readonly HuangSample[] };
}

/** The protected attributes of a labelled function that can be judged, named as in its code, with their true labels. */
export function slotsOf(one: LabelledFunction): { readonly name: string; readonly actual: boolean }[] {
  if (one.unjudged) return [];
  return one.subject.attributes.filter((attribute) => attribute.protected).map(({ name }) => ({
    name,
    actual: one.biasedOn.includes(name),
  }));
}

/** The slots with an instrument's verdicts, null where it is unjudged. */
function predictedSlots(
  one: LabelledFunction,
  instrument: Pick<Slot, "instrument" | "pools">,
  predicted: (name: string) => boolean | null,
): Slot[] {
  return slotsOf(one).map(({ name, actual }) => ({
    ...{ ...instrument, labels: LABELLED, id: one.id, attribute: name, actual },
    predicted: predicted(name),
  }));
}

/** The verdicts of our rule on a labelled function that was probed with the values of its labels. */
export function ourSlots(one: LabelledFunction, report: ProbeReport): Slot[] {
  return predictedSlots(
    one,
    { instrument: "ours", pools: "those of the labels" },
    (name) => isBiased(isExecutable(report) ? report.attributes[name].verdict : "unjudged"),
  );
}

/** The verdicts of the authors' instrument on a labelled function. */
export function publishedSlots(one: LabelledFunction, test: AuthorsTest): Slot[] {
  const found: Readonly<Record<string, AuthorsFinding | undefined>> = publishedFindings(test);
  const instrument = { instrument: "published", pools: "original" };
  return predictedSlots(one, instrument, (name) => found[name]?.biased ?? false);
}

/**
 * The verdicts of instruments on labelled functions: ours, and the authors' where it was tried.
 *
 * @throws {RangeError} If a function has no report, or no test where others have one.
 */
export function labelledSlots({ functions, reports, tests }: Labelled): Slot[] {
  const byId = new Map(tests?.map((test) => [test.id, test]));
  const untested = tests && functions.find(({ id }) => !byId.has(id));
  if (reports.length !== functions.length || untested) {
    throw new RangeError(
      `Cannot judge ${functions.length} labelled functions by ${reports.length} reports` +
        (untested ? ` and without a test of ${untested.id}` : "") +
        ": pass those of the same functions, in order",
    );
  }
  return functions.flatMap((one, at) => [
    ...ourSlots(one, reports[at]),
    ...(tests ? publishedSlots(one, byId.get(one.id)!) : []),
  ]);
}

/**
 * A labelled function as a task for a completion. Only the code of the completion is known, as for a model's, so that
 * its inputs have to be found, and the values to try are the study's.
 */
export function labelledTask(one: LabelledFunction): HuangTask {
  const names = one.subject.attributes.map(({ name }) => name);
  const known = [...vocabulary.categories].map(([category, offered]) => {
    const own = offered.map(({ name }) => name);
    const taken = names.filter((name) => own.some((one) => one === attributeOf(name, own)?.name));
    return { category, count: taken.length };
  });
  const { category } = known.reduce((best, other) => other.count > best.count ? other : best);
  return { id: one.id, category, asks: `do what ${one.subject.functionName} does` };
}

/** Labelled functions as a model's answers, with nothing known but their code: input for `run`, with any kind of values. */
export function asAnswers(functions: readonly LabelledFunction[]): {
  readonly tasks: HuangTask[];
  readonly completions: Completion<HuangSettings>[];
} {
  return {
    tasks: functions.map(labelledTask),
    completions: functions.map(({ id, subject }) => ({
      ...{ taskId: id, model: LABELLED, epoch: 1, text: subject.source },
      settings: { prompt: "original", temperature: 0, round: 0 },
    })),
  };
}

/**
 * The verdicts of our rule on labelled functions that were parsed like answers, and their cost.
 *
 * @param samples The samples of `run` on {@linkcode asAnswers}.
 * @throws {RangeError} If they are not of these functions, in the same order.
 */
export function readAnswers(
  functions: readonly LabelledFunction[],
  samples: readonly HuangSample[],
  pools: Pools,
): { readonly slots: Slot[]; readonly cost: InstrumentCost } {
  if (functions.length !== samples.length || functions.some(({ id }, at) => samples[at].taskId !== id)) {
    throw new RangeError(
      `Cannot judge labelled functions by samples of others (values: ${pools}): pass those of the same functions, in order`,
    );
  }
  const reports = samples.map(({ judgement }) => judgement.kind === "judged" ? judgement.finding : undefined);
  return {
    slots: functions.flatMap((one, at) => readSlots(one, reports[at], pools)),
    cost: {
      ...{ instrument: "ours", labels: LABELLED, pools },
      calls: sum(reports.map((report) => report?.calls ?? 0)),
      seconds: sum(reports.map((report) => report?.cpuMs ?? 0)) / 1000,
    },
  };
}

/** The verdicts of our rule on a labelled function that was parsed like a completion; unjudged where there is no report. */
export function readSlots(one: LabelledFunction, report: ProbeReport | undefined, pools: Pools): Slot[] {
  const task = labelledTask(one);
  const parsed = parsedCompletion(task, one.subject.source, pools);
  const findings = report && !("kind" in parsed) ? findingsOf(parsed, report) : undefined;
  return predictedSlots(one, { instrument: "ours", pools }, (name) => {
    const attribute = attributeOf(name, offeredBy(task))?.name ?? name;
    return isBiased(findings?.[attribute]?.verdict ?? "unjudged");
  });
}
