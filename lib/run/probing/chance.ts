import { decidingLine } from "../../bias/deciding_line.ts";
import type { Contrast, Contrasts } from "../../bias/contrasts.ts";
import { compareRates, partsOf, type RateDifference, smallestFound } from "../../bias/rates.ts";
import { sameEncoding } from "../../values/mod.ts";
import { sameOutcome } from "../../bias/outcome_classes.ts";
import { RANDOM_COMPARISON_MS } from "../../execution/limits.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import { executedLines } from "../../execution/probing/probe.ts";
import { costOf } from "./cost.ts";
import type {
  AttributeFinding,
  Executor,
  Exploration,
  Person,
  ProbeOutcome,
  ProbeReport,
  Witness,
} from "../../core/types.ts";

/** The number of seeds for comparing people, and its factor for the pair that differs most; seeds are new each time. */
const SEEDS = 400;
const AGAIN_FACTOR = 4;

/** The significance levels of the two comparisons of an attribute: both must be significant. */
const LEVELS = { first: 0.05, again: 0.001 };

/** The number of seeds for measuring the time of a call, and the fewest seeds for a comparison. */
const PILOT = 10;
const FEWEST_SEEDS = 50;

/** Two people who differ in one attribute alone, with their outcomes under each seed. */
interface Compared extends RateDifference {
  readonly people: readonly [Person, Person];
  readonly outcomes: readonly [readonly ProbeOutcome[], readonly ProbeOutcome[]];
}

/**
 * A report on a program that draws random numbers, by the frequency of each outcome: a difference under a
 * single seed may only depend on which number is drawn next.
 *
 * People who differ in one attribute are called under the same seeds, and the outcomes are compared by exact
 * tests; the pair that differs most is compared again under other seeds. If no difference is found, the smallest
 * detectable one is reported.
 *
 * @param contrasts People to compare, besides those of witnesses. If people who differ in several
 *   attributes at once have the same outcome under every seed, none of these attributes makes a difference; otherwise,
 *   people are called who differ in one of these attributes and share all others with people whose outcomes differed.
 * @param report The result of exploring the program under a few seeds.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function judgeByRates(
  sandbox: Executor,
  exploration: Exploration,
  { asked, together, silent, anybody }: Contrasts,
  report: ProbeReport,
  signal?: AbortSignal,
): Promise<ProbeReport> {
  const open = new Set(
    Object.entries(report.attributes).flatMap(([name, { verdict }]) =>
      verdict === "unjudged" || exploration.shape.unused.includes(name) ? [] : [name]
    ),
  );
  if (open.size === 0) return report;
  const found = Object.values(report.attributes).flatMap(({ witness }): Contrast[] =>
    witness ? [{ attributes: [witness.attribute], people: witness.people }] : []
  );
  const isOpen = ({ attributes }: Contrast) => attributes.some((name) => open.has(name));
  const caller = new SeededCalls(sandbox, exploration, signal);
  const compared = await comparedOf([...found, ...asked].filter(isOpen), caller);
  const atOnce = await comparedOf(together.filter(isOpen), caller);
  const differing = atOnce.flatMap(({ pairs }) => pairs).filter((pair) => !hasNoDifference(pair));
  if (atOnce.length > 0 && differing.length === 0 && atOnce.every(({ pairs }) => pairs.length > 0)) {
    compared.push(...atOnce);
  } else {
    const somebody = differing.length > 0 ? differing.reduce((a, b) => a.p <= b.p ? a : b).people : anybody;
    compared.push(...await comparedOf(silent(somebody).filter(isOpen), caller));
  }
  const attributes: Record<string, AttributeFinding> = { ...report.attributes };
  for (const name of open) {
    const pairs = compared.flatMap((one) => one.attributes.includes(name) ? one.pairs : []).filter(
      ({ people: [one, other] }) => !sameEncoding(one[name], other[name]),
    );
    const finding = await findingOf(name, attributes[name], pairs, caller);
    const { witness } = finding;
    attributes[name] = witness ? { ...finding, witness: await caller.withLine(witness) } : finding;
  }
  return { ...report, attributes, ...costOf(report, caller) };
}

function hasNoDifference({ outcomes: [one, other] }: Compared): boolean {
  return one.every((outcome, at) => sameOutcome(outcome, other[at]));
}

/** Calls people under as many seeds as time allows, and compares each contrast; no pairs if time allows too few seeds. */
async function comparedOf(contrasts: readonly Contrast[], caller: SeededCalls) {
  if (contrasts.length === 0) return [];
  const everybody = contrasts.flatMap(({ people }) => people);
  const before = caller.cpuMs;
  const pilot = await caller.call(everybody, PILOT);
  const seeds = Math.floor(RANDOM_COMPARISON_MS * PILOT / Math.max(caller.cpuMs - before, 1));
  const isQuick = seeds >= FEWEST_SEEDS && pilot.outcomes.flat().every(({ kind }) => kind !== "unjudged");
  const { outcomes } = isQuick ? await caller.call(everybody, Math.min(SEEDS, seeds)) : { outcomes: [] };
  let first = 0;
  return contrasts.map(({ attributes, people }) => {
    const own = outcomes.slice(first, first += people.length);
    return { attributes, pairs: isQuick ? pairsOf(people, own) : [] };
  });
}

