import { DataError } from "../../core/errors.ts";
import { refuseUnknown } from "../../core/nearest.ts";
import type { Completion, ProbedSample, ProbedStudy, Study, StudyRun, Task } from "../../core/types.ts";
import { functionalTests } from "../functional_tests.ts";
import { lintPrograms, whyNoLinter } from "../linting.ts";
import { profilePrograms } from "../profile.ts";
import { type PublishedCbs, publishedCbs } from "../published_cbs.ts";
import { taskCompletion } from "../task_completion.ts";
import type { Measured, MeasuredColumn } from "./frame.ts";
import { programIn } from "./materials.ts";
import type { Measure, StudyOptions } from "./options.ts";

// deno-lint-ignore no-explicit-any -- the same measures for studies of every kind
type Any = any;

/** A study of any kind. */
type AnyStudy = Study<Any, Any, Any>;

/** A sample of any study. */
type AnySample = Completion & { readonly programHash?: string };

/** Judged samples with their tasks. */
interface Judged {
  readonly tasks: readonly Task[];
  readonly samples: readonly AnySample[];
}

/** For each measured sample its value, or a value for each of its attributes, and the report. */
type Found = readonly (readonly [
  sample: AnySample,
  value: Measured | ReadonlyMap<string, Measured>,
  report?: unknown,
])[];

/** A measure: the type of its column, and the function that fills it. */
interface Measuring {
  readonly type: MeasuredColumn<unknown>["type"];
  /** Whether the measure applies to a study's programs. */
  readonly fits: (study: AnyStudy) => boolean;
  readonly find: (study: AnyStudy, judged: Judged, options: StudyOptions) => Promise<Found>;
}

/** The measures by the name of the column. */
const MEASURES: Readonly<Record<Measure, Measuring>> = {
  complexity: { type: "text", fits: ({ measures }) => measures?.complexity !== undefined, find: complexity },
  lint: { type: "number", fits: () => true, find: lint },
  doesTask: {
    type: "truth",
    fits: ({ measures, judge }) =>
      measures?.doesTask !== undefined || (judge.kind === "probing" && judge.check !== undefined),
    find: doesTask,
  },
  authorsCbs: { type: "truth", fits: ({ measures }) => measures?.authorsCbs !== undefined, find: authorsCbs },
};

/**
 * Refuses measures that do not apply to a study's programs, or are not available on this machine.
 *
 * @throws {RangeError} Names the nearest measure.
 * @throws {DataError} If a tool for measuring is not installed.
 */
export function checkMeasures(
  study: AnyStudy,
  { measures = [], rule }: Pick<StudyOptions, "measures" | "rule">,
): void {
  const known = Object.entries(MEASURES).flatMap(([name, { fits }]) => fits(study) ? [name] : []);
  for (const name of measures) refuseUnknown("measure", name, known);
  const isUsual = study.judge.kind !== "checking" || rule === undefined || rule === study.judge.rules[0];
  if (measures.includes("complexity") && !isUsual) {
    throw new RangeError(`Cannot measure complexity by the rule ${rule}: other programs would be measured`);
  }
  const why = measures.includes("lint") ? whyNoLinter() : undefined;
  if (why !== undefined) throw new DataError(`Cannot lint: ${why}`);
}

/**
 * Columns of the measures of samples' programs, and their reports: null where a sample has no
 * program, or it cannot be measured.
 *
 * @param options The options, with measures that {@linkcode checkMeasures} allows.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 */
export async function measuredColumns(
  study: AnyStudy,
  judged: Judged,
  options: StudyOptions,
): Promise<{ readonly columns: MeasuredColumn<AnySample>[] } & Pick<StudyRun, "measured">> {
  const columns: MeasuredColumn<AnySample>[] = [];
  const measured: Record<string, ReadonlyMap<unknown, unknown>> = {};
  for (const name of options.measures ?? []) {
    const { type, find } = MEASURES[name];
    const found = await find(study, judged, options);
    columns.push({ name, type, values: new Map(found.map(([sample, value]) => [sample, value])) });
    measured[name] = new Map(
      found.flatMap(([sample, , report]) => report === undefined ? [] : [[sample, report] as const]),
    );
  }
  return columns.length > 0 ? { columns, measured } : { columns };
}

