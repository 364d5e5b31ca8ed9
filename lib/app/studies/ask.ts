import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import type { Completion, Settings, Study, StudyPrompt, Task, Timing } from "../../core/types.ts";
import type { TaskPrompt } from "../../generation/plan.ts";
import type { Model } from "../../generation/model.ts";
import { openModel } from "../../generation/open_model.ts";
import { answerCounts } from "../../report/tables/answer_counts.ts";
import { plural } from "../../report/words.ts";
import { gapText, generate, type GenerateOptions, type Generation } from "../../run/asking/generate.ts";
import { type IterativeOptions, iterativePrompting } from "../../run/probing/iterative_prompting.ts";
import { openStore } from "../../store/run_store/run_store.ts";
import { openSource, type Source } from "../../store/source.ts";
import { progress } from "../notebook/progress.ts";
import type { AskedStudy } from "./forms.ts";
import { type Suite, suiteOf } from "../studies.ts";
import { type Plan, plansOf } from "./plans.ts";
import type { AskingSettings, NotebookSettings } from "./settings.ts";

/** Options for asking models. */
export interface AskOptions<T extends Task> {
  /** The source of tasks and prompting methods. @default the study's own suite */
  readonly source?: Source<T>;
  /** The prober that finds bias in programs, for feedback to the models. @default none: there is no feedback */
  readonly prober?: IterativeOptions<T>["prober"];
  /** Other prompts, asked once at the first temperature; of recordings only if `every` is 1. @default the experiment's */
  readonly prompts?: (tasks: readonly T[]) => readonly StudyPrompt[];
}

/** The settings of a notebook; `every` is 1, i.e. all tasks, by default. */
type Asked = NotebookSettings & Partial<Pick<AskingSettings, "every">>;

/** The answers of models, with the tasks and settings for which they were asked. */
export interface Answers<T extends Task = Task, S extends Settings = Settings> {
  /** All tasks of the suite. */
  readonly suite: readonly T[];
  /** The tasks of this run; a model may be asked only some of them. */
  readonly tasks: readonly T[];
  /** The templates of the prompting methods, by name; empty if the study has none, or no model is asked. */
  readonly templates: Readonly<Record<string, string>>;
  readonly completions: readonly Completion<S>[];
  /** The completions that come from the source, for which no model was asked. */
  readonly recordings: readonly Completion<S>[];
  /** The running times of the recorded programs in the source. */
  readonly timings: readonly Timing<S>[];
  /** The models that were asked. */
  readonly models: readonly Model[];
  /** The generations, from which `save` records how the models were asked. */
  readonly generations: readonly Generation[];
  /** The labels of the models that answered, or of all if none did; each says whether the model is synthetic. */
  readonly labels: readonly string[];
  /** Sentences on the number of answers of each model, and on missing answers. */
  readonly notices: readonly string[];
  /** The plans of the study's own synthetic model, to compute its expected results; empty if it was not asked. */
  readonly synthetic: readonly (Plan & { readonly tasks: readonly T[] })[];
}

/**
 * Asks models for the answers of a study's experiment: the usual prompt at all temperatures, the other prompts, and again
 * after feedback. If `every` is above 1, the synthetic model is asked about one in so many tasks, and the others, i.e. this
 * project's recordings, only the usual prompt. Stored answers are not asked for again. For a study that shows its authors'
 * recordings, no model is asked unless the source is `model`: the answers are those of the source.
 *
 * @param asked The result of `settings`.
 * @throws {ModelError} If a model is not available, or an answer fails.
 * @throws {DataError} If the source cannot be read.
 *
 * @example
 * ```ts ignore
 * const answers = await ask(solar, settings({ study: "solar" }), { prober: await openProber() });
 * ```
 */
