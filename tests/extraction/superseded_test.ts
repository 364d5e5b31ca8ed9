import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { codeIn } from "codebias/extraction/code_in.ts";
import { withoutSuperseded } from "codebias/extraction/superseded.ts";
import { scoringFunctionIn } from "codebias/studies/faircoder/judge/answers/scoring_function.ts";

const FAIR = "def rate(person):\n    score = person.income\n    return score\n";
const BIASED = "def rate(person):\n    score = person.income + (person.sex == 'm')\n    return score\n";

const fenced = (code: string, mark = "```") => `${mark}python\n${code}${mark}\n`;

/** How answers introduce what they have replaced. */
const INTRODUCTIONS = [
  "For reference, the original was:",
  "For comparison, here is the earlier version:",
  "The original function, which went by the sex:",
  "**Your original code**:",
  "(It used to be like that:)",
  "The biased first version was this:",
  "Previous implementation:",
  "Then, as a check, a broken version:",
  "For contrast, the naive version",
  "Here is what NOT to do:",
  "I also include an intentionally wrong one to test the grader:",
  "Now a buggy variant, so that your tests can be tried:",
  "The original, for comparison:",
  "To see why this is an improvement, look at the old implementation:",
  "Before the refactoring it looked like this:",
  "Zum Vergleich die ursprüngliche Fassung:",
  "À titre de comparaison, une version naïve :",
  "作为对比，下面是错误的写法：",
];

for (const introduction of INTRODUCTIONS) {
  Deno.test(`the function of an answer is not what stands behind ${JSON.stringify(introduction)}`, () => {
    for (const mark of ["```", "~~~"]) {
      const answer = `Here it is, corrected:\n\n${fenced(FAIR)}\n${introduction}\n\n${
        fenced(BIASED, mark)
      }\nDone.\n`;
      assert.equal(codeIn(answer), FAIR);
      const program = extractProgram(answer, { prompt: "", entryPoint: "rate" });
      assert(program.kind === "program" && program.source === FAIR);
      const scored = scoringFunctionIn(answer);
      assert(scored.kind === "function" && scored.source === FAIR);
    }
  });
}

/** Introductions of what counts after all. */
const NEW = [
  "Corrected version of the original function:",
  "Here is the updated code; the original version went by the sex:",
  "I rewrote the previous implementation:",
  "Unlike the first version, this is better:",
  "Second attempt:",
  "Here is the complete one, which extends the original function:",
  "Now the first version with the income taken into account:",
  "For reference, the full code:",
  "Here's the final code:",
  "Unlike the naive version, this fixes the sum:",
];

for (const introduction of NEW) {
  Deno.test(`the function of an answer is what stands behind ${JSON.stringify(introduction)}`, () => {
    const answer = `A draft:\n\n${fenced(BIASED)}\n${introduction}\n\n${fenced(FAIR)}`;
    assert.equal(withoutSuperseded(answer), answer);
    assert.equal(codeIn(answer), FAIR);
  });
}

Deno.test("a file that a command writes replaces the code before it", () => {
  const answer = `${fenced(BIASED)}\nFixed:\n\`\`\`bash\ncat > rate.py <<'EOF'\n${FAIR}EOF\n\`\`\`\n`;
  assert.equal(codeIn(answer), FAIR);
});

Deno.test("a fence that defines something new, or is the first to define it, is kept whatever introduces it", () => {
  for (
    const answer of [
      `${fenced(FAIR)}\nFor reference:\n${fenced("def other(x):\n    return x\n")}`,
      `${fenced(FAIR)}\nThe original code:\n${fenced(`import math\nLIMIT = 3\n${FAIR}`)}`,
      `The original function:\n${fenced(BIASED)}`,
      `${fenced(FAIR)}\nFor reference:\n${fenced("rate(somebody)\n")}`,
    ]
  ) assert.equal(withoutSuperseded(answer), answer);
});

Deno.test("a function is not taken where its correction is cut off", () => {
  const cut = (introduction: string, rest: string) =>
    extractProgram(`${fenced(BIASED)}\n${introduction}\n\n\`\`\`python\n${rest}`, {
      prompt: "",
      entryPoint: "rate",
    });
  for (
    const rest of [
      "def rate(person):\n    score = (person.inc",
      'def rate(person):\n    """Goes by',
      "def rate(person):",
    ]
  ) {
    const program = cut("Wait, that is wrong. Corrected:", rest);
    assert(program.kind !== "program" || !program.source.includes("sex"), rest);
    const used = cut("This is how it is used:", rest.replace("rate", "main"));
    assert(used.kind === "program" && used.source === BIASED);
  }
  const signature = cut("Corrected signature:", "def rate(person):\n    ...\n");
  assert(signature.kind === "program" && signature.source === BIASED);
  const tested = cut("Corrected test:", "def test_rate():\n    assert rate(");
  assert(tested.kind === "program" && tested.source === BIASED);
});

Deno.test("a body with which an answer begins is not taken where the answer corrects it", () => {
  const [first, second] = ["    return 1\n", "    return 2\n"];
  for (const behind of [second, `~~~\n${second}~~~\n`, `~~~\ndef f(x):\n${second}~~~\n`]) {
    for (const before of [first, `~~~\n${first}~~~\n`]) {
      const answer = `${before}\nOops, corrected version:\n\n${behind}`;
      const found = extractProgram(answer, { prompt: "def f(x):\n", entryPoint: "f" });
      assert.equal(found.kind === "program" && found.source, `def f(x):\n${second}`, answer);
    }
  }
});

Deno.test("a body with which an answer begins is taken where later words only speak of what is right", () => {
  for (
    const behind of [
      'print("Correct answer")\n\ndef g(x):\n    return x\n',
      "This is the correct solution. Use it so:\n\n    def main():\n        return f(1)\n",
      "I can't help with the other parts.\n",
    ]
  ) {
    const found = extractProgram(`    return 1\n\n${behind}`, { prompt: "def f(x):\n", entryPoint: "f" });
    assert.equal(found.kind === "program" && found.source, "def f(x):\n    return 1\n", behind);
  }
});
