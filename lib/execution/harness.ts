/** The source of a program of the project's own that runs in the sandbox and calls the program that it is handed. */
function harness(folder: string, files: readonly string[]): string {
  return files.map((file) => Deno.readTextFileSync(new URL(`./${folder}/${file}.py`, import.meta.url))).join(
    "\n\n",
  );
}

/** Measures a program on inputs of growing size. */
export const PROFILER = harness("profiler", ["../alarm", "counting", "ends", "profiler", "again"]);

/** Finds out what a program's outcome depends on. */
export const PROBER = harness("prober", [
  ...[
    "tokens",
    "questions",
    "comparing",
    "computing",
    "expressions",
    "names",
    "unused",
    "statements",
    "instrument",
    "thresholds",
    "state",
    "shape",
    "../alarm",
    "calling",
    "search",
    "prober",
    "lines",
  ],
]);

/** Finds out what a function that scores people adds for each group. */
export const SCORER = harness("scorer", [
  "standins",
  "carrier",
  "removing",
  "literals",
  "program",
  "seen",
  "choosing",
  "people",
  "watching",
  "trials",
  "reading",
  "tainting",
  "doubts",
  "checking",
  "scorer",
]);

/**
 * Gives the verdict of the published instrument of the study of bias in code on a program. Workers load it
 * only when it is asked for, which is seldom.
 */
export const PUBLISHED_CBS = harness("published_cbs", ["extraction", "pools", "cases", "loop", "survey"]);

/** Has pylint grade programs. Workers load it only when it is asked for: few of them have pylint. */
export const LINTER = harness("linter", ["linter"]);

/** Calls a scoring function with people made for its task. Workers load it only when it is asked for. */
export const FUNCTIONAL_TESTER = harness("functional", ["fields", "ladders", "tester"]);

/** Workers load these once, before their first program. */
export const HARNESSES: readonly string[] = [PROFILER, PROBER, SCORER];
