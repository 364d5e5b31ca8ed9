/**
 * The materials of samples, for viewing them: found when they are read, because most are never viewed.
 *
 * @module
 */

import { DataError } from "../../core/errors.ts";
import type { Completion, Materials, ProbeReport, Prompt, Sample, Study, Task } from "../../core/types.ts";
import type { Source } from "../../store/source.ts";

// deno-lint-ignore no-explicit-any -- samples of studies of every kind are looked at alike
type AnyStudy = Study<any, any, any>;

/** The request of a sample, as far as it is known. */
export type Asked = Omit<Materials, "program">;

/** The ways in which given answers may have been requested. */
interface Ways {
  /** The templates of prompting methods, by name; empty where they are not known. */
  readonly templates: Readonly<Record<string, string>>;
  /** Whether the answers are a dataset's own: its authors asked with nothing but the template. */
  readonly isData: boolean;
}

/** What is known of samples besides their own fields. */
interface Known {
  readonly tasks: readonly Task[];
  /** The rule by which completions became programs. @default the study's usual rule */
  readonly rule?: string;
  /** The request of each sample. @default reconstructed, where a prompt of the study has the sample's settings */
  readonly asked?: readonly Asked[];
  /** The ways of asking. @default the study's prompts need no templates */
  readonly ways?: Ways;
}

/**
 * Gives samples their `materials`, which are not enumerable, so that samples are shown, compared and written without them.
 *
 * @param samples The samples of a run that is not yet returned, because they are modified.
 */
export function addMaterials(
  study: AnyStudy,
  samples: readonly Sample[],
  { tasks, rule, asked, ways = { templates: {}, isData: false } }: Known,
): void {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for (const [at, sample] of samples.entries()) {
    let made: Materials | undefined;
    const find = (task: Task | undefined): Materials => ({
      ...asked ? asked[at] : task && { prompt: promptAgain(study, task, sample, ways) },
      ...task && { program: programOf(study, task, sample, rule) },
    });
    const get = () => made ??= find(byId.get(sample.taskId));
    Object.defineProperty(sample, "materials", { get, enumerable: false });
  }
}

/** The program that ran for a sample; undefined if there was none. */
function programOf(study: AnyStudy, task: Task, sample: Sample, rule?: string): Materials["program"] {
  const { judgement } = sample;
  if (study.judge.kind === "probing" && judgement.kind === "judged") {
    const { called } = judgement.finding as ProbeReport;
    if (called) return { source: called.source, entryPoint: called.shape.entry };
  }
  const found = programIn(study, task, sample, rule);
  return found && { source: found.source, entryPoint: found.entryPoint };
}

/**
 * The program that a study takes out of a completion to run; undefined if there is none.
 *
 * @param rule The rule, for programs that are checked. @default the usual one
 */
export function programIn(
  { judge }: AnyStudy,
  task: Task,
  completion: Completion,
  rule?: string,
): { readonly source: string; readonly entryPoint: string; readonly submitted?: string } | undefined {
  if (judge.kind === "checking") {
    const found = judge.program(task, completion, rule ?? judge.rules[0]);
    return found.kind === "program" ? found : undefined;
  }
  const found = judge.kind === "probing" ? judge.subject(task, completion) : judge.scored(task, completion);
  return "kind" in found ? undefined : { ...found, entryPoint: found.functionName };
}

/** The prompt of a given answer: the study's prompt with the same settings; undefined if there is none. */
function promptAgain(
  study: AnyStudy,
  task: Task,
  { settings }: Completion,
  { templates, isData }: Ways,
): Prompt | undefined {
  const known = (isData ? undefined : study.methods) ?? Object.keys(templates);
  const method = `${settings.prompt}`;
  if (!known.includes(method)) return undefined;
  const found = study.prompts([task], templates, { methods: [method] }).find((one) =>
    Object.entries(one.settings).every(([name, value]) => settings[name] === value)
  );
  if (!found || !isData) return found?.prompt;
  // The rest of the prompt, on the form of the answer, is this project's.
  return typeof found.prompt === "string" ? found.prompt : found.prompt.at(-1)!.content;
}

/**
 * The ways in which given answers may have been requested.
 *
 * @param source The source of their tasks. @default the study's own, which needs no templates
 * @param tell Called with the reason why prompts are not known, if their file is damaged: answers can be judged without
 * them.
 */
export async function waysOfAsking(
  { methods, layout }: AnyStudy,
  { source, isData, tell }: {
    readonly source?: Pick<Source, "methods">;
    readonly isData: boolean;
    readonly tell: (notice: string) => void;
  },
): Promise<Ways> {
  const path = layout.methods ?? (isData ? undefined : layout.suite?.methods);
  if (methods || !source || path === undefined) return { templates: {}, isData };
  try {
    return { templates: await source.methods(), isData };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    tell(`Samples do not show their prompts: ${error.message}`);
    return { templates: {}, isData };
  }
}
