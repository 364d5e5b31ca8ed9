import type { Call, Execution, ExecutionRequest, Limits } from "../../core/types.ts";
import { encode, type PythonValue } from "../../values/mod.ts";
import { HOSTILE_CALL } from "../limits.ts";
import { ending } from "./ending.ts";
import type { Row } from "./programs/rows.ts";

/** A program that means harm or is hard to handle, and a check that what should happen did. */
export interface Hostile {
  readonly name: string;
  /** The cases that it belongs to. */
  readonly rows: readonly Row[];
  /** Defines `f`; stands after {@linkcode PRELUDE} unless `bare`. */
  readonly source: string;
  readonly expect: (execution: Execution) => boolean;
  readonly limits?: Partial<Limits>;
  /** How `f` is called. @default once, without arguments */
  readonly calls?: readonly Call[];
  /** @default "f" */
  readonly entryPoint?: string;
  /** Whether `f` is called with what is outside, `f(port, secret_file, folder)`; see {@linkcode Outside}. */
  readonly reachesOut?: boolean;
  /** Whether the prelude is left out, to make the program as short as possible. */
  readonly bare?: boolean;
  /** Whether to run it by `executeTwice`: what matters is whether both runs are the same. */
  readonly twice?: boolean;
  /** Whether only the system call list stops it, so that it must not run where there is none. */
  readonly filtered?: boolean;
}

/** What can be reached outside the sandbox. */
export interface Outside {
  /** Of a TCP listener on 127.0.0.1; nobody may ever connect. */
  readonly port: number;
  /** A file that this process can read. */
  readonly secretFile: string;
  /** A folder that this process can write to; nothing may ever appear in it. */
  readonly folder: string;
}

/** What to execute for a program of the suite. */
export function requestOf(hostile: Hostile, { port, secretFile, folder }: Outside): ExecutionRequest {
  const { source, entryPoint = "f", bare, reachesOut, calls = [{}], limits } = hostile;
  return {
    program: { kind: "program", source: bare ? source : PRELUDE + source, entryPoint, namespace: "one" },
    calls: reachesOut ? [callOf(port, secretFile, folder)] : calls,
    limits: { ...HOSTILE_CALL, ...limits },
  };
}

/** A call with positional arguments. */
export function callOf(...args: PythonValue[]): Call {
  return { args: encode(args) };
}

/** Whether a program ended in one of some ways, see `ending()`. */
export function ends(...endings: readonly (string | RegExp)[]): Hostile["expect"] {
  return (execution) => {
    const text = ending(execution);
    return endings.some((wanted) => typeof wanted === "string" ? wanted === text : wanted.test(text));
  };
}

/** The arguments that each call changed, null if none. */
export function changes({ outcomes }: Execution): (readonly (number | string)[] | null)[] {
  return outcomes.map(({ mutated }) => mutated ?? null);
}

/** Every one of some attempts ended in an exception; see `attempt` in {@linkcode PRELUDE}. */
export const allRefused = ends(/^returned \[("(\w*Error|gaierror|timeout)"(,|(?=\])))+\]$/);

/** Every one of some system calls was refused before the kernel looked at it; see `door` in {@linkcode PRELUDE}. */
export const allClosed = ends(/^returned \[("(EPERM|ENOSYS|EAGAIN|ENOTTY)"(,|(?=\])))+\]$/);

/** The program got to its end, and returned just what it would have without its tricks. */
export const returnsOne = ends("returned 1");

/** Either limit on time: on a busy machine a loop may meet the elapsed time first. */
export const outOfTime = ends("cpu-limit", "wall-limit");

/** The limit on elapsed time: on a busy machine a program that waits may meet it before it has loaded. */
export const waitedTooLong = ends("wall-limit", "program wall-limit");

/** What was claimed is not what an honest worker writes. */
export const violation = ends("program protocol-violation", "protocol-violation");

/** What the programs share. */
export const PRELUDE = `
import ctypes, errno, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)

def attempt(action, *args):
    try:
        return action(*args)
    except BaseException as error:
        return type(error).__name__

def write(path):
    with open(path, "w") as file:
        file.write("x" * 10000)

def read(path):
    with open(path, "rb") as file:
        return file.read(100)

def door(number, *args):
    """Knocks at a system call by its number; the name of the error, or "open"."""
    ctypes.set_errno(0)
    result = libc.syscall(*[ctypes.c_long(one) if type(one) is int else one for one in (number, *args)])
    return "open" if result >= 0 else errno.errorcode.get(ctypes.get_errno(), "?")

def local(name):
    """A local variable of the worker's functions, found in a caller's frame."""
    frame = sys._getframe(1)
    while name not in frame.f_locals or frame.f_globals is globals():
        frame = frame.f_back
    return frame.f_locals[name]

def log():
    """The memory that the child shares with its parent."""
    return local("log")

def record(kind, payload=b"", spent=0):
    """What the child writes for one event."""
    return kind.encode() + spent.to_bytes(8, "little") + len(payload).to_bytes(4, "little") + payload

def forge(*records):
    """Appends records to the log and ends the process."""
    memory, records = log(), b"".join(records)
    at = int.from_bytes(memory[0:8], "little")
    memory[24 + at : 24 + at + len(records)] = records
    memory[0:8] = (at + len(records)).to_bytes(8, "little")
    os._exit(0)
`;
