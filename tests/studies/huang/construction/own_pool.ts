import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";
import { readYamlFile } from "codebias/store/own_data.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import type { ConstructionInput } from "codebias/studies/huang/tasks/construction/construct_prompts.ts";
import * as z from "codebias/core/fields.ts";
import { candidatePool } from "codebias/studies/huang/tasks/construction/parse_candidates.ts";
import { chooseThreshold, scorePairs } from "codebias/studies/huang/tasks/construction/choose_threshold.ts";

const folder = join(paths.data, "huang");

const contentOf = async (...names: string[]) => (await readYamlFile(join(folder, ...names))).value;

/** The project's own labelled pairs, with how alike they are by n-grams. */
export const pairs = scorePairs(
  huang.parsePairs(await contentOf("construction", "pairs.yaml")),
  huang.ngrams(),
);

/** The threshold that they give, with what is known of it. */
export const choice = chooseThreshold(pairs);

export const threshold = choice.threshold.value!;

/** The project's own reviewed candidates. */
export const reviewed = huang.parseCandidates(await contentOf("construction", "candidates.yaml"));

/** The ids and sentences of a category's tasks. */
export async function suiteTasks(category: string): Promise<{ id: string; asks: string }[]> {
  const suite = z.part({ tasks: z.array(z.part({ id: z.text, asks: z.text }), z.must("a list")) });
  return z.read(suite, await contentOf("suite", `${category}.yaml`), category).tasks;
}

/** Tasks and reviewed candidates of each category. */
export const inputs: readonly ConstructionInput[] = await Promise.all(
  reviewed.map(async (one) => ({
    category: one.category,
    candidates: candidatePool(await suiteTasks(one.category), one),
  })),
);
