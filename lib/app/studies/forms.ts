/**
 * How to load each study without what draws and tabulates, which takes half as long, in the order of their notebooks. Who
 * adds a study names it here for commands, and in studies/mod.ts for analysts.
 */
export const FORMS = {
  liu: async () => (await import("../../studies/liu/study.ts")).liu,
  huang: async () => (await import("../../studies/huang/study.ts")).huang,
  solar: async () => (await import("../../studies/solar/study.ts")).solar,
  linguistic: async () => (await import("../../studies/linguistic/study.ts")).linguistic,
  faircoder: async () => (await import("../../studies/faircoder/study.ts")).faircoder,
} as const;

/** A study that models can be asked for. */
export type AskedStudy = keyof typeof FORMS;
