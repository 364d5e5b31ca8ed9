import type pl from "nodejs-polars";
import { refuseUnknown, refuseUnknownOptions, unknownName } from "../../core/nearest.ts";
import type { Completion, Settings, StudyForm, Task } from "../../core/types.ts";
import { openOutcomes } from "../../store/outcomes/outcome_store.ts";
import { shortPath } from "../../store/paths.ts";
import { openReports } from "../../store/reports.ts";
import { openSource, type Source, type Sourced } from "../../store/source.ts";
import type { Conversation } from "../asking/generate.ts";
import { profilePrograms } from "../profile.ts";
import { iterativePrompting } from "../probing/iterative_prompting.ts";
import { openProber } from "../probing/probe.ts";
import { openScorer } from "../scoring.ts";
import { instrumentsOf, resultFrame } from "./frame.ts";
import { readAnswerFile } from "./answer_file.ts";
import { askedAnswers } from "./answers.ts";
import { type Kind, STUDY_OPTIONS, type StudyOptions } from "./options.ts";

/** A sample as every study has it. */
type AnySample = Completion & { readonly programHash?: string };

/** What every study's run gives. */
export interface StudyResult<P> {
  readonly samples: readonly P[];
  /** A row for each instrument and attribute of a sample: see {@linkcode resultFrame}. */
  readonly frame: pl.DataFrame;
  /** What the analyst should know, each a sentence. */
  readonly notices: readonly string[];
  /** Whose answers these are, and that they are synthetic if so. */
  readonly label: string;
}

/** A study of any kind, as far as asking and framing need it. */
export interface FormedStudy<T extends Task, P> extends Sourced<T, Settings> {
  readonly form?: StudyForm<T, P>;
}

/** Judges completions, by whatever kind of study. */
export type Judging<T extends Task, P> = (
  given: { readonly tasks: readonly T[]; readonly completions: readonly Completion[] },
  options: StudyOptions<T>,
) => Promise<{ readonly samples: readonly P[] }>;

/** Gets a study's answers, judges them and makes a frame of what was found. Throws as `run`. */
export async function runStudy<T extends Task, P extends AnySample>(
  study: FormedStudy<T, P>,
  kind: Kind,
  options: StudyOptions<T>,
  judge: Judging<T, P>,
): Promise<StudyResult<P>> {
  const { form } = study;
  refuseUnknownOptions(options, STUDY_OPTIONS[kind] as never);
  if (!form) throw new RangeError(`Cannot run ${study.name} by itself: hand over tasks and completions`);
  checkOptions(study.name, form, kind, options);
  const notices: string[] = [];
  const source = await sourceOf(study, options);
  const known = await knownTasks(source, form, options);
  await using tools = new AsyncDisposableStack();
  const own = { ...options, ...await toolsFor(kind, options, tools) };
  const { completions, label, carried, tasks } = await answersOf(study, form, own, {
    ...{ source, known, tell: (notice: string) => notices.push(notice) },
  });
  if (completions.length === 0) {
    throw new RangeError(
      `Cannot run ${study.name}: no completion has these tasks, methods, temperatures and epochs`,
    );
  }
  const judged = await judge({ tasks, completions }, own);
  const complexity = options.measures?.length
    ? await complexityOf(form, tasks, judged.samples, own)
    : undefined;
  const { instruments, suite = SUITE_OF[options.source ?? "recorded"] } = options;
  const frame = resultFrame({
    ...{ study: study.name, form, tasks, samples: judged.samples, suite, instruments, complexity, carried },
  });
  return { ...judged, frame, notices: [...notices, ...source?.notices ?? []], label };
}

/** Whose tasks a source has, if nothing else is said. */
const SUITE_OF = { recorded: "own", artifact: "published", demo: "demo" } as const;

