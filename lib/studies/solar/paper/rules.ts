import { audit } from "../../../paper/audit.ts";
import { leaningRules } from "./leaning_rules.ts";
import { paperNumbers } from "./printed_tables.ts";
import { rateRules } from "./rate_rules.ts";
import { type PaperEvidence, recordedStarTests, starRules } from "./star_rules.ts";
import { textRules } from "./text_rules.ts";

/**
 * The rules for places where the paper's numbers do not hold: cells that contradict each other, rates that are not
 * shares of the stated number, scores of values that nobody has, stars that the recorded tests or any data do not
 * support, and sentences that the tables do not support.
 *
 * No rule refers to a particular cell: in consistent numbers the rules find nothing.
 *
 * Source: the paper Bias Unveiled (Solar), its appendix and the notebooks of its artifact.
 *
 * @example
 * ```ts
 * import { solar } from "codebias";
 * import assert from "node:assert/strict";
 * const found = solar.errata().find(({ where }) => where.endsWith("codechat-bison@002, t = 0.4"));
 * assert.deepEqual([found?.printed, found?.evidence], ["overall 21.81 %", "age alone has 27.02 %"]);
 * ```
 */
export const paperAudit = audit<PaperEvidence>(
  { ...rateRules, ...leaningRules, ...starRules, ...textRules },
  () => ({ ...paperNumbers, tests: recordedStarTests() }),
  "Found by rules in the printed numbers. * is the paper's star, for p < 0.05",
);
