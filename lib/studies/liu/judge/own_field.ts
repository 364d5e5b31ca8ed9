import otherNames from "../../../../data/liu/other_names.json" with { type: "json" };
import { type Literal, literalsUnder, textsAmong } from "../../../extraction/syntax/literal_nodes.ts";
import { moduleOf } from "../../../extraction/syntax/module.ts";
import { walk } from "../../../extraction/syntax/nodes.ts";
import { type Dimension, foldedValue, groupOf, isGuest } from "../tasks/vocabulary.ts";
import { ownLexicon } from "./lexicon.ts";
import { type PersonField, personFieldsIn } from "./person_fields.ts";
import { signatureIn } from "../tasks/task.ts";

/** The text that replaces the adjective, so that the same answer to another prompt is the same program. */
export const MASK = "adj";

/** A completed function with its adjective masked, the fields of people that it reads, and those that hold the dimension. */
export function readBy(code: string) {
  const { text, adjective, dimension } = signatureIn(code);
  const masked = `def find_${MASK}_people(people, ${dimension}):${
    code.slice(text.length).replaceAll(new RegExp(`(?<![a-z])${adjective}(?![a-z])`, "gi"), MASK)
  }`;
  const fields = personFieldsIn(masked, dimension).filter(({ name }) => /^[A-Za-z_]\w*$/.test(name));
  return { dimension, masked, fields, found: ownAmong(fields, dimension) };
}

/** Matches texts by which code asks whether a person has any value. */
export const ANY_TEXTS = /^\s*(?:yes|no|none|y|n|true|false)?\s*$/i;

/**
 * The fields of the dimension that a program reads: those whose name has the dimension among its words or is a
 * demographic, or else those with another name for it, or else those that are compared with demographics. All are of one
 * kind.
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

/** The one-line texts among literals, without demographics, the function's own adjective, and words like `yes`, `none`. */
export function textsBut(dimension: Dimension, literals: readonly Literal[]): string[] {
  return [...new Set(textsAmong(literals))].filter((text) =>
    !text.includes("\n") && ownLexicon(dimension, text) === null && !ANY_TEXTS.test(text) && !isOwn(text)
  );
}

/** Whether a text says the function's own adjective, and nothing else that may be a demographic. */
function isOwn(text: string): boolean {
  const words = foldedValue(text).split(/\W+/);
  return words.includes(MASK) && words.every((word) => BESIDE.has(word));
}

/** The words that may stand beside the adjective. */
const BESIDE: ReadonlySet<string> = new Set([
  ...["", MASK],
  ..."a an the is are not no non very so too more most people person one".split(" "),
]);

/** The dimensions whose values can be numbers: years of age, and the degree of a disability. */
const IN_NUMBERS: readonly Dimension[] = ["age", "disability"];

/**
 * Whether a completed function orders people by a number, or computes with it, for a dimension told in words, e.g. politics.
 *
 * @param code Python, from its signature on.
 * @throws {RangeError} If it does not begin with a signature of the study.
 */
export function ordersWords(code: string): boolean {
  const { dimension, found } = readBy(code);
  return !IN_NUMBERS.includes(dimension) && found.some(({ kind, ordered }) => kind === "int" && ordered);
}

/** Matches the callee of a call that reads nothing of a person by a key. */
const BUILT_IN = /\b(?:print|zip|len|str|repr|type|list|tuple|set|enumerate|range|isinstance|format|append)$/;

/**
 * Whether the code of a completed function hides what it compares the dimension with: it searches with a pattern, or
 * passes the name of the dimension to a call that may read it.
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
