import { answered } from "../../../run/asking/generate.ts";
import { openModel } from "../../../generation/open_model.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { planJobs, type PlanOptions } from "../../../generation/plan.ts";
import { faircoder } from "../../../studies/faircoder/faircoder.ts";
import { huang } from "../../../studies/huang/huang.ts";
import { linguistic } from "../../../studies/linguistic/linguistic.ts";
import { liu } from "../../../studies/liu/liu.ts";
import { solar } from "../../../studies/solar/solar.ts";
import type { Settings } from "../../../core/types.ts";
import type { Data } from "./data.ts";
import type { Asking } from "./options.ts";

/** A model that will be asked. */
export interface AskedModel {
  readonly study: string;
  readonly name: string;
  /** Differs whenever the model does. */
  readonly identity: string;
  readonly synthetic: boolean;
  /** Samples that it will be asked for. */
  readonly samples: number;
  /** Most further answers: to feedback, and to prompts with an extra word. */
  readonly extraAnswers: number;
}

/** What is asked for, and the default model to answer it. */
interface Plan {
  readonly settings: readonly Pick<PlanOptions<Settings>, "prompts" | "temperatures">[];
  readonly synthetic: () => CalibrationSpec;
  readonly extraAnswers: number;
}

/**
 * Finds the models and checks the whole plan, so that errors show before anything is asked.
 *
 * @param data Of the study.
 * @throws {RangeError} If a model, prompting method, temperature or number is invalid.
 * @throws {ModelError} If a model is not there.
 */
export async function askedModels(asking: Asking, data: Data): Promise<AskedModel[]> {
  const { study, models, suite, epochs } = asking;
  const { settings, synthetic, extraAnswers } = await planOf(asking, data);
  if (models.includes("calibration") && suite === "published") {
    throw new RangeError(
      "Cannot ask the synthetic model for the published suite: it answers only ours; name another with --model",
    );
  }
  return await Promise.all(models.map(async (name) => {
    const model = openModel(name === "calibration" ? synthetic() : name);
    const planned = settings.flatMap((one) => planJobs({ study, model: name, ...one, epochs }));
    const jobs = await answered(model, planned);
    const { spec, identity, synthetic: made } = await model.describe();
    if (jobs.length === 0) {
      throw new RangeError(
        `${spec} has no answers for ${study} as asked: it recorded other tasks, methods or temperatures`,
      );
    }
    const more = model.has ? 0 : extraAnswers;
    return { study, name: spec, identity, synthetic: made, samples: jobs.length, extraAnswers: more };
  }));
}

/** How often notebook 03 asks again for a task: rounds of feedback on each sample, and words. */
const [ROUNDS, WORDS] = [3, 2];

/** Number of further top-p values in notebook 01. */
const TOP_PS = 4;

/** How often notebook 02 gives feedback on each sample. */
const HUANG_ROUNDS = 1;

async function planOf({ methods, temperatures, epochs, limit }: Asking, data: Data): Promise<Plan> {
  if (data.study === "liu") {
    const tasks = (await data.source.tasks()).slice(0, limit);
    const others = methods.filter((name) => name !== "default");
    const usual = liu.prompts(tasks);
    return {
      // As in the notebook: the default prompt at all temperatures, the others at the first one.
      settings: [
        { prompts: usual, temperatures },
        ...(others.length > 0
          ? [{ prompts: liu.prompts(tasks, { methods: others }), temperatures: temperatures.slice(0, 1) }]
          : []),
      ],
      synthetic: () => liu.synthetic(liu.tasks, { methods: ["default", ...others] }),
      extraAnswers: usual.length * TOP_PS * epochs,
    };
  }
  if (data.study === "faircoder") {
    const suite = faircoder.suite();
    const tasks = suite.slice(0, limit);
    const others = methods.filter((name) => name !== "default");
    return {
      // As in the notebook: the default prompt at all temperatures, the others at the first one.
      settings: [
        { prompts: faircoder.prompts(tasks), temperatures },
        ...(others.length > 0
          ? [{
            prompts: faircoder.prompts(tasks, { methods: others }),
            temperatures: temperatures.slice(0, 1),
          }]
          : []),
      ],
      synthetic: () => faircoder.synthetic(suite),
      extraAnswers: 0,
    };
  }
  const templates = await data.source.methods();
  if (data.study === "linguistic") {
    const tasks = await data.source.tasks();
    const prompts = linguistic.prompts(tasks.slice(0, limit), templates, { methods });
    return {
      settings: [{ prompts, temperatures }],
      synthetic: () => linguistic.synthetic(tasks),
      extraAnswers: 0,
    };
  }
  if (data.study === "huang") {
    const tasks = await data.source.tasks();
    const all = ["original", ...methods.filter((name) => name !== "original")];
    const prompts = huang.prompts(tasks.slice(0, limit), templates, { methods: all });
    return {
      settings: [{ prompts, temperatures }],
      synthetic: () => huang.synthetic(tasks, templates),
      extraAnswers: prompts.length * temperatures.length * HUANG_ROUNDS * epochs,
    };
  }
  const tasks = await data.source.tasks();
  const promptsBy = (methods: readonly string[]) =>
    solar.prompts(tasks.slice(0, limit), templates, { methods });
  const others = methods.filter((name) => name !== "default");
  return {
    // As in the notebook: the default prompt at all temperatures, the others at the first one.
    settings: [
      { prompts: promptsBy(["default"]), temperatures },
      ...(others.length > 0 ? [{ prompts: promptsBy(others), temperatures: temperatures.slice(0, 1) }] : []),
    ],
    synthetic: () => solar.synthetic(tasks, templates),
    extraAnswers: promptsBy(["default"]).length * (ROUNDS * epochs + WORDS),
  };
}
