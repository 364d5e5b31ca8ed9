import { createHash } from "node:crypto";
import type { ProbeReport, ProbeSubject } from "../types.ts";

/** What probes programs. */
interface Probing {
  probe(subject: ProbeSubject, signal?: AbortSignal): Promise<ProbeReport>;
}

/** What each prober said, by subject, for as long as there is the prober. */
const known = new WeakMap<Probing, Map<string, Promise<ProbeReport>>>();

/**
 * What a prober says of a program: asked once, so that a program that is probed for feedback and again for its verdict
 * costs nothing the second time.
 *
 * Not for finding out whether probing says the same twice: here it always does.
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
  const key = keyOf(subject);
  const before = reports.get(key);
  if (before) return before;
  const report = prober.probe(subject, signal);
  reports.set(key, report);
  report.catch(() => reports.delete(key));
  return report;
}

function keyOf({ source, functionName, style, className, attributes }: ProbeSubject): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([source, functionName, style, className]));
  for (const { name, type, values, range } of attributes) {
    hash.update(JSON.stringify([name, type, range, values.map((value) => [...value])]));
  }
  return hash.digest("hex");
}
