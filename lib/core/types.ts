/**
 * The nouns of codebias, in the order in which data flows:
 *
 *     task -> prompt -> completion -> program -> outcomes -> finding -> estimate -> table / figure
 *
 * These files import nothing else and hold no behaviour.
 *
 * @module
 */

export type * from "./types/dataset.ts";
export type * from "./types/generation.ts";
export type * from "./types/execution.ts";
export type * from "./types/functional_test.ts";
export type * from "./types/profile.ts";
export type * from "./types/probe.ts";
export type * from "./types/study.ts";
export type * from "./types/form.ts";
export type * from "./types/importance.ts";
export type * from "./types/review.ts";
export type * from "./types/score.ts";
