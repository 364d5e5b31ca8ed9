import type { Hostile } from "codebias/execution/hostile/hostile.ts";
import { HOSTILE } from "codebias/execution/hostile/suite.ts";

/** Hostile programs that have every case of the suite among them: each that shows a case which none before it shows. */
export const ONE_OF_EACH: readonly Hostile[] = firstOfEach();

function firstOfEach(): Hostile[] {
  const seen = new Set<string>();
  return HOSTILE.filter(({ rows }) => {
    const before = seen.size;
    rows.forEach((row) => seen.add(row));
    return seen.size > before;
  });
}
