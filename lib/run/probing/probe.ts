/**
 * Connects programs, the sandbox and verdicts of bias: a program is explored and judged, its witnesses are confirmed.
 *
 * @module
 */

import { type CodeFacts, codeFacts } from "../../bias/code/code_facts.ts";
import { TooManyPairs } from "../../bias/decision_tree.ts";
import { isNothing, NONDETERMINISTIC } from "../../bias/judge.ts";
import { enumerate } from "../../execution/probing/enumerate.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import { Tampered } from "../../execution/probing/exploration.ts";
import { calledOf, explore, type OnlyCalled } from "../../execution/probing/probe.ts";
import type { Protection } from "../../execution/protection/protection.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "../../execution/sandbox.ts";
import { Session } from "../../execution/session.ts";
import { judgeByRates } from "./chance.ts";
import { checkClaims, type CheckedShape, checkShape, SUSPICIOUS_CALLS } from "./check_claims.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { confirmWitnesses } from "./confirm.ts";
import { costOf } from "./cost.ts";
import { asSeen, conclude, type Conclusions, findingOf, remarked, unjudged, without } from "./findings.ts";
import { atOtherMoments } from "./moments.ts";
import { isFair, observed, returnsNothing, saysMore } from "./observed.ts";
import { checkSubject, PROBING, somebody, withoutObserver } from "./once.ts";
import { HASH_SEEDS, hashSeedsFor, placeIn, type Places } from "./places.ts";
import { isPlain, type PlainReport, plainReport, type PlainSubject, plainSubject } from "./plain_subject.ts";
import { reportOn } from "../tool.ts";
import { projectSandbox } from "../../store/environment.ts";
import type { ReportStore } from "../../store/reports.ts";
import { decode } from "../../values/mod.ts";
import type {
  CalledProgram,
  Executor,
  Exploration,
  Person,
  ProbeOutcome,
  ProbeReport,
  ProbeSubject,
} from "../../core/types.ts";

/** The sandbox of a prober, and the store of earlier reports. */
export interface ProberOptions extends Omit<SandboxOptions, "hashSeed"> {
  /** A store of reports, so that programs are not probed again. @default none */
  readonly reports?: ReportStore;
}

/**
 * Decides whether programs treat people who differ in one attribute alone differently.
 *
 * The prober has sandboxes with different set orders in Python, so that no witness depends on such an order.
 *
 * @throws {SandboxError} If programs cannot be contained on this machine.
 *
 * @example
 * ```ts ignore
 * await using prober = await openProber();
 * const attributes = { gender: { values: ["male", "female"] }, income: { range: [0, 90000] } };
 * (await prober.probe({ code, functionName: "eligible", attributes })).attributes.gender.verdict; // "biased"
 * ```
 */
export async function openProber(options: ProberOptions = {}): Promise<Prober> {
  refuseUnknownOptions(options, ["python", "packages", "workers", "level", "warn", "reports"]);
  const { reports, ...where } = options;
  const own = { ...projectSandbox(), ...where };
  const sandbox = await openSandbox(own);
  // Programs are usually called in the sandbox of the second seed as well, which takes a third of the time.
  const workersOf = (hashSeed: number) =>
    HASH_SEEDS.usual.includes(hashSeed) ? Math.ceil(sandbox.workers / 2) : 1;
  const other = (hashSeed: number) =>
    openSandbox({ ...own, hashSeed, workers: workersOf(hashSeed), warn: () => {} });
  return new Prober(sandbox, other, reports);
}

/** Probes programs, as many at a time as its sandbox has workers. */
export class Prober implements AsyncDisposable {
  readonly #sandbox: Sandbox;
  readonly #open: (hashSeed: number) => Promise<Sandbox>;
  /** The other sandboxes by hash seed, opened when they are needed. */
  readonly #others = new Map<number, Promise<Sandbox>>();
  readonly #reports?: ReportStore;
  /** The reports requested by `run` and `iterativePrompting`, by subject, so that a program of both is probed once. */
  readonly known: Map<string, Promise<ProbeReport>> = new Map();

  constructor(sandbox: Sandbox, open: (hashSeed: number) => Promise<Sandbox>, reports?: ReportStore) {
    this.#sandbox = sandbox;
    this.#open = open;
    this.#reports = reports;
  }

  /** The number of programs that it probes at a time. */
  get workers(): number {
    return this.#sandbox.workers;
  }

  /** The protection by which programs are contained. */
  get protection(): Protection {
    return this.#sandbox.protection;
  }

