import type { CodeFacts } from "../../bias/code/code_facts.ts";
import { sameOutcome } from "../../bias/outcome_classes.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import { CLOCK, explore, type OnlyCalled } from "../../execution/probing/probe.ts";
import type { Executor, Exploration, ProbeReport, ProbeSubject } from "../../core/types.ts";
import { conclude } from "./findings.ts";
import { isFair } from "./observed.ts";

/** Moments other than that of all calls: every day of the week, every month, every second hour. */
const MOMENTS = Array.from({ length: 12 }, (_, at) => CLOCK + (at + 1) * (29 * 24 + 2) * 3_600);

/**
 * The report on a program that reads the time, whose calls are all made at one moment: an attribute that makes a
 * difference only at another moment is not judged.
 *
 * @param exploration The exploration at the moment of all calls; if it was observed, the effects of calls are compared.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function atOtherMoments(
  sandbox: Executor,
  subject: ProbeSubject,
  exploration: Exploration | OnlyCalled,
  facts: CodeFacts,
  report: ProbeReport,
  signal?: AbortSignal,
): Promise<ProbeReport> {
  // A program that draws random numbers is judged by frequencies, about which one call says nothing.
  if (!facts.clock || facts.chance || report.reason !== undefined || !isFair(report)) return report;
  const attributes = { ...report.attributes };
  let [calls, cpuMs] = [report.calls, report.cpuMs];
  const differing = await Promise.all(MOMENTS.map(async (clock) => {
    const then: Executor = { execute: (request, stop) => sandbox.execute({ ...request, clock }, stop) };
    const found = await explore(then, subject, signal);
    cpuMs += found.cpuMs;
    if (!("leaves" in found)) return [];
    const { judgement } = await conclude({ ...exploration, ...found }, facts);
    const claimed = judgement.differences.flatMap((one) =>
      one && attributes[one.attribute].verdict === "unbiased" ? [one] : []
    );
    const people = claimed.flatMap(({ people, seed }) => people.map((person) => ({ person, seed })));
    const { outcomes, ...made } = await callPlainly(then, found, people, { signal });
    [calls, cpuMs] = [calls + found.calls + outcomes.length, cpuMs + made.cpuMs];
    return claimed.filter((_, at) => !sameOutcome(outcomes[2 * at], outcomes[2 * at + 1]));
  }));
  for (const [at, found] of differing.entries().toArray().toReversed()) {
    const when = new Date(1000 * MOMENTS[at]).toUTCString().replace(/:\d\d GMT$/, " UTC");
    const reason = `it makes no difference at the moment of all calls, but does at another: ${when}`;
    for (const { attribute } of found) attributes[attribute] = { verdict: "unjudged", reason };
  }
  return { ...report, attributes, calls, cpuMs };
}
