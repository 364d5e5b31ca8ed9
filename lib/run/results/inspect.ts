/**
 * Looks at one sample from all sides: shows prompt, completion, program and outcomes together.
 *
 * @module
 */

import { refuseUnknownOptions } from "../../core/nearest.ts";
import type {
  CheckedStudy,
  Completion,
  Draw,
  EncodedValue,
  Execution,
  NoProgram,
  Program,
  Prompt,
  Settings,
  Task,
} from "../../core/types.ts";
import { openSandbox } from "../../execution/sandbox.ts";
import { type Inspection, inspection, type InspectionPart } from "../../report/inspection.ts";
import { table } from "../../report/tables/table.ts";
import { projectSandbox } from "../../store/environment.ts";
import type { OutcomeStore } from "../../store/outcomes/outcome_store.ts";
import { type Executor, remembering } from "../../store/outcomes/remembering.ts";
import { decode, toJson } from "../../values/mod.ts";
import { answerCall, drawCases, drawInputs } from "../reference_check.ts";
import { completionOf, type GivenSample, shownSample, turnsOf } from "./shown_sample.ts";

/** What to show of a sample besides its own fields. */
export interface InspectOptions<T extends Task, S extends Settings> {
  /** Shows the program that the study takes out of the completion, and what it does. */
  readonly study?: CheckedStudy<T, S>;
  readonly task?: T;
  readonly rule?: string;
  /** What the model was asked, if the sample does not say. */
  readonly prompt?: Prompt;
  /** Inputs on which to show the program; 0 for none. @default 3 */
  readonly draws?: number;
  /** Seed of the run that judged the sample. @default 1 */
  readonly seed?: number;
  /** Supplies outcomes of earlier executions. */
  readonly outcomes?: OutcomeStore;
  /** @default a sandbox opened for this, if the store does not know all */
  readonly sandbox?: Executor;
}

/**
 * Shows prompt, completion, program and outcomes of a sample together. With a study, its program is run on the first
 * inputs of the task, beside what the reference gives.
 *
 * @param sample From a generation, from a run in the store, or with a judgement.
 * @throws {RangeError} If there is a study but no task or rule, or the task is not the sample's.
 *
 * @example
 * ```ts ignore
 * await inspect(result.samples[0], { study: linguistic, task: tasks[0], rule: "corrected", outcomes });
 * ```
 */
export async function inspect<T extends Task, S extends Settings>(
  sample: GivenSample,
  options: InspectOptions<T, S> = {},
): Promise<Inspection> {
  refuseUnknownOptions(options, ["study", "task", "rule", "prompt", "draws", "seed", "outcomes", "sandbox"]);
  const { facts, prompt = turnsOf(options.prompt ?? []), reasoning, text, failed, finding } = shownSample(
    sample,
  );
  const parts: InspectionPart[] = [
    { title: "Settings", text: facts.map((fact) => fact.join(": ")).join("\n") },
    ...prompt.map((turn) => ({ title: `Prompt: ${turn.role}`, text: turn.text })),
    ...reasoning === undefined ? [] : [{ title: "Reasoning", text: reasoning }],
    failed === undefined
      ? { title: "Completion", text: text || "(empty)" }
      : { title: "No completion", text: failed },
    ...finding === undefined ? [] : [{ title: "Finding", text: finding }],
  ];
  const completion = completionOf(sample);
  if (options.study && completion) {
    const { study, task, rule } = options;
    if (!task || rule === undefined) {
      throw new RangeError("Cannot inspect with a study but no task or rule: name both");
    }
    if (task.id !== completion.taskId) {
      throw new RangeError(`Cannot inspect a sample of ${completion.taskId} with the task ${task.id}`);
    }
    const program = study.judge.program(task, completion as Completion<S>, rule);
    parts.push(programPart(program));
    if (program.kind === "program" && options.draws !== 0) {
      parts.push(await outcomesPart(program, { ...options, study, task, rule }));
    }
  }
  return inspection(`Sample of ${facts[0][1]}`, parts);
}

function programPart(program: Program | NoProgram): InspectionPart {
  if (program.kind === "program") {
    return { title: `Program, called at ${program.entryPoint}`, text: program.source };
  }
  return { title: "Program", text: `none: ${program.reason}` };
}

/** The program's outcomes beside the reference's values, on the first inputs of its task. */
async function outcomesPart<T extends Task, S extends Settings>(
  program: Program,
  options: InspectOptions<T, S> & { study: CheckedStudy<T, S>; task: T; rule: string },
): Promise<InspectionPart> {
  if (!options.sandbox) {
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    return await outcomesPart(program, { ...options, sandbox });
  }
  const { study, task, rule, draws: count = 3, seed = 1, outcomes } = options;
  const sandbox = outcomes ? remembering(options.sandbox, outcomes) : options.sandbox;
  const check = study.judge.check(task, { rule, seed });
  const cases = (await drawCases(check, { sandbox })).slice(0, count);
  const { draws } = await drawInputs(check, check.generator.calls.slice(0, count - cases.length), {
    sandbox,
  });
  const rows = await Promise.all([...cases, ...draws].map(async (draw) => {
    if ("problem" in draw) return row(`draw ${draw.seed}`, problemText(draw), "");
    const calls = [answerCall(draw)];
    const execution = await sandbox.execute({ program, calls, limits: check.limits });
    return row(valueText((draw.args ?? draw.kwargs)!), valueText(draw.expected), outcomeText(execution));
  }));
  return { title: `Outcomes on the first ${rows.length} inputs`, table: table(rows, { shown: rows.length }) };
}

function row(input: string, reference: string, program: string): Record<string, string> {
  return { input, reference, program };
}

function problemText({ problem }: Extract<Draw, { readonly problem: unknown }>): string {
  return `${problem.stage} failed: ${problem.outcome.kind}`;
}

function outcomeText({ program, outcomes: [outcome] }: Execution): string {
  if (!outcome) return [program.kind, program.type, program.message].filter((part) => part).join(": ");
  if (outcome.kind === "returned") return valueText(outcome.value);
  const type = "type" in outcome ? [outcome.type] : [];
  return [outcome.kind, ...type, outcome.message].filter((part) => part).join(": ");
}

/** Longest value that is shown in full, characters. */
const LONGEST_SHOWN = 300;

function valueText(value: EncodedValue): string {
  const text = jsonOf(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}… (${text.length} characters)`;
}

function jsonOf(value: EncodedValue): string {
  try {
    return toJson(decode(value));
  } catch (error) {
    // Well-formed, but an int too large for a BigInt or a text too long for a string.
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return `(a value of ${value.length} bytes, too large to show)`;
  }
}
