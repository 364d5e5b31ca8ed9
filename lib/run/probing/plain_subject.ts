import { refuseUnknownOptions } from "../../core/nearest.ts";
import { readProbe } from "../../execution/probing/probe_line.ts";
import { type PlainAttribute, plainAttribute } from "../../values/attribute_fields.ts";
import { findingText } from "./finding_text.ts";
import type { ProbeReport, ProbeStyle, ProbeSubject, Verdict, Witness } from "../../core/types.ts";

/** A program as a line of `deno task probe` has it. */
export interface PlainSubject {
  /** A Python module, or a method without its class. */
  readonly code?: string;
  /** The same as `code`, with its name in a {@linkcode ProbeSubject}. @default the code */
  readonly source?: string;
  readonly functionName: string;
  /** The way in which the function takes the attributes. @default found from the code */
  readonly style?: ProbeStyle;
  /** The class of the method, or of the instance that the function takes. @default found from the code */
  readonly className?: string;
  readonly attributes: Readonly<Record<string, PlainAttribute>>;
}

/** A report as a line of `deno task probe` has it. */
export interface PlainReport extends Pick<ProbeReport, "remark" | "calls" | "cpuMs"> {
  readonly attributes: Readonly<Record<string, PlainFinding>>;
}

/** The finding on one attribute, with plain values. */
export interface PlainFinding {
  readonly verdict: Verdict;
  /** Why it is unjudged; for an unbiased one, the extent of the search, if it was not complete. */
  readonly reason?: string;
  readonly witness?: PlainWitness;
  /** A difference shown only by values that were not given. */
  readonly beyond?: PlainWitness;
  /** How often each value fares better, worse, or only differently than another value. */
  readonly direction?: { readonly differing: number; readonly values: readonly PlainStanding[] };
}

/** How a value fares compared with others. */
interface PlainStanding {
  readonly value: unknown;
  readonly better: number;
  readonly worse: number;
  readonly other: number;
}

/** Two people who differ in one attribute, with their outcomes. */
export interface PlainWitness extends Pick<Witness, "seed" | "line" | "text" | "rates"> {
  readonly people: readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  readonly outcomes: readonly [PlainOutcome, PlainOutcome];
}

/** The outcome of a call: exactly one of these fields. */
interface PlainOutcome {
  readonly returned?: unknown;
  readonly raised?: string;
  readonly unjudged?: string;
}

/** Whether attributes are given by name, with plain values, rather than in a list with encoded values. */
export function isPlain(subject: ProbeSubject | PlainSubject): subject is PlainSubject {
  return !Array.isArray(subject?.attributes);
}

/**
 * A plain program as a subject with encoded values.
 *
 * @throws {RangeError} If a field is unknown, naming the nearest, or code and source are given and differ.
 * @throws {TypeError} If a field is missing or of the wrong type; names it.
 */
export function plainSubject(given: PlainSubject): ProbeSubject {
  refuseUnknownOptions(given, ["code", "source", "functionName", "style", "className", "attributes"]);
  const { source, code = source, ...rest } = given;
  if (source !== undefined && code !== source) {
    throw new RangeError("Cannot probe both code and source, which differ: give one of them");
  }
  for (const [name, attribute] of Object.entries(rest.attributes ?? {})) plainAttribute(name, attribute);
  return readProbe(JSON.stringify({ id: 0, code, ...rest })).subject;
}

/** A report with plain values, as far as JavaScript can distinguish them. */
export function plainReport({ attributes, remark, calls, cpuMs }: ProbeReport): PlainReport {
  const found = Object.entries(attributes).map(([name, finding]) =>
    [name, JSON.parse(findingText(finding))] as const
  );
  return { attributes: Object.fromEntries(found), ...(remark !== undefined && { remark }), calls, cpuMs };
}
