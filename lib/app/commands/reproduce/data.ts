import { hasRepository } from "../../../store/artifacts.ts";
import { openSource, type Source } from "../../../store/source.ts";
import type { SourceOptions } from "../../../store/source_options.ts";
import { faircoder } from "../../../studies/faircoder/faircoder.ts";
import type { FairCoderSettings } from "../../../studies/faircoder/tasks/prompts.ts";
import type { FairCoderTask } from "../../../studies/faircoder/tasks/task.ts";
import { huang } from "../../../studies/huang/huang.ts";
import type { HuangSettings } from "../../../studies/huang/tasks/prompts.ts";
import type { HuangTask } from "../../../studies/huang/tasks/task.ts";
import { linguistic } from "../../../studies/linguistic/linguistic.ts";
import type { LinguisticSettings, LinguisticTask } from "../../../studies/linguistic/tasks/layout.ts";
import { liu } from "../../../studies/liu/liu.ts";
import type { LiuTask } from "../../../studies/liu/tasks/task.ts";
import type { Repository, Settings } from "../../../core/types.ts";
import type { SolarSettings } from "../../../studies/solar/judge/rows.ts";
import { solar } from "../../../studies/solar/solar.ts";
import type { SolarTask } from "../../../studies/solar/tasks/task.ts";

/** The data behind a notebook. */
export type Data =
  | { readonly study: "faircoder"; readonly source: Source<FairCoderTask, FairCoderSettings> }
  | { readonly study: "huang"; readonly source: Source<HuangTask, HuangSettings> }
  | { readonly study: "liu"; readonly source: Source<LiuTask, Settings> }
  | { readonly study: "linguistic"; readonly source: Source<LinguisticTask, LinguisticSettings> }
  | { readonly study: "solar"; readonly source: Source<SolarTask, SolarSettings> };

/** Studies with notebooks that ask a model, and show recordings if there are any. */
export const RECORDED: readonly string[] = ["faircoder", "liu"] satisfies Data["study"][];

/** Studies with notebooks that ask a model, whatever is recorded. */
export const ASKING: readonly string[] = [...RECORDED, "huang", "solar"];

/**
 * Opens the data of notebooks: for each those of its own study, or of the linguistic one for a notebook about
 * all.
 *
 * Studies that ask a model have only tasks.
 *
 * @returns In the order of the notebooks.
 * @throws As `openSource`.
 */
export async function dataOf(notebooks: readonly string[], options: SourceOptions): Promise<Data[]> {
  const opened = new Map<Data["study"], Promise<Data>>();
  const single = notebooks.length === 1;
  return await Promise.all(notebooks.map((notebook) => {
    const study = ASKING.includes(notebook) ? notebook as Data["study"] : "linguistic";
    const data = opened.get(study) ?? open(study, { ...options, single });
    opened.set(study, data);
    return data;
  }));
}

async function open(
  study: Data["study"],
  { single, ...options }: SourceOptions & { readonly single: boolean },
): Promise<Data> {
  if (study === "linguistic") return { study, source: await openSource(linguistic, options) };
  const asked = { source: "model", suite: options.suite, artifacts: options.artifacts } as const;
  const recorded = { ...options, single };
  if (study === "liu") {
    return {
      study,
      source: await openSource(liu, await recordedOptions(liu.layout.repository, recorded, asked)),
    };
  }
  if (study === "faircoder") {
    const { repository } = faircoder.layout;
    return { study, source: await openSource(faircoder, await recordedOptions(repository, recorded, asked)) };
  }
  if (study === "huang") return { study, source: await openSource(huang, asked) };
  return { study, source: await openSource(solar, asked) };
}

/** Recordings are shown if they are there; only a notebook run alone may require them. */
async function recordedOptions(
  repository: Repository,
  { source, artifacts, single }: SourceOptions & { readonly single: boolean },
  asked: SourceOptions,
): Promise<SourceOptions> {
  if (source === "model" || source === "demo") return asked;
  const isMeant = source === "artifact" || artifacts !== undefined;
  const where = artifacts === undefined ? {} : { artifacts };
  const isThere = await hasRepository(repository, where);
  return isThere || (single && isMeant) ? { source: "artifact", ...where } : asked;
}
