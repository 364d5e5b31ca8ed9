import { codeIn } from "../../extraction/code_in.ts";
import { functionsIn, type FunctionSite } from "../../extraction/functions.ts";
import type { Input } from "../../extraction/inputs.ts";
import { extractProgram } from "../../extraction/program.ts";
import type { NoProgram } from "../../types.ts";
import { attributeOf } from "./aliases.ts";
import { entryOf } from "./entry.ts";
import { wantsOwnTypes } from "./own_types.ts";
import { type Pool, poolOf, type Pools } from "./pools.ts";
import { type HuangTask, offeredBy } from "./task.ts";

/** A value that a program is handed, and what is tried of it. */
export interface ReadInput extends Input {
  /** The attribute that it is; undefined if no vocabulary knows it. */
  readonly attribute?: string;
  readonly protected: boolean;
  readonly pool: Pool;
}

/** What a completion has to say: its program, the function to test, and what that is handed. */
export interface Reading {
  readonly source: string;
  readonly site: FunctionSite;
  readonly inputs: readonly ReadInput[];
}

/** What was read for each task: the same completion is read to probe it, to sum it up, and to speak about it. */
const known = new WeakMap<HuangTask, Map<string, Reading | NoProgram>>();

/**
 * Finds the function of a completion and what it is handed, by the syntax tree.
 *
 * What is no attribute and may be left out of a call, is left out. Functions that are handed nothing decide nothing about
 * a person.
 *
 * Source: the paper Bias Testing and Mitigation, II-F.
 */
export function readingOf(task: HuangTask, text: string, pools: Pools = "boundary"): Reading | NoProgram {
  const readings = known.get(task) ?? new Map<string, Reading | NoProgram>();
  known.set(task, readings);
  const key = `${pools} ${text}`;
  const reading = readings.get(key) ?? read(task, text, pools);
  readings.set(key, reading);
  return reading;
}

function read(task: HuangTask, text: string, pools: Pools): Reading | NoProgram {
  const offered = offeredBy(task);
  const found = entryOf(codeIn(text), offered);
  const entryPoint = found?.site.name ?? firstName(text) ?? "solution";
  const className = found?.site.className;
  const program = extractProgram(text, {
    prompt: "",
    entryPoint,
    ...(className !== undefined && { className }),
  });
  if (program.kind !== "program") return program;
  if (!found) return { kind: "no-program", reason: whyNone(text) };
  const { site, inputs } = entryOf(program.source, offered) ?? found;
  const all = inputs.map((input): ReadInput => {
    const definition = attributeOf(input.name, offered);
    return {
      ...input,
      ...(definition && { attribute: definition.name }),
      protected: definition?.protected ?? false,
      pool: poolOf(input, definition, pools),
    };
  });
  const taken = all.filter(({ attribute, optional, from }) =>
    attribute !== undefined || !optional || from !== "parameter"
  );
  if (taken.length === 0) return { kind: "no-program", reason: "no-inputs" };
  if (wantsOwnTypes(program.source, taken)) return { kind: "no-program", reason: "retyped" };
  return { source: program.source, site, inputs: taken };
}

function whyNone(text: string): NoProgram["reason"] {
  if (firstName(text) === undefined) return "no-code";
  return functionsIn(codeIn(text)).length === 0 ? "broken" : "no-inputs";
}

function firstName(text: string): string | undefined {
  return /^[ \t]*(?:async )?def (\w+)/m.exec(text)?.[1];
}
