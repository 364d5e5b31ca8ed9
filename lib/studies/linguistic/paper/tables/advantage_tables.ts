import { cellsBy } from "../../../../statistics/cells.ts";
import { tableWith } from "../../../../report/tables/table_with.ts";
import type { Advantage, Winner } from "../../metrics/efficiency/advantages.ts";
import { counted } from "../../metrics/efficiency/efficiency.ts";

/** The number of tasks by the language of their most efficient correct program. */
export type AdvantageCount = ReturnType<typeof advantageCounts>[number];

/**
 * The counts behind the paper's Venn diagrams, with a row for each model, prompting method and temperature.
 *
 * Source: the BilingualCodeEval paper, Fig. 2, over the tasks that the authors' scripts count (solved in either
 * language).
 */
export function advantageCounts(tasks: readonly Advantage[]) {
  const keysOf = ({ model, prompt, temperature }: Advantage) => ({ model, prompt, temperature });
  return cellsBy(counted(tasks, "published"), keysOf).map(({ keys, own }) => {
    const count = (winner: Winner) => own.filter((task) => task.winner === winner).length;
    return {
      ...keys,
      /** The numbers of tasks with a better program from English, equal ones from both, and a better one from Chinese. */
      ...{ en: count("en"), both: count("both"), zh: count("zh") },
      /** The number of all these tasks. */
      n: own.length,
    };
  });
}

/** The number of tasks that given numbers of models win in each language. */
export type AdvantageGrid = ReturnType<typeof advantageGrid>[number];

/** The models that the paper leaves out of its Fig. 3, which is about open models. */
const CLOSED_MODELS: readonly string[] = ["GPT-3.5-Turbo"];

/**
 * How many open models share the advantage of a language: for each prompting method and temperature the
 * number of tasks that `enModels` models solve better from English and `zhModels` models solve better from Chinese.
 *
 * Source: the BilingualCodeEval paper, Fig. 3. Models that are one and the same necessarily share advantages.
 *
 * @returns A row for every possible pair of numbers, even those without tasks.
 */
export function advantageGrid(tasks: readonly Advantage[]) {
  const open = tasks.filter(({ model }) => !CLOSED_MODELS.includes(model));
  return cellsBy(open, ({ prompt, temperature }) => ({ prompt, temperature })).flatMap(
    ({ keys, own: level }) => {
      const most = new Set(level.map(({ model }) => model)).size;
      const places = [...Map.groupBy(level, ({ taskId }) => taskId).values()].map((task) => {
        const won = counted(task, "published").map(({ winner }) => winner);
        const count = (language: Winner) => won.filter((winner) => winner === language).length;
        return { zh: count("zh"), en: count("en") };
      });
      const numbers = Array.from({ length: most + 1 }, (_, at) => at);
      return numbers.flatMap((zhModels) =>
        numbers.filter((enModels) => enModels + zhModels <= most).map((enModels) => ({
          ...{ ...keys, zhModels, enModels },
          tasks: places.filter(({ zh, en }) => zh === zhModels && en === enModels).length,
        }))
      );
    },
  );
}

/** The table of the counts of the Venn diagrams. */
export const advantageTable = tableWith<AdvantageCount>([
  ...["model", "prompt", "temperature", "en", "both", "zh", "n"] as const,
]);

/** The table of the distribution of advantages over models. */
export const advantageGridTable = tableWith<AdvantageGrid>([
  ...["prompt", "temperature", "zhModels", "enModels", "tasks"] as const,
]);
