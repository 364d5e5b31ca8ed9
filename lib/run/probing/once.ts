import { hash } from "node:crypto";
import { isWhole } from "./findings.ts";
import type {
  Completion,
  NoProgram,
  Person,
  ProbeReport,
  ProbeSubject,
  Probing,
  Settings,
  Task,
} from "../../core/types.ts";
import { endsInside, hasGaps, isCutOff } from "../../bias/cut_off.ts";
import { keyFor } from "../tool.ts";
import { OBSERVER } from "../../bias/looking.ts";

/** A tool that probes programs. */
export interface Asked {
  probe(subject: ProbeSubject, signal?: AbortSignal): Promise<ProbeReport>;
  /** Its reports by subject, from {@linkcode probeOnce}; without this map, equal subjects are probed again. */
  readonly known?: Map<string, Promise<ProbeReport>>;
}

/**
 * A prober's report on a program, requested once: probing for feedback and again for the verdict costs
 * nothing the second time.
 *
 * Not for testing whether probing is repeatable: with this function it always is.
 *
 * @throws As `Prober.probe`; the next call then probes again.
 */
export function probeOnce(prober: Asked, subject: ProbeSubject, signal?: AbortSignal): Promise<ProbeReport> {
  const { known } = prober;
  if (!known) return prober.probe(subject, signal);
  const key = subjectKey(subject);
  const before = known.get(key);
  if (before) return unlessAborted(before, signal);
  // The signal is not passed on, because others may wait for the same report.
  const report = prober.probe(subject);
  known.set(key, report);
  report.catch(() => known.delete(key));
  return unlessAborted(report, signal);
}

/** The report, or a rejection with the signal's reason if that comes first. */
async function unlessAborted(report: Promise<ProbeReport>, signal?: AbortSignal): Promise<ProbeReport> {
  if (!signal) return await report;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([report, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** A key that is equal for subjects with the same probing report. */
export function subjectKey(subject: ProbeSubject): string {
  return hash("sha256", keyFor(subject));
}

/** The name and the key of probing as a tool, and the test of which reports last. */
export const PROBING = { name: "probe", key: subjectKey, lasts: isWhole };

/** Whether the end of a completion is missing, and with it perhaps a part of its program. */
export function isProgramCutOff(
  completion: Pick<Completion, "text" | "finish">,
  programIn: (text: string) => string | undefined,
): boolean {
  return isCutOff(completion) && endsInside(completion.text, programIn);
}

/**
 * The subject that a study probes in a completion. Each text of a task is read once for as long as the function lives,
 * because models repeat answers. There is no subject where the completion's end is missing, and with it perhaps a part
 * of the program, or where the text leaves lines out.
 */
export function readOnce<T extends Task, S extends Settings>(
  judge: Pick<Probing<T, S>, "subject">,
): (task: T, completion: Pick<Completion, "text" | "finish">) => ProbeSubject | NoProgram {
  const known = new Map<T, Map<string, ProbeSubject | NoProgram>>();
  return (task, { text, finish }) => {
    const byText = known.getOrInsertComputed(task, () => new Map());
    const read = (text: string) => byText.getOrInsertComputed(text, () => judge.subject(task, { text }));
    const subject = read(text);
    if (!("kind" in subject) && hasGaps(text, subject.submitted ?? subject.source)) return CUT_OFF;
    if (!isCutOff({ finish })) return subject;
    const programIn = (text: string) =>
      "kind" in read(text) ? undefined : (read(text) as ProbeSubject).source;
    const isOpen = "kind" in subject ? subject.reason !== "refusal" : endsInside(text, programIn);
    return isOpen ? CUT_OFF : subject;
  };
}

const CUT_OFF: NoProgram = { kind: "no-program", reason: "cut-off" };

/** The program without the observer appended to it, which is not explored. */
export function withoutObserver(
  { source, submitted, functionName }: Pick<ProbeSubject, "source" | "submitted" | "functionName">,
): string {
  return functionName === OBSERVER ? submitted ?? source : source;
}

/** A person with the first value of each attribute. */
export function somebody({ attributes }: ProbeSubject): Person {
  return Object.fromEntries(attributes.map(({ name, values }) => [name, values[0]]));
}

/** The notation of attributes with plain values, for messages. */
const PLAIN = "attributes: { gender: { values: [...] } }";

/**
 * @throws {TypeError} If the source or the name of the function is not a string.
 * @throws {RangeError} If an attribute has no values or values that are not encoded, or a range ends before it begins.
 */
export function checkSubject({ source, functionName, attributes }: ProbeSubject): void {
  for (const [name, text] of Object.entries({ source, functionName })) {
    if (typeof text !== "string") throw new TypeError(`Cannot probe: ${name} must be a text`);
  }
  for (const { name, values, range } of attributes) {
    const what = `Cannot probe by ${name}: `;
    if (values.length === 0) throw new RangeError(`${what}it has no values; give those to tell apart`);
    if (!values.every((value) => value instanceof Uint8Array)) {
      throw new RangeError(`${what}its values must be encoded; plain ones go into ${PLAIN}`);
    }
    if (range && !(range[0] <= range[1])) {
      throw new RangeError(
        `${what}its range goes from ${range[0]} to ${range[1]}; give the smaller number first`,
      );
    }
  }
}
