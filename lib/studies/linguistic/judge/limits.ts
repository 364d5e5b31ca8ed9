import type { Limits } from "../../../core/types.ts";

/** An input generator: its inputs may be as large as the task allows, and it is not judged. */
export const GENERATOR_CALL: Limits = { cpuMs: 20_000, wallMs: 120_000, memoryMiB: 2048, outputMiB: 64 };

/** The authors allow 4 s for a candidate and the reference together; here each has 4 s of processor time. */
export const PROGRAM_CALL: Limits = { cpuMs: 4_000, wallMs: 40_000, memoryMiB: 1024, outputMiB: 64 };

/** Generator, program and reference in one call that says only whether both agree: the time of both, and little output. */
export const COMPARISON_CALL: Limits = { cpuMs: 8_000, wallMs: 80_000, memoryMiB: 2048, outputMiB: 1 };
