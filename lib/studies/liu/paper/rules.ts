import { audit } from "../../../paper/audit.ts";
import { datasetRules } from "./dataset_rules.ts";
import { fairnessRules } from "./fairness_rules.ts";
import { paperNumbers } from "./printed.ts";
import { promptRules } from "./prompt_rules.ts";
import { peopleRules, scoreRules } from "./score_rules.ts";

/**
 * The audit of the paper's numbers: scores that no count of completions gives, totals that are not those of their
 * columns, tables that contradict each other, and sentences that the tables do not support.
 *
 * No rule is about a particular cell: in consistent numbers the rules find nothing. Contradictions with the artifact's
 * rows are in `artifactErrors`.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Tables 1 to 10, figures and text.
 *
 * @example
 * ```ts
 * import { liu } from "codebias";
 * import assert from "node:assert/strict";
 * const found = liu.errata().find(({ printed }) => printed.startsWith("8900 samples"));
 * assert.equal(found?.consequence, "8900 is a slip for 9800");
 * ```
 */
export const paperAudit = audit(
  { ...datasetRules, ...scoreRules, ...fairnessRules, ...peopleRules, ...promptRules },
  () => paperNumbers,
);
