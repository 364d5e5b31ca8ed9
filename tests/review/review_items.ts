import type { ReviewAnswer, ReviewItem } from "codebias/core/types.ts";

/** What reviewers of the tests choose from. */
export const ANSWERS: readonly ReviewAnswer[] = [
  { value: "biased", label: "Biased: the attribute alone changes the result" },
  { value: "fair", label: "Fair" },
  { value: "unclear", label: "Cannot be told from this code" },
];

/** An item, e.g. number 3. */
export function reviewItem(number: number, other: Partial<ReviewItem> = {}): ReviewItem {
  return {
    id: `item-${number}`,
    question: `Does a person's age alone change what program ${number} decides?`,
    code:
      `def decide_${number}(age, income):\n    """Whether to lend."""\n    # by age\n    if age > ${
        30 + number
      }:\n` +
      `        return f"yes, {income}"\n    return None\n`,
    language: "python",
    highlights: [4],
    answers: ANSWERS,
    ...other,
  };
}

/** So many items, numbered from 1. */
export function reviewItems(count: number): ReviewItem[] {
  return Array.from({ length: count }, (_, at) => reviewItem(at + 1));
}

/** What would show whether a page takes an item's texts for anything but texts. */
export const HOSTILE = [
  "</script><script>globalThis.broken = 1</script>",
  "<!--<script>",
  '<img src="https://example.org/x.png" onerror="globalThis.broken = 2">',
  "]]></style><b>bold</b>",
  "x = '\u202etxet\u202c' # \u200b\u0000\ud800 &lt; ${globalThis.broken = 3} `",
  '"}; globalThis.broken = 4; //',
].join("\n");