export async function ask<T extends Task, S extends Settings>(
  study: Study<T, S>,
  asked: Asked,
  options: AskOptions<T> = {},
): Promise<Answers<T, S>> {
  refuseUnknownOptions(options, ["source", "prober", "prompts"]);
  refuseOther("ask about", study, "an object", ["name", "experiment"]);
  refuseOther("ask with", asked, "an object", [], "settings");
  const experiment = { ...study.experiment!, ...(options.prober ? {} : { rounds: 0 }) };
  if (experiment.shows === "recordings" && asked.source !== "model") {
    return await recordedAnswers(study, asked, options);
  }
  const { every = 1, methods, temperatures, models: named = ["calibration"] } = asked;
  const { tasks: suite, templates, methods: [usual], prompts, synthetic } = await suiteOf(
    study.name as AskedStudy,
    options.source,
  ) as unknown as Suite<T>;
  const oneIn = (tasks: readonly T[]) => tasks.filter((_, at) => at % every === 0);
  const tasks = (experiment.cutsAll ? oneIn(suite) : suite).slice(0, asked.limit);
  const cut = experiment.cutsAll
    ? { tasks, temperatures: every > 1 ? temperatures.slice(0, 1) : temperatures }
    : { tasks: oneIn(tasks), temperatures };
  const others = methods.filter((method) => method !== usual);
  const models = named.map((one) => openModel(one === "calibration" ? synthetic(others) : one));
  const isCut = ({ spec }: { readonly spec: string }) => spec.startsWith("calibration/");
  const isWhole = (model: { readonly spec: string }) => every === 1 || isCut(model);
  const store = openStore(); // stays open, since the results of generations are read from it later
  const completions: Completion[] = [];
  const generations: Generation[] = [];
  const notices = new Set<string>();
  const ends: string[] = [];
  const gaps = new Map<string, { readonly left: number; readonly of: number }>();
  const expected: (Plan & { readonly tasks: readonly T[] })[] = [];
  for (const model of options.prompts ? models.filter(isWhole) : models) {
    const own = isCut(model) ? cut : { tasks, temperatures };
    const once: Plan = { methods: [usual], temperatures: own.temperatures.slice(0, 1) };
    const plans = plansOf(experiment, { ...own, usual, methods, isWhole: isWhole(model) });
    for (const plan of options.prompts ? [once] : plans) {
      const { rounds = 0 } = plan;
      const epochs = options.prompts ? 1 : asked.epochs;
      const given = options.prompts?.(own.tasks) ?? prompts(own.tasks, plan.methods);
      const generation = await generate<Settings>({
        ...{ study: study.name, store, model, temperatures: plan.temperatures, epochs },
        prompts: given as TaskPrompt<Settings>[],
        ...(plan.topP !== undefined && { sampling: { topP: plan.topP } }),
        ...(rounds > 0 &&
          { followUp: feedbackOf(study, { ...options, tasks, rounds }), variant: "feedback" }),
        onProgress: progress(`Asking ${model.spec}${plan.isAgain ? " again" : ""}`),
        onNotice: (sentence) => notices.add(sentence),
      });
      generations.push(generation);
      completions.push(...completionsOf(study, generation, plan, rounds));
      if (model.spec === `calibration/${study.name}`) expected.push({ ...plan, tasks: own.tasks });
      ends.push(...missingIn(generation));
      const { spec } = generation.model;
      const planned = given.length * plan.temperatures.length * epochs;
      const gap = { left: planned - generation.samples.length, of: planned };
      const before = gaps.get(spec) ?? { left: 0, of: 0 };
      notices.delete(gapText(spec, gap)); // replaced by one notice on all requests to the model
      gaps.set(spec, { left: before.left + gap.left, of: before.of + gap.of });
    }
  }
  const answered = generations.filter((one) => one.completions.length > 0);
  const lacking = [...gaps].flatMap(([spec, gap]) => gap.left > 0 ? [gapText(spec, gap)] : []);
  return {
    ...{ suite, tasks, templates, models, generations, completions: completions as Completion<S>[] },
    ...{ recordings: [], timings: [] },
    labels: [...new Set((answered.length > 0 ? answered : generations).map(({ label }) => label))],
    notices: [...answerCounts(completions), ...lacking, ...ends, ...notices],
    synthetic: expected,
  };
}

/** The answers in a source. */
async function recordedAnswers<T extends Task, S extends Settings>(
  study: Study<T, S>,
  asked: Asked,
  options: AskOptions<T>,
): Promise<Answers<T, S>> {
  const source = (options.source ?? await openSource(study, asked)) as unknown as Source<T, S>;
  const { models } = asked;
  const tasks = await source.tasks();
  const [completions, timings] = [await source.completions({ models }), await source.timings({ models })];
  const verdicts = completions.filter(({ recorded }) => recorded).length;
  return {
    ...{ suite: tasks, tasks, templates: {}, completions, recordings: completions, timings },
    ...{ models: [], generations: [], labels: [], synthetic: [] },
    notices: [
      ...answerCounts(completions),
      `Recorded with them: ${plural(verdicts, "verdict")}, running times of ${
        plural(timings.length, "program")
      }`,
    ],
  };
}

/** The follow-up that tells a model of the bias in its programs. */
function feedbackOf<T extends Task, S extends Settings>(
  study: Study<T, S>,
  { tasks, prober, rounds }: AskOptions<T> & { readonly tasks: readonly T[]; readonly rounds: number },
): GenerateOptions["followUp"] {
  const hands = study.experiment!.feedback;
  return iterativePrompting(study as never, { tasks: tasks as never, prober: prober!, rounds, hands });
}

/** The completions of a generation, with settings that tell its plan from others. */
function completionsOf<T extends Task, S extends Settings>(
  study: Study<T, S>,
  generation: Generation,
  { topP, isAgain = false }: Plan,
  rounds: number,
): Completion[] {
  const all: readonly Completion[] = study.rounds?.(generation, { rounds }) ?? generation.completions;
  const own = isAgain ? all.filter(({ settings }) => Number(settings.round) > 0) : all;
  return own.map((one) => topP === undefined ? one : { ...one, settings: { ...one.settings, topP } });
}

/** A sentence on conversations that a recording lacks. @throws {ModelError} If a request failed for another reason. */
function missingIn({ model, failures }: Generation): string[] {
  const isMissing = ({ error }: Generation["failures"][number]) => error!.failure === "no-recording";
  const failed = failures.find((one) => !isMissing(one));
  if (failed) throw failed.error;
  return failures.length === 0
    ? []
    : [`Conversations that do not go on in the recording: ${failures.length} (${model.spec})`];
}
