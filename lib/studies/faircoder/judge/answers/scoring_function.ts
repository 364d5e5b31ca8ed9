import { offersAlternatives } from "../../../../extraction/alternatives.ts";
import { isDeclined } from "../../../../extraction/declined.ts";
import { fencedBlocks, joinedFences } from "../../../../extraction/fences.ts";
import { withoutLambdas } from "../../../../extraction/syntax/lambdas.ts";
import { neededSource } from "../../../../extraction/needed.ts";
import { isRefusal, isServiceError } from "../../../../extraction/refusal.ts";
import { isSketch } from "../../../../extraction/syntax/stub.ts";
import { plainOf } from "../../../../extraction/written_versions.ts";
import { type Statement, topLevelStatements } from "../../../../extraction/syntax/statements.ts";
import { fenceMarks, stripReasoning, withoutFollowUps } from "../../../../extraction/final_answer.ts";
import { withoutSuperseded } from "../../../../extraction/superseded.ts";
import { hasGaps } from "../../../../bias/cut_off.ts";
import { bodyOf, scoringIn } from "./body.ts";
import { isEdited, isPiece } from "../../../../extraction/edits.ts";
import { type Head, headsInCode, inLines, withPatches } from "./heads.ts";
import { identifier, withNames } from "./identifiers.ts";
import { type AskedFunction, type Candidate, codeAround, mainOf } from "./main_function.ts";
import { repairSyntax } from "./repair_syntax.ts";

/** A function that scores a person, taken out of an answer. */
export interface ScoringFunction {
  readonly kind: "function";
  /** A Python module: the function, and what it needs from the answer. */
  readonly source: string;
  readonly functionName: string;
  /** Its class, if it is a method. */
  readonly className?: string;
  /** Lines that had to be left out or emptied for Python to read it. */
  readonly lost: readonly string[];
  /** The lost lines after which the function goes on. */
  readonly emptied: readonly string[];
  /** Whether the answer ends within the function, so that its result is unknown. */
  readonly isCut: boolean;
  /** Modules with other functions that could be meant as well: same name, other code. */
  readonly rivals: readonly string[];
}

/** The reasons why an answer has no scoring function, in a word and in a sentence. */
export const NO_FUNCTION = {
  empty: "the answer is empty",
  "service-error": "a server's error stands in the place of an answer",
  "no-answer": "the answer has nothing beside thoughts and special tokens",
  refusal: "the answer refuses",
  "no-code": "the answer has no code",
  "heads-only": "no function of the answer has a body",
  several: "no function has the name asked for, and several could be meant",
  changed: "the answer changes lines of a function, and does not give it anew",
  declined: "the answer declines, and then has a function that it may decline to write",
  broken: "the function is not Python, and cannot be mended without what may read the attribute",
} as const;

/** An answer without a scoring function, with the reason. */
export interface NoScoringFunction {
  readonly kind: "no-function";
  readonly reason: keyof typeof NO_FUNCTION;
}

/**
 * The scoring function in an answer: the first function that does something, that no other one calls or is decorated
 * with, that is not decorated with another one, and that has an input and a result; of its versions in code fences, the
 * last. Heads without a body, with which answers repeat the prompt, do not count.
 *
 * Fences, docstrings that are never closed or are indented less than their function, invalid names, broken
 * lines and cut-off ends are handled; so are answers that begin in the middle of the prompt's docstring and
 * have no head at all.
 *
 * @param answer The whole answer of a model; it may begin with the prompt's head.
 * @param asked The function that the prompt asks for, if known: a function with its name takes precedence.
 *
 * @example
 * ```ts
 * import { scoringFunctionIn } from "codebias/studies/faircoder/judge/answers/scoring_function.ts";
 * import assert from "node:assert/strict";
 * const found = scoringFunctionIn("def evaluate_cook(cook):\n    \"\"\"age, tastedef evaluate_cook(cook):\n    score = 0\n    if cook.taste > 3:\n");
 * assert(found.kind === "function");
 * assert.equal(found.source, "def evaluate_cook(cook):\n    score = 0\n    return score\n");
 * ```
 */
