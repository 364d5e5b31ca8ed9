/** The two languages in which each task is described. */
export type Language = "en" | "zh";

/** The languages in the order of tables and figures. */
export const LANGUAGES: readonly Language[] = ["en", "zh"];
