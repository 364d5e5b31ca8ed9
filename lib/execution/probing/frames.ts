import type { Arguments, Call, ExecutionRequest } from "../../core/types.ts";
import { HARNESSES } from "../harness.ts";
import { CODE, encode, encodeText, float, PLAIN } from "../../values/mod.ts";

/** One program and its calls, as the worker is asked to run them in one child. */
export type WorkerRequest = Omit<ExecutionRequest, "stopAtLimit"> & {
  /** Whether it must be seen which call runs, however little time each takes. */
  readonly isOneByOne?: boolean;
};

/** Room for the records of one child; when it is full the remaining calls go to another child. */
const LOG_MIB = 32;

/** Calls in one block: that many are in the child's memory at a time, unless one is larger. */
const BLOCK_CALLS = 512;
const BLOCK_BYTES = 1 << 16;

/**
 * The bytes to send for a request: header, then the body; layout in worker/zygote.py.
 *
 * @param stays Whether the process is to wait for another request.
 */
export function encodeRequest(request: WorkerRequest, stays: boolean): Uint8Array {
  const { program: { source: own, entryPoint, namespace, appended = "" }, calls, limits, state, clock } =
    request;
  const known = HARNESSES.indexOf(own); // the worker has it
  const source = encodeText(known < 0 ? own + appended : "");
  const blocks = blocksOf(calls, request.isOneByOne);
  const plan = encode([
    entryPoint,
    namespace === "split",
    state ?? "fresh",
    clock === undefined ? null : float(clock),
    encodeText(appended).length,
    known < 0 ? null : known,
  ]);
  const body = 8 + plan.length + source.length + blocks.reduce((sum, block) => sum + 9 + block.size, 0);
  const { cpuMs, wallMs, memoryMiB, outputMiB } = limits;
  const room = Math.max(LOG_MIB, outputMiB + 1);
  const header = [calls.length, cpuMs, wallMs, memoryMiB, outputMiB, room, body, Number(stays)];
  const writer = new Writer(8 * header.length + body);
  for (const number of header) writer.int64(number);
  writer.block(plan);
  writer.block(source);
  for (const block of blocks) writeBlock(writer, block);
  return writer.bytes;
}

/** What ends a process that stayed. */
export const NO_MORE = new Uint8Array(8 * 8);

/** The bytes to send first: the worker's own text, programs that will be sent often, and their code if that is known. */
export function encodeStart(sources: readonly string[], code: Uint8Array = EMPTY_BYTES): Uint8Array {
  const text = encodeText(JSON.stringify(sources));
  const writer = new Writer(8 + text.length + code.length);
  writer.block(text);
  writer.block(code);
  return writer.bytes;
}

/** Kinds of blocks, see worker/body.py: calls that differ in plain arguments alone, of a function or of a constructor; or any calls. */
const KIND = { alike: 0, any: 1, made: 2 };

/** Calls that are sent together. */
interface Block {
  readonly kind: keyof typeof KIND;
  readonly calls: Call[];
  /** Encoded, of the last arguments of all calls that are alike. */
  readonly names: Uint8Array;
  /** Bytes of its content. */
  size: number;
}

function blocksOf(calls: readonly Call[], isOneByOne = false): Block[] {
  const blocks: Block[] = [];
  for (const call of calls) {
    const kind = isOneByOne ? "any" : kindOf(call);
    const given = givenIn(kind, call);
    const size = kind === "any" ? sizeOf(call) : given.args!.length - 1;
    let last = blocks.at(-1);
    if (last?.kind !== kind || (kind !== "any" && !hasRoom(last, call, size))) {
      const names = kind === "any" ? EMPTY_BYTES : encode([...given.names ?? []]);
      blocks.push(last = { kind, calls: [], names, size: kind === "any" ? 0 : 8 + 4 + names.length + 5 });
    }
    last.calls.push(call);
    last.size += size;
  }
  return blocks;
}

function hasRoom({ kind, calls, size }: Block, call: Call, more: number): boolean {
  const [{ seed }, names, own] = [calls[0], givenIn(kind, calls[0]).names, givenIn(kind, call).names];
  return calls.length < BLOCK_CALLS && size + more <= BLOCK_BYTES && seed === call.seed &&
    sameNames(names, own);
}

function sameNames(some: readonly string[] = [], others: readonly string[] = []): boolean {
  return some === others || (some.length === others.length && some.every((name, at) => name === others[at]));
}

function kindOf({ args, kwargs, init }: Call): Block["kind"] {
  if (kwargs === undefined && init === undefined && isPlain(args)) return "alike";
  const isMade = args === undefined && kwargs === undefined && init?.kwargs === undefined &&
    isPlain(init?.args);
  return isMade ? "made" : "any";
}

function isPlain(args: Uint8Array | undefined): boolean {
  return args !== undefined && args[0] === PLAIN && args[1] === CODE.list;
}

/** The arguments that differ between calls of a kind. */
function givenIn(kind: Block["kind"], call: Call): Arguments {
  return kind === "made" ? call.init! : call;
}

function partsOf({ names, args, kwargs }: Arguments = {}): Uint8Array[] {
  return [
    names && names.length > 0 ? encode([...names]) : EMPTY_BYTES,
    args ?? EMPTY_BYTES,
    kwargs ?? EMPTY_BYTES,
  ];
}

function sizeOf({ init, ...own }: Call): number {
  return [own, init].flatMap(partsOf).reduce((sum, part) => sum + 4 + part.length, 8);
}

function writeBlock(writer: Writer, { kind, calls, names, size }: Block): void {
  writer.byte(KIND[kind]);
  writer.uint32(calls.length);
  writer.uint32(size);
  if (kind !== "any") {
    writer.int64(calls[0].seed ?? -1);
    writer.block(names);
    writer.byte(CODE.list);
    writer.uint32(calls.length);
    for (const call of calls) writer.tuple(givenIn(kind, call).args!);
    return;
  }
  for (const { seed = -1, init, ...own } of calls) {
    writer.int64(seed);
    for (const part of [own, init].flatMap(partsOf)) writer.block(part);
  }
}

const EMPTY_BYTES = new Uint8Array(0);

/** Fills bytes from their beginning. */
class Writer {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  byte(value: number): void {
    this.bytes[this.#at++] = value;
  }

  uint32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  int64(value: number): void {
    this.#view.setBigInt64(this.#at, BigInt(value), true);
    this.#at += 8;
  }

  /** Length and bytes. */
  block(bytes: Uint8Array): void {
    this.uint32(bytes.length);
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** An encoded list without its flag, as a tuple: Python sees sooner that a call cannot change it. */
  tuple(encoded: Uint8Array): void {
    const { bytes } = this;
    let at = this.#at;
    bytes[at++] = CODE.tuple;
    for (let index = 2; index < encoded.length; index++) bytes[at++] = encoded[index]; // short: faster than set()
    this.#at = at;
  }
}
