import { hasRepository } from "../../../store/artifacts.ts";
import { openSource, type Source } from "../../../store/source.ts";
import type { SourceOptions } from "../../../store/source_options.ts";
import type { Repository, Settings, Task } from "../../../core/types.ts";
import type { AskedStudy } from "../../studies/forms.ts";
import { experimentOf, STUDIES } from "../../studies.ts";

/** The data behind a notebook. */
export interface Data {
  readonly study: AskedStudy;
  readonly source: Source<Task, Settings>;
}

const shown = Object.entries(STUDIES).map(([name, { experiment }]) => ({ name, shows: experiment!.shows }));

/** The studies whose notebooks ask a model, and also show the authors' completions if they are present. */
export const RECORDED: readonly string[] = shown.flatMap(({ name, shows }) => shows === "both" ? name : []);

/** The studies whose notebooks ask a model, with or without the authors' completions. */
export const ASKING: readonly string[] = shown.flatMap(({ name, shows }) =>
  shows === "recordings" ? [] : name
);

/**
 * Opens the data of notebooks: for each the data of its own study, or those of the linguistic study for a notebook about
 * all studies. The data of a study that asks a model are only its tasks, unless the authors' completions are shown.
 *
 * @returns The data in the order of the notebooks.
 * @throws As `openSource`.
 */
export async function dataOf(notebooks: readonly string[], options: SourceOptions): Promise<Data[]> {
  const opened = new Map<Data["study"], Promise<Data>>();
  const single = notebooks.length === 1;
  return await Promise.all(notebooks.map((notebook) => {
    const study = ASKING.includes(notebook) ? notebook as Data["study"] : "linguistic";
    return opened.getOrInsertComputed(study, () => open(study, { ...options, single }));
  }));
}

async function open(
  study: Data["study"],
  { single, ...options }: SourceOptions & { readonly single: boolean },
): Promise<Data> {
  const one = STUDIES[study];
  const { shows } = experimentOf(study);
  if (shows === "recordings") return { study, source: await openSource(one, options) };
  const asked = { source: "model", suite: options.suite, artifacts: options.artifacts } as const;
  const { repository } = one.layout;
  const both = () => recordedOptions(repository, { ...options, single }, asked);
  return { study, source: await openSource(one, shows === "both" ? await both() : asked) };
}

/** Options that open the authors' recordings if they are present; a notebook that is run alone may require them. */
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
