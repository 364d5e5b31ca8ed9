import { probeSubjectOf } from "./probe_plan.ts";
import { problemsOf } from "./problems.ts";
import { ourWording, promptOf, wordingOf } from "./prompts.ts";
import { files, parsePublished, repository } from "./published.ts";
import { recordedTests } from "./recorded_tests.ts";
import { joinCategories, parseCategory, parseDimensions } from "./suite.ts";

/** The study on social bias in methods of classes, as far as it is there: its tasks and prompts, its recorded tests. */
export const solar = {
  repository,
  files,
  parsePublished,
  parseDimensions,
  parseCategory,
  joinCategories,
  problemsOf,
  wordingOf,
  ourWording,
  promptOf,
  probeSubjectOf,
  recordedTests,
} as const;
