import { answered } from "../../../run/asking/generate.ts";
import { openModel } from "../../../generation/open_model.ts";
import { planJobs } from "../../../generation/plan.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { experimentOf, suiteOf } from "../../studies.ts";
import { plansOf } from "../../studies/plans.ts";
import type { Data } from "./data.ts";
import type { Asking } from "./options.ts";

/** A model that will be asked. */
export type AskedModel = Awaited<ReturnType<typeof askedModels>>[number];

/**
 * Finds the models and checks the whole plan, so that errors show before any request is sent.
 *
 * @param data The data of the study.
 * @throws {RangeError} If a model, prompting method, temperature or number is invalid.
 * @throws {ModelError} If a model is not available.
 */
export async function askedModels(asking: Asking, data: Data) {
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
    return {
      ...{ study, name: spec, synthetic: made },
      /** The identity, which differs between different models. */
      identity,
      /** The number of samples that it will be asked for. */
      samples: jobs.length,
      /** The maximum number of further answers: to feedback, at lower top-p, and to variants of prompts. */
      extraAnswers: model.has ? 0 : extraAnswers,
    };
  }));
}

/** The plans of an experiment with their prompts, a function for the synthetic model, and the number of further answers. */
async function planOf({ study, methods, temperatures, epochs, limit }: Asking, data: Data) {
  const { variants = 0, ...experiment } = experimentOf(study);
  const { tasks: all, methods: [usual], prompts: ask, synthetic } = await suiteOf(study, data.source);
  const tasks = all.slice(0, limit);
  const plans = plansOf(experiment, { usual, methods, temperatures })
    .map((plan) => ({ ...plan, prompts: ask(tasks, plan.methods) }));
  const isExtra = ({ topP, isAgain }: (typeof plans)[number]) => topP !== undefined || isAgain;
  const extra = plans.map(({ prompts, temperatures, rounds = 0, topP }) =>
    prompts.length * temperatures.length * epochs * (rounds + (topP === undefined ? 0 : 1))
  );
  return {
    settings: plans.filter((plan) => !isExtra(plan)),
    synthetic: () => synthetic(methods.filter((name) => name !== usual)),
    extraAnswers: sum(extra) + variants * ask(tasks, [usual]).length,
  };
}
