import type pl from "nodejs-polars";
import { refuseUnknownOptions, unknownTask } from "../../core/nearest.ts";
import type { Completion, Sample, Settings, Study, StudyRun, Task, TrainingFile } from "../../core/types.ts";
import { openOutcomes } from "../../store/outcomes/outcome_store.ts";
import { openReports } from "../../store/reports.ts";
import { openSource, type Source } from "../../store/source.ts";
import type { GenerateOptions } from "../asking/generate.ts";
import { iterativePrompting } from "../probing/iterative_prompting.ts";
import { openProber } from "../probing/probe.ts";
import { openScorer } from "../scoring.ts";
import { run as judgeCompletions } from "../run.ts";
import type { RunOptions } from "../run_options.ts";
import { resultFrame } from "./frame.ts";
import { tasksOf } from "../questions.ts";
import { askedAnswers } from "./answers.ts";
import { checkOptions } from "./checks.ts";
import { type Found, generalNotice, givenAnswers, type Looking } from "./given_answers.ts";
import { checkMeasures, measuredColumns } from "./measured.ts";
import { addMaterials, waysOfAsking } from "./materials.ts";
import { type Kind, STUDY_OPTIONS, type StudyOptions } from "./options.ts";
import { openClassifier } from "../results/classifying.ts";

/** The result of every study's run. */
export interface StudyResult<P, T extends Task = Task> extends StudyRun<T, P> {
  /** A row for each instrument and attribute of a sample: see {@linkcode resultFrame}. */
  readonly frame: pl.DataFrame;
  /** The notices for the analyst, each a sentence. */
  readonly notices: readonly string[];
}

/** Gets a study's answers, judges them and makes a frame of the findings. Throws as `run`. */
export async function runStudy<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  options: StudyOptions<T, S>,
): Promise<StudyResult<Sample<F, S>, T>> {
  const { kind } = study.judge;
  refuseUnknownOptions(options, STUDY_OPTIONS[kind] as never);
  checkOptions(study, options);
  checkMeasures(study as never, options);
  const classifier = await classifierOf(study, options);
  const notices = new Set(classifier ? [trainingNotice(classifier)] : []);
  const source = await sourceOf(study, options);
  const known = await knownTasks(source, study, options);
  await using tools = new AsyncDisposableStack();
  const own = { ...options, ...await toolsFor(kind, options, tools) };
  const tell = (notice: string) => void notices.add(notice);
  const { completions, label, carried, tasks, asked } = await answersOf(study, own, { source, known, tell });
  if (options.completions?.length === 0) {
    throw new RangeError(
      `Cannot run ${study.name}: there are no completions; what generate could not get is in its failures`,
    );
  }
  if (completions.length === 0) {
    const what = "tasks, methods, temperatures, top-p and epochs";
    throw new RangeError(`Cannot run ${study.name}: no completion has these ${what}`);
  }
  tasksOf("judge", { tasks, completions });
  const judged = await judgeCompletions(study, {
    tasks,
    completions,
    ...judging(study.judge, own, completions),
  });
  options.reports?.checkpoint();
  options.outcomes?.checkpoint();
  const { samples } = judged;
  const ways = asked
    ? undefined
    : await waysOfAsking(study, { source, isData: options.source !== undefined, tell });
  addMaterials(study, samples, { tasks, rule: options.rule, asked, ways });
  const { columns, measured } = await measuredColumns(
    study as never,
    { tasks, samples },
    own as StudyOptions,
  );
  const frame = resultFrame({
    ...{ study, tasks, samples, measured: columns, carried },
    ...{ suite: suiteOf(options), instruments: options.instruments, classifier },
  });
  const shown = new Set(frame.getColumn("taskId").toArray());
  const rowless = samples.filter(({ taskId }) => !shown.has(taskId));
  if (rowless.length > 0) {
    tell(
      `${rowless.length} of ${samples.length} samples have no row by this instrument: see instruments: "all"`,
    );
  }
  for (const notice of [...source?.notices ?? [], ...generalNotice(study, completions)]) tell(notice);
  return {
    ...{ ...judged, about: tasks, frame, notices: [...notices], label },
    ...(measured && { measured }),
    ...(classifier && { classifier }),
  };
}

/** The suite of the tasks; undefined where it is not known. */
function suiteOf<T extends Task, S extends Settings>(
  { suite, source, tasks }: StudyOptions<T, S>,
): string | undefined {
  if (suite !== undefined) return suite;
  if (source === "artifact") return "published";
  if (source === "demo") return "demo";
  return tasks?.some((task) => typeof task !== "string") ? undefined : "own";
}

/** The source of tasks; undefined where they are given. */
async function sourceOf<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  { source, suite, tasks }: StudyOptions<T, S>,
): Promise<Source<T, S> | undefined> {
  const isData = source === "artifact" || source === "demo";
  if (isData && study.layout.recordings.length === 0) {
    throw new RangeError(`Cannot run ${study.name}: its ${source} has no completions that a run can take`);
  }
  const isGiven = tasks !== undefined && tasks.every((task) => typeof task !== "string");
  const isListed = study.tasks !== undefined && suite !== "published" && !hasSuite(study);
  if ((isGiven || isListed) && !isData && study.methods) return undefined;
  return await openSource(study, isData ? { source } : { source: "model", suite });
}

