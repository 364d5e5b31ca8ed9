import type { CodeFacts } from "../../bias/code/code_facts.ts";
import { judge, type Judgement, NONDETERMINISTIC } from "../../bias/judge.ts";
import { TAMPERED, Tampered } from "../../execution/probing/exploration.ts";
import type {
  AttributeFinding,
  BiasDirection,
  EncodedValue,
  Exploration,
  ProbeReport,
  ProbeSubject,
} from "../../core/types.ts";
import { decode, numberOf } from "../../values/mod.ts";
import { KnownLeaves } from "../../bias/known_leaves.ts";
import type { Confirmed } from "./confirm.ts";
import { type Cost, costOf } from "./cost.ts";
import { TooManyPairs } from "../../bias/decision_tree.ts";
import { directionsOf } from "../../bias/direction.ts";
import { type Contrasts, contrasts } from "../../bias/contrasts.ts";
import { type Claim, peopleToCall } from "../../bias/people_to_call.ts";

/** The grounds of a finding, besides the exploration. */
interface Grounds {
  readonly facts: CodeFacts;
  /** The groups that each attribute favours, by the name of the attribute. */
  readonly directions: Readonly<Record<string, BiasDirection>>;
  readonly confirmed: Confirmed;
  /** Why some people could not be judged, if any. */
  readonly gap?: string;
  /** Whether calls differ, but their visible effects only repeat the value of the attribute. */
  readonly repeated: boolean;
  /** The extent of the search, if it was not complete. */
  readonly limit?: string;
  /** Whether plain calls contradicted an exploration, so that the search was made. */
  readonly contradicted: boolean;
}

/** The finding on one attribute. */
export function findingOf(
  name: string,
  subject: ProbeSubject,
  exploration: Exploration,
  { facts, directions, confirmed, gap, repeated, limit, contradicted }: Grounds,
): AttributeFinding {
  const { differences, beyond, unsteady } = confirmed;
  const { shape, repeatable } = exploration;
  const [witness, added] = [differences.get(name), beyond.get(name)];
  if (witness) {
    const direction = directions[name];
    return { verdict: "biased", witness, ...(direction && { direction }) };
  }
  if (shape.unused.includes(name)) {
    return { verdict: "unbiased", reason: "the program does not take it" };
  }
  const rest = added ? { beyond: added } : {};
  // If one attribute's result depends on the order of sets, others may as well.
  const doubtful = unsteady.has(name) || (facts.setOrder && unsteady.size > 0) || !repeatable;
  const open = doubtful
    ? NONDETERMINISTIC
    : limit && contradicted
    ? `${OTHERWISE}, and there is ${limit}`
    : gap ?? (exploration.hurried && !limit ? hurriedAfter(exploration) : undefined) ??
      (repeated ? subject.holds ? REPEATED_BY_RESULT : REPEATED : facts.identity ? IDENTITY : undefined);
  if (open !== undefined) return { verdict: "unjudged", reason: open, ...rest };
  const { range, values } = subject.attributes.find((one) => one.name === name)!;
  const searched = limit ?? whatWasSearched(exploration) ?? (range && inRange(values)) ??
    (exploration.undecided?.includes(name) ? SOME_NUMBERS : undefined) ??
    (facts.surroundings ? ELSEWHERE : undefined);
  return { verdict: "unbiased", ...(searched !== undefined && { reason: searched }), ...rest };
}

/** The reason for not judging a program that does what Python warns against. */
const IDENTITY = 'it compares by "is" with a literal, which depends on how Python keeps texts and numbers';

/** The reason for not judging an attribute that a program without results only prints. */
const REPEATED =
  "it returns nothing, and what it prints or leaves differs in the attribute's own value alone";

const REPEATED_BY_RESULT = "its results differ in the attribute's own value alone";

/** The reason for not judging a program whose plain calls disagree with its exploration. */
const OTHERWISE = "it behaves differently when it is explored";

/** The remark on an attribute that may make a difference with a number that was not tried. */
const SOME_NUMBERS = "no difference with those numbers of ranges that were tried";

/** The remark on an unbiased program that can recognize its surroundings. */
const ELSEWHERE = "no difference here; it can look at what it runs in, and may do otherwise elsewhere";

/**
 * The report of a program that returns nothing, judged by what its calls print and leave behind, or of a program whose
 * results say more than their fields.
 *
 * @param seen The report on the program with its observer, for the attributes that it takes; undefined if it could not be
 * explored.
 * @param saysMore Whether properties and methods of its results may return more than was asked of them.
 */
