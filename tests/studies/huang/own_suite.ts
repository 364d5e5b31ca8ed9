import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";
import { readMethods } from "codebias/store/tasks.ts";
import { readYamlFiles } from "codebias/store/own_data.ts";
import { parseCategory } from "codebias/studies/huang/tasks/suite.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";

const folder = join(paths.data, "huang");

/** The project's own categories, by the names of their files. */
export const categories: Readonly<Record<string, readonly HuangTask[]>> = Object.fromEntries(
  (await readYamlFiles(join(folder, "suite"))).map(({ name, value }) => [name, parseCategory(value)]),
);

/** The project's own tasks. */
export const tasks: readonly HuangTask[] = Object.values(categories).flat();

/** The project's own prompt strategies. */
export const templates: Readonly<Record<string, string>> = await readMethods(
  folder,
  "prompts.json",
  () => {},
);

/** One task of each category. */
export const some: readonly HuangTask[] = Object.values(categories).map(([first]) => first);
