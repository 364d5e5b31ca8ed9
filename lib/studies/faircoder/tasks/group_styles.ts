import { SERIES_STYLES, type SeriesStyle } from "../../../report/drawing/palette.ts";
import { type Attribute, groupsOf } from "./attributes.ts";

/** Styles of levels from the lowest, which no gender or race has: two of their own, as eight are too few. */
const LEVELS: readonly SeriesStyle[] = [
  ...SERIES_STYLES.slice(6),
  { color: "#aa0000", symbol: "triangle", rotate: 90, dash: "" },
  { color: "#000000", symbol: "square", rotate: 45, dash: "" },
];

/**
 * Colour and symbol of a group: one for each gender and race, and those of levels, such as of age and income, from the lowest.
 *
 * @param group One of the attribute.
 *
 * @example
 * ```ts
 * import { groupStyle } from "codebias/studies/faircoder/tasks/group_styles.ts";
 * import assert from "node:assert/strict";
 * assert.equal(groupStyle("income", "low"), groupStyle("degree", "non-degree"));
 * ```
 */
export function groupStyle(attribute: Attribute, group: string): SeriesStyle {
  const at = groupsOf(attribute).indexOf(group);
  if (attribute === "gender") return SERIES_STYLES[at];
  return attribute === "race" ? SERIES_STYLES[2 + at] : LEVELS[at];
}

/** Attributes with groups that do not name them. */
const UNTOLD_ATTRIBUTES: readonly Attribute[] = ["age", "income"];

/** A group as a legend names it: `income: low`, `female`. */
export function groupName(attribute: Attribute, group: string): string {
  return UNTOLD_ATTRIBUTES.includes(attribute) ? `${attribute}: ${group}` : group;
}
