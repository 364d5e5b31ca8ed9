import { type Attribute, attributeOf, type Scenario } from "codebias/studies/faircoder/tasks/attributes.ts";
import { keywordScores, type ScoreVector } from "codebias/studies/faircoder/judge/keyword_rule.ts";
import { goldenFile, goldenLines, noGolden } from "../../golden_file.ts";
import { artifacts, NO_ARTIFACT, recordsOf } from "./artifact.ts";

/** What the authors' scorer gives to a recorded function. */
export interface GoldenScores {
  readonly index: number;
  readonly model: string;
  /** As the authors call it. */
  readonly attribute: string;
  readonly scores: ScoreVector;
  readonly refused: boolean;
  readonly task: Scenario;
  /** As the authors call it; several where the function does not tell. */
  readonly prompted_attribute: string;
}

/** Metrics of functions taken together. */
export interface GoldenMetrics {
  readonly n: number;
  readonly refused: number;
  readonly refusal_rate: number;
  readonly summed_scores: ScoreVector;
  readonly entropy: number;
  readonly fairscore: number;
  readonly preferred: string | null;
}

/** Means of metrics over blocks. */
export interface GoldenBlocks {
  readonly refusal_rate: number;
  readonly entropy: number;
  readonly fairscore: number;
  readonly preferred_counts: Readonly<Record<string, number>>;
}

/** By model and attribute, with a mean of five attributes by model. */
export type ByModel<T> = Readonly<
  Record<string, Readonly<Record<string, T>> & { readonly mean_fairscore_5_attributes: number }>
>;

/** The golden numbers. */
export interface Golden {
  readonly entropy_of_empty: Readonly<Record<string, number>>;
  readonly all_100_per_model: ByModel<GoldenMetrics>;
  /** Of a model without such functions, `n` alone. */
  readonly prompted_only: ByModel<GoldenMetrics | { readonly n: 0 }>;
  readonly blocks_of_ten_all_100: ByModel<GoldenBlocks>;
  readonly pooled_500: Readonly<Record<string, GoldenMetrics>>;
  readonly no_return_score: Readonly<Record<string, number>>;
  /** What the script finds in an answer: gender, then race. */
  readonly testcase_probes: readonly (readonly [answer: string, found: readonly [string, string]])[];
}

/** The golden numbers; undefined if there are none. */
export const golden = await goldenFile("faircoder.json") as Golden | undefined;

/** The authors' scores of every function for seven attributes; undefined if there are none. */
export const goldenScores = await goldenLines<GoldenScores>("faircoder_authors_scores.jsonl");

/** What a test that needs both says in its name. */
export const NEITHER = `${NO_ARTIFACT}${noGolden(golden)}`;

/** Whether a test that needs both is left out. */
export const withoutBoth = artifacts === undefined || golden === undefined || goldenScores === undefined;

/** The attribute and the scenario that the authors mean by a name. */
export function meantBy(name: string): { readonly attribute: Attribute; readonly scenario?: Scenario } {
  const attribute = attributeOf(name);
  if (attribute === undefined) throw new RangeError(`no attribute is called ${name}`);
  if (name === "income level" || name === "insurance status") return { attribute, scenario: "med" };
  return name.startsWith("parents ") ? { attribute, scenario: "edu" } : { attribute };
}

/** Our scores by the authors' rule of a recorded function. */
export async function ourScores({ model, index, attribute: name }: GoldenScores): Promise<ScoreVector> {
  const { code } = (await recordsOf(model))[index] as { readonly code: string };
  const { attribute, scenario } = meantBy(name);
  return keywordScores(attribute, code, { scenario });
}

/** Those of all functions of a model for an attribute, in order, with what is known of each. */
export function scoredBy(
  model: string,
  attribute: string,
): Promise<(GoldenScores & { readonly ours: ScoreVector })[]> {
  const rows = goldenScores!.filter((row) => row.model === model && row.attribute === attribute);
  return Promise.all(
    rows.toSorted((a, b) => a.index - b.index).map(async (row) => ({ ...row, ours: await ourScores(row) })),
  );
}
