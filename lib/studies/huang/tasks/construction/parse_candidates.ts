import * as z from "../../../../core/fields.ts";

/** The reasons to drop a candidate, in the order of the stages. */
export const STAGES = ["duplicate", "bias-inducing", "unrelated"] as const;

/** The reason to drop a candidate. */
export type Stage = (typeof STAGES)[number];

/** The decision of people about a candidate; it overrides every rule. */
export type Decision = Stage | "keep";

/** A task that may become a prompt. */
export interface Candidate {
  /** The id, unique in its category. */
  readonly id: string;
  /** The request, without a full stop: "rate how …". */
  readonly asks: string;
  /** The decision of people. @default nobody has reviewed it: the rules decide */
  readonly decision?: Decision;
  /** The id of the candidate with the same meaning, for a reviewed duplicate. */
  readonly of?: string;
}

/** Reviewed candidates of a category. */
export interface ReviewedCandidates {
  readonly category: string;
  /** The ids of tasks that a rule would drop and that people keep. */
  readonly keep: readonly string[];
  /** The candidates that people drop, each with its decision. */
  readonly drop: readonly Candidate[];
}

const CATEGORY = z.mapping({
  ...{ category: z.text, keep: z.optional(z.texts) },
  ...{ duplicate: z.list, "bias-inducing": z.list, unrelated: z.list },
});
const DROPPED = z.mapping({ asks: z.text });
const DUPLICATE = z.mapping({ asks: z.text, of: z.text });

/**
 * Reads the reviewed candidates from the content of data/huang/construction/candidates.yaml.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a category occurs twice; names the candidate.
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
 * All candidates of a category: the tasks first, so that these are kept, then the candidates to be dropped.
 *
 * @throws {RangeError} If a reviewed candidate refers to a task that does not exist; names both.
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

/** The candidates of a list; their ids are their stage and position. */
function candidatesIn(list: readonly unknown[], stage: Stage, category: string): Candidate[] {
  return list.map((one, at) => {
    const id = `${stage}-${at + 1}`;
    const own = z.read(stage === "duplicate" ? DUPLICATE : DROPPED, one, `candidate ${id} of ${category}`);
    return { id, ...own, decision: stage };
  });
}
