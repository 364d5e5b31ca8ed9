import { refuseUnknown } from "../../core/nearest.ts";
import type { AuthorsTest, Judgement, ReviewItem, StudyRun } from "../../core/types.ts";
import { withAllRounds } from "../../bias/rounds.ts";
import {
  analyser,
  asGiven,
  chosenOf,
  measuredOf,
  temperatureOfModel,
  temperaturesIn,
} from "../../report/analysis.ts";
import { besideDeclared, type Calibration } from "../../report/tables/beside_declared.ts";
import { reviewQueue } from "../../review/queue.ts";
import type { PublishedTest } from "./judge/authors_rule.ts";
import { type Labelled, labelledSlots, type Pooled, readAnswers } from "./judge/labelled_slots.ts";
import { POOLS, type Pools } from "./judge/pools.ts";
import { reviewItems } from "./judge/review_items.ts";
import { type Agreed, reviewedRows } from "./judge/reviewed.ts";
import { type HuangRow, type HuangSample, rowsOf, type RowWithSample } from "./judge/rows.ts";
import { cbsAtK } from "./metrics/cbs_at_k.ts";
import { compareAttributes, compareSettings, type Comparison } from "./metrics/comparisons.ts";
import { completionRates, type TradeOff, tradeOffs, withCompletion } from "./metrics/completed.ts";
import { correctedByReview } from "./metrics/corrected.ts";
import {
  cbs,
  type HuangKeys,
  type HuangRate,
  OVERALL,
  type TaskCounts,
  taskCounts,
} from "./metrics/counts.ts";
import { type Transition, transitions } from "./metrics/fairness_rounds.ts";
import { type InstrumentRow, mistakes, type Slot, table5, table9 } from "./paper/tables/instruments.ts";
import type { DeclaredRate } from "./synthetic/declared_rates.ts";
import type { Constructed } from "./tasks/construction/construct_prompts.ts";
import type { HuangTask } from "./tasks/task.ts";

/** The result of `run` for this study. */
export type HuangRun = StudyRun<HuangTask, HuangSample>;

/** The options of {@linkcode analyse}: data that a result does not contain, and the chosen temperature and values. */
export interface AnalysisOptions {
  /** The temperature of the comparisons of attributes and of the review. @default the first at which a model was asked */
  readonly temperature?: number;
  /** The values with which samples were probed. @default boundary */
  readonly pools?: Pools;
  /** The result of `construct`. @default none, and no table of how prompts were made */
  readonly constructed?: Constructed;
  /** The rates that the synthetic model declares, see `declaredRates`. @default none, and no calibration */
  readonly declared?: readonly DeclaredRate[];
  /** Labelled functions with the verdicts of instruments. @default none: tables have the paper's numbers alone */
  readonly labelled?: Labelled;
  /** Labelled functions probed with several kinds of values. @default none: tables have the paper's numbers alone */
  readonly pooled?: Pooled;
  /**
   * The findings of `taskCompletion` for the samples, in their order.
   *
   * @default what the run measured as `doesTask`, if it did; otherwise no table says whether programs do their tasks
   */
  readonly done?: readonly Judgement<boolean>[];
  /** The answers on which reviewers agreed, by item. @default nobody reviewed */
  readonly agreed?: Agreed;
  /**
   * The verdicts of the authors' instrument on `programs`.
   *
   * @default what the run measured as `authorsCbs`, if it did; otherwise the share of the authors' instrument is not
   * corrected
   */
  readonly asPublished?: readonly PublishedTest[];
}

/** A measured score of the synthetic model beside the declared one. */
export type CalibrationRow =
  & Pick<HuangRate, "prompt" | "temperature" | "round" | "attribute" | "metric">
  & Calibration;

