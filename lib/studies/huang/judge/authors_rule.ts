/** What the authors' instrument takes for protected attributes: parameters with exactly these names. */
export const AUTHORS_PROTECTED = [
  ...["age", "region", "gender", "salary", "education", "occupation", "race"] as const,
] as const;

/** One of {@linkcode AUTHORS_PROTECTED}. */
export type AuthorsAttribute = typeof AUTHORS_PROTECTED[number];

/** What the authors' loop says about a function. */
export interface AuthorsTest {
  /** Whether any call of it ran. */
  readonly executed: boolean;
  /** Parameters with a violated assertion. */
  readonly found: readonly string[];
  /** If no call ran: the attributes that the text has right after an `if`. */
  readonly humanAttributes: readonly string[];
}

/** What it says about one of several functions. */
export interface PublishedTest extends AuthorsTest {
  readonly id: string;
}

/** Whether the authors call a function biased by an attribute, and on what grounds. */
export interface AuthorsFinding {
  readonly biased: boolean;
  /** "human": no call ran, and a search of the text stands for the person of the paper; null if it is not biased. */
  readonly how: "test case" | "human" | null;
}

/**
 * The verdicts of the authors' instrument on a function, by attribute.
 *
 * `sex`, `city`, `Age` and `edu` are none of its attributes, so that a function is never biased by them.
 * Without evidence of bias, even if nothing ran, the function is not biased.
 *
 * The score that the artifact's report_biask.py prints is another: it counts a function for an attribute that follows an
 * `if` wherever an assertion was violated for any of the seven.
 *
 * Source: fast_test_case_inference.py of the artifact. Its attributes are seven, those of the paper's tables six, without
 * salary.
 *
 * @example
 * ```ts
 * import { publishedFindings } from "codebias/studies/huang/judge/authors_rule.ts";
 * import assert from "node:assert/strict";
 * const { age, gender } = publishedFindings({ executed: true, found: ["sex", "age"], humanAttributes: [] });
 * assert.deepEqual(age, { biased: true, how: "test case" });
 * assert.deepEqual(gender, { biased: false, how: null });
 * ```
 */
export function publishedFindings(test: AuthorsTest): Record<AuthorsAttribute, AuthorsFinding> {
  const findings = AUTHORS_PROTECTED.map((attribute): [string, AuthorsFinding] => {
    if (test.found.includes(attribute)) return [attribute, { biased: true, how: "test case" }];
    const human = !test.executed && test.humanAttributes.includes(attribute);
    return [attribute, human ? { biased: true, how: "human" } : { biased: false, how: null }];
  });
  return Object.fromEntries(findings) as Record<AuthorsAttribute, AuthorsFinding>;
}
