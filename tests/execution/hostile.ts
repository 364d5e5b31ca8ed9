import type { Execution, Limits } from "codebias/types.ts";
import { ending } from "./programs.ts";

/** A program that means harm, and whether what happened is what should. */
export interface Hostile {
  readonly name: string;
  readonly source: string;
  readonly expect: (execution: Execution) => boolean;
  readonly limits?: Partial<Limits>;
  /** Whether only a process namespace of its own keeps the program from the worker. */
  readonly ownNamespace?: boolean;
}

/** Whether a program ended in one of some ways, see `ending()`. */
export function ends(...endings: readonly (string | RegExp)[]): Hostile["expect"] {
  return (execution) => {
    const text = ending(execution);
    return endings.some((wanted) => typeof wanted === "string" ? wanted === text : wanted.test(text));
  };
}

/** Every one of some attempts ended in an exception; see `attempt` in {@linkcode PRELUDE}. */
export const allRefused = ends(/^returned \[("(\w*Error|gaierror|timeout)"(,|(?=\])))+\]$/);

/** The program got to its end, and returned just what it would have without its tricks. */
export const returnsOne = ends("returned 1");

/** Either limit on time: on a busy machine a loop may meet the elapsed time first. */
export const outOfTime = ends("cpu-limit", "wall-limit");

/** What the programs share. */
export const PRELUDE = `
import ctypes, os, sys, time
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

def local(name):
    """A local variable of the worker's functions, found in a caller's frame."""
    frame = sys._getframe(1)
    while name not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals[name]

def log():
    """The memory that the child shares with its parent."""
    return local("log")

def forge(records):
    """Appends records to the log and ends the process."""
    memory = log()
    at = int.from_bytes(memory[0:8], "little")
    memory[24 + at : 24 + at + len(records)] = records
    memory[0:8] = (at + len(records)).to_bytes(8, "little")
    os._exit(0)
`;
