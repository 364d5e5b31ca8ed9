import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { EncodedValue, Outcome } from "../../core/types.ts";

/** Outcomes as they are stored: their fields as JSON and, separately, the bytes of all values, concatenated. */
export type OutcomeBlock = ReturnType<typeof packOutcomes>;

/** Bytes as they are stored. */
export interface Content {
  readonly bytes: Uint8Array;
  /** 1 if they are compressed. */
  readonly deflated: 0 | 1;
}

/** An outcome in JSON, with the length of the value, in bytes, in place of the value. */
type Head =
  | Exclude<Outcome, { kind: "returned" }>
  | Omit<Extract<Outcome, { kind: "returned" }>, "value"> & {
    readonly length: number;
  };

/** The size below which compression is not worthwhile, bytes. */
const WORTH_COMPRESSING = 512;

/** The total size of the values of outcomes, bytes. */
export function valueBytes(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + (outcome.kind === "returned" ? outcome.value.length : 0), 0);
}

/**
 * Packs outcomes to be stored.
 *
 * @example
 * ```ts
 * import { packOutcomes, unpackOutcomes } from "codebias/store/outcomes/outcome_block.ts";
 * import { encode } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * const outcomes = [
 *   { kind: "returned", value: encode(1), cpuMs: 0.5 },
 *   { kind: "raised", type: "KeyError", message: "'a'", cpuMs: 0.5 },
 * ] as const;
 * assert.deepEqual(unpackOutcomes(packOutcomes(outcomes)), outcomes);
 * ```
 */
export function packOutcomes(outcomes: readonly Outcome[]) {
  const values: Uint8Array = new Uint8Array(valueBytes(outcomes));
  let at = 0;
  const heads = outcomes.map((outcome): Head => {
    if (outcome.kind !== "returned") return outcome;
    const { value, ...head } = outcome;
    values.set(value, at);
    at += value.length;
    return { ...head, length: value.length };
  });
  return { heads: JSON.stringify(heads), values };
}

/**
 * The outcomes that {@linkcode packOutcomes} was given.
 *
 * @throws {SyntaxError} If heads and values do not belong together.
 */
export function unpackOutcomes({ heads, values }: OutcomeBlock): Outcome[] {
  let at = 0;
  const outcomes = (JSON.parse(heads) as Head[]).map((head): Outcome => {
    if (!("length" in head)) return head;
    const { length, ...rest } = head;
    const value: EncodedValue = new Uint8Array(values.subarray(at, at += length));
    return { ...rest, value };
  });
  if (at !== values.length) throw new SyntaxError("outcomes and their values do not match");
  return outcomes;
}

/**
 * Compresses bytes if that makes them clearly smaller: by more than a tenth.
 *
 * @example
 * ```ts
 * import { compress, decompress } from "codebias/store/outcomes/outcome_block.ts";
 * import assert from "node:assert/strict";
 * const content = compress(new Uint8Array(10_000));
 * assert(content.bytes.length < 1_000);
 * assert.deepEqual(decompress(content), new Uint8Array(10_000));
 * ```
 */
export function compress(bytes: Uint8Array): Content {
  const packed = bytes.length < WORTH_COMPRESSING ? bytes : deflateRawSync(bytes, { level: 1 });
  const better = packed.length < 0.9 * bytes.length;
  return { bytes: better ? packed : bytes, deflated: better ? 1 : 0 };
}

/** The bytes that {@linkcode compress} was given. */
export function decompress({ bytes, deflated }: Content): Uint8Array {
  return deflated ? new Uint8Array(inflateRawSync(bytes)) : bytes;
}
