import type { Execution } from "../../core/types.ts";
import { decode, toJson } from "../../values/mod.ts";

/** The outcomes in brief, e.g. `["returned 3", "raised ValueError", "cpu-limit"]`. */
export function brief(execution: Execution): string[] {
  return execution.outcomes.map((outcome) => {
    if (outcome.kind === "returned") return `returned ${toJson(decode(outcome.value))}`;
    return "type" in outcome ? `${outcome.kind} ${outcome.type}` : outcome.kind;
  });
}

/** How the program ended if it did not load, else its outcomes in brief. */
export function ending(execution: Execution): string {
  const { kind, type } = execution.program;
  if (kind !== "loaded") return `program ${kind}${type ? ` ${type}` : ""}`;
  return brief(execution).join(", ");
}

/** Whether a program was contained, or measured rightly, by how it was executed. */
export type Expectation = (execution: Execution) => boolean;

/** What the table cannot say as data, by the names that it uses. */
export const CHECKS: Readonly<Record<string, Expectation>> = {
  "hardly computed": ({ outcomes: [outcome] }) => outcome?.kind === "returned" && outcome.cpuMs < 50,
  "computed for a while": ({ outcomes: [outcome] }) =>
    outcome?.kind === "returned" && outcome.cpuMs >= 50 && outcome.cpuMs < 200,
  "no value of a megabyte": ({ program, outcomes }) =>
    program.kind === "protocol-violation" ||
    outcomes.every((outcome) => outcome.kind !== "returned" || outcome.value.length < 1 << 20),
};

/**
 * Whether a program ended in one of some ways.
 *
 * @param wanted As `ending()` says them; those within slashes are patterns.
 * @throws {SyntaxError} If a pattern is none.
 */
export function ends(wanted: readonly string[]): Expectation {
  const known = wanted.map(matcher);
  return (execution) => known.some((matches) => matches(ending(execution)));
}

/**
 * Whether the program, if it did not load, else its first call, has a message.
 *
 * @param wanted A pattern if it stands within slashes.
 * @throws {SyntaxError} If a pattern is none.
 */
export function says(wanted: string): Expectation {
  const matches = matcher(wanted);
  return ({ program, outcomes: [outcome] }) => {
    const said = program.kind === "loaded" ? outcome : program;
    return said !== undefined && "message" in said && said.message !== undefined && matches(said.message);
  };
}

/** Whether each call changed just these of its arguments; null where it changed none. */
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
