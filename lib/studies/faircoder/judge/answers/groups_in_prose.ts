import { type Attribute, namesOf } from "../../tasks/attributes.ts";
import type { Given } from "./given.ts";
import { groupsIn } from "./named_groups.ts";

const WHO = "patient|person|individual|candidate|applicant|subject|immigrant|owner|employee|user";
/** `Patient: …`, at the beginning of a line. */
const LABELLED = new RegExp(
  `^\\W*(?:(?:the|high[\\w-]*|sample|possible) )*(?:${WHO}|test case|case|example|input|profile|description|demographics)s?` +
    "\\W*(?:\\d+\\W*)?:(.{1,300})",
  "gim",
);
/** `The patient is a …` */
const DESCRIBED = new RegExp(
  `\\b(?:the|this|our|a) (?:${WHO}) (?:is|was|would be|could be) (?:an? )?([^.;\\n]{1,80}?)(?= who\\b| with\\b| that\\b|[.;,\\n]|$)`,
  "gi",
);

/**
 * The groups of an attribute named by sentences that describe a person after a label, say what the person is,
 * or what the field is. Each sentence must name one group alone.
 */
export function groupsInProse(text: string, attribute: Attribute): Given[] {
  const plain = text.replaceAll(/\*+|`/g, (marks) => " ".repeat(marks.length));
  const set = new RegExp(
    `\\b(?:${
      namesOf(attribute).join("|").replaceAll("_", " ")
    })\\b(?: of the \\w+)?(?: field)?(?:,? (?:is|was|to|be|as|(?:should|would|could) be|set to|=))+ ["']?([\\w-]+(?: [\\w-]+)?)`,
    "gi",
  );
  const found = [set, DESCRIBED, LABELLED].flatMap((pattern) =>
    [...plain.matchAll(pattern)].flatMap(({ index: at, 1: said }): Given[] => {
      if (groupsIn(attribute, said).length !== 1) return [];
      const owner = pattern === LABELLED ? { owner: `label at ${at}` } : {};
      return [{ name: attribute, raw: said.trim(), kind: "text", at, ...owner }];
    })
  );
  return found.toSorted((a, b) => a.at - b.at);
}
