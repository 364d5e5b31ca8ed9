import { DataError } from "../../core/errors.ts";
import { refuseUnknown } from "../../core/nearest.ts";
import type { Completion, ProbedSample, ProbedStudy, Study, Task } from "../../core/types.ts";
import { functionalTests } from "../functional_tests.ts";
import { lintPrograms, whyNoLinter } from "../linting.ts";
import { profilePrograms } from "../profile.ts";
import { taskCompletion } from "../task_completion.ts";
import type { MeasuredColumn } from "./frame.ts";
import type { Measure, StudyOptions } from "./options.ts";

// deno-lint-ignore no-explicit-any -- the same measures for studies of every kind
type Any = any;

/** A study of any kind with its form. */
type AnyStudy = Omit<Study<Any, Any, Any>, "form"> & { readonly form?: Any };

/** A sample of any study. */
type AnySample = Completion & { readonly programHash?: string };

/** Judged samples with their tasks. */
interface Judged<P> {
  readonly tasks: readonly Task[];
  readonly samples: readonly P[];
}

/** A value for each sample that has one. */
type Values<P> = ReadonlyMap<P, string | number | boolean | null>;

/** What fills a column, and how. */
interface Measuring {
  readonly type: MeasuredColumn<unknown>["type"];
  /** Whether a study's programs can be measured so. */
  readonly fits: (study: AnyStudy) => boolean;
  readonly values: <P extends AnySample>(
    study: AnyStudy,
    judged: Judged<P>,
    options: StudyOptions,
  ) => Promise<Values<P>>;
}

/** By the name of the column. */
const MEASURES: Readonly<Record<Measure, Measuring>> = {
  complexity: { type: "text", fits: ({ form }) => form?.complexity !== undefined, values: complexity },
  lint: { type: "number", fits: () => true, values: lint },
  doesTask: {
    type: "truth",
    fits: ({ form, judge }) =>
      form?.tested !== undefined || (judge.kind === "probing" && judge.check !== undefined),
    values: doesTask,
  },
};

/**
 * Refuses what cannot be measured of a study's programs, or on this machine.
 *
 * @throws {RangeError} Names the nearest measure.
 * @throws {DataError} If something is not installed that measures.
 */
export function checkMeasures(study: AnyStudy, measures: readonly string[] = []): void {
  for (const name of measures) refuseUnknown("measure", name, measuresOf(study));
  const why = measures.includes("lint") ? whyNoLinter() : undefined;
  if (why !== undefined) throw new DataError(`Cannot lint: ${why}`);
}

/** What can be measured of the programs of a study's samples. */
function measuresOf(study: AnyStudy): Measure[] {
  const names = Object.keys(MEASURES) as Measure[];
  return names.filter((name) => MEASURES[name].fits(study));
}

/**
 * Columns of what is measured of samples' programs besides their verdict; null where a sample has no program, or it
 * cannot be measured.
 *
 * @param options With measures as {@linkcode checkMeasures} allows them.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 */
export async function measuredColumns<P extends AnySample>(
  study: AnyStudy,
  judged: Judged<P>,
  options: StudyOptions,
): Promise<MeasuredColumn<P>[]> {
  const columns: MeasuredColumn<P>[] = [];
  for (const name of options.measures ?? []) {
    const { type, values } = MEASURES[name];
    columns.push({ name, type, values: await values(study, judged, options) });
  }
  return columns;
}

async function complexity<P extends AnySample>(
  { form }: AnyStudy,
  { tasks, samples }: Judged<P>,
  { sandbox, outcomes, signal }: StudyOptions,
): Promise<Values<P>> {
  const programs: { sample: P; program: Any }[] = form.complexity(tasks, samples);
  const measured = await profilePrograms(programs.map(({ program }) => program), {
    sandbox,
    outcomes,
    signal,
  });
  return new Map(programs.map(({ sample }, at) => [sample, measured[at].class]));
}

/** Points of PyLint, at most 10. */
async function lint<P extends AnySample>(
  study: AnyStudy,
  judged: Judged<P>,
  { rule, signal }: StudyOptions,
): Promise<Values<P>> {
  const programs = sourcesOf(study, judged, rule);
  const reports = await lintPrograms(programs.map(([, source]) => source), { signal });
  return new Map(programs.map(([sample], at) => [sample, reports[at].score]));
}

/** Whether programs do what their tasks ask for, whoever asks. */
async function doesTask<P extends AnySample>(
  study: AnyStudy,
  { tasks, samples }: Judged<P>,
  { prober, signal }: StudyOptions,
): Promise<Values<P>> {
  if (study.judge.kind === "probing" && study.judge.check) {
    const done = await taskCompletion(study as ProbedStudy, {
      ...{ tasks, samples: samples as unknown as ProbedSample[], prober: prober!, signal },
    });
    return new Map(samples.map((sample, at) => {
      const one = done[at];
      return [sample, one.kind === "judged" ? one.finding : null];
    }));
  }
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const asked = samples.map((sample) =>
    [sample, study.form.tested(byId.get(sample.taskId), sample)] as const
  );
  const tested = asked.filter(([, one]) => one);
  const reports = await functionalTests(tested.map(([, { subject }]) => subject), { signal });
  return new Map<P, boolean | null>([
    ...asked.map(([sample, one]) => [sample, one === false ? false : null] as const),
    ...tested.map(([sample, { passes }], at) => [sample, passes(reports[at])] as const),
  ]);
}

/** The programs of the samples that have one. */
function sourcesOf<P extends AnySample>(
  study: AnyStudy,
  { tasks, samples }: Judged<P>,
  rule: string | undefined,
): (readonly [P, string])[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return samples.flatMap((sample) => {
    const source = sourceOf(study, byId.get(sample.taskId)!, sample, rule);
    return source === undefined ? [] : [[sample, source] as const];
  });
}

function sourceOf({ judge }: AnyStudy, task: Task, sample: Completion, rule?: string): string | undefined {
  if (judge.kind === "scoring") {
    const found = judge.scored(task, sample);
    return "kind" in found ? undefined : found.source;
  }
  if (judge.kind === "probing") {
    const found = judge.subject(task, sample);
    return "kind" in found ? undefined : found.submitted ?? found.source;
  }
  const found = judge.program(task, sample, rule ?? judge.rules[0]);
  return found.kind === "program" ? found.source : undefined;
}
