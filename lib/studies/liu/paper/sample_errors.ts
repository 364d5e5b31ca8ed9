import { enumerated } from "../../../report/words.ts";
import { promptsIn } from "./column_sizes.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { nameOfSection, type PaperRule } from "./paper_error.ts";

/** Inconsistent numbers of samples and annotations of the human evaluation. */
export const annotationsAreOfSamples: PaperRule = {
  rule: "annotations are samples times annotators, samples those of the models that are named",
  inspect: (numbers) =>
    inspectEach([numbers.text.human], ({ section, samples, annotations, families }) => {
      const { annotators, models, humanSamplesPerPrompt } = numbers;
      const named = models.filter((model) => families.some((family) => model.startsWith(family)));
      const right = named.length * promptsIn("total", numbers) * humanSamplesPerPrompt;
      if (samples === right && annotations === samples * annotators) return null;
      return {
        where: nameOfSection(section),
        printed: `${samples} samples, ${annotators} annotators, ${annotations} annotations`,
        evidence: `${samples} x ${annotators} is ${samples * annotators}; ${annotations} / ${annotators} is ${
          annotations / annotators
        }; ${humanSamplesPerPrompt} of ${numbers.samplesPerPrompt} completions of ${named.length} models of ${
          enumerated(families)
        } are ${right}`,
        consequence: annotations === right * annotators
          ? `${samples} is a slip for ${right}`
          : "it is not known how many samples people saw",
      };
    }),
};

/** Models in the table of human evaluation that are not among those said to have been sampled for people. */
export const judgedModelsAreNamed: PaperRule = {
  rule: "people judged the models of which they are said to have seen completions",
  inspect: (numbers) =>
    inspectEach(numbers.table7, ({ model }) => {
      const { section, families, samples } = numbers.text.human;
      if (families.some((family) => model.startsWith(family))) return null;
      const each = promptsIn("total", numbers) * numbers.humanSamplesPerPrompt;
      return {
        where: `Table 7, ${model}`,
        printed: `a human evaluation of ${model}`,
        evidence: `${nameOfSection(section)} has ${samples} samples of ${
          enumerated(families)
        } alone; with ${model} there would be ${each} more`,
        consequence: "it is not known on what this row rests",
      };
    }),
};