/** Refuses options that this study would not heed. */
function checkOptions<T extends Task, P>(
  study: string,
  form: StudyForm<T, P>,
  kind: Kind,
  options: StudyOptions<T>,
): void {
  const { model, completions, source, rounds = 0, limit, measures = [], verdicts, rule, draws } = options;
  const given = Object.entries({ model, completions, source }).filter(([, one]) => one !== undefined);
  if (given.length !== 1) {
    const which = given.length === 0
      ? "none of them is given"
      : `${given.map(([name]) => name).join(" and ")} are given`;
    throw new RangeError(
      `Cannot run ${study}: name a model, completions or a source, and only one; ${which}`,
    );
  }
  refuseUnknown("source", source, ["recorded", "artifact", "demo"]);
  refuseUnknown("suite", options.suite, ["own", "published"]);
  refuseUnknown("verdicts", verdicts, ["executed", "recorded"]);
  instrumentsOf(form, options.instruments);
  for (const name of measures) refuseUnknown("measure", name, form.complexity ? ["complexity"] : []);
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
    throw new RangeError(`Cannot take the first ${limit} tasks: limit must be a whole number from 1`);
  }
  if (!Number.isSafeInteger(rounds) || rounds < 0) {
    throw new RangeError(`Cannot ask again ${rounds} times: rounds must be a whole number from 0`);
  }
  const unheeded = Object.entries({
    rounds: rounds > 0 &&
      (!form.rounds || source === "artifact" || source === "demo" || completions !== undefined),
    rule: rule !== undefined && form.rule === undefined,
    draws: draws !== undefined && kind !== "checked",
    verdicts: verdicts === "recorded" && kind !== "checked",
    sandbox: options.sandbox !== undefined && kind !== "checked",
    reports: options.reports !== undefined && (options.prober ?? options.scorer) !== undefined,
  }).find(([, is]) => is);
  if (unheeded) throw new RangeError(`Cannot run ${study} with ${unheeded[0]}: it has no use for it here`);
}

/** Where tasks come from; undefined where they are given. */
async function sourceOf<T extends Task, P>(
  study: FormedStudy<T, P>,
  { source, suite, tasks }: StudyOptions<T>,
): Promise<Source<T> | undefined> {
  const isData = source === "artifact" || source === "demo";
  if (isData && study.layout.recordings.length === 0) {
    throw new RangeError(`Cannot run ${study.name}: its ${source} has no completions that a run can take`);
  }
  const isGiven = tasks !== undefined && tasks.every((task) => typeof task !== "string");
  if (isGiven && !isData && study.form!.methods) return undefined;
  return await openSource(study, isData ? { source } : { source: "model", suite });
}

/** The tasks that may be asked for. */
async function knownTasks<T extends Task, P>(
  source: Source<T> | undefined,
  { taskOf, tasks: suite }: StudyForm<T, P>,
  { tasks, limit, source: from }: StudyOptions<T>,
): Promise<readonly T[]> {
  const isGiven = tasks?.every((task) => typeof task !== "string");
  const all = isGiven ? [] : await source!.tasks();
  const byId = new Map(all.map((task) => [task.id, task]));
  const chosen = tasks?.map((task) => {
    if (typeof task !== "string") return task;
    const found = taskOf ? taskOf(task) : byId.get(task);
    if (!found) throw unknownTask(task, [...byId.keys()]);
    return found;
  }) ?? (suite && source?.kind === "suite" ? suite : all);
  // Of recordings, only tasks with an answer count.
  return from === "recorded" ? chosen : chosen.slice(0, limit);
}

/** Names only the nearest: there are hundreds. */
function unknownTask(id: string, known: readonly string[]): RangeError {
  const [message] = unknownName("task", id, known).message.split(" Known: ");
  return new RangeError(`${message} It is one of ${known.length}, e.g. ${known[0]}`);
}

/** Opens what judges and what remembers, where they are not given. */
async function toolsFor<T extends Task>(
  kind: Kind,
  options: StudyOptions<T>,
  opened: AsyncDisposableStack,
): Promise<Partial<StudyOptions<T>>> {
  if (kind === "checked") {
    return { outcomes: options.outcomes ?? opened.use(await openOutcomes()) };
  }
  const isGiven = options.prober ?? options.scorer;
  if (isGiven) return {};
  const reports = options.reports ?? opened.use(await openReports());
  if (kind === "probed") return { prober: opened.use(await openProber({ reports })), reports: undefined };
  return { scorer: opened.use(await openScorer({ reports })), reports: undefined };
}

