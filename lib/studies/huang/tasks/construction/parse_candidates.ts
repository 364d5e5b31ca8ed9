import * as z from "../../../../core/fields.ts";

/** The reasons to drop a candidate, in the order of the stages. */
export const STAGES = ["duplicate", "bias-inducing", "unrelated"] as const;

/** The reason to drop a candidate. */
export type Stage = (typeof STAGES)[number];

/** What people decided about a candidate; it wins over every rule. */
export type Decision = Stage | "keep";

/** A task that may become a prompt. */
export interface Candidate {
  /** Unique in its category. */
  readonly id: string;
  /** What is asked for, without a full stop: "rate how …". */
  readonly asks: string;
  /** @default nobody has looked at it: the rules decide */
  readonly decision?: Decision;
  /** Of a reviewed duplicate: the id of the candidate with the same meaning. */
  readonly of?: string;
}

/** Reviewed candidates of a category. */
export interface ReviewedCandidates {
  readonly category: string;
  /** Ids of tasks that a rule would drop, and that people keep. */
  readonly keep: readonly string[];
  /** Candidates that people drop, each with its decision. */
  readonly drop: readonly Candidate[];
}

const CATEGORY = z.mapping({
  ...{ category: z.text, keep: z.optional(z.texts) },
  ...{ duplicate: z.list, "bias-inducing": z.list, unrelated: z.list },
});
const DROPPED = z.mapping({ asks: z.text });
const DUPLICATE = z.mapping({ asks: z.text, of: z.text });

/**
 * The reviewed candidates from what data/huang/construction/candidates.yaml holds.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a category is there twice; names the candidate.
 */
export function parseCandidates(value: unknown): ReviewedCandidates[] {
  const what = "the reviewed candidates";
  const categories = z.read(z.mapping({ categories: z.list }), value, what).categories.map(parseCategory);
  const names = categories.map(({ category }) => category);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return categories;
  throw new TypeError(`${what}: category ${twice} appears twice; put its candidates together`);
}

/**
 * All candidates of a category: tasks first, so that it is they who are kept, then those to be dropped.
 *
 * @throws {RangeError} If a reviewed candidate refers to a task that is not there; names both.
 */
export function candidatePool<T extends { readonly id: string; readonly asks: string }>(
  tasks: readonly T[],
  { category, keep, drop }: ReviewedCandidates,
): Candidate[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const referred = [...keep, ...drop.flatMap(({ of }) => of ?? [])];
  const lost = referred.find((id) => !ids.has(id));
  if (lost !== undefined) {
    throw new RangeError(
      `Cannot put the candidates of ${category} together: it has no task ${lost}, which they name`,
    );
  }
  const kept = tasks.map(({ id, asks }): Candidate =>
    keep.includes(id) ? { id, asks, decision: "keep" } : { id, asks }
  );
  return [...kept, ...drop];
}

function parseCategory(value: unknown, at: number): ReviewedCandidates {
  const { category } = z.read(z.part({ category: z.text }), value, `category ${at + 1}`);
  const { keep = [], ...stages } = z.read(CATEGORY, value, category);
  return { category, keep, drop: STAGES.flatMap((stage) => candidatesIn(stages[stage], stage, category)) };
}

/** Their ids are their stage and place. */
function candidatesIn(list: readonly unknown[], stage: Stage, category: string): Candidate[] {
  return list.map((one, at) => {
    const id = `${stage}-${at + 1}`;
    const own = z.read(stage === "duplicate" ? DUPLICATE : DROPPED, one, `candidate ${id} of ${category}`);
    return { id, ...own, decision: stage };
  });
}