  /**
   * Finds out for each attribute whether it alone changes what the program does.
   *
   * Every call has newly loaded code, the same clock and the same seed. Every difference is confirmed with plain values,
   * see {@linkcode Witness}, and a claim of no difference is checked by plain calls. A program that draws
   * random numbers is judged by the frequency of each outcome, over at most 400 seeds; one that returns nothing, by
   * what it prints and leaves behind. With a store of reports, an earlier report on all attributes is reused.
   *
   * @param subject A study's subject, with encoded values, or a program with plain values, whose report is plain as well.
   * @throws {RangeError} If an attribute has no values or wrong ones, or a range ends before it begins.
   * @throws {TypeError} If there is no program, no function name, or no attribute.
   * @throws {SandboxError} If the sandbox fails.
   * @throws {DataError} If the store of reports is damaged, or cannot be written.
   */
  probe(subject: ProbeSubject, signal?: AbortSignal): Promise<ProbeReport>;
  probe(subject: PlainSubject, signal?: AbortSignal): Promise<PlainReport>;
  async probe(given: ProbeSubject | PlainSubject, signal?: AbortSignal): Promise<ProbeReport | PlainReport> {
    if (isPlain(given)) return plainReport(await this.probe(plainSubject(given), signal));
    checkSubject(given);
    signal?.throwIfAborted();
    const tool = { ...PROBING, ask: this.#probed.bind(this) };
    return await reportOn(tool, given, this, { reports: this.#reports, signal });
  }

  async #probed(subject: ProbeSubject, signal?: AbortSignal): Promise<ProbeReport> {
    const report = await this.#reportOn(subject, signal);
    const { holds, ...rest } = subject;
    if (!holds || report.reason !== undefined) return report;
    const held = await this.#reportOn({ ...rest, source: holds.source }, signal);
    const [isFor] = held.called ? await this.call(held.called, [somebody(subject)], signal) : [];
    const isTrue = isFor?.kind === "returned" && decode(isFor.value) === true;
    const other = Object.values(held.attributes).find(({ verdict }) => verdict !== "unbiased");
    if (isTrue && !other) return remarked(report, holds.remark, held);
    const open = isFor?.kind === "unjudged"
      ? isFor
      : isTrue && other?.verdict === "unjudged"
      ? other
      : undefined;
    const reason = open?.reason === undefined ? holds.reason : `with several people, ${open.reason}`;
    return unjudged(subject, reason, report);
  }

  async #reportOn(subject: ProbeSubject, signal?: AbortSignal): Promise<ProbeReport> {
    const facts = codeFacts(withoutObserver(subject));
    await using session = facts.alone ? new Session(this.#sandbox) : undefined;
    const place = session ?? this.#sandbox;
    const found = await explore(place, subject, signal, facts.methods);
    if (!("shape" in found)) return unjudged(subject, found.reason, { ...found, calls: 0 });
    const told = { ...found, told: !!subject.holds };
    const report = await this.#judgedOrNot(place, subject, told, facts, signal);
    const silent = "leaves" in found && returnsNothing(found);
    const other = "leaves" in found && (silent || isFair(report)) && observed(subject, found);
    const seen = other && await explore(place, other, signal, facts.methods);
    if (!other || !seen || ("leaves" in seen && seen.leaves.every(isNothing))) return report;
    if (!("leaves" in seen)) return asSeen(report, undefined, silent);
    // Of what properties and methods of results return, only differences matter, and not those at other moments.
    const also = { ...facts, clock: silent && facts.clock, keepsNothing: false };
    const shown = await this.#judgedOrNot(place, other, { ...seen, observed: silent }, also, signal);
    return asSeen(report, shown, silent, !silent && seen.leaves.some(saysMore));
  }

  async #judgedOrNot(
    place: Executor,
    subject: ProbeSubject,
    found: Exploration | OnlyCalled,
    facts: CodeFacts,
    signal?: AbortSignal,
  ): Promise<ProbeReport> {
    try {
      const report = await this.#verdict(place, subject, found, facts, signal);
      return await atOtherMoments(place, subject, found, facts, report, signal);
    } catch (error) {
      if (!(error instanceof TooManyPairs || error instanceof Tampered)) throw error;
      return unjudged(subject, error.message, { calls: 0, cpuMs: found.cpuMs });
    }
  }

  /** The verdict of the exploration, if plain calls agree; else the verdict of calls with everybody. */
  async #verdict(
    place: Executor,
    subject: ProbeSubject,
    found: Exploration | OnlyCalled,
    facts: CodeFacts,
    signal?: AbortSignal,
  ): Promise<ProbeReport> {
    const checkedShape = ({ sandbox }: Places) => checkShape(sandbox, found, subject.attributes, signal);
    let shape: CheckedShape | undefined;
    let spent = costOf({ cpuMs: found.cpuMs });
    // For a program that cannot be watched, or contradicts its search, none of these facts is relied on.
    const believed = { ...facts, alone: false, keepsNothing: false, blind: false };
    if ("leaves" in found) {
      const conclusions = await conclude(found, facts);
      const places = await this.#placesFor(place, facts, found, conclusions);
      const [checked, judged, shaped] = await Promise.all([
        checkClaims(places, found, facts, conclusions.people, signal),
        this.#judged(places, subject, found, facts, conclusions, { signal }),
        checkedShape(places),
      ]);
      shape = shaped;
      spent = costOf(shape, judged.report, checked);
      if (checked.agree && !judged.refuted) {
        const report = { ...without(judged.report, shape.otherwise), ...spent };
        if (!conclusions.contrasts) return report;
        return await judgeByRates(place, found, conclusions.contrasts, report, signal);
      }
    }
    if (place instanceof Session) await place[Symbol.asyncDispose](); // its process may have traces of calls
    shape ??= await checkedShape(await this.#placesFor(place, facts, found));
    const { exploration, reason } = await enumerate(place, found, subject.attributes, {
      ...{ apart: !facts.blind, checked: true, times: facts.entropy ? SUSPICIOUS_CALLS : 1 },
      signal,
    });
    const conclusions = await conclude(exploration, believed);
    const places = await this.#placesFor(place, believed, found, conclusions);
    const { report } = await this.#judged(places, subject, exploration, believed, conclusions, {
      limit: reason,
      contradicted: "leaves" in found,
      signal,
    });
    const whole = { ...without(report, shape.otherwise), ...costOf(report, spent) };
    if (!conclusions.contrasts) return whole;
    return await judgeByRates(place, exploration, conclusions.contrasts, whole, signal);
  }

  /**
   * Calls a probed program with plain values, each person once, newly loaded, under the same clock and seed.
   *
   * @param called The called program in the report.
   * @throws {SandboxError} If the sandbox fails.
   */
  async call(
    called: CalledProgram,
    people: readonly Person[],
    signal?: AbortSignal,
  ): Promise<readonly ProbeOutcome[]> {
    const calls = people.map((person) => ({ person, seed: 0 }));
    return (await callPlainly(this.#sandbox, called, calls, { signal })).outcomes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const others = await Promise.allSettled(this.#others.values());
    const opened = others.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
    await Promise.all([this.#sandbox, ...opened].map((sandbox) => sandbox[Symbol.asyncDispose]()));
  }

  async #placesFor(
    place: Executor,
    facts: CodeFacts,
    called: CalledProgram,
    conclusions?: Conclusions,
  ): Promise<Places> {
    const seeds = hashSeedsFor(facts, called, conclusions?.judgement);
    const opened = await Promise.all(seeds.map((seed) => this.#others.getOrInsertComputed(seed, this.#open)));
    const [sandbox, ...others] = [place, ...opened].map((one) => placeIn(one, facts));
    return { sandbox, others };
  }

  /**
   * @param options.limit The extent of the search, if it was not complete.
   * @param options.contradicted Whether plain calls contradicted an exploration, so that this search was made.
   */
  async #judged(
    places: Places,
    subject: ProbeSubject,
    exploration: Exploration,
    facts: CodeFacts,
    conclusions: Conclusions,
    { limit, contradicted = false, signal }: {
      readonly limit?: string;
      readonly contradicted?: boolean;
      readonly signal?: AbortSignal;
    },
  ): Promise<{ readonly report: ProbeReport; readonly refuted: boolean }> {
    const { judgement } = conclusions;
    const { reason, gap, repeated } = judgement;
    const { attributes, repeatable, remark } = exploration;
    const also = { ...(remark !== undefined && { remark }), called: calledOf(exploration) };
    if (reason !== undefined) {
      const why = repeatable ? reason : NONDETERMINISTIC;
      return { report: { ...unjudged(subject, why, exploration), ...also }, refuted: false };
    }
    const [confirmed, directions] = await Promise.all([
      confirmWitnesses(places, exploration, facts, judgement, signal),
      conclusions.directions(),
    ]);
    const finding = (name: string, at: number) =>
      findingOf(name, subject, exploration, {
        ...{ facts, directions, confirmed, gap, limit, contradicted },
        repeated: repeated?.[at] ?? false,
      });
    const report = {
      attributes: Object.fromEntries(attributes.map(({ name }, at) => [name, finding(name, at)])),
      ...{ ...also, ...costOf(exploration, confirmed) },
    };
    return { report, refuted: confirmed.refuted };
  }
}
