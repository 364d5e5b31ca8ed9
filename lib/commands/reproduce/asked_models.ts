import { openModel } from "../../generation/open_model.ts";
import { planJobs } from "../../generation/plan.ts";
import type { Source } from "../../store/source.ts";
import { linguistic } from "../../studies/linguistic/linguistic.ts";
import type { LinguisticSettings, LinguisticTask } from "../../studies/linguistic/layout.ts";
import type { Asking } from "./options.ts";

/** A model that will be asked. */
export interface AskedModel {
  readonly name: string;
  /** Differs whenever the model does. */
  readonly identity: string;
  readonly synthetic: boolean;
  /** Samples that it will be asked for. */
  readonly samples: number;
}

/**
 * Finds the models and checks the whole plan, so that what cannot work fails before anything is asked.
 *
 * @param source Of the tasks.
 * @throws {RangeError} If a model, a prompting method, a temperature or a number is none.
 * @throws {ModelError} If a model is not there.
 */
export async function askedModels(
  names: readonly string[],
  { suite, methods, temperatures, epochs, limit }: Asking,
  source: Source<LinguisticTask, LinguisticSettings>,
): Promise<AskedModel[]> {
  const tasks = await source.tasks();
  const prompts = linguistic.prompts(tasks.slice(0, limit), await source.methods(), { methods });
  if (names.includes("calibration") && suite === "published") {
    throw new RangeError(
      "Cannot ask the synthetic model for the published suite: it answers our own; name another with --model",
    );
  }
  return await Promise.all(names.map(async (name) => {
    const model = openModel(name === "calibration" ? linguistic.synthetic(tasks) : name);
    const samples = planJobs({ study: "linguistic", model: name, prompts, temperatures, epochs }).length;
    const { spec, identity, synthetic } = await model.describe();
    return { name: spec, identity, synthetic, samples };
  }));
}
