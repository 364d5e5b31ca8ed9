import type { Call, Limits, Outcome, Program, ProgramReport, StopKind } from "../types.ts";
import { decode, validate } from "../values/decode.ts";
import { encodeText } from "../values/encode.ts";
import { type PythonValue, typeName } from "../values/python_value.ts";

/** One program and its calls, as the worker is asked to run them in one child. */
export interface WorkerRequest {
  readonly program: Program;
  readonly calls: readonly Call[];
  readonly limits: Limits;
}

const MIB = 1 << 20;
/** Room for the records of one child; when it is full the remaining calls go to another child. */
const LOG_MIB = 32;

/** The bytes to send for a request: length and header, then the body; layout in worker.py. */
export function encodeRequest(request: WorkerRequest): Uint8Array[] {
  const { program, calls, limits } = request;
  const body = encodeBody(program, calls);
  const header = encodeText(JSON.stringify({
    ...limits,
    calls: calls.length,
    entryPoint: program.entryPoint,
    split: program.namespace === "split",
    logMiB: Math.max(LOG_MIB, limits.outputMiB + 1),
    body: body.length,
  }));
  const head = new Uint8Array(4 + header.length);
  new DataView(head.buffer).setUint32(0, header.length, true);
  head.set(header, 4);
  return [head, body];
}

function encodeBody(program: Program, calls: readonly Call[]): Uint8Array {
  const source = encodeText(program.source);
  const length = calls.reduce(
    (sum, call) => sum + 16 + size(call.args) + size(call.kwargs),
    4 + source.length,
  );
  const body = new Uint8Array(length);
  const view = new DataView(body.buffer);
  let at = 0;
  const block = (bytes?: Uint8Array) => {
    view.setUint32(at, size(bytes), true);
    if (bytes) body.set(bytes, at + 4);
    at += 4 + size(bytes);
  };
  block(source);
  for (const { args, kwargs, seed = -1 } of calls) {
    view.setBigInt64(at, BigInt(seed), true);
    at += 8;
    block(args);
    block(kwargs);
  }
  return body;
}

function size(bytes?: Uint8Array): number {
  return bytes?.length ?? 0;
}

/** What a child claims in its log, read strictly. */
export interface Claims {
  /** How loading went; undefined when the child ended before it said so. */
  readonly report?: Pick<ProgramReport, "kind" | "type" | "message">;
  readonly outcomes: readonly Outcome[];
  /** Whether the child reached the end of its calls. */
  readonly complete: boolean;
}

/**
 * Reads the records that a child wrote.
 *
 * @param log The records; whatever a hostile program made of them.
 * @param calls How many calls were asked for.
 * @param outputMiB Limit on one returned value.
 * @throws {SyntaxError} If they are not what an honest worker writes.
 */
export function readClaims(log: Uint8Array<ArrayBuffer>, calls: number, outputMiB: number): Claims {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  const outcomes: Outcome[] = [];
  let report: Claims["report"];
  let complete = false;
  for (let at = 0; at < log.length;) {
    if (complete) throw new SyntaxError("records after the end");
    if (at + 13 > log.length) throw new SyntaxError("a record is cut off");
    const kind = String.fromCharCode(log[at]);
    const cpuMs = Number(view.getBigUint64(at + 1, true)) / 1e6;
    const end = at + 13 + view.getUint32(at + 9, true);
    if (end > log.length) throw new SyntaxError("a record is cut off");
    const payload = log.subarray(at + 13, end);
    at = end;
    if (kind === "L" && report === undefined) {
      report = readReport(payload);
    } else if (kind === "S" && report === undefined) {
      const [stop, message] = texts(payload, 2);
      report = { kind: stopKind(stop), message };
    } else if (kind === "." && report && outcomes.length === calls && payload.length === 0) {
      complete = true;
    } else if (report?.kind === "loaded" && outcomes.length < calls) {
      outcomes.push(readOutcome(kind, payload, cpuMs, outputMiB));
    } else {
      throw new SyntaxError(`an unexpected record of kind ${JSON.stringify(kind)}`);
    }
  }
  return { report, outcomes, complete };
}

function readOutcome(
  kind: string,
  payload: Uint8Array<ArrayBuffer>,
  cpuMs: number,
  outputMiB: number,
): Outcome {
  switch (kind) {
    case "R":
      if (payload.length > outputMiB * MIB) throw new SyntaxError("a value above its size limit");
      validate(payload);
      return { kind: "returned", value: payload, cpuMs };
    case "X": {
      const [type, message] = texts(payload, 2);
      return { kind: "raised", type, message, cpuMs };
    }
    case "U": {
      const [type, message] = texts(payload, 2);
      return { kind: "unserialisable", type, message, cpuMs };
    }
    case "S": {
      const [stop, message] = texts(payload, 2);
      return { kind: stopKind(stop), message, cpuMs };
    }
    default:
      throw new SyntaxError(`an unknown record kind ${JSON.stringify(kind)}`);
  }
}

const LOAD_KINDS = ["loaded", "syntax-error", "no-entry-point", "raised"] as const;

function readReport(payload: Uint8Array<ArrayBuffer>): Claims["report"] {
  const [kind, type, message] = texts(payload, 3);
  const known = LOAD_KINDS.find((name) => name === kind);
  if (!known) throw new SyntaxError(`an unknown way to load: ${kind}`);
  return { kind: known, ...(type && { type }), ...(message && { message }) };
}

/** The only limits that a child itself notices; the others are the zygote's to say. */
const CLAIMED_STOPS = ["memory-limit", "output-limit", "process-limit"] as const;

function stopKind(name: string): StopKind {
  const known = CLAIMED_STOPS.find((stop) => stop === name);
  if (!known) throw new SyntaxError(`an unknown limit: ${name}`);
  return known;
}

function texts(payload: Uint8Array<ArrayBuffer>, count: number): string[] {
  const value: PythonValue = decode(payload);
  if (typeName(value) === "tuple") {
    const { items } = value as { items: readonly PythonValue[] };
    if (items.length === count && items.every((item) => typeof item === "string")) return items as string[];
  }
  throw new SyntaxError("a record with the wrong content");
}
