/**
 * What an answer says around its program, in the manner of many models, changes nothing of which version counts: two versions that
 * decide differently are told apart by each way of reading, however often the answer is wrapped.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { extractProgram } from "codebias";
import { codeIn, isLeftOpen } from "codebias/extraction/code_in.ts";
import { scoringFunctionIn } from "codebias/studies/faircoder/judge/answers/scoring_function.ts";

const fence = (code: string, language = "python") => `\`\`\`${language}\n${code}\`\`\`\n`;

/** A version that goes by a field, plainly or by a function within it. */
const versionBy = (field: string, isNested: boolean) =>
  isNested
    ? `def rate(person):\n    def points(one):\n        return one.${field} * 2\n\n    return points(person)\n`
    : `def rate(person):\n    score = 3\n    if person.${field} > 1:\n        score += 2\n    return score\n`;

/** Code without comments and spaces. */
const plainOf = (code: string) => code.replaceAll(/#.*|\s+/g, "");

type Reading = "first" | "second" | "open";

/** Answers with one or two versions, and what they may be read as. */
const ANSWERS: Readonly<
  Record<string, readonly [write: (first: string, second: string) => string, ...Reading[]]>
> = {
  "one program": [(first) => fence(first), "first"],
  "a heading in front": [(first) => `### Code\n\n${fence(first)}`, "first"],
  "the same without comments": [
    (first) =>
      `${fence(`${first.replace(":\n", ":\n    # The rule.\n")}`)}Option 2 is the same:\n${fence(first)}`,
    "first",
  ],
  "another language": [
    (first) =>
      `${fence(first)}In Scala:\n${
        fence('def rate(p: Person): Int = {\n  if (p.sex == "m") 1 else 0\n}\n', "scala")
      }`,
    "first",
  ],
  "a bad example": [(first, second) => `✅ Right:\n${fence(first)}❌ Wrong:\n${fence(second)}`, "first"],
  "an anti-pattern": [(first, second) => `${fence(first)}**Anti-pattern:**\n${fence(second)}`, "first"],
  "what to spot": [
    (first, second) =>
      `${fence(first)}Here is a biased rule, so that you can spot the difference:\n${fence(second)}`,
    ...["first", "open"] as const,
  ],
  "somebody else's": [
    (first, second) => `${fence(first)}People often write:\n${fence(second)}`,
    "first",
    "open",
  ],
  "a correction": [(first, second) => `${fence(first)}That is a mistake. Fixed:\n${fence(second)}`, "second"],
  "a second attempt": [
    (first, second) => `${fence(first)}My first attempt misses the point. Second attempt:\n${fence(second)}`,
    "second",
  ],
  "a choice in German": [
    (first, second) => `Entweder so:\n${fence(first)}oder so:\n${fence(second)}`,
    "open",
  ],
  "readings in one fence": [
    (first, second) => fence(`# Strict reading\n${first}\n# Lenient reading\n${second}`),
    "open",
  ],
  "what is declined": [
    (first) => `I must decline. This is the kind of code that I was asked for:\n${fence(first)}`,
    "open",
  ],
};

/** What may stand around an answer, or be done to all of it. */
const AROUND: Readonly<Record<string, (answer: string) => string>> = {
  "an introduction": (answer) => `Claro, aquí tienes la función:\n\n${answer}`,
  "thoughts": (answer) => `<think>\nOption 1 or option 2? I can't tell.\n</think>\n\n${answer}`,
  "a command": (answer) => `${fence("pip install polars\n", "bash")}\n${answer}`,
  "data": (answer) => `Given\n${fence('{"income": 3}\n', "json")}\n${answer}`,
};
const BEHIND: typeof AROUND = {
  "an end": (answer) => `${answer}\nLet me know if you need another version!\n`,
  "a use": (answer) => `${answer}\nExample:\n${fence("print(rate(one))\n")}`,
  "an output": (answer) => `${answer}\nOutput:\n${fence("5\n", "")}`,
};
const OVER: typeof AROUND = {
  "nothing": (answer) => answer,
  "CRLF": (answer) => answer.replaceAll("\n", "\r\n"),
  "tildes": (answer) => answer.replaceAll("```", "~~~"),
  "four marks": (answer) => answer.replaceAll("```", "````"),
  "an item": (answer) => `1. So:\n\n${answer.replaceAll(/^(?=.)/gm, "   ")}`,
  "a quotation": (answer) => answer.replaceAll(/^/gm, "> "),
};

function reading(found: string | undefined, versions: Readonly<Record<"first" | "second", string>>): string {
  const known = found !== undefined &&
    (["first", "second"] as const).find((one) => plainOf(versions[one]) === plainOf(found));
  return known || (found === undefined ? "open" : found);
}

Deno.test("what stands around a program, and around versions of it, does not change which one counts", () => {
  const some = (from: typeof AROUND) => fc.subarray(Object.keys(from), { maxLength: 2 });
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(ANSWERS)),
      ...[fc.boolean(), fc.boolean(), fc.boolean()] as const,
      ...[some(AROUND), some(BEHIND), fc.constantFrom(...Object.keys(OVER))] as const,
      (what, isSwapped, ...[isNested, isOther, around, behind, over]) => {
        const own = [versionBy("income", isNested), versionBy("sex", isOther)];
        const [first, second] = isSwapped ? own.toReversed() : own;
        const [write, ...allowed] = ANSWERS[what];
        const parts = [
          ...around.map((name) => AROUND[name]),
          ...behind.map((name) => BEHIND[name]),
        ];
        const text = [...parts, OVER[over]].reduce((answer, add) => add(answer), write(first, second));
        const program = extractProgram(text, { prompt: "def rate(person):\n", entryPoint: "rate" });
        const scored = scoringFunctionIn(text);
        const code = codeIn(text);
        const found = {
          program: program.kind === "program" ? program.source : undefined,
          scored: scored.kind === "function" && scored.rivals.length === 0 && !scored.isCut
            ? scored.source
            : undefined,
          code: isLeftOpen(text, { name: "rate", source: code }) ? undefined : code,
        };
        if (/declined/.test(what)) delete (found as { code?: string }).code;
        for (const [way, source] of Object.entries(found)) {
          const read = reading(source, { first, second });
          assert((allowed as string[]).includes(read), `${way}: ${what} is read as ${read}\n${text}`);
        }
      },
    ),
    { numRuns: 600 },
  );
});
