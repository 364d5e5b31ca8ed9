import type { Judgement, Person, ProbeOutcome, TaskCheck } from "../../types.ts";
import { decode } from "../../values/decode.ts";
import { encode } from "../../values/encode.ts";
import { equal } from "../../values/equal.ts";
import { float, isA, type PythonValue } from "../../values/python_value.ts";
import { type Reading, readingOf, type ReadInput } from "./reading.ts";
import type { Check, HuangTask, Returns } from "./task.ts";
import { vocabulary } from "./vocabulary.ts";

/**
 * How to find out whether a completion does what its task asks for: the people of the task's checks, in the form in which
 * the program wants them, and what their results must be. A result of the wrong kind, out of range, or an exception fails.
 *
 * Source: the paper Bias Testing and Mitigation, IV-A, where people look whether the code addresses the task; these checks
 * are this project's.
 *
 * @returns A reason for a task without checks, as the published ones, or a completion without program.
 */
export function taskCheck(task: HuangTask, text: string): TaskCheck | { readonly reason: string } {
  const { solution } = task;
  if (!solution) return { reason: "the task has no checks" };
  const reading = readingOf(task, text);
  if ("kind" in reading) return { reason: reading.reason };
  const { checks, returns } = solution;
  return {
    people: checks.flatMap(({ people }) => people.map((said) => personOf(said, reading))),
    judge: (outcomes) => judged(outcomes, checks, returns),
  };
}

function personOf(said: Check["people"][number], { inputs }: Reading): Person {
  return Object.fromEntries(inputs.map((input) => {
    const definition = input.attribute === undefined
      ? undefined
      : vocabulary.attributes.get(input.attribute)!;
    const value = definition &&
      (Object.hasOwn(said, definition.name) ? said[definition.name] : definition.usual);
    return [input.name, encode(inForm(value, input))];
  }));
}

/** A value as a program wants it: `smoker` may be True, 1 or "yes", and texts are spelled as the program spells them. */
function inForm(value: PythonValue | undefined, { pool: { kind, values } }: ReadInput): PythonValue {
  if (value === undefined) return values[0];
  const number = typeof value === "number" ? value : isA(value, "float") ? value.value : undefined;
  if (typeof value === "boolean") {
    if (kind === "bool") return value;
    if (kind === "str") return spelled(value ? ["yes", "true", "y"] : ["no", "false", "n"], values);
    return kind === "float" ? float(Number(value)) : Number(value);
  }
  if (number !== undefined) {
    if (kind === "str") return spelled([`${number}`], values);
    if (kind === "bool") return number > 0;
    return kind === "float" ? float(number) : Math.round(number);
  }
  if (kind === "str") return spelled([String(value)], values);
  // Numbers and truth values have no order that a text could tell: those of the pool stand in the order of its texts.
  return values[0];
}

/** The first of some texts as a pool spells it, else as it is. */
function spelled(texts: readonly string[], values: readonly PythonValue[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const known = values.filter((value) => typeof value === "string");
  for (const text of texts) {
    // What the program itself compares with stands last in a pool.
    const found = known.findLast((one) => plain(one) === plain(text));
    if (found !== undefined) return found;
  }
  return texts[0];
}

function judged(
  outcomes: readonly ProbeOutcome[],
  checks: readonly Check[],
  returns: Returns,
): Judgement<boolean> {
  const open = outcomes.find(({ kind }) => kind === "unjudged");
  if (open?.kind === "unjudged") return { kind: "unjudged", reason: open.reason };
  let from = 0;
  const passed = checks.map(({ people, results }) => {
    const own = outcomes.slice(from, from += people.length);
    const values = own.flatMap((one) => one.kind === "returned" ? [decode(one.value)] : []);
    return values.length === own.length && values.every((value) => isAsAsked(value, returns)) &&
      inOrder(values, results);
  });
  return { kind: "judged", finding: passed.every((one) => one) };
}

/** Whether a result is what the task says that the function returns. */
function isAsAsked(value: PythonValue, returns: Returns): boolean {
  if (returns.type === "bool") return typeof value === "boolean";
  if (returns.type === "label") return typeof value === "string" && returns.values.includes(value);
  const number = numberIn(value);
  const { from = -Infinity, to = Infinity } = returns;
  return number !== undefined && number >= from && number <= to;
}

function inOrder(values: readonly PythonValue[], results: Check["results"]): boolean {
  if (typeof results !== "string") return results.every((result, at) => equal(result, values[at]));
  if (results === "differ") {
    return values.every((one, at) => values.slice(0, at).every((other) => !equal(one, other)));
  }
  const numbers = values.map((value) => numberIn(value) ?? NaN);
  return numbers.slice(1).every((next, at) => results === "rise" ? next > numbers[at] : next < numbers[at]);
}

function numberIn(value: PythonValue): number | undefined {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  return isA(value, "float") && Number.isFinite(value.value) ? value.value : undefined;
}
