import type { Call, ExecutionRequest, Limits } from "../../core/types.ts";
import { encode, type PythonValue } from "../../values/mod.ts";
import { HOSTILE_CALL } from "../limits.ts";
import type { Expectation } from "./expectations.ts";

/** Where the programs are, and the table that says how each is run and must end. */
export const FOLDER = new URL("../../../data/hostile/", import.meta.url);

/** What the programs share. */
const PRELUDE = Deno.readTextFileSync(new URL("prelude.py", FOLDER));

/** A program that means harm or is hard to handle, and a check that what should happen did. */
export interface Hostile {
  readonly name: string;
  /** The cases that it belongs to. */
  readonly rows: readonly string[];
  /** Defines `f`; stands after the prelude unless `bare`. */
  readonly source: string;
  readonly expect: Expectation;
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
