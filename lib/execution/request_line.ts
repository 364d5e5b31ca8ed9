import type { Arguments, Call, ExecutionRequest, Limits } from "../core/types.ts";
import { encode, type ExactJson, fromJson, isA, isList, JsonFloat } from "../values/mod.ts";
import { object, type PipeLine, readLine, textField } from "../values/line_fields.ts";
import { DEFAULT_CALL, LARGEST_CALL, LATEST } from "./limits.ts";

const FIELDS = ["source", "entryPoint", "calls", "limits", "state", "clock"];

/** A line of `deno task execute`: an execution request with its id. */
export interface RequestLine extends Omit<PipeLine, "fields"> {
  readonly request: ExecutionRequest;
}

/**
 * Reads one line: `{id, source, entryPoint, calls: [{args?, kwargs?, init?: {args?, kwargs?}, seed?}], limits?,
 * state?, clock?}`; other fields are ignored.
 *
 * In `args` and `kwargs`, 1.0 remains a float, integers of any size remain exact, and keys keep their order; objects with
 * `$type` are values in the form of `toJson`, other objects are dicts with string keys.
 *
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; names the field. Or if Python could not
 *   build a value.
 * @throws {RangeError} If a limit is out of range or a value nests too deep.
 */
export function readRequest(text: string): RequestLine {
  const { id, fields, remarks } = readLine(text, FIELDS);
  const [source, entryPoint] = ["source", "entryPoint"].map((name) => textField(fields, name));
  const calls = fields.get("calls");
  if (!Array.isArray(calls)) throw new TypeError(`"calls" must be a list`);
  return {
    id,
    remarks,
    request: {
      program: { kind: "program", source, entryPoint, namespace: "one" },
      calls: calls.map(readCall),
      limits: readLimits(fields.get("limits")),
      ...readState(fields.get("state")),
      ...readClock(fields.get("clock")),
    },
  };
}

function readCall(json: ExactJson, index: number): Call {
  const where = `calls[${index}]`;
  const call = object(json, where, ["args", "kwargs", "init", "seed"]);
  const [init, seed] = [call.get("init"), call.get("seed")];
  if (seed !== undefined && !(typeof seed === "number" && seed >= 0)) {
    throw new TypeError(`"seed" of ${where} must be an integer from 0 to 2^53 - 1`);
  }
  return {
    ...readArguments(call, where),
    ...(init !== undefined && {
      init: readArguments(object(init, `"init" of ${where}`, ["args", "kwargs"]), `"init" of ${where}`),
    }),
    ...(seed !== undefined && { seed }),
  };
}

function readArguments(call: ReadonlyMap<string, ExactJson>, where: string): Arguments {
  const [args, kwargs] = [call.get("args"), call.get("kwargs")];
  const positional = args === undefined ? undefined : fromJson(args);
  if (positional !== undefined && !isList(positional)) {
    throw new TypeError(`"args" of ${where} must be a list`);
  }
  const named = kwargs === undefined ? undefined : fromJson(kwargs);
  if (named !== undefined && !isStringDict(named)) {
    throw new TypeError(`"kwargs" of ${where} must be an object with the names of arguments`);
  }
  return { ...(positional && { args: encode(positional) }), ...(named && { kwargs: encode(named) }) };
}

function isStringDict(value: ReturnType<typeof fromJson>): boolean {
  return isA(value, "dict") && value.items.every(([key]) => typeof key === "string");
}

function readState(json: ExactJson | undefined): Pick<ExecutionRequest, "state"> {
  if (json === undefined) return {};
  if (json !== "fresh" && json !== "shared") throw new TypeError(`"state" must be "fresh" or "shared"`);
  return { state: json };
}

function readClock(json: ExactJson | undefined): Pick<ExecutionRequest, "clock"> {
  if (json === undefined) return {};
  const clock = json instanceof JsonFloat ? json.value : json;
  if (typeof clock !== "number" || !(clock >= 0 && clock < LATEST)) {
    throw new TypeError(`"clock" must be seconds since 1970, from 0 to ${LATEST - 1}`);
  }
  return { clock };
}

function readLimits(json: ExactJson | undefined): Limits {
  if (json === undefined) return DEFAULT_CALL;
  const names = Object.keys(DEFAULT_CALL) as (keyof Limits)[];
  const given = object(json, "limits", names);
  const entries = names.map((name) => [name, readLimit(name, given.get(name))]);
  return Object.fromEntries(entries);
}

function readLimit(name: keyof Limits, json: ExactJson | undefined): number {
  if (json === undefined) return DEFAULT_CALL[name];
  const value = json instanceof JsonFloat ? json.value : json;
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw new TypeError(`limit "${name}" must be an integer`);
  }
  if (value < 1 || value > LARGEST_CALL[name]) {
    throw new RangeError(`limit "${name}" must be from 1 to ${LARGEST_CALL[name]}, not ${value}`);
  }
  return value;
}
