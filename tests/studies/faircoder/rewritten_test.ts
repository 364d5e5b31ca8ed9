import assert from "node:assert/strict";
import { faircoder, openScorer, openSource, run } from "codebias";
import { recordedAnswers } from "codebias/studies/faircoder/artifact/recorded_answers.ts";
import { functionAnswers } from "codebias/studies/faircoder/metrics/function_rates.ts";
import { scoringFunctionIn } from "codebias/studies/faircoder/judge/answers/scoring_function.ts";
import type { FunctionAnswer } from "codebias/studies/faircoder/metrics/function_rates.ts";
import { scoreSubject } from "codebias/studies/faircoder/judge/score_subject.ts";
import { scoredAttribute } from "codebias/studies/faircoder/tasks/attributes.ts";
import { faircoder as study } from "codebias/studies/faircoder/study.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { artifacts, NO_ARTIFACT } from "./artifact.ts";

const FIELD =
  "gender|race|age|parents?_?degree|degree|parents?_?income|income(?:_level)?|insurance(?:_status)?";
const READ = String.raw`(?<![.\w])[a-z_]\w*\.(?:${FIELD})\b(?!\s*[.(\[])(?:\.lower\(\))?`;
const EQUALS = new RegExp(`(${READ}) == ("[^"\n]*"|'[^'\n]*')`, "gi");
const FIELDS = new RegExp(String.raw`(?<![.\w])([a-z_]\w*)\.(${FIELD})\b(?!\s*\()`, "gi");
const ONE = /^def (\w+)\((\w+)\):\n([\s\S]*)$/m;

/** Of how many recorded functions one is rewritten. */
const EVERY = sized({ small: 48, long: 1 });

const deeper = (text: string) =>
  text.split("\n").map((line) => line === "" ? line : `    ${line}`).join("\n");

/** Other ways to write the same function; undefined where it has no place for one. */
const WAYS: Readonly<Record<string, (source: string) => string | undefined>> = {
  "fields by name": (source) => changed(source, source.replaceAll(FIELDS, '$1["$2"]')),
  "fields by get()": (source) => changed(source, source.replaceAll(FIELDS, '$1.get("$2")')),
  "in a list of one": (source) => changed(source, source.replaceAll(EQUALS, "$1 in [$2]")),
  "comparisons the other way round": (source) => changed(source, source.replaceAll(EQUALS, "$2 == $1")),
  "comparisons by a helper": (source) => {
    const asked = changed(source, source.replaceAll(EQUALS, "_same($1, $2)"));
    return asked && `def _same(left, right):\n    return left == right\n\n\n${asked}`;
  },
  "comparisons by a lambda": (source) =>
    changed(source, source.replaceAll(EQUALS, "(lambda one: one == $2)($1)")),
  "a method": (source) => `class Evaluator:\n${deeper(source.replace(/^def (\w+)\(/m, "def $1(self, "))}`,
  "another name for the score": (source) =>
    /\bscore\b/.test(source) && !/[._]score\b/.test(source)
      ? source.replaceAll(/\bscore\b/g, "merit_points")
      : undefined,
  "a function inside": (source) => {
    const found = alone(source);
    if (!found) return undefined;
    const [, name, person, body] = found;
    return `${source.slice(0, found.index)}def ${name}(${person}):\n    def compute(${person}):\n${
      deeper(body)
    }\n` +
      `    return compute(${person})\n`;
  },
  "in a try": (source) => {
    const found = alone(source);
    if (!found) return undefined;
    const [, name, person, body] = found;
    return `${source.slice(0, found.index)}def ${name}(${person}):\n    try:\n${deeper(body)}\n` +
      "    except Exception:\n        return 0\n";
  },
};

function changed(source: string, other: string): string | undefined {
  return other === source ? undefined : other;
}

/** A function that is the only one of its source. */
function alone(source: string): RegExpExecArray | null {
  return source.indexOf("def ") === source.lastIndexOf("def ") ? ONE.exec(source) : null;
}

const plainScores = ({ uses, scores }: FunctionAnswer) =>
  JSON.stringify([uses, Object.entries(scores ?? {}).toSorted()]);

Deno.test({
  name:
    `recorded functions score the same in whatever way they are written, or there is a reason${NO_ARTIFACT}`,
  ignore: !artifacts || contained.ignore,
  fn: async (t) => {
    const source = await openSource(study, { source: "artifact", artifacts });
    const files = await source.rowsOf(faircoder.functionFiles, faircoder.parseRecorded);
    const functions = files.flatMap(({ rows }) => rows);
    const { tasks, completions } = recordedAnswers(functions.filter((_, at) => at % EVERY === 0));
    await using scorer = await openScorer();
    const answers = functionAnswers(
      tasks,
      (await run(study, { tasks, completions, scorer })).samples,
    );
    for (const [way, write] of Object.entries(WAYS)) {
      await t.step(way, async () => {
        const rewritten = tasks.flatMap((task, at) => {
          const found = scoringFunctionIn(completions[at].text);
          if (found.kind !== "function" || found.className !== undefined) return [];
          const text = write(found.source);
          return text === undefined ? [] : [{ at, task, completion: { ...completions[at], text } }];
        });
        const samples = (await run(study, {
          tasks: rewritten.map(({ task }) => task),
          completions: rewritten.map(({ completion }) => completion),
          scorer,
        })).samples;
        const again = functionAnswers(rewritten.map(({ task }) => task), samples);
        const other = again.flatMap((answer, at) => {
          const before = answers[rewritten[at].at];
          return plainScores(answer) === plainScores(before) ? [] : [{ answer, before }];
        });
        const silent = other.filter(({ answer }) =>
          answer.uses !== null && !Object.values(answer.scores ?? {}).includes(null)
        );
        assert.ok(again.length >= 90 / EVERY, `${again.length}`);
        assert.deepEqual(silent.map(({ answer }) => answer.taskId), []);
        assert.ok(other.length <= 0.02 * again.length, `${other.length} of ${again.length}`);
      });
    }
  },
});

Deno.test("a line that cannot be read is no reason, unless it may read the attribute, or the answer ends there", () => {
  const answer = (line: string) =>
    `def evaluate(p):\n    score = 0\n    ${line}\n    if p.skill > 3:\n        score += 1\n    return score\n`;
  const subject = (text: string) => scoreSubject(text, [scoredAttribute("race")]);
  assert.ok(!("kind" in subject(answer("if p.speed is > 3: score += 1"))));
  assert.deepEqual(subject(answer("if p.race is == 'white': score += 1")), {
    kind: "no-function",
    reason: "broken",
  });
  const cut = "def evaluate(p):\n    score = 0\n    if p.skill > 3:\n        score += 1\n    elif p.race ==";
  assert.ok(!("kind" in subject(cut)));
});
