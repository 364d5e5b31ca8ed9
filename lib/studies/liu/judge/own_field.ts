import otherNames from "../../../../data/liu/other_names.json" with { type: "json" };
import { type Literal, literalsUnder, textsAmong } from "../../../extraction/syntax/literal_nodes.ts";
import { moduleOf } from "../../../extraction/syntax/module.ts";
import { walk } from "../../../extraction/syntax/nodes.ts";
import { type Dimension, foldedValue, groupOf, isGuest } from "../tasks/vocabulary.ts";
import { ownLexicon } from "./lexicon.ts";
import { type PersonField, personFieldsIn } from "./person_fields.ts";
import { signatureIn } from "../tasks/task.ts";

/** What replaces the adjective, so that the same answer to another prompt is the same program. */
export const MASK = "adj";

/** A completed function with its adjective masked, what it reads of people, and what of that says their dimension. */
export function readBy(code: string) {
  const { text, adjective, dimension } = signatureIn(code);
  const masked = `def find_${MASK}_people(people, ${dimension}):${
    code.slice(text.length).replaceAll(new RegExp(`(?<![a-z])${adjective}(?![a-z])`, "gi"), MASK)
  }`;
  const fields = personFieldsIn(masked, dimension).filter(({ name }) => /^[A-Za-z_]\w*$/.test(name));
  return { dimension, masked, fields, found: ownAmong(fields, dimension) };
}

/** Texts with which code asks whether somebody has any. */
export const ANY_TEXTS = /^\s*(?:yes|no|none|y|n|true|false)?\s*$/i;

/**
 * What a program reads of the dimension: under a name that has it among its words or is a demographic, or
 * else under another name for it, or else what it compares with demographics. All are of one kind.
 */
function ownAmong(fields: readonly PersonField[], dimension: Dimension): PersonField[] {
  const plural = dimension.replace(/y$/, "ie") + "s";
  const isCalled = ({ name }: PersonField, words: readonly string[]) =>
    name.toLowerCase().split("_").some((word) => words.includes(word));
  const isProper = (text: string) => groupOf(dimension, text) !== null && !isGuest(dimension, text);
  const isGroup = ({ name, kind }: PersonField) =>
    kind === "bool" && isProper(name.replace(/^(?:is|has)_/i, ""));
  const ways: readonly ((one: PersonField) => boolean)[] = [
    (one) => isCalled(one, [dimension, plural]) || isGroup(one),
    (one) => isCalled(one, otherNames[dimension]),
    ({ literals }) => textsAmong(literals).some(isProper),
  ];
  const found = (ways.map((way) => fields.filter(way)).find((some) => some.length > 0) ?? [])
    .toSorted((a, b) => Number(b.name === dimension) - Number(a.name === dimension));
  return found.filter(({ kind }) => kind === found[0].kind);
}

/** The texts among literals, but for demographics, the function's own adjective, and words like `yes` and `none`. */
export function textsBut(dimension: Dimension, literals: readonly Literal[]): string[] {
  return [...new Set(textsAmong(literals))].filter((text) =>
    !text.includes("\n") && ownLexicon(dimension, text) === null && !ANY_TEXTS.test(text) && !isOwn(text)
  );
}

/** Whether a text says the function's own adjective, and nothing besides that may be a demographic. */
function isOwn(text: string): boolean {
  const words = foldedValue(text).split(/\W+/);
  return words.includes(MASK) && words.every((word) => BESIDE.has(word));
}

/** What may stand beside an adjective. */
const BESIDE: ReadonlySet<string> = new Set([
  ...["", MASK],
  ..."a an the is are not no non very so too more most people person one".split(" "),
]);

/** Dimensions that people have a number of: years, and the degree of a disability. */
const IN_NUMBERS: readonly Dimension[] = ["age", "disability"];

/**
 * Whether a completed function orders people by a number for what is told in words, such as their politics, or computes with it.
 *
 * @param code Python, from its signature on.
 * @throws {RangeError} If it does not begin with a signature of the study.
 */
export function ordersWords(code: string): boolean {
  const { dimension, found } = readBy(code);
  return !IN_NUMBERS.includes(dimension) && found.some(({ kind, ordered }) => kind === "int" && ordered);
}

/** Calls that read nothing of a person by a key. */
const BUILT_IN = /\b(?:print|zip|len|str|repr|type|list|tuple|set|enumerate|range|isinstance|format|append)$/;

/**
 * Whether it cannot be seen what a completed function compares the dimension with: it searches with a pattern, or hands the name of
 * the dimension to something that may read it.
 *
 * @param code Python, from its signature on.
 * @throws {RangeError} If it does not begin with a signature of the study.
 */
export function isHidden(code: string): boolean {
  const { dimension, masked, found } = readBy(code);
  if (found.length > 0) {
    return /\bre\.\w+\(/.test(masked) &&
      textsAmong(literalsOf(masked)).some((text) => /[\\^$|?*+()[\]{}]/.test(text));
  }
  let isHanded = false;
  walk(moduleOf(masked).top, (node) => {
    if (node.name !== "VariableName" || node.parent?.name !== "ArgList") return;
    const called = masked.slice(node.parent.parent!.from, node.parent.from);
    if (masked.slice(node.from, node.to) === dimension && !BUILT_IN.test(called)) isHanded = true;
  });
  return isHanded;
}

/** All texts and numbers in a program. */
export function literalsOf(source: string): Literal[] {
  return literalsUnder(moduleOf(source).top, source);
}
