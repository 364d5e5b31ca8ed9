import type { ReviewFile, ReviewItem } from "codebias/core/types.ts";
import { queueOf } from "codebias/review/queue.ts";

/** Labels as statistics has them: reviewers × items, null where there is none. */
export type Rated = readonly (readonly (string | number | null)[])[];

/** So many items with these answers, to be rated: `1`, `2`, … */
export function ratedItems(count: number, labels: readonly (string | number)[]): ReviewItem[] {
  const answers = labels.map((label) => ({ value: `${label}`, label: `It is ${label}` }));
  return Array.from({ length: count }, (_, at) => ({
    id: `${at + 1}`,
    question: "Which is it?",
    code: `x = ${at}`,
    answers,
  }));
}

/** What the reviewers A, B, … would have exported. */
export function filesOf(items: readonly ReviewItem[], ratings: Rated, title = "Rated"): ReviewFile[] {
  return ratings.map((own, at) => {
    const reviewer = String.fromCharCode("A".charCodeAt(0) + at);
    const labels = own.flatMap((label, item) =>
      label === null ? [] : [{ itemId: items[item].id, reviewer, answer: `${label}` }]
    );
    return { format: "codebias review", version: 1, queue: queueOf(items, title), reviewer, labels };
  });
}
