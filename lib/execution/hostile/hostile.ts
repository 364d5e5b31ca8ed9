import type { Call, ExecutionRequest, Limits } from "../../core/types.ts";
import { encode, type PythonValue } from "../../values/mod.ts";
import { HOSTILE_CALL } from "../limits.ts";
import type { Expectation } from "./expectations.ts";

/** The folder of the programs, and of the table of how each is run and must end. */
export const FOLDER = new URL("../../../data/hostile/", import.meta.url);

/** The code that precedes all programs that are not `bare`. */
const PRELUDE = Deno.readTextFileSync(new URL("prelude.py", FOLDER));

/** A program that does harm or is hard to handle, with a check of its execution. */
export interface Hostile {
  readonly name: string;
  /** The cases to which it belongs. */
  readonly rows: readonly string[];
  /** The source, which defines `f`; it follows the prelude unless `bare`. */
  readonly source: string;
  readonly expect: Expectation;
  readonly limits?: Partial<Limits>;
  /** The calls of `f`. @default one, without arguments */
  readonly calls?: readonly Call[];
  /** The name of the function to call. @default "f" */
  readonly entryPoint?: string;
  /** Whether `f` gets targets outside the sandbox, `f(port, secret_file, folder)`; see {@linkcode Outside}. */
  readonly reachesOut?: boolean;
  /** Whether the prelude is omitted, to make the program as short as possible. */
  readonly bare?: boolean;
  /** Whether to run it by `executeTwice`, since the check is whether both runs are equal. */
  readonly twice?: boolean;
  /** Whether only the filter of system calls stops it, so that it must not run where there is no filter. */
  readonly filtered?: boolean;
}

/** Targets outside the sandbox that no program may reach. */
export interface Outside {
  /** The port of a TCP listener on 127.0.0.1, to which no program may connect. */
  readonly port: number;
  /** A file that this process can read. */
  readonly secretFile: string;
  /** A folder that this process can write to, in which no file may appear. */
  readonly folder: string;
}

/** The execution request for a program of the suite. */
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
