import type { EncodedValue, End, Outcome, ProgramReport, StopKind } from "../core/types.ts";
import { decode, isA, type PythonValue, splitList, validate } from "../values/mod.ts";

/** The claims in a child's log, strictly checked. */
export interface Claims {
  /** The report of loading; undefined if the child ended before it wrote one. */
  readonly report?: Pick<ProgramReport, "kind" | "type" | "message">;
  readonly outcomes: readonly Outcome[];
  /** Whether the child reached the end of its calls. */
  readonly complete: boolean;
}

const MIB = 1 << 20;

/** The maximum size of a record with a message or changed arguments, bytes, far above that of an honest worker. */
const LONGEST_REMARK = 1 << 16;

/**
 * Reads the records that a child wrote.
 *
 * @param log The records, which a hostile program may have changed.
 * @param calls The number of requested calls.
 * @param outputMiB The size limit of one returned value, MiB.
 * @throws {SyntaxError} If an honest worker would not write such records.
 */
export function readClaims(log: Uint8Array<ArrayBuffer>, calls: number, outputMiB: number): Claims {
  return new ClaimReader(log, calls, outputMiB * MIB).read();
}

type Mutated = readonly (number | string)[];

class ClaimReader {
  readonly #outcomes: Outcome[] = [];
  #report: Claims["report"];
  #complete = false;
  #mutated: Mutated | undefined;

  constructor(readonly log: Uint8Array<ArrayBuffer>, readonly calls: number, readonly limit: number) {}

  read(): Claims {
    const { log } = this;
    const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
    for (let at = 0; at < log.length;) {
      if (this.#complete) throw new SyntaxError("records after the end");
      if (at + 13 > log.length) throw new SyntaxError("a record is cut off");
      const kind = String.fromCharCode(log[at]);
      const cpuMs = Number(view.getBigUint64(at + 1, true)) / 1e6;
      const end = at + 13 + view.getUint32(at + 9, true);
      if (end > log.length) throw new SyntaxError("a record is cut off");
      if (kind !== "R" && kind !== "B" && end - at > LONGEST_REMARK) {
        throw new SyntaxError("a remark too long");
      }
      this.#record(kind, cpuMs, log.subarray(at + 13, end));
      at = end;
    }
    return { report: this.#report, outcomes: this.#outcomes, complete: this.#complete };
  }

  #record(kind: string, cpuMs: number, payload: EncodedValue): void {
    const outcomes = this.#outcomes;
    if (kind === "L" && this.#report === undefined) {
      this.#report = readReport(payload);
    } else if (kind === "S" && this.#report === undefined) {
      const [stop, message] = texts(payload, 2);
      this.#report = { kind: stopKind(stop), message };
    } else if (kind === "." && this.#report && outcomes.length === this.calls && payload.length === 0) {
      this.#complete = true;
    } else if (this.#report?.kind !== "loaded" || outcomes.length === this.calls) {
      throw new SyntaxError(`an unexpected record of kind ${JSON.stringify(kind)}`);
    } else if (kind === "M" && this.#mutated === undefined) {
      this.#mutated = readMutated(decode(payload));
    } else if (kind === "B" && this.#mutated === undefined) {
      this.#batch(cpuMs, payload);
    } else {
      this.#add(this.#end(kind, payload, cpuMs), this.#mutated);
      this.#mutated = undefined;
    }
  }

  #add(end: End, mutated: Mutated | undefined): void {
    this.#outcomes.push(mutated ? { ...end, mutated } : end);
  }

  /** Adds the values of a batch of calls too short to be timed one by one: `[values, ((index, mutated), ...)]`. */
  #batch(cpuMs: number, payload: EncodedValue): void {
    if (payload.length > this.limit) throw new SyntaxError("values above their size limit");
    const { values, rest } = splitBatch(payload, this.calls - this.#outcomes.length);
    if (values.length < 2 || this.#outcomes.length + values.length > this.calls) {
      throw new SyntaxError(`a batch of ${values.length} values`);
    }
    const mutated = new Map(rest.map((item) => {
      if (!isA(item, "tuple") || item.items.length !== 2) {
        throw new SyntaxError("a batch with the wrong content");
      }
      const [index, places] = item.items;
      if (typeof index !== "number" || !(index in values)) {
        throw new SyntaxError("a batch with the wrong content");
      }
      return [index, readMutated(places)];
    }));
    if (mutated.size !== rest.length) throw new SyntaxError("changed arguments of a call twice");
    const share = cpuMs / values.length;
    values.forEach((value, index) =>
      this.#add({ kind: "returned", value, cpuMs: share }, mutated.get(index))
    );
  }

  #end(kind: string, payload: EncodedValue, cpuMs: number): End {
    switch (kind) {
      case "R":
        if (payload.length > this.limit) throw new SyntaxError("a value above its size limit");
        validate(payload);
        return { kind: "returned", value: payload, cpuMs };
      case "X":
      case "U": {
        const [type, message] = texts(payload, 2);
        return { kind: kind === "X" ? "raised" : "unserialisable", type, message, cpuMs };
      }
      case "S": {
        const [stop, message] = texts(payload, 2);
        return { kind: stopKind(stop), message, cpuMs };
      }
      default:
        throw new SyntaxError(`an unknown record kind ${JSON.stringify(kind)}`);
    }
  }
}

/** The two parts of a batch: the list of values, and a tuple of all other claims. */
function splitBatch(
  payload: EncodedValue,
  most: number,
): { values: EncodedValue[]; rest: readonly PythonValue[] } {
  const parts = splitList(payload, 2);
  const rest = parts.length === 2 ? decode(parts[1]) : null;
  if (!isA(rest, "tuple")) throw new SyntaxError("a batch with the wrong content");
  return { values: splitList(parts[0], most), rest: rest.items };
}

function readMutated(value: PythonValue): Mutated {
  if (isA(value, "tuple") && value.items.length > 0) {
    const known = value.items.every((item) =>
      typeof item === "string" || (typeof item === "number" && item >= 0)
    );
    if (known) return value.items as Mutated;
  }
  throw new SyntaxError("changed arguments with the wrong content");
}

const LOAD_KINDS = ["loaded", "syntax-error", "no-entry-point", "raised"] as const;

function readReport(payload: EncodedValue): Claims["report"] {
  const [kind, type, message] = texts(payload, 3);
  const known = LOAD_KINDS.find((name) => name === kind);
  if (!known) throw new SyntaxError(`an unknown way to load: ${kind}`);
  if (known === "loaded" && (type || message)) throw new SyntaxError("a remark on a program that loaded");
  return { kind: known, ...(type && { type }), ...(message && { message }) };
}

/** The limits that a child itself notices; all others are reported by the zygote. */
const CLAIMED_STOPS = ["memory-limit", "output-limit", "process-limit"] as const;

function stopKind(name: string): StopKind {
  const known = CLAIMED_STOPS.find((stop) => stop === name);
  if (!known) throw new SyntaxError(`an unknown limit: ${name}`);
  return known;
}

function texts(payload: EncodedValue, count: number): string[] {
  const value = decode(payload);
  if (
    isA(value, "tuple") && value.items.length === count &&
    value.items.every((item) => typeof item === "string")
  ) {
    return value.items as string[];
  }
  throw new SyntaxError("a record with the wrong content");
}
