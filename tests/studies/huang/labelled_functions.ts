import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";
import { readYamlFiles } from "codebias/store/own_data.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import type { LabelledFunction } from "codebias/studies/huang/judge/labelled.ts";

/** The labelled functions of the study, in order of their files. */
export const labelled: readonly LabelledFunction[] =
  (await readYamlFiles(join(paths.data, "huang", "labelled"))).flatMap(({ value }) =>
    huang.parseLabelled(value)
  );

/** The protected attributes of a labelled function. */
export function protectedOf({ subject }: LabelledFunction): string[] {
  return subject.attributes.flatMap((one) => one.protected ? [one.name] : []);
}

/** Whether some protected attribute changes what the function does. */
export function isBiased(one: LabelledFunction): boolean {
  return protectedOf(one).some((name) => one.biasedOn.includes(name));
}