/** A result with its analysis; see {@linkcode analyse}. */
export interface HuangAnalysis extends HuangRun {
  readonly constructed: Constructed | undefined;
  readonly pools: Pools;
  readonly rows: readonly HuangRow[];
  readonly counts: readonly TaskCounts[];
  /** All metrics of all settings. */
  readonly rates: readonly HuangRate[];
  /** Every pair of attributes, at the reference temperature of each model. */
  readonly byAttribute: readonly Comparison[];
  /** The overall comparisons of prompt strategies with the original prompt, then of rounds of feedback with none. */
  readonly effects: readonly Comparison[];
  readonly transitions: readonly Transition[];
  /** Empty where it is not known whether programs do their tasks. */
  readonly tradeOffs: readonly TradeOff[];
  /** The models that were asked with other prompts than the original one, or with feedback. */
  readonly askedMore: ReadonlySet<string>;
  /** The declared rates whose metrics were measured. */
  readonly declared: readonly DeclaredRate[];
  /** The measured and declared scores of bias. */
  readonly calibration: readonly CalibrationRow[];
  /** The measured and declared shares of completions that do what was asked for. */
  readonly completionCalibration: readonly CalibrationRow[];
  /** The verdicts of instruments on labelled functions. */
  readonly slots: readonly Slot[];
  /** The slots on which an instrument is wrong. */
  readonly mistakes: readonly (Slot & { readonly theme: string })[];
  /** The counts and rates of all slots, then those of the paper. */
  readonly instruments: readonly InstrumentRow[];
  /** The counts, rates and cost by kind of values, then those of the paper. */
  readonly byPools: readonly InstrumentRow[];
  /** The name of the functions of `byPools`; undefined where there are none. */
  readonly pooledName: string | undefined;
  /**
   * The completions for review: those of the original prompt at the reference temperature, and of the synthetic model
   * alone where the result has it, because labels are made up for no other model.
   */
  readonly reviewable: readonly RowWithSample[];
  /** The items that no machine could judge, and a sample of at most 200 of the others. */
  readonly items: { readonly unjudged: readonly ReviewItem[]; readonly sampled: readonly ReviewItem[] };
  /** The executable programs among the reviewable completions, each once, for `publishedCbs`. */
  readonly programs: readonly { readonly id: string; readonly source: string }[];
  /** The rows of the reviewable completions, after review; undefined where nobody reviewed. */
  readonly reviewed: readonly HuangRow[] | undefined;
  /** The corrected shares; undefined where nobody reviewed. */
  readonly corrected: ReturnType<typeof correctedByReview> | undefined;
}

/** The rows, each with whether its program does its task; undefined where that is not known. */
interface Checked {
  readonly checked: ReturnType<typeof withCompletion> | undefined;
}

/** The synthetic model whose rates can be declared. */
const SYNTHETIC = "calibration/huang";

/** The description of the labelled functions in notes. */
export const OWN_FUNCTIONS = "Labelled functions of our own";

/** The largest number of judged items that are reviewed. */
const SAMPLED = 200;

/**
 * The analysis of a result: rows, rates and comparisons, each computed when it is first asked for.
 *
 * @throws {RangeError} If the argument is not a result of this study, an option is unknown or does not fit the samples,
 * or no sample has the temperature.
 */
export const analyse = analyser<HuangRun, HuangAnalysis & Checked, AnalysisOptions>(
  "huang",
  { prompt: "original", temperature: null, round: 0 },
  ["temperature", "pools", "constructed", "declared", "labelled", "pooled", "done", "agreed", "asPublished"],
  (result, options) => {
    const { samples, about } = result;
    const { pools = "boundary", constructed, labelled, pooled, agreed, declared = [] } = options;
    const done = options.done ?? measuredOf<Judgement<boolean>>(result, "doesTask", samples);
    refuseUnknown("kind of value pools", pools, POOLS);
    const other = options.pools && samples.find((one) => one.pools !== undefined && one.pools !== pools);
    if (other) throw new RangeError(`Cannot analyse with ${pools} values: ${other.pools} ones were probed`);
    const temperature = chosenOf("temperature", temperaturesIn(samples), options.temperature);
    const temperatureOf = temperatureOfModel(samples, temperature);
    const isFirst = (one: HuangKeys) => isPlain(one) && one.temperature === temperatureOf(one.model);
    return {
      ...asGiven({ pools, constructed }),
      rows: () => rowsOf(about, samples, { pools }),
      counts: ({ rows }) => taskCounts(rows),
      rates: ({ counts, checked }) => [...cbs(counts), ...atSomeK(counts), ...completionRates(checked ?? [])],
      byAttribute: ({ counts }) => compareAttributes(counts.filter(isFirst)),
      effects: ({ rows, counts }) => [...strategies(counts), ...feedback(rows)],
      checked: ({ rows }) => done && withCompletion(rows, done),
      transitions: ({ rows, checked }) => transitions(checked ?? rows),
      tradeOffs: ({ checked }) => tradeOffs(checked ?? []),
      askedMore: ({ rows }) => new Set(rows.filter((row) => !isPlain(row)).map(({ model }) => model)),
      declared({ rates }) {
        const measured = new Set(rates.map(({ metric }) => metric));
        return declared.filter(({ metric, prompt }) =>
          measured.has(metric) && (!metric.includes("@") || prompt === "original")
        );
      },
      calibration: ({ rates, declared }) => calibrated(rates, declared, (metric) => metric.startsWith("CBS")),
      completionCalibration: ({ rates, declared }) =>
        calibrated(rates, declared, (metric) => metric === "completed"),
      slots: () => labelled ? labelledSlots(labelled) : [],
      mistakes({ slots }) {
        const themes = new Map(labelled?.functions.map(({ id, theme }) => [id, theme]));
        return mistakes(slots).map((slot) => ({ ...slot, theme: themes.get(slot.id)! }));
      },
      instruments: ({ slots }) => table5(slots),
      byPools() {
        for (const kind of Object.keys(pooled?.samples ?? {})) {
          refuseUnknown("kind of value pools", kind, POOLS);
        }
        const read = POOLS.flatMap((kind) => {
          const own = pooled?.samples[kind];
          return own ? [readAnswers(pooled.functions, own, kind)] : [];
        });
        return table9(read.flatMap(({ slots }) => slots), read.map(({ cost }) => cost));
      },
      pooledName: () => pooled && (pooled.name ?? OWN_FUNCTIONS),
      reviewable({ rows }) {
        const isCalibrated = rows.some(({ model }) => model === SYNTHETIC);
        return rows.map((row, at) => ({ row, sample: samples[at] })).filter(({ row }) =>
          isFirst(row) && (!isCalibrated || row.model === SYNTHETIC)
        );
      },
      items({ reviewable }) {
        const judged = reviewItems(about, reviewable, { of: "judged" });
        return {
          unjudged: reviewItems(about, reviewable),
          sampled: judged.length === 0
            ? []
            : reviewQueue(judged, { sample: Math.min(SAMPLED, judged.length), seed: 1 }),
        };
      },
      programs: ({ reviewable }) => programsIn(reviewable),
      reviewed: ({ reviewable }) => agreed && reviewedRows(about, reviewable, agreed),
      corrected: ({ reviewable, items: { sampled } }) =>
        agreed && correctedByReview(reviewable, {
          ...{ sampled, agreed },
          asPublished: options.asPublished ?? testsOf(result, reviewable),
        }),
    };
  },
);

