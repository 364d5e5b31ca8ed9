import { createHash, hash } from "node:crypto";
import type { Arguments, Call, ExecutionRequest } from "../../core/types.ts";

/** The environment that the outcomes of programs depend on; a sandbox's `protection` has the required fields. */
export interface Surroundings {
  readonly level: string;
  /** Version of Python. */
  readonly python: string;
  readonly machine: string;
  /** Packages that programs may import, with their versions. */
  readonly packages: readonly string[];
  /** Python's hash seed, which determines the order of the items of a set. @default 0 */
  readonly hashSeed?: number;
}

/** The length of a call's hash, bytes. */
export const CALL_BYTES = 16;

/**
 * The key of a program together with everything, except the calls, that its outcomes depend on.
 *
 * @param version Version of the code that executes programs, see `executionVersion`.
 * @returns 64 hexadecimal digits.
 */
export function programKey(
  { program, limits, state = "fresh", clock }: Omit<ExecutionRequest, "calls">,
  { level, python, machine, packages, hashSeed = 0 }: Surroundings,
  version: string,
): string {
  const { source, entryPoint, namespace, appended } = program;
  const { cpuMs, wallMs, memoryMiB, outputMiB } = limits;
  const parts = [
    "outcomes 1",
    version,
    [level, python, machine, packages, hashSeed],
    [source, entryPoint, namespace, ...appended ? [appended] : []],
    [cpuMs, wallMs, memoryMiB, outputMiB],
    state,
    clock ?? null,
  ];
  return hash("sha256", JSON.stringify(parts));
}

/**
 * The hash of each call, in order: of the call itself or, where calls share state, of the call and all calls before
 * it.
 *
 * @returns 32 hexadecimal digits each.
 */
export function callKeys({ calls, state }: Pick<ExecutionRequest, "calls" | "state">): string[] {
  let before = "";
  return calls.map((call) => {
    const key = callKey(call, before);
    if (state === "shared") before = key;
    return key;
  });
}

function callKey({ args, names, kwargs, init, seed }: Call, before: string): string {
  const values = [{ args, kwargs }, init ?? {}].flatMap(({ args, kwargs }: Arguments) => [args, kwargs]);
  const sizes = values.map((value) => value?.length ?? null);
  const named = names || init?.names ? [names ?? null, init?.names ?? null] : [];
  const hash = createHash("sha256");
  hash.update(JSON.stringify([before, seed ?? null, init !== undefined, sizes, ...named]));
  for (const value of values) if (value) hash.update(value);
  return hash.digest("hex").slice(0, 2 * CALL_BYTES);
}