export function asSeen(
  report: ProbeReport,
  seen: ProbeReport | undefined,
  isSilent: boolean,
  saysMore = false,
): ProbeReport {
  const others = seen?.reason === undefined ? seen?.attributes ?? {} : {};
  const isOpen = (name: string) =>
    !isSilent && (saysMore || (others[name]?.verdict ?? "unjudged") === "unjudged");
  const attributes = Object.fromEntries(
    Object.entries(report.attributes).map(([name, one]) => [
      name,
      one.verdict === "unbiased" && isOpen(name) ? { reason: UNASKED, ...one } : one,
    ]),
  );
  const biased = Object.entries(attributes).filter(([, { verdict }]) => verdict === "biased");
  const found = Object.entries(others).filter(([name, { verdict }]) =>
    isSilent || (verdict === "biased" && attributes[name].verdict === "unbiased")
  );
  if (found.length === 0) return { ...report, attributes, ...costOf(report, seen) };
  const judged = { ...attributes, ...Object.fromEntries([...found, ...biased]) };
  return remarked({ ...seen!, attributes: judged, remark: report.remark }, isSilent ? SEEN : SHOWN, report);
}

/** The remark on an unbiased program whose results may hold more than their fields. */
const UNASKED = "no difference in what its results hold; what their properties and methods say is not known";

/** A report with one more remark and further costs. */
export function remarked(report: ProbeReport, remark: string, further: Cost): ProbeReport {
  const remarks = [report.remark, remark].filter((one) => one !== undefined);
  return { ...report, remark: remarks.join("; "), ...costOf(report, further) };
}

const SEEN = "it returns nothing, and is judged by what it prints, and what it leaves in what it is handed";

const SHOWN = "its results are judged by what their properties and methods say, too";

/** A report without verdicts on the attributes that the program takes differently than claimed. */
export function without(report: ProbeReport, otherwise: ReadonlySet<string>): ProbeReport {
  const attributes = Object.entries(report.attributes).map(([name, finding]) =>
    [name, otherwise.has(name) ? { verdict: "unjudged", reason: TAMPERED } as const : finding] as const
  );
  return { ...report, attributes: Object.fromEntries(attributes) };
}

/** The remark on an attribute that made no difference, if not everything was tried. */
function whatWasSearched({ complete, calls }: Exploration): string | undefined {
  return complete ? undefined : `no difference in ${calls} calls, which are not all combinations`;
}

/** The reason for not judging a program whose calls take so long that chance decides which differences are found. */
function hurriedAfter({ calls }: Exploration): string {
  return `its calls take so long that the search ended after ${calls} of them`;
}

/** @param values The tried values of an attribute with a range. */
function inRange(values: readonly EncodedValue[]): string {
  const numbers = values.flatMap((value) => numberOf(decode(value)) ?? []);
  const between = numbers.length > 0 ? ` from ${Math.min(...numbers)} to ${Math.max(...numbers)}` : "";
  return `no difference between ${values.length} values${between}, and those that the program compares with`;
}

/** The report of a program that is judged by no attribute. */
export function unjudged({ attributes }: ProbeSubject, reason: string, spent: Cost): ProbeReport {
  const finding: AttributeFinding = { verdict: "unjudged", reason };
  return {
    attributes: Object.fromEntries(attributes.map(({ name }) => [name, finding])),
    ...{ reason, ...costOf(spent) },
  };
}

/** Whether each attribute has a verdict; if not, the obstacle, such as a time limit, may be gone the next time. */
export function isWhole({ attributes, reason }: ProbeReport): boolean {
  return reason === undefined && Object.values(attributes).every(({ verdict }) => verdict !== "unjudged");
}

/** All conclusions from an exploration before any of them is confirmed. */
export interface Conclusions {
  readonly judgement: Judgement;
  /** The groups that each attribute favours, computed when asked for, while others work. Rejects as {@linkcode conclude}. */
  readonly directions: () => Promise<Readonly<Record<string, BiasDirection>>>;
  /** The people for checking the exploration by plain calls. */
  readonly people: readonly Claim[];
  /** The people to compare by rates, if the program draws random numbers. */
  readonly contrasts?: Contrasts;
}

/** The most leaves for which conclusions take negligible time. */
const FEW_LEAVES = 500;

/**
 * Draws the conclusions from an exploration, which is a claim of the program's own process: for an honest one, no
 * conclusion fails. Each part may take a second if there are many leaves; other tasks get a turn in between, such as an
 * interrupt.
 *
 * @throws {Tampered} If a conclusion fails.
 * @throws {TooManyPairs} If the exploration has more people than can be compared.
 */
export async function conclude(
  exploration: Exploration,
  { handsOn, chance }: CodeFacts,
): Promise<Conclusions> {
  const known = new KnownLeaves();
  const isLarge = exploration.leaves.length > FEW_LEAVES;
  const part = async <T>(find: () => T, yields = isLarge) => {
    if (yields) await new Promise((resolve) => setTimeout(resolve));
    try {
      return find();
    } catch (cause) {
      throw cause instanceof TooManyPairs ? cause : new Tampered(undefined, { cause });
    }
  };
  const judgement = await part(() => judge(exploration, known));
  const differs = judgement.differences.some((one) => one);
  return {
    judgement,
    directions: async () => differs ? await part(() => directionsOf(exploration, known), true) : {},
    people: await part(() => peopleToCall(exploration, handsOn, known)),
    ...(chance && { contrasts: await part(() => contrasts(exploration)) }),
  };
}
