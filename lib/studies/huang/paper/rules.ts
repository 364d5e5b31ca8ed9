import { audit } from "../../../paper/audit.ts";
import { claimRules } from "./claim_rules.ts";
import { matrixRules } from "./matrix_rules.ts";
import { paperNumbers } from "./printed_tables.ts";
import { quoteRules } from "./quote_rules.ts";
import { tableRules } from "./table_rules.ts";
import { wordingRules } from "./wording_rules.ts";

/**
 * The rules for places where the paper's numbers do not hold: counts that do not make their shares, cells that differ
 * between two tables, runs and averages that are impossible, sentences that the tables do not support.
 *
 * No rule refers to a particular cell: in consistent numbers the rules find nothing.
 *
 * Source: the paper Bias Testing and Mitigation.
 *
 * @example
 * ```ts
 * import { huang } from "codebias";
 * import assert from "node:assert/strict";
 * const matrix = huang.errata().find(({ where }) => where === "Table V");
 * assert.equal(matrix?.printed, "141 + 12 + 0 + 2185 = 2338"); // 334 tasks times 7 attributes, but there are 6
 * ```
 */
export const paperAudit = audit(
  { ...tableRules, ...matrixRules, ...quoteRules, ...claimRules, ...wordingRules },
  () => paperNumbers,
);
