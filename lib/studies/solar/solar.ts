import { recordedTests } from "./recorded_tests.ts";

/** The study on social bias in methods of classes, as far as it is there: its recorded tests. */
export const solar = { recordedTests } as const;
