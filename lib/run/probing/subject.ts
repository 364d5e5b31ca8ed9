import { OBSERVER } from "../../bias/looking.ts";
import type { NoProgram, Person, ProbeSubject, Probing, Settings, Task } from "../../core/types.ts";

/**
 * What a study probes in a text, each text of a task read once for as long as the function lives: models repeat the same answer
 * to a task.
 */
export function readOnce<T extends Task, S extends Settings>(
  judge: Pick<Probing<T, S>, "subject">,
): (task: T, text: string) => ProbeSubject | NoProgram {
  const known = new Map<T, Map<string, ProbeSubject | NoProgram>>();
  return (task, text) => {
    const byText = known.get(task) ?? new Map<string, ProbeSubject | NoProgram>();
    known.set(task, byText);
    const found = byText.get(text) ?? judge.subject(task, { text });
    byText.set(text, found);
    return found;
  };
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
