/** A heading of a page. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** What a link to it has behind `#`, as GitHub makes it. */
  readonly anchor: string;
}

/**
 * The headings of a page in Markdown, those in blocks of code left out.
 *
 * @example
 * ```ts
 * import { headings } from "codebias/app/commands/docs/headings.ts";
 * import assert from "node:assert/strict";
 * const anchors = headings("# A `b`: c\n\n## The paper's\n\n## The paper's\n").map(({ anchor }) => anchor);
 * assert.deepEqual(anchors, ["a-b-c", "the-papers", "the-papers-1"]);
 * ```
 */
export function headings(text: string): Heading[] {
  const seen = new Map<string, number>();
  const prose = text.replace(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/^(#{1,6}) +(.+)$/gm)].map(([, signs, title]) => {
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "").trim();
    const anchor = plain.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return { level: signs.length, text: plain, anchor: before === 0 ? anchor : `${anchor}-${before}` };
  });
}
