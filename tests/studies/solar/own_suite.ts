import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";
import { readYamlFile, readYamlFiles } from "codebias/store/own_data.ts";
import { checkSuite, parseCategory, parseDimensions } from "codebias/studies/solar/tasks/suite.ts";

const folder = join(paths.data, "solar");

/** The project's own dimensions. */
export const dimensions = parseDimensions((await readYamlFile(join(folder, "dimensions.yaml"))).value);

/** The project's own categories, by the names of their files. */
export const categories = Object.fromEntries(
  (await readYamlFiles(join(folder, "suite"))).map((
    { name, value },
  ) => [name, parseCategory(value, dimensions)]),
);

/** The project's own tasks. */
export const tasks = Object.values(categories).flat();
checkSuite(tasks);
