import type { Call, ExecutionRequest } from "../../core/types.ts";
import { CODE, encode, encodeText, float, PLAIN } from "../../values/mod.ts";

/** One program and its calls, as the worker is asked to run them in one child. */
export type WorkerRequest = Omit<ExecutionRequest, "stopAtLimit">;

/** Room for the records of one child; when it is full the remaining calls go to another child. */
const LOG_MIB = 32;

/** Calls in one block: that many are in the child's memory at a time, unless one is larger. */
const BLOCK_CALLS = 512;
const BLOCK_BYTES = 1 << 16;

/** The bytes to send for a request: header, then the body; layout in worker/zygote.py. */
export function encodeRequest(request: WorkerRequest): Uint8Array {
  const { program: { source: own, entryPoint, namespace, appended = "" }, calls, limits, state, clock } =
    request;
  const source = encodeText(own + appended);
  const blocks = blocksOf(calls);
  const plan = encode([
    entryPoint,
    namespace === "split",
    state === "shared",
    clock === undefined ? null : float(clock),
    encodeText(appended).length,
  ]);
  const body = 8 + plan.length + source.length + blocks.reduce((sum, block) => sum + 9 + block.size, 0);
  const { cpuMs, wallMs, memoryMiB, outputMiB } = limits;
  const header = [calls.length, cpuMs, wallMs, memoryMiB, outputMiB, Math.max(LOG_MIB, outputMiB + 1), body];
  const writer = new Writer(8 * header.length + body);
  for (const number of header) writer.int64(number);
  writer.block(plan);
  writer.block(source);
  for (const block of blocks) writeBlock(writer, block);
  return writer.bytes;
}

/** The bytes to send first: the worker's own text, programs that will be sent often, and their code if that is known. */
export function encodeStart(sources: readonly string[], code: Uint8Array = EMPTY_BYTES): Uint8Array {
  const text = encodeText(JSON.stringify(sources));
  const writer = new Writer(8 + text.length + code.length);
  writer.block(text);
  writer.block(code);
  return writer.bytes;
}

/** Calls that are sent together: calls of kind 0 have only positional arguments. */
interface Block {
  readonly kind: 0 | 1;
  readonly calls: readonly Call[];
  /** Bytes of its content. */
  readonly size: number;
}

function blocksOf(calls: readonly Call[]): Block[] {
  const blocks: { kind: 0 | 1; calls: Call[]; size: number }[] = [];
  for (const call of calls) {
    const kind = isPlain(call) ? 0 : 1;
    const size = kind === 0 ? call.args!.length - 1 : sizeOf(call);
    let last = blocks.at(-1);
    const full = !last || last.kind !== kind ||
      (kind === 0 && (last.calls.length === BLOCK_CALLS || last.size + size > BLOCK_BYTES));
    if (full) blocks.push(last = { kind, calls: [], size: kind === 0 ? 5 : 0 });
    last!.calls.push(call);
    last!.size += size;
  }
  return blocks;
}

function isPlain({ args, kwargs, seed, init }: Call): boolean {
  return args !== undefined && kwargs === undefined && seed === undefined && init === undefined &&
    args[0] === PLAIN && args[1] === CODE.list;
}

function sizeOf({ args, kwargs, init }: Call): number {
  const parts = [args, kwargs, init?.args, init?.kwargs];
  return parts.reduce((sum, part) => sum + 4 + (part?.length ?? 0), 8);
}

function writeBlock(writer: Writer, { kind, calls, size }: Block): void {
  writer.byte(kind);
  writer.uint32(calls.length);
  writer.uint32(size);
  if (kind === 0) {
    writer.byte(CODE.list);
    writer.uint32(calls.length);
    for (const { args } of calls) writer.tuple(args!);
    return;
  }
  for (const { args, kwargs, seed = -1, init } of calls) {
    writer.int64(seed);
    for (const part of [args, kwargs, init?.args, init?.kwargs]) writer.block(part ?? EMPTY_BYTES);
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
