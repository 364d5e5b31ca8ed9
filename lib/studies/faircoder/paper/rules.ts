import { audit } from "../../../paper/audit.ts";
import { countRules } from "./count_rules.ts";
import { differenceRules } from "./difference_rules.ts";
import { captionRules, testCountRules } from "./labels/label_rules.ts";
import type { PaperEvidence } from "./labels/label_verdict.ts";
import { meanRules } from "./mean_rules.ts";
import { paperNumbers } from "./printed.ts";
import { scoreRules } from "./score_rules.ts";
import { relabelledRules, textRules } from "./text_rules.ts";

/**
 * The audit of the paper's numbers: means that their cells do not make, scores that do not follow from their parts,
 * deviations that are impossible, captions that are exchanged, counts that do not add up, and sentences that the tables
 * contradict.
 *
 * No rule is about a particular cell: in consistent numbers the rules find nothing.
 *
 * Source: the paper FairCoder, Tables 1, 2, 4 to 6 and 8 to 16, and its text.
 *
 * @example
 * ```ts
 * import { faircoder } from "codebias";
 * import assert from "node:assert/strict";
 * const found = faircoder.errata().find(({ where }) => where === "Table 10, average of med insurance");
 * assert.deepEqual([found?.printed, found?.expected], ["0.19", "0.17"]);
 * ```
 */
export const paperAudit = audit<PaperEvidence>(
  {
    ...countRules,
    ...meanRules,
    ...differenceRules,
    ...scoreRules,
    ...captionRules,
    ...relabelledRules,
    ...testCountRules,
    ...textRules,
  },
  () => ({ ...paperNumbers, recorded: [] }),
);
