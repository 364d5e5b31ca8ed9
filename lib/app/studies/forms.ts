/**
 * Loaders of the studies without their figures and tables, which takes half as long, in the order of their notebooks. A new
 * study must be named here for commands, and in studies/mod.ts for analysts.
 */
export const FORMS = {
  liu: async () => (await import("../../studies/liu/study.ts")).liu,
  huang: async () => (await import("../../studies/huang/study.ts")).huang,
  solar: async () => (await import("../../studies/solar/study.ts")).solar,
  linguistic: async () => (await import("../../studies/linguistic/study.ts")).linguistic,
  faircoder: async () => (await import("../../studies/faircoder/study.ts")).faircoder,
} as const;

/** The name of a study for which models can be asked. */
export type AskedStudy = keyof typeof FORMS;
