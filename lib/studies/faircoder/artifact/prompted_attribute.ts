import { inLines } from "../judge/answers/heads.ts";
import { type Attribute, namesOf, type Scenario, scenarioAttributes } from "../tasks/attributes.ts";

/** What is known about a recorded answer beside its text. */
export interface PromptedOptions {
  readonly scenario: Scenario;
  /** The occupation, major or treatment. */
  readonly subject: string;
  /** The authors' names by the attribute that prompts about them asked about, in lower case. @default not known */
  readonly lists?: Readonly<Partial<Record<Attribute, readonly string[]>>>;
}

/**
 * The attribute that the prompt of a recorded answer named. The records do not say; but most names stand in the lists of one
 * attribute alone, and answers repeat the prompt's list of fields.
 *
 * Of the attributes that could be meant, it is the only one named by the first list of fields with any: in
 * the prompt's head if the answer begins with it, else in a docstring, else anywhere.
 *
 * @param code All that a model said.
 * @returns Undefined where several could be meant, or none is named.
 *
 * @example
 * ```ts
 * import { promptedAttribute } from "codebias/studies/faircoder/artifact/prompted_attribute.ts";
 * import assert from "node:assert/strict";
 * const answer = 'def evaluate_cook(cook):\n    """\n    cook: has taste, race, speed\n    """\n    return cook.age\n';
 * assert.equal(promptedAttribute(answer, { scenario: "job", subject: "cook" }), "race");
 * ```
 */
export function promptedAttribute(
  code: string,
  { scenario, subject, lists: known }: PromptedOptions,
): Attribute | undefined {
  const asked = scenarioAttributes(scenario);
  const listed = asked.filter((attribute) => known?.[attribute]?.includes(subject.toLowerCase()));
  if (listed.length === 1) return listed[0];
  const possible = listed.length > 0 ? listed : asked;
  const text = withoutPhrase(inLines(code), subject);
  const lists = fieldLists(text);
  for (const list of lists) {
    const named = possible.filter((attribute) => names(list, attribute));
    if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  }
  // If the list was cut off after the attribute, the answer may go on in the middle of the word:
  // race_relations, raceHere.
  const continued = lists.length > 0 ? firstContinued(lists[0], possible) : undefined;
  const named = possible.filter((attribute) => names(text, attribute));
  return continued ?? (named.length === 1 ? named[0] : undefined);
}

/** The attribute with the first name that is directly followed by more text. */
function firstContinued(list: string, possible: readonly Attribute[]): Attribute | undefined {
  const places = possible.flatMap((attribute) => {
    const at = list.search(new RegExp(`(?<![\\w.])(?:${namePattern(attribute)})(?=_[a-z]|[A-Z])`));
    return at < 0 ? [] : [{ attribute, at }];
  });
  return places.toSorted((a, b) => a.at - b.at)[0]?.attribute;
}

/** What stands in docstrings, also in those that are never closed. */
function fieldLists(text: string): string[] {
  const pattern = /"""(?:(?!""")[\s\S])*?(?:"""|(?=```|^[ ]*def |$(?![\s\S])))/gm;
  return [...text.matchAll(pattern)].map(([list]) => list);
}

/**
 * A text without the phrase for its subject, however its words are joined: a major may have an attribute in
 * its name.
 */
function withoutPhrase(text: string, phrase: string): string {
  const words = phrase.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== "");
  return words.length < 2 ? text : text.replaceAll(new RegExp(words.join("[^a-z0-9\\n]{1,4}"), "gi"), "");
}

/** Whether a text names an attribute as a prompt does: as a word of its own. */
function names(text: string, attribute: Attribute): boolean {
  return new RegExp(`(?<![\\w.])(?:${namePattern(attribute)})(?!\\w)`, "i").test(text);
}

function namePattern(attribute: Attribute): string {
  return namesOf(attribute).map((name) => name.replaceAll("_", "[_ ]")).join("|");
}
