import type { Execution } from "../../core/types.ts";
import { decode, toJson } from "../../values/mod.ts";

/** The outcomes in brief, e.g. `["returned 3", "raised ValueError", "cpu-limit"]`. */
export function brief(execution: Execution): string[] {
  return execution.outcomes.map((outcome) => {
    if (outcome.kind === "returned") return `returned ${toJson(decode(outcome.value))}`;
    return "type" in outcome ? `${outcome.kind} ${outcome.type}` : outcome.kind;
  });
}

/** The way in which the program failed to load, else its outcomes in brief. */
export function ending(execution: Execution): string {
  const { kind, type } = execution.program;
  if (kind !== "loaded") return `program ${kind}${type ? ` ${type}` : ""}`;
  return brief(execution).join(", ");
}

/** A check of an execution: whether the program was contained, or measured correctly. */
export type Expectation = (execution: Execution) => boolean;

/** The checks that the table cannot express as data, by the names that the table uses. */
export const CHECKS: Readonly<Record<string, Expectation>> = {
  "hardly computed": ({ outcomes: [outcome] }) => outcome?.kind === "returned" && outcome.cpuMs < 50,
  "computed for a while": ({ outcomes: [outcome] }) =>
    outcome?.kind === "returned" && outcome.cpuMs >= 50 && outcome.cpuMs < 200,
  "no value of a megabyte": ({ program, outcomes }) =>
    program.kind === "protocol-violation" ||
    outcomes.every((outcome) => outcome.kind !== "returned" || outcome.value.length < 1 << 20),
};

/**
 * A check that a program ended in one of the given ways.
 *
 * @param wanted Results of `ending()`; texts within slashes are regular expressions.
 * @throws {SyntaxError} If a regular expression is invalid.
 */
export function ends(wanted: readonly string[]): Expectation {
  const known = wanted.map(matcher);
  return (execution) => known.some((matches) => matches(ending(execution)));
}

/**
 * A check of the message of the program, if it did not load, else of its first call.
 *
 * @param wanted The message, or a regular expression within slashes.
 * @throws {SyntaxError} If the regular expression is invalid.
 */
export function says(wanted: string): Expectation {
  const matches = matcher(wanted);
  return ({ program, outcomes: [outcome] }) => {
    const said = program.kind === "loaded" ? outcome : program;
    return said !== undefined && "message" in said && said.message !== undefined && matches(said.message);
  };
}

/** A check that each call changed exactly the given arguments; null for a call that changed none. */
export function changed(wanted: readonly unknown[]): Expectation {
  return ({ outcomes }) =>
    JSON.stringify(outcomes.map(({ mutated }) => mutated ?? null)) === JSON.stringify(wanted);
}

function matcher(wanted: string): (text: string) => boolean {
  const [, pattern] = /^\/([^]+)\/$/.exec(wanted) ?? [];
  if (pattern === undefined) return (text) => text === wanted;
  const compiled = new RegExp(pattern);
  return (text) => compiled.test(text);
}