/** Whether the settings are the original prompt before any feedback. */
export function isPlain({ prompt, round }: Pick<HuangKeys, "prompt" | "round">): boolean {
  return prompt === "original" && round === 0;
}

/** CBS_U@K and CBS_I@K, for K = 2 and for K = the largest number of completions of a task. */
function atSomeK(counts: readonly TaskCounts[]): HuangRate[] {
  const plain = counts.filter(isPlain);
  const epochs = plain.reduce((most, { judged, unjudged }) => Math.max(most, judged + unjudged), 0);
  const ks = [...new Set([2, epochs])];
  return ks.flatMap((k) => cbsAtK(plain, { k })).filter(({ n }) => n > 0);
}

function strategies(counts: readonly TaskCounts[]): Comparison[] {
  const own = counts.filter(({ round, attribute }) => round === 0 && attribute === OVERALL);
  if (!own.some(isPlain)) return [];
  return compareSettings(own, { across: "prompt", reference: "original" });
}

/** The comparisons of rounds, for each model over the conversations that have all of its rounds. */
function feedback(rows: readonly HuangRow[]): Comparison[] {
  return withAllRounds(rows).flatMap((own) => {
    const counts = taskCounts(own).filter(({ attribute }) => attribute === OVERALL);
    if (!counts.some(({ round }) => round === 0)) return [];
    return compareSettings(counts, { across: "round", reference: 0 });
  });
}

function calibrated(
  rates: readonly HuangRate[],
  declared: readonly DeclaredRate[],
  isMeant: (metric: string) => boolean,
): CalibrationRow[] {
  const measured = rates.filter(({ model, metric }) => model === SYNTHETIC && isMeant(metric));
  const known = declared.filter(({ metric }) => isMeant(metric));
  return besideDeclared(measured, known, { on: ["prompt", "temperature", "round", "metric", "attribute"] });
}

/** The verdicts of the authors' instrument in the run, with the texts of the reviewable completions as ids. */
function testsOf(
  { measured }: HuangRun,
  completions: readonly RowWithSample[],
): PublishedTest[] | undefined {
  const tests = measured?.authorsCbs as ReadonlyMap<unknown, AuthorsTest> | undefined;
  return tests && completions.flatMap(({ sample }) => {
    const test = tests.get(sample);
    return test ? [{ ...test, id: sample.text }] : [];
  });
}

function programsIn(completions: readonly RowWithSample[]): HuangAnalysis["programs"] {
  const executable = completions.filter(({ row }) => row.executable).map(({ sample }) => sample);
  return [...new Map(executable.map((sample) => [sample.text, sample])).values()].map((
    { text, judgement },
  ) => ({ id: text, source: judgement.kind === "judged" ? judgement.finding.called?.source ?? "" : "" }));
}
