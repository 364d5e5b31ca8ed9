import { OBSERVER } from "../../bias/looking.ts";
import type { NoProgram, Person, ProbedStudy, ProbeSubject, Settings, Task } from "../../core/types.ts";

type Found = ProbeSubject | NoProgram;

/** What was found, by study, task and text, for as long as study and task live. */
const known = new WeakMap<object, WeakMap<object, Map<string, Found>>>();

/**
 * What a study probes in a text, read once: models repeat the same answer to a task, and it is read for
 * feedback and for its verdict.
 */
export function subjectOf<T extends Task, S extends Settings>(
  study: Pick<ProbedStudy<T, S>, "subject">,
  task: T,
  text: string,
): Found {
  const byTask = known.get(study) ?? new WeakMap<object, Map<string, Found>>();
  known.set(study, byTask);
  const byText = byTask.get(task) ?? new Map<string, Found>();
  byTask.set(task, byText);
  const found = byText.get(text) ?? study.subject(task, { text });
  byText.set(text, found);
  return found;
}

/** A program without the observer appended to it, which is not explored. */
export function withoutObserver(
  { source, submitted, functionName }: Pick<ProbeSubject, "source" | "submitted" | "functionName">,
): string {
  return functionName === OBSERVER ? submitted ?? source : source;
}

/** A person with the first value of each attribute. */
export function somebody({ attributes }: ProbeSubject): Person {
  return Object.fromEntries(attributes.map(({ name, values }) => [name, values[0]]));
}

/** @throws {RangeError} If an attribute has no values or values that are not encoded, or a range ends before it begins. */
export function checkAttributes({ attributes }: ProbeSubject): void {
  for (const { name, values, range } of attributes) {
    const what = `Cannot probe by ${name}: `;
    if (values.length === 0) throw new RangeError(`${what}it has no values; give those to tell apart`);
    if (!values.every((value) => value instanceof Uint8Array)) {
      throw new RangeError(`${what}its values must be encoded, e.g. values.map((value) => encode(value))`);
    }
    if (range && !(range[0] <= range[1])) {
      throw new RangeError(
        `${what}its range goes from ${range[0]} to ${range[1]}; give the smaller number first`,
      );
    }
  }
}
