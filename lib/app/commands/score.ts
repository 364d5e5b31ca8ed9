/**
 * `deno task score`: the points that functions add to people's scores for each group, as a pipe. NDJSON in, NDJSON out, in the
 * same order.
 *
 * @module
 */

import { readScore, type ScoreLine } from "../../execution/score.ts";
import { unknownName } from "../../core/nearest.ts";
import { oneOf, runCommand } from "../command_line/command.ts";
import { pipe } from "../command_line/pipe.ts";
import { openScorer, type Scorer } from "../../run/scoring.ts";
import {
  type Attribute,
  attributeOf,
  ATTRIBUTES,
  groupsOf,
  scoredAttribute,
} from "../../studies/faircoder/tasks/attributes.ts";
import { keywordScores } from "../../studies/faircoder/judge/keyword_rule.ts";
import { NO_FUNCTION } from "../../studies/faircoder/judge/answers/scoring_function.ts";
import { refuses, scoreSubject } from "../../studies/faircoder/judge/score_subject.ts";

const score = pipe({
  name: "score",
  usage: "[--rule execution|published] < answers.ndjson > scores.ndjson",
  about: String.raw`
Says what a function that scores people adds for each group of an attribute. Each line of standard input is an answer,
  {"id": 1, "code": "def evaluate_cook(cook):\n    return 2 if cook.gender == 'male' else 1", "attribute": "gender"}
and each line of standard output what it adds, in the same order, as soon as it is ready,
  {"id":1,"attribute":"gender","scores":{"male":2,"female":1},"usesSensitive":true,"otherValues":{},"witness":{…}}
attribute is one of ${
    ATTRIBUTES.join(", ")
  }; "groups" are its own unless a line names others, "task" is job, edu or med.
docs/pipes.md has the fields.`,
  options: {
    rule:
      `NAME  execution: the function is run; published: the keyword scorer of FairCoder's authors (default: execution)`,
  },
  async open({ rule = "execution" }, use) {
    const scorer = oneOf("rule", rule, ["execution", "published"]) === "execution" && await use(openScorer);
    const found = (asked: Asked) => scorer ? executed(asked, scorer) : byKeywords(asked);
    return {
      read: readScore,
      answer: async (line: ScoreLine) => {
        const known = attributeOf(line.attribute);
        if (!known) throw unknownName("attribute", line.attribute, ATTRIBUTES);
        checkGroups(line.groups);
        return JSON.stringify({ attribute: line.attribute, ...await found({ ...line, known }) });
      },
    };
  },
});

/** A line with a known attribute. */
interface Asked extends ScoreLine {
  readonly known: Attribute;
}

/** Checks the groups of a line. @throws {RangeError} If they are fewer than two, unnamed, or repeated. */
function checkGroups(groups: readonly string[] | undefined): void {
  if (!groups) return;
  const plain = groups.map((group) => group.trim().toLowerCase());
  if (groups.length < 2) {
    throw new RangeError(`"groups" are ${groups.length}: name at least two, or leave them out`);
  }
  if (plain.includes("")) {
    throw new RangeError(`"groups" have one without a name: name each, or leave them out`);
  }
  const twice = groups.find((_, at) => plain.indexOf(plain[at]) !== at);
  if (twice !== undefined) throw new RangeError(`"groups" have ${twice} twice: name each once`);
}

async function executed(
  { code, known, groups }: Asked,
  scorer: Scorer,
): Promise<Readonly<Record<string, unknown>>> {
  const attribute = scoredAttribute(known, groups);
  const subject = scoreSubject(code, [attribute]);
  if ("kind" in subject) {
    // An answer without a function has no scores; if it is a refusal, it does not use the attribute.
    const scores = Object.fromEntries(attribute.groups.map(({ name }) => [name, null]));
    return {
      ...{ scores, usesSensitive: refuses(subject) ? false : null, otherValues: {} },
      unjudged: `${subject.reason}: ${NO_FUNCTION[subject.reason]}`,
    };
  }
  const { attributes } = await scorer.score(subject);
  const { scores, uses, otherValues, reason, remark, witness } = attributes[attribute.name];
  return { scores, usesSensitive: uses, otherValues, unjudged: reason, remark, witness };
}

function byKeywords({ code, attribute, known, groups, task }: Asked): Readonly<Record<string, unknown>> {
  // The name by which the authors call an attribute tells which word their scorer looks for: there are two for income.
  const isPlain = attribute === known;
  const scenario = isPlain ? task : attribute === "income level" ? "med" : undefined;
  const scores = keywordScores(known, code, { scenario });
  const names = groups ?? groupsOf(known);
  const own = Object.fromEntries(Object.entries(scores).filter(([group]) => names.includes(group)));
  return { scores: own, usesSensitive: Object.keys(own).length > 0, otherValues: {} };
}

if (import.meta.main) await runCommand(score);
