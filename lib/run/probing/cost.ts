import type { ProbeReport } from "../../core/types.ts";

/** What it took to find something: calls of the program, and the time of its processes. */
export type Cost = Pick<ProbeReport, "calls" | "cpuMs">;

/** What findings took together; what there is not, or made no calls of its own, adds none. */
export function costOf(...all: readonly (Partial<Cost> | undefined)[]): Cost {
  const sum = (kind: keyof Cost) => all.reduce((total, one) => total + (one?.[kind] ?? 0), 0);
  return { calls: sum("calls"), cpuMs: sum("cpuMs") };
}
