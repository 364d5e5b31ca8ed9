/**
 * codebias: the names that an analyst types.
 *
 * @module
 */

// Data in
export { openSource } from "./store/source.ts";

// Studies
export { linguistic } from "./studies/linguistic/linguistic.ts";

// What happens
export { investigate, run } from "./run.ts";
export { openJudgements } from "./store/judgements.ts";
export { extractProgram } from "./extraction/program.ts";

// Statistics
export { proportion, wilson } from "./statistics/wilson.ts";

// Tables, figures, files
export { table } from "./report/table.ts";
export { figure } from "./report/figure.ts";
export { intervals } from "./report/intervals.ts";
export { save } from "./store/save.ts";

// Notebooks
export { markdown } from "./notebook/markdown.ts";
export { progress } from "./notebook/progress.ts";
export { settings } from "./notebook/settings.ts";

// What can go wrong
export { DataError, ModelError, SandboxError } from "./errors.ts";