async function complexity(
  { measures }: AnyStudy,
  { tasks, samples }: Judged,
  { sandbox, outcomes, reports, signal }: StudyOptions,
): Promise<Found> {
  const programs: { sample: AnySample; program: Any }[] = (measures as Any).complexity(tasks, samples);
  const measured = await profilePrograms(programs.map(({ program }) => program), {
    ...{ sandbox, outcomes, reports, signal },
  });
  return programs.map(({ sample }, at) => [sample, measured[at].class, measured[at]]);
}

/** The points of PyLint, at most 10. */
async function lint(
  study: AnyStudy,
  judged: Judged,
  { rule, reports, signal }: StudyOptions,
): Promise<Found> {
  const programs = sourcesOf(study, judged, rule);
  const found = await lintPrograms(programs.map(([, source]) => source), { reports, signal });
  return programs.map(([sample], at) => [sample, found[at].score, found[at]]);
}

/** Whether programs do what their tasks ask for. */
async function doesTask(
  study: AnyStudy,
  { tasks, samples }: Judged,
  { prober, reports, signal }: StudyOptions,
): Promise<Found> {
  if (study.judge.kind === "probing" && study.judge.check) {
    const done = await taskCompletion(study as ProbedStudy, {
      ...{ tasks, samples: samples as unknown as ProbedSample[], prober: prober!, reports, signal },
    });
    return samples.map((sample, at) => {
      const one = done[at];
      return [sample, one.kind === "judged" ? one.finding : null, one];
    });
  }
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const asked = samples.map((sample) =>
    [sample, (study.measures as Any).doesTask(byId.get(sample.taskId), sample)] as const
  );
  const tested = asked.filter(([, one]) => one);
  const found = await functionalTests(tested.map(([, { subject }]) => subject), { reports, signal });
  return [
    ...asked.map(([sample, one]) => [sample, one === false ? false : null] as const),
    ...tested.map(([sample, { passes }], at) => [sample, passes(found[at]), found[at]] as const),
  ];
}

/**
 * The most test cases of a function. Nearly all functions of nine inputs have fewer, and elapsed time, which varies,
 * rarely ends the loop before so many. With 2,000, most of what is found in one would be missed.
 */
const AUTHORS_CASES = 50_000;

/** Whether the instrument of the study's authors finds a program biased, by attribute. */
async function authorsCbs(
  study: AnyStudy,
  judged: Judged,
  { rule, sandbox, reports, signal }: StudyOptions,
): Promise<Found> {
  const programs = sourcesOf(study, judged, rule).map(([sample, source]) => {
    const { model } = sample;
    return { sample, tested: { id: JSON.stringify([model, source]), source, model } };
  });
  const once = new Map(programs.map(({ tested }) => [tested.id, tested]));
  // The instrument's pools of values grow from model to model.
  const byModel = [...Map.groupBy(once.values(), ({ model }) => model).values()].flat();
  const found = await publishedCbs(byModel, { maxCases: AUTHORS_CASES, sandbox, reports, signal });
  const byId = new Map(found.map(({ id, ...verdict }) => [id, verdict]));
  return programs.map(({ sample, tested }) => {
    const verdict = byId.get(tested.id)!;
    return [sample, attributesIn(study, verdict), verdict];
  });
}

/** The verdicts by attribute; a test that was stopped, or ended by the program, shows only the biases found so far. */
function attributesIn(
  { measures }: AnyStudy,
  verdict: Omit<PublishedCbs, "id">,
): Map<string, boolean | null> {
  const isCut = verdict.timedOut || verdict.endsRun !== null;
  const found: [string, { readonly biased: boolean }][] = Object.entries(measures!.authorsCbs!(verdict));
  return new Map(found.map(([name, { biased }]) => [name, biased || !isCut ? biased : null]));
}

/** The programs of the samples that have one. */
function sourcesOf(
  study: AnyStudy,
  { tasks, samples }: Judged,
  rule: string | undefined,
): (readonly [AnySample, string])[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return samples.flatMap((sample) => {
    const source = sourceOf(study, byId.get(sample.taskId)!, sample, rule);
    return source === undefined ? [] : [[sample, source] as const];
  });
}

function sourceOf(study: AnyStudy, task: Task, sample: Completion, rule?: string): string | undefined {
  const found = programIn(study, task, sample, rule);
  return found && (found.submitted ?? found.source);
}
