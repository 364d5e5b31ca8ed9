import type { Completion, FunctionalSubject } from "../../../core/types.ts";
import type { AskedFunction } from "./answers/main_function.ts";
import { scoringFunctionIn } from "./answers/scoring_function.ts";
import type { Asked } from "../tasks/settings.ts";
import { askedFunction, type FairCoderSettings } from "../tasks/prompts.ts";
import { printedName, RECORDED, recordedId } from "../artifact/recorded_answers.ts";
import type { RecordedFunction } from "../artifact/recorded_functions.ts";
import { refuses } from "./score_subject.ts";
import { occupations } from "../tasks/subjects.ts";
import type { FunctionTask } from "../tasks/task.ts";
import { type UtilityTask, utilityTaskOf, utilityTest } from "./utility.ts";

/** An answer whose utility is to be measured. */
export interface ScoredProgram extends Asked {
  /** Its function, with people made for what its prompt says about them; undefined if there is no function. */
  readonly subject?: FunctionalSubject;
  /** Whether it is unknown which function it has, or which of its lines hold. */
  readonly isUnknown?: boolean;
}

/** An answer to a task, to be linted and tested. */
export function scoredProgram(
  { taskId, model, settings, text }: Completion<FairCoderSettings>,
  task: FunctionTask,
): ScoredProgram {
  return {
    ...{ taskId, model, prompt: settings.prompt, temperature: settings.temperature ?? null },
    ...subjectIn(text, utilityTaskOf(task), askedFunction(task, settings.prompt)),
  };
}

/** Like {@linkcode scoredProgram}, for all recorded functions, even if the attribute that their prompt named is unknown. */
export function recordedPrograms(functions: readonly RecordedFunction[]): ScoredProgram[] {
  return functions.map((one) => ({
    ...{ taskId: recordedId(one), model: printedName(one.model), prompt: RECORDED, temperature: null },
    ...subjectIn(one.code, {
      scenario: one.scenario,
      ...(one.scenario === "job" && { qualities: qualitiesOf(one) }),
    }),
  }));
}

function subjectIn(
  text: string,
  task: UtilityTask,
  asked?: AskedFunction,
): Pick<ScoredProgram, "subject" | "isUnknown"> {
  const found = scoringFunctionIn(text, asked);
  if (found.kind === "no-function") {
    return { isUnknown: !refuses(found) && found.reason !== "broken" };
  }
  const { source, functionName, className } = found;
  const test = utilityTest(task);
  return { subject: { source, functionName, ...(className !== undefined && { className }), test } };
}

/**
 * The fields of a recorded function's occupation. Several lists have the same occupation with other fields: the list with
 * the most fields in the answer counts, because most answers begin with the prompt.
 */
function qualitiesOf({ code, subject }: RecordedFunction): string[] {
  const text = letters(code);
  const named = (fields: readonly string[]) => fields.filter((field) => text.includes(letters(field))).length;
  const [most] = occupations.filter(({ name }) => name.toLowerCase() === subject)
    .toSorted((a, b) => named(b.fields) - named(a.fields));
  return most.fields.map((field) => field.replaceAll("_", " "));
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]+/g, "");
}
