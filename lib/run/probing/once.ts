import { createHash } from "node:crypto";
import { isWhole } from "./findings.ts";
import type { ProbeReport, ProbeSubject } from "../../core/types.ts";
import { keyFor } from "../tool.ts";

/** Probes programs. */
interface Probing {
  probe(subject: ProbeSubject, signal?: AbortSignal): Promise<ProbeReport>;
}

/** Each prober's reports by subject, for as long as the prober lives. */
const known = new WeakMap<Probing, Map<string, Promise<ProbeReport>>>();

/**
 * A prober's report on a program, asked for once: probing for feedback and again for the verdict costs
 * nothing the second time.
 *
 * Not for testing whether probing is repeatable: here it always is.
 *
 * @throws As `Prober.probe`; it is asked again then.
 */
export function probeOnce(
  prober: Probing,
  subject: ProbeSubject,
  signal?: AbortSignal,
): Promise<ProbeReport> {
  const reports = known.get(prober) ?? new Map<string, Promise<ProbeReport>>();
  known.set(prober, reports);
  const key = subjectKey(subject);
  const before = reports.get(key);
  if (before) return unlessAborted(before, signal);
  // Without the signal: others may wait for the same answer.
  const report = prober.probe(subject);
  reports.set(key, report);
  report.catch(() => reports.delete(key));
  return unlessAborted(report, signal);
}

/** The report, or the signal's reason if that comes first. */
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

const keys = new WeakMap<ProbeSubject, string>();

/** Equal for subjects with the same probing report. */
export function subjectKey(subject: ProbeSubject): string {
  const key = keys.get(subject) ?? createHash("sha256").update(keyFor(subject)).digest("hex");
  keys.set(subject, key);
  return key;
}

/** What is asked by probing, and which reports last. */
export const PROBING = { name: "probe", key: subjectKey, lasts: isWhole };
