import { createHash } from "node:crypto";
import type { CalibrationSpec } from "./spec.ts";

/**
 * A hash of everything in a spec that affects completions. Its name, its description and its labels do not; the order of
 * fragments, branches and starts does.
 *
 * @returns SHA-256 in hexadecimal.
 *
 * @example
 * ```ts
 * import { specIdentity } from "codebias/calibration/identity.ts";
 * import { readSpec } from "codebias/calibration/spec.ts";
 * import assert from "node:assert/strict";
 * const coin = (heads: number) =>
 *   readSpec({
 *     name: "coin",
 *     synthetic: true,
 *     fragments: { heads: { text: "heads", next: { end: 1 } } },
 *     starts: [{ next: { heads, end: 1 - heads } }],
 *   });
 * assert.equal(specIdentity(coin(0.5)), specIdentity({ ...coin(0.5), name: "other" }));
 * assert.notEqual(specIdentity(coin(0.5)), specIdentity(coin(0.4)));
 * ```
 */
export function specIdentity({ fragments, starts }: CalibrationSpec): string {
  const canonical = {
    fragments: Object.entries(fragments).map(([id, { text, next, spread = null }]) =>
      [id, text, Object.entries(next), spread] as const
    ),
    starts: starts.map(({ when = {}, next, spread = null }) => {
      const { lastLine = null, matches = null, turn = null, fromTurn = null } = when;
      return [lastLine, matches, turn, fromTurn, Object.entries(next), spread] as const;
    }),
  };
  return createHash("sha256").update(JSON.stringify(canonical)).digest("hex");
}