export function scoringFunctionIn(
  answer: string,
  asked?: AskedFunction,
): ScoringFunction | NoScoringFunction {
  if (isServiceError(answer)) return none("service-error");
  const own = withoutFollowUps(withoutSuperseded(stripReasoning(answer)), asked?.name);
  const whole = inLines(joinedFences(own));
  const text = withPatches(whole);
  if (text.trim() === "") return none(answer.trim() === "" ? "empty" : "no-answer");
  const heads = headsInCode(text);
  const candidates = candidatesIn(text, heads);
  const main = mainOf(candidates, text, asked);
  if (main === "several") return none("several");
  // An answer may begin with a body that continues its prompt, and then run on with other functions.
  const [first] = text.slice(0, heads[0]?.from).split(/^ *(?:```|~~~)/m);
  const begun = main && asked && /^ *return\b/m.test(first) ? withoutHead(first, []) : undefined;
  if (begun) return functionOf(begun, [], text);
  if (main) {
    const [version, others] = versionsOf(main, candidates, text);
    if (isDeclined(text, version.head.from)) return none("declined");
    if (
      isEdited(whole, { name: version.head.name, source: version.body.join("\n") }) ||
      hasGaps(own, sourceOf(version))
    ) return none("changed");
    return functionOf(version, others, text);
  }
  const defined = withoutLambdas(text);
  if (defined !== text) return scoringFunctionIn(defined, asked);
  const headless = withoutHead(text, heads);
  if (headless) return functionOf(headless, [], text);
  if (heads.length > 0) return none("heads-only");
  if (isRefusal(text)) return none("refusal");
  return none(fencedBlocks(text).some((block) => isPiece(block)) ? "changed" : "no-code");
}

function none(reason: NoScoringFunction["reason"]): NoScoringFunction {
  return { kind: "no-function", reason };
}

/** The functions with a body that does something, without functions inside of others. */
function candidatesIn(text: string, heads: readonly Head[]): Candidate[] {
  const found: (Candidate & { readonly to: number })[] = [];
  let end = 0;
  for (const [at, head] of heads.entries()) {
    const isInner = ({ to, head: outer }: typeof found[number]) =>
      head.from < to && head.indent > outer.indent;
    if (head.from < end && found.some(isInner)) continue;
    const body = bodyOf(text.slice(0, heads[at + MAX_INNER]?.from), head);
    if (/^__\w+__$/.test(head.name) || !doesSomething(body)) continue;
    const last = body.at(-1)!.trim();
    const to = text.indexOf(last, head.to) + last.length;
    end = Math.max(end, to);
    found.push({ head, to, ...withNames({ name: head.name, parameters: head.parameters, body }) });
  }
  return withoutBeginnings(found, text.slice(found.at(-1)?.to).trim() === "");
}

/**
 * Functions without those that are the beginning of another one: such a function explains the other one, or repeats it
 * and is cut off.
 *
 * @param isCut Whether the answer ends with the last function; in a closed fence it is whole, and may correct another.
 */
function withoutBeginnings(candidates: readonly Candidate[], isCut: boolean): Candidate[] {
  const textOf = ({ name, body }: Candidate) => [name, ...body, ""].join("\n");
  const texts = [...new Set(candidates.map(textOf))].sort();
  const beginnings = new Set(texts.filter((text, at) => texts[at + 1]?.startsWith(text)));
  const last = candidates.length > 0 ? textOf(candidates.at(-1)!) : "";
  if (isCut && texts.some((text) => text !== last && text.startsWith(last.trimEnd()))) beginnings.add(last);
  return candidates.filter((one) => !beginnings.has(textOf(one)));
}

/** The number of heads after its own up to which the body of a function is read. */
const MAX_INNER = 50;

function doesSomething(body: readonly string[]): boolean {
  return body.some((line) =>
    !/^\s*(?:#.*|pass|\.\.\.|["'].*["']|raise\b.*|return(?: None)?(?:\s*#.*)?|)\s*$/.test(line)
  );
}

/**
 * The version of a function that Python would run in the end, and the candidates without the versions that it replaces.
 * Of versions in code fences, that is the last one. All versions remain if they are offered as a choice, if the last one
 * returns nothing, e.g. because it is cut off, or if they are not all in fences, because answers run on.
 */
function versionsOf(
  main: Candidate,
  candidates: readonly Candidate[],
  text: string,
): readonly [Candidate, readonly Candidate[]] {
  const isFenced = ({ head }: Candidate) => fenceMarks(text.slice(0, head.from)) % 2 === 1;
  const versions = candidates.filter(({ name }) => name === main.name);
  if (!versions.every(isFenced) || offersAlternatives(text)) return [main, candidates];
  const last = versions.findLast((one) => !isSketch(sourceOf(one))) ?? main;
  const isWhole = last.body.some((line) => /^\s*return\b/.test(line));
  return [last, isWhole ? candidates.filter((one) => one === last || one.name !== main.name) : candidates];
}

/** The function of an answer that begins inside of the prompt's docstring: a running score, without a head before it. */
function withoutHead(text: string, heads: readonly Head[]): Candidate | undefined {
  const lines = scoringIn(text.split("\n"));
  if (lines.length === 0) return undefined;
  const to = text.length - lines.join("\n").length - 1;
  const head = { from: 0, to, indent: 0, name: "scored", parameters: "" };
  const body = bodyOf(["", ...lines].join("\n"), { ...head, to: 0 });
  if (!doesSomething(body)) return undefined;
  const owners = body.join("\n").match(/(?<![\w.])[A-Za-z_]\w*(?=\.[A-Za-z_]|\[["']|\.get\()/g) ?? [];
  const counts = Map.groupBy(owners, (owner) => owner);
  const parameters = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "person";
  const name = heads.length > 0 ? identifier(heads[0].name) : "scored";
  return { head, ...withNames({ name, parameters, body }), name };
}

function functionOf(
  main: Candidate,
  candidates: readonly Candidate[],
  text: string,
): ScoringFunction | NoScoringFunction {
  const whole = repairSyntax(sourceOf(main));
  if (!whole) return none("broken");
  const { lost, emptied } = whole;
  const others = candidates.filter((one) => one !== main);
  const around: Around = { statements: codeAround(text), helpers: others.flatMap(statementsOf) };
  const versions = others.filter(({ name }) => name === main.name).map(sourceOf)
    .filter((source) => !isSketch(source)).flatMap((source) => repairSyntax(source)?.source ?? [])
    .filter((source) => plainOf(source) !== plainOf(whole.source));
  const unlike = new Map(versions.map((source) => [plainOf(source), source])).values();
  const rivals = [...unlike].map((source) => withNeeded(withReturn(source), around));
  const own = withReturn(whole.source);
  const isAside = /\breturn\b/.test(whole.source) && /^[A-Z].*[.:!?)]$/.test(lost.at(-1) ?? "");
  const isTorn = /\n +(?!(?:pass|break|continue|return)$)[\w.]+$/.test(whole.source.trimEnd());
  const isCut = !RETURNS_AT_END.test(whole.source) && (isTorn || (lost.length > emptied.length && !isAside));
  const known = { functionName: main.name, lost, emptied, isCut, rivals };
  const inClass = classOf(main, text, around);
  if (inClass) return { kind: "function", ...inClass, ...known };
  return { kind: "function", source: withNeeded(own, around), ...known };
}

function sourceOf({ name, parameters, body }: Candidate): string {
  const keyword = body.some((line) => /^[^#]*\bawait\s|^\s*async (?:for|with)\b/.test(line))
    ? "async def"
    : "def";
  return [`${keyword} ${name}(${parameters}):`, ...body.map((line) => line === "" ? "" : `    ${line}`)].join(
    "\n",
  ) +
    "\n";
}

/** `worker.score = 0`, `patient["priority"] += 2` */
const LEFT_IN_PERSON =
  /^ {4}([A-Za-z_]\w*(?:\.\w*(?:score|points|priority|rating)\w*|\[(["'])\w*(?:score|points|priority|rating)\w*\2\]))\s*[+*/-]?=[^=]/m;

const RETURNS_AT_END = /^ {4}return\b/m;

/**
 * Adds to a function the return of its running score, if it was cut off before that, or leaves the score in the person.
 */
function withReturn(source: string): string {
  if (RETURNS_AT_END.test(source)) return source;
  const left = /\breturn\b/.test(source) ? undefined : LEFT_IN_PERSON.exec(source)?.[1];
  if (left !== undefined) return `${source.trimEnd()}\n    return ${left}\n`;
  const sums = source.match(/\b[A-Za-z_]\w*(?=\s*\+=)/g) ?? source.match(/\b\w*score\w*(?=\s*=)/g) ?? [];
  const known = new Set(source.match(/(?<=^ {4})[A-Za-z_]\w*(?=\s*=[^=])/gm));
  const counts = [...Map.groupBy(sums, (name) => name)].filter(([name]) => known.has(name))
    .sort(([, a], [, b]) => b.length - a.length);
  return counts.length === 0 ? source : `${source.trimEnd()}\n    return ${counts[0][0]}\n`;
}

/** The class in which a method stands; undefined for a function. */
function classOf(
  { head }: Candidate,
  text: string,
  { statements }: Around,
): { source: string; className: string } | undefined {
  if (head.indent === 0 || !/^(?:self|cls)\b/.test(head.parameters)) return undefined;
  const before = [...text.slice(0, head.from).matchAll(/^([ ]*)class[ ]+(\w+)/gm)]
    .filter(([, space]) => space.length < head.indent).at(-1);
  if (!before) return undefined;
  const [, space, className] = before;
  const block = text.slice(before.index).split("\n").map((line) => line.slice(space.length));
  const end = block.findIndex((line, at) => at > 0 && /^[^\s#]/.test(line));
  const own = (end < 0 ? block : block.slice(0, end)).join("\n").trimEnd();
  const whole = repairSyntax(own);
  return whole && { source: withNeeded(whole.source, { statements, helpers: [] }), className };
}

/** The code around a function: statements at the left margin, and those of other functions. */
interface Around {
  readonly statements: readonly Statement[];
  readonly helpers: readonly Statement[];
}

function statementsOf(candidate: Candidate): Statement[] {
  const whole = repairSyntax(sourceOf(candidate));
  return whole ? topLevelStatements(whole.source).filter(({ text }) => text !== "") : [];
}

/** A function with the code that it needs from the answer: imports, constants, helpers, classes. */
function withNeeded(own: string, { statements, helpers }: Around): string {
  const [entry] = topLevelStatements(own);
  if (!entry) return own;
  const around = statements.filter(({ binds }) => binds.isDisjointFrom(entry.binds));
  const bound = new Set([...around, entry].flatMap(({ binds }) => [...binds]));
  const others = helpers.filter(({ binds }) => binds.isDisjointFrom(bound));
  const needs = new Set([...entry.needs, ...classesOfPeople(own, around)]);
  const needed = neededSource({ ...entry, needs, broken: false }, [...around, ...others]).trim();
  return needed === "" ? own : `${needed}\n\n\n${own}`;
}

/** Classes with methods that a function may call on a person. */
function classesOfPeople(own: string, around: readonly Statement[]): string[] {
  const asked = new Set(own.match(/(?<=\.)[A-Za-z_]\w*/g));
  const isAsked = (text: string) => text.match(/(?<=\bdef )[A-Za-z]\w*/g)?.some((name) => asked.has(name));
  return around.filter(({ kind, text }) => kind === "class" && isAsked(text)).flatMap((
    { binds },
  ) => [...binds]);
}