/** Whether the study's data have tasks, besides those that the study lists. */
function hasSuite({ layout: { suite, tasks } }: Pick<Study, "layout">): boolean {
  return suite !== undefined || typeof tasks === "function" || (Array.isArray(tasks) && tasks.length > 0);
}

/** The tasks that may be requested. */
async function knownTasks<T extends Task, S extends Settings>(
  source: Source<T, S> | undefined,
  study: Pick<Study<T>, "taskOf" | "tasks">,
  { tasks, limit, model }: StudyOptions<T, S>,
): Promise<readonly T[]> {
  const isGiven = tasks?.every((task) => typeof task !== "string");
  const all = isGiven ? [] : await source?.tasks() ?? study.tasks ?? [];
  const byId = new Map(all.map((task) => [task.id, task]));
  const chosen = tasks?.map((task) => {
    if (typeof task !== "string") return task;
    const found = study.taskOf ? study.taskOf(task) : byId.get(task);
    if (!found) throw unknownTask(task, [...byId.keys()]);
    return found;
  }) ?? (study.tasks && source?.kind === "suite" ? study.tasks : all);
  // For existing answers, only tasks with an answer count towards the limit.
  return model === undefined ? chosen : chosen.slice(0, limit);
}

/** Opens the tools for judging and the stores, where they are not given. */
async function toolsFor<T extends Task, S extends Settings>(
  kind: Kind,
  options: StudyOptions<T, S>,
  opened: AsyncDisposableStack,
): Promise<Partial<StudyOptions<T, S>>> {
  const { prober, scorer, measures = [] } = options;
  const isOpened = kind !== "checking" && !(prober ?? scorer);
  const reports = options.reports ??
    (isOpened || measures.length > 0 ? opened.use(await openReports()) : undefined);
  if (kind === "checking") {
    return { reports, outcomes: options.outcomes ?? opened.use(await openOutcomes()) };
  }
  if (!isOpened) return { reports };
  if (kind === "probing") return { reports, prober: opened.use(await openProber({ reports })) };
  return { reports, scorer: opened.use(await openScorer({ reports })) };
}

/** The options of judging, from the options of a whole run and the opened tools. */
function judging<T extends Task, S extends Settings, F>(
  judge: Study<T, S, F>["judge"],
  { signal, onProgress: tell, prober, scorer, seed, draws, sandbox, outcomes, verdicts, rule }: StudyOptions<
    T,
    S
  >,
  completions: readonly Completion<S>[],
): Omit<RunOptions<T, S>, "tasks" | "completions"> {
  const onProgress: RunOptions["onProgress"] = (progress) => tell?.({ stage: "judging", ...progress });
  if (judge.kind === "scoring") return { signal, onProgress, scorer };
  if (judge.kind === "probing") return { signal, onProgress, prober };
  const isRecorded = [rule, draws, seed, sandbox].every((one) => one === undefined) &&
    completions.every(({ recorded }) => recorded);
  return {
    ...{ signal, onProgress, seed, draws, sandbox, outcomes },
    verdicts: verdicts ?? (isRecorded ? "recorded" : "executed"),
    rule: rule ?? judge.rules[0],
  };
}

/** The answers of a model that is asked, or the existing ones. */
async function answersOf<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  options: StudyOptions<T, S>,
  { source, known, tell }: Looking<T, S>,
): Promise<Found<T, S>> {
  if (options.model === undefined && options.source !== "recorded") {
    return await givenAnswers(study, options, { source, known, tell });
  }
  const { prober, rounds = 0 } = options;
  const probed = study as never; // only a study that probes has rounds
  const followUp = rounds > 0
    ? iterativePrompting(probed, { tasks: known, prober: prober!, rounds }) as GenerateOptions["followUp"]
    : undefined;
  const isListed = !options.tasks?.some((task) => typeof task !== "string");
  const all = isListed && options.model === "calibration" ? await knownTasks(source, study, {}) : [];
  const suite = [...new Map([...all, ...known].map((task) => [task.id, task])).values()];
  return await askedAnswers({ study, source: source!, tasks: known, suite, followUp, tell }, options);
}

/**
 * The trained classifier that judges in a run; undefined where there is none.
 *
 * @param options The options, with instruments that `checkOptions` allows.
 * @throws {DataError} If its file is missing or damaged, or it was trained on other rows than the artifact's; with the
 * remedy.
 * @throws {TypeError} If it is not a classifier of the study.
 */
async function classifierOf(
  { name, classifier: study }: Pick<Study, "name" | "classifier">,
  { classifier: given }: Pick<StudyOptions, "classifier">,
): Promise<{ readonly trainedOn: readonly TrainingFile[] } | undefined> {
  if (!study || given === undefined) return undefined;
  if (typeof given === "string") return await openClassifier(study, { file: given });
  try {
    return study.parseStored(study.stored(given));
  } catch (cause) {
    throw new TypeError(
      `Cannot judge by this classifier (${
        (cause as Error).message
      }): pass what openClassifier(${name}.classifier) gave, or its file`,
      { cause },
    );
  }
}

/** A notice of the rows on which a classifier was trained. */
function trainingNotice({ trainedOn }: { readonly trainedOn: readonly TrainingFile[] }): string {
  if (trainedOn.length === 0) return "The classifier does not say on which rows it was trained";
  const files = trainedOn.map(({ path, rows, sha256 }) => `${path} (${rows} rows, SHA-256 ${sha256})`);
  return `The classifier was trained on ${
    files.join(" and ")
  }: on these rows it is right more often than on others`;
}
