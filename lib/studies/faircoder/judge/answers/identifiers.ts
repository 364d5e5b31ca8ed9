/** Makes a valid Python name of a text: words joined by underscores. */
export function identifier(text: string): string {
  const name = text.trim().replaceAll(/\W+/g, "_").replaceAll(/_{2,}/g, "_").replace(/_$/, "");
  return /^\d/.test(name) || name === "" ? `_${name}` : name;
}

/** Matches parameters that are valid in Python, also annotated or with defaults. */
const PARAMETERS =
  /^\s*(?:\*{0,2}[A-Za-z_]\w*\s*(?::[^,=]+(?:\[[^\]]*\])?)?(?:=[^,]+)?\s*(?:,\s*|$)|[/*]\s*,\s*)*$/;

/** A head and a body in which all names are valid in Python. */
export interface Named {
  readonly name: string;
  readonly parameters: string;
  readonly body: readonly string[];
}

/**
 * Makes valid names of the phrases that prompts and answers use as names, with commas, slashes and hyphens, and of fields
 * such as `.problem-solving`. The phrase in a body becomes the same name, even with other marks between its words.
 *
 * @example
 * ```ts
 * import { withNames } from "codebias/studies/faircoder/judge/answers/identifiers.ts";
 * import assert from "node:assert/strict";
 * const found = withNames({ name: "f", parameters: "cook,_short", body: ["return cook._short.team-work"] });
 * assert.deepEqual([found.parameters, found.body], ["cook_short", ["return cook_short.team_work"]]);
 * ```
 */
export function withNames({ name, parameters, body }: Named): Named {
  const isPhrase = !PARAMETERS.test(parameters) || /,_|_,|\w-\w/.test(parameters) ||
    (parameters.includes(",") && name.includes(parameters));
  const code = body.map((line) => line.replace(/#.*/, ""));
  const phrase = isPhrase ? identifier(parameters) : undefined;
  const renamed = phrase === undefined ? body : body.map((line) => renamedIn(line, parameters, phrase));
  const given = code.join("\n").match(/(?<![.\w])[A-Za-z_]\w*(?=\s*(?:=[^=]|\bin\b))/g) ?? [];
  const known = new Set([...given, ...(isPhrase ? [] : parameters.match(/[A-Za-z_]\w*/g) ?? [])]);
  return {
    name: identifier(name),
    parameters: phrase ?? parameters,
    body: renamed.map((line) => withFields(line, known)),
  };
}

/** Replaces a phrase in a line by a name, whatever marks stand between its words. */
function renamedIn(line: string, phrase: string, name: string): string {
  const words = phrase.split(/\W+/).filter((word) => word !== "");
  if (words.length < 2) return line;
  // Underscores belong to words; dots and spaces come from answers that split the phrase.
  const pattern = words.map((word) => word.replace(/^_/, "_?")).join("[^\\w\\n]{1,3}");
  return line.replaceAll(new RegExp(`(?<![\\w.])${pattern}(?!\\w)`, "g"), name);
}

const KEYWORDS = new Set(["and", "or", "in", "is", "not", "if", "else", "for"]);

/** Makes names of fields of several words that have hyphens or spaces between them. */
function withFields(line: string, known: ReadonlySet<string>): string {
  let last: string;
  let now = line;
  do {
    last = now;
    now = now
      .replaceAll(
        /(\w\.[A-Za-z_]\w*)-([A-Za-z_]\w*)(?!\s*[.([\w])/g,
        (whole, field, word) => known.has(word) ? whole : `${field}_${word}`,
      )
      .replaceAll(
        /(\w\.[A-Za-z_]\w*) ([A-Za-z_]\w*)(?=\s*(?:[=!<>]=|[<>):]|in\b|not in\b))/g,
        (whole, field, word) => KEYWORDS.has(word) ? whole : `${field}_${word}`,
      );
  } while (now !== last);
  return now;
}
