import { cellsBy } from "../../../../statistics/cells.ts";
import { tableWith } from "../../../../report/tables/table_with.ts";
import type { Advantage, Winner } from "../../metrics/efficiency/advantages.ts";
import { counted } from "../../metrics/efficiency/efficiency.ts";

/** How many tasks have their most efficient correct program in which language. */
export type AdvantageCount = ReturnType<typeof advantageCounts>[number];

/**
 * The counts behind the paper's Venn diagrams, a row for each model, prompting method and temperature.
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
      /** Tasks where the program for the English description is better, both are equally efficient, the one for the Chinese is better. */
      ...{ en: count("en"), both: count("both"), zh: count("zh") },
      /** All of these. */
      n: own.length,
    };
  });
}

/** How many tasks a given number of models wins in each language. */
export type AdvantageGrid = ReturnType<typeof advantageGrid>[number];

/** The paper leaves this model out of its Fig. 3, which is about open models. */
const CLOSED_MODELS: readonly string[] = ["GPT-3.5-Turbo"];

/**
 * How many open models share the advantage of a language: for each prompting method and temperature the
 * number of tasks that `enModels` models solve better from English and `zhModels` better from Chinese.
 *
 * Source: the BilingualCodeEval paper, Fig. 3. Models that are one and the same share advantages by themselves.
 *
 * @returns Every possible pair of numbers, even those without tasks.
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

/** The counts of the Venn diagrams as a table. */
export const advantageTable = tableWith<AdvantageCount>([
  ...["model", "prompt", "temperature", "en", "both", "zh", "n"] as const,
]);

/** The distribution of advantages over models as a table. */
export const advantageGridTable = tableWith<AdvantageGrid>([
  ...["prompt", "temperature", "zhModels", "enModels", "tasks"] as const,
]);