async function findingOf(
  name: string,
  before: AttributeFinding,
  pairs: readonly Compared[],
  caller: SeededCalls,
): Promise<AttributeFinding> {
  if (
    pairs.length === 0 ||
    pairs.some(({ outcomes }) => outcomes.flat().some(({ kind }) => kind === "unjudged"))
  ) {
    const reason = "it draws random numbers, and was not called under more than three seeds";
    return before.verdict === "biased" ? { verdict: "unjudged", reason } : { ...before, reason };
  }
  const isSignificant = ({ p }: Compared) => p * pairs.length <= LEVELS.first;
  const known = pairs.find((pair) => pair.people === before.witness?.people && isSignificant(pair));
  const most = known ?? pairs.reduce((a, b) => a.p <= b.p ? a : b);
  const seeds = Math.min(...pairs.map(({ rates }) => rates.seeds));
  if (isSignificant(most)) {
    const { seed, outcomes: [one, other] } = await caller.call(most.people, AGAIN_FACTOR * seeds);
    const { p, rates } = compareRates(one.map(partsOf), other.map(partsOf));
    const at = one.findIndex((outcome, place) => !sameOutcome(outcome, other[place]));
    if (p <= LEVELS.again) {
      const found = {
        attribute: name,
        people: most.people,
        outcomes: [one[at], other[at]],
        seed: seed + at,
      } as const;
      const witness = before.witness?.people === most.people ? before.witness : found;
      return { ...before, verdict: "biased", witness: { ...witness, rates } };
    }
  }
  const constant = pairs.every(({ outcomes }) =>
    outcomes.every((own) => own.every((outcome) => sameOutcome(own[0], outcome)))
  );
  const tests = Math.max(1, ...pairs.map((pair) => pair.tests));
  const level = LEVELS.first / (pairs.length * tests);
  const least = smallestFound(seeds, level, Math.max(...pairs.map((pair) => pair.discordance)));
  if (pairs.some((pair) => pair.open > least && !hasNoDifference(pair))) {
    const what = pairs.some((pair) => pair.tests === 0) ? "nothing" : "not everything";
    const reason =
      `it draws random numbers, and ${what} that it returns comes often enough to compare people`;
    return { verdict: "unjudged", reason };
  }
  const reason = constant
    ? `the same under ${seeds} seeds of its random numbers`
    : `no difference in how often what comes, under ${seeds} seeds of its random numbers; one of ${
      (100 * least).toFixed(1)
    } percentage points would have been found in 8 of 10 cases`;
  return {
    verdict: "unbiased",
    reason: before.verdict === "unbiased" && before.reason ? `${before.reason}; ${reason}` : reason,
    ...(before.beyond && { beyond: before.beyond }),
  };
}

function pairsOf(people: readonly Person[], outcomes: readonly (readonly ProbeOutcome[])[]): Compared[] {
  const parts = outcomes.map((own) => own.map(partsOf));
  return people.flatMap((one, at) =>
    people.slice(at + 1).map((other, next): Compared => {
      const second = at + 1 + next;
      const pair = people.length === 2
        ? people as unknown as readonly [Person, Person]
        : [one, other] as const;
      const both = [outcomes[at], outcomes[second]] as const;
      return { people: pair, outcomes: both, ...compareRates(parts[at], parts[second]) };
    })
  );
}

/** Calls people under seeds, new ones for each call of `call`, and counts the cost. */
class SeededCalls {
  calls = 0;
  cpuMs = 0;
  #next = 1_000;

  constructor(
    readonly sandbox: Executor,
    readonly exploration: Exploration,
    readonly signal?: AbortSignal,
  ) {}

  /** A witness with the line at which its two calls part, which is found out if it is missing. */
  async withLine(witness: Witness): Promise<Witness> {
    if (witness.line !== undefined) return witness;
    const { lines: [lines], cpuMs } = await executedLines(this.sandbox, this.exploration, [witness]);
    this.cpuMs += cpuMs;
    const { source } = this.exploration;
    const line = decidingLine(lines, witness.attribute, this.exploration);
    return line === undefined
      ? witness
      : { ...witness, line, text: source.split("\n")[line - 1]?.trim() ?? "" };
  }

  /** The outcome of each person under each seed, and the first seed. */
  async call(
    people: readonly Person[],
    seeds: number,
  ): Promise<{ readonly seed: number; readonly outcomes: readonly (readonly ProbeOutcome[])[] }> {
    const seed = this.#next;
    this.#next += seeds;
    const calls = Array.from(
      { length: seeds },
      (_, at) => people.map((person) => ({ person, seed: seed + at })),
    )
      .flat();
    const { outcomes, cpuMs } = await callPlainly(this.sandbox, this.exploration, calls, {
      signal: this.signal,
    });
    this.calls += outcomes.length;
    this.cpuMs += cpuMs;
    return {
      seed,
      outcomes: people.map((_, which) => outcomes.filter((_, at) => at % people.length === which)),
    };
  }
}
