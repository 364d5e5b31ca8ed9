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

/** What models are asked with. */
export interface AskOptions<T extends Task> {
  /** Where tasks and prompting methods come from. @default the study's own */
  readonly source?: Source<T>;
  /** Finds the bias in programs that models are then told of. @default none: there is no feedback */
  readonly prober?: IterativeOptions<T>["prober"];
  /** Other prompts, asked once at the first temperature, of models of which more is asked. @default the experiment's */
  readonly prompts?: (tasks: readonly T[]) => readonly StudyPrompt[];
}

/** What a notebook was asked to do; one in `every` tasks is all tasks, where nobody says so. */
type Asked = NotebookSettings & Partial<Pick<AskingSettings, "every">>;

/** What models answered. */
export interface Answers<T extends Task = Task, S extends Settings = Settings> {
  /** All tasks that there are. */
  readonly suite: readonly T[];
  /** Those of which models are asked some, or all. */
  readonly tasks: readonly T[];
  /** Texts of prompting methods, by name; empty if the study has none, or no model is asked. */
  readonly templates: Readonly<Record<string, string>>;
  readonly completions: readonly Completion<S>[];
  /** Those that the source has, and for which no model is asked. */
  readonly recordings: readonly Completion<S>[];
  /** Running times that the source has of these. */
  readonly timings: readonly Timing<S>[];
  /** Those that are asked. */
  readonly models: readonly Model[];
  /** What `save` keeps of how they were asked. */
  readonly generations: readonly Generation[];
  /** The models that answered, or all if none did; each marked if it is synthetic. */
  readonly labels: readonly string[];
  /** How many answers there are of each model, and what is missing, in sentences. */
  readonly notices: readonly string[];
  /** What the study's own synthetic model was asked, for what is to be expected of it; nothing if it was not. */
  readonly synthetic: readonly (Plan & { readonly tasks: readonly T[] })[];
}

/**
 * Asks models what the experiment of a study says: the usual prompt at all temperatures, the others, and again after feedback; of
 * this project's recordings beside the synthetic model only the first. What was asked before is not asked again. Of a study that
 * shows what its authors recorded, no model is asked unless the source is `model`: the answers are those of the source.
 *
 * @param asked What `settings` gave.
 * @throws {ModelError} If a model is not there, or an answer fails.
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
  const store = openStore(); // stays open: what is saved of generations is read from it
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
      notices.delete(gapText(spec, gap)); // told once, of all that the model was asked
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

/** The answers that a source has. */
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

/** Tells a model of the bias in its programs. */
function feedbackOf<T extends Task, S extends Settings>(
  study: Study<T, S>,
  { tasks, prober, rounds }: AskOptions<T> & { readonly tasks: readonly T[]; readonly rounds: number },
): GenerateOptions["followUp"] {
  const hands = study.experiment!.feedback;
  return iterativePrompting(study as never, { tasks: tasks as never, prober: prober!, rounds, hands });
}

/** The completions of a generation, with the settings that tell its plan from others. */
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

/** What a recording lacks of conversations, in sentences. @throws {ModelError} If something else failed. */
function missingIn({ model, failures }: Generation): string[] {
  const isMissing = ({ error }: Generation["failures"][number]) => error!.failure === "no-recording";
  const failed = failures.find((one) => !isMissing(one));
  if (failed) throw failed.error;
  return failures.length === 0
    ? []
    : [`Conversations that do not go on in the recording: ${failures.length} (${model.spec})`];
}