/** What is known when answers are looked for. */
interface Looking<T extends Task> {
  readonly source: Source<T> | undefined;
  readonly known: readonly T[];
  readonly tell: (notice: string) => void;
}

interface Found<T extends Task> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion[];
  readonly label: string;
  readonly carried?: ReadonlyMap<string, readonly (string | number | boolean | null)[]>;
}

async function answersOf<T extends Task, P>(
  study: FormedStudy<T, P>,
  form: StudyForm<T, P>,
  options: StudyOptions<T>,
  { source, known, tell }: Looking<T>,
): Promise<Found<T>> {
  const { model, completions, prober, rounds = 0 } = options;
  if (model !== undefined || options.source === "recorded") {
    const followUp = rounds > 0
      ? iterativePrompting(study as never, { tasks: known, prober: prober!, rounds }) as (
        soFar: Conversation,
      ) => Promise<string | undefined>
      : undefined;
    const asking = {
      study: study.name,
      form: form as StudyForm<T>,
      source: source!,
      tasks: known,
      followUp,
      tell,
    };
    return await askedAnswers(asking, options);
  }
  const tasksOf = (all: readonly Completion[]) =>
    form.taskOf && !options.tasks ? [...new Set(all.map(({ taskId }) => taskId))].map(form.taskOf) : known;
  if (typeof completions === "string") {
    const { completions: all, carried } = await readAnswerFile(completions);
    const tasks = tasksOf(all).slice(0, options.limit);
    const kept = keptOf(all, tasks, options);
    return {
      ...{ tasks, label: shortPath(completions) },
      completions: kept.map((at) => all[at]),
      carried: new Map([...carried].map(([name, cells]) => [name, kept.map((at) => cells[at])])),
    };
  }
  const all = completions ?? await source!.completions();
  const tasks = tasksOf(all).slice(0, options.limit);
  const kept = keptOf(all, tasks, options).map((at) => all[at]);
  return { tasks, completions: kept, label: completions ? modelsOf(kept) : source!.label };
}

function modelsOf(completions: readonly Completion[]): string {
  return [...new Set(completions.map(({ model }) => model))].join(", ");
}

/**
 * The places of the completions that were asked for.
 *
 * @throws {RangeError} If the task of one is not there, though no tasks were chosen.
 */
function keptOf<T extends Task>(
  all: readonly Completion[],
  tasks: readonly T[],
  { tasks: chosen, limit, methods, temperatures, topPs, epochs }: StudyOptions<T>,
): number[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const isChosen = chosen !== undefined || limit !== undefined;
  const heeds = (value: unknown, wanted?: readonly unknown[]) =>
    wanted === undefined || wanted.includes(value);
  return [...all.keys()].filter((at) => {
    const { taskId, settings, epoch } = all[at];
    if (!ids.has(taskId)) {
      if (isChosen) return false;
      throw unknownTask(taskId, [...ids]);
    }
    return heeds(settings.prompt, methods) && heeds(settings.temperature, temperatures) &&
      heeds(settings.topP, topPs) && (epochs === undefined || epoch <= epochs);
  });
}

/** Classes of complexity, of samples whose programs could be measured. */
async function complexityOf<T extends Task, P>(
  form: StudyForm<T, P>,
  tasks: readonly T[],
  samples: readonly P[],
  { sandbox, outcomes, signal }: StudyOptions<T>,
): Promise<Map<P, string | null>> {
  const programs = form.complexity!(tasks, samples);
  const measured = await profilePrograms(programs.map(({ program }) => program), {
    sandbox,
    outcomes,
    signal,
  });
  return new Map(programs.map(({ sample }, at) => [sample, measured[at].class]));
}
