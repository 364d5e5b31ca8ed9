import type { Arguments, Call, ExecutionRequest } from "../../core/types.ts";
import { HARNESSES } from "../harness.ts";
import { CODE, encode, encodeText, float, PLAIN } from "../../values/mod.ts";

/** A request to a worker: one program with its calls, to be run in one child. */
export type WorkerRequest = Omit<ExecutionRequest, "stopAtLimit"> & {
  /** Whether the running call must be known at any time, however little time each call takes. */
  readonly isOneByOne?: boolean;
};

/** The size of one child's log, MiB; when it is full, the remaining calls are made in another child. */
const LOG_MIB = 32;

/** The maximum numbers of calls and bytes of a block, unless one call is larger; a child reads one block at a time. */
const BLOCK_CALLS = 512;
const BLOCK_BYTES = 1 << 16;

/**
 * The bytes to send for a request: a header, then the body; see worker/zygote.py for the layout.
 *
 * @param stays Whether the child process is to wait for another request.
 */
export function encodeRequest(request: WorkerRequest, stays: boolean): Uint8Array {
  const { program: { source: own, entryPoint, namespace, appended = "" }, calls, limits, state, clock } =
    request;
  const known = HARNESSES.indexOf(own); // the worker has these sources already
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

/** The request that ends a child process that has stayed. */
export const NO_MORE = new Uint8Array(8 * 8);

/** The first bytes to send: the sources of the worker and of programs that are used often, and their bytecode if known. */
export function encodeStart(sources: readonly string[], code: Uint8Array = EMPTY_BYTES): Uint8Array {
  const text = encodeText(JSON.stringify(sources));
  const writer = new Writer(8 + text.length + code.length);
  writer.block(text);
  writer.block(code);
  return writer.bytes;
}

/** The kinds of blocks, see worker/body.py: calls that differ only in plain arguments, of a function or constructor; others. */
const KIND = { alike: 0, any: 1, made: 2 };

/** A block of calls that are sent together. */
interface Block {
  readonly kind: keyof typeof KIND;
  readonly calls: Call[];
  /** The encoded names of the last arguments, for calls that differ only in their arguments. */
  readonly names: Uint8Array;
  /** The size of the block's content, bytes. */
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

/** The arguments in which calls of a kind differ. */
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

/** A writer that fills a byte array from its beginning. */
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

  /** Writes the length of some bytes, and the bytes. */
  block(bytes: Uint8Array): void {
    this.uint32(bytes.length);
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Writes an encoded list without its flag, as a tuple, for which Python sees sooner that a call cannot change it. */
  tuple(encoded: Uint8Array): void {
    const { bytes } = this;
    let at = this.#at;
    bytes[at++] = CODE.tuple;
    for (let index = 2; index < encoded.length; index++) bytes[at++] = encoded[index]; // few bytes: faster than set()
    this.#at = at;
  }
}
